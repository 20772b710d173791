import { fail, type Result, succeed } from '../../result.ts';
import { findCrs, normalizeCrsName, supportedCrsText } from '../map-crs.ts';
import type { GridLevel, TileGrid } from '../tile-grid.ts';
import { describeUnexpectedXml } from './read-wms-capabilities.ts';
import {
  capabilitiesLimits,
  describeExcess,
  displayableFormats,
  type WmtsCapabilities,
  type WmtsCapabilitiesLayer,
  type WmtsTileAccess,
} from './service-capabilities.ts';
import { childrenOf, elementAt, readXmlTree, textAt, type XmlElement } from './xml-tree.ts';

/** A pixel of the standard's scale denominators, in metres (OGC 07-057r7, 6.1). */
const pixelMetres = 0.000_28;

/**
 * Parses the capabilities of a WMTS 1.0.0 (OGC 07-057r7). `address` is their source: KVP requests are sent there,
 * whatever address the document names; templates of tile addresses are used unchanged. Fails with `bad-response`.
 */
export function readWmtsCapabilities(text: string, address: string): Result<WmtsCapabilities> {
  const tree = readXmlTree(text);
  if (!tree.ok) return tree;
  const root = tree.value;
  const contents = elementAt(root, 'Contents');
  if (root.name !== 'Capabilities' || !contents)
    return fail('bad-response', describeUnexpectedXml(root, 'WMTS'));
  const sets = new Map(
    childrenOf(contents, 'TileMatrixSet').map((set) => [textAt(set, 'Identifier'), readMatrixSet(set)]),
  );
  const offersKvp = supportsKvp(root);
  const elements = childrenOf(contents, 'Layer');
  if (elements.length === 0) return fail('bad-response', 'This WMTS has no layer.');
  if (elements.length > capabilitiesLimits.layers) {
    return fail('bad-response', describeExcess('layers', capabilitiesLimits.layers));
  }
  const layers: WmtsCapabilitiesLayer[] = [];
  const total = { accessMethods: 0, levels: 0, characters: 0 };
  for (const element of elements) {
    const layer = readLayer(element, sets, offersKvp ? address : undefined);
    if (!layer)
      return fail(
        'bad-response',
        describeExcess('matrix sets and formats', capabilitiesLimits.accessMethods),
      );
    total.accessMethods += layer.accessMethods.length;
    total.levels += layer.accessMethods.reduce((sum, { grid }) => sum + grid.levels.length, 0);
    total.characters += countCharacters(layer);
    if (total.accessMethods > capabilitiesLimits.accessMethods) {
      return fail(
        'bad-response',
        describeExcess('matrix sets and formats over all its layers', capabilitiesLimits.accessMethods),
      );
    }
    if (total.levels > capabilitiesLimits.levels) {
      return fail(
        'bad-response',
        describeExcess('levels of tiles over all its layers', capabilitiesLimits.levels),
      );
    }
    if (total.characters > capabilitiesLimits.characters) {
      return fail(
        'bad-response',
        describeExcess('characters over all its layers', capabilitiesLimits.characters),
      );
    }
    layers.push(layer);
  }
  return succeed({
    kind: 'wmts',
    title: textAt(root, 'ServiceIdentification', 'Title') || 'WMTS',
    layers,
  });
}

/** The number of characters of a layer as sent to the page; all its access methods have the same dimensions. */
function countCharacters({ name, title, styles, accessMethods }: WmtsCapabilitiesLayer): number {
  const dimensions = Object.entries(accessMethods[0]?.dimensions ?? {})
    .flat()
    .join('').length;
  const names = name.length + title.length + styles.reduce((sum, style) => sum + style.length, 0);
  return accessMethods.reduce(
    (sum, { address, matrixSet, format }) =>
      sum + address.length + matrixSet.length + format.length + dimensions,
    names,
  );
}

/** Whether `GetTile` supports KVP, as it does when the service names no encodings. */
function supportsKvp(root: XmlElement): boolean {
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

/** Undefined when the layer alone has more access methods than are allowed for all layers together. */
function readLayer(
  layer: XmlElement,
  sets: ReadonlyMap<string, MatrixSet>,
  kvpAddress: string | undefined,
): WmtsCapabilitiesLayer | undefined {
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
  const formats = displayableFormats(childrenOf(layer, 'Format').map(({ text }) => text));
  // Reversed, so that the first template of each format is the one that remains.
  const templates = new Map(
    childrenOf(layer, 'ResourceURL')
      .filter(({ attributes }) => attributes.resourceType === 'tile')
      .toReversed()
      .map(({ attributes }) => [attributes.format, attributes.template]),
  );
  const linked = childrenOf(layer, 'TileMatrixSetLink').map((link) => textAt(link, 'TileMatrixSet'));
  const drawable = linked.flatMap((matrixSet) => {
    const set = sets.get(matrixSet);
    return set && 'grid' in set ? [{ matrixSet, grid: set.grid }] : [];
  });
  if (drawable.length * formats.length > capabilitiesLimits.accessMethods) return undefined;
  const accessMethods = drawable
    .toSorted((one, other) => rank(one.grid) - rank(other.grid))
    .flatMap(({ matrixSet, grid }) =>
      formats.flatMap((format): readonly WmtsTileAccess[] => {
        const template = templates.get(format);
        const common = { matrixSet, grid, format, dimensions };
        if (template !== undefined) return [{ ...common, encoding: 'rest', address: template }];
        return kvpAddress === undefined ? [] : [{ ...common, encoding: 'kvp', address: kvpAddress }];
      }),
    );
  const problem =
    accessMethods.length > 0 ? null : describeMissingAccess(formats, drawable.length > 0, linked, sets);
  const title = (textAt(layer, 'Title') || name).slice(0, capabilitiesLimits.titleLength);
  return { name, title, styles, accessMethods, problem };
}

function isDefault({ attributes }: XmlElement): boolean {
  return attributes.isDefault === 'true' || attributes.isDefault === '1';
}

function describeMissingAccess(
  formats: readonly string[],
  hasGrid: boolean,
  linked: readonly string[],
  sets: ReadonlyMap<string, MatrixSet>,
): string {
  if (formats.length === 0) return 'It has no PNG, JPEG or WebP.';
  if (hasGrid) return 'It states neither a template of tile addresses nor that it accepts GetTile requests.';
  const systems = linked.flatMap((name) => {
    const set = sets.get(name);
    return set && 'system' in set ? [set.system] : [];
  });
  return `Its coordinate systems (${systems.join(', ') || 'none'}) cannot be drawn here. These can: ${supportedCrsText}.`;
}

function rank({ crs }: TileGrid): number {
  return crs === 'EPSG:3857' ? 0 : crs === 'EPSG:4326' || crs === 'CRS:84' ? 1 : 2;
}

function readMatrixSet(set: XmlElement): MatrixSet {
  const system = textAt(set, 'SupportedCRS');
  const crs = normalizeCrsName(system);
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
