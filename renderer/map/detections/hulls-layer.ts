import Feature, { type FeatureLike } from 'ol/Feature.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { mapColors } from '../map-colors.ts';
import { polygonCopies } from '../world-copies.ts';

/** The hull of a detection: a closed ring of `[longitude, latitude]`, continuous past ±180, the bow first. */
export type MapHull = {
  readonly id: number;
  readonly ring: readonly LonLat[];
  readonly lengthMeters: number;
};

/** The fill of a hull: `#rrggbb` and 0…1. */
export type HullFill = { readonly color: string; readonly opacity: number };

/** Hulls shorter than this also have a line in their color, else they would hardly be seen. CSS pixels. */
const smallLength = 10;

/** Hulls of detections in true size, and their casings beneath all of them. */
export class HullsLayer {
  readonly #source = new VectorSource<Feature>({ wrapX: false });
  readonly #hulls = new Map<Feature, MapHull>();
  readonly layer = new VectorLayer({
    source: this.#source,
    style: (feature, resolution) => this.#stylesOf(feature, resolution),
  });
  #fillOf: (id: number) => HullFill | null = () => null;

  /** Replaces the hulls. */
  show(hulls: readonly MapHull[]): void {
    this.#source.clear();
    this.#hulls.clear();
    for (const hull of hulls) {
      this.#hulls.set(new Feature(polygonCopies([hull.ring.map((position) => [...position])])), hull);
    }
    this.#source.addFeatures([...this.#hulls.keys()]);
  }

  /** Draws the hulls with these fills; one without is not drawn. */
  redraw(fillOf: (id: number) => HullFill | null): void {
    this.#fillOf = fillOf;
    this.layer.changed();
  }

  /** Ids of the drawn hulls that contain a coordinate of EPSG:3857. */
  idsAt(coordinate: readonly number[]): readonly number[] {
    return this.#source
      .getFeaturesAtCoordinate([...coordinate])
      .flatMap((feature) => this.#hulls.get(feature)?.id ?? [])
      .filter((id) => this.#fillOf(id) !== null);
  }

  #stylesOf(feature: FeatureLike, resolution: number): Style[] {
    const hull = feature instanceof Feature ? this.#hulls.get(feature) : undefined;
    const fill = hull && this.#fillOf(hull.id);
    const latitude = hull?.ring[0]?.[1];
    if (!fill || latitude === undefined) return [];
    const pixels = hull.lengthMeters / (resolution * Math.cos((latitude * Math.PI) / 180));
    const alpha = Math.round(fill.opacity * 255)
      .toString(16)
      .padStart(2, '0');
    const color = `${fill.color}${alpha}`;
    const isSmall = pixels < smallLength;
    return [
      new Style({
        stroke: new Stroke({ color: `${mapColors().casing}${alpha}`, width: isSmall ? 3 : 2 }),
        zIndex: 0,
      }),
      new Style({
        fill: new Fill({ color }),
        ...(isSmall ? { stroke: new Stroke({ color, width: 1 }) } : {}),
        zIndex: 1,
      }),
    ];
  }
}
