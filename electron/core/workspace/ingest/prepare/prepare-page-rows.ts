import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import type { FieldList } from '../../../../../shared/results/field-list.ts';
import { type NextOffset, readNextOffset } from '../../../../../shared/results/next-offset.ts';
import { type RawSlices, rawBlockLength } from '../../file/raw-blocks.ts';
import type { FetchedPage } from '../fetched-page.ts';
import type { Problem } from '../member-reader.ts';
import {
  type PageResult,
  type ParsedPage,
  parsePage,
  type RawPageRecord,
  type SlicedPage,
  slicePage,
  WrongSliceError,
} from '../parse-page.ts';
import { assignedIdOf, parseRecord, unnamedId } from '../parse-record.ts';
import { createFeatureTable, type FeatureTable } from './feature-table.ts';
import { PageImage, type PageRawLocation, type RowRange } from './page-image.ts';
import { createFootprintPreparer, type PreparedFootprint, remarkExchangedAxes } from './prepare-footprint.ts';

/** A page that is parsed and encoded, so that it only has to be written. */
export type PreparedPage = {
  /** Hash that `hashPage` makes. */
  readonly bodyHash: Uint8Array;
  readonly nextOffset: NextOffset;
  /** `paginationInfo` as JSON. Undefined when it is not worth remembering. */
  readonly pagination: string | undefined;
  readonly records: readonly PreparedRecord[];
  readonly features: FeatureTable;
  /** The rows as a SQLite database (`page-image.ts`). */
  readonly image: Uint8Array<ArrayBuffer>;
  /** They are compressed when they are written: the writing thread has time left. */
  readonly rawBlocks: readonly RawSlices[];
};

export type PreparedRecord = {
  readonly recordId: string;
  /** SHA-256 of its bytes. */
  readonly contentHash: Uint8Array;
  readonly byteLength: number;
  /** Fields of it that are known, of this page and of those before. */
  readonly fields: FieldList;
  /** Whether one before it in the page has the same id. */
  readonly isRepeated: boolean;
  /** Undefined where the workspace seemed to have the record just so. */
  readonly rows: PreparedRecordRows | undefined;
};

/**
 * Rows of the page's image that belong to a record, and its raw bytes. `firstFeature` is an index, not a row number.
 */
export type PreparedRecordRows = {
  readonly firstFeature: number;
  readonly featureCount: number;
  readonly processors: RowRange;
  readonly sensors: RowRange;
  readonly problems: RowRange;
  readonly raw: PageRawLocation;
};

/** Whether the workspace already has a record, as far as is known before it is written. */
export type KnownCheck = (recordId: string, contentHash: Uint8Array) => boolean;

/**
 * Slices a page into records where possible, and hashes it: record by record (SHA-256) and what is around them, so that no
 * byte is hashed twice. `bodyHash` is the same for the same bytes only.
 */
export function hashPage({ body, brand }: Pick<FetchedPage, 'body' | 'brand'>): {
  readonly sliced: SlicedPage | undefined;
  readonly bodyHash: Uint8Array;
  readonly recordHashes: readonly Uint8Array[];
} {
  const sliced = slicePage(body, brand);
  if (!sliced) return { sliced, bodyHash: hashBytes(body), recordHashes: [] };
  const recordHashes = sliced.records.map(({ bytes }) => hashBytes(bytes));
  const parts = [...sliced.surroundings.map(hashBytes), ...recordHashes];
  return { sliced, bodyHash: hashBytes(Buffer.concat(parts)), recordHashes };
}

function hashBytes(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/**
 * Prepares a page, or returns why it is not one. Of known records only id and hash are returned. `merged` has the fields
 * of records that have others than the page.
 */
export function preparePageRows(
  page: Pick<FetchedPage, 'body' | 'brand' | 'fields' | 'offset'>,
  { sliced, bodyHash, recordHashes }: ReturnType<typeof hashPage>,
  isKnown: KnownCheck,
  merged: ReadonlyMap<string, FieldList> = new Map(),
): PageResult<PreparedPage> {
  try {
    if (sliced)
      return { ok: true, page: prepareParsedPage(sliced, page, bodyHash, recordHashes, isKnown, merged) };
  } catch (error) {
    if (!(error instanceof WrongSliceError)) throw error;
  }
  const body = parsePage(page.body, page.brand);
  return body.ok
    ? { ok: true, page: prepareParsedPage(body.page, page, bodyHash, [], isKnown, merged) }
    : body;
}

function prepareParsedPage(
  { records, paginationInfo }: ParsedPage,
  page: Pick<FetchedPage, 'body' | 'brand' | 'fields' | 'offset'>,
  bodyHash: Uint8Array,
  recordHashes: readonly Uint8Array[],
  isKnown: KnownCheck,
  merged: ReadonlyMap<string, FieldList>,
): PreparedPage {
  return {
    bodyHash,
    nextOffset: readNextOffset(paginationInfo, page.offset, records.length),
    // A page that was changed here never comes again.
    pagination: merged.size > 0 ? undefined : serializePagination(paginationInfo),
    ...prepareRecords(records, page, recordHashes, isKnown, merged),
  };
}

/** Longer ones contain more than an offset and a count, or are nested too deep to be serialized. */
const maxPaginationLength = 1000;

function serializePagination(paginationInfo: unknown): string | undefined {
  try {
    const text = JSON.stringify(paginationInfo) ?? 'null';
    return text.length <= maxPaginationLength ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Prepares the records of a page. Missing hashes are computed. */
function prepareRecords(
  records: readonly RawPageRecord[],
  { body, brand, fields: pageFields }: Pick<FetchedPage, 'body' | 'brand' | 'fields'>,
  recordHashes: readonly Uint8Array[],
  isKnown: KnownCheck,
  merged: ReadonlyMap<string, FieldList>,
): Pick<PreparedPage, 'records' | 'features' | 'image' | 'rawBlocks'> {
  const image = new PageImage();
  const features = createFeatureTable(image);
  const raw = createRawBlockBuilder(body);
  const footprintOf = createFootprintPreparer();
  const seenIds = new Set<string>();
  const prepared = records.map(({ parse, bytes, isUtf8 }, index): PreparedRecord => {
    const pageRow = index + 1;
    const { value, printable, error } = parse();
    const contentHash = recordHashes[index] ?? hashBytes(bytes);
    const recordId = assignedIdOf(value) ?? unnamedId(Buffer.from(contentHash).toString('hex'));
    const byteLength = bytes.length;
    const fields = merged.get(recordId) ?? pageFields;
    // Of one that comes twice the workspace will know the first when the second is written.
    const isRepeated = seenIds.has(recordId);
    seenIds.add(recordId);
    if (!isRepeated && isKnown(recordId, contentHash)) {
      image.addKnown(pageRow, recordId);
      return { recordId, contentHash, byteLength, fields, isRepeated, rows: undefined };
    }
    const record = parseRecord(value, { brand, fields, isUtf8, printable, error, isRepeated });
    const footprints = record.sensors.map(footprintOf);
    const remarks = remarkExchangedAxes(record, footprints);
    const sensors = image.addSensors(recordId, record.sensors, footprints, remarks);
    const rawLocation = raw.add(bytes);
    image.addRecord({ pageRow, recordId, contentHash, record, raw: rawLocation });
    const rows: PreparedRecordRows = {
      firstFeature: features.count,
      featureCount: record.features.length,
      processors: image.addProcessors(recordId, record.processors),
      sensors,
      problems: image.addProblems(recordId, [...record.problems, ...footprintProblems(footprints, remarks)]),
      raw: rawLocation,
    };
    features.add(recordId, record, { record: pageRow, firstSensor: sensors.first });
    return { recordId, contentHash, byteLength, fields, isRepeated, rows };
  });
  return { records: prepared, features: features.finish(), image: image.finish(), rawBlocks: raw.finish() };
}

/** Reason why a footprint cannot be used, or what was corrected in it, and what is remarkable about where it lies. */
function footprintProblems(
  footprints: readonly (PreparedFootprint | undefined)[],
  remarks: readonly (string | undefined)[],
): readonly Problem[] {
  return footprints.flatMap((footprint, position) => {
    const path = `content.sensorData[${position}].footprint`;
    const notes = footprint?.problem === undefined ? footprint?.notes : [footprint.problem];
    return [...(notes ?? []), remarks[position] ?? []].flat().map((message): Problem => ({ path, message }));
  });
}

/** Gathers the raw bytes of records, which are views into `body`, into blocks. */
function createRawBlockBuilder(body: Uint8Array) {
  const blocks: RawSlices[] = [];
  let pieces: number[] = [];
  let length = 0;
  const close = () => {
    if (length > 0) blocks.push(Uint32Array.from(pieces));
    pieces = [];
    length = 0;
  };
  return {
    add(bytes: Uint8Array): PageRawLocation {
      if (length >= rawBlockLength) close();
      const location = { block: blocks.length, offset: length, length: bytes.length };
      const start = bytes.byteOffset - body.byteOffset;
      pieces.push(start, start + bytes.length);
      length += bytes.length;
      return location;
    },
    finish(): readonly RawSlices[] {
      close();
      return blocks;
    },
  };
}
