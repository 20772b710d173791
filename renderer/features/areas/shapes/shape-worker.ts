import type { AreaShape } from '../../../../shared/areas/area.ts';
import { mergeShapes } from '../../../../shared/areas/merge-shapes.ts';
import { simplifyPolygon } from '../../../../shared/areas/simplify-polygon.ts';
import type { PolygonGeometry } from '../../../../shared/geo/geometry.ts';
import { serveCalls } from '../../../ui/workers/serve-calls.ts';

/** A message to the worker: merge shapes into one, or simplify a polygon. */
export type ShapeRequest =
  | { readonly kind: 'merge'; readonly shapes: readonly AreaShape[] }
  | { readonly kind: 'simplify'; readonly polygon: PolygonGeometry; readonly vertices: number };

serveCalls((request: ShapeRequest) =>
  request.kind === 'merge' ? mergeShapes(request.shapes) : simplifyPolygon(request.polygon, request.vertices),
);
