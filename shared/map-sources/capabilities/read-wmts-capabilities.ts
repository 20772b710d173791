import { fail, type Result, succeed } from '../../result.ts';
import { crsOf, drawableSystems, findCrs } from '../map-crs.ts';
import type { GridLevel, TileGrid } from '../tile-grid.ts';
import { notCapabilities } from './read-wms-capabilities.ts';
import { showableFormats, type WmtsOffer, type WmtsOfferLayer, type WmtsWay } from './service-offer.ts';
import { childrenOf, elementAt, readXmlTree, textAt, type XmlElement } from './xml-tree.ts';

/** A pixel of the standard's scale denominators, in metres (OGC 07-057r7, 6.1). */
const pixelMetres = 0.000_28;

/**
 * What the capabilities of a WMTS 1.0.0 offer (OGC 07-057r7). `address` is where they were read: questions (KVP) are put
 * there, whatever address the document names for them; templates of tile addresses are taken as they are. Fails with
 * `bad-response`.
 */
export function readWmtsCapabilities(text: string, address: string): Result<WmtsOffer> {
  const tree = readXmlTree(text);
  if (!tree.ok) return tree;
  const root = tree.value;
  const contents = elementAt(root, 'Contents');
  if (root.name !== 'Capabilities' || !contents) return fail('bad-response', notCapabilities(root, 'WMTS'));
  const sets = new Map(
    childrenOf(contents, 'TileMatrixSet').map((set) => [textAt(set, 'Identifier'), readMatrixSet(set)]),
  );
  const offersKvp = offersQuestions(root);
  const layers = childrenOf(contents, 'Layer').map((layer) =>
    readLayer(layer, sets, offersKvp ? address : undefined),
  );
  if (layers.length === 0) return fail('bad-response', 'This WMTS has no layer.');
  return succeed({
    kind: 'wmts',
    title: textAt(root, 'ServiceIdentification', 'Title') || 'WMTS',
    layers,
  });
}

/** Whether `GetTile` can be asked by KVP. Services that say nothing of encodings mean that. */
function offersQuestions(root: XmlElement): boolean {
  const getTile = childrenOf(elementAt(root, 'OperationsMetadata'), 'Operation').find(
    ({ attributes }) => attributes.name === 'GetTile',
  );
  const gets = childrenOf(getTile, 'DCP').flatMap((dcp) => childrenOf(elementAt(dcp, 'HTTP'), 'Get'));
  return gets.some((get) => {
    const encodings = childrenOf(get, 'Constraint')
      .filter(({ attributes }) => attributes.name === 'GetEncoding')
      .flatMap((constraint) => childrenOf(elementAt(constraint, 'AllowedValues'), 'Value'));
    return encodings.length === 0 || encodings.some(({ text }) => text.toUpperCase() === 'KVP');
  });
}

type MatrixSet = { readonly grid: TileGrid } | { readonly system: string };

function readLayer(
  layer: XmlElement,
  sets: ReadonlyMap<string, MatrixSet>,
  kvpAddress: string | undefined,
): WmtsOfferLayer {
  const name = textAt(layer, 'Identifier');
  const styles = childrenOf(layer, 'Style')
    .toSorted((one, other) => Number(isDefault(other)) - Number(isDefault(one)))
    .map((style) => textAt(style, 'Identifier'));
  const dimensions = Object.fromEntries(
    childrenOf(layer, 'Dimension').map((dimension) => [
      textAt(dimension, 'Identifier'),
      textAt(dimension, 'Default') || textAt(dimension, 'Value'),
    ]),
  );
  const formats = showableFormats(childrenOf(layer, 'Format').map(({ text }) => text));
  const templates = childrenOf(layer, 'ResourceURL').filter(
    ({ attributes }) => attributes.resourceType === 'tile',
  );
  const linked = childrenOf(layer, 'TileMatrixSetLink').map((link) => textAt(link, 'TileMatrixSet'));
  const drawable = linked.flatMap((matrixSet) => {
    const set = sets.get(matrixSet);
    return set && 'grid' in set ? [{ matrixSet, grid: set.grid }] : [];
  });
  const ways = drawable
    .toSorted((one, other) => rank(one.grid) - rank(other.grid))
    .flatMap(({ matrixSet, grid }) =>
      formats.flatMap((format): readonly WmtsWay[] => {
        const template = templates.find(({ attributes }) => attributes.format === format)?.attributes
          .template;
        const common = { matrixSet, grid, format, dimensions };
        if (template !== undefined) return [{ ...common, encoding: 'rest', address: template }];
        return kvpAddress === undefined ? [] : [{ ...common, encoding: 'kvp', address: kvpAddress }];
      }),
    );
  const problem = ways.length > 0 ? null : whyNoWay(formats, drawable.length > 0, linked, sets);
  return { name, title: textAt(layer, 'Title') || name, styles, ways, problem };
}

function isDefault({ attributes }: XmlElement): boolean {
  return attributes.isDefault === 'true' || attributes.isDefault === '1';
}

function whyNoWay(
  formats: readonly string[],
  hasGrid: boolean,
  linked: readonly string[],
  sets: ReadonlyMap<string, MatrixSet>,
): string {
  if (formats.length === 0) return 'It has no PNG, JPEG or WebP.';
  if (hasGrid) return 'It says neither a template of tile addresses nor that it takes questions.';
  const systems = linked.flatMap((name) => {
    const set = sets.get(name);
    return set && 'system' in set ? [set.system] : [];
  });
  return `Its coordinate systems (${systems.join(', ') || 'none'}) cannot be drawn here. These can: ${drawableSystems}.`;
}

function rank({ crs }: TileGrid): number {
  return crs === 'EPSG:3857' ? 0 : crs === 'EPSG:4326' || crs === 'CRS:84' ? 1 : 2;
}

function readMatrixSet(set: XmlElement): MatrixSet {
  const system = textAt(set, 'SupportedCRS');
  const crs = crsOf(system);
  const known = crs === undefined ? undefined : findCrs(crs);
  if (crs === undefined || !known) return { system: system.replace(/^urn:ogc:def:crs:/, '').slice(0, 80) };
  const levels = childrenOf(set, 'TileMatrix')
    .flatMap((matrix) => readMatrix(matrix, known))
    .toSorted((one, other) => other.resolution - one.resolution);
  return levels.length === 0 ? { system } : { grid: { crs, levels } };
}

function readMatrix(
  matrix: XmlElement,
  { metresPerUnit, isLatitudeFirst }: { readonly metresPerUnit: number; readonly isLatitudeFirst: boolean },
): readonly GridLevel[] {
  const numberAt = (name: string) => Number(textAt(matrix, name));
  const corner = textAt(matrix, 'TopLeftCorner').split(/\s+/).map(Number);
  const [first = Number.NaN, second = Number.NaN] = corner;
  // No latitude is above 90: such a service has written x first all the same.
  const isSwapped = isLatitudeFirst && Math.abs(first) <= 90;
  const level: GridLevel = {
    id: textAt(matrix, 'Identifier'),
    resolution: (numberAt('ScaleDenominator') * pixelMetres) / metresPerUnit,
    origin: isSwapped ? [second, first] : [first, second],
    tileWidth: numberAt('TileWidth'),
    tileHeight: numberAt('TileHeight'),
    columns: numberAt('MatrixWidth'),
    rows: numberAt('MatrixHeight'),
  };
  const { resolution, origin, tileWidth, tileHeight, columns, rows } = level;
  const isWhole = [resolution, tileWidth, tileHeight, columns, rows].every(
    (value) => Number.isFinite(value) && value > 0,
  );
  return isWhole && origin.every(Number.isFinite) ? [level] : [];
}
