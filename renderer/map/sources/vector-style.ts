import type { FeatureLike } from 'ol/Feature.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { mapColors, mapFont, perScheme } from '../map-colors.ts';

const fills = perScheme(({ sea, land, tileCover, tileBuilding }) => ({
  water: new Style({ fill: new Fill({ color: sea }), zIndex: 1 }),
  land: new Style({ fill: new Fill({ color: land }), zIndex: 0 }),
  cover: new Style({ fill: new Fill({ color: tileCover }), zIndex: 2 }),
  building: new Style({ fill: new Fill({ color: tileBuilding }), zIndex: 4 }),
}));
const lines = perScheme(({ tileWaterLine, tileBorder, tileRoad, tileLine }) => ({
  water: new Style({ stroke: new Stroke({ color: tileWaterLine, width: 1 }), zIndex: 3 }),
  border: new Style({ stroke: new Stroke({ color: tileBorder, width: 1, lineDash: [4, 3] }), zIndex: 6 }),
  road: new Style({ stroke: new Stroke({ color: tileRoad, width: 1 }), zIndex: 5 }),
  other: new Style({ stroke: new Stroke({ color: tileLine, width: 0.8 }), zIndex: 5 }),
}));

/**
 * A style for tiles of any schema. Layers are recognized by words in their names (OpenMapTiles, Protomaps, Shortbread).
 */
export function vectorStyle(feature: FeatureLike): Style | undefined {
  const layer = String(feature.get('layer') ?? '').toLowerCase();
  switch (feature.getGeometry()?.getType()) {
    case 'Polygon':
    case 'MultiPolygon':
      if (/water|ocean|sea|lake/.test(layer)) return fills().water;
      if (/build/.test(layer)) return fills().building;
      return /cover|use|park|wood|forest|green/.test(layer) ? fills().cover : fills().land;
    case 'LineString':
    case 'MultiLineString':
      if (/water|river/.test(layer)) return lines().water;
      if (/bound|admin|border/.test(layer)) return lines().border;
      return /road|transport|street|highway/.test(layer) ? lines().road : lines().other;
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
      fill: new Fill({ color: mapColors().tileText }),
      stroke: new Stroke({ color: mapColors().halo, width: 3 }),
    }),
    zIndex: 7,
  });
}
