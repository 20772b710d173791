import type { SQLOutputValue } from 'node:sqlite';
import { encodeFeed, packX, packY } from '../../../../shared/results/detection-feed.ts';
import { numberCell, textCell } from '../cells.ts';
import { readResultsVersion } from '../results-version.ts';
import type { Sql } from '../sql.ts';
import { detectionTables } from './detection-filter.ts';

/** `category` has eight bits; analytics past the most frequent ones share the last category. */
const maxCategories = 256;
const otherAnalytics = 'Other analytics';

/** All detections packed for the map, categories by falling frequency. */
export function packFeed(sql: Sql): Uint8Array<ArrayBuffer> {
  const { categories, categoryOf, count } = readCategories(sql);
  const feed = {
    count,
    version: readResultsVersion(sql),
    categories,
    id: new Uint32Array(count),
    x: new Uint32Array(count),
    y: new Uint32Array(count),
    time: new Uint32Array(count),
    category: new Uint8Array(count),
    confidence: new Uint8Array(count),
    flags: new Uint8Array(count),
  };
  let at = 0;
  for (const [flags, table] of detectionTables.entries()) {
    const rows = sql.arrays(
      `SELECT fid, longitude, latitude, collected_at, analytic, confidence FROM ${table} ORDER BY fid`,
    );
    for (const [id, longitude, latitude, collectedAt, analytic, confidence] of rows) {
      feed.id[at] = Number(id);
      feed.x[at] = packX(Number(longitude));
      feed.y[at] = packY(Number(latitude));
      feed.time[at] = packTime(collectedAt);
      feed.category[at] = categoryOf(String(analytic));
      feed.confidence[at] = confidence === null ? 255 : Math.round(Number(confidence) * 254);
      feed.flags[at] = flags;
      at += 1;
    }
  }
  const encoder = new TextEncoder();
  return encodeFeed(feed, (text) => encoder.encode(text));
}

function readCategories(sql: Sql) {
  const rows = sql.all(
    `SELECT analytic, sum(n) AS n FROM (${detectionTables
      .map((table) => `SELECT analytic, count(*) AS n FROM ${table} GROUP BY analytic`)
      .join(' UNION ALL ')}) GROUP BY analytic ORDER BY n DESC, analytic`,
  );
  const names = rows.map((row) => textCell(row, 'analytic'));
  const fits = names.length <= maxCategories;
  const categories = fits ? names : [...names.slice(0, maxCategories - 1), otherAnalytics];
  const indexes = new Map(categories.map((name, index) => [name, index]));
  return {
    categories,
    categoryOf: (analytic: string) => indexes.get(analytic) ?? maxCategories - 1,
    count: rows.reduce((sum, row) => sum + numberCell(row, 'n'), 0),
  };
}

/** Times that the feed's unsigned seconds cannot hold count as absent. */
function packTime(collectedAt: SQLOutputValue | undefined): number {
  const seconds = typeof collectedAt === 'string' ? Math.floor(Date.parse(collectedAt) / 1000) : 0;
  return seconds > 0 && seconds < 2 ** 32 ? seconds : 0;
}
