import { readWmsCapabilities } from '../../../shared/map-sources/capabilities/read-wms-capabilities.ts';
import { damage, decode } from '../damage.ts';
import type { FuzzTarget } from '../fuzz-target.ts';

const text = (content: string) => new TextEncoder().encode(content);
const layer = (name: string, inside = '') =>
  `<Layer queryable="1"><Name>${name}</Name><Title>${name} &amp; more</Title><CRS>EPSG:3857</CRS><SRS>EPSG:4326 EPSG:900913</SRS><Style><Name>day</Name></Style><EX_GeographicBoundingBox><westBoundLongitude>-180</westBoundLongitude></EX_GeographicBoundingBox>${inside}</Layer>`;
const capabilitySeeds = [
  `<?xml version="1.0"?><WMS_Capabilities version="1.3.0"><Service><Title>Charts</Title></Service><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request>${layer('a', layer('b', layer('c')))}</Capability></WMS_Capabilities>`,
  `<!DOCTYPE WMT_MS_Capabilities [ <!ELEMENT V EMPTY> ]><WMT_MS_Capabilities version="1.1.1"><Capability><Request><GetMap><Format>image/gif</Format></GetMap></Request>${layer('x')}</Capability></WMT_MS_Capabilities>`,
].map((content) => ({ bytes: text(content), extension: 'xml' }));

/** Capabilities of a WMS. */
export const capabilities: FuzzTarget = {
  name: 'capabilities',
  count: 100_000,
  make: (random) => damage(capabilitySeeds, random),
  check: ({ bytes }) => void readWmsCapabilities(decode(bytes)),
};
