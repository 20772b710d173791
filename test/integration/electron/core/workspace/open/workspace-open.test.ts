import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openWorkspace } from '../../../../../../electron/core/workspace/open/open-workspace.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import {
  buildFetch,
  buildFetchedPage,
  fillWorkspace,
  makeTempFolder,
  openTestStore,
  openTestWorkspace,
  workspaceWorkerUrl,
} from '../../../../../builders/workspace-builder.ts';

const serveThreadUrl = new URL('../../../../../../electron/core/base/serve-thread.ts', import.meta.url).href;
const open = (file: string) => openWorkspace({ path: file, workerUrl: workspaceWorkerUrl });

async function makeFilledFile(): Promise<string> {
  const file = path.join(await makeTempFolder(), 'a.gpkg');
  const workspace = await open(file);
  await fillWorkspace(workspace, [buildRecord(), buildRecord()]);
  await workspace.close();
  return file;
}

function changeByHand(file: string, statements: string): void {
  const database = new DatabaseSync(file);
  database.exec(statements);
  database.close();
}

describe('a workspace file', () => {
  test('is created where there is none, and has what was written when it is opened again', async () => {
    const file = path.join(await makeTempFolder(), 'a.gpkg');
    const first = await open(file);
    expect(first).toMatchObject({ path: file, readOnly: undefined, setAside: undefined });
    await first.saveSetting('key', 'value');
    await first.close();
    const second = await openTestWorkspace(file);
    expect(await second.getSetting('key')).toBe('value');
    expect(await second.getSetting('other')).toBeUndefined();
  });

  test('is one file after closing, in rollback mode, so that it can be copied', async () => {
    const file = await makeFilledFile();
    expect(readdirSync(path.dirname(file))).toEqual(['a.gpkg']);
    const header = readFileSync(file).subarray(0, 72);
    expect(header.subarray(18, 20)).toEqual(Buffer.from([1, 1]));
    expect(header.subarray(68, 72).toString()).toBe('GPKG');
    expect(header.readUInt32BE(60)).toBe(10300);
  });

  test('can be closed twice, and rejects calls afterwards', async () => {
    const workspace = await openTestWorkspace();
    await Promise.all([workspace.close(), workspace.close()]);
    await expect(workspace.listAreas()).rejects.toThrow('The workspace is closed.');
  });

  test('finishes the calls before closing', async () => {
    const workspace = await openTestWorkspace();
    const put = workspace.saveSetting('key', 'value');
    const closed = workspace.close();
    await expect(put).resolves.toBeUndefined();
    await closed;
    expect(existsSync(`${workspace.path}-wal`)).toBe(false);
  });

  test('with a newer schema is opened read-only and left as it is', async () => {
    const file = await makeFilledFile();
    changeByHand(file, "UPDATE app_meta SET value = '99' WHERE key = 'schema_version'");
    const before = readFileSync(file);
    const workspace = await open(file);
    expect(workspace.readOnly).toMatch(/newer Sightline/);
    expect((await workspace.counts({})).records).toBe(2);
    await expect(workspace.saveSetting('key', 'value')).rejects.toThrow(/newer Sightline/);
    await workspace.close();
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('with a newer schema names what part of it is not shown', async () => {
    const file = await makeFilledFile();
    changeByHand(
      file,
      `UPDATE app_meta SET value = '99' WHERE key = 'schema_version';
       CREATE TABLE team_notes (id INTEGER PRIMARY KEY, note TEXT); INSERT INTO team_notes (note) VALUES ('a'), ('b');
       ALTER TABLE areas ADD COLUMN priority TEXT; CREATE TABLE layer_styles (id INTEGER)`,
    );
    const { readOnly } = await open(file);
    expect(readOnly).toContain('Not shown here: areas.priority, team_notes (2 rows).');
  });

  // The format of its schema, and the version of the format for writing (sqlite.org/fileformat2.html, 1.3).
  test.each([
    ['a file format', 44, [0, 0, 0, 5]],
    ['a version for writing', 18, [3]],
  ])(
    'whose header names %s that SQLite does not know is set aside, byte for byte',
    async (_what, at, value) => {
      const file = await makeFilledFile();
      const bytes = readFileSync(file);
      bytes.set(value, at);
      writeFileSync(file, bytes);
      const { setAside } = await openTestWorkspace(file);
      expect(setAside?.problem).toMatch(/was damaged/);
      expect(readFileSync(setAside?.path ?? '').equals(bytes)).toBe(true);
    },
  );

  test('whose folder is missing is refused with a reason', async () => {
    const file = path.join(await makeTempFolder(), 'missing', 'a.gpkg');
    await expect(open(file)).rejects.toThrow(/cannot be opened/);
  });

  test('that another program locks is refused with a reason', async () => {
    const file = await makeFilledFile();
    const other = new DatabaseSync(file);
    other.exec('BEGIN EXCLUSIVE');
    await expect(open(file)).rejects.toThrow(/locked by another program/);
    other.exec('ROLLBACK');
    other.close();
    const workspace = await openTestWorkspace(file);
    expect((await workspace.counts({})).records).toBe(2);
  });

  test('that another program reads can still be closed', async () => {
    const workspace = await openTestWorkspace();
    await workspace.saveSetting('key', 'value');
    const other = new DatabaseSync(workspace.path, { readOnly: true });
    other.exec('BEGIN');
    other.prepare('SELECT * FROM settings').all();
    await workspace.close();
    other.close();
    const again = await openTestWorkspace(workspace.path);
    expect(await again.getSetting('key')).toBe('value');
  });
});

describe('a damaged file is set aside, not erased', () => {
  async function expectSetAside(file: string): Promise<void> {
    const before = readFileSync(file);
    const workspace = await openTestWorkspace(file);
    expect(workspace.setAside).toMatchObject({ kind: 'damaged' });
    expect(workspace.setAside?.path).toMatch(/a\.damaged-\d{8}T\d{9}Z\.gpkg$/);
    expect(readFileSync(workspace.setAside?.path ?? '').equals(before)).toBe(true);
    expect((await workspace.counts({})).records).toBe(0);
    await fillWorkspace(workspace, [buildRecord()]);
    expect((await workspace.counts({})).records).toBe(1);
  }

  test('when it is no database at all', async () => {
    const file = path.join(await makeTempFolder(), 'a.gpkg');
    writeFileSync(file, 'This is not a database, but long enough to be looked at as one. '.repeat(40));
    await expectSetAside(file);
  });

  test('when it was truncated', async () => {
    const file = await makeFilledFile();
    truncateSync(file, 20_000);
    await expectSetAside(file);
  });

  test('when it is another program’s database', async () => {
    const file = path.join(await makeTempFolder(), 'a.gpkg');
    changeByHand(file, 'CREATE TABLE notes (text TEXT)');
    await expectSetAside(file);
  });

  test('when pages in it are garbage and the last session did not close it', async () => {
    const file = await makeFilledFile();
    changeByHand(file, 'PRAGMA journal_mode = WAL');
    const bytes = readFileSync(file);
    for (let page = 20; page < 30; page += 1) bytes.fill(0xa5, page * 4096, (page + 1) * 4096);
    writeFileSync(file, bytes);
    await expectSetAside(file);
  });
});

describe('an empty file', () => {
  test.each([
    ['of no bytes', (file: string) => writeFileSync(file, '')],
    ['without tables', (file: string) => changeByHand(file, 'CREATE TABLE a (b); DROP TABLE a')],
  ])('%s is retained and reported, and a workspace created in its place', async (_name, create) => {
    const file = path.join(await makeTempFolder(), 'a.gpkg');
    create(file);
    const workspace = await openTestWorkspace(file);
    expect(workspace.setAside).toMatchObject({
      kind: 'empty',
      problem: expect.stringContaining('The workspace file was empty'),
    });
    const aside = workspace.setAside?.path ?? '';
    expect(aside).toMatch(/a\.empty-\d{8}T\d{9}Z\.gpkg$/);
    expect(existsSync(aside)).toBe(true);
    expect(await workspace.counts({})).toMatchObject({ records: 0 });
  });

  test('keeps its log, which may have what the file lost', async () => {
    const file = path.join(await makeTempFolder(), 'a.gpkg');
    writeFileSync(file, '');
    writeFileSync(`${file}-wal`, 'a log');
    const workspace = await openTestWorkspace(file);
    expect(readFileSync(`${workspace.setAside?.path}-wal`, 'utf8')).toBe('a log');
  });
});

describe('workers', () => {
  test('errors arrive with message and cause', async () => {
    const workspace = await openTestWorkspace();
    const broken = { ...buildFetch(), job: { ...buildFetch().job, id: undefined } };
    const error: unknown = await workspace.saveFetch(broken as never).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    await workspace.saveSetting('still', 'alive');
    expect(await workspace.getSetting('still')).toBe('alive');
  });

  test('a lock of another program is explained, with SQLite’s error as the cause', async () => {
    const workspace = await openTestWorkspace();
    const other = new DatabaseSync(workspace.path);
    other.exec('BEGIN IMMEDIATE');
    const error: unknown = await workspace.saveSetting('key', 'value').catch((reason: unknown) => reason);
    other.exec('ROLLBACK');
    other.close();
    expect(error).toMatchObject({
      message: expect.stringContaining('locked by another program'),
      cause: expect.objectContaining({ message: expect.stringContaining('database is locked') }),
    });
    await workspace.saveSetting('key', 'later');
    expect(await workspace.getSetting('key')).toBe('later');
  });

  test('an edit by another program is detected once, and cached results are cleared', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, [buildRecord()]);
    expect((await workspace.counts({})).detections).toBe(1);
    expect(await workspace.detectEdits(), 'after writes of our own').toBe(false);
    const other = new DatabaseSync(workspace.path);
    other.exec('DELETE FROM detections');
    other.close();
    expect(await workspace.detectEdits()).toBe(true);
    await workspace.clearCaches();
    expect((await workspace.counts({})).detections).toBe(0);
    await workspace.saveSetting('key', 'value');
    expect(await workspace.detectEdits()).toBe(false);
  });

  test('pages are written in the order in which they were given, and what is written after them comes after them', async () => {
    const workspace = await openTestWorkspace();
    const fetch = buildFetch();
    await workspace.saveFetch(fetch);
    const features = [buildFeature()];
    const versions = Array.from({ length: 12 }, (_none, index) => ({ qcStatus: `version ${index}` }));
    const outcomes = versions.map(({ qcStatus }, index) => {
      const record = buildRecord({ assignedId: 'record', qcStatus, features });
      return workspace.ingestPage(
        buildFetchedPage(fetch, [record], { offset: index, nextOffset: index + 1 }),
      );
    });
    const requested = buildFetch({ id: fetch.job.id, title: 'Written last' });
    await workspace.saveFetch(requested);
    expect((await workspace.listFetches()).map(({ job }) => job.title)).toEqual(['Written last']);
    const offsets = (await Promise.all(outcomes)).map((outcome) => outcome.ok && outcome.job.fetch?.offset);
    expect(offsets).toEqual(versions.map((_version, index) => index + 1));
    expect((await workspace.detectionDetail(1))?.detection.traced.qc_status).toBe('version 11');
    expect(await workspace.detectEdits(), 'copying the log is no edit').toBe(false);
    await workspace.close();
    expect(readdirSync(path.dirname(workspace.path))).toEqual(['test.gpkg']);
  });

  test('an invalid page does not block the pages after it', async () => {
    const workspace = await openTestWorkspace();
    const fetch = buildFetch();
    await workspace.saveFetch(fetch);
    const page = buildFetchedPage(fetch, [buildRecord()]);
    const bad = workspace.ingestPage({ ...page, body: new TextEncoder().encode('<html>') });
    const good = workspace.ingestPage(page);
    expect(await bad).toMatchObject({ ok: false, message: expect.stringContaining('web page') });
    expect(await good).toMatchObject({ ok: true, newRecords: 1 });
    const same = await workspace.ingestPage(page);
    expect(same, 'the body is still the caller’s').toMatchObject({ ok: true, newRecords: 0 });
    const last = workspace.ingestPage(buildFetchedPage(fetch, [buildRecord()]));
    await workspace.close();
    expect(await last, 'closing waits for pages').toMatchObject({ ok: true, newRecords: 1 });
  });

  test('a read sees the writes that were acknowledged before it', async () => {
    const workspace = await openTestWorkspace();
    for (let round = 0; round < 50; round += 1) {
      await workspace.saveSetting('round', String(round));
      expect(await workspace.getSetting('round')).toBe(String(round));
    }
  });

  test('the exit of a worker rejects its pending calls, and later ones', async () => {
    const folder = await makeTempFolder();
    const workerFile = path.join(folder, 'dying-worker.mjs');
    writeFileSync(
      workerFile,
      `import { serveThread } from ${JSON.stringify(serveThreadUrl)};
       serveThread({
         open: ([{ role }]) => ({
           methods: role === 'reader' ? ['listOrders', 'listAreas', 'listProblems', 'counts'] : [],
         }),
         call: ([method]) =>
           method === 'listOrders'
             ? process.exit(7)
             : new Promise(() => setImmediate(() => { throw new Error('broken inside'); })),
       });`,
    );
    const exiting = await openWorkspace({ path: 'unused', workerUrl: pathToFileURL(workerFile) });
    const waiting = [exiting.listOrders(), exiting.listProblems(1)];
    for (const call of waiting)
      await expect(call).rejects.toThrow(/reader ended.*exit code 7.*restart Sightline/);
    await expect(exiting.counts({})).rejects.toThrow(/reader ended/);

    const throwing = await openWorkspace({ path: 'unused', workerUrl: pathToFileURL(workerFile) });
    await expect(throwing.listAreas()).rejects.toMatchObject({
      message: expect.stringContaining('ended unexpectedly'),
      cause: expect.objectContaining({ message: 'broken inside' }),
    });
  });

  test('a worker that cannot start rejects the opening', async () => {
    const missing = pathToFileURL(path.join(await makeTempFolder(), 'no-such-worker.mjs'));
    await expect(openWorkspace({ path: 'unused', workerUrl: missing })).rejects.toThrow(/ended unexpectedly/);
  });
});

test('bytes that the reading thread passes on can be requested again', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [buildRecord({ features: [buildFeature(), buildFeature()] })]);
  const filter = { minConfidence: 0 };
  const sort = { field: 'collected', order: 'DESC' } as const;
  const requests = {
    detectionFeed: () => workspace.detectionFeed(),
    feedReviews: () => workspace.feedReviews(),
    matchMask: () => workspace.matchMask(filter),
    matchingIds: () => workspace.matchingIds(filter),
    reviewQueue: () => workspace.reviewQueue(filter, sort),
    feedColors: () => workspace.feedColors('confidence'),
  };
  const handedOver = Object.entries(openTestStore()).filter(
    ([, method]) => typeof method === 'function' && 'isHandedOver' in method && method.isHandedOver,
  );
  expect(Object.keys(requests).sort()).toEqual(handedOver.map(([name]) => name).sort());
  for (const [name, request] of Object.entries(requests)) {
    const bytes = await request();
    expect(bytes.length, name).toBeGreaterThan(0);
    expect(await request(), name).toEqual(bytes);
  }
});
