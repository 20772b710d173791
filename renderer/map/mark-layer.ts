import Feature from 'ol/Feature.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import RegularShape from 'ol/style/RegularShape.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { LonLat } from '../../shared/geo/geometry.ts';
import { mapColors, mapFont, perScheme } from './map-colors.ts';
import { pointCopies } from './world-copies.ts';

/** A marked position, with its label. */
export type MapMark = { readonly position: LonLat; readonly label: string };

/** The radius of the ring, and how far its four ticks reach, CSS pixels. What is marked stays visible inside. */
const ringRadius = 11;
const tickEnd = 19;

const ring = (stroke: Stroke) => new Style({ image: new CircleStyle({ radius: ringRadius, stroke }) });
/** A tick outward from the ring, at an angle clockwise from up. */
const tick = (stroke: Stroke, angle: number) => {
  const middle = (ringRadius + tickEnd) / 2;
  return new Style({
    image: new RegularShape({
      points: 2,
      radius: (tickEnd - ringRadius) / 2,
      angle,
      stroke,
      displacement: [middle * Math.sin(angle), middle * Math.cos(angle)],
    }),
  });
};
const quarterTurns = [0, 1, 2, 3].map((turns) => (turns * Math.PI) / 2);
const crossHairs = perScheme((colors) => {
  const halo = new Stroke({ color: colors.halo, width: 5 });
  const line = new Stroke({ color: colors.area, width: 2 });
  return [halo, line].flatMap((stroke) => [
    ring(stroke),
    ...quarterTurns.map((angle) => tick(stroke, angle)),
  ]);
});

/** A ring with ticks around the marked position. */
export class MarkLayer {
  readonly #source = new VectorSource({ wrapX: false });
  readonly layer = new VectorLayer({ source: this.#source });

  show(mark: MapMark | null): void {
    this.#source.clear();
    if (!mark) return;
    const feature = new Feature(pointCopies([...mark.position]));
    feature.setStyle(() => {
      const text = new Text({
        text: mark.label,
        font: mapFont,
        textAlign: 'left',
        offsetX: tickEnd + 5,
        fill: new Fill({ color: mapColors().area }),
        stroke: new Stroke({ color: mapColors().halo, width: 5 }),
      });
      return [...crossHairs(), new Style({ text })];
    });
    this.#source.addFeature(feature);
  }
}
