import proj4, { type Converter } from 'proj4';
import type { BoundingBox } from '../../geo/geometry.ts';
import { fail, type Result, succeed } from '../../result.ts';
import { advertisedAddress } from '../advertised-address.ts';
import { findCrs, normalizeCrsName, supportedCrsText } from '../map-crs.ts';
import type { GridLevel, TileGrid } from '../tile-grid.ts';
import { describeUnexpectedXml } from './read-wms-capabilities.ts';
import {
  capabilitiesLimits,
  createDimensionValues,
  describeExcess,
  displayableFormats,
  type ServiceDimension,
  type WmtsCapabilities,
  type WmtsCapabilitiesLayer,
  type WmtsTileAccess,
} from './service-capabilities.ts';
import { childrenOf, elementAt, readXmlTree, textAt, type XmlElement } from './xml-tree.ts';

/** A pixel of the standard's scale denominators, in metres (OGC 07-057r7, 6.1). */
const pixelMetres = 0.000_28;

/**
 * Parses the capabilities of a WMTS 1.0.0 (OGC 07-057r7). `address` is their source: KVP requests are sent there where
 * the document names no address, and relative templates of tile addresses belong to it. Fails with `bad-response`.
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
  const kvp = kvpAddresses(root, address);
  const elements = childrenOf(contents, 'Layer');
  if (elements.length === 0) return fail('bad-response', 'This WMTS has no layer.');
  if (elements.length > capabilitiesLimits.layers) {
    return fail('bad-response', describeExcess('layers', capabilitiesLimits.layers));
  }
  const layers: WmtsCapabilitiesLayer[] = [];
  const valuesOf = createDimensionValues();
  const total = { accessMethods: 0, levels: 0, characters: 0 };
  for (const element of elements) {
    const layer = readLayer(element, sets, kvp, address, valuesOf);
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

/**
 * Address of `GetTile` requests with parameters: where the service says, or else, since services behind a proxy name
 * addresses that only their own network reaches, where its capabilities are. Empty when it does not support them.
 */
function kvpAddresses(root: XmlElement, address: string): readonly string[] {
  const getTile = childrenOf(elementAt(root, 'OperationsMetadata'), 'Operation').find(
    ({ attributes }) => attributes.name === 'GetTile',
  );
  const gets = childrenOf(getTile, 'DCP').flatMap((dcp) => childrenOf(elementAt(dcp, 'HTTP'), 'Get'));
  const supporting = gets.find((get) => {
    const encodings = childrenOf(get, 'Constraint')
      .filter(({ attributes }) => attributes.name === 'GetEncoding')
      .flatMap((constraint) => childrenOf(elementAt(constraint, 'AllowedValues'), 'Value'));
    return encodings.length === 0 || encodings.some(({ text }) => text.toUpperCase() === 'KVP');
  });
  return supporting
    ? [...new Set([advertisedAddress(supporting.attributes.href ?? null, address), address])]
    : [];
}

/** `turned` has the corners of the other order of axes. */
type MatrixSet =
  | { readonly grid: TileGrid; readonly turned: TileGrid }
  | { readonly system: string }
  | { readonly levels: 'unreadable' };

/** Undefined when the layer alone has more access methods than are allowed for all layers together. */
function readLayer(
  layer: XmlElement,
  sets: ReadonlyMap<string, MatrixSet>,
  kvpAddresses: readonly string[],
  address: string,
  valuesOf: ReturnType<typeof createDimensionValues>,
): WmtsCapabilitiesLayer | undefined {
  const name = textAt(layer, 'Identifier');
  const stated = childrenOf(layer, 'Style')
    .toSorted((one, other) => Number(isDefault(other)) - Number(isDefault(one)))
    .map((style) => textAt(style, 'Identifier'));
  const named = stated.filter((style) => style !== '');
  // A template has no place for a style without a name, as some services have one; a parameter may be empty.
  const styles = kvpAddresses.length === 0 && named.length > 0 ? named : stated;
  const offered = childrenOf(layer, 'Dimension').map(
    (dimension): ServiceDimension => ({
      name: textAt(dimension, 'Identifier'),
      units: textAt(dimension, 'UOM').slice(0, capabilitiesLimits.titleLength),
      default: textAt(dimension, 'Default'),
      values: valuesOf(childrenOf(dimension, 'Value').map(({ text }) => text)),
    }),
  );
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
      .map(({ attributes }) => [attributes.format, resolveTemplate(attributes.template ?? '', address)]),
  );
  const withoutValue = new Set([
    ...(styles.length === 0 || styles.includes('') ? ['style'] : []),
    ...Object.keys(dimensions).flatMap((each) => (dimensions[each] === '' ? [each.toLowerCase()] : [])),
  ]);
  const known = new Set(
    [...templateNames, ...Object.keys(dimensions).map((each) => each.toLowerCase())].filter(
      (each) => !withoutValue.has(each),
    ),
  );
  const unknownIn = (template: string) =>
    template.match(/\{[^{}]*\}/g)?.find((part) => !known.has(part.slice(1, -1).toLowerCase()));
  const bounds = boundsOf(layer);
  const linked = childrenOf(layer, 'TileMatrixSetLink').map((link) => textAt(link, 'TileMatrixSet'));
  const drawable = linked.flatMap((matrixSet) => {
    const set = sets.get(matrixSet);
    return set && 'grid' in set ? [{ matrixSet, grid: chooseGrid(set, bounds) }] : [];
  });
  if (drawable.length * formats.length > capabilitiesLimits.accessMethods) return undefined;
  const accessMethods = drawable
    .toSorted((one, other) => rank(one.grid) - rank(other.grid))
    .flatMap(({ matrixSet, grid }) =>
      formats.flatMap((format): readonly WmtsTileAccess[] => {
        const template = templates.get(format);
        const common = { matrixSet, grid, format, dimensions };
        if (template !== undefined && unknownIn(template) === undefined)
          return [{ ...common, encoding: 'rest', address: template }];
        return kvpAddresses.map((address) => ({ ...common, encoding: 'kvp', address }));
      }),
    );
  const problem =
    accessMethods.length > 0
      ? null
      : describeMissingAccess(
          formats,
          drawable.length > 0,
          linked,
          sets,
          [...templates.values()].map(unknownIn).find((part) => part !== undefined),
        );
  const title = (textAt(layer, 'Title') || name).slice(0, capabilitiesLimits.titleLength);
  return { name, title, styles, dimensions: offered, accessMethods, problem };
}

/** OGC 07-057r7, 10.2: what a template has besides the dimensions of its layer. */
const templateNames = ['layer', 'style', 'tilematrixset', 'tilematrix', 'tilerow', 'tilecol'];

/** A relative template belongs to the address of the capabilities (RFC 3986, 5.2). */
function resolveTemplate(template: string, address: string): string {
  const [, scheme = '', host = ''] = /^([a-z][a-z\d+.-]*:)(\/\/[^/?#]*)/i.exec(address) ?? [];
  if (/^[a-z][a-z\d+.-]*:/i.test(template) || scheme === '') return template;
  if (template.startsWith('//')) return scheme + template;
  if (template.startsWith('/')) return scheme + host + template;
  return `${address.replace(/[?#].*$/s, '').replace(/[^/]*$/, '')}${template}`;
}

function isDefault({ attributes }: XmlElement): boolean {
  return attributes.isDefault === 'true' || attributes.isDefault === '1';
}

function describeMissingAccess(
  formats: readonly string[],
  hasGrid: boolean,
  linked: readonly string[],
  sets: ReadonlyMap<string, MatrixSet>,
  unknown: string | undefined,
): string {
  if (formats.length === 0) return 'It has no PNG, JPEG or WebP.';
  if (hasGrid && unknown !== undefined) {
    return `Its template of tile addresses has ${unknown.slice(0, 80)}, for which the service states no value.`;
  }
  if (hasGrid) return 'It states neither a template of tile addresses nor that it accepts GetTile requests.';
  const systems = linked.flatMap((name) => {
    const set = sets.get(name);
    return set && 'system' in set ? [set.system] : [];
  });
  const isUnreadable = linked.some((name) => 'levels' in (sets.get(name) ?? {}));
  if (systems.length === 0 && isUnreadable) {
    return 'No level of its tile matrix sets has a scale, a corner and sizes that are numbers.';
  }
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
    .flatMap((matrix) => readMatrix(matrix, known.metresPerUnit))
    .toSorted((one, other) => other.resolution - one.resolution);
  if (levels.length === 0) return { levels: 'unreadable' };
  const turned = levels.map(({ origin: [x, y], ...level }): GridLevel => ({ ...level, origin: [y, x] }));
  // No latitude is above 90: such a service has written the other order than its system's, at all of its levels.
  const isPossible = (candidates: readonly GridLevel[]) =>
    known.metresPerUnit === 1 || candidates.every(({ origin }) => Math.abs(origin[1]) <= 90);
  const [first, second] = known.isLatitudeFirst ? [turned, levels] : [levels, turned];
  const isFirst = isPossible(first) || !isPossible(second);
  const [grid, other] = isFirst ? [first, second] : [second, first];
  return { grid: { crs, levels: grid }, turned: { crs, levels: other } };
}

/** Services that write the corner in the other order than their system's are known by the bounds of their layers. */
function chooseGrid(
  { grid, turned }: Extract<MatrixSet, { readonly grid: TileGrid }>,
  bounds: BoundingBox | undefined,
): TileGrid {
  return bounds && coveredShare(turned, bounds) > coveredShare(grid, bounds) + leastDifference
    ? turned
    : grid;
}

/** Bounds are rounded, and seldom the same in two systems. */
const leastDifference = 0.01;

/** The share of the bounds that the coarsest level covers; 0 where it covers no more than an edge. */
function coveredShare({ crs, levels: [level] }: TileGrid, [west, south, east, north]: BoundingBox): number {
  if (!level) return 0;
  const projection = projectionTo(crs);
  const corners = [west, (west + east) / 2, east].flatMap((x) =>
    [south, (south + north) / 2, north].map((y) => projection.forward([x, y])),
  );
  // The poles lie at no number in Web Mercator.
  const numbersAt = (axis: 0 | 1) =>
    corners.map((corner) => corner[axis] ?? Number.NaN).filter(Number.isFinite);
  const { origin, resolution, tileWidth, tileHeight, columns, rows } = level;
  const shareOf = (numbers: readonly number[], from: number, to: number) => {
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    const common = Math.min(high, to) - Math.max(low, from);
    return high > low ? Math.max(0, common) / (high - low) : Number(common >= 0);
  };
  return (
    shareOf(numbersAt(0), origin[0], origin[0] + columns * tileWidth * resolution) *
    shareOf(numbersAt(1), origin[1] - rows * tileHeight * resolution, origin[1])
  );
}

/** Creating a projection takes long compared with using it, and a service has thousands of layers. */
const projections = new Map<string, Converter>();

function projectionTo(crs: string): Converter {
  const created =
    projections.get(crs) ??
    proj4('EPSG:4326', crs === 'CRS:84' ? 'EPSG:4326' : (findCrs(crs)?.definition ?? crs));
  projections.set(crs, created);
  return created;
}

/** The bounds of a layer (OGC 06-121r3, 10.2): longitude first, in degrees. */
function boundsOf(layer: XmlElement): BoundingBox | undefined {
  const corners = ['LowerCorner', 'UpperCorner'].flatMap((name) =>
    readCorner(textAt(layer, 'WGS84BoundingBox', name)),
  );
  const [west, south, east, north] = corners;
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    return undefined;
  return corners.length === 4 && corners.every(Number.isFinite) ? [west, south, east, north] : undefined;
}

/** Two numbers, which some services separate by a comma. */
function readCorner(text: string): readonly number[] {
  return text
    .trim()
    .split(/\s*[\s,;]\s*/)
    .map(Number);
}

/** One level, its corner in the order of the document. */
function readMatrix(matrix: XmlElement, metresPerUnit: number): readonly GridLevel[] {
  const numberAt = (name: string) => Number(textAt(matrix, name));
  const [first = Number.NaN, second = Number.NaN] = readCorner(textAt(matrix, 'TopLeftCorner'));
  const level: GridLevel = {
    id: textAt(matrix, 'Identifier'),
    resolution: (numberAt('ScaleDenominator') * pixelMetres) / metresPerUnit,
    origin: [first, second],
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
