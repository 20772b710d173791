import Feature from 'ol/Feature.js';
import type MultiPolygon from 'ol/geom/MultiPolygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { AreaShape } from '../../shared/areas/area.ts';
import { areaOutline } from './area-outline.ts';
import { FillsLayer } from './fills-layer.ts';
import { mapColors, mapFont } from './map-colors.ts';
import type { MapArea } from './map-types.ts';
import { polygonCopies } from './world-copies.ts';

/** The content of the areas layer. The edited area is drawn by the edit tool. */
export type AreasScene = {
  readonly areas: readonly MapArea[];
  readonly selectedId: string | null;
  readonly editedId: string | null;
};

/** Areas of interest with their names, the selected one highlighted. */
export class AreasLayer {
  readonly source = new VectorSource<Feature>({ wrapX: false });
  readonly fills = new FillsLayer(this.source, {
    opacity: 0.05,
    colorOf: (feature) => (feature.get('isSelected') === true ? null : mapColors().area),
  });
  /** The outlines, and the fill of the selected area. */
  readonly outlines = new VectorLayer({
    source: this.source,
    style: (feature) =>
      feature.get('isSelected') === true
        ? selectedStyle(this.fills.isOutlineInView(feature))
        : new Style({ stroke: new Stroke({ color: mapColors().area, width: 1.4 }) }),
  });
  /** The names, in a separate layer, because detections are drawn between them and the outlines. */
  readonly labels = new VectorLayer({
    source: this.source,
    declutter: true,
    style: (feature) => labelStyle(String(feature.get('name'))),
  });

  /** Cached because selection and tools change often, shapes rarely. */
  readonly #geometries = new WeakMap<AreaShape, MultiPolygon>();

  show({ areas, selectedId, editedId }: AreasScene): void {
    this.source.clear();
    this.source.addFeatures(
      areas.filter(({ id }) => id !== editedId).map((area) => this.#toFeature(area, area.id === selectedId)),
    );
  }

  #toFeature({ id, name, shape }: MapArea, isSelected: boolean): Feature {
    const geometry = this.#geometries.get(shape) ?? polygonCopies(areaOutline(shape));
    this.#geometries.set(shape, geometry);
    const feature = new Feature({ geometry, name, isSelected });
    feature.setId(id);
    return feature;
  }
}

function selectedStyle(isFilled: boolean): Style {
  return new Style({
    ...(isFilled ? { fill: new Fill({ color: mapColors().selectedAreaFill }) } : {}),
    stroke: new Stroke({ color: mapColors().area, width: 2.4 }),
    zIndex: 1,
  });
}

function labelStyle(name: string): Style {
  return new Style({
    text: new Text({
      text: name,
      font: mapFont,
      // Of two that would cover each other, one is left out; names of places below it, too.
      declutterMode: 'declutter',
      fill: new Fill({ color: mapColors().area }),
      stroke: new Stroke({ color: mapColors().halo, width: 3 }),
    }),
  });
}
