import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import RegularShape from 'ol/style/RegularShape.js';
import Style from 'ol/style/Style.js';
import { coordinateAt, type PictureView } from './picture-view.ts';

/** A box in CSS pixels from the top left corner of a picture. */
export type PictureBox = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Side of the square that is stretched to a box, CSS pixels. */
const side = 10;

/** Invisible boxes of a picture that names stay clear of: its edges, and what is drawn over it. */
export class ReservedLayer {
  readonly #source = new VectorSource({ wrapX: false });
  readonly layer = new VectorLayer({ source: this.#source, declutter: true });

  /** Reserves the edges of a picture and these boxes. */
  show(view: PictureView, boxes: readonly PictureBox[]): void {
    const { width, height } = view;
    const edges: readonly PictureBox[] = [
      { x: 0, y: -1, width, height: 2 },
      { x: 0, y: height - 1, width, height: 2 },
      { x: -1, y: 0, width: 2, height },
      { x: width - 1, y: 0, width: 2, height },
    ];
    this.#source.addFeatures([...edges, ...boxes].map((box) => toFeature(view, box)));
  }

  clear(): void {
    this.#source.clear();
  }
}

function toFeature(view: PictureView, { x, y, width, height }: PictureBox): Feature {
  const feature = new Feature(new Point(coordinateAt(view, x + width / 2, y + height / 2)));
  const image = new RegularShape({
    points: 4,
    radius: side / Math.SQRT2,
    angle: Math.PI / 4,
    scale: [width / side, height / side],
    fill: new Fill({ color: 'transparent' }),
    declutterMode: 'obstacle',
  });
  feature.setStyle(new Style({ image }));
  return feature;
}
