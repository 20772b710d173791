import type { AreaShape } from '../../shared/areas/area.ts';
import { mergedShape } from '../../shared/areas/merged-shape.ts';
import { simplifiedPolygon } from '../../shared/areas/simplified-polygon.ts';
import type { PolygonGeometry } from '../../shared/geo/geometry.ts';

/** What the page asks: to make one shape of several, or a polygon simpler. */
export type ShapeRequest =
  | { readonly kind: 'merge'; readonly shapes: readonly AreaShape[] }
  | { readonly kind: 'simplify'; readonly polygon: PolygonGeometry; readonly vertices: number };

// The DOM library types `self` as a window; in a worker it is the worker's own scope.
const scope = self as unknown as Worker;

scope.onmessage = ({ data }: MessageEvent<ShapeRequest>) => {
  scope.postMessage(
    data.kind === 'merge' ? mergedShape(data.shapes) : simplifiedPolygon(data.polygon, data.vertices),
  );
};
