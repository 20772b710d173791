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
  /** Its own and inherited ones. */
  readonly dimensions: readonly ServiceDimension[];
};

/** A dimension of maps besides the plane, such as a time (OGC 06-042, annex C; 07-057r7, 7.1.1.2). */
export type ServiceDimension = {
  readonly name: string;
  readonly units: string;
  /** The value that the service uses without one; empty where it states none. */
  readonly default: string;
  /** Values and intervals `from/to/step` as the service lists them, the last ones where there are very many. */
  readonly values: readonly string[];
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
  readonly dimensions: readonly ServiceDimension[];
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
  /** Values of one dimension. */
  dimensionValues: 500,
  /** Characters of the values of all dimensions together; those that follow can be typed only. */
  dimensionCharacters: 5_000_000,
} as const;

/** Creates a reader of the values of dimensions, which together have no more characters than are sent to the page. */
export function createDimensionValues(): (texts: readonly string[]) => readonly string[] {
  let left: number = capabilitiesLimits.dimensionCharacters;
  return (texts) => {
    const values = texts
      .flatMap((text) => text.split(','))
      .map((value) => value.trim())
      .filter((value) => value !== '' && value.length <= capabilitiesLimits.titleLength)
      .slice(-capabilitiesLimits.dimensionValues);
    const characters = values.reduce((sum, value) => sum + value.length, 0);
    if (characters > left) return [];
    left -= characters;
    return values;
  };
}

/** Values that can be chosen: those that are listed, and both ends of intervals. */
export function choicesOf({ values }: ServiceDimension): readonly string[] {
  return [...new Set(values.flatMap((value) => value.split('/').slice(0, 2)))];
}

/** The dimensions of several layers, each once; a request has one value for all of them. */
export function mergeDimensions(
  lists: readonly (readonly ServiceDimension[])[],
): readonly ServiceDimension[] {
  const merged = new Map<string, ServiceDimension>();
  for (const dimension of lists.flat()) {
    const known = merged.get(dimension.name);
    const values = new Set([...(known?.values ?? []), ...dimension.values]);
    // A default counts where all of them have it: the others have none without a value.
    const isSame = known === undefined || known.default === dimension.default;
    merged.set(dimension.name, {
      ...dimension,
      default: isSame ? dimension.default : '',
      values: [...values],
    });
  }
  return [...merged.values()];
}

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
