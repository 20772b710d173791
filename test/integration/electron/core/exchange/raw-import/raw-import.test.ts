import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createEvents } from '../../../../../../electron/core/base/events.ts';
import { createRawImports } from '../../../../../../electron/core/exchange/raw-import/create-raw-imports.ts';
import { createJobRunner } from '../../../../../../electron/core/jobs/job-runner.ts';
import type { Workspace } from '../../../../../../electron/core/workspace/open/workspace.ts';
import { createRunTool } from '../../../../../../electron/core/workspace-tools/run-tool.ts';
import { readFileProvenance } from '../../../../../../shared/exchange/file-provenance.ts';
import { formatCount } from '../../../../../../shared/format.ts';
import { isActiveJob, type Job } from '../../../../../../shared/jobs/job.ts';
import { coreWorkers } from '../../../../../builders/core-workers.ts';
import { exportTo } from '../../../../../builders/export-builder.ts';
import { buildRecords } from '../../../../../builders/filled-workspace.ts';
import { buildFeature, buildPage, buildRecord, buildUuid } from '../../../../../builders/record-builder.ts';
import { buildProfile, buildServiceAccess } from '../../../../../builders/service-access.ts';
import { repetitions } from '../../../../../builders/test-tier.ts';
import {
  buildFetch,
  fillWorkspace,
  makeTempFolder,
  openTestWorkspace,
} from '../../../../../builders/workspace-builder.ts';

function startImports(workspace: Workspace) {
  const events = createEvents();
  const jobs = createJobRunner({
    events,
    onProblem(error) {
      throw error;
    },
  });
  const runTool = createRunTool(coreWorkers.workspaceTools);
  const imports = createRawImports({
    workspace: () => workspace,
    jobs,
    events,
    session: { access: buildServiceAccess(buildProfile('http://127.0.0.1:1')) },
    readRawFiles: (task, options) => runTool('readRawFiles', task, options),
  });
  const ended = (id: string) =>
    new Promise<Job>((resolve) => {
      const look = () => {
        const job = jobs.get(id);
        if (job && !isActiveJob(job)) resolve(job);
      };
      events.listen(look);
      look();
    });
  return {
    jobs,
    events,
    async run(file: string): Promise<Job> {
      const started = await imports.start([{ path: file, name: path.basename(file), isTemporary: false }]);
      if (!started.ok) throw new Error(started.failure.message);
      return ended(started.value.id);
    },
    imports,
    ended,
  };
}

/** Records with the hash of their bytes and what was read of them, and detections with all their columns but the times of the fetch. */
function readContent(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  const all = (text: string) =>
    database
      .prepare(text)
      .all()
      .map((row) => JSON.stringify(row));
  try {
    return {
      records: all(
        `SELECT record_id, hex(content_hash) AS hash, uploaded_at, fields, detections FROM records ORDER BY record_id`,
      ),
      sensors: all(
        `SELECT record_id, position, sensor_name, brand_id, vendor_id, start_time_utc FROM sensors ORDER BY 1, 2`,
      ),
      detections: ['detections', 'detection_areas'].flatMap((table) =>
        all(
          `SELECT record_id, analytic, region, collected_at, uploaded_at, chip_identifier, hex(geom) AS geom, properties
           FROM ${table} ORDER BY record_id, hex(geom), chip_identifier, properties`,
        ),
      ),
    };
  } finally {
    database.close();
  }
}

function queriesOf(file: string): readonly string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare('SELECT DISTINCT queries.body AS body FROM records JOIN queries ON queries.id = query_id')
      .all()
      .map(({ body }) => String(body));
  } finally {
    database.close();
  }
}

const recordCount = repetitions(1200, 50_000);

describe('raw records from files', () => {
  it.each(['raw-json', 'raw-ndjson'] as const)(
    'that were exported as %s are the same in another workspace, and a second time nothing changes',
    async (format) => {
      const source = await openTestWorkspace();
      // In several fetches, since one page has no more.
      const records = buildRecords(recordCount);
      for (let from = 0; from < records.length; from += 400) {
        await fillWorkspace(source, records.slice(from, from + 400));
      }
      const count = formatCount(recordCount);
      const name = format === 'raw-json' ? 'records.json' : 'records.ndjson';
      const { file } = await exportTo(source, name, { format });
      const target = await openTestWorkspace();
      const { run } = startImports(target);

      const first = await run(file);
      expect(first).toMatchObject({ state: 'complete', warnings: [] });
      expect(first.outcome).toBe(`Imported from file: ${count} new records.`);
      const { imported } = first;
      if (imported?.kind !== 'records') throw new Error('The import has nothing to show.');
      const shown = await target.matchingIds({ fetchId: imported.importId });
      expect(imported.detections).toMatch(
        new RegExp(`^${formatCount(shown.length)} detections?: .*(near|elsewhere)`),
      );
      expect(shown.length).toBeGreaterThan(0);
      expect(readContent(target.path)).toEqual(readContent(source.path));
      expect(queriesOf(target.path).map(readFileProvenance)).toEqual([name]);

      const before = readContent(target.path);
      const second = await run(file);
      expect(second.outcome).toBe(
        `Imported from file: 0 new records, ${count} records that were here already.`,
      );
      expect(readContent(target.path)).toEqual(before);
    },
    recordCount * 200,
  );

  it('lose one record to a broken line, which is listed', async () => {
    const records = buildRecords(5);
    const lines = records.map((record) => JSON.stringify(record));
    lines[2] = lines[2]?.slice(0, 300) ?? '';
    const file = path.join(await makeTempFolder(), 'damaged.ndjson');
    await writeFile(file, lines.join('\n'));
    const workspace = await openTestWorkspace();
    const job = await startImports(workspace).run(file);
    expect(job.state).toBe('complete');
    expect(job.outcome).toBe('Imported from file: 4 new records. Not taken: 1 item, listed in the notes.');
    expect(job.warnings).toEqual(['damaged.ndjson, line 3: is not valid JSON']);
    expect((await workspace.counts({})).records).toBe(4);
  });

  it('lose one record of a page of the service to a value that is not JSON', async () => {
    const page = Buffer.from(buildPage(buildRecords(3), { brand: 'acme' })).toString('utf8');
    const second = page.indexOf('"uploadTime"', page.indexOf('"uploadTime"') + 1);
    const file = path.join(await makeTempFolder(), 'page.json');
    await writeFile(file, `${page.slice(0, second)}"broken":NaN,${page.slice(second)}`);
    const job = await startImports(await openTestWorkspace()).run(file);
    expect(job.outcome).toBe('Imported from file: 2 new records. Not taken: 1 item, listed in the notes.');
    expect(job.warnings).toEqual(['page.json, the whole file, record 2: broken is not valid JSON at "NaN"']);
  });

  it('are found in folders, archives and responses of the service, and everything else is listed', async () => {
    const folder = path.join(await makeTempFolder(), 'bucket');
    await mkdir(path.join(folder, '2026-11'), { recursive: true });
    const [one, two, three, four] = buildRecords(4);
    const page = buildPage([two, { no: 'record' }], { brand: 'acme' });
    await writeFile(path.join(folder, '2026-11', 'one.json'), JSON.stringify(one, null, 2));
    await writeFile(path.join(folder, '2026-11', 'page.json'), page);
    await writeFile(
      path.join(folder, 'delivery.zip'),
      zipSync({
        'a/three.json': strToU8(JSON.stringify([three])),
        'four.ndjson': strToU8(`${JSON.stringify(four)}\n`),
        'inner.zip': zipSync({ 'x.json': strToU8('{}') }),
      }),
    );
    await writeFile(path.join(folder, 'areas.json'), '{"type":"FeatureCollection","features":[]}');
    await writeFile(path.join(folder, 'broken.zip'), 'PK');
    await writeFile(path.join(folder, 'readme.txt'), 'Hello');
    const workspace = await openTestWorkspace();
    const job = await startImports(workspace).run(folder);
    expect(job.outcome).toBe('Imported from file: 4 new records. Not taken: 5 items, listed in the notes.');
    expect(job.warnings).toEqual([
      'bucket/2026-11/page.json, the whole file, record 2: is no record: it has no assignedId',
      'bucket/areas.json, the whole file: is no record: it has no assignedId',
      'bucket/broken.zip: It is no zip archive, or its end is missing.',
      'bucket/delivery.zip/inner.zip: is no .json, .ndjson or .zip file',
      'bucket/readme.txt: is no .json, .ndjson or .zip file',
    ]);
    expect(queriesOf(workspace.path).map(readFileProvenance).toSorted()).toEqual([
      'bucket/2026-11/one.json',
      'bucket/2026-11/page.json',
      'bucket/delivery.zip/a/three.json',
      'bucket/delivery.zip/four.ndjson',
    ]);
  });

  it('do not replace a version that was uploaded later, but an earlier one', async () => {
    const record = buildRecord({ uploadTime: '2026-11-20T08:00:00Z', features: [buildFeature()] });
    const folder = await makeTempFolder();
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, [record]);
    const { run } = startImports(workspace);
    const write = async (name: string, uploadTime: string) => {
      const file = path.join(folder, name);
      await writeFile(file, JSON.stringify([{ ...record, uploadTime }]));
      return file;
    };
    const older = await run(await write('older.json', '2026-11-19T08:00:00Z'));
    expect(older.outcome).toBe('Imported from file: 0 new records.');
    expect(older.warnings).toEqual(['Of 1 record a version that was uploaded later is here, which stays.']);
    const newer = await run(await write('newer.json', '2026-11-21T08:00:00Z'));
    expect(newer.outcome).toBe('Imported from file: 0 new records, 1 record changed.');
    expect(readContent(workspace.path).records[0]).toContain('2026-11-21');
  });

  it('are the version that was uploaded last when a file has several, in any order', async () => {
    const record = buildRecord({ features: [buildFeature()] });
    const days = ['20', '21', '19'];
    const lines = days.map((day) => JSON.stringify({ ...record, uploadTime: `2026-11-${day}T08:00:00Z` }));
    const file = path.join(await makeTempFolder(), 'versions.ndjson');
    await writeFile(file, lines.join('\n'));
    const workspace = await openTestWorkspace();
    const job = await startImports(workspace).run(file);
    expect(job.outcome).toBe('Imported from file: 1 new record.');
    expect(job.warnings).toEqual(['Of 2 records a version that was uploaded later is here, which stays.']);
    expect(readContent(workspace.path).records[0]).toContain('2026-11-21');
  });

  it('are compared with the stored version, too, when the file has one without a time of upload', async () => {
    const record = buildRecord({ features: [buildFeature()], uploadTime: '2026-11-21T08:00:00Z' });
    const folder = await makeTempFolder();
    const [newest, others] = [path.join(folder, 'newest.ndjson'), path.join(folder, 'others.ndjson')];
    const { uploadTime: _uploadTime, ...untimed } = record;
    await writeFile(newest, JSON.stringify(record));
    const older = { ...record, uploadTime: '2026-11-20T08:00:00Z' };
    await writeFile(others, [untimed, older].map((version) => JSON.stringify(version)).join('\n'));
    const workspace = await openTestWorkspace();
    const imports = startImports(workspace);
    await imports.run(newest);
    await imports.run(others);
    expect(readContent(workspace.path).records[0]).not.toContain('2026-11-20');
  });

  it('move no watermark of a saved search and add no fetch', async () => {
    const workspace = await openTestWorkspace();
    const now = '2026-11-20T08:00:00.000Z';
    const searchId = buildUuid();
    await workspace.saveSearch(
      {
        id: searchId,
        name: 'Ships',
        search: { regions: ['East Asia'], analytics: [], conditions: [], fields: 'all', pageSize: 500 },
        schedule: { kind: 'manual' },
        overlapMinutes: 60,
        paused: false,
      },
      now,
    );
    // A run that is complete, so that the search has a watermark.
    const [created] = (await workspace.listSearches()).searches;
    const { revision = 0 } = created?.search ?? {};
    const run = { searchId, revision, kind: 'full' } as const;
    const complete = { ...buildFetch({ state: 'complete' }), run };
    await workspace.saveFetch(complete);
    const [search] = (await workspace.listSearches()).searches;
    expect(search?.watermark).toBe(complete.frozenAt);
    const before = [await workspace.listSearches(), await workspace.listFetches()];
    const file = path.join(await makeTempFolder(), 'records.json');
    const uploadTime = '2026-12-01T08:00:00.000Z';
    await writeFile(file, JSON.stringify(buildRecords(3).map((record) => ({ ...record, uploadTime }))));
    await startImports(workspace).run(file);
    expect([await workspace.listSearches(), await workspace.listFetches()]).toEqual(before);
  });

  it('stay as far as they were imported when the job is cancelled', async () => {
    const file = path.join(await makeTempFolder(), 'many.ndjson');
    await writeFile(
      file,
      buildRecords(3000)
        .map((record) => JSON.stringify(record))
        .join('\n'),
    );
    const workspace = await openTestWorkspace();
    const { imports, jobs, events, ended } = startImports(workspace);
    const started = await imports.start([{ path: file, name: 'many.ndjson', isTemporary: false }]);
    if (!started.ok) throw new Error(started.failure.message);
    const { id } = started.value;
    events.listen(({ event }) => {
      if (event.type === 'job' && event.job.id === id && event.job.progress) void jobs.cancel(id);
    });
    expect((await ended(id)).state).toBe('cancelled');
    const { records } = await workspace.counts({});
    expect(records).toBeLessThan(3000);
    expect(readContent(workspace.path).records).toHaveLength(records);
  });

  it('are deleted after the import when they were uploaded', async () => {
    const file = path.join(await makeTempFolder(), 'upload');
    await writeFile(file, JSON.stringify(buildRecords(1)));
    const { imports, ended } = startImports(await openTestWorkspace());
    const started = await imports.start([{ path: file, name: 'records.json', isTemporary: true }]);
    if (!started.ok) throw new Error(started.failure.message);
    expect((await ended(started.value.id)).outcome).toBe('Imported from file: 1 new record.');
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });
});
