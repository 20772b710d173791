import type { Extent } from 'ol/extent.js';
import type { FeatureLike } from 'ol/Feature.js';
import { intersectsLineStringArray } from 'ol/geom/flat/intersectsextent.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import type VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Style from 'ol/style/Style.js';

/** Not visible even where many lie over one another, but OpenLayers still finds it under the pointer. */
const unseen = new Fill({ color: 'rgba(0, 0, 0, 0.004)' });

/** How the polygons of a source are filled. */
export type FillOptions = {
  /** Opacity of the fills, also where they overlap, 0…1. */
  readonly opacity: number;
  /** The opaque color of a feature's fill; null where another layer fills it. */
  colorOf(feature: FeatureLike): string | null;
  /** Further styles of a feature, in the same opacity. */
  more?(feature: FeatureLike, resolution: number): readonly Style[];
};

/**
 * The fills of polygons, for below their outlines. Overlapping ones are as opaque as one, and a polygon whose outline
 * is out of view has none.
 */
export class FillsLayer {
  readonly layer: VectorLayer;
  #extent: Extent | null = null;

  constructor(source: VectorSource, { opacity, colorOf, more }: FillOptions) {
    this.layer = new VectorLayer({
      source,
      opacity,
      style: (feature, resolution) => {
        const color = this.isOutlineInView(feature) ? colorOf(feature) : null;
        const fill = color === null ? unseen : new Fill({ color });
        return [new Style({ fill }), ...(more?.(feature, resolution) ?? [])];
      },
    });
  }

  /** Sets the extent of the view in EPSG:3857, before each frame. OpenLayers styles features once the view is at rest. */
  setExtent(extent: Extent | null): void {
    this.#extent = extent;
  }

  /** Whether a part of a polygon's outline is in view. */
  isOutlineInView(feature: FeatureLike): boolean {
    const geometry = feature.getGeometry();
    const extent = this.#extent;
    if (!extent || !(geometry instanceof MultiPolygon)) return true;
    return geometry.getEndss().some((ends, index) => {
      const start = index === 0 ? 0 : (geometry.getEndss()[index - 1]?.at(-1) ?? 0);
      return intersectsLineStringArray(
        geometry.getFlatCoordinates(),
        start,
        ends,
        geometry.getStride(),
        extent,
      );
    });
  }
}
