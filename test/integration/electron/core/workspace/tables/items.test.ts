import { describe, expect, test } from 'vitest';
import {
  type ItemOf,
  itemKinds,
  type ListKind,
  type TableKind,
} from '../../../../../../shared/items/item-kinds.ts';
import { savedSearchInputSchema } from '../../../../../../shared/searches/saved-search.ts';
import { defaultRule, watchRuleInputSchema } from '../../../../../../shared/watch/watch-rule.ts';
import { buildCalibration } from '../../../../../builders/calibration-builder.ts';
import { makeDraft } from '../../../../../builders/order-draft-builder.ts';
import { buildUuid } from '../../../../../builders/record-builder.ts';
import { openTestStore, type TestStore } from '../../../../../builders/workspace-builder.ts';
import { withFile } from '../../../../../builders/workspace-columns.ts';

const at = '2026-11-20T09:00:00.000Z';

/** An item of each list; the number makes it another one. */
const listed: { readonly [Kind in ListKind]: (number: number) => ItemOf<Kind> } = {
  bookmarks: (number) => ({
    ...{ id: buildUuid(), name: `Roads ${number}`, filter: null, createdAt: at },
    view: { center: [126.6, 37.4], zoom: 9, rotation: number },
  }),
  calibrations: (number) => buildCalibration({ lengthMeters: number }),
  'report-templates': (number) => ({
    ...{ id: buildUuid(), name: `Morning ${number}`, title: '', properties: [], logo: null },
    sections: ['detections'],
  }),
  'account-names': (number) => ({ id: buildUuid(), name: `Kim ${number}`, isMe: false }),
};

/** Adds an item of each table, or saves it with another name, and returns it as it was and is stored. */
const stored: {
  readonly [Kind in TableKind]: (
    store: TestStore,
    id: string,
    name: string,
  ) => { readonly before: ItemOf<Kind> | null; readonly after: ItemOf<Kind> };
} = {
  drafts(store, id, name) {
    const saved = store.saveDraft({
      ...{ kind: 'draft', id, name, draft: makeDraft() },
      ...{ createdAt: at, updatedAt: at },
    });
    if (!saved.ok) throw new Error(saved.failure.message);
    return saved.value;
  },
  searches: (store, id, name) =>
    store.saveSearch(
      savedSearchInputSchema.parse({
        ...{ id, name, schedule: { kind: 'manual' } },
        search: { regions: ['East Asia'], analytics: [], conditions: [], fields: 'all', pageSize: 500 },
      }),
      at,
    ),
  rules: (store, id, name) =>
    store.saveWatchRule(
      watchRuleInputSchema.parse({ ...defaultRule(id), name, searchId: buildUuid() }),
      { ids: new Uint32Array(), subjects: [], fetches: [] },
      at,
    ),
};

test('each table of items that can be restored is that of a kind', () => {
  const tables = withFile(openTestStore().path, (sql) =>
    sql.all(
      `SELECT name FROM sqlite_schema AS t WHERE type = 'table' AND 2 =
         (SELECT count(*) FROM pragma_table_info(t.name) WHERE name IN ('body', 'deleted_at')) ORDER BY name`,
    ),
  );
  const declared = Object.values(itemKinds).flatMap((kind) => ('table' in kind ? [kind.table] : []));
  expect(tables.map(({ name }) => name)).toEqual(declared.sort());
});

const kindsIn = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[];

describe.each(kindsIn(listed))('the list of %s', (kind) => {
  const build = listed[kind];
  const begin = () => {
    const store = openTestStore();
    const items = [build(1), build(2), build(3)] as const;
    for (const item of items)
      expect(store.saveItem(kind, item)).toEqual({ ok: true, value: { before: null, after: item } });
    return { store, items, list: () => store.listItems(kind) };
  };

  test('has its items in the order in which they were added, also when one is saved again', () => {
    const { store, items, list } = begin();
    const [first, second, third] = items;
    expect(list()).toEqual(items);
    const changed = { ...build(4), id: second.id };
    expect(store.saveItem(kind, changed)).toEqual({ ok: true, value: { before: second, after: changed } });
    expect(list()).toEqual([first, changed, third]);
  });

  test('changes the members that are given', () => {
    const { store, items, list } = begin();
    const [first, second, third] = items;
    const { id: _other, ...members } = build(5);
    const after = { ...second, ...members };
    expect(store.changeItem(kind, { id: second.id, ...members })).toEqual({
      ok: true,
      value: { before: second, after },
    });
    expect(store.changeItem(kind, { id: second.id, name: undefined })).toEqual({
      ok: true,
      value: { before: after, after },
    });
    expect(list()).toEqual([first, after, third]);
    const missing = store.changeItem(kind, { id: buildUuid() });
    expect(missing).toMatchObject({ failure: { code: 'not-found' } });
  });

  test('moves an item unless it was moved since', () => {
    const { store, items, list } = begin();
    const [first, second, third] = items;
    expect(store.moveItem(kind, { id: third.id, from: 2, to: 0 })).toMatchObject({ ok: true });
    expect(list()).toEqual([third, first, second]);
    const late = store.moveItem(kind, { id: third.id, from: 2, to: 1 });
    expect(late).toMatchObject({ failure: { code: 'conflict' } });
    expect(list()).toEqual([third, first, second]);
    store.moveItem(kind, { id: third.id, from: 0, to: 2 });
    expect(list()).toEqual(items);
  });

  test('removes an item, and restores it where it was, once', () => {
    const { store, items, list } = begin();
    const [first, second, third] = items;
    const removed = store.removeItem(kind, second.id);
    expect(removed).toEqual({ ok: true, value: { item: second, index: 1 } });
    expect(list()).toEqual([first, third]);
    expect(store.removeItem(kind, second.id)).toMatchObject({ failure: { code: 'not-found' } });
    for (const _twice of [1, 2]) {
      expect(store.restoreItem(kind, { item: second, index: 1 })).toMatchObject({ ok: true });
      expect(list()).toEqual(items);
    }
  });

  test('sets an item back or deletes it, unless another window has changed it', () => {
    const { store, items, list } = begin();
    const [first, second, third] = items;
    const changed = { ...build(6), id: second.id };
    store.saveItem(kind, changed);
    expect(store.revertItem(kind, { expected: changed, to: second })).toEqual({ ok: true, value: 1 });
    expect(list()).toEqual(items);
    store.saveItem(kind, changed);
    for (const to of [second, null])
      expect(store.revertItem(kind, { expected: second, to })).toMatchObject({
        failure: { code: 'conflict' },
      });
    expect(list()).toEqual([first, changed, third]);
    expect(store.revertItem(kind, { expected: first, to: null })).toEqual({ ok: true, value: 0 });
    expect(store.revertItem(kind, { expected: first, to: null })).toMatchObject({
      failure: { code: 'not-found' },
    });
    expect(list()).toEqual([changed, third]);
  });

  test('hides no item behind one that is damaged or of a newer version, and both stay in the file', () => {
    const { store, items, list } = begin();
    const [first, second, third] = items;
    const { setting } = itemKinds[kind];
    const foreign = [7, { ...build(7), id: { form: 2 } }];
    store.saveSetting(setting, JSON.stringify([foreign[0], first, foreign[1], second, third]));
    expect(list()).toEqual(items);
    store.saveItem(kind, build(8));
    store.changeItem(kind, { id: first.id });
    store.moveItem(kind, { id: first.id, from: 0, to: 1 });
    store.restoreItem(kind, { item: build(9), index: 1 });
    store.revertItem(kind, { expected: second, to: null });
    store.removeItem(kind, third.id);
    const kept: unknown[] = JSON.parse(store.getSetting(setting) ?? '');
    expect(kept.slice(-2)).toEqual(foreign);
    expect(kept).toHaveLength(list().length + 2);
  });

  test.each(['{"form":2,"items":[]}', '[{"id":'])('keeps what is no list in the file: %s', (text) => {
    const store = openTestStore();
    const { setting } = itemKinds[kind];
    store.saveSetting(setting, text);
    expect(store.listItems(kind)).toEqual([]);
    const item = build(1);
    store.saveItem(kind, item);
    expect(store.listItems(kind)).toEqual([item]);
    store.removeItem(kind, item.id);
    expect(JSON.parse(store.getSetting(setting) ?? '')).toEqual([text]);
  });
});

describe.each(kindsIn(stored))('the table of %s', (kind) => {
  const save = stored[kind];
  const { table, idColumn } = itemKinds[kind];
  const begin = () => {
    const store = openTestStore();
    const id = buildUuid();
    const present = () =>
      withFile(store.path, (sql) => sql.all(`SELECT body FROM ${table} WHERE deleted_at IS NULL`)).map(
        ({ body }): unknown => JSON.parse(String(body)),
      );
    return { store, id, present };
  };

  test('has what was saved, deletes it and restores it', () => {
    const { store, id, present } = begin();
    const { before, after } = save(store, id, 'First');
    expect(before).toBeNull();
    expect(present()).toEqual([after]);
    const again = save(store, id, 'Second');
    expect(again.before).toEqual(after);
    expect(present()).toEqual([again.after]);
    expect(store.removeStored(kind, id, at)).toEqual({ ok: true, value: again.after });
    expect(present()).toEqual([]);
    expect(store.removeStored(kind, id, at)).toMatchObject({ failure: { code: 'not-found' } });
    expect(store.restoreStored(kind, id)).toEqual({ ok: true, value: again.after });
    expect(store.restoreStored(kind, id)).toMatchObject({ failure: { code: 'not-found' } });
    expect(present()).toEqual([again.after]);
  });

  test('deletes also what is damaged or of a newer version, and retains it', () => {
    const { store, id, present } = begin();
    save(store, id, 'First');
    withFile(store.path, (sql) =>
      sql.run(`UPDATE ${table} SET body = '{"form":2}' WHERE ${idColumn} = ?`, id),
    );
    expect(store.removeStored(kind, id, at)).toEqual({ ok: true, value: null });
    expect(present()).toEqual([]);
    expect(withFile(store.path, (sql) => sql.all(`SELECT body, deleted_at FROM ${table}`))).toEqual([
      { body: '{"form":2}', deleted_at: at },
    ]);
  });
});

describe('an item of a table', () => {
  const known = { ids: new Uint32Array(), subjects: [], fetches: [] };
  const reverts = {
    drafts: (store, { expected, to }) => store.revertDraft({ expected, to }, at),
    searches: (store, { expected, to }) => store.revertSearch({ expected, to }, at),
    rules: (store, { expected, to }) => store.revertWatchRule({ expected, to }, known, at),
  } satisfies {
    readonly [Kind in TableKind]: (
      store: TestStore,
      // biome-ignore lint/suspicious/noExplicitAny: The settings of each kind are of another type.
      revert: any,
    ) => unknown;
  };

  test.each(kindsIn(stored))('of %s is set back or deleted, unless another window has changed it', (kind) => {
    const store = openTestStore();
    const id = buildUuid();
    const settingsOf = (item: unknown) => itemKinds[kind].settings.parse(item);
    const first = save(store, kind, id, 'First');
    const second = save(store, kind, id, 'Second');
    const revert = (expected: unknown, to: unknown) => reverts[kind](store, { expected, to });
    expect(revert(second, first)).toMatchObject({ ok: true });
    for (const to of [first, null])
      expect(revert(second, to)).toMatchObject({ failure: { code: 'conflict' } });
    expect(revert(first, null)).toMatchObject({ ok: true });
    expect(revert(first, null)).toMatchObject({ failure: { code: 'not-found' } });
    const restored = store.restoreStored(kind, id);
    expect(restored.ok && settingsOf(restored.value)).toEqual(first);
  });

  const save = (store: TestStore, kind: TableKind, id: string, name: string) =>
    itemKinds[kind].settings.parse(stored[kind](store, id, name).after);
});

test('names of report templates are unique', () => {
  const store = openTestStore();
  const [one, other] = [listed['report-templates'](1), listed['report-templates'](1)];
  store.saveItem('report-templates', one);
  expect(store.saveItem('report-templates', other)).toEqual({
    ok: false,
    failure: { code: 'invalid-input', message: 'Another report template is named “Morning 1”.' },
  });
  expect(store.saveItem('report-templates', { ...one, title: 'Ships' })).toMatchObject({ ok: true });
  expect(store.listItems('report-templates')).toEqual([{ ...one, title: 'Ships' }]);
});
