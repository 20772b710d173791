import type { FeatureLike } from 'ol/Feature.js';
import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import type RenderFeature from 'ol/render/Feature.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import Circle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import TileState from 'ol/TileState.js';
import { createXYZ } from 'ol/tilegrid.js';
import VectorTile from 'ol/VectorTile.js';
import { cutText } from '../../../shared/cut-text.ts';
import type { ErrorExplanation } from '../../../shared/error-text.ts';
import type { VectorLayer } from '../../../shared/layers/vector-layer.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { colorComponents, mapFont, perScheme, type SchemeColors } from '../map-colors.ts';
import { vectorLayerProperty } from './vector-layer-id.ts';

/** A layer of the user's on the map. Disposing it disposes its source, too. */
export type VectorLayerTiles = { readonly layer: VectorTileLayer; dispose(): void };

const tileSize = 512;
/** Tiles of higher levels would have nothing more: a unit of this one is less than a millimeter. */
const maxLevel = 18;

/**
 * Draws a layer from its vector tiles, which the main process cuts from the workspace. `report` is called with why a tile
 * could not be loaded, and with null once one could.
 */
export function createVectorLayerTiles(
  { id, style }: Pick<VectorLayer, 'id' | 'style'>,
  report: (problem: ErrorExplanation | null) => void,
): VectorLayerTiles {
  const format = new MVT();
  const source = new VectorTileSource({
    format,
    tileGrid: createXYZ({ tileSize, maxZoom: maxLevel }),
    tileUrlFunction: ([z = 0, x = 0, y = 0]) => `/layers/${id}/${z}/${x}/${y}`,
    tileLoadFunction(tile, url) {
      if (!(tile instanceof VectorTile)) return;
      tile.setLoader((extent, _resolution, projection) => {
        void load(tile, url, { extent, featureProjection: projection });
      });
    },
  });
  const load = async (
    tile: VectorTile<RenderFeature>,
    url: string,
    options: NonNullable<Parameters<MVT['readFeatures']>[1]>,
  ) => {
    try {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`The layer could not be read (${response.status}).`);
      tile.setFeatures(format.readFeatures(await response.arrayBuffer(), options));
      report(null);
    } catch (error) {
      tile.setState(TileState.ERROR);
      report(toFailure(error));
    }
  };
  const layer = new VectorTileLayer({ source, style: createStyle(style), declutter: true });
  layer.set(vectorLayerProperty, id);
  return {
    layer,
    dispose() {
      layer.dispose();
      source.dispose();
    },
  };
}

/** Characters of a label. */
const maxLabelLength = 28;

function createStyle({ color, categories }: VectorLayer['style']): (feature: FeatureLike) => Style {
  const styles = perScheme((scheme) => ({
    own: symbolOf(color, scheme),
    byCategory: (categories?.colors ?? []).map((category) => symbolOf(category.color, scheme)),
  }));
  return (feature) => {
    const { own, byCategory } = styles();
    const { text, plain, labeled } = byCategory[Number(feature.get('category'))] ?? own;
    const value: unknown = feature.get('label');
    if (value === undefined) return plain;
    text.setText(cutText(String(value), maxLabelLength));
    return labeled;
  };
}

/** The styles of features in a color, with and without the label. */
function symbolOf(color: string, { casing, halo, label }: SchemeColors) {
  const [red, green, blue] = colorComponents(color).map((component) => Math.round(255 * component));
  const text = new Text({
    font: mapFont,
    offsetY: -11,
    fill: new Fill({ color: label }),
    stroke: new Stroke({ color: halo, width: 3 }),
  });
  const stroke = new Stroke({ color, width: 1.8 });
  const image = new Circle({
    radius: 4,
    fill: new Fill({ color }),
    stroke: new Stroke({ color: casing, width: 1 }),
  });
  const fill = new Fill({ color: `rgba(${red}, ${green}, ${blue}, 0.14)` });
  return {
    text,
    plain: new Style({ image, stroke, fill }),
    labeled: new Style({ image, stroke, fill, text }),
  };
}
