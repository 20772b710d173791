import { fail, type Result, succeed } from '../../result.ts';
import { normalizeCrsName } from '../map-crs.ts';
import {
  capabilitiesLimits,
  createDimensionValues,
  describeExcess,
  displayableFormats,
  type ServiceDimension,
  type WmsCapabilities,
  type WmsCapabilitiesLayer,
} from './service-capabilities.ts';
import { childrenOf, elementAt, readXmlTree, textAt, type XmlElement } from './xml-tree.ts';

/**
 * Parses the capabilities of a WMS (OGC 01-068r3 for 1.1.1, 06-042 for 1.3.0). Coordinate systems, styles and
 * attribution are inherited from parent layers. Fails with `bad-response`.
 */
export function readWmsCapabilities(text: string): Result<WmsCapabilities> {
  const tree = readXmlTree(text);
  if (!tree.ok) return tree;
  const root = tree.value;
  if (root.name !== 'WMS_Capabilities' && root.name !== 'WMT_MS_Capabilities') {
    return fail('bad-response', describeUnexpectedXml(root, 'WMS'));
  }
  const version = root.name === 'WMS_Capabilities' ? '1.3.0' : '1.1.1';
  const capability = elementAt(root, 'Capability');
  const formats = displayableFormats(
    childrenOf(elementAt(capability, 'Request', 'GetMap'), 'Format').map((format) => format.text),
  );
  if (formats.length === 0) {
    return fail('bad-response', 'This WMS draws no PNG, JPEG or WebP, so its maps cannot be shown.');
  }
  const layers = readLayers(childrenOf(capability, 'Layer'));
  if (!layers.ok) return layers;
  if (layers.value.length === 0) {
    return fail('bad-response', 'This WMS names no layer that can be requested.');
  }
  return succeed({
    kind: 'wms',
    title: textAt(root, 'Service', 'Title') || 'WMS',
    version,
    mapAddress: onlineResource(elementAt(capability, 'Request', 'GetMap')),
    formats,
    layers: layers.value,
  });
}

/** The address of GET requests of an operation (OGC 06-042, 6.9.3). */
function onlineResource(operation: XmlElement | undefined): string | null {
  const gets = childrenOf(operation, 'DCPType').flatMap((dcp) => childrenOf(elementAt(dcp, 'HTTP'), 'Get'));
  const addresses = gets.map((get) => elementAt(get, 'OnlineResource')?.attributes.href?.trim() ?? '');
  return addresses.find((address) => address !== '') ?? null;
}

type Style = WmsCapabilitiesLayer['styles'][number];
type SupportedCrs = (typeof preferredOrder)[number];

type Inherited = {
  /** Only supported ones, since services name thousands, with their names for them. */
  readonly systems: ReadonlyMap<SupportedCrs, string>;
  readonly styles: readonly Style[];
  readonly styleCharacters: number;
  readonly attribution: string;
  readonly dimensions: readonly ServiceDimension[];
};

type PendingLayer = { readonly layer: XmlElement; readonly inherited: Inherited; readonly depth: number };

const noInheritance: Inherited = {
  systems: new Map(),
  styles: [],
  styleCharacters: 0,
  attribution: '',
  dimensions: [],
};

/** Returns the named layers in the order of the service. Inherited values are shared, and counted before they are added to. */
function readLayers(roots: readonly XmlElement[]): Result<readonly WmsCapabilitiesLayer[]> {
  const layers: WmsCapabilitiesLayer[] = [];
  const valuesOf = createDimensionValues();
  let [styleCount, characters] = [0, 0];
  const pending = roots
    .map((layer): PendingLayer => ({ layer, inherited: noInheritance, depth: 0 }))
    .toReversed();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { layer, inherited, depth } = next;
    if (depth > capabilitiesLimits.layerDepth) {
      return fail(
        'bad-response',
        describeExcess('groups of layers within one another', capabilitiesLimits.layerDepth),
      );
    }
    const styleElements = childrenOf(layer, 'Style');
    styleCount += styleElements.length + inherited.styles.length;
    if (styleCount > capabilitiesLimits.styles) {
      return fail('bad-response', describeExcess('styles over all its layers', capabilitiesLimits.styles));
    }
    const merged: Inherited = {
      systems: addSystems(inherited.systems, layer),
      ...addStyles(inherited, styleElements),
      attribution: titleAt(layer, 'Attribution', 'Title') || inherited.attribution,
      dimensions: addDimensions(inherited.dimensions, layer, valuesOf),
    };
    const name = textAt(layer, 'Name');
    if (name !== '') {
      const { styles, styleCharacters, attribution, dimensions } = merged;
      const title = titleAt(layer, 'Title') || name.slice(0, capabilitiesLimits.titleLength);
      layers.push({ name, title, depth, styles, crs: preferredCrs(merged.systems), attribution, dimensions });
      if (layers.length > capabilitiesLimits.layers) {
        return fail('bad-response', describeExcess('layers', capabilitiesLimits.layers));
      }
      characters += name.length + title.length + attribution.length + styleCharacters;
      if (characters > capabilitiesLimits.characters) {
        return fail(
          'bad-response',
          describeExcess('characters of names over all its layers', capabilitiesLimits.characters),
        );
      }
    }
    for (const child of childrenOf(layer, 'Layer').toReversed()) {
      pending.push({ layer: child, inherited: merged, depth: depth + 1 });
    }
  }
  return succeed(layers);
}

function addSystems(inherited: Inherited['systems'], layer: XmlElement): Inherited['systems'] {
  const elements = [...childrenOf(layer, 'CRS'), ...childrenOf(layer, 'SRS')];
  // Old services write several into one element.
  const names = elements.flatMap(({ text }) => text.split(/\s+/));
  const systems = new Map(inherited);
  for (const name of names) {
    const crs = preferredOrder.find((one) => one === normalizeCrsName(name));
    // The plain name is preferred to its aliases.
    if (crs && (name === crs || !systems.has(crs))) systems.set(crs, name);
  }
  return systems.size === 0 || names.length === 0 ? inherited : systems;
}

function addStyles(
  inherited: Inherited,
  elements: readonly XmlElement[],
): Pick<Inherited, 'styles' | 'styleCharacters'> {
  if (elements.length === 0) {
    return { styles: inherited.styles, styleCharacters: inherited.styleCharacters };
  }
  const layerStyles = elements.map((style) => ({
    name: textAt(style, 'Name'),
    title: titleAt(style, 'Title') || titleAt(style, 'Name'),
  }));
  const layerStyleNames = new Set(layerStyles.map(({ name }) => name));
  const styles = [...layerStyles, ...inherited.styles.filter(({ name }) => !layerStyleNames.has(name))];
  const styleCharacters = styles.reduce((sum, { name, title }) => sum + name.length + title.length, 0);
  return { styles, styleCharacters };
}

/**
 * Dimensions with their values: in 1.3.0 the text of the element, in 1.1.1 that of an `Extent` of the same name. What a
 * layer states replaces what it inherits.
 */
function addDimensions(
  inherited: Inherited['dimensions'],
  layer: XmlElement,
  valuesOf: ReturnType<typeof createDimensionValues>,
): Inherited['dimensions'] {
  const [elements, extents] = [childrenOf(layer, 'Dimension'), childrenOf(layer, 'Extent')];
  if (elements.length === 0 && extents.length === 0) return inherited;
  const dimensions = new Map(inherited.map((dimension) => [dimension.name.toLowerCase(), dimension]));
  for (const { attributes, text } of [...elements, ...extents]) {
    const name = (attributes.name ?? '').trim().slice(0, capabilitiesLimits.titleLength);
    if (name === '') continue;
    const known = dimensions.get(name.toLowerCase());
    dimensions.set(name.toLowerCase(), {
      name,
      units: (attributes.units ?? known?.units ?? '').slice(0, capabilitiesLimits.titleLength),
      default: (attributes.default ?? '').trim().slice(0, capabilitiesLimits.titleLength),
      values: valuesOf([text]),
    });
  }
  return [...dimensions.values()];
}

function titleAt(element: XmlElement, ...path: readonly string[]): string {
  return textAt(element, ...path).slice(0, capabilitiesLimits.titleLength);
}

/** The preferred first: Web Mercator needs no reprojection. CRS:84 has no doubt about its axes, EPSG:4326 has. */
const preferredOrder = ['EPSG:3857', 'CRS:84', 'EPSG:4326'] as const;

function preferredCrs(systems: Inherited['systems']): WmsCapabilitiesLayer['crs'] {
  const crs = preferredOrder.find((one) => systems.has(one));
  return (crs && systems.get(crs)) ?? null;
}

/** Returns a message for XML that is not capabilities: the service's own message if it is an exception. */
export function describeUnexpectedXml(root: XmlElement, service: string): string {
  const exception =
    textAt(root, 'ServiceException') || textAt(root, 'Exception', 'ExceptionText') || textAt(root, 'Reason');
  if (exception !== '') return `The service refuses: “${exception.slice(0, 300)}”`;
  return `What came is no capabilities of a ${service} but <${root.name.slice(0, 60)}>. Check the address.`;
}
