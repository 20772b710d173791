import { copyFileSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Core } from '../../../../../../electron/core/core.ts';
import { createCore } from '../../../../../../electron/core/create-core.ts';
import { readRawRecords } from '../../../../../../electron/core/workspace/ingest/raw-blocks.ts';
import { closeWriter, openDatabase } from '../../../../../../electron/core/workspace/open-database.ts';
import { openWorkspace } from '../../../../../../electron/core/workspace/open-workspace.ts';
import {
  findDamagedPages,
  findDamageInSample,
  loadPageSums,
  pageSumsFile,
  readModifiedAt,
  savePageSums,
} from '../../../../../../electron/core/workspace/safety/page-sums.ts';
import { createSql } from '../../../../../../electron/core/workspace/sql.ts';
import { checkPages } from '../../../../../../electron/core/workspace-tools/tasks/check-pages.ts';
import { isActiveJob, type Job } from '../../../../../../shared/jobs/job.ts';
import type { Result } from '../../../../../../shared/result.ts';
import { coreWorkers } from '../../../../../builders/core-workers.ts';
import { damage, offsetOf, placeLength } from '../../../../../builders/damage.ts';
import { eventually } from '../../../../../builders/eventually.ts';
import { buildRecords, fillWithReviews } from '../../../../../builders/filled-workspace.ts';
import { createMemoryKeychain } from '../../../../../builders/memory-keychain.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';
import { buildToolRun } from '../../../../../builders/tool-run.ts';
import {
  fillWorkspace,
  makeTempFolder,
  openTestStore,
  workspaceWorkerUrl,
} from '../../../../../builders/workspace-builder.ts';

function rawRecords(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  const damaged: string[] = [];
  try {
    const whole = new Map(
      [...readRawRecords(createSql(database), 'TRUE', (id) => damaged.push(id))].map(
        ({ recordId, bytes }) => [recordId, Buffer.from(bytes).toString('latin1')],
      ),
    );
    return { whole, damaged };
  } finally {
    database.close();
  }
}

/** A closed file of 200 records with its checksums, and what its raw records are. */
async function closedWorkspace() {
  const store = openTestStore();
  fillWithReviews(store, buildRecords(200));
  store.close();
  const folder = await makeTempFolder();
  const sumsFile = path.join(folder, 'a.sums');
  savePageSums(sumsFile, store.path, { damaged: [], unchanged: undefined });
  return { file: store.path, folder, sumsFile, raw: rawRecords(store.path).whole };
}

describe('64 bytes that have changed on the disk after an orderly end', () => {
  it('are noticed wherever they are, or SQLite refuses the file', async () => {
    const { file, folder, sumsFile } = await closedWorkspace();
    const random = seededRandom(7).next;
    const pageSize = loadPageSums(sumsFile, file)?.pageSize ?? 0;
    const copy = path.join(folder, 'copy.gpkg');
    for (let run = 0; run < 300; run += 1) {
      copyFileSync(file, copy);
      const offset = run < 120 ? run : Math.floor(random() * (statSync(file).size - placeLength));
      damage(copy, offset);
      const sums = loadPageSums(sumsFile, copy);
      expect(sums, `offset ${offset}`).toBeDefined();
      if (!sums) continue;
      const found = [
        ...findDamageInSample(copy, sums),
        ...(findDamagedPages(copy, sums, readModifiedAt(copy), () => {}) ?? []),
      ];
      expect(found, `offset ${offset}`).toContain(Math.floor(offset / pageSize) + 1);
    }
  });

  it('leave no raw record that is not as it was received, and each lost one is named', async () => {
    const { file, folder, sumsFile, raw } = await closedWorkspace();
    const random = seededRandom(11).next;
    const copy = path.join(folder, 'copy.gpkg');
    let lost = 0;
    for (let run = 0; run < 60; run += 1) {
      copyFileSync(file, copy);
      for (let place = 0; place < 12; place += 1)
        damage(copy, 4096 + Math.floor(random() * (statSync(file).size - 4096 - placeLength)));
      const sums = loadPageSums(sumsFile, copy);
      if (!sums) throw new Error('The checksums are not those of the file.');
      const pageCheck = {
        ...sums,
        modifiedAt: readModifiedAt(copy),
        damagedInSample: findDamageInSample(copy, sums),
        isWritten: false,
      };
      const checked = checkPages({ path: copy, pageCheck }, buildToolRun());
      expect(checked?.damage?.damagedPages).toBeGreaterThan(0);
      let read: ReturnType<typeof rawRecords>;
      try {
        read = rawRecords(copy);
      } catch (error) {
        // SQLite itself says so.
        expect(error).toHaveProperty('errcode');
        continue;
      }
      for (const [id, bytes] of read.whole) expect(raw.get(id), id).toBe(bytes);
      expect(checked?.damage).toMatchObject({ damagedRecords: read.damaged });
      lost += read.damaged.length;
    }
    expect(lost).toBeGreaterThan(0);
  });

  it('are known at the next opening, too, until the file is written anew', async () => {
    const { file, sumsFile } = await closedWorkspace();
    const pageSize = loadPageSums(sumsFile, file)?.pageSize ?? 0;
    damage(file, 5 * pageSize);
    savePageSums(sumsFile, file, { damaged: [6], unchanged: undefined });
    const sums = loadPageSums(sumsFile, file);
    expect(sums && findDamagedPages(file, sums, readModifiedAt(file), () => {})).toEqual([6]);
  });

  it('are known at the next opening, too, after a session that wrote and ended before they were found', async () => {
    const { file, sumsFile } = await closedWorkspace();
    const pageSize = loadPageSums(sumsFile, file)?.pageSize ?? 0;
    const offset = offsetOf(file, 'raw_blocks');
    damage(file, offset);
    const workspace = await openWorkspace({ path: file, workerUrl: workspaceWorkerUrl, sumsFile });
    await workspace.saveSetting('a', 'b');
    await workspace.close();
    const sums = loadPageSums(sumsFile, file);
    expect(sums && findDamagedPages(file, sums, readModifiedAt(file), () => {})).toEqual([
      Math.floor(offset / pageSize) + 1,
    ]);
  });

  it('are not claimed of a file that another program has written', async () => {
    const { file, sumsFile } = await closedWorkspace();
    const other = new DatabaseSync(file);
    other.exec("INSERT INTO settings VALUES ('a', 'b')");
    other.close();
    expect(loadPageSums(sumsFile, file)).toBeUndefined();
  });

  it('are not claimed of pages that are being written', async () => {
    const { file, sumsFile } = await closedWorkspace();
    const sums = loadPageSums(sumsFile, file);
    if (!sums) throw new Error('There are no checksums.');
    const { database } = openDatabase(file);
    onTestFinished(() => closeWriter(database));
    const modifiedAt = readModifiedAt(file);
    database.exec("INSERT INTO settings VALUES ('a', 'b'); PRAGMA wal_checkpoint(TRUNCATE)");
    expect(findDamagedPages(file, sums, modifiedAt, () => {})).toBeUndefined();
  });

  it('are not claimed when the log is copied into the file between two reads', async () => {
    const { file, sumsFile } = await closedWorkspace();
    const { database } = openDatabase(file);
    // More pages than are read at once.
    database.exec("INSERT INTO settings VALUES ('a', hex(zeroblob(4194304)))");
    closeWriter(database);
    savePageSums(sumsFile, file, { damaged: [], unchanged: undefined });
    const sums = loadPageSums(sumsFile, file);
    if (!sums) throw new Error('There are no checksums.');
    const { database: writer } = openDatabase(file);
    onTestFinished(() => closeWriter(writer));
    const modifiedAt = readModifiedAt(file);
    writer.exec("UPDATE settings SET value = replace(value, '0', '1') WHERE key = 'a'");
    expect(findDamagedPages(file, sums, modifiedAt, () => {})).toEqual([]);
    let copied = 0;
    const copyLog = () => {
      copied += 1;
      writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    };
    expect(findDamagedPages(file, sums, modifiedAt, copyLog)).toBeUndefined();
    expect(copied).toBeGreaterThan(0);
  });
});

async function startCore(dataDir: string): Promise<Core> {
  const core = await createCore({
    dataDir,
    keychain: createMemoryKeychain(),
    workers: coreWorkers,
    onProblem: () => {},
  });
  onTestFinished(() => core.close());
  return core;
}

function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

async function ended(core: Core, { id }: Job): Promise<Job> {
  return eventually(() => {
    const job = core.jobs.list().find((one) => one.id === id);
    if (!job || isActiveJob(job)) throw new Error('The job has not ended.');
    return job;
  });
}

/** A data folder whose account has a workspace of 100 records that was closed. */
async function filledDataDir() {
  const dataDir = await makeTempFolder();
  const core = await startCore(dataDir);
  const { profile } = core.session.state();
  const { username = '', password = '' } = profile.demoCredentials ?? {};
  valued(await core.session.signIn({ profileId: profile.id, username, password }));
  const workspace = core.workspace();
  if (!workspace) throw new Error('No workspace is open.');
  await fillWorkspace(workspace, buildRecords(100));
  await core.close();
  return { dataDir, file: workspace.path };
}

it('damage to raw records is reported with a remedy that works', async () => {
  const { dataDir, file } = await filledDataDir();
  damage(file, offsetOf(file, 'raw_blocks'));
  const { damaged } = rawRecords(file);
  expect(damaged.length).toBeGreaterThan(0);

  const core = await startCore(dataDir);
  await eventually(() => expect(core.session.state().workspaceDamaged).toBe(true));
  const { workspaceProblem = '' } = core.session.state();
  expect(workspaceProblem).toContain(`${damaged.length} of 100 raw records`);
  expect(workspaceProblem).toContain(damaged[0]);
  expect(workspaceProblem).toContain('Rebuild the workspace');

  const out = path.join(dataDir, 'raw.json');
  const options = {
    format: 'raw-json' as const,
    reviews: false,
    byteOrderMark: false,
    footprints: false,
    chips: 'none' as const,
  };
  const exported = await ended(
    core,
    valued(
      await core.exports.start({ scope: { kind: 'all' }, options, targets: { detections: { path: out } } }),
    ),
  );
  expect(exported.warnings.join(' ')).toContain(`${damaged.length} of 100 raw records`);
  expect(JSON.parse(readFileSync(out, 'utf8'))).toHaveLength(100 - damaged.length);

  const rebuilt = await ended(core, valued(await core.workspaceTools.rebuild(null)));
  expect(rebuilt).toMatchObject({ state: 'failed' });
  expect(rebuilt.failure?.message).toContain('open that (Settings → Workspace → Open another)');
  const rescued = valued(await core.workspaceTools.list()).find(({ fileName }) =>
    rebuilt.failure?.message.includes(fileName),
  );
  valued(await core.workspaceTools.open(rescued?.id ?? ''));
  expect(await core.workspace()?.counts({})).toMatchObject({ records: 100 - damaged.length });
  expect(core.session.state().workspaceProblem).toBeUndefined();
});

it('damage to what is derived from raw records is undone by a rebuild', async () => {
  const { dataDir, file } = await filledDataDir();
  damage(file, offsetOf(file, 'detections'));
  const core = await startCore(dataDir);
  await eventually(() => expect(core.session.state().workspaceProblem).toBeDefined());
  const { workspaceSetAside, workspaceProblem } = core.session.state();
  if (workspaceSetAside === undefined) {
    expect(workspaceProblem).toContain('detections');
    // Known again after a session in which nothing was done about it.
    await core.close();
    const again = await startCore(dataDir);
    await eventually(() => expect(again.session.state().workspaceDamaged).toBe(true));
    expect(await ended(again, valued(await again.workspaceTools.rebuild(null)))).toMatchObject({
      state: 'complete',
    });
    expect(await again.workspace()?.counts({})).toMatchObject({ records: 100 });
    expect(again.session.state().workspaceProblem).toBeUndefined();
    await again.close();
    const last = await startCore(dataDir);
    expect(last.session.state().workspaceDamaged).toBeUndefined();
  }
});

it('keeps the checksums of files apart by their paths', () => {
  expect(pageSumsFile('/a', '/b/c.gpkg')).not.toBe(pageSumsFile('/a', '/b/d.gpkg'));
});
