import type { Position } from 'geojson';
import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import Interaction from 'ol/interaction/Interaction.js';
import VectorLayer from 'ol/layer/Vector.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import VectorSource from 'ol/source/Vector.js';
import RegularShape from 'ol/style/RegularShape.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { AreaShape } from '../../../shared/areas/area.ts';
import { areaOutline } from '../area-outline.ts';
import { perScheme } from '../map-colors.ts';
import { toMapCoordinate, worldWidth } from '../map-projection.ts';

/** Maximum distance for snapping. CSS pixels. */
const snapDistance = 10;

/** The box around a shape, on its copy of the world, EPSG:3857. */
type Extent = { readonly minX: number; readonly maxX: number; readonly minY: number; readonly maxY: number };

/**
 * Snaps pointer events to nearby corners and edges of areas before the tools handle them. It is added to the map after
 * them. Corners have priority. `isEnabled` returns whether a tool that places points is active.
 */
export class SnapTool extends Interaction {
  readonly #isEnabled: () => boolean;
  readonly #mark = new VectorSource({ wrapX: false });
  /** Shows where the pointer snaps to. */
  readonly layer = new VectorLayer({
    source: this.#mark,
    style: () => markStyle(),
    updateWhileInteracting: true,
  });
  #shapes: readonly AreaShape[] = [];
  readonly #extents = new WeakMap<AreaShape, Extent>();
  /** Shapes are projected when the pointer is first near them. */
  readonly #lines = new WeakMap<AreaShape, readonly SnapLine[]>();

  constructor(isEnabled: () => boolean) {
    super();
    this.#isEnabled = isEnabled;
  }

  setShapes(shapes: readonly AreaShape[]): void {
    this.#shapes = shapes;
  }

  override handleEvent(event: MapBrowserEvent): boolean {
    const isPointerEvent = 'clientX' in event.originalEvent;
    if (!isPointerEvent) return true;
    const point = this.#isEnabled() ? this.#targetAt(event) : null;
    this.#show(point);
    if (point) {
      event.coordinate = [...point];
      event.pixel = event.map.getPixelFromCoordinate([...point]);
    }
    return true;
  }

  #targetAt(event: MapBrowserEvent): MapPoint | null {
    const [x = 0, y = 0] = event.coordinate;
    const reach = snapDistance * (event.map.getView().getResolution() ?? 0);
    const targets = this.#shapes.flatMap((shape) => {
      const { minX, maxX, minY, maxY } = this.#extentOf(shape);
      // The copy of the world on which the shape is nearest to the pointer.
      const shift = worldWidth * Math.round((x - (minX + maxX) / 2) / worldWidth);
      const shifted = x - shift;
      const isNear =
        shifted >= minX - reach && shifted <= maxX + reach && y >= minY - reach && y <= maxY + reach;
      const target = isNear ? nearestTarget(this.#linesOf(shape), [shifted, y], reach) : null;
      return target ? [{ ...target, point: [target.point[0] + shift, target.point[1]] as const }] : [];
    });
    const corners = targets.filter(({ kind }) => kind === 'corner').map(({ point }) => point);
    const candidates = corners.length > 0 ? corners : targets.map(({ point }) => point);
    const distance = ([px, py]: MapPoint) => Math.hypot(px - x, py - y);
    return candidates.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
  }

  #extentOf(shape: AreaShape): Extent {
    const extent = this.#extents.get(shape) ?? extentOf(areaOutline(shape)[0] ?? []);
    this.#extents.set(shape, extent);
    return extent;
  }

  #linesOf(shape: AreaShape): readonly SnapLine[] {
    const lines =
      this.#lines.get(shape) ??
      areaOutline(shape).map((ring) => ({
        points: ring.map(([longitude = 0, latitude = 0]) => toMapCoordinate([longitude, latitude])),
        hasCorners: shape.kind === 'polygon',
      }));
    this.#lines.set(shape, lines);
    return lines;
  }

  #show(point: MapPoint | null): void {
    if (!point && this.#mark.isEmpty()) return;
    this.#mark.clear();
    if (point) this.#mark.addFeature(new Feature(new Point([...point])));
  }
}

function extentOf(outline: readonly Position[]): Extent {
  let [west, east] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [south, north] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [longitude = Number.NaN, latitude = Number.NaN] of outline) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  const [minX, minY] = toMapCoordinate([west, south]);
  const [maxX, maxY] = toMapCoordinate([east, north]);
  return { minX, maxX, minY, maxY };
}

const markStyle = perScheme(
  ({ accent }) =>
    new Style({
      image: new RegularShape({
        points: 4,
        radius: 9,
        angle: Math.PI / 4,
        stroke: new Stroke({ color: accent, width: 1.8 }),
      }),
    }),
);

/** A coordinate of the map, EPSG:3857, in metres. */
type MapPoint = readonly [x: number, y: number];

/** A line through `points` that can be snapped to. */
export type SnapLine = {
  readonly points: readonly MapPoint[];
  /** Whether the points are corners; the points of a circle's outline are not. */
  readonly hasCorners: boolean;
};

type SnapTarget = { readonly kind: 'corner' | 'edge'; readonly point: MapPoint };

/** The nearest corner within `reach` of a point, or else the nearest point on an edge; null for neither. */
export function nearestTarget(
  lines: Iterable<SnapLine>,
  pointer: MapPoint,
  reach: number,
): SnapTarget | null {
  let corner: Nearest = { distance: reach, point: null };
  let edge: Nearest = { distance: reach, point: null };
  for (const { points, hasCorners } of lines) {
    for (const [index, point] of points.entries()) {
      if (hasCorners) corner = nearerOf(corner, point, pointer);
      const before = points[index - 1];
      if (before) edge = nearerOf(edge, nearestOnSegment(before, point, pointer), pointer);
    }
  }
  if (corner.point) return { kind: 'corner', point: corner.point };
  return edge.point && { kind: 'edge', point: edge.point };
}

type Nearest = { readonly distance: number; readonly point: MapPoint | null };

function nearerOf(best: Nearest, point: MapPoint, pointer: MapPoint): Nearest {
  const distance = Math.hypot(point[0] - pointer[0], point[1] - pointer[1]);
  return distance <= best.distance ? { distance, point } : best;
}

function nearestOnSegment([x1, y1]: MapPoint, [x2, y2]: MapPoint, [x, y]: MapPoint): MapPoint {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squaredLength = dx * dx + dy * dy;
  const along = squaredLength === 0 ? 0 : ((x - x1) * dx + (y - y1) * dy) / squaredLength;
  const share = Math.min(1, Math.max(0, along));
  return [x1 + share * dx, y1 + share * dy];
}
