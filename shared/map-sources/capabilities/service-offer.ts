import type { TileGrid } from '../tile-grid.ts';

/** What a Web Map Service offers. */
export type WmsOffer = {
  readonly kind: 'wms';
  readonly title: string;
  readonly version: '1.1.1' | '1.3.0';
  /** Image formats that can be shown, the best first. */
  readonly formats: readonly string[];
  /** In the order of the service; `depth` counts the groups around a layer. */
  readonly layers: readonly WmsOfferLayer[];
};

export type WmsOfferLayer = {
  readonly name: string;
  readonly title: string;
  readonly depth: number;
  readonly styles: readonly { readonly name: string; readonly title: string }[];
  /** The best system in which it can be asked for; null where there is none that can be drawn. */
  readonly crs: 'EPSG:3857' | 'EPSG:4326' | 'CRS:84' | null;
  readonly attribution: string;
};

/** What a Web Map Tile Service offers. */
export type WmtsOffer = {
  readonly kind: 'wmts';
  readonly title: string;
  readonly layers: readonly WmtsOfferLayer[];
};

export type WmtsOfferLayer = {
  readonly name: string;
  readonly title: string;
  readonly styles: readonly string[];
  /** Each way in which its tiles can be had, the best first. Empty where none can be drawn. */
  readonly ways: readonly WmtsWay[];
  /** Why there is no way; null where there is one. */
  readonly problem: string | null;
};

/** A matrix set, a format, and how tiles are asked for. */
export type WmtsWay = {
  readonly matrixSet: string;
  readonly grid: TileGrid;
  readonly format: string;
  readonly encoding: 'rest' | 'kvp';
  readonly address: string;
  readonly dimensions: Readonly<Record<string, string>>;
};

export type ServiceOffer = WmsOffer | WmtsOffer;

/** Formats of images that a browser shows, the best first. */
const shownFormats = ['image/png', 'image/webp', 'image/jpeg', 'image/avif', 'image/jpg'];

/** Those of `formats` that can be shown, the best first. */
export function showableFormats(formats: readonly string[]): readonly string[] {
  const rank = (format: string) => {
    const plain = format.toLowerCase().split(';', 1)[0]?.trim() ?? '';
    return shownFormats.indexOf(plain);
  };
  return formats
    .filter((format) => rank(format) >= 0)
    .toSorted((one, other) => rank(one) - rank(other) || one.length - other.length);
}
