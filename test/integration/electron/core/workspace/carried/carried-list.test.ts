import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import type { CaseBatch } from '../../../../../../electron/core/exchange/case/case-batch.ts';
import {
  readReceivedItems,
  receivableItems,
  saveReceivedItems,
} from '../../../../../../electron/core/exchange/case/import-case.ts';
import { readCase } from '../../../../../../electron/core/exchange/case/read-case.ts';
import { planCase, writeCase } from '../../../../../../electron/core/exchange/case/write-case.ts';
import { writeItems } from '../../../../../../electron/core/exchange/case/write-items.ts';
import { createSql } from '../../../../../../electron/core/workspace/file/sql.ts';
import { previewMerge } from '../../../../../../electron/core/workspace/read/reviews/plan-merge.ts';
import type { Bookmark } from '../../../../../../shared/bookmarks/bookmark.ts';
import { importTestCase, keepMine } from '../../../../../builders/import-case.ts';
import { buildToolRun } from '../../../../../builders/tool-run.ts';
import { openTestStore, openTestWorkspace } from '../../../../../builders/workspace-builder.ts';

// What a new list needs to travel: its words, and `ways` in its row. Bookmarks stand for it.
vi.mock(import('../../../../../../shared/carried-words.ts'), async (original) => {
  const words = await original();
  Object.assign(words.carriedWords, { bookmarks: ['bookmark', 'bookmarks'] });
  (words.countedKinds as unknown[]).push('bookmarks');
  return words;
});
vi.mock(import('../../../../../../shared/items/item-kinds.ts'), async (original) => {
  const kinds = await original();
  Object.assign(kinds.itemKinds.bookmarks, { ways: ['case', 'merge', 'team'] });
  (kinds.carriedLists as unknown[]).push('bookmarks');
  return kinds;
});

const at = '2026-11-20T12:00:00.000Z';
const bookmark: Bookmark = {
  ...{ id: randomUUID(), name: 'Strait', createdAt: at, filter: null },
  view: { center: [129, 35], zoom: 8, rotation: 0 },
};
const beside = (file: string, name: string) => path.join(path.dirname(file), `${name}.gpkg`);

function writeSource(): string {
  const store = openTestStore();
  expect(store.saveItem('bookmarks', bookmark)).toMatchObject({ ok: true });
  store.close();
  return store.path;
}

async function openTarget() {
  const workspace = await openTestWorkspace();
  return { workspace, cache: { write: async () => {} }, profileId: 'other' };
}

test('a list with ways travels by case', async () => {
  const source = writeSource();
  const to = beside(source, 'case');
  const { counts, facts } = await writeCase(
    {
      ...{ workspacePath: source, to, scope: { kind: 'all' }, scopeWords: '', chips: null },
      ...{ withLayers: true, withRules: true, madeAt: at, madeBy: 'anna' },
    },
    buildToolRun(),
  );
  expect(counts).toMatchObject({ bookmarks: 1 });
  expect(facts.leftBehind).toEqual([]);
  const target = await openTarget();
  expect((await importTestCase(to, target)).outcome).toContain('1 bookmark');
  expect(await target.workspace.listItems('bookmarks')).toEqual([bookmark]);
  expect((await importTestCase(to, target)).outcome).not.toContain('bookmark');
});

test('each list without ways stays behind, as the case states', () => {
  const store = openTestStore();
  store.saveItem('bookmarks', bookmark);
  store.saveItem('account-names', { id: randomUUID(), name: 'Kim', isMe: false });
  store.saveItem('report-templates', {
    ...{ id: randomUUID(), name: 'Morning', title: '', properties: [], logo: null },
    sections: ['detections'],
  });
  store.close();
  const choice = { scope: { kind: 'all' }, withLayers: true, withRules: true } as const;
  expect(planCase({ workspacePath: store.path, ...choice })).toEqual([
    '1 of 1 report template',
    '1 of 1 account name',
  ]);
});

test('a list with ways travels by merge, which previews it', async () => {
  const source = writeSource();
  const target = await openTarget();
  const database = new DatabaseSync(target.workspace.path, { readOnly: true });
  expect(previewMerge(createSql(database), source)).toMatchObject({ value: { items: { bookmarks: 1 } } });
  await importTestCase(source, target, keepMine, () => {}, 'items');
  expect(await target.workspace.listItems('bookmarks')).toEqual([bookmark]);
  expect(previewMerge(createSql(database), source)).toMatchObject({ value: { items: { bookmarks: 0 } } });
  database.close();
});

test('a list with ways travels with the package of a member, and what was deleted does not return', async () => {
  const source = writeSource();
  const to = beside(source, 'items');
  expect(writeItems({ workspacePath: source, to, madeAt: at }, buildToolRun())).toMatchObject({
    lists: { bookmarks: 1 },
  });
  const { workspace } = await openTarget();
  const receive = async () => {
    const received = await readReceivedItems(workspace);
    const arrived: Bookmark[] = [];
    await readCase(
      { path: to, parts: 'items' },
      buildToolRun<CaseBatch>({
        onBatch: async (batch) =>
          void arrived.push(...((receivableItems(batch, received)?.items ?? []) as readonly Bookmark[])),
      }),
    );
    await saveReceivedItems(workspace, received);
    await workspace.addMissingItems('bookmarks', arrived);
    return arrived;
  };
  expect(await receive()).toEqual([bookmark]);
  expect(await receive()).toEqual([]);
  expect(await workspace.removeItem('bookmarks', bookmark.id)).toMatchObject({ ok: true });
  expect(await receive()).toEqual([]);
});
