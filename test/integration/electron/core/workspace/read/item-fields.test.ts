import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { writeCase } from '../../../../../../electron/core/exchange/case/write-case.ts';
import { idScope } from '../../../../../../electron/core/exchange/export-plan.ts';
import { planExport } from '../../../../../../electron/core/exchange/plan-export.ts';
import { derivedColumns } from '../../../../../../electron/core/exchange/rows/derived-columns.ts';
import { readSubjectsOfRecords } from '../../../../../../electron/core/workspace/read/ais/read-decisions.ts';
import type { ExportedFields } from '../../../../../../electron/core/workspace/read/exported-fields.ts';
import { listItems } from '../../../../../../electron/core/workspace/read/items.ts';
import { exportOptionsSchema } from '../../../../../../shared/exchange/export-request.ts';
import type { ItemOf } from '../../../../../../shared/items/item-kinds.ts';
import { buildPresenceRecords } from '../../../../../builders/presence-records.ts';
import { buildToolRun } from '../../../../../builders/tool-run.ts';
import { fillStore, openTestStore, type TestStore } from '../../../../../builders/workspace-builder.ts';
import { withFile } from '../../../../../builders/workspace-columns.ts';

// What a new list needs to be a field: a row of the origin `item`, and `fields`. “Seen here” and bookmarks stand for them.
vi.mock(import('../../../../../../shared/results/builtin-fields.ts'), async (original) => {
  const fields = await original();
  Object.assign(fields.definitionOf('sightings'), { origin: 'item', type: 'names' });
  (fields.itemFields as string[]).push('sightings');
  return fields;
});
vi.mock(import('../../../../../../shared/items/item-kinds.ts'), async (original) => {
  const kinds = await original();
  const { z } = await import('zod');
  const item = z.object({ id: z.uuid(), name: z.string(), recordId: z.string(), identity: z.string() });
  Object.assign(kinds.itemKinds.bookmarks, {
    item,
    ways: ['case'],
    fields: { sightings: ({ name }: { name: string }) => (name === 'none' ? null : name) },
  });
  (kinds.carriedLists as unknown[]).push('bookmarks');
  return kinds;
});
vi.mock(import('../../../../../../shared/carried-words.ts'), async (original) => {
  const words = await original();
  Object.assign(words.carriedWords, { bookmarks: ['bookmark', 'bookmarks'] });
  (words.countedKinds as unknown[]).push('bookmarks');
  return words;
});

const at = '2026-11-20T12:00:00.000Z';

/** A workspace with detections of nine passes, and the subject of each detection by id. */
function fill(store: TestStore) {
  fillStore(store, buildPresenceRecords(9));
  return withFile(store.path, (sql) => {
    const recordIds = sql.all('SELECT record_id FROM records').map(({ record_id }) => String(record_id));
    const [first, second, third, ...others] = [...readSubjectsOfRecords(sql, recordIds)];
    if (!first || !second || !third) throw new Error('There are too few detections.');
    return [first, second, third, ...others] as const;
  });
}

function tag(store: TestStore, subject: { recordId: string; identity: string }, name: string): string {
  const { recordId, identity } = subject;
  const item = { id: randomUUID(), name, recordId, identity };
  expect(store.saveItem('bookmarks', item as unknown as ItemOf<'bookmarks'>)).toMatchObject({ ok: true });
  return item.id;
}

test('a field of a list is filtered by, counted, sorted and read as every other, and follows each change', () => {
  const store = openTestStore();
  const [[one, first], [two, second], [, third]] = fill(store);
  const tagged = (name: string) => store.matchingIds({ expression: `sightings contains "${name}"` });
  expect([...tagged('dark')]).toEqual([]);
  const id = tag(store, first, 'dark');
  tag(store, first, 'towed');
  tag(store, second, 'dark');
  tag(store, third, 'none');
  tag(store, { recordId: 'of no record', identity: 'x' }, 'dark');
  expect([...tagged('dark')]).toEqual([one, two].sort((a, b) => a - b));
  expect([...tagged('towed')]).toEqual([one]);
  const { rows } = store.detectionPage({
    ...{ filter: { expression: 'sightings is not empty' }, sort: { field: 'sightings', order: 'ASC' } },
    ...{ offset: 0, limit: 10, computedFields: ['sightings'] },
  });
  expect(rows.map((row) => [row.id, row.computedValues?.sightings])).toEqual([
    [two, 'dark'],
    [one, 'dark, towed'],
  ]);
  expect(store.removeItem('bookmarks', id)).toMatchObject({ ok: true });
  expect([...tagged('dark')]).toEqual([two]);
});

test('a field of a list is a column of an export with reviews', async () => {
  const store = openTestStore();
  const [[id, first]] = fill(store);
  tag(store, first, 'dark');
  const plannedWith = async (reviews: boolean) => {
    const options = exportOptionsSchema.parse({ format: 'csv', reviews });
    const planned = await planExport(store, { scope: { kind: 'all' }, options });
    return planned.ok ? planned.value.computed : planned;
  };
  expect(await plannedWith(false)).toBeUndefined();
  const computed = (await plannedWith(true)) as ExportedFields;
  const columns = withFile(store.path, (sql) => derivedColumns(sql, { computed }));
  const column = columns.find(({ name }) => name === 'seen_here');
  expect([id, id + 1].map((each) => column?.read({ id: each } as never))).toEqual(['dark', null]);
});

test('a case has the items about detections of its records', async () => {
  const store = openTestStore();
  const [[id, first], ...others] = fill(store);
  tag(store, first, 'dark');
  const other = others.find(([, { recordId }]) => recordId !== first.recordId);
  tag(store, other?.[1] ?? first, 'towed');
  store.close();
  const to = path.join(path.dirname(store.path), 'case.gpkg');
  const { counts, facts } = await writeCase(
    {
      ...{ workspacePath: store.path, to, scope: idScope([id]), scopeWords: '', chips: null },
      ...{ withLayers: true, withRules: true, madeAt: at, madeBy: 'anna' },
    },
    buildToolRun(),
  );
  expect(counts).toMatchObject({ bookmarks: 1 });
  expect(facts.leftBehind).toContain('1 of 2 bookmarks');
  expect(withFile(to, (sql) => listItems(sql, 'bookmarks').map(({ name }) => name))).toEqual(['dark']);
});
