import type Feature from 'ol/Feature.js';
import type VectorSource from 'ol/source/Vector.js';
import { toMapCoordinate } from '../map-projection.ts';
import type { PictureView } from './picture-view.ts';

/** The features of a source of which a part lies in a picture, also a rotated one. */
export function featuresIn(source: VectorSource<Feature>, view: PictureView): readonly Feature[] {
  const { center, resolution, rotation, width, height } = view;
  const [x, y] = toMapCoordinate(center);
  const [halfWidth, halfHeight] = [(width * resolution) / 2, (height * resolution) / 2];
  const extent = [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight];
  return source.getFeatures().filter((feature) => {
    const geometry = feature.getGeometry()?.clone();
    // The picture is an upright box in coordinates that are turned with it.
    geometry?.rotate(-rotation, [x, y]);
    return geometry?.intersectsExtent(extent) ?? false;
  });
}
