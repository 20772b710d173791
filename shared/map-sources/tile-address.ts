import { normalizeCrsName } from './map-crs.ts';
import type { MapSource, MapSourceDraft } from './map-source.ts';
import { getTileGrid } from './source-grid.ts';
import { hasTile, type TileCoordinates, tileBounds } from './tile-grid.ts';
import { formatWebAddress, parseWebAddress } from './web-address.ts';

type Addressed<Kind> = Extract<MapSource | MapSourceDraft, { kind: Kind }>;
/** Sources whose tiles have individual addresses. */
export type AddressedSource = Addressed<'xyz'> | Addressed<'wms'> | Addressed<'wmts'>;

/** Returns the address of a tile; undefined when the source's grid has no such tile. */
export function tileAddress(source: AddressedSource, tile: TileCoordinates): string | undefined {
  if (!hasTile(getTileGrid(source), tile)) return undefined;
  switch (source.kind) {
    case 'xyz':
      return xyzAddress(source.address, tile);
    case 'wms':
      return wmsAddress(source, tile);
    case 'wmts':
      return wmtsAddress(source, tile);
  }
}

function xyzAddress(template: string, { z, x, y }: TileCoordinates): string {
  return template
    .replaceAll('{z}', String(z))
    .replaceAll('{x}', String(x))
    .replaceAll('{y}', String(y))
    .replaceAll('{-y}', String(2 ** z - 1 - y))
    .replaceAll(/\{([a-z]-[a-z]|\d-\d)\}/g, (_range, range: string) => serverOf(range, x + y));
}

/** Selects the server of a tile; always the same one, so that the HTTP cache is used. */
function serverOf(range: string, number: number): string {
  const first = range.charCodeAt(0);
  const last = Math.max(first, range.charCodeAt(2));
  return String.fromCharCode(first + (number % (last - first + 1)));
}

/**
 * A `GetMap` request (OGC 01-068r3 and 06-042). Version 1.3.0 writes the bounds in the order of the coordinate system's
 * own axes, which is latitude first for EPSG:4326; 1.1.1 always has x first.
 */
function wmsAddress(source: Addressed<'wms'>, tile: TileCoordinates): string {
  const [west = 0, south = 0, east = 0, north = 0] = tileBounds(getTileGrid(source), tile) ?? [];
  const pixel = (east - west) / source.tileSize;
  const isNew = source.version === '1.3.0';
  const isLatitudeFirst = isNew && normalizeCrsName(source.crs) === 'EPSG:4326';
  const bounds = isLatitudeFirst ? [south, west, north, east] : [west, south, east, north];
  // CRS:84 is a name of 1.3.0; what 1.1.1 calls EPSG:4326 has the same order.
  const crs = !isNew && source.crs === 'CRS:84' ? 'EPSG:4326' : source.crs;
  return withParameters(source.address, {
    SERVICE: 'WMS',
    VERSION: source.version,
    REQUEST: 'GetMap',
    LAYERS: source.layers.join(','),
    STYLES: source.layers.map((_layer, index) => source.styles[index] ?? '').join(','),
    [isNew ? 'CRS' : 'SRS']: crs,
    BBOX: bounds.map((bound) => plainNumber(bound, pixel)).join(','),
    WIDTH: String(source.tileSize),
    HEIGHT: String(source.tileSize),
    FORMAT: source.format,
    ...(/png|webp|avif|gif/i.test(source.format) ? { TRANSPARENT: 'TRUE' } : {}),
    ...dimensionParameters(source.dimensions ?? {}, wmsParameter),
  });
}

/** Share of a pixel to which bounds are rounded, in decimals. */
const pixelDecimals = 9;
/** More are noise, even of degrees at the finest level. */
const maxDecimals = 12;

/** A bound without an exponent, which some services do not read, and without what rounding has left of 0. */
function plainNumber(value: number, pixel: number): string {
  const decimals = Math.ceil(pixelDecimals - Math.log10(pixel));
  const text = value.toFixed(Math.min(maxDecimals, Math.max(0, decimals)));
  const plain = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return plain === '-0' ? '0' : plain;
}

/** The parameters of the dimensions that have a value: an empty one is refused, and without one the default counts. */
function dimensionParameters(
  dimensions: Readonly<Record<string, string>>,
  parameterOf: (name: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(dimensions).flatMap(([name, value]) => (value === '' ? [] : [[parameterOf(name), value]])),
  );
}

/** The parameter of a dimension (OGC 06-042, C.3.2). */
function wmsParameter(name: string): string {
  const upper = name.toUpperCase();
  return upper === 'TIME' || upper === 'ELEVATION' ? upper : `DIM_${upper}`;
}

/** Returns the address of a WMTS tile by template or by parameters (OGC 07-057r7, 10.2 and 10.1). */
function wmtsAddress(source: Addressed<'wmts'>, { z, x, y }: TileCoordinates): string {
  const matrix = source.grid.levels[z]?.id ?? '';
  if (source.encoding === 'kvp') {
    return withParameters(source.address, {
      SERVICE: 'WMTS',
      VERSION: '1.0.0',
      REQUEST: 'GetTile',
      LAYER: source.layer,
      STYLE: source.style,
      FORMAT: source.format,
      TILEMATRIXSET: source.matrixSet,
      TILEMATRIX: matrix,
      TILEROW: String(y),
      TILECOL: String(x),
      ...dimensionParameters(source.dimensions, (name) => name),
    });
  }
  const parts = new Map(
    Object.entries({
      ...source.dimensions,
      Layer: source.layer,
      Style: source.style,
      TileMatrixSet: source.matrixSet,
      TileMatrix: matrix,
      TileRow: String(y),
      TileCol: String(x),
    }).map(([name, value]) => [name.toLowerCase(), value]),
  );
  // A part without a value, as a style without a name has one, would leave an empty part of the path.
  const template = source.address.replaceAll(/\/\{([^{}]*)\}(?=[/?]|$)/g, (part, name: string) =>
    parts.get(name.toLowerCase()) === '' ? '' : part,
  );
  return template.replaceAll(/\{([^{}]*)\}/g, (part, name: string) => {
    const value = parts.get(name.toLowerCase());
    return value === undefined ? part : encodeURIComponent(value);
  });
}

/** Returns an address with parameters set; existing parameters of the same names are replaced, regardless of case. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const { base = address, query = [] } = parseWebAddress(address) ?? {};
  const replaced = new Set(Object.keys(parameters).map((name) => name.toLowerCase()));
  const remaining = query.filter(([name]) => !replaced.has(name.toLowerCase()));
  return formatWebAddress(base, [...remaining, ...Object.entries(parameters)]);
}

const serviceParameters: ReadonlySet<string> = new Set(
  'service version request layers styles srs crs bbox width height format transparent exceptions layer style tilematrixset tilematrix tilerow tilecol updatesequence sections acceptversions'.split(
    ' ',
  ),
);

/** Removes WMS and WMTS parameters, which copied addresses often contain; others, such as `map=…` or a key, stay. */
export function removeServiceParameters(address: string): string {
  const read = parseWebAddress(address);
  if (!read) return address.trim();
  return formatWebAddress(
    read.base,
    read.query.filter(([name]) => !serviceParameters.has(name.toLowerCase())),
  );
}
