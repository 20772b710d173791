import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import {
  type ExportScopeInput,
  exportOptionsSchema,
} from '../../../../../../shared/exchange/export-request.ts';
import { toFieldList } from '../../../../../../shared/results/field-list.ts';
import { beginExports, exportTo } from '../../../../../builders/export-builder.ts';
import { readLayers, whyNoGdal } from '../../../../../builders/gdal-server.ts';
import { readFeatureTexts } from '../../../../../builders/geopackage-gdal.ts';
import { rectangle } from '../../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import {
  buildFetch,
  buildFetchedPage,
  fillWorkspace,
  makeTempFolder,
  openTestWorkspace,
} from '../../../../../builders/workspace-builder.ts';

const missing = whyNoGdal();
if (missing !== undefined) process.stderr.write(`Skipped: GDAL does not look at exports, as ${missing}.\n`);

const polygon = rectangle(175, 10, 190, 20);

function variedRecords(): readonly unknown[] {
  return [
    buildRecord({
      features: [
        buildFeature({
          geometry: { type: 'Point', coordinates: [121.123456, 31.25] },
          properties: { lengthM: 87.5 },
        }),
        buildFeature({ geometry: { type: 'Point', coordinates: [10, 20] }, properties: { lengthM: 12.25 } }),
      ],
    }),
    buildRecord({
      analytic: 'ChangeDetection',
      features: [buildFeature({ geometry: polygon })],
      sensors: [{ vendorId: 'second', footprint: 'POLYGON ((0 0, 1 0, 1 1, 0 0))' }],
    }),
  ];
}

function manyRecords(count: number): readonly unknown[] {
  return Array.from({ length: count }, (_, index) =>
    buildRecord({
      features: Array.from({ length: 25 }, (_feature, place) =>
        buildFeature({ geometry: { type: 'Point', coordinates: [100 + index / 100, 20 + place / 100] } }),
      ),
    }),
  );
}

const targets = (detections: string, footprints: string) => ({
  detections: { path: detections },
  footprints: { path: footprints },
});

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** The places in their records that name the detections of a file. */
const placesOf = (file: string): readonly number[] =>
  read(file).features.map(({ id }: { id: string }) => Number(/_at_(\d+)$/.exec(id)?.[1]));

describe('an export', () => {
  test('writes detections and footprints, and names the files', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, variedRecords());
    const folder = await makeTempFolder();
    const { start, ended } = beginExports(workspace);
    const [detections, footprints] = [path.join(folder, 'd.geojson'), path.join(folder, 'f.geojson')];
    const job = await ended((await start({ kind: 'all' }, targets(detections, footprints))).id);
    expect(job).toMatchObject({
      kind: 'export',
      state: 'complete',
      resumable: false,
      export: {
        written: 3,
        total: 3,
        files: [
          { name: 'd.geojson', path: detections },
          { name: 'f.geojson', path: footprints },
        ],
      },
    });
    expect(readdirSync(folder).sort()).toEqual(['d.geojson', 'f.geojson']);
    expect(placesOf(detections)).toEqual([0, 1, 0]);
    expect(read(footprints).features).toHaveLength(2);
  });

  test.each<[string, ExportScopeInput, string[]]>([
    ['what is filtered', { kind: 'filter', filter: { analytics: ['ChangeDetection'] } }, ['Change']],
    ['what is chosen', { kind: 'ids', ids: [3, 1] }, ['SmallVessel', 'Change']],
    ['nothing', { kind: 'filter', filter: { analytics: [] } }, []],
  ])('takes %s only', async (_name, scope, analytics) => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, variedRecords());
    const file = path.join(await makeTempFolder(), 'some.geojson');
    const { start, ended } = beginExports(workspace);
    await ended((await start(scope, file)).id);
    expect(read(file)).toMatchObject({
      type: 'FeatureCollection',
      features: analytics.map((analytic) => ({ properties: { analytic: `${analytic}Detection` } })),
    });
  });

  test('over several batches misses and repeats nothing, and reports its progress', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, manyRecords(140));
    const file = path.join(await makeTempFolder(), 'many.geojson');
    const { start, ended, events } = beginExports(workspace);
    const reported: number[] = [];
    events.listen(({ event }) => {
      if (event.type === 'job') reported.push(event.job.export?.written ?? -1);
    });
    const job = await ended((await start({ kind: 'all' }, file)).id);
    expect(job.export).toMatchObject({ written: 3500, total: 3500 });
    expect(placesOf(file)).toEqual(Array.from({ length: 3500 }, (_, index) => index % 25));
    expect(new Set(read(file).features.map(({ id }: { id: string }) => id)).size).toBe(3500);
    expect(reported[0]).toBe(0);
    expect(reported.at(-1)).toBe(3500);
    expect(reported).toEqual(reported.toSorted((one, other) => one - other));
  });

  test('replaces a file that is there, at its end and not before', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, manyRecords(100));
    const file = path.join(await makeTempFolder(), 'old.geojson');
    writeFileSync(file, 'old');
    const { start, ended } = beginExports(workspace);
    const job = await start({ kind: 'all' }, file);
    expect(readFileSync(file, 'utf8')).toBe('old');
    await ended(job.id);
    expect(read(file).features).toHaveLength(2500);
  });

  test('that is cancelled leaves no file, and the old one as it was', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, manyRecords(200));
    const folder = await makeTempFolder();
    const old = path.join(folder, 'old.geojson');
    writeFileSync(old, 'old');
    const { start, jobs } = beginExports(workspace);
    const job = await start({ kind: 'all' }, targets(old, path.join(folder, 'footprints.geojson')));
    await jobs.cancel(job.id);
    await expect.poll(() => jobs.get(job.id)?.state).toBe('cancelled');
    expect(readdirSync(folder)).toEqual(['old.geojson']);
    expect(readFileSync(old, 'utf8')).toBe('old');
  });

  test('to a missing folder fails with the reason', async () => {
    const workspace = await openTestWorkspace();
    const { start, ended } = beginExports(workspace);
    const file = path.join(await makeTempFolder(), 'gone', 'd.geojson');
    const job = await ended((await start({ kind: 'all' }, file)).id);
    expect(job).toMatchObject({
      state: 'failed',
      failure: { code: 'disk', message: expect.stringContaining('is not there. ') },
    });
  });

  test('names the file that could not be written', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, variedRecords());
    const folder = await makeTempFolder();
    const footprints = path.join(folder, 'footprints.geojson');
    mkdirSync(footprints);
    const { start, ended } = beginExports(workspace);
    const job = await start({ kind: 'all' }, targets(path.join(folder, 'detections.geojson'), footprints));
    expect((await ended(job.id)).failure?.message).toContain(`${footprints} is a folder`);
  });

  test('over a folder fails and leaves nothing else', async () => {
    const workspace = await openTestWorkspace();
    const folder = await makeTempFolder();
    mkdirSync(path.join(folder, 'taken'));
    const { start, ended } = beginExports(workspace);
    const job = await ended((await start({ kind: 'all' }, path.join(folder, 'taken'))).id);
    expect(job.failure?.message).toContain('is a folder');
    expect(readdirSync(folder)).toEqual(['taken']);
  });

  test('continues from the state at its start when the workspace is closed in between', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, manyRecords(400));
    const file = path.join(await makeTempFolder(), 'd.geojson');
    const { start, ended } = beginExports(workspace);
    const job = await start({ kind: 'all' }, file);
    await workspace.close();
    expect(await ended(job.id)).toMatchObject({ state: 'complete', export: { written: 10_000 } });
    expect(read(file).features).toHaveLength(10_000);
  });

  test('is refused without a workspace, and with one file for both', async () => {
    const target = { path: path.join(await makeTempFolder(), 'd.geojson') };
    const request = {
      scope: { kind: 'all' },
      options: exportOptionsSchema.parse({ format: 'geojson' }),
      targets: { detections: target },
    } as const;
    const without = beginExports(undefined).exports;
    expect(await without.start(request)).toMatchObject({ ok: false, failure: { code: 'no-workspace' } });
    const { exports } = beginExports(await openTestWorkspace());
    const both = { ...request, targets: { detections: target, footprints: target } };
    expect(await exports.start(both)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect(existsSync(target.path)).toBe(false);
  });
});

test.for(['geojson', 'csv'] as const)(
  '%s has no confidence where another program has written infinity',
  async (format) => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, [buildRecord({ features: [buildFeature({ properties: {} })] })]);
    const database = new DatabaseSync(workspace.path);
    // The triggers of the spatial index call these, which every program that writes a GeoPackage has.
    for (const name of ['IsEmpty', 'MinX', 'MaxX', 'MinY', 'MaxY'])
      database.function(`ST_${name}`, (_geometry) => 0);
    database.exec('UPDATE detections SET confidence = 9e999');
    database.close();
    const { file } = await exportTo(workspace, `all.${format}`, { format });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('Infinity');
    if (format === 'geojson') expect(JSON.parse(text).features[0].properties.confidence).toBeNull();
  },
);

test.for([
  '{"confidence":1,"length":2}',
  '{"confidence" :1,"confidence":2}',
  '{"confidence":1,"confidence":2,"feature_confidence":3}',
  '{"inner":{"confidence":1},"confidence":2}',
  '{"quoted \\"confidence":1,"confidence":"\\"confidence\\":"}',
  ' {"confidence":1,\r\n\t"region": "\\u0041" } ',
  '{"length":1} ',
  '{ }',
  '{"__proto__":{"a":1},"region":[1.0,{}]}',
  '{"identifier":9007199254740993}',
])('a line of GeoJSON has the properties %s of another program under free names', async (written) => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [buildRecord({ features: [buildFeature({ properties: {} })] })]);
  const database = new DatabaseSync(workspace.path);
  for (const name of ['IsEmpty', 'MinX', 'MaxX', 'MinY', 'MaxY'])
    database.function(`ST_${name}`, (_geometry) => 0);
  database.prepare('UPDATE detections SET properties = ?').run(written);
  database.close();
  const { file } = await exportTo(workspace, 'all.geojsonl', { format: 'geojsonl' });
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const { properties } = JSON.parse(lines[0] ?? '') as { readonly properties: Record<string, unknown> };
  const names = Object.keys(JSON.parse(written) as object);
  const columns = Object.keys(properties).slice(0, -names.length || undefined);
  expect(lines).toHaveLength(1);
  for (const [name, value] of Object.entries(JSON.parse(written) as object)) {
    let free = name;
    while (columns.includes(free) || (free !== name && names.includes(free))) free = `feature_${free}`;
    expect(Object.entries(properties)).toContainEqual([free, value]);
  }
  const digits = /\d{16,}/.exec(written)?.[0];
  if (digits !== undefined) expect(lines[0]).toContain(`:${digits}`);
});

test('footprints name the columns that were not fetched with any of their records', async () => {
  const workspace = await openTestWorkspace();
  const image = { ...emptySensor, footprint: 'POLYGON ((0 0, 1 0, 1 1, 0 0))' };
  const fillWith = async (fields: string, sensor: Record<string, unknown>) => {
    const fetch = buildFetch();
    await workspace.saveFetch(fetch);
    await workspace.ingestPage({
      ...buildFetchedPage(fetch, [buildRecord({ sensors: [sensor] })]),
      fields,
    });
  };
  await fillWith(toFieldList(['content.sensorData.footprint', 'content.sensorData.sensorMode']), image);
  // The same image, so the same footprint.
  await fillWith(toFieldList(['content.sensorData.footprint', 'content.sensorData.polarization']), image);
  await fillWith(toFieldList(['content.sensorData.footprint', 'content.sensorData.polarization']), {
    ...image,
    polarization: 'HH',
  });
  const folder = await makeTempFolder();
  const { start, ended } = beginExports(workspace);
  const [detections, footprints] = [path.join(folder, 'd.geojson'), path.join(folder, 'f.geojson')];
  await ended((await start({ kind: 'all' }, targets(detections, footprints))).id);
  const { features } = JSON.parse(readFileSync(footprints, 'utf8'));
  const names = features.map(({ properties }: { properties: Record<string, unknown> }) => [
    (properties.record_ids as unknown[]).length,
    properties.polarization,
    properties.not_fetched,
  ]);
  expect(names).toEqual([
    [2, null, 'sensor_type, product_type, incidence_angle, azimuth_angle'],
    [1, 'HH', 'sensor_type, sensor_mode, product_type, incidence_angle, azimuth_angle'],
  ]);
});

const emptySensor = {
  sensorType: null,
  sensorMode: null,
  productType: null,
  polarization: null,
  incidenceAngle: null,
  azimuthAngle: null,
};

describe.skipIf(missing !== undefined)('GDAL opens an export', () => {
  test('with our count, extent and attributes', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, variedRecords());
    const folder = await makeTempFolder();
    const { start, ended } = beginExports(workspace);
    const [detections, footprints] = [path.join(folder, 'd.geojson'), path.join(folder, 'f.geojson')];
    await ended((await start({ kind: 'all' }, targets(detections, footprints))).id);
    expect(await readLayers(detections)).toMatchObject([
      {
        name: 'd',
        features: 3,
        // The polygon reaches over the antimeridian and has been cut there.
        extent: [-180, 10, 180, 31.25],
        fields: {
          detection_id: 'String',
          record_id: 'String',
          uploaded_at: 'DateTime',
          collected_at: 'DateTime',
          analytic: 'String',
          sensor_name: 'String',
          incidence_angle: 'Real',
          azimuth_angle: 'Real',
          confidence: 'Real',
          lengthM: 'Real',
        },
      },
    ]);
    const texts = readFeatureTexts(detections, 'd');
    expect(texts).toContain('POINT (121.123456 31.25)');
    expect(texts).toContain('lengthM (Real) = 87.5');
    expect(texts).toContain('MULTIPOLYGON');
    expect(await readLayers(footprints)).toMatchObject([
      {
        name: 'f',
        features: 2,
        extent: [0, 0, 122, 31.5],
        fields: { record_ids: 'StringList', square_metres: 'Real' },
      },
    ]);
  });
});
