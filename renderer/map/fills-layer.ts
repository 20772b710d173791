import { createEmpty, type Extent, intersects } from 'ol/extent.js';
import type { FeatureLike } from 'ol/Feature.js';
import { intersectsLineStringArray } from 'ol/geom/flat/intersectsextent.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import type VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Style from 'ol/style/Style.js';
import { worldWidth } from './map-projection.ts';

/** Maximum number of polygons that are examined for overlaps. */
const maxExamined = 2_000;
/** Not visible even where many lie over one another, but OpenLayers still finds it under the pointer. */
const unseen = new Fill({ color: 'rgba(0, 0, 0, 0.004)' });

/** Fill of the polygons of a source. */
export type FillOptions = {
  /** Opacity of the fills, also where they overlap, 0…1. */
  readonly opacity: number;
  /** The opaque color of a feature's fill, `#rrggbb`; null where another layer fills it. */
  colorOf(feature: FeatureLike): string | null;
};

/**
 * The fills of polygons, for below their outlines. Overlapping ones are as opaque as one, and a polygon whose outline
 * is out of view has none.
 */
export class FillsLayer {
  readonly layer: VectorLayer;
  readonly #source: VectorSource;
  readonly #opacity: number;
  #extent: Extent | null = null;
  #revision = -1;

  constructor(source: VectorSource, { opacity, colorOf }: FillOptions) {
    this.#source = source;
    this.#opacity = opacity;
    this.layer = new VectorLayer({
      source,
      style: (feature) => {
        const color = this.isOutlineInView(feature) ? colorOf(feature) : null;
        return new Style({ fill: color === null ? unseen : new Fill({ color: this.#toFillColor(color) }) });
      },
    });
  }

  /** Sets the extent of the view in EPSG:3857, before each frame. OpenLayers styles features once the view is at rest. */
  setExtent(extent: Extent | null): void {
    this.#extent = extent;
    if (this.#revision === this.#source.getRevision()) return;
    this.#revision = this.#source.getRevision();
    // A translucent layer is another canvas of the whole map, which only overlapping fills need.
    this.layer.setOpacity(haveOverlaps(this.#source.getFeatures()) ? this.#opacity : 1);
  }

  /** An opaque color in a translucent layer, else a translucent one. */
  #toFillColor(color: string): string {
    if (this.layer.getOpacity() < 1) return color;
    return `${color}${Math.round(255 * this.#opacity)
      .toString(16)
      .padStart(2, '0')}`;
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

/** Whether the extents of some polygons overlap. */
function haveOverlaps(features: readonly FeatureLike[]): boolean {
  if (features.length > maxExamined) return true;
  const extents = features
    .map((feature) => {
      const geometry = feature.getGeometry();
      // The copy in the middle of three.
      return geometry instanceof MultiPolygon
        ? (geometry.getPolygon(1)?.getExtent() ?? createEmpty())
        : createEmpty();
    })
    .toSorted(([one = 0], [other = 0]) => one - other);
  return extents.some((extent, index) => {
    const [west = 0, , east = 0] = extent;
    if (west < -worldWidth / 2 || east > worldWidth / 2) return true;
    for (const next of extents.slice(index + 1)) {
      if ((next[0] ?? 0) > east) return false;
      if (intersects(extent, next)) return true;
    }
    return false;
  });
}
