import { reviewQueueProgressSchema, savedReviewQueueSchema } from '../../../../shared/review/review-queue.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { numberCell } from '../../workspace/file/cells.ts';
import { detectionTables } from '../../workspace/file/detection-tables.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { getSetting } from '../../workspace/read/settings.ts';
import { reviewQueueSettings } from '../../workspace/tables/review-queue-settings.ts';
import { saveSetting } from '../../workspace/tables/settings-table.ts';
import { noRows, type SalvagedFile } from './salvage-rows.ts';

/**
 * Gives the review queue that was copied from a damaged file the ids that its detections have in the new file. Those of
 * records that are lost, or that have another content now, are left out. Without any left there is no queue.
 */
export function translateReviewQueue(source: SalvagedFile, sql: Sql): void {
  const read = (key: string) => parseBoundedJson(getSetting(sql, key) ?? '');
  const queue = savedReviewQueueSchema.safeParse(read(reviewQueueSettings.queue)).data;
  const place = reviewQueueProgressSchema.safeParse(read(reviewQueueSettings.place)).data;
  const ids: number[] = [];
  let at = 0;
  if (queue && place) {
    const bytes = Buffer.from(queue.ids, 'base64');
    const former = Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
      bytes.readUInt32LE(4 * index),
    );
    const translated = translateIds(source, sql, new Set(former));
    for (const [index, each] of former.entries()) {
      const id = translated.get(each);
      if (id === undefined) continue;
      if (index < place.at) at += 1;
      ids.push(id);
    }
  }
  if (!queue || !place || ids.length === 0) {
    for (const key of Object.values(reviewQueueSettings)) sql.run('DELETE FROM settings WHERE key = ?', key);
    return;
  }
  const renumbered = Buffer.alloc(4 * ids.length);
  for (const [index, id] of ids.entries()) renumbered.writeUInt32LE(id, 4 * index);
  const saved = { ...queue, ids: renumbered.toString('base64') };
  saveSetting(sql, reviewQueueSettings.queue, JSON.stringify(saved));
  const progress = { ...place, at: Math.min(at, ids.length - 1) };
  saveSetting(sql, reviewQueueSettings.place, JSON.stringify(progress));
}

/** The ids that detections have in the new file, found by their record and their position in it. */
function translateIds(source: SalvagedFile, sql: Sql, ids: ReadonlySet<number>): ReadonlyMap<number, number> {
  const hashes = new Map<string, Uint8Array>();
  for (const { read } of source.rows('records', noRows())) {
    const { record_id: recordId, content_hash: hash } = read() ?? {};
    if (typeof recordId === 'string' && hash instanceof Uint8Array) hashes.set(recordId, hash);
  }
  const current = detectionTables
    .map(
      (table) => `SELECT fid FROM records JOIN ${table} AS found ON found.record_key = records.id
        WHERE records.record_id = ?1 AND content_hash = ?2 AND position = ?3`,
    )
    .join(' UNION ALL ');
  const translated = new Map<number, number>();
  for (const table of detectionTables) {
    for (const { key, read } of source.rows(table, noRows())) {
      if (key === undefined || !ids.has(key)) continue;
      const { record_id: recordId, position } = read() ?? {};
      const hash = typeof recordId === 'string' ? hashes.get(recordId) : undefined;
      if (!hash || typeof recordId !== 'string' || typeof position !== 'number') continue;
      const found = sql.get(current, recordId, hash, position);
      if (found) translated.set(key, numberCell(found, 'fid'));
    }
  }
  return translated;
}
