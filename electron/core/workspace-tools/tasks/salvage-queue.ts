import type { DatabaseSync } from 'node:sqlite';
import { reviewQueueProgressSchema, savedReviewQueueSchema } from '../../../../shared/review/review-queue.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { bytesCell, numberCell, textCell } from '../../workspace/cells.ts';
import { detectionTables } from '../../workspace/queries/detection-tables.ts';
import type { Sql, SqlRow } from '../../workspace/sql.ts';
import { reviewQueueSettings } from '../../workspace/tables/review-queue-settings.ts';
import { createSettingsTable } from '../../workspace/tables/settings-table.ts';

/**
 * Gives the review queue that was copied from a damaged file the ids that its detections have in the new file. Those of
 * records that are lost, or that have another content now, are left out. Without any left there is no queue.
 */
export function translateReviewQueue(source: DatabaseSync, sql: Sql): void {
  const settings = createSettingsTable(sql);
  const read = (key: string) => parseBoundedJson(settings.getSetting(key) ?? '');
  const queue = savedReviewQueueSchema.safeParse(read(reviewQueueSettings.queue)).data;
  const place = reviewQueueProgressSchema.safeParse(read(reviewQueueSettings.place)).data;
  const ids: number[] = [];
  let at = 0;
  if (queue && place) {
    const translate = createTranslator(source, sql);
    const bytes = Buffer.from(queue.ids, 'base64');
    for (let index = 0; index < Math.floor(bytes.length / 4); index += 1) {
      const id = translate(bytes.readUInt32LE(4 * index));
      if (id === undefined) continue;
      if (index < place.at) at += 1;
      ids.push(id);
    }
  }
  if (!queue || !place || ids.length === 0) {
    for (const key of Object.values(reviewQueueSettings)) sql.run('DELETE FROM settings WHERE key = ?', key);
    return;
  }
  const translated = Buffer.alloc(4 * ids.length);
  for (const [index, id] of ids.entries()) translated.writeUInt32LE(id, 4 * index);
  const saved = { ...queue, ids: translated.toString('base64') };
  settings.saveSetting(reviewQueueSettings.queue, JSON.stringify(saved));
  const progress = { ...place, at: Math.min(at, ids.length - 1) };
  settings.saveSetting(reviewQueueSettings.place, JSON.stringify(progress));
}

/** Finds detections in the new file by their record and their position in it. */
function createTranslator(source: DatabaseSync, sql: Sql): (id: number) => number | undefined {
  const former = tryPrepare(
    source,
    `SELECT found.record_id, position, content_hash
     FROM (${detectionTables.map((table) => `SELECT fid, record_id, position FROM ${table}`).join(' UNION ALL ')}) AS found
     JOIN records ON records.record_id = found.record_id WHERE found.fid = ?`,
  );
  const current = detectionTables
    .map(
      (table) => `SELECT fid FROM records JOIN ${table} AS found ON found.record_key = records.id
        WHERE records.record_id = ?1 AND content_hash = ?2 AND position = ?3`,
    )
    .join(' UNION ALL ');
  return (id) => {
    const row = tryRead(() => former?.get(id));
    if (!row) return undefined;
    const location = tryRead(
      () =>
        [textCell(row, 'record_id'), bytesCell(row, 'content_hash'), numberCell(row, 'position')] as const,
    );
    const found = location && sql.get(current, ...location);
    return found && numberCell(found, 'fid');
  };
}

function tryPrepare(database: DatabaseSync, text: string) {
  return tryRead(() => database.prepare(text) as { get(id: number): SqlRow | undefined });
}

/** Undefined where damage keeps it from being read. */
function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
