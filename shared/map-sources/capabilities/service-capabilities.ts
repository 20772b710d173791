import type { TileGrid } from '../tile-grid.ts';

/** Capabilities of a Web Map Service. */
export type WmsCapabilities = {
  readonly kind: 'wms';
  readonly title: string;
  readonly version: '1.1.1' | '1.3.0';
  /** Address of GetMap requests, as the service names it, which may be relative; null when it does not. */
  readonly mapAddress: string | null;
  /** Displayable image formats, the best first. */
  readonly formats: readonly string[];
  /** In the order of the service; `depth` counts the groups around a layer. */
  readonly layers: readonly WmsCapabilitiesLayer[];
};

export type WmsCapabilitiesLayer = {
  readonly name: string;
  readonly title: string;
  readonly depth: number;
  readonly styles: readonly { readonly name: string; readonly title: string }[];
  /** The preferred coordinate system, as the service names it; null when none is supported. */
  readonly crs: string | null;
  readonly attribution: string;
};

/** Capabilities of a Web Map Tile Service. */
export type WmtsCapabilities = {
  readonly kind: 'wmts';
  readonly title: string;
  readonly layers: readonly WmtsCapabilitiesLayer[];
};

export type WmtsCapabilitiesLayer = {
  readonly name: string;
  readonly title: string;
  readonly styles: readonly string[];
  /** Methods to request its tiles, the best first; empty when none is supported. */
  readonly accessMethods: readonly WmtsTileAccess[];
  /** Reason why there is no access method; null when there is one. */
  readonly problem: string | null;
};

/** A method to request tiles: matrix set, format and encoding. */
export type WmtsTileAccess = {
  readonly matrixSet: string;
  readonly grid: TileGrid;
  readonly format: string;
  readonly encoding: 'rest' | 'kvp';
  readonly address: string;
  readonly dimensions: Readonly<Record<string, string>>;
};

export type ServiceCapabilities = WmsCapabilities | WmtsCapabilities;

/** Limits of the capabilities sent to the page, where everything that layers share is repeated for each of them. */
export const capabilitiesLimits = {
  /** The largest services list some ten thousand. */
  layers: 50_000,
  /** Groups around a layer. */
  layerDepth: 32,
  /** Styles of all layers together, inherited ones counted at each layer. */
  styles: 100_000,
  /** Access methods of all layers together. */
  accessMethods: 50_000,
  /** Levels of tile grids of all access methods together. */
  levels: 500_000,
  /** Characters of all names, titles and addresses together. */
  characters: 20_000_000,
  /** Characters of one title; longer ones are cut. */
  titleLength: 500,
} as const;

/** Returns a message for capabilities that exceed a limit. */
export function describeExcess(what: string, limit: number): string {
  return `The service lists more than ${limit.toLocaleString('en-US')} ${what}, the limit. Ask its operator for the address of a smaller part of it.`;
}

/** Image formats that browsers support, the best first. */
const shownFormats = ['image/png', 'image/webp', 'image/jpeg', 'image/avif', 'image/jpg'];

/**
 * Names of servers for variants, such as image/png8, and for one or the other tile by tile, such as image/jpgpng or
 * image/vnd.jpeg-png: the bytes of each tile state what it is.
 */
const variants = /^image\/(?:(?:vnd\.|x-)?(?:png|jpe?g|jpg|webp|avif)[-+_\d]*)+$|^image\/mixed$/;

/** Returns the displayable formats among `formats`, the best first. */
export function displayableFormats(formats: readonly string[]): readonly string[] {
  const rank = (format: string) => {
    const plain = format.toLowerCase().split(';', 1)[0]?.trim() ?? '';
    const isVariant = variants.test(plain) && !plain.includes('2000');
    return shownFormats.includes(plain) || !isVariant ? shownFormats.indexOf(plain) : shownFormats.length;
  };
  return formats
    .filter((format) => rank(format) >= 0)
    .toSorted((one, other) => rank(one) - rank(other) || one.length - other.length);
}
