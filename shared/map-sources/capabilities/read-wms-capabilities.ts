import { fail, type Result, succeed } from '../../result.ts';
import { crsOf } from '../map-crs.ts';
import { showableFormats, type WmsOffer, type WmsOfferLayer } from './service-offer.ts';
import { childrenOf, elementAt, readXmlTree, textAt, type XmlElement } from './xml-tree.ts';

/**
 * What the capabilities of a WMS offer (OGC 01-068r3 for 1.1.1, 06-042 for 1.3.0). Coordinate systems, styles and
 * attribution are inherited from the layers around. Addresses in it are not read: maps are asked for where the
 * capabilities were. Fails with `bad-response`.
 */
export function readWmsCapabilities(text: string): Result<WmsOffer> {
  const tree = readXmlTree(text);
  if (!tree.ok) return tree;
  const root = tree.value;
  if (root.name !== 'WMS_Capabilities' && root.name !== 'WMT_MS_Capabilities') {
    return fail('bad-response', notCapabilities(root, 'WMS'));
  }
  const version = root.name === 'WMS_Capabilities' ? '1.3.0' : '1.1.1';
  const capability = elementAt(root, 'Capability');
  const formats = showableFormats(
    childrenOf(elementAt(capability, 'Request', 'GetMap'), 'Format').map((format) => format.text),
  );
  if (formats.length === 0) {
    return fail('bad-response', 'This WMS draws no PNG, JPEG or WebP, so its maps cannot be shown.');
  }
  const layers = childrenOf(capability, 'Layer').flatMap((layer) => readLayer(layer, noInheritance, 0));
  if (layers.length === 0) return fail('bad-response', 'This WMS names no layer that can be asked for.');
  return succeed({ kind: 'wms', title: textAt(root, 'Service', 'Title') || 'WMS', version, formats, layers });
}

type Inherited = {
  readonly systems: readonly string[];
  readonly styles: WmsOfferLayer['styles'];
  readonly attribution: string;
};

const noInheritance: Inherited = { systems: [], styles: [], attribution: '' };

function readLayer(layer: XmlElement, inherited: Inherited, depth: number): readonly WmsOfferLayer[] {
  const systems = [
    ...inherited.systems,
    // Old services write several into one element.
    ...[...childrenOf(layer, 'CRS'), ...childrenOf(layer, 'SRS')].flatMap((crs) => crs.text.split(/\s+/)),
  ];
  const own = childrenOf(layer, 'Style').map((style) => ({
    name: textAt(style, 'Name'),
    title: textAt(style, 'Title') || textAt(style, 'Name'),
  }));
  const ownNames = new Set(own.map(({ name }) => name));
  const styles = [...own, ...inherited.styles.filter(({ name }) => !ownNames.has(name))];
  const attribution = textAt(layer, 'Attribution', 'Title') || inherited.attribution;
  const name = textAt(layer, 'Name');
  const self: readonly WmsOfferLayer[] =
    name === ''
      ? []
      : [
          {
            name,
            title: textAt(layer, 'Title') || name,
            depth,
            styles,
            crs: bestSystem(systems),
            attribution,
          },
        ];
  const below = { systems, styles, attribution };
  return [...self, ...childrenOf(layer, 'Layer').flatMap((child) => readLayer(child, below, depth + 1))];
}

/** Web Mercator needs no reprojection. CRS:84 has no doubt about its axes, EPSG:4326 has. */
function bestSystem(names: readonly string[]): WmsOfferLayer['crs'] {
  const systems = new Set(names.map(crsOf));
  for (const crs of ['EPSG:3857', 'CRS:84', 'EPSG:4326'] as const) if (systems.has(crs)) return crs;
  return null;
}

/** What to say of XML that is something else: a service's own words where it is an exception. */
export function notCapabilities(root: XmlElement, service: string): string {
  const exception =
    textAt(root, 'ServiceException') || textAt(root, 'Exception', 'ExceptionText') || textAt(root, 'Reason');
  if (exception !== '') return `The service refuses: “${exception.slice(0, 300)}”`;
  return `What came is no capabilities of a ${service} but <${root.name.slice(0, 60)}>. Check the address.`;
}
