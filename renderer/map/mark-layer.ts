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

const cross = (stroke: Stroke) =>
  new Style({ image: new RegularShape({ points: 4, radius: 15, radius2: 0, stroke }) });
const ring = (stroke: Stroke) => new Style({ image: new CircleStyle({ radius: 8, stroke }) });
const crossHairs = perScheme((colors) => {
  const halo = new Stroke({ color: colors.halo, width: 5 });
  const line = new Stroke({ color: colors.area, width: 2 });
  return [cross(halo), ring(halo), cross(line), ring(line)];
});

/** Cross hairs at the marked position. */
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
        offsetX: 20,
        fill: new Fill({ color: mapColors().area }),
        stroke: new Stroke({ color: mapColors().halo, width: 5 }),
      });
      return [...crossHairs(), new Style({ text })];
    });
    this.#source.addFeature(feature);
  }
}
