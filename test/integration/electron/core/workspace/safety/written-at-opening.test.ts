import { copyFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { openWorkspace } from '../../../../../../electron/core/workspace/open/open-workspace.ts';
import type { Workspace } from '../../../../../../electron/core/workspace/open/workspace.ts';
import { readPageCheck, savePageSums } from '../../../../../../electron/core/workspace/safety/page-sums.ts';
import { checkPages } from '../../../../../../electron/core/workspace-tools/tasks/check-pages.ts';
import { damage, leavesOf, offsetOf, openToCompare } from '../../../../../builders/damage.ts';
import { buildRecords } from '../../../../../builders/filled-workspace.ts';
import { buildToolRun } from '../../../../../builders/tool-run.ts';
import { buildVersion1Workspace } from '../../../../../builders/version-1-workspace.ts';
import {
  buildFetch,
  buildFetchedPage,
  fillWorkspace,
  makeTempFolder,
  workspaceWorkerUrl,
} from '../../../../../builders/workspace-builder.ts';

type ClosedFile = { readonly file: string; readonly sumsFile: string };

/** The worker of a Sightline with schema version 2, which migrates the file when it is opened. */
const version2WorkerUrl = new URL('../../../../../builders/workspace-version-2-worker.ts', import.meta.url);

async function opened({ file, sumsFile }: ClosedFile, workerUrl = version2WorkerUrl): Promise<Workspace> {
  const workspace = await openWorkspace({ path: file, workerUrl, sumsFile });
  onTestFinished(() => workspace.close());
  return workspace;
}

/** Findings of the check of an open workspace. */
function checked({ path: file, pageCheck }: Workspace) {
  if (!pageCheck) throw new Error('There is nothing to compare the file with.');
  return checkPages({ path: file, pageCheck }, buildToolRun());
}

const undamaged = { damagedPages: [], damage: undefined };

/** A workspace of version 1 and its checksums, as the first Sightline closes it. */
async function formerFile(): Promise<ClosedFile> {
  const { file } = await buildVersion1Workspace();
  const sumsFile = path.join(path.dirname(file), 'former.sums');
  savePageSums(sumsFile, file);
  return { file, sumsFile };
}

function pageOf({ file, sumsFile }: ClosedFile, offset: number): number {
  return Math.floor(offset / (readPageCheck(sumsFile, file, openToCompare(file))?.pageSize ?? 0)) + 1;
}

describe('a workspace that is migrated when it is opened', () => {
  it('is not reported as damaged, neither then nor at the next opening', async () => {
    const closed = await formerFile();
    const workspace = await opened(closed);
    expect(checked(workspace)).toEqual(undamaged);
    await workspace.close();
    expect(checked(await opened(closed))).toEqual(undamaged);
  });

  it('is not reported as damaged when it is closed before it was checked', async () => {
    const closed = await formerFile();
    await (await opened(closed)).close();
    expect(checked(await opened(closed))).toEqual(undamaged);
  });

  it('keeps what had changed on the disk before known', async () => {
    const closed = await formerFile();
    const offset = offsetOf(closed.file, 'raw_blocks');
    const page = pageOf(closed, offset);
    damage(closed.file, offset);
    const workspace = await opened(closed);
    expect(checked(workspace)).toMatchObject({ damagedPages: [page], damage: { contents: ['raw records'] } });
    await workspace.close();
    expect(checked(await opened(closed))).toMatchObject({ damagedPages: [page] });
  });

  it('keeps damage known that is on pages which the migration writes', async () => {
    const closed = await formerFile();
    const [leaf] = leavesOf(closed.file, 'app_meta');
    if (!leaf) throw new Error('The table has no page.');
    const page = pageOf(closed, leaf.start);
    damage(closed.file, (leaf.start + leaf.end) / 2);
    const workspace = await opened(closed);
    expect(checked(workspace)).toMatchObject({ damagedPages: [page] });
    await workspace.close();
    expect(checked(await opened(closed))).toMatchObject({ damagedPages: [page] });
  });
});

test('a workspace that was closed during a fetch is not reported as damaged', async () => {
  const folder = await makeTempFolder();
  const closed = { file: path.join(folder, 'a.gpkg'), sumsFile: path.join(folder, 'a.sums') };
  const workspace = await opened(closed, workspaceWorkerUrl);
  const records = buildRecords(100);
  await fillWorkspace(workspace, records);
  const fetch = buildFetch();
  await workspace.saveFetch(fetch);
  const changed = records.map((record) => ({ ...record, uploadTime: '2026-11-29T06:00:00.000Z' }));
  await workspace.ingestPage(buildFetchedPage(fetch, changed, { nextOffset: 100 }));
  await workspace.close();
  const database = new DatabaseSync(closed.file, { readOnly: true });
  const dirty = database.prepare('SELECT count(*) AS count FROM detection_chunks WHERE body IS NULL').get();
  database.close();
  expect(dirty).not.toEqual({ count: 0 });

  expect(checked(await opened(closed, workspaceWorkerUrl))).toEqual(undamaged);
});

test('a file whose last transaction SQLite takes back is not reported as damaged', async () => {
  const { file, sumsFile } = await formerFile();
  const killed = { file: `${file}.killed`, sumsFile };
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  // Without room for changed pages they go to the file before the transaction ends.
  database.exec(
    "PRAGMA cache_size = 1; BEGIN; UPDATE records SET region = 'x'; UPDATE raw_blocks SET codec = 'x'",
  );
  copyFileSync(file, killed.file);
  copyFileSync(`${file}-journal`, `${killed.file}-journal`);
  database.exec('ROLLBACK');
  expect(readFileSync(killed.file).equals(readFileSync(file))).toBe(false);
  expect(statSync(killed.file).size).toBe(statSync(file).size);

  expect(readPageCheck(sumsFile, killed.file, openToCompare(killed.file))).toBeUndefined();
  expect((await opened(killed)).pageCheck).toBeUndefined();
  expect(existsSync(`${killed.file}-journal`)).toBe(false);
});
