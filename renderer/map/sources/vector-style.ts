import type { FeatureLike } from 'ol/Feature.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { mapColors, mapFont } from '../map-colors.ts';

const fills = {
  water: new Style({ fill: new Fill({ color: mapColors.sea }), zIndex: 1 }),
  land: new Style({ fill: new Fill({ color: mapColors.land }), zIndex: 0 }),
  cover: new Style({ fill: new Fill({ color: 'rgba(94, 120, 104, 0.25)' }), zIndex: 2 }),
  building: new Style({ fill: new Fill({ color: 'rgba(150, 165, 178, 0.3)' }), zIndex: 4 }),
};
const lines = {
  water: new Style({ stroke: new Stroke({ color: '#1c3a52', width: 1 }), zIndex: 3 }),
  border: new Style({ stroke: new Stroke({ color: '#8896a4', width: 1, lineDash: [4, 3] }), zIndex: 6 }),
  road: new Style({ stroke: new Stroke({ color: '#6d7c89', width: 1 }), zIndex: 5 }),
  other: new Style({ stroke: new Stroke({ color: '#55646f', width: 0.8 }), zIndex: 5 }),
};

/**
 * A style for tiles of any schema: layers are recognized by words in their names, as in OpenMapTiles, Protomaps and
 * Shortbread.
 */
export function vectorStyle(feature: FeatureLike): Style | undefined {
  const layer = String(feature.get('layer') ?? '').toLowerCase();
  switch (feature.getGeometry()?.getType()) {
    case 'Polygon':
    case 'MultiPolygon':
      if (/water|ocean|sea|lake/.test(layer)) return fills.water;
      if (/build/.test(layer)) return fills.building;
      return /cover|use|park|wood|forest|green/.test(layer) ? fills.cover : fills.land;
    case 'LineString':
    case 'MultiLineString':
      if (/water|river/.test(layer)) return lines.water;
      if (/bound|admin|border/.test(layer)) return lines.border;
      return /road|transport|street|highway/.test(layer) ? lines.road : lines.other;
    default:
      return labelStyle(feature);
  }
}

function labelStyle(feature: FeatureLike): Style | undefined {
  const name: unknown = feature.get('name:en') ?? feature.get('name');
  if (typeof name !== 'string' || name === '') return undefined;
  return new Style({
    text: new Text({
      text: name,
      font: mapFont,
      fill: new Fill({ color: '#c4ccd4' }),
      stroke: new Stroke({ color: mapColors.halo, width: 3 }),
    }),
    zIndex: 7,
  });
}
