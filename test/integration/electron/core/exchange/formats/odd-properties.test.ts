import { execFileSync } from 'node:child_process';
import type { FeatureCollection } from 'geojson';
import { expect, test } from 'vitest';
import { exportTo } from '../../../../../builders/export-builder.ts';
import { whyNoGdal } from '../../../../../builders/gdal-server.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { fillWorkspace, openTestWorkspace } from '../../../../../builders/workspace-builder.ts';

const missing = whyNoGdal();
if (missing !== undefined)
  process.stderr.write(`Skipped: GDAL does not read odd properties, as ${missing}.\n`);

const longName = 'x'.repeat(300);
/** Names that readers of exports confuse, reserve, cut or refuse, each with a value of its own. */
const properties = {
  '': 'empty',
  fid: 'v-fid',
  FID: 'v-FID',
  geom: 'v-geom',
  Length: 'v-Length',
  length: 'v-length',
  LENGTH: 'v-LENGTH',
  'a\0b': 'v-nul',
  nul: 'before\0after',
  '\u202etxt.exe': 'v-bidi',
  '👨‍👩‍👧': 'v-family',
  [longName]: 'v-long',
  rowid: 'v-rowid',
  geometry: 'v-geometry',
  WKT: 'v-WKT',
  ogc_fid: 'v-ogc_fid',
};

test.skipIf(missing !== undefined).each(['geojson', 'csv', 'kml', 'gpkg', 'fgb', 'shp'] as const)(
  '%s: GDAL reads the value of every property, and what is changed is noted',
  async (format) => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, [buildRecord({ features: [buildFeature({ properties })] })]);
    const name = format === 'shp' ? 'odd.zip' : `odd.${format}`;
    const { file, job } = await exportTo(workspace, name, { format });
    const { warnings } = job;
    const source = format === 'shp' ? `/vsizip/${file}` : file;
    const text = execFileSync(
      'ogr2ogr',
      ['-f', 'GeoJSON', '/vsistdout/', source, ...(format === 'gpkg' ? ['detections'] : [])],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const { features } = JSON.parse(text) as FeatureCollection;
    expect(features).toHaveLength(1);
    const values = Object.values(features[0]?.properties ?? {});
    const expected = Object.values(properties).filter((value) => !value.includes('\0'));
    for (const value of expected) expect(values, value).toContain(value);
    expect(warnings.join()).toMatch(/NUL/);
    // JSON has the NUL itself; GDAL shows the text before it, as the note states.
    expect(values).toContain(format === 'geojson' ? 'before' : 'before␀after');
  },
);
