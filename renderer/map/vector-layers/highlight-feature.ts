import type { Geometry } from 'geojson';
import Feature from 'ol/Feature.js';
import type OlGeometry from 'ol/geom/Geometry.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Circle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { flattenGeometry, type SimpleGeometry } from '../../../shared/geo/flatten-geometry.ts';
import { perScheme } from '../map-colors.ts';
import { lineCopies, pointCopies, polygonCopies } from '../world-copies.ts';

/** A layer of the map with the outline of one feature; points have a ring. */
export function createFeatureHighlight() {
  const source = new VectorSource({ wrapX: false });
  return {
    layer: new VectorLayer({ source, style: () => styles() }),
    show(geometry: Geometry | null): void {
      source.clear();
      if (geometry)
        source.addFeatures(
          flattenGeometry(geometry)
            .flatMap(shapesOf)
            .map((shape) => new Feature(shape)),
        );
    },
  };
}

const styles = perScheme(({ accent, accentFill, halo }) => [
  new Style({ stroke: new Stroke({ color: halo, width: 5 }) }),
  new Style({
    stroke: new Stroke({ color: accent, width: 2.5 }),
    fill: new Fill({ color: accentFill }),
    image: new Circle({ radius: 9, stroke: new Stroke({ color: accent, width: 2.5 }) }),
  }),
]);

function shapesOf(geometry: SimpleGeometry): readonly OlGeometry[] {
  switch (geometry.type) {
    case 'Point':
      return [pointCopies(geometry.coordinates)];
    case 'MultiPoint':
      return geometry.coordinates.map(pointCopies);
    case 'LineString':
      return [lineCopies(geometry.coordinates)];
    case 'MultiLineString':
      return geometry.coordinates.map(lineCopies);
    case 'Polygon':
      return [polygonCopies(geometry.coordinates)];
    case 'MultiPolygon':
      return geometry.coordinates.map(polygonCopies);
  }
}
