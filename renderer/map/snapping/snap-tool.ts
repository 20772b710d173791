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
import { outlineOf } from '../area-outline.ts';
import { mapColors } from '../map-colors.ts';
import { toMapCoordinate, worldWidth } from '../map-projection.ts';
import { type MapPoint, nearestTarget, type SnapLine } from './nearest-target.ts';

/** How near the pointer has to be. CSS pixels. */
const snapDistance = 10;

type Projected = {
  readonly lines: readonly SnapLine[];
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
};

/**
 * Moves what the pointer does onto the corners and edges of areas near it, before the tools learn of it; add it to the
 * map after them. Corners go before edges. `isWanted` says whether a tool is at work that places points.
 */
export class SnapTool extends Interaction {
  readonly #isWanted: () => boolean;
  readonly #mark = new VectorSource({ wrapX: false });
  /** Shows where the pointer snaps to. */
  readonly layer = new VectorLayer({ source: this.#mark, style: markStyle, updateWhileInteracting: true });
  #shapes: readonly AreaShape[] = [];
  /** Shapes are projected when the pointer first comes to them. */
  readonly #projected = new WeakMap<AreaShape, Projected>();

  constructor(isWanted: () => boolean) {
    super();
    this.#isWanted = isWanted;
  }

  setShapes(shapes: readonly AreaShape[]): void {
    this.#shapes = shapes;
  }

  override handleEvent(event: MapBrowserEvent): boolean {
    const isPointerEvent = 'clientX' in event.originalEvent;
    if (!isPointerEvent) return true;
    const point = this.#isWanted() ? this.#targetAt(event) : null;
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
      const { lines, minX, maxX, minY, maxY } = this.#project(shape);
      // The copy of the world on which the shape is nearest to the pointer.
      const shift = worldWidth * Math.round((x - (minX + maxX) / 2) / worldWidth);
      const own = x - shift;
      const isNear = own >= minX - reach && own <= maxX + reach && y >= minY - reach && y <= maxY + reach;
      const target = isNear ? nearestTarget(lines, [own, y], reach) : null;
      return target ? [{ ...target, point: [target.point[0] + shift, target.point[1]] as const }] : [];
    });
    const corners = targets.filter(({ kind }) => kind === 'corner').map(({ point }) => point);
    const candidates = corners.length > 0 ? corners : targets.map(({ point }) => point);
    const distance = ([px, py]: MapPoint) => Math.hypot(px - x, py - y);
    return candidates.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
  }

  #project(shape: AreaShape): Projected {
    const known = this.#projected.get(shape);
    if (known) return known;
    const rings = outlineOf(shape).map((ring) =>
      ring.map(([longitude = 0, latitude = 0]) => toMapCoordinate([longitude, latitude])),
    );
    const [minX, minY, maxX, maxY] = extentOf(rings);
    const lines = rings.map((points) => ({ points, hasCorners: shape.kind === 'polygon' }));
    const projected = { lines, minX, minY, maxX, maxY };
    this.#projected.set(shape, projected);
    return projected;
  }

  #show(point: MapPoint | null): void {
    if (!point && this.#mark.isEmpty()) return;
    this.#mark.clear();
    if (point) this.#mark.addFeature(new Feature(new Point([...point])));
  }
}

function extentOf(rings: readonly (readonly MapPoint[])[]): [number, number, number, number] {
  const extent: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const [x, y] of rings.flat()) {
    extent[0] = Math.min(extent[0], x);
    extent[1] = Math.min(extent[1], y);
    extent[2] = Math.max(extent[2], x);
    extent[3] = Math.max(extent[3], y);
  }
  return extent;
}

const markStyle = new Style({
  image: new RegularShape({
    points: 4,
    radius: 9,
    angle: Math.PI / 4,
    stroke: new Stroke({ color: mapColors.accent, width: 1.8 }),
  }),
});
