import type { AreaShape } from '../../../../shared/areas/area.ts';
import { mergeShapes } from '../../../../shared/areas/merge-shapes.ts';
import { simplifyPolygon } from '../../../../shared/areas/simplify-polygon.ts';
import type { PolygonGeometry } from '../../../../shared/geo/geometry.ts';

/** A message to the worker: merge shapes into one, or simplify a polygon. */
export type ShapeRequest =
  | { readonly kind: 'merge'; readonly shapes: readonly AreaShape[] }
  | { readonly kind: 'simplify'; readonly polygon: PolygonGeometry; readonly vertices: number };

// The DOM library types `self` as a window; in a worker it is the worker's global scope.
const scope = self as unknown as Worker;

scope.onmessage = ({ data }: MessageEvent<ShapeRequest>) => {
  scope.postMessage(
    data.kind === 'merge' ? mergeShapes(data.shapes) : simplifyPolygon(data.polygon, data.vertices),
  );
};
