import { readCapabilities } from '../../../electron/core/map-sources/read-capabilities.ts';
import { wmsCapabilities, wmtsCapabilities } from '../../builders/tile-server.ts';
import { damage, expectThat } from '../damage.ts';
import type { FuzzTarget } from '../fuzz-target.ts';

const layer = (name: string, inside = '') =>
  `<Layer queryable="1"><Name>${name}</Name><Title>${name} &amp; more</Title><CRS>EPSG:3857</CRS><SRS>EPSG:4326 EPSG:900913</SRS><Style><Name>day</Name></Style><EX_GeographicBoundingBox><westBoundLongitude>-180</westBoundLongitude></EX_GeographicBoundingBox>${inside}</Layer>`;

/** Capabilities of a WMS. */
export const wms = capabilitiesTarget('wms', [
  wmsCapabilities,
  `<?xml version="1.0" encoding="ISO-8859-1"?><WMS_Capabilities version="1.3.0"><Service><Title>Charts</Title></Service><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request>${layer('a', layer('b', layer('c')))}</Capability></WMS_Capabilities>`,
  `<!DOCTYPE WMT_MS_Capabilities [ <!ELEMENT V EMPTY> ]><WMT_MS_Capabilities version="1.1.1"><Capability><Request><GetMap><Format>image/gif</Format></GetMap></Request>${layer('x')}</Capability></WMT_MS_Capabilities>`,
]);

const tiles = 'https://tiles.example';

/** Capabilities of a WMTS. */
export const wmts = capabilitiesTarget('wmts', [
  wmtsCapabilities(tiles, 'rest'),
  wmtsCapabilities(tiles, 'kvp'),
]);

function capabilitiesTarget(kind: 'wms' | 'wmts', documents: readonly string[]): FuzzTarget {
  const seeds = documents.map((document) => ({
    bytes: new TextEncoder().encode(document),
    extension: 'xml',
  }));
  return {
    name: kind,
    make: (random) => damage(seeds, random),
    check({ bytes }) {
      const read = readCapabilities({ kind, address: `${tiles}/${kind}`, body: bytes });
      if (!read.ok) {
        expectThat(read.failure.code === 'bad-response', `refused as ${read.failure.code}`);
        expectThat(read.failure.message !== '', 'refused without a reason');
      } else if (read.value.kind === 'wmts') {
        const levels = read.value.layers.flatMap(({ accessMethods }) =>
          accessMethods.flatMap(({ grid }) => grid.levels),
        );
        const isDrawable = levels.every(
          ({ resolution, origin, columns, rows }) =>
            [resolution, columns, rows].every((value) => value > 0) && origin.every(Number.isFinite),
        );
        expectThat(isDrawable, 'a level of tiles cannot be drawn');
      }
    },
  };
}
