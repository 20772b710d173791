import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { readCase } from '../../../../../electron/core/exchange/case/read-case.ts';
import { buildRecords, fillWithReviews } from '../../../../builders/filled-workspace.ts';
import { buildToolRun } from '../../../../builders/tool-run.ts';
import { openTestStore, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

/** A workspace file with rows of a table, as a stranger can write them. */
function writeFile(insert: string): string {
  const store = openTestStore();
  fillWithReviews(store, buildRecords(3));
  store.close();
  const changed = new DatabaseSync(store.path);
  changed.exec(
    `WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 100001) ${insert}`,
  );
  changed.close();
  return store.path;
}

const review = `'confirmed', 0, '', 'stranger', '2026-05-03T09:31:05.000Z'`;
/** Rows of which a file has more than a limit. */
const tooMany = [
  [
    'reviews of no detection',
    `INSERT INTO reviews (detection_id, record_id, identity, verdict, flagged, note, reviewer, reviewed_at)
     SELECT -n, 'record-' || n, 'identity', ${review} FROM counted`,
    /more than 100,000 reviews of detections that it does not have/,
  ],
  [
    'reviews of one record in its history',
    `INSERT INTO review_history (record_id, identity, verdict, flagged, note, reviewer, reviewed_at)
     SELECT 'one-record', 'identity-' || n, ${review} FROM counted`,
    /100,001 reviews and AIS decisions of the record one-record/,
  ],
] as const;

test.each(tooMany)(
  'a file with too many %s is refused with its limit, and nothing of it is imported',
  async (_, insert, reason) => {
    const file = writeFile(insert);
    const sent: unknown[] = [];
    const run = buildToolRun({ onBatch: async (batch) => void sent.push(batch) });
    expect(await readCase({ path: file, parts: 'everything' }, run)).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(reason) },
    });
    expect(sent).toEqual([]);
    const workspace = await openTestWorkspace();
    expect(await workspace.previewMerge(file)).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(reason),
    });
  },
);
