import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import type { DetectionField } from '../../../../../shared/results/detection-field.ts';
import { fieldsOf } from '../../../../../shared/results/expression/fields-of.ts';
import { parseExpression } from '../../../../../shared/results/expression/parse-expression.ts';
import { filterUsesReviews } from '../../../../../shared/results/filter-uses-reviews.ts';
import { reviewStateSchema } from '../../../../../shared/review/review.ts';
import { finish, type Steps } from '../../../base/steps.ts';
import type { Sql } from '../../file/sql.ts';
import { recordsOfSearch } from '../search-runs.ts';
import type { AreaEnvelopes } from './area-envelopes.ts';
import { createStateCaches } from './bounded-cache.ts';
import type { ColumnStore, StoredDetections } from './column-store.ts';
import type { DetectionReviews } from './detection-reviews.ts';
import { expressionMask } from './expression-mask.ts';
import type { FieldColumn } from './field-column.ts';
import type { FieldReader } from './field-reader.ts';
import { findPosition } from './find-position.ts';
import { countMatches, intersect, retainAtLeast, retainBetween, retainCodes } from './mask-operations.ts';
import { retainInBox, retainWithin } from './region-masks.ts';
import { textMask } from './text-mask.ts';

/** The detections that match a filter: 1 for each of them, 0 for the others, in the order of all detections. */
export type Mask = { readonly bits: Uint8Array<ArrayBuffer>; readonly count: number };

/** The data by which filters are evaluated. */
export type MaskDeps = {
  readonly sql: Sql;
  readonly store: ColumnStore;
  readonly fields: FieldReader;
  readonly reviewsOf: (detections: StoredDetections) => DetectionReviews;
  readonly envelopesOf: (detections: StoredDetections) => Steps<AreaEnvelopes>;
};

/** Memory limit of cached masks, and of those of expensive members. */
const maxBytes = 64 * 2 ** 20;

/** Creates the masks of filters; they are cached until the detections change. */
export function createFilterMasks(deps: MaskDeps) {
  const cacheOf = createStateCaches(deps.store, maxBytes);
  const memberInSteps = (
    detections: StoredDetections,
    member: Pick<DetectionFilter, 'expression' | 'text'>,
    make: () => Steps<Uint8Array<ArrayBuffer>>,
  ) =>
    cacheOf(detections).inSteps(
      `member ${filterCacheKey(detections, member)}`,
      make,
      (mask) => mask.byteLength,
    );
  /** Masks of an expression and a text take long, and are cached whatever the rest of the filter is. */
  function* expensiveMembers(
    detections: StoredDetections,
    { expression, text }: DetectionFilter,
  ): Steps<readonly Uint8Array[]> {
    const masks: Uint8Array[] = [];
    if (expression !== undefined) {
      masks.push(
        yield* memberInSteps(detections, { expression }, () =>
          maskOfExpression(deps, detections, expression),
        ),
      );
    }
    if (text !== undefined && text !== '') {
      masks.push(yield* memberInSteps(detections, { text }, () => maskOfText(deps, detections, text)));
    }
    return masks;
  }
  const readInSteps = (detections: StoredDetections, filter: DetectionFilter): Steps<Mask> =>
    cacheOf(detections).inSteps(
      `filter ${filterCacheKey(detections, filter)}`,
      function* () {
        const bits = yield* makeMask(deps, detections, filter);
        for (const member of yield* expensiveMembers(detections, filter)) intersect(bits, member);
        return { bits, count: countMatches(bits) };
      },
      (mask) => mask.bits.byteLength,
    );
  return {
    read: (detections: StoredDetections, filter: DetectionFilter): Mask =>
      finish(readInSteps(detections, filter)),
    /** The same in steps. */
    readInSteps,
  };
}

/** The masks of filters. Throws on an expression that cannot be read; `readableFilterSchema` refuses such a filter before. */
export type FilterMasks = ReturnType<typeof createFilterMasks>;

/**
 * Names a filter and what it depends on besides the detections' rows, so that a review or a page that a fetch found
 * unchanged does not invalidate what has stayed the same.
 */
export function filterCacheKey(
  { fileState, reviewsVersion }: StoredDetections,
  filter: DetectionFilter,
): string {
  return JSON.stringify([
    filter,
    filterUsesReviews(filter) ? reviewsVersion : null,
    // Which records a fetch or a saved search found changes without a change of the rows.
    filter.fetchId === undefined && filter.searchId === undefined ? null : fileState,
  ]);
}

function retainIds(mask: Uint8Array, column: Uint32Array, ids: readonly number[]): void {
  const requested = new Uint8Array(mask.length);
  for (const id of ids) {
    const position = findPosition(column, id);
    if (position >= 0) requested[position] = 1;
  }
  intersect(mask, requested);
}

/** The mask of all members of a filter but its expression and its text; a member is a step, some ten milliseconds. */
function* makeMask(
  deps: MaskDeps,
  detections: StoredDetections,
  filter: DetectionFilter,
): Steps<Uint8Array<ArrayBuffer>> {
  const { columns } = detections;
  const { sql, store, fields, envelopesOf } = deps;
  const mask = new Uint8Array(columns.count).fill(1);
  for (const [requested, codes] of [
    [filter.analytics, columns.analytic],
    [filter.regions, columns.region],
    [filter.sensors, columns.sensor],
  ] as const) {
    if (!requested) continue;
    retainNames(mask, store, codes, requested);
    yield;
  }
  if (filter.places) retainValues(mask, yield* fields.readInSteps(detections, 'place'), filter.places);
  for (const [times, from, to] of [
    [columns.collected, filter.collectedFrom, filter.collectedTo],
    [columns.uploaded, filter.uploadedFrom, filter.uploadedTo],
  ] as const) {
    if (from === undefined && to === undefined) continue;
    retainBetween(mask, times, from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY);
    yield;
  }
  if (filter.minConfidence !== undefined) {
    retainAtLeast(mask, columns.confidence, filter.minConfidence);
    yield;
  }
  if (filter.boundingBox) {
    retainInBox(mask, columns, yield* envelopesOf(detections), filter.boundingBox);
    yield;
  }
  if (filter.recordId !== undefined) retainRecords(mask, columns.record, recordKeys(sql, filter.recordId));
  if (filter.fetchId !== undefined) retainRecords(mask, columns.record, fetchedKeys(sql, filter.fetchId));
  if (filter.searchId !== undefined) {
    retainRecords(mask, columns.record, searchedKeys(sql, filter.searchId));
  }
  retainReviews(mask, deps, detections, filter);
  if (filter.ids) retainIds(mask, columns.id, filter.ids);
  if (filter.within) yield* retainWithin(mask, columns, filter.within);
  return mask;
}

function retainNames(
  mask: Uint8Array,
  { names }: ColumnStore,
  codes: Uint32Array,
  requested: readonly string[] | undefined,
): void {
  if (!requested) return;
  const isRequested = new Uint8Array(names.texts().length);
  for (const name of requested) {
    const code = names.find(name);
    if (code !== undefined) isRequested[code] = 1;
  }
  retainCodes(mask, codes, isRequested);
}

function retainValues(mask: Uint8Array, column: FieldColumn, requested: readonly string[]): void {
  if (column.kind !== 'coded') return;
  const isRequested = Uint8Array.from(column.values, (value) =>
    typeof value === 'string' && requested.includes(value) ? 1 : 0,
  );
  retainCodes(mask, column.codes, isRequested);
}

function retainRecords(mask: Uint8Array, records: Uint32Array, keys: readonly number[]): void {
  const isRequested = new Uint8Array(keys.reduce((most, key) => Math.max(most, key), 0) + 1);
  for (const key of keys) isRequested[key] = 1;
  for (let index = 0; index < mask.length; index += 1) {
    mask[index] = (mask[index] as number) & (isRequested[records[index] as number] ?? 0);
  }
}

function recordKeys(sql: Sql, recordId: string): readonly number[] {
  return sql.arrays`SELECT id FROM records WHERE record_id = ${recordId}`.map(([key]) => Number(key));
}

function searchedKeys(sql: Sql, searchId: string): readonly number[] {
  return sql.arrays(`SELECT DISTINCT record_key ${recordsOfSearch}`, searchId).map(([key]) => Number(key));
}

function fetchedKeys(sql: Sql, fetchId: string): readonly number[] {
  return sql
    .arrays('SELECT record_key FROM fetch_records WHERE fetch_id = ?', fetchId)
    .map(([key]) => Number(key));
}

function retainReviews(
  mask: Uint8Array,
  { reviewsOf }: MaskDeps,
  detections: StoredDetections,
  { verdicts, flagged }: DetectionFilter,
): void {
  if (verdicts) {
    const isRequested = Uint8Array.from(reviewStateSchema.options, (state) =>
      verdicts.includes(state) ? 1 : 0,
    );
    retainCodes(mask, reviewsOf(detections).verdict, isRequested);
  }
  if (flagged !== undefined) {
    retainCodes(mask, reviewsOf(detections).flagged, Uint8Array.of(flagged ? 0 : 1, flagged ? 1 : 0));
  }
}

function* maskOfExpression(
  { fields }: MaskDeps,
  detections: StoredDetections,
  text: string,
): Steps<Uint8Array<ArrayBuffer>> {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`The filter's expression cannot be read: ${parsed.message}`);
  const columns = new Map<DetectionField, FieldColumn>();
  for (const field of new Set(fieldsOf(parsed.expression))) {
    columns.set(field, yield* fields.readInSteps(detections, field));
  }
  return expressionMask(parsed.expression, {
    count: detections.columns.count,
    column: (field) => columns.get(field) ?? fields.read(detections, field),
  });
}

function* maskOfText({ sql, store, fields }: MaskDeps, detections: StoredDetections, text: string) {
  const searched = {
    sensor: yield* fields.readInSteps(detections, 'sensor'),
    record: yield* fields.readInSteps(detections, 'record'),
  };
  return yield* textMask(sql, store, detections, searched, text);
}
