import { asksReviews } from '../../../../../shared/results/asks-reviews.ts';
import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import { parseExpression } from '../../../../../shared/results/expression/parse-expression.ts';
import { reviewStateSchema } from '../../../../../shared/review/review.ts';
import type { Sql } from '../../sql.ts';
import { recordsOfSearch } from '../search-runs.ts';
import type { AreaEnvelopes } from './area-envelopes.ts';
import { createBoundedCache } from './bounded-cache.ts';
import { keepInBox } from './box-mask.ts';
import type { ColumnStore, Detections } from './column-store.ts';
import { expressionMask } from './expression-mask.ts';
import type { Fields } from './fields.ts';
import { countKept, keepAtLeast, keepBetween, keepBoth, keepCodes } from './passes.ts';
import { placeOfId } from './place-of-id.ts';
import type { Reviews } from './reviews.ts';
import { textMask } from './text-mask.ts';
import { keepWithin } from './within-mask.ts';

/** Which detections a filter leaves: 1 for each that it does, in their order. */
export type Mask = { readonly bits: Uint8Array<ArrayBuffer>; readonly count: number };

/** What filters are worked out with. */
export type MaskParts = {
  readonly sql: Sql;
  readonly store: ColumnStore;
  readonly fields: Fields;
  readonly reviewsOf: (detections: Detections) => Reviews;
  readonly envelopesOf: (detections: Detections) => AreaEnvelopes;
};

/** Masks, and those of their members that take long, are kept within so many bytes. */
const maxBytes = 64 * 2 ** 20;

/** The masks of filters. Throws on an expression that cannot be read; `checkFilter` refuses such a filter before. */
export function createFilterMasks(
  parts: MaskParts,
): (detections: Detections, filter: DetectionFilter) => Mask {
  const cache = createBoundedCache(maxBytes);
  let version = -1;
  return (detections, filter) => {
    if (version !== detections.rowsVersion) cache.clear();
    version = detections.rowsVersion;
    const kept = (
      member: Pick<DetectionFilter, 'expression' | 'text'>,
      make: () => Uint8Array<ArrayBuffer>,
    ) => cache.get(`member ${filterKey(detections, member)}`, make, (mask) => mask.byteLength);
    return cache.get(
      `filter ${filterKey(detections, filter)}`,
      () => {
        const bits = makeMask(parts, detections, filter, kept);
        return { bits, count: countKept(bits) };
      },
      (mask) => mask.bits.byteLength,
    );
  };
}

/**
 * Names a filter and what it depends on besides the detections' rows, so that a review or a page that a fetch found
 * unchanged makes nobody forget what has stayed the same.
 */
export function filterKey({ fileState, reviewsVersion }: Detections, filter: DetectionFilter): string {
  return JSON.stringify([
    filter,
    asksReviews(filter) ? reviewsVersion : null,
    filter.fetchId === undefined ? null : fileState,
  ]);
}

function keepIds(mask: Uint8Array, column: Uint32Array, ids: readonly number[]): void {
  const wanted = new Uint8Array(mask.length);
  for (const id of ids) {
    const place = placeOfId(column, id);
    if (place >= 0) wanted[place] = 1;
  }
  keepBoth(mask, wanted);
}

/** Masks of members that take long are kept, whatever the rest of the filter is. */
type Kept = (
  member: Pick<DetectionFilter, 'expression' | 'text'>,
  make: () => Uint8Array<ArrayBuffer>,
) => Uint8Array<ArrayBuffer>;

function makeMask(
  parts: MaskParts,
  detections: Detections,
  filter: DetectionFilter,
  kept: Kept,
): Uint8Array<ArrayBuffer> {
  const { columns } = detections;
  const mask = new Uint8Array(columns.count).fill(1);
  keepNames(mask, parts.store, columns.analytic, filter.analytics);
  keepNames(mask, parts.store, columns.region, filter.regions);
  keepNames(mask, parts.store, columns.sensor, filter.sensors);
  keepTimes(mask, columns.collected, filter.collectedFrom, filter.collectedTo);
  keepTimes(mask, columns.uploaded, filter.uploadedFrom, filter.uploadedTo);
  if (filter.minConfidence !== undefined) keepAtLeast(mask, columns.confidence, filter.minConfidence);
  if (filter.boundingBox) keepInBox(mask, columns, parts.envelopesOf(detections), filter.boundingBox);
  if (filter.recordId !== undefined)
    keepRecords(mask, columns.record, recordKeys(parts.sql, filter.recordId));
  if (filter.fetchId !== undefined) keepRecords(mask, columns.record, fetchedKeys(parts.sql, filter.fetchId));
  if (filter.searchId !== undefined) {
    keepRecords(mask, columns.record, searchedKeys(parts.sql, filter.searchId));
  }
  keepReviews(mask, parts, detections, filter);
  if (filter.ids) keepIds(mask, columns.id, filter.ids);
  if (filter.within) keepWithin(mask, columns, filter.within);
  const { expression, text } = filter;
  if (expression !== undefined) {
    keepBoth(
      mask,
      kept({ expression }, () => maskOfExpression(parts, detections, expression)),
    );
  }
  if (text !== undefined && text !== '') {
    keepBoth(
      mask,
      kept({ text }, () => maskOfText(parts, detections, text)),
    );
  }
  return mask;
}

function keepNames(
  mask: Uint8Array,
  { names }: ColumnStore,
  codes: Uint32Array,
  wanted: readonly string[] | undefined,
): void {
  if (!wanted) return;
  const isWanted = new Uint8Array(names.texts().length);
  for (const name of wanted) {
    const code = names.find(name);
    if (code !== undefined) isWanted[code] = 1;
  }
  keepCodes(mask, codes, isWanted);
}

function keepTimes(
  mask: Uint8Array,
  times: Float64Array,
  from: number | undefined,
  to: number | undefined,
): void {
  if (from === undefined && to === undefined) return;
  keepBetween(mask, times, from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY);
}

function keepRecords(mask: Uint8Array, records: Uint32Array, keys: readonly number[]): void {
  const isWanted = new Uint8Array(keys.reduce((most, key) => Math.max(most, key), 0) + 1);
  for (const key of keys) isWanted[key] = 1;
  for (let index = 0; index < mask.length; index += 1) {
    mask[index] = (mask[index] as number) & (isWanted[records[index] as number] ?? 0);
  }
}

function recordKeys(sql: Sql, recordId: string): readonly number[] {
  return sql.arrays('SELECT id FROM records WHERE record_id = ?', recordId).map(([key]) => Number(key));
}

function searchedKeys(sql: Sql, searchId: string): readonly number[] {
  return sql.arrays(`SELECT DISTINCT record_key ${recordsOfSearch}`, searchId).map(([key]) => Number(key));
}

function fetchedKeys(sql: Sql, fetchId: string): readonly number[] {
  return sql
    .arrays('SELECT record_key FROM fetch_records WHERE fetch_id = ?', fetchId)
    .map(([key]) => Number(key));
}

function keepReviews(
  mask: Uint8Array,
  { reviewsOf }: MaskParts,
  detections: Detections,
  { verdicts, flagged }: DetectionFilter,
): void {
  if (verdicts) {
    const isWanted = Uint8Array.from(reviewStateSchema.options, (state) =>
      verdicts.includes(state) ? 1 : 0,
    );
    keepCodes(mask, reviewsOf(detections).verdict, isWanted);
  }
  if (flagged !== undefined) {
    keepCodes(mask, reviewsOf(detections).flagged, Uint8Array.of(flagged ? 0 : 1, flagged ? 1 : 0));
  }
}

function maskOfExpression(
  { fields }: MaskParts,
  detections: Detections,
  text: string,
): Uint8Array<ArrayBuffer> {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`The filter's expression cannot be read: ${parsed.message}`);
  return expressionMask(parsed.expression, {
    count: detections.columns.count,
    column: (field) => fields(detections, field),
  });
}

function maskOfText({ sql, store, fields }: MaskParts, detections: Detections, text: string) {
  const searched = { sensor: fields(detections, 'sensor'), record: fields(detections, 'record') };
  return textMask(sql, store, detections, searched, text);
}
