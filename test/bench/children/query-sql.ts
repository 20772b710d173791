/** The queries of `query-workspace.ts` in SQL on the rows, without Sightline: `query-sql.ts <file>`. */
import { DatabaseSync } from 'node:sqlite';
import { report } from '../report.ts';

const [file = ''] = process.argv.slice(2);
const parts: Record<string, number> = {};
const startedAt = performance.now();
const database = new DatabaseSync(file, { readOnly: true });
database.exec('PRAGMA cache_size = -65536');
const count = Number(database.prepare('SELECT count(*) AS n FROM detections').get()?.n);

measure('SQL: all points', () =>
  read('SELECT fid, longitude, latitude, collected_at, analytic, confidence FROM detections'),
);
measure('SQL: bbox + time + confidence', () =>
  read(
    `SELECT fid FROM detections WHERE longitude BETWEEN 110 AND 150 AND latitude BETWEEN 10 AND 45
     AND collected_at >= '2025-06-01' AND collected_at < '2026-11-20' AND confidence >= 0.4`,
  ),
);
measure('SQL: counts by analytic, region, day', () => {
  for (const by of ['analytic', 'region', 'substr(collected_at, 1, 10)']) {
    read(`SELECT ${by}, count(*) FROM detections WHERE confidence >= 0.3 GROUP BY 1`);
  }
});
measure('SQL: page in the middle', () =>
  read('SELECT fid FROM detections ORDER BY chip_identifier DESC, fid DESC LIMIT 100 OFFSET ?', count >> 1),
);
database.close();
report(performance.now() - startedAt, parts);

function measure(name: string, ask: () => void): void {
  const askedAt = performance.now();
  ask();
  parts[name] = performance.now() - askedAt;
}

/** Row by row, so that a million rows need no memory. */
function read(text: string, ...values: number[]): void {
  const statement = database.prepare(text);
  statement.setReturnArrays(true);
  let rows = 0;
  for (const _row of statement.iterate(...values)) rows += 1;
  if (rows === 0) throw new Error(`Nothing was found by ${text}`);
}
