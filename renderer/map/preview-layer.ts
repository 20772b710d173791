import Feature from 'ol/Feature.js';
import type MultiPolygon from 'ol/geom/MultiPolygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { PolygonGeometry } from '../../shared/geo/geometry.ts';
import { perScheme } from './map-colors.ts';
import { polygonCopies } from './world-copies.ts';

/**
 * The style of an unsaved polygon. In an import: chosen, skipped or focused. Of a changed shape: gained and lost parts,
 * and the new outline.
 */
export type PreviewStyle = 'chosen' | 'skipped' | 'focused' | 'gained' | 'lost' | 'outline';

export type PreviewPolygon = { readonly polygon: PolygonGeometry; readonly style: PreviewStyle };

/** Previews polygons before they are saved, dashed to distinguish them from areas. */
export class PreviewLayer {
  readonly #source = new VectorSource({ wrapX: false });
  readonly layer = new VectorLayer({ source: this.#source, style: (feature) => styles()[styleOf(feature)] });
  /** Cached because styles change often, polygons rarely. */
  readonly #geometries = new WeakMap<PolygonGeometry, MultiPolygon>();

  show(polygons: readonly PreviewPolygon[]): void {
    this.#source.clear();
    this.#source.addFeatures(
      polygons.map(({ polygon, style }) => new Feature({ geometry: this.#geometryOf(polygon), style })),
    );
  }

  #geometryOf(polygon: PolygonGeometry): MultiPolygon {
    const geometry = this.#geometries.get(polygon) ?? polygonCopies(polygon.coordinates);
    this.#geometries.set(polygon, geometry);
    return geometry;
  }
}

function styleOf(feature: { get(name: string): unknown }): PreviewStyle {
  const style = feature.get('style');
  return typeof style === 'string' && Object.hasOwn(styles(), style) ? (style as PreviewStyle) : 'chosen';
}

const styles = perScheme(
  (colors): Record<PreviewStyle, Style> => ({
    skipped: outline(colors.previewLeft, 1.2, 0),
    chosen: outline(colors.preview, 1.8, 1, colors.previewFill),
    focused: outline(colors.preview, 3, 2, colors.previewFocusedFill),
    gained: new Style({ fill: new Fill({ color: colors.gained }), zIndex: 1 }),
    lost: new Style({ fill: new Fill({ color: colors.lost }), zIndex: 1 }),
    outline: outline(colors.preview, 1.8, 2),
  }),
);

function outline(color: string, width: number, zIndex: number, fill?: string): Style {
  return new Style({
    stroke: new Stroke({ color, width, lineDash: [7, 5] }),
    ...(fill ? { fill: new Fill({ color: fill }) } : {}),
    zIndex,
  });
}
