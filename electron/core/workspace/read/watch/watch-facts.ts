import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import type { DetectionField } from '../../../../../shared/results/detection-field.ts';
import { IdSet } from '../../../../../shared/results/id-set.ts';
import { usesAis } from '../../../../../shared/results/uses-ais.ts';
import type { ReviewedDetection } from '../../../../../shared/review/reviewed-detection.ts';
import { recordDifferenceSchema } from '../../../../../shared/searches/record-difference.ts';
import { type FoundValues, nothingFound } from '../../../../../shared/watch/rule-obstacle.ts';
import type { WatchedChange, WatchedDetection } from '../../../../../shared/watch/watch-facts.ts';
import { parseBoundedJson } from '../../../base/bounded-json.ts';
import type { Steps } from '../../../base/steps.ts';
import { numberCell, textCell } from '../../file/cells.ts';
import type { Sql } from '../../file/sql.ts';
import { detectionIdentity } from '../match/detection-identity.ts';
import {
  describeReviewed,
  type MatchedRow,
  readRecordDetections,
  toReviewedDetection,
} from '../match/detection-rows.ts';
import { matchDetections } from '../match/match-detections.ts';
import type { StoredDetections } from '../memory/column-store.ts';
import type { DetectionMemory } from '../memory/detection-memory.ts';
import { type FieldColumn, toNumbers } from '../memory/field-column.ts';
import type { DefineQuery } from '../query.ts';
import { toFreeIdentity } from '../reviews/locate-reviews.ts';
import { readReview, readReviewedDetection } from '../reviews/read-review.ts';
import { readKnownIds } from './watch-rules.ts';

/** An event whose detection has another id now, since it came again in another version of its record. */
export type RelocatedEvent = { readonly eventId: string; readonly detectionId: number };

/** A new matching detection, and what finds it again in another version of its record. */
export type NewDetection = WatchedDetection & { readonly description: string | null };

/** Detections that a rule has made no event of. */
export type NewDetections = {
  readonly detections: readonly NewDetection[];
  readonly relocated: readonly RelocatedEvent[];
  /** Whether records were replaced while they were read: another evaluation is needed. */
  readonly isStale: boolean;
};

/** The facts that rules are evaluated on. */
export function createWatchFacts(query: DefineQuery, sql: Sql, memory: DetectionMemory) {
  return {
    /** Detections that match a filter, without those that the rule knows. */
    newDetections: query(
      (_ruleId: string, filter: DetectionFilter) => ({
        filter,
        fields: usesAis(filter.expression) ? [...eventFields, ...inferredFields] : eventFields,
      }),
      (detections, ruleId, filter) => readNewDetections(sql, memory, detections, ruleId, filter),
    ),
    /** Records of a fetch whose QC status it changed; with `needsMatch` only those with matching detections. */
    qcChanges: query(
      (_fetchId: string, filter: DetectionFilter, _needsMatch: boolean) => ({ filter }),
      (detections, fetchId, filter, needsMatch) =>
        readQcChanges(sql, memory, detections, fetchId, filter, needsMatch),
    ),
    /** Values that detections of these analytics (none: of any) have of some fields; nothing is known before the first one. */
    foundValues: query(
      (analytics: readonly string[], fields: readonly DetectionField[]) => ({
        filter: filterOf(analytics),
        fields,
      }),
      (detections, analytics, fields): FoundValues => {
        const { bits, count } = memory.mask(detections, filterOf(analytics));
        if (count === 0) return nothingFound;
        const classes = fields.includes('class') ? memory.fieldColumn(detections, 'class') : undefined;
        return {
          absent: fields.filter((field) => !hasValue(memory.fieldColumn(detections, field), bits)),
          classes: { requested: namesIn(classes, bits), all: namesIn(classes) },
          hasAisFile: sql.get('SELECT 1 FROM ais_files LIMIT 1') !== undefined,
        };
      },
    ),
  };
}

function filterOf(analytics: readonly string[]): DetectionFilter {
  return analytics.length === 0 ? {} : { analytics: [...analytics] };
}

function hasValue(column: FieldColumn, bits: Uint8Array): boolean {
  return column.kind === 'numbers'
    ? bits.some((bit, at) => bit === 1 && !Number.isNaN(column.numbers[at] as number))
    : bits.some((bit, at) => bit === 1 && (column.values[column.codes[at] as number] ?? null) !== null);
}

/** The texts of a column, each once: of all detections, or of those that bits choose. */
function namesIn(column: FieldColumn | undefined, bits?: Uint8Array): readonly string[] {
  if (column?.kind !== 'coded') return [];
  const codes = new Set(bits ? column.codes.filter((_code, at) => bits[at] === 1) : column.codes);
  const names = [...codes].flatMap((code) => column.values[code] ?? []);
  return [...new Set(names.map(String))];
}

/** Fields that events state about detections, and their sources where a rule is about AIS. */
const eventFields = ['length', 'place'] as const;
const inferredFields = ['ais', 'ais_source'] as const;

/** Records whose detections are read in one step, some ten milliseconds. */
const recordsInStep = 32;

function* readNewDetections(
  sql: Sql,
  memory: DetectionMemory,
  detections: StoredDetections,
  ruleId: string,
  filter: DetectionFilter,
): Steps<NewDetections> {
  const { columns } = detections;
  const { bits } = memory.mask(detections, filter);
  const before = IdSet.ofSorted(readKnownIds(sql, ruleId));
  const found = IdSet.of(
    sql
      .arrays('SELECT detection_id FROM watch_events WHERE rule_id = ? AND detection_id NOT NULL', ruleId)
      .map(([id]) => Number(id)),
  );
  const candidates = new Map<number, number[]>();
  for (let at = 0; at < bits.length; at += 1) {
    const id = columns.id[at] as number;
    if (bits[at] === 0 || before.has(id) || found.has(id)) continue;
    const record = columns.record[at] as number;
    const ofRecord = candidates.get(record);
    if (ofRecord) ofRecord.push(at);
    else candidates.set(record, [at]);
  }
  const describe = createDescriber(sql, memory, detections, usesAis(filter.expression));
  const added: NewDetection[] = [];
  const relocated: RelocatedEvent[] = [];
  let isStale = false;
  let read = 0;
  for (const [recordKey, positions] of candidates) {
    read += 1;
    if (read % recordsInStep === 0) yield;
    const row = sql.get`SELECT record_id FROM records WHERE id = ${recordKey}`;
    const recordId = row && textCell(row, 'record_id');
    const present = recordId === undefined ? [] : readRecordDetections(sql, recordId);
    const indexOf = new Map(present.map(({ fid }, index) => [fid, index]));
    const events = recordId === undefined ? [] : readEventsOfRecord(sql, ruleId, recordId);
    const returned = matchReturned(events, present);
    const identities = new Set(events.map(({ identity }) => identity));
    for (const at of positions) {
      const id = columns.id[at] as number;
      const index = indexOf.get(id);
      const detection = index === undefined ? undefined : present[index];
      if (recordId === undefined || index === undefined || !detection) {
        isStale = true;
        continue;
      }
      const event = returned.get(index);
      if (event) {
        relocated.push({ eventId: event.eventId, detectionId: id });
        continue;
      }
      const identity = toFreeIdentity(detectionIdentity(detection), (name) => identities.has(name));
      identities.add(identity);
      const reviewed = toReviewedDetection(detection);
      added.push({
        ...describe(at),
        id,
        recordId,
        identity,
        description: reviewed && JSON.stringify(reviewed),
      });
    }
  }
  return { detections: added, relocated, isStale };
}

/** The detections of the rule's events whose ids are not known, as in a rebuilt file. */
export function locateWatchEvents(sql: Sql, ruleId: string): readonly RelocatedEvent[] {
  return sql
    .all(
      `SELECT DISTINCT record_id FROM watch_events
       WHERE rule_id = ? AND identity NOT NULL AND detection_id IS NULL`,
      ruleId,
    )
    .flatMap((row) => {
      const recordId = textCell(row, 'record_id');
      const present = readRecordDetections(sql, recordId);
      return [...matchReturned(readEventsOfRecord(sql, ruleId, recordId), present)].map(
        ([index, { eventId }]) => ({
          eventId,
          detectionId: (present[index] as MatchedRow).fid,
        }),
      );
    });
}

/** Events whose detections are not in the record under their ids: by the index of the detection that has returned. */
function matchReturned(
  events: readonly EventOfRecord[],
  present: readonly MatchedRow[],
): ReadonlyMap<number, EventOfRecord> {
  const ids = new Set(present.map(({ fid }) => fid));
  const waiting = events.filter(({ detectionId }) => detectionId === null || !ids.has(detectionId));
  const matches = matchDetections(
    waiting.map(({ identity, detection }) => describeReviewed(identity, detection)),
    present,
  );
  return new Map([...matches].map(([index, { later }]) => [later, waiting[index] as EventOfRecord]));
}

type EventOfRecord = {
  readonly eventId: string;
  readonly identity: string;
  readonly detection: ReviewedDetection | null;
  readonly detectionId: number | null;
};

function readEventsOfRecord(sql: Sql, ruleId: string, recordId: string): readonly EventOfRecord[] {
  return sql
    .all(
      `SELECT event_id, identity, detection, detection_id FROM watch_events
       WHERE rule_id = ? AND record_id = ? AND identity NOT NULL ORDER BY id`,
      ruleId,
      recordId,
    )
    .map((row) => ({
      eventId: textCell(row, 'event_id'),
      identity: textCell(row, 'identity'),
      detection: readReviewedDetection(row),
      detectionId: row.detection_id === null ? null : numberCell(row, 'detection_id'),
    }));
}

/** Statement of an event about the detection at a position. */
function createDescriber(
  sql: Sql,
  memory: DetectionMemory,
  detections: StoredDetections,
  isAboutAis: boolean,
) {
  const { columns } = detections;
  const names = memory.store.names.texts();
  const lengths = toNumbers(memory.fieldColumn(detections, 'length'));
  const places = memory.fieldColumn(detections, 'place');
  const inferred = isAboutAis ? createInferenceReader(memory, detections) : undefined;
  return (at: number): Omit<WatchedDetection, 'id' | 'recordId' | 'identity'> => {
    const collectedAt = columns.collected[at] as number;
    const length = lengths[at] as number;
    const port = places.kind === 'coded' ? places.values[places.codes[at] as number] : null;
    const review = sql.get`SELECT * FROM reviews WHERE detection_id = ${columns.id[at] as number}`;
    return {
      analytic: names[columns.analytic[at] as number] ?? '',
      position: [columns.longitude[at] as number, columns.latitude[at] as number],
      collectedAt: Number.isNaN(collectedAt) ? null : collectedAt,
      lengthMeters: Number.isNaN(length) ? null : length,
      port: typeof port === 'string' ? port : null,
      reviewer: review ? readReview(review).reviewer : null,
      ...(inferred ? { ais: inferred(at) } : {}),
    };
  };
}

/** States what was inferred about the detection at a position, and from what. */
function createInferenceReader(
  memory: DetectionMemory,
  detections: StoredDetections,
): (at: number) => string {
  const [outcomes, sources] = inferredFields.map((field) => memory.fieldColumn(detections, field));
  const textAt = (column: FieldColumn | undefined, at: number) =>
    column?.kind === 'coded' ? column.values[column.codes[at] as number] : null;
  return (at) => {
    const source = textAt(sources, at);
    return `AIS: ${textAt(outcomes, at) ?? 'unknown'}, ${source ? `inferred from ${source}` : 'no file was read for its image'}. The service does not state it.`;
  };
}

function readQcChanges(
  sql: Sql,
  memory: DetectionMemory,
  detections: StoredDetections,
  fetchId: string,
  filter: DetectionFilter,
  needsMatch: boolean,
): readonly WatchedChange[] {
  const { columns } = detections;
  const { bits } = memory.mask(detections, filter);
  const matches = new Map<number, { count: number; collectedAt: number }>();
  for (let at = 0; at < bits.length; at += 1) {
    if (bits[at] === 0) continue;
    const record = columns.record[at] as number;
    const known = matches.get(record) ?? { count: 0, collectedAt: columns.collected[at] as number };
    matches.set(record, { ...known, count: known.count + 1 });
  }
  return sql
    .all(
      `SELECT record_key, record_id, difference FROM record_changes JOIN records ON records.id = record_key
       WHERE fetch_id = ? AND difference ->> '$.processors' NOT NULL ORDER BY record_key`,
      fetchId,
    )
    .flatMap((row): WatchedChange[] => {
      const { data } = recordDifferenceSchema.safeParse(parseBoundedJson(textCell(row, 'difference')));
      const changes = data?.processors?.filter(({ statement }) => statement === 'qc_status') ?? [];
      const found = matches.get(numberCell(row, 'record_key'));
      if (changes.length === 0 || (needsMatch && !found)) return [];
      const collectedAt = found && !Number.isNaN(found.collectedAt) ? found.collectedAt : null;
      return [{ recordId: textCell(row, 'record_id'), collectedAt, changes, detections: found?.count ?? 0 }];
    });
}
