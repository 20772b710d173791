import Feature from 'ol/Feature.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { LonLat } from '../../shared/geo/geometry.ts';
import { mapFont, perScheme } from './map-colors.ts';
import { pointCopies } from './world-copies.ts';

/** A text next to a position. */
export type PositionedLabel = { readonly position: LonLat; readonly text: string };

const textColors = perScheme(({ label, halo }) => ({
  fill: new Fill({ color: label }),
  stroke: new Stroke({ color: halo, width: 3 }),
}));

/** Texts next to detections; where two would cover each other, one is left out. */
export class LabelsLayer {
  readonly #source = new VectorSource({ wrapX: false });
  readonly layer = new VectorLayer({ source: this.#source, declutter: true });

  /** Shows labels `offsetX` pixels to the right of their positions. */
  show(labels: readonly PositionedLabel[], offsetX: number): void {
    this.#source.clear();
    this.#source.addFeatures(
      labels.map(({ position, text }) => {
        const feature = new Feature(pointCopies([...position]));
        feature.setStyle(
          () =>
            new Style({
              text: new Text({ text, font: mapFont, textAlign: 'left', offsetX, ...textColors() }),
            }),
        );
        return feature;
      }),
    );
  }
}
