import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { AreaShape } from '../../../shared/areas/area.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { areaOutline } from '../area-outline.ts';
import { perScheme } from '../map-colors.ts';
import { toMapCoordinate } from '../map-projection.ts';

/** A shape that is being drawn or edited. */
export type OverlayScene = {
  readonly shape: AreaShape | null;
  /** An open line: the sides placed so far and the rubber band. */
  readonly line: readonly LonLat[];
  readonly points: readonly { readonly position: LonLat; readonly style: 'vertex' | 'midpoint' | 'active' }[];
  /** The shape is invalid and drawn in red. */
  readonly isInvalid: boolean;
};

/** The layer on which shapes are drawn and edited, above everything else. */
export class ShapeOverlay {
  readonly #source = new VectorSource({ wrapX: false });
  readonly layer = new VectorLayer({
    source: this.#source,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  });

  show({ shape, line, points, isInvalid }: OverlayScene): void {
    this.#source.clear();
    if (shape) {
      const rings = areaOutline(shape).map((ring) =>
        ring.map(([longitude = 0, latitude = 0]) => toMapCoordinate([longitude, latitude])),
      );
      this.#add(new Polygon(rings), isInvalid ? 'refusedShape' : 'shape');
    }
    if (line.length > 1) {
      this.#add(new LineString(line.map(toMapCoordinate)), isInvalid ? 'refusedLine' : 'line');
    }
    for (const { position, style } of points) this.#add(new Point(toMapCoordinate(position)), style);
  }

  clear(): void {
    this.#source.clear();
  }

  #add(geometry: Polygon | LineString | Point, style: keyof ReturnType<typeof styles>): void {
    const feature = new Feature(geometry);
    feature.setStyle(() => styles()[style]);
    this.#source.addFeature(feature);
  }
}

const styles = perScheme((colors) => ({
  shape: new Style({
    fill: new Fill({ color: colors.accentFill }),
    stroke: new Stroke({ color: colors.area, width: 1.6 }),
  }),
  refusedShape: new Style({
    fill: new Fill({ color: colors.refusedFill }),
    stroke: new Stroke({ color: colors.refused, width: 1.6, lineDash: [6, 4] }),
  }),
  line: new Style({ stroke: new Stroke({ color: colors.area, width: 2 }) }),
  refusedLine: new Style({ stroke: new Stroke({ color: colors.refused, width: 2 }) }),
  vertex: pointStyle(4.5, colors.area, colors.sea),
  midpoint: pointStyle(3, colors.accent, colors.sea),
  active: pointStyle(6, colors.accent, colors.sea),
}));

function pointStyle(radius: number, color: string, casing: string): Style {
  return new Style({
    image: new CircleStyle({
      radius,
      fill: new Fill({ color }),
      stroke: new Stroke({ color: casing, width: 1.5 }),
    }),
    zIndex: 1,
  });
}
