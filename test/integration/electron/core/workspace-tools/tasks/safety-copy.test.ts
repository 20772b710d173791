import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { registerSpatialFunctions } from '../../../../../../electron/core/workspace/file/geopackage/spatial-functions.ts';
import { sqliteAddress } from '../../../../../../electron/core/workspace/file/layers/copy-layer-table.ts';
import { fileIdSetting } from '../../../../../../electron/core/workspace/open/workspace-file-id.ts';
import { describeRebuild } from '../../../../../../electron/core/workspace-tools/rebuild-jobs.ts';
import {
  inspectWorkspace,
  readWorkspaceOverview,
} from '../../../../../../electron/core/workspace-tools/tasks/inspect-workspace.ts';
import { rebuildWorkspace } from '../../../../../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import { saveSafetyCopy } from '../../../../../../electron/core/workspace-tools/tasks/save-safety-copy.ts';
import { destroyTables } from '../../../../../builders/damage.ts';
import {
  buildArea,
  buildRecords,
  fillWithReviews,
  readWorkspaceContent,
} from '../../../../../builders/filled-workspace.ts';
import { buildToolRun } from '../../../../../builders/tool-run.ts';
import { openTestStore, type TestStore } from '../../../../../builders/workspace-builder.ts';

/** A workspace of 40 records with 4 reviews, 1 area and an id of its own. */
function build(fileId = 'file-1'): TestStore {
  const store = openTestStore();
  fillWithReviews(store, buildRecords(40));
  store.upsertArea(buildArea('Approaches'));
  store.saveSetting(fileIdSetting, fileId);
  return store;
}

function save(store: TestStore) {
  return saveSafetyCopy({ path: store.path, isOnNetwork: false }, buildToolRun());
}

/** Sets a verdict on the first detections, one minute after another. */
function review(store: TestStore, count: number, minute: number, verdict: 'confirmed' | 'rejected') {
  const at = new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  return store.setReviews(ids, { verdict }, { batch: `batch-${minute}`, reviewer: 'me', at });
}

function rebuild(file: string) {
  const to = path.join(path.dirname(file), 'rescued.gpkg');
  const report = rebuildWorkspace({ from: [file], to }, buildToolRun());
  expect(readdirSync(path.dirname(file)).filter((name) => name.includes('.source'))).toEqual([]);
  return { report, content: readWorkspaceContent(to) };
}

function withDatabase(file: string, action: (database: DatabaseSync) => void) {
  const database = new DatabaseSync(file, { defensive: false });
  registerSpatialFunctions(database);
  action(database);
  database.close();
}

describe('the safety copy', () => {
  it('brings back what was destroyed with its history, and the report states how much and how old', async () => {
    const store = build();
    review(store, 30, 1, 'confirmed');
    expect(await save(store)).toEqual({ kind: 'saved' });
    store.close();
    const before = readWorkspaceContent(store.path);
    destroyTables(store.path, 'reviews', 'review_history', 'review_batches', 'areas');
    const { report, content } = rebuild(store.path);
    expect(content.reviews).toEqual(before.reviews);
    expect(content.history).toBe(before.history);
    expect(content.areas).toEqual(before.areas);
    expect(report.reviewsFromCopy).toBe(before.reviews.length);
    const savedAt = Date.parse(report.copySavedAt ?? '');
    const { warnings } = describeRebuild(report, savedAt + 3 * 3_600_000);
    expect(warnings.join('\n')).toMatch(
      /From the safety copy of 2.*Z, 3 h before: 33 reviews, 1 area, .*\. What was changed after it may be missing/,
    );
  });

  it('brings back an emptied file, all but its records', async () => {
    const store = build();
    await save(store);
    store.close();
    const before = readWorkspaceContent(store.path);
    truncateSync(store.path, 0);
    const { report, content } = rebuild(store.path);
    expect(content.areas).toEqual(before.areas);
    expect(content.reviews).toHaveLength(before.reviews.length);
    expect(report.remarks.join(' ')).toContain('test.gpkg.safety is the one with its name');
  });

  it('is never one of another file, whatever its name', async () => {
    const store = build();
    const other = build('file-2');
    await save(other);
    store.close();
    copyFileSync(`${other.path}.safety`, `${store.path}.safety`);
    destroyTables(store.path, 'reviews', 'review_history');
    const { report, content } = rebuild(store.path);
    expect(content.reviews).toEqual([]);
    expect(report.reviewsFromCopy).toBe(0);
    expect(report.remarks.join(' ')).toContain('test.gpkg.safety is one of another workspace');
  });

  it('is found after the workspace was renamed, unless it is that of another file with its id', async () => {
    const store = build();
    await save(store);
    store.close();
    const renamed = path.join(path.dirname(store.path), 'renamed.gpkg');
    copyFileSync(store.path, renamed);
    destroyTables(renamed, 'reviews', 'review_history');
    expect(rebuild(renamed).content.reviews).toEqual([]);
    renameSync(store.path, path.join(path.dirname(store.path), 'gone'));
    expect(rebuild(renamed).content.reviews).toHaveLength(4);
  });

  it('is not saved again while nothing has changed, and has a former one', async () => {
    const store = build();
    expect(await save(store)).toEqual({ kind: 'saved' });
    const first = readFileSync(`${store.path}.safety`);
    expect(await save(store)).toEqual({ kind: 'unchanged' });
    review(store, 5, 1, 'confirmed');
    expect(await save(store)).toEqual({ kind: 'saved' });
    expect(readFileSync(`${store.path}.safety-former`).equals(first)).toBe(true);
    expect(inspectWorkspace(`${store.path}.safety`, true)).toMatchObject({ kind: 'workspace' });
    for (const change of [
      () => store.upsertArea(buildArea('Another')),
      () => store.saveSetting('bookmark', 'here'),
      () => review(store, 5, 2, 'rejected'),
    ]) {
      change();
      expect(await save(store)).toEqual({ kind: 'saved' });
    }
    expect(existsSync(`${store.path}.safety-part`)).toBe(false);
  });

  it('is not made of a damaged table, nor of an empty workspace', async () => {
    const empty = openTestStore();
    empty.saveSetting(fileIdSetting, 'empty');
    expect(await save(empty)).toEqual({ kind: 'nothing' });
    const store = build();
    await save(store);
    review(store, 5, 1, 'confirmed');
    store.close();
    // Rows that the table has and its index does not.
    withDatabase(store.path, (database) => {
      database.exec('PRAGMA writable_schema = ON');
      database.exec("UPDATE sqlite_schema SET sql = sql || ' WHERE 0' WHERE name = 'reviews_by_change'");
    });
    withDatabase(store.path, (database) => database.exec('DELETE FROM reviews WHERE detection_id < 3'));
    withDatabase(store.path, (database) => {
      database.exec('PRAGMA writable_schema = ON');
      database.exec(
        "UPDATE sqlite_schema SET sql = replace(sql, ' WHERE 0', '') WHERE name = 'reviews_by_change'",
      );
    });
    const former = readFileSync(`${store.path}.safety`);
    expect(await save(store)).toEqual({ kind: 'damaged' });
    expect(readFileSync(`${store.path}.safety`).equals(former)).toBe(true);
  });

  it('does not bring back an area that was deleted after it', async () => {
    const store = build();
    await save(store);
    withDatabase(store.path, (database) => {
      database.exec(
        "INSERT INTO areas_deleted SELECT area_id, '{}', '2026-11-22' FROM areas; DELETE FROM areas",
      );
    });
    store.close();
    destroyTables(store.path, 'areas');
    const { content } = rebuild(store.path);
    expect(content.areas).toEqual([]);
  });

  it('replaces what an older file has, as after a lost log, and no verdict that was undone', async () => {
    const store = build();
    review(store, 10, 1, 'confirmed');
    const older = path.join(path.dirname(store.path), 'older');
    withDatabase(store.path, (database) => database.prepare('VACUUM INTO ?').run(older));
    review(store, 10, 2, 'rejected');
    await save(store);
    store.close();
    const latest = readWorkspaceContent(store.path);
    copyFileSync(older, store.path);
    const { report, content } = rebuild(store.path);
    expect(content.reviews).toEqual(latest.reviews);
    expect(content.history).toBe(latest.history);
    expect(report.reviewsFromCopy).toBe(10);
  });

  it('changes nothing where the file knows what came after it', async () => {
    const store = build();
    review(store, 10, 1, 'confirmed');
    const { batch } = review(store, 10, 2, 'rejected');
    await save(store);
    store.undoReviews(batch ?? '', { batch: 'undone', reviewer: 'me', at: '2026-11-21T09:00:00.000Z' });
    store.close();
    const latest = readWorkspaceContent(store.path);
    destroyTables(store.path, 'review_batches');
    const { report, content } = rebuild(store.path);
    expect(content.reviews).toEqual(latest.reviews);
    expect(report.reviewsFromCopy).toBe(0);
  });

  it('from a stranger is refused like his workspace', async () => {
    const store = build();
    await save(store);
    store.close();
    withDatabase(`${store.path}.safety`, (database) =>
      database.exec('ALTER TABLE reviews RENAME TO x; CREATE VIEW reviews AS SELECT * FROM x'),
    );
    destroyTables(store.path, 'reviews', 'review_history');
    const { report, content } = rebuild(store.path);
    expect(content.reviews).toEqual([]);
    expect(report.remarks.join(' ')).toContain('test.gpkg.safety is damaged, or is none of Sightline’s');
  });

  it('of a file that was at the same path before stays', async () => {
    const other = build('file-2');
    await save(other);
    const store = build();
    renameSync(`${other.path}.safety`, `${store.path}.safety`);
    await save(store);
    expect(readdirSync(path.dirname(store.path))).toContain('test.gpkg.file-2.safety');
  });

  it.each(['of a folder with its name', 'of a file that another program has locked'])(
    '%s is none',
    async (kind) => {
      const store = build();
      await save(store);
      review(store, 5, 1, 'confirmed');
      await save(store);
      store.close();
      const copy = `${store.path}.safety`;
      const renamed = path.join(path.dirname(store.path), 'gone.gpkg.safety');
      if (kind === 'of a folder with its name') {
        renameSync(copy, `${store.path}.x`);
        for (const folder of [copy, renamed]) mkdirSync(folder);
      } else {
        copyFileSync(copy, renamed);
        for (const file of [copy, renamed]) {
          const lock = new DatabaseSync(file);
          lock.exec('BEGIN EXCLUSIVE');
          onTestFinished(() => lock.close());
        }
      }
      expect(readWorkspaceOverview(store).safetyCopySavedAt).toMatch(/^20/);
      await expect(save(store)).rejects.toThrow();
      renameSync(`${store.path}.safety-former`, `${store.path}.y`);
      expect(readWorkspaceOverview(store).safetyCopySavedAt).toBe(null);
      renameSync(`${store.path}.y`, `${store.path}.safety-former`);
      destroyTables(store.path, 'reviews', 'review_history');
      expect(rebuild(store.path).report.remarks.join(' ')).toMatch(
        /test\.gpkg\.safety could not be opened \(.*\)/,
      );
    },
  );

  it('with an id that would lead out of its folder is none of Sightline’s', async () => {
    const store = build();
    await save(store);
    withDatabase(`${store.path}.safety`, (database) =>
      database.exec("UPDATE app_meta SET value = '/../up' WHERE key = 'safety_copy_of'"),
    );
    expect(await save(store)).toEqual({ kind: 'saved' });
    expect(existsSync(`${store.path}.safety-former`)).toBe(true);
  });

  it('on a network drive waits for a commit of another connection', async () => {
    const store = build();
    store.close();
    const run = buildToolRun();
    const locked = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(
      `const { DatabaseSync } = require('node:sqlite');
       const { workerData: { file, locked } } = require('node:worker_threads');
       const database = new DatabaseSync(file);
       Atomics.wait(locked, 0, 0);
       database.exec('BEGIN EXCLUSIVE');
       Atomics.store(locked, 0, 2);
       Atomics.notify(locked, 0);
       // For as long as a commit takes.
       Atomics.wait(locked, 0, 2, 300);
       database.exec('COMMIT');
       database.close();`,
      { eval: true, workerData: { file: store.path, locked } },
    );
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    const saved = await saveSafetyCopy(
      { path: store.path, isOnNetwork: true },
      {
        ...run,
        throwIfStopped() {
          if (locked[0] !== 0 || !existsSync(`${store.path}.safety-part`)) return;
          Atomics.store(locked, 0, 1);
          Atomics.notify(locked, 0);
          Atomics.wait(locked, 0, 1);
        },
      },
    );
    expect(saved).toEqual({ kind: 'saved' });
    expect(await ended).toBe(0);
  });
});

it.each([
  ['/home/anna/a b?.gpkg', false, 'file:///home/anna/a%20b%3F.gpkg?mode=ro'],
  ['C:\\data\\a.gpkg', true, 'file:///C:/data/a.gpkg?mode=ro'],
  ['\\\\srv\\share\\a.gpkg', true, 'file:////srv/share/a.gpkg?mode=ro'],
])('SQLite opens %s by an address without a host', (file, windows, address) => {
  expect(sqliteAddress(pathToFileURL(file, { windows }))).toBe(address);
});
