import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { newestCopyOf } from '../../../../../../electron/core/workspace/file/safety-copy-names.ts';
import { fileIdSetting } from '../../../../../../electron/core/workspace/open/workspace-file-id.ts';
import { findRowsOnPages } from '../../../../../../electron/core/workspace/safety/rows-on-pages.ts';
import {
  type RebuildReport,
  rebuildWorkspace,
} from '../../../../../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import { saveSafetyCopy } from '../../../../../../electron/core/workspace-tools/tasks/save-safety-copy.ts';
import { buildArea, buildRecords, fillWithReviews } from '../../../../../builders/filled-workspace.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';
import { repetitions } from '../../../../../builders/test-tier.ts';
import { buildToolRun } from '../../../../../builders/tool-run.ts';
import { openTestStore } from '../../../../../builders/workspace-builder.ts';

const first = Number(process.env.SIGHTLINE_RESCUE_FIRST ?? 1);

/** Key of a row of each table that exists nowhere else, and what is compared of it. */
const compared: Readonly<Record<string, readonly [key: string, content: string]>> = {
  areas: ['area_id', 'name, kind, square_metres, created_at, updated_at, hex(geom)'],
  areas_deleted: ['area_id', 'area, deleted_at'],
  fetches: ['fetch_id', 'fetch, state, started_at'],
  order_drafts: ['draft_id', 'body, updated_at'],
  order_requests: ['request_id', 'body, seen_at'],
  order_status: ["order_id || ' ' || position", 'state, entered_at'],
  orders: ['order_id', 'body, state, first_seen_at, last_seen_at'],
  review_batches: ['batch', 'kind, undoes, reviewer, made_at, changed'],
  searches: ['search_id', 'name, body, updated_at'],
  settings: ['key', 'value'],
  submissions: ['submission_id', 'created_at, submission'],
};
const reviewContent = 'verdict, flagged, note, reviewer, reviewed_at';

type Damage = { readonly page: number; readonly what: string };

function build() {
  const store = openTestStore();
  fillWithReviews(store, buildRecords(200));
  const database = new DatabaseSync(store.path, { readOnly: true });
  const ids = database
    .prepare('SELECT fid FROM detections ORDER BY fid')
    .all()
    .map(({ fid }) => Number(fid));
  database.close();
  const at = (index: number) => new Date(Date.UTC(2026, 10, 21) + index * 60_000).toISOString();
  for (let index = 0; index < 40; index += 1) {
    const chosen = ids.slice((index % 20) * 20, (index % 20) * 20 + 20);
    store.setReviews(
      chosen,
      { verdict: index % 3 === 0 ? 'confirmed' : 'rejected', note: `batch ${index} of the watch` },
      { batch: `batch-${index}`, reviewer: `analyst-${index % 3}@example.org`, at: at(index) },
    );
    store.upsertArea(buildArea(`Area ${index} of the approaches`));
  }
  store.saveSetting(fileIdSetting, 'the-id-of-the-file');
  store.close();
  fillOrders(store.path, at);
  return store.path;
}

function fillOrders(file: string, at: (index: number) => string) {
  const database = new DatabaseSync(file);
  const text = (index: number, length: number) =>
    JSON.stringify({ index, text: `order ${index} ${'of vessels in the strait '.repeat(length)}` });
  for (let index = 0; index < 150; index += 1) {
    const insert = (table: string, columns: string, ...values: (string | number | null)[]) =>
      database
        .prepare(`INSERT INTO ${table} (${columns}) VALUES (${values.map(() => '?').join(', ')})`)
        .run(...values);
    insert('order_drafts', 'draft_id, updated_at, body', `draft-${index}`, at(index), text(index, 20));
    insert(
      'orders',
      'order_id, state, created_at, body, first_seen_at, last_seen_at',
      `order-${index}`,
      'SUBMITTED',
      at(index),
      text(index, 10),
      at(index),
      at(index),
    );
    insert(
      'order_status',
      'order_id, position, state, entered_at',
      `order-${index}`,
      0,
      'SUBMITTED',
      at(index),
    );
    insert('order_requests', 'request_id, body, seen_at', `request-${index}`, text(index, 8), at(index));
    insert(
      'submissions',
      'submission_id, created_at, submission',
      `submission-${index}`,
      at(index),
      text(index, 9),
    );
    insert(
      'searches',
      'search_id, name, updated_at, body',
      `search-${index}`,
      `Search ${index}`,
      at(index),
      text(index, 6),
    );
    insert('areas_deleted', 'area_id, area, deleted_at', `deleted-${index}`, text(index, 5), at(index));
    insert('settings', 'key, value', `setting-${index}`, text(index, 12));
  }
  database.close();
}

/** The rows of a file by their table and key. */
function readRows(file: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const database = new DatabaseSync(file, { readOnly: true });
  const read = (table: string, key: string, content: string) =>
    new Map(
      database
        .prepare(`SELECT ${key} AS key, json_array(${content}) AS content FROM ${table}`)
        .all()
        .map((row) => [String(row.key), String(row.content)]),
    );
  const rows = new Map(Object.entries(compared).map(([table, columns]) => [table, read(table, ...columns)]));
  // A rebuilt file gets another one.
  rows.set('settings', new Map([...(rows.get('settings') ?? [])].filter(([key]) => key !== fileIdSetting)));
  rows.set('reviews', read('reviews', "record_id || ' ' || identity", reviewContent));
  rows.set(
    'review_history',
    read('review_history', `json_array(record_id, identity, batch, ${reviewContent})`, '1'),
  );
  rows.set('records', read('records', 'record_id', 'hex(content_hash)'));
  database.close();
  return rows;
}

/** Pages of each table and index. */
function readPages(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  const pages = database.prepare('SELECT name, pageno, pagetype FROM dbstat').all();
  const roots = new Map(
    database
      .prepare('SELECT name, rootpage FROM sqlite_schema')
      .all()
      .map((row) => [String(row.name), Number(row.rootpage)]),
  );
  const keys = (table: string, id: string) =>
    database
      .prepare(`SELECT ${id} AS id, record_id || ' ' || identity AS key FROM ${table}`)
      .all()
      .map((row) => ({ id: Number(row.id), key: String(row.key) }));
  const keysOf = { reviews: keys('reviews', 'detection_id'), review_history: keys('review_history', 'id') };
  database.close();
  return {
    byName: Map.groupBy(
      pages.map((row) => ({ name: String(row.name), page: Number(row.pageno), type: String(row.pagetype) })),
      ({ name }) => name,
    ),
    roots,
    keysOf,
  };
}

function damageFile(
  bytes: Buffer,
  pageSize: number,
  seed: number,
  names: ReturnType<typeof readPages>['byName'],
) {
  const random = seededRandom(seed);
  const done: Damage[] = [];
  const tables = [...names.keys()];
  for (let count = random.between(1, 3); count > 0; count -= 1) {
    // Each table and index in turn, also the list of them.
    const pages = names.get(tables[(seed * 7 + count * 13) % tables.length] ?? '') ?? [];
    const page = pages[random.between(0, pages.length - 1)]?.page ?? 1;
    const start = (page - 1) * pageSize;
    const kind = random.between(0, 5);
    const at = (length: number, from = 0) => start + from + random.between(0, pageSize - from - length);
    if (kind === 0) bytes.fill(0, start, start + pageSize);
    else if (kind === 1)
      for (let index = 0; index < pageSize; index += 1) bytes[start + index] = random.between(0, 255);
    else if (kind === 2) {
      const from = at(64);
      for (let index = 0; index < 64; index += 1) bytes[from + index] = ~(bytes[from + index] ?? 0) & 255;
    } else if (kind === 3) {
      // In the header or the list of the cells.
      const from = start + (page === 1 ? 100 : 0) + random.between(0, 40);
      bytes[from] = random.between(0, 255);
    } else if (kind === 4) {
      const from = at(512);
      for (let index = 0; index < 512; index += 1) bytes[from + index] = random.between(0, 255);
    } else bytes.fill(0xff, at(2048), start + pageSize);
    done.push({ page, what: `${pages[0]?.name} page ${page} kind ${kind}` });
  }
  return {
    done,
    cutTo: seed % 25 === 0 ? random.between(Math.floor(bytes.length / 3), bytes.length) : undefined,
  };
}

/** Rows that are missing or different without a message, as sentences. */
function findSilentLosses(
  before: ReturnType<typeof readRows>,
  after: ReturnType<typeof readRows>,
  report: RebuildReport,
): readonly string[] {
  const counts = new Map(report.tables.map((table) => [table.table, table] as const));
  return [...before].flatMap(([table, rows]) => {
    const now = after.get(table) ?? new Map<string, string>();
    const missing = [...rows.keys()].filter((key) => !now.has(key));
    const changed = [...rows].filter(([key, content]) => now.has(key) && now.get(key) !== content);
    const counted =
      table === 'reviews' ? report.reviews : table === 'records' ? report.records : counts.get(table);
    const isCounted = counted?.isLostUnknown || missing.length <= (counted?.lost ?? 0);
    const isNamed =
      table === 'reviews'
        ? changed.every(
            ([key]) => report.doubtfulReviews.some((id) => key.startsWith(id)) || report.reviewsRemade > 0,
          )
        : changed.length <= (counts.get(table)?.doubtful ?? 0);
    return [
      ...(isCounted ? [] : [`${missing.length} rows of ${table} are missing, ${counted?.lost} are reported`]),
      ...(isNamed
        ? []
        : [
            `${changed.length} rows of ${table} are changed: ${JSON.stringify(changed[0])} now ${now.get(changed[0]?.[0] ?? '')}`,
          ]),
    ];
  });
}

it.each([
  { copy: false, damages: repetitions(25, 500) },
  { copy: true, damages: repetitions(10, 500) },
])(
  'loses nothing without a word, and no verdict whose row or history lies on an intact page (safety copy: $copy)',
  {
    timeout: 1_200_000,
  },
  async ({ copy, damages }) => {
    const file = build();
    if (copy)
      expect(await saveSafetyCopy({ path: file, isOnNetwork: false }, buildToolRun())).toEqual({
        kind: 'saved',
      });
    const intact = readFileSync(file);
    const pageSize = intact.readUInt16BE(16);
    const before = readRows(file);
    const { byName, roots, keysOf } = readPages(file);
    const problems: string[] = [];
    let lostVerdicts = 0;
    let allowed = 0;
    for (let seed = first; seed < first + damages; seed += 1) {
      const folder = path.dirname(file);
      const damaged = path.join(folder, 'damaged.gpkg');
      const to = path.join(folder, 'rescued.gpkg');
      copyFileSync(file, damaged);
      if (copy) copyFileSync(newestCopyOf(file), newestCopyOf(damaged));
      const bytes = Buffer.from(intact);
      const { done, cutTo } = damageFile(bytes, pageSize, seed, byName);
      writeFileSync(damaged, bytes);
      if (cutTo !== undefined) truncateSync(damaged, cutTo);
      const report = rebuildWorkspace({ from: [damaged], to }, buildToolRun());
      const after = readRows(to);
      const where = `seed ${seed} (${done.map(({ what }) => what).join(', ')}${cutTo === undefined ? '' : ', cut'})`;
      problems.push(...findSilentLosses(before, after, report).map((problem) => `${where}: ${problem}`));
      const pages = new Set(done.map(({ page }) => page));
      const isGone = (page: number) => pages.has(page) || (cutTo !== undefined && page * pageSize > cutTo);
      const damagedKeys = (table: 'reviews' | 'review_history') => {
        const leaves = (byName.get(table) ?? []).filter(({ page, type }) => type === 'leaf' && isGone(page));
        const ranges = findRowsOnPages(
          (page) => intact.subarray((page - 1) * pageSize, page * pageSize),
          roots.get(table) ?? 0,
          new Set(leaves.map(({ page }) => page)),
        );
        const onPages = keysOf[table].filter(({ id }) =>
          ranges.some(({ from, to: end }) => from <= id && id <= end),
        );
        return new Set(onPages.map(({ key }) => key));
      };
      const [ofReviews, ofHistory] = [damagedKeys('reviews'), damagedKeys('review_history')];
      const lost = [...(before.get('reviews')?.keys() ?? [])].filter(
        (key) => !after.get('reviews')?.has(key),
      );
      lostVerdicts += lost.length;
      allowed += [...ofReviews].filter((key) => ofHistory.has(key)).length;
      const avoidable = lost.filter((key) => copy || !(ofReviews.has(key) && ofHistory.has(key)));
      if (avoidable.length > 0)
        problems.push(`${where}: ${avoidable.length} verdicts were lost that need not be`);
      rmSync(to);
    }
    process.stderr.write(
      `${damages} damages${copy ? ' with a safety copy' : ''}: ${lostVerdicts} verdicts lost, of ${allowed} on damaged pages with damaged history\n`,
    );
    expect(problems).toEqual([]);
  },
);
