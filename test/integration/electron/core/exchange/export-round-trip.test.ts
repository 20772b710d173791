import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Feature, FeatureCollection, Polygon } from 'geojson';
import { describe, expect, test } from 'vitest';
import { openZip } from '../../../../../electron/core/exchange/files/zip-file.ts';
import { importAreas } from '../../../../../shared/areas/import-areas.ts';
import { exportTo } from '../../../../builders/export-builder.ts';
import { whyNoGdal } from '../../../../builders/gdal-server.ts';
import { positions, rectangleRing } from '../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import {
  buildFetch,
  buildFetchedPage,
  fillWorkspace,
  makeTempFolder,
  openTestWorkspace,
} from '../../../../builders/workspace-builder.ts';

const missing = whyNoGdal();
if (missing !== undefined)
  process.stderr.write(`Skipped: GDAL takes no exports there and back, as ${missing}.\n`);

/** Records as no printer of ours would print them, in the manners of others. */
function oddRecords(): readonly string[] {
  const text = (assignedId: string) => JSON.stringify(buildRecord({ assignedId }));
  return [
    text('spaced').replaceAll('":', '" :  ').replaceAll(',"', ' , "'),
    text('numbers').replace('"header":', '"extra":[1.50,1e2,-0,12345678901234567890,0.1000],"header":'),
    text('escaped').replace('"header":', '"extra":"\\u0041\\/\\ud83d\\udea2 \\u000a Grüße","header":'),
    text('twice').replace('"header":', '"extra":1,"extra":2,"header":'),
  ];
}

describe('raw records', () => {
  test.each(['raw-ndjson', 'raw-json'] as const)('%s has every record byte for byte', async (format) => {
    const records = oddRecords();
    const workspace = await openTestWorkspace();
    const fetch = buildFetch();
    await workspace.saveFetch(fetch);
    const page = buildFetchedPage(fetch, ['RECORDS']);
    const body = Buffer.from(Buffer.from(page.body).toString().replace('"RECORDS"', records.join(',')));
    expect(await workspace.ingestPage({ ...page, body })).toMatchObject({ ok: true });
    const { file } = await exportTo(workspace, 'r', { format });
    const text = readFileSync(file, 'utf8');
    const expected = format === 'raw-json' ? `[\n${records.join(',\n')}\n]\n` : `${records.join('\n')}\n`;
    expect(text).toBe(expected);
  });
});

/** Turned as RFC 7946 says, so that they come back as they went. */
const outlines: Polygon['coordinates'][] = [
  [positions('121.5 31.25, 121.75 31.25, 121.75 31.5, 121.5 31.25')],
  [rectangleRing(10, 20, 14, 24), positions('11 21, 11 22, 12 22, 11 21')],
];

test('outlines that were exported as GeoJSON come back through the import of areas', async () => {
  const workspace = await openTestWorkspace();
  const features = outlines.map((coordinates) =>
    buildFeature({ geometry: { type: 'Polygon', coordinates } }),
  );
  await fillWorkspace(workspace, [buildRecord({ features })]);
  const { file } = await exportTo(workspace, 'd.geojson', { format: 'geojson' });
  const result = importAreas({ name: 'd.geojson', bytes: readFileSync(file) });
  expect(result.verdict).toBe('accept');
  expect(result.areas.map(({ geometry }) => geometry.coordinates)).toEqual(outlines);
  expect(result.notes).toEqual([]);
});

describe.skipIf(missing !== undefined)('through GDAL', () => {
  const convert = (to: string, file: string, ...options: string[]) => {
    execFileSync('ogr2ogr', [...options, to, file], { stdio: 'pipe' });
    return to;
  };
  const read = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as FeatureCollection).features;
  const byId = (features: readonly Feature[]) =>
    features.toSorted((one, other) =>
      String(one.properties?.detection_id) < String(other.properties?.detection_id) ? -1 : 1,
    );

  async function export300(format: 'geojson' | 'shp', name: string) {
    const workspace = await openTestWorkspace();
    const records = Array.from({ length: 30 }, (_, record) =>
      buildRecord({
        features: Array.from({ length: 10 }, (_feature, place) =>
          buildFeature({
            geometry: { type: 'Point', coordinates: [100 + record + place / 7, place / 3 - record] },
            properties: {
              note: `${record}: 船 "${place}"`,
              length_m: place * 1.25,
              is_moving: place % 2 === 0,
            },
          }),
        ),
      }),
    );
    await fillWorkspace(workspace, records);
    return exportTo(workspace, name, { format });
  }

  test('GeoJSON to GeoPackage to GeoJSON is the same in count, geometry and attributes', async () => {
    const { file } = await export300('geojson', 'd.geojson');
    const folder = await makeTempFolder();
    const gpkg = convert(path.join(folder, 'd.gpkg'), file, '-f', 'GPKG', '-preserve_fid');
    const exact = ['-lco', 'COORDINATE_PRECISION=17', '-lco', 'SIGNIFICANT_FIGURES=17'];
    const back = convert(path.join(folder, 'back.geojson'), gpkg, '-f', 'GeoJSON', ...exact);
    const [before, after] = [byId(read(file)), byId(read(back))];
    expect(after).toHaveLength(300);
    expect(after.map(({ geometry }) => geometry)).toEqual(before.map(({ geometry }) => geometry));
    for (const [index, { properties }] of before.entries()) {
      for (const [name, value] of Object.entries(properties ?? {})) {
        const found: unknown = after[index]?.properties?.[name] ?? null;
        const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
        // GDAL knows a time by its look, and prints it in its own way.
        if (isTime) expect(Date.parse(String(found))).toBe(Date.parse(value));
        else expect({ [name]: found }).toEqual({ [name]: value });
      }
    }
  });

  test('a shapefile has the same points and attributes, under short names that its table explains', async () => {
    const { file, job } = await export300('shp', 'd.shp.zip');
    const back = convert(path.join(await makeTempFolder(), 'back.geojson'), file, '-f', 'GeoJSON');
    const features = read(back);
    expect(features).toHaveLength(300);
    const names = await columnNames(file);
    const recordIds = [
      ...new Set(features.map(({ properties }) => String(properties?.[names('record_id')]))),
    ].sort();
    for (const { geometry, properties } of features) {
      const record = recordIds.indexOf(String(properties?.[names('record_id')]));
      const place = Number(/_at_(\d)$/.exec(String(properties?.[names('detection_id')]))?.[1]);
      const [x, y] = geometry.type === 'Point' ? geometry.coordinates : [];
      expect(x).toBeCloseTo(100 + record + place / 7, 6);
      expect(y).toBeCloseTo(place / 3 - record, 6);
      expect(properties?.[names('note')]).toBe(`${record}: 船 "${place}"`);
      expect(properties?.[names('length_m')]).toBe(place * 1.25);
    }
    for (const name of Object.keys(features[0]?.properties ?? {}))
      expect(name.length).toBeLessThanOrEqual(10);
    expect(job.warnings).toContainEqual(expect.stringContaining('at most 10 characters'));
  });

  /** The short name of a column, as the table in the zip states it. */
  async function columnNames(file: string): Promise<(name: string) => string> {
    const zip = openZip(file);
    try {
      const entry = zip.entries.get('detections_columns.csv');
      if (!entry) throw new Error('There is no table of columns.');
      let text = '';
      for await (const piece of zip.read(entry)) text += Buffer.from(piece).toString();
      const rows = text
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
      return (name) => rows.find((row) => row.includes(name))?.[0] ?? name;
    } finally {
      zip.close();
    }
  }
});
