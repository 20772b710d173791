import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createJobs } from '../../electron/core/create-jobs.ts';
import { createEvents } from '../../electron/core/events.ts';
import { createExports } from '../../electron/core/exchange/create-exports.ts';
import { createJobRegistry } from '../../electron/core/job-registry.ts';
import type { ExportScope, Workspace } from '../../electron/core/workspace/workspace.ts';
import { isActive, type Job } from '../../shared/jobs/job.ts';
import { readFeatureTexts, readLayers, whyNoGdal } from '../builders/geopackage-gdal.ts';
import { buildFeature, buildRecord } from '../builders/record-builder.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../builders/workspace-builder.ts';

const missing = whyNoGdal();
if (missing !== undefined) process.stderr.write(`Skipped: GDAL does not look at exports, as ${missing}.\n`);

/** Exports of one workspace, with a way to wait for their end. */
function begin(workspace: Workspace) {
  const events = createEvents();
  const registry = createJobRegistry(events);
  const exports = createExports({ workspace: () => workspace, registry });
  const start = async (scope: ExportScope, detections: string, footprints?: string): Promise<Job> => {
    const started = await exports.start({
      scope,
      detections: { path: detections },
      footprints: footprints === undefined ? undefined : { path: footprints },
    });
    if (!started.ok) throw new Error(started.failure.message);
    return started.value;
  };
  const ended = (id: string) =>
    new Promise<Job>((resolve) => {
      const look = () => {
        const job = registry.get(id);
        if (job && !isActive(job)) resolve(job);
      };
      events.listen(look);
      look();
    });
  return { exports, start, ended, events, jobs: createJobs(registry) };
}

const polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [175, 10],
      [190, 10],
      [190, 20],
      [175, 20],
      [175, 10],
    ],
  ],
};

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

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

describe('an export', () => {
  test('writes detections and footprints, and names the files', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, variedRecords());
    const folder = await makeTempFolder();
    const { start, ended } = begin(workspace);
    const [detections, footprints] = [path.join(folder, 'd.geojson'), path.join(folder, 'f.geojson')];
    const job = await ended((await start({ kind: 'all' }, detections, footprints)).id);
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
    expect(read(detections).features.map((feature: { id: number }) => feature.id)).toEqual([1, 2, 3]);
    expect(read(footprints).features).toHaveLength(2);
  });

  test.each<[string, ExportScope, number[]]>([
    ['what is filtered', { kind: 'filter', filter: { analytics: ['ChangeDetection'] } }, [3]],
    ['what is chosen', { kind: 'ids', ids: [3, 1] }, [1, 3]],
    ['nothing', { kind: 'filter', filter: { analytics: [] } }, []],
  ])('takes %s only', async (_name, scope, ids) => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, variedRecords());
    const file = path.join(await makeTempFolder(), 'some.geojson');
    const { start, ended } = begin(workspace);
    await ended((await start(scope, file)).id);
    expect(read(file)).toMatchObject({ type: 'FeatureCollection', features: ids.map((id) => ({ id })) });
  });

  test('over several batches misses and repeats nothing, and tells its progress', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, manyRecords(140));
    const file = path.join(await makeTempFolder(), 'many.geojson');
    const { start, ended, events } = begin(workspace);
    const told: number[] = [];
    events.listen(({ event }) => {
      if (event.type === 'job') told.push(event.job.export?.written ?? -1);
    });
    const job = await ended((await start({ kind: 'all' }, file)).id);
    expect(job.export).toMatchObject({ written: 3500, total: 3500 });
    const ids = read(file).features.map((feature: { id: number }) => feature.id);
    expect(ids).toEqual(Array.from({ length: 3500 }, (_, index) => index + 1));
    expect(told[0]).toBe(0);
    expect(told.at(-1)).toBe(3500);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
  });

  test('replaces a file that is there, at its end and not before', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, manyRecords(100));
    const file = path.join(await makeTempFolder(), 'old.geojson');
    writeFileSync(file, 'old');
    const { start, ended } = begin(workspace);
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
    const { start, jobs } = begin(workspace);
    const job = await start({ kind: 'all' }, old, path.join(folder, 'footprints.geojson'));
    const cancelled = await jobs.cancel(job.id);
    expect(cancelled).toMatchObject({ ok: true, value: { state: 'cancelled' } });
    expect(readdirSync(folder)).toEqual(['old.geojson']);
    expect(readFileSync(old, 'utf8')).toBe('old');
  });

  test('to a folder that is gone fails with the reason', async () => {
    const workspace = await openTestWorkspace();
    const { start, ended } = begin(workspace);
    const file = path.join(await makeTempFolder(), 'gone', 'd.geojson');
    const job = await ended((await start({ kind: 'all' }, file)).id);
    expect(job).toMatchObject({
      state: 'failed',
      failure: { code: 'disk', message: expect.stringContaining('is not there any more') },
    });
  });

  test('names the file that could not be written', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, variedRecords());
    const folder = await makeTempFolder();
    const footprints = path.join(folder, 'footprints.geojson');
    mkdirSync(footprints);
    const { start, ended } = begin(workspace);
    const job = await start({ kind: 'all' }, path.join(folder, 'detections.geojson'), footprints);
    expect((await ended(job.id)).failure?.message).toContain(`${footprints} is a folder`);
  });

  test('over a folder fails and leaves nothing beside it', async () => {
    const workspace = await openTestWorkspace();
    const folder = await makeTempFolder();
    mkdirSync(path.join(folder, 'taken'));
    const { start, ended } = begin(workspace);
    const job = await ended((await start({ kind: 'all' }, path.join(folder, 'taken'))).id);
    expect(job.failure?.message).toContain('is a folder');
    expect(readdirSync(folder)).toEqual(['taken']);
  });

  test('whose workspace closes under it fails and leaves nothing', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, manyRecords(400));
    const folder = await makeTempFolder();
    const { start, ended } = begin(workspace);
    const job = await start({ kind: 'all' }, path.join(folder, 'd.geojson'));
    await workspace.close();
    expect(await ended(job.id)).toMatchObject({
      state: 'failed',
      failure: { message: expect.stringContaining('The workspace is closed') },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is refused without a workspace, and with one file for both', async () => {
    const registry = createJobRegistry(createEvents());
    const target = { path: path.join(await makeTempFolder(), 'd.geojson') };
    const request = { scope: { kind: 'all' }, detections: target, footprints: undefined } as const;
    const without = createExports({ workspace: () => undefined, registry });
    expect(await without.start(request)).toMatchObject({ ok: false, failure: { code: 'no-workspace' } });
    const { exports } = begin(await openTestWorkspace());
    expect(await exports.start({ ...request, footprints: target })).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input' },
    });
    expect(existsSync(target.path)).toBe(false);
  });
});

describe.skipIf(missing !== undefined)('GDAL opens an export', () => {
  test('with our count, extent and attributes', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, variedRecords());
    const folder = await makeTempFolder();
    const { start, ended } = begin(workspace);
    const [detections, footprints] = [path.join(folder, 'd.geojson'), path.join(folder, 'f.geojson')];
    await ended((await start({ kind: 'all' }, detections, footprints)).id);
    expect(readLayers(detections)).toMatchObject([
      {
        name: 'd',
        features: 3,
        // The polygon reaches over the antimeridian and has been cut there.
        extent: [-180, 10, 180, 31.25],
        fields: {
          detection_id: 'Integer',
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
    expect(readLayers(footprints)).toMatchObject([
      {
        name: 'f',
        features: 2,
        extent: [0, 0, 122, 31.5],
        fields: { record_ids: 'StringList', square_metres: 'Real' },
      },
    ]);
  });
});
