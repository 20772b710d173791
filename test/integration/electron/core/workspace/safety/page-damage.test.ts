import { copyFileSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Core } from '../../../../../../electron/core/core.ts';
import { createCore } from '../../../../../../electron/core/create-core.ts';
import { readRawRecords } from '../../../../../../electron/core/workspace/file/raw-blocks.ts';
import { createSql } from '../../../../../../electron/core/workspace/file/sql.ts';
import { closeWriter, openDatabase } from '../../../../../../electron/core/workspace/open/open-database.ts';
import { openWorkspace } from '../../../../../../electron/core/workspace/open/open-workspace.ts';
import {
  findDamagedPages,
  pageSumsFile,
  readPageCheck,
  savePageSums,
} from '../../../../../../electron/core/workspace/safety/page-sums.ts';
import { checkPages } from '../../../../../../electron/core/workspace-tools/tasks/check-pages.ts';
import { isActiveJob, type Job } from '../../../../../../shared/jobs/job.ts';
import type { Result } from '../../../../../../shared/result.ts';
import { coreWorkers } from '../../../../../builders/core-workers.ts';
import { damage, leavesOf, offsetOf, openToCompare, placeLength } from '../../../../../builders/damage.ts';
import { eventually } from '../../../../../builders/eventually.ts';
import { buildRecords, fillWithReviews } from '../../../../../builders/filled-workspace.ts';
import { createMemoryKeychain } from '../../../../../builders/memory-keychain.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';
import { isLongRun, repetitions } from '../../../../../builders/test-tier.ts';
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
  savePageSums(sumsFile, store.path);
  return { file: store.path, folder, sumsFile, raw: rawRecords(store.path).whole };
}

/** Sums that the file is compared with. */
function checkOf(sumsFile: string, file: string) {
  const check = readPageCheck(sumsFile, file, openToCompare(file));
  if (!check) throw new Error('The checksums are not those of the file.');
  return check;
}

function damagedPages(sumsFile: string, file: string): readonly number[] {
  return findDamagedPages(file, checkOf(sumsFile, file), () => {});
}

/** Damages twelve pages of a closed file, spread over it and more than a sample could find. Returns their numbers. */
function damageTwelve(file: string, sumsFile: string): readonly number[] {
  const { pageSize, sums } = checkOf(sumsFile, file);
  const pages = Array.from({ length: 12 }, (_, index) => sums.length - 10 * index - 1);
  for (const page of pages) damage(file, page * pageSize - 200);
  return pages.sort((one, other) => one - other);
}

/** A closed file with far more pages than a sample has. */
async function largeWorkspace() {
  const closed = await closedWorkspace();
  const { database } = openDatabase(closed.file);
  database.exec("INSERT INTO settings VALUES ('a', hex(zeroblob(4194304)))");
  closeWriter(database);
  savePageSums(closed.sumsFile, closed.file);
  return closed;
}

function copyLog(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  database.close();
}

describe('64 bytes that have changed on the disk after an orderly end', () => {
  it('are noticed wherever they are, or SQLite refuses the file', async () => {
    const { file, folder, sumsFile } = await closedWorkspace();
    const random = seededRandom(7).next;
    const { pageSize } = checkOf(sumsFile, file);
    const copy = path.join(folder, 'copy.gpkg');
    // The header of the file in small steps, then anywhere.
    const step = isLongRun ? 1 : 5;
    for (let run = 0; run < 300; run += step) {
      copyFileSync(file, copy);
      const offset = run < 120 ? run : Math.floor(random() * (statSync(file).size - placeLength));
      damage(copy, offset);
      expect(damagedPages(sumsFile, copy), `offset ${offset}`).toContain(Math.floor(offset / pageSize) + 1);
    }
  });

  it('leave no raw record that is not as it was received, and each lost one is named', async () => {
    const { file, folder, sumsFile, raw } = await closedWorkspace();
    const random = seededRandom(11).next;
    const received = new Set(raw.values());
    const copy = path.join(folder, 'copy.gpkg');
    let lost = 0;
    for (let run = 0; run < repetitions(15, 60); run += 1) {
      copyFileSync(file, copy);
      for (let place = 0; place < 12; place += 1)
        damage(copy, 4096 + Math.floor(random() * (statSync(file).size - 4096 - placeLength)));
      const checked = checkPages({ path: copy, pageCheck: checkOf(sumsFile, copy) }, buildToolRun());
      expect(checked.damage?.damagedPages).toBeGreaterThan(0);
      let read: ReturnType<typeof rawRecords>;
      try {
        read = rawRecords(copy);
      } catch (error) {
        // SQLite itself reports it.
        expect(error).toHaveProperty('errcode');
        continue;
      }
      // The id in the row may lie on a damaged place; the bytes name the record, too.
      for (const [id, bytes] of read.whole) expect(received.has(bytes), id).toBe(true);
      expect(checked.damage).toMatchObject({ damagedRecords: read.damaged });
      lost += read.damaged.length;
    }
    expect(lost).toBeGreaterThan(0);
  });

  it('are known at the next opening, too, after a session that wrote and ended before they were found', async () => {
    const { file, sumsFile } = await largeWorkspace();
    const damaged = damageTwelve(file, sumsFile);
    const workspace = await openWorkspace({ path: file, workerUrl: workspaceWorkerUrl, sumsFile });
    await workspace.saveSetting('b', 'b');
    await workspace.close();
    expect(damagedPages(sumsFile, file)).toEqual(damaged);
  });

  it('are found, and known at the next opening, when the log is copied before they are looked for', async () => {
    const { file, sumsFile } = await largeWorkspace();
    const damaged = damageTwelve(file, sumsFile);
    const workspace = await openWorkspace({ path: file, workerUrl: workspaceWorkerUrl, sumsFile });
    onTestFinished(() => workspace.close());
    await workspace.saveSetting('b', 'b'.repeat(100_000));
    copyLog(file);
    const { pageCheck } = workspace;
    if (!pageCheck) throw new Error('There is nothing to compare the file with.');
    expect(checkPages({ path: file, pageCheck }, buildToolRun()).damagedPages).toEqual(damaged);
    await workspace.close();
    expect(damagedPages(sumsFile, file)).toEqual(damaged);
  });

  it('are known when the session writes their page before they are looked for', async () => {
    const { file, sumsFile } = await closedWorkspace();
    const [leaf] = leavesOf(file, 'settings');
    const { pageSize } = checkOf(sumsFile, file);
    const page = (leaf?.start ?? 0) / pageSize + 1;
    // Between the rows, where SQLite does not notice it.
    damage(file, ((leaf?.start ?? 0) + (leaf?.end ?? 0)) / 2);
    const workspace = await openWorkspace({ path: file, workerUrl: workspaceWorkerUrl, sumsFile });
    await workspace.saveSetting('b', 'b');
    await workspace.close();
    expect(damagedPages(sumsFile, file)).toEqual([page]);
  });

  it('are known at the next opening, too, when a session on a network drive wrote before they were looked for', async () => {
    const { file, sumsFile } = await largeWorkspace();
    const damaged = damageTwelve(file, sumsFile);
    const onNetwork = { path: file, workerUrl: workspaceWorkerUrl, sumsFile, networkDrive: 'NFS' };
    const workspace = await openWorkspace(onNetwork);
    onTestFinished(() => workspace.close());
    await workspace.saveSetting('b', 'b'.repeat(100_000));
    const { pageCheck } = workspace;
    if (!pageCheck) throw new Error('There is nothing to compare the file with.');
    expect(checkPages({ path: file, pageCheck }, buildToolRun()).damagedPages).toEqual(damaged);
    await workspace.close();
    expect(damagedPages(sumsFile, file)).toEqual(damaged);

    const unchecked = await openWorkspace(onNetwork);
    await unchecked.saveSetting('b', 'b');
    await unchecked.close();
    expect(damagedPages(sumsFile, file)).toEqual(damaged);
  });

  it('are known when a session on a network drive writes their page before they are looked for', async () => {
    const { file, sumsFile } = await closedWorkspace();
    const [leaf] = leavesOf(file, 'settings');
    const page = (leaf?.start ?? 0) / checkOf(sumsFile, file).pageSize + 1;
    // Between the rows, where SQLite does not notice it.
    damage(file, ((leaf?.start ?? 0) + (leaf?.end ?? 0)) / 2);
    const workspace = await openWorkspace({
      path: file,
      workerUrl: workspaceWorkerUrl,
      sumsFile,
      networkDrive: 'NFS',
    });
    await workspace.saveSetting('b', 'b');
    await workspace.close();
    expect(damagedPages(sumsFile, file)).toEqual([page]);
  });

  it('are found in the pages that were compared when a closing had no time for all of them', async () => {
    const { file, sumsFile } = await largeWorkspace();
    savePageSums(sumsFile, file, undefined, 0);
    // The next session computes what is missing, and claims no damage.
    expect(await openAndCheck(file, sumsFile)).toEqual([]);
    const damaged = damageTwelve(file, sumsFile);
    expect(damagedPages(sumsFile, file)).toEqual(damaged);
    // Neither is it lost where there is no time again.
    const check = checkOf(sumsFile, file);
    findDamagedPages(file, check, () => {});
    savePageSums(sumsFile, file, check, 0);
    expect(damagedPages(sumsFile, file)).toEqual(damaged);
  });

  it('are not claimed of a file that another program has written', async () => {
    const { file, sumsFile } = await closedWorkspace();
    const other = new DatabaseSync(file);
    other.exec("INSERT INTO settings VALUES ('a', 'b')");
    other.close();
    expect(readPageCheck(sumsFile, file, openToCompare(file))).toBeUndefined();
  });

  it('are not claimed of pages that another program writes in between, at any time of the clock', async () => {
    const { file, sumsFile } = await largeWorkspace();
    const check = checkOf(sumsFile, file);
    const { atime, mtime } = statSync(file);
    const other = new DatabaseSync(file);
    other.exec("UPDATE settings SET value = replace(value, '0', '1') WHERE key = 'a'");
    other.close();
    // As with a clock that is coarser than a write.
    utimesSync(file, atime, mtime);
    expect(findDamagedPages(file, check, () => {})).toEqual([]);
  });

  it('are not claimed of pages that the session writes, whenever the log is copied', async () => {
    const { file, sumsFile } = await largeWorkspace();
    const check = { ...checkOf(sumsFile, file), writes: { kind: 'log' as const } };
    const { database, pageWriteTracker } = openDatabase(file, { pageCheck: check });
    onTestFinished(() => database.close());
    onTestFinished(() => pageWriteTracker?.close());
    let digit = 0;
    const write = () => {
      database.exec(`UPDATE settings SET value = replace(value, '${digit}', '${digit + 1}') WHERE key = 'a'`);
      digit += 1;
      copyLog(file);
      pageWriteTracker?.update();
      copyLog(file);
    };
    expect(findDamagedPages(file, check, write)).toEqual([]);
    write();
    expect(findDamagedPages(file, check, write)).toEqual([]);
    expect(digit).toBeGreaterThan(2);
  });
});

/** Damage found by a session that compares all pages. */
async function openAndCheck(file: string, sumsFile: string): Promise<readonly number[]> {
  const workspace = await openWorkspace({ path: file, workerUrl: workspaceWorkerUrl, sumsFile });
  try {
    const { pageCheck } = workspace;
    if (!pageCheck) throw new Error('There is nothing to compare the file with.');
    return checkPages({ path: file, pageCheck }, buildToolRun()).damagedPages;
  } finally {
    await workspace.close();
  }
}

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
    places: false,
    presence: false,
    byteOrderMark: false,
    separator: 'comma' as const,
    decimal: 'point' as const,
    footprints: false,
    chips: 'none' as const,
    passes: false,
    qgisProject: false,
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
  expect(pageSumsFile('/a', '/a/c.gpkg')).not.toBe(pageSumsFile('/a', '/c.gpkg'));
});

it('damage in a copied data folder is found as in its original', async () => {
  const { dataDir, file } = await filledDataDir();
  const copy = path.join(await makeTempFolder(), 'copied');
  await cp(dataDir, copy, { recursive: true });
  const copied = path.join(copy, path.relative(dataDir, file));
  damage(copied, offsetOf(copied, 'raw_blocks'));
  const core = await startCore(copy);
  expect(core.workspace()?.path).toBe(copied);
  await eventually(() => expect(core.session.state().workspaceDamaged).toBe(true));
});
