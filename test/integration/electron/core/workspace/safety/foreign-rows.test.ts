import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import {
  buildFetch,
  buildFetchedPage,
  openTestStore,
  type TestStore,
} from '../../../../../builders/workspace-builder.ts';
import { withFile } from '../../../../../builders/workspace-columns.ts';

// What another program, such as a GIS, may have written into the rows of a workspace.

function ingest(store: TestStore, count: number): void {
  const fetch = buildFetch();
  store.saveFetch(fetch);
  const records = Array.from({ length: count }, () => buildRecord({ features: [buildFeature({})] }));
  expect(store.ingestPage(buildFetchedPage(fetch, records))).toMatchObject({ ok: true });
}

function change(store: TestStore, text: string): void {
  const database = new DatabaseSync(store.path);
  // The triggers of the spatial index call these, which every program that writes a GeoPackage has.
  for (const name of ['IsEmpty', 'MinX', 'MaxX', 'MinY', 'MaxY'])
    database.function(`ST_${name}`, (_geometry) => 0);
  database.exec(text);
  database.close();
}

test('an id that fits no column does not use up those of the detections', () => {
  const store = openTestStore();
  ingest(store, 2);
  const ids = [...store.matchingIds({})];
  change(store, `UPDATE sqlite_sequence SET seq = 5000000000 WHERE name = 'detections'`);
  ingest(store, 2);
  const later = [...store.matchingIds({})];
  expect(later).toHaveLength(4);
  expect(Math.max(...later)).toBe(Math.max(...ids) + 2);
});

test('properties that are no JSON, and a text that is no verdict, hide neither the row nor its page', () => {
  const store = openTestStore();
  ingest(store, 2);
  const [id = 0, other = 0] = [...store.matchingIds({})];
  change(
    store,
    `UPDATE detections SET properties = 'unknown' WHERE fid = ${id};
     INSERT INTO reviews (detection_id, record_id, identity, verdict, flagged, note, reviewer, reviewed_at, changed_in)
       SELECT ${id}, record_id, 'x', 'Confirmed', 0, 'seen', 'ada', '2026-11-20T08:00:00.000Z', 0
       FROM detections WHERE fid = ${id}`,
  );
  const rows = store.detections([id, other]);
  expect(rows.map((row) => row.id)).toEqual([id, other]);
  expect(rows[0]).toMatchObject({ properties: {}, review: { verdict: null, note: 'seen' } });
});

test.for([2, 0])(
  'a row that another program adds to %i has another id than a review that waits for its detection',
  (count) => {
    const store = openTestStore();
    if (count > 0) ingest(store, count);
    const review = {
      verdict: 'confirmed',
      flagged: false,
      note: '',
      reviewer: 'ada',
      reviewedAt: '2026-11-20T08:00:00.000Z',
    } as const;
    store.upsertReviews([{ recordId: 'not here', identity: 'x', review }], []);
    const ids = withFile(store.path, (sql) => ({
      review: sql.arrays('SELECT max(detection_id) FROM reviews').flat(),
      last: sql.arrays('SELECT min(seq) FROM sqlite_sequence WHERE name LIKE ?', 'detection%').flat(),
    }));
    expect(ids.last).toEqual(ids.review);
  },
);
