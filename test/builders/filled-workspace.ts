import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { numberCell, textCell } from '../../electron/core/workspace/file/cells.ts';
import { readRawRecords } from '../../electron/core/workspace/file/raw-blocks.ts';
import { createSql } from '../../electron/core/workspace/file/sql.ts';
import type { Area } from '../../shared/areas/area.ts';
import type { ReviewOfDetection } from '../../shared/review/merge-reviews.ts';
import { positions } from './positions.ts';
import { buildFeature, buildRecord, buildUuid } from './record-builder.ts';
import { buildFetch, buildFetchedPage, type FillableStore } from './workspace-builder.ts';

/** A polygon area around the default feature. */
export function buildArea(name: string): Area {
  return {
    id: buildUuid(),
    name,
    shape: {
      kind: 'polygon',
      polygon: {
        type: 'Polygon',
        coordinates: [positions('121 31, 122 31, 122 32, 121 31')],
      },
    },
    squareMetres: 5e9,
    createdAt: '2026-11-20T07:00:00.000Z',
    updatedAt: '2026-11-20T07:00:00.000Z',
  };
}

/** Records of several detections each, some of them areas, with text enough for more than one block. */
export function buildRecords(count: number): readonly Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) =>
    buildRecord({
      features: [
        buildFeature({ geometry: { type: 'Point', coordinates: [121 + (index % 100) / 100, 31.2] } }),
        buildFeature({
          geometry: { type: 'Point', coordinates: [121.5, 31 + (index % 50) / 100] },
          properties: { remark: noise(index) },
        }),
        buildFeature({
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [121, 31],
                [121.1, 31],
                [121.1, 31.1 + index / 10_000],
                [121, 31],
              ],
            ],
          },
          properties: { sarChipIdentifier: undefined },
        }),
      ],
    }),
  );
}

/** Incompressible text. */
function noise(seed: number): string {
  const parts = Array.from({ length: 16 }, (_, part) =>
    createHash('sha512').update(`${seed} ${part}`).digest('base64'),
  );
  return parts.join('');
}

/** Fills a store by fetches of 100 records each; every tenth record has a review. Returns the reviews. */
export function fillWithReviews(store: FillableStore, records: readonly Record<string, unknown>[]) {
  const reviews: ReviewOfDetection[] = [];
  for (let from = 0; from < records.length; from += 100) {
    const fetch = buildFetch({ state: 'complete' });
    store.saveFetch(fetch);
    const outcome = store.ingestPage(
      buildFetchedPage(fetch, records.slice(from, from + 100), { offset: from }),
    );
    if (!outcome.ok) throw new Error(outcome.message);
  }
  for (const [index, record] of records.entries()) {
    if (index % 10 !== 0) continue;
    const { features } = record.content as { features: readonly { properties: Record<string, unknown> }[] };
    const chip = features[0]?.properties.sarChipIdentifier;
    reviews.push({
      recordId: String(record.assignedId),
      identity: `chip 0 ${String(chip)}`,
      review: {
        verdict: index % 20 === 0 ? 'confirmed' : 'rejected',
        flagged: index % 3 === 0,
        note: `note ${index}`,
        reviewer: 'analyst@example.org',
        reviewedAt: '2026-11-20T09:00:00.000Z',
      },
    });
  }
  store.upsertReviews(reviews, reviews);
  return reviews;
}

/** The content of a workspace file for comparisons, without generated keys. */
export function readWorkspaceContent(path: string) {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const sql = createSql(database);
    const count = (table: string) => {
      const row = sql.get(`SELECT count(*) AS count FROM ${table}`);
      return row ? numberCell(row, 'count') : 0;
    };
    const texts = (text: string) => sql.all(text).map((row) => JSON.stringify(row));
    return {
      raw: new Map(
        [...readRawRecords(sql)].map(({ recordId, bytes }) => [
          recordId,
          Buffer.from(bytes).toString('latin1'),
        ]),
      ),
      provenance: texts(
        `SELECT record_id, fetched_at, page_offset, fields, queries.body AS query FROM records
         JOIN queries ON queries.id = query_id ORDER BY record_id`,
      ),
      outcomes: texts(
        `SELECT fetch_id, record_id, outcome FROM fetch_records
         JOIN records ON records.id = record_key ORDER BY fetch_id, record_id`,
      ),
      detections: count('detections') + count('detection_areas'),
      reviews: texts(
        `SELECT reviews.record_id, identity, verdict, flagged, note, reviewer, reviewed_at, detections.chip_identifier
         FROM reviews LEFT JOIN detections ON detections.fid = detection_id ORDER BY reviews.record_id, identity`,
      ),
      history: count('review_history'),
      areas: texts('SELECT area_id, name, square_metres, hex(geom) AS geom FROM areas ORDER BY area_id'),
      settings: texts('SELECT key, value FROM settings ORDER BY key'),
      fetches: texts('SELECT fetch_id, fetch FROM fetches ORDER BY fetch_id'),
      integrity: textCell(sql.get('PRAGMA integrity_check(1)') ?? {}, 'integrity_check'),
      journalMode: textCell(sql.get('PRAGMA journal_mode') ?? {}, 'journal_mode'),
    };
  } finally {
    database.close();
  }
}
