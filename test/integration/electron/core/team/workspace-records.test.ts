import { expect, test } from 'vitest';
import {
  countLocalRecords,
  countUnpublished,
  readLocalRecords,
} from '../../../../../electron/core/team/workspace-records.ts';
import { createSql } from '../../../../../electron/core/workspace/file/sql.ts';
import { openDatabase } from '../../../../../electron/core/workspace/open/open-database.ts';
import { toFieldList } from '../../../../../shared/results/field-list.ts';
import { buildRecord } from '../../../../builders/record-builder.ts';
import { buildFetch, buildFetchedPage, openTestStore } from '../../../../builders/workspace-builder.ts';

test('records with a field list of the user’s own are not published', () => {
  const store = openTestStore();
  for (const [assignedId, fields] of [
    ['whole', 'all'],
    ['headers', 'headers'],
    ['chosen', toFieldList(['content.sensorData.polarization'])],
  ] as const) {
    const fetch = buildFetch();
    store.saveFetch(fetch);
    expect(store.ingestPage({ ...buildFetchedPage(fetch, [buildRecord({ assignedId })]), fields }).ok).toBe(
      true,
    );
  }
  store.close();
  const { database } = openDatabase(store.path);
  const sql = createSql(database);
  const records = readLocalRecords(sql, 0, 10, () => 'svc');
  expect(records.map(({ recordId }) => recordId).toSorted()).toEqual(['headers', 'whole']);
  expect(countLocalRecords(sql)).toBe(2);
  expect(countUnpublished(sql)).toBe(1);
  database.close();
});
