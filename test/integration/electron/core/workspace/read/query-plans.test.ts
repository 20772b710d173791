import { expect, test } from 'vitest';
import { closeDatabase, createSql } from '../../../../../../electron/core/workspace/file/sql.ts';
import { openReader } from '../../../../../../electron/core/workspace/open/open-database.ts';
import { footprintsNear } from '../../../../../../electron/core/workspace/read/footprints-near.ts';
import { selectChunkProperties } from '../../../../../../electron/core/workspace/read/memory/chunk-source.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { fillStore, openTestStore } from '../../../../../builders/workspace-builder.ts';

function planOf(text: string, parameter: string | number) {
  const store = openTestStore();
  fillStore(store, [buildRecord({ features: [buildFeature({ properties: { length_m: 12, name: 'a' } })] })]);
  const { database } = openReader(store.path);
  const plan = createSql(database)
    .all(`EXPLAIN QUERY PLAN ${text}`, parameter)
    .map(({ detail }) => detail);
  closeDatabase(database);
  return plan;
}

test('the columns of a chunk are found by its key, not among those of all chunks', () => {
  expect(planOf(selectChunkProperties, 0)).toContainEqual(
    expect.stringMatching(/^SEARCH property_chunks USING .*\(property_id=\? AND chunk=\?\)$/),
  );
});

test('the footprints near a box are found by the spatial index, not among all footprints', () => {
  const plan = planOf(footprintsNear('?1'), '[[0,0,1,1]]');
  expect(plan).toEqual([
    expect.stringMatching(/^SCAN box/),
    expect.stringMatching(/^SCAN rtree VIRTUAL TABLE INDEX 2:D/),
  ]);
});
