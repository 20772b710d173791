import { type FixedObjects, presences } from '../../../../../shared/fixed-objects/presence.ts';
import { nearestPort } from '../../../../../shared/places/nearest-port.ts';
import { ports } from '../../../../../shared/places/ports.ts';
import {
  type BuiltinField,
  type FieldOf,
  isAisField,
  isItemField,
  isPresenceField,
  isTracedField,
  type TracedField,
} from '../../../../../shared/results/builtin-fields.ts';
import {
  type DetectionField,
  type LayerField,
  layerFieldOf,
  parameterOf,
  propertyOf,
} from '../../../../../shared/results/detection-field.ts';
import { isStatedField, type MeaningField } from '../../../../../shared/results/meaning-fields.ts';
import { reviewStateSchema } from '../../../../../shared/review/review.ts';
import { finish, type Steps } from '../../../base/steps.ts';
import { chunkSize } from '../../file/columns/detection-chunk.ts';
import type { PropertyColumn } from '../../file/columns/property-chunk.ts';
import { selectFromBoth } from '../../file/detection-tables.ts';
import type { Sql } from '../../file/sql.ts';
import { readAisColumn } from '../ais/ais-fields.ts';
import { readItemColumn } from '../item-fields.ts';
import {
  readEdgeColumn,
  readInsideColumn,
  readNearestAttribute,
  readNearestFeatures,
} from '../layers/layer-columns.ts';
import { createStateCaches } from './bounded-cache.ts';
import type { ChunkSource } from './chunk-source.ts';
import type { ColumnStore, LoadedChunk, StoredDetections } from './column-store.ts';
import type { DetectionReviews } from './detection-reviews.ts';
import type { Dictionary } from './dictionary.ts';
import { bytesOfColumn, type FieldColumn } from './field-column.ts';
import { findPosition } from './find-position.ts';
import { readMeaningColumn } from './meaning-columns.ts';
import { type Cells, chunksInStep, createCells, readPropertyColumn } from './property-columns.ts';
import { forEachRow } from './rows-in-steps.ts';
import { createTracedColumns, readParameterColumn } from './traced-columns.ts';

/** Memory limit of the columns that are read on request; the least recently used are evicted. */
const maxBytes = 128 * 2 ** 20;

/** Finds what stays at the same place; `names` are those of the columns. */
export type FixedObjectsReader = (names: Dictionary, detections: StoredDetections) => Steps<FixedObjects>;

/** The fields of a workspace; columns that had to be read are cached until detections change. */
export function createFieldReader(
  sql: Sql,
  store: ColumnStore,
  reviewsOf: (detections: StoredDetections) => DetectionReviews,
  readFixedObjects: FixedObjectsReader,
) {
  const cacheOf = createStateCaches(store, maxBytes);
  const traced = createTracedColumns(sql, store);
  const longRead = (detections: StoredDetections, field: DetectionField) => {
    const name = propertyOf(field);
    if (name !== undefined) return () => readPropertyColumn(store.source, detections, name);
    if (field === 'chip') return () => readChipColumn(sql, store.source, detections);
    if (field === 'place') return () => placeColumn(detections);
    if (field === 'record') return () => readRecordColumn(sql, detections);
    const parameter = parameterOf(field);
    if (parameter !== undefined) return () => readParameterColumn(sql, store, detections, parameter);
    if (isPresenceField(field)) return () => presenceColumn(fixedObjects(detections), field);
    if (isItemField(field)) return () => readItemColumn(sql, detections.columns, field);
    const ofLayer = layerFieldOf(field);
    if (ofLayer) return () => readLayerColumn(detections, ofLayer);
    if (isStatedField(field)) return () => readMeaningColumn(sql, store.source, detections, field);
    if (isAisField(field)) return () => readAisColumn(sql, detections.columns, field, store.names.texts());
    if (isTracedField(field)) {
      return () => traced(detections, field, (time) => readInSteps(detections, time));
    }
    return undefined;
  };
  function* readLayerColumn(detections: StoredDetections, field: LayerField): Steps<FieldColumn> {
    const { layer } = field;
    if (field.kind === 'inside') return yield* readInsideColumn(sql, detections.columns, layer);
    if (field.kind === 'edge') return yield* readEdgeColumn(sql, detections.columns, layer);
    const nearest = yield* cacheOf(detections).inSteps(
      `nearest features of ${layer}`,
      () => readNearestFeatures(sql, detections.columns, layer),
      ({ meters, features, fids }) => meters.byteLength + features.byteLength + 8 * fids.length,
    );
    return field.kind === 'nearest'
      ? yield* readNearestAttribute(sql, nearest, layer, field.attribute)
      : { kind: 'numbers', numbers: nearest.meters };
  }
  function* fixedObjects(detections: StoredDetections): Steps<FixedObjects> {
    store.followResults();
    return yield* cacheOf(detections).inSteps(
      'fixed objects',
      () => readFixedObjects(store.names, detections),
      ({ places }) => 24 * places.count + 12 * places.placeOf.length,
    );
  }
  function* readInSteps(detections: StoredDetections, field: DetectionField): Steps<FieldColumn> {
    const read = longRead(detections, field);
    return read
      ? yield* cacheOf(detections).inSteps(field, read, bytesOfColumn)
      : readAtOnce(detections, field);
  }
  const read = (detections: StoredDetections, field: DetectionField) =>
    finish(readInSteps(detections, field));
  const readAtOnce = (detections: StoredDetections, field: DetectionField): FieldColumn => {
    const { columns } = detections;
    const inMemory = field as Exclude<
      BuiltinField,
      TracedField | FieldOf<'ais' | 'presence' | 'item'> | MeaningField | 'chip' | 'place' | 'record'
    >;
    switch (inMemory) {
      case 'analytic':
      case 'region':
      case 'sensor':
        return { kind: 'coded', codes: columns[inMemory], values: store.names.texts() };
      case 'verdict':
        return verdictColumn(reviewsOf(detections));
      case 'flagged':
        return flaggedColumn(reviewsOf(detections));
      case 'note':
        return noteColumn(reviewsOf(detections), columns.count);
      case 'reviewer': {
        const { reviewer, reviewers } = reviewsOf(detections).signatures();
        return { kind: 'coded', codes: reviewer, values: reviewers };
      }
      case 'reviewed':
        return { kind: 'numbers', numbers: reviewsOf(detections).signatures().reviewed };
      default:
        return { kind: 'numbers', numbers: columns[inMemory] };
    }
  };
  return {
    read,
    /** The same in steps, for fields whose values take long to read for the first time. */
    readInSteps,
    /** Detections that stay at the same place. */
    fixedObjects,
  };
}

/** The values of any field. */
export type FieldReader = ReturnType<typeof createFieldReader>;

/** Detections whose nearest ports are computed in one step. */
const placesInStep = 16_384;

/** Computed, not stored: a change of the list of ports then applies to all detections (decision 31). */
function* placeColumn({ columns: { longitude, latitude, count } }: StoredDetections): Steps<FieldColumn> {
  const codes = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    if (index % placesInStep === 0) yield;
    codes[index] = nearestPort(longitude[index] as number, latitude[index] as number) + 1;
  }
  return { kind: 'coded', codes, values: [null, ...ports.map(([name]) => name)] };
}

function* readRecordColumn(sql: Sql, { columns }: StoredDetections): Steps<FieldColumn> {
  const highest = Number(sql.arrays('SELECT max(id) FROM records')[0]?.[0] ?? 0);
  const values = new Array<string | null>(highest + 1).fill(null);
  const select = 'SELECT id, record_id FROM records WHERE id > ? ORDER BY id LIMIT ?';
  yield* forEachRow(sql, select, ([key, recordId]) => {
    values[Number(key)] = String(recordId);
  });
  return { kind: 'coded', codes: columns.record, values };
}

/** Code 1 is “unreviewed”: the state of a detection without a verdict is a value like any other. */
function verdictColumn({ verdict }: DetectionReviews): FieldColumn {
  const codes = new Uint8Array(verdict.length);
  for (let index = 0; index < codes.length; index += 1) codes[index] = (verdict[index] as number) + 1;
  return { kind: 'coded', codes, values: [null, ...reviewStateSchema.options] };
}

function flaggedColumn({ flagged }: DetectionReviews): FieldColumn {
  const codes = new Uint8Array(flagged.length);
  for (let index = 0; index < codes.length; index += 1) codes[index] = (flagged[index] as number) + 1;
  return { kind: 'coded', codes, values: [null, false, true] };
}

function noteColumn({ notes }: DetectionReviews, count: number): FieldColumn {
  const codes = new Uint32Array(count);
  const values: (string | null)[] = [null];
  for (const [position, note] of notes) codes[position] = values.push(note) - 1;
  return { kind: 'coded', codes, values };
}

/** Places whose sightings are counted in one step, some ten milliseconds. */
const sightingsInStep = 4096;

/** The column of a field about the passes over the place of each detection. */
function* presenceColumn(fixedObjects: Steps<FixedObjects>, field: FieldOf<'presence'>): Steps<FieldColumn> {
  const { places, presenceOfPlace, sightingsAt } = yield* fixedObjects;
  const { placeOf } = places;
  if (field === 'presence') {
    const codes = Uint8Array.from(placeOf, (place) => presenceOfPlace[place] as number);
    return { kind: 'coded', codes, values: [null, ...presences] };
  }
  const values: (string | null)[] = [null];
  const codeOf = new Map<string, number>();
  const codeOfPlace = new Uint32Array(places.count);
  for (let place = 0; place < places.count; place += 1) {
    if (place % sightingsInStep === 0) yield;
    const { seen, looks: passes } = sightingsAt(place);
    if (seen === 0) continue;
    const text = `${seen} of ${passes}`;
    const code = codeOf.get(text) ?? values.push(text) - 1;
    codeOf.set(text, code);
    codeOfPlace[place] = code;
  }
  return { kind: 'coded', codes: placeOf.map((place) => codeOfPlace[place] as number), values };
}

const chipProperty = 'sarChipIdentifier';
const hasChip = 2;

const selectChips = selectFromBoth(
  (table) =>
    `SELECT fid, chip_identifier FROM ${table} WHERE fid BETWEEN ?1 AND ?2 AND chip_identifier NOT NULL`,
);

/**
 * Chip identifiers. An ingest reads them from a property, so that property's column is used, unless it contradicts the
 * detections' flags. Then the rows do.
 */
function* readChipColumn(sql: Sql, source: ChunkSource, detections: StoredDetections): Steps<FieldColumn> {
  const cells = createCells(detections.columns.count);
  for (const [index, chunk] of detections.chunks.entries()) {
    if (index % chunksInStep === 0) yield;
    const areRowsNewer = chunk.isDirty || !source.isCurrent(chunk);
    if (!areRowsNewer && !holdsChips(detections.columns.flags, chunk)) continue;
    const column = areRowsNewer ? undefined : source.property(chunk, chipProperty);
    const chips = column && chipsOnly(column, detections.columns.flags, chunk);
    if (chips) cells.addColumn(chunk, chips);
    else addRows(cells, sql, detections, chunk);
  }
  const column = cells.finish();
  // Without any chip there are no numbers either.
  return column.kind === 'coded'
    ? column
    : { kind: 'coded', codes: new Uint32Array(detections.columns.count), values: [null] };
}

function holdsChips(flags: Uint8Array, { start, count }: LoadedChunk): boolean {
  return flags.subarray(start, start + count).some((flag) => (flag & hasChip) !== 0);
}

/** Undefined when a detection has a chip that is no text here. */
function chipsOnly(
  column: PropertyColumn,
  flags: Uint8Array,
  { start, count }: LoadedChunk,
): PropertyColumn | undefined {
  if (column.kind === 'numbers' || column.codes.length !== count) return undefined;
  const codes = column.codes.slice();
  for (let index = 0; index < count; index += 1) {
    const code = codes[index] as number;
    if (((flags[start + index] as number) & hasChip) === 0) codes[index] = 0;
    else if (typeof column.values[code - 1] !== 'string') return undefined;
  }
  return { ...column, codes };
}

function addRows(
  cells: Cells,
  sql: Sql,
  { columns: { id } }: StoredDetections,
  { chunk }: LoadedChunk,
): void {
  const first = chunk * chunkSize;
  for (const [fid, chip] of sql.arrays(selectChips, first, first + chunkSize - 1)) {
    const position = findPosition(id, Number(fid));
    if (position >= 0) cells.add(position, String(chip));
  }
}
