import type { MapSource, MapSourceDraft } from './map-source.ts';
import { gridOf } from './source-grid.ts';
import { isInGrid, type TilePlace, tileBounds } from './tile-grid.ts';
import { printWebAddress, readWebAddress } from './web-address.ts';

type Addressed<Kind> = Extract<MapSource | MapSourceDraft, { kind: Kind }>;
/** Kinds of which each tile has an address of its own. */
export type AddressedSource = Addressed<'xyz'> | Addressed<'wms'> | Addressed<'wmts'>;

/** Where a tile is to be had; undefined where the source's grid has no such tile. */
export function tileAddress(source: AddressedSource, place: TilePlace): string | undefined {
  if (!isInGrid(gridOf(source), place)) return undefined;
  switch (source.kind) {
    case 'xyz':
      return xyzAddress(source.address, place);
    case 'wms':
      return wmsAddress(source, place);
    case 'wmts':
      return wmtsAddress(source, place);
  }
}

function xyzAddress(template: string, { z, x, y }: TilePlace): string {
  return template
    .replaceAll('{z}', String(z))
    .replaceAll('{x}', String(x))
    .replaceAll('{y}', String(y))
    .replaceAll('{-y}', String(2 ** z - 1 - y))
    .replaceAll(/\{([a-z]-[a-z]|\d-\d)\}/g, (_range, range: string) => serverOf(range, x + y));
}

/** The same tile always comes from the same server, or each would be fetched several times. */
function serverOf(range: string, number: number): string {
  const first = range.charCodeAt(0);
  const last = Math.max(first, range.charCodeAt(2));
  return String.fromCharCode(first + (number % (last - first + 1)));
}

/**
 * A `GetMap` request (OGC 01-068r3 and 06-042). Version 1.3.0 writes the bounds in the order of the coordinate system's
 * own axes, which is latitude first for EPSG:4326; 1.1.1 always has x first.
 */
function wmsAddress(source: Addressed<'wms'>, place: TilePlace): string {
  const [west = 0, south = 0, east = 0, north = 0] = tileBounds(gridOf(source), place) ?? [];
  const isNew = source.version === '1.3.0';
  const isLatitudeFirst = isNew && source.crs === 'EPSG:4326';
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
    BBOX: bounds.join(','),
    WIDTH: String(source.tileSize),
    HEIGHT: String(source.tileSize),
    FORMAT: source.format,
    ...(/jpe?g/i.test(source.format) ? {} : { TRANSPARENT: 'TRUE' }),
  });
}

/** A tile of OGC 07-057r7 by template (10.2) or by question (10.1). */
function wmtsAddress(source: Addressed<'wmts'>, { z, x, y }: TilePlace): string {
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
      ...source.dimensions,
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
  return source.address.replaceAll(/\{([^{}]*)\}/g, (part, name: string) => {
    const value = parts.get(name.toLowerCase());
    return value === undefined ? part : encodeURIComponent(value);
  });
}

/** The address with these parameters in place of those that it has by the same names, in whatever case. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const { base = address, query = [] } = readWebAddress(address) ?? {};
  const ours = new Set(Object.keys(parameters).map((name) => name.toLowerCase()));
  const kept = query.filter(([name]) => !ours.has(name.toLowerCase()));
  return printWebAddress(base, [...kept, ...Object.entries(parameters)]);
}

const serviceParameters: ReadonlySet<string> = new Set(
  'service version request layers styles srs crs bbox width height format transparent exceptions layer style tilematrixset tilematrix tilerow tilecol updatesequence sections acceptversions'.split(
    ' ',
  ),
);

/** An address without the parameters of WMS and WMTS, which many copy along; others, such as `map=…` or a key, stay. */
export function serviceBase(address: string): string {
  const read = readWebAddress(address);
  if (!read) return address.trim();
  return printWebAddress(
    read.base,
    read.query.filter(([name]) => !serviceParameters.has(name.toLowerCase())),
  );
}
