import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { type NextOffset, readNextOffset } from '../../../../../shared/results/next-offset.ts';
import type { ArrivedPage } from '../../workspace.ts';
import {
  type CutPage,
  cutPageBody,
  type PageBody,
  type PageRecord,
  parsePageBody,
  WrongCut,
} from '../page-body.ts';
import type { Problem } from '../problem-list.ts';
import { type RawPieces, rawBlockLength } from '../raw-blocks.ts';
import { assignedIdOf, readRecord } from '../read-record.ts';
import { createFeatureTable, type FeatureTable } from './feature-table.ts';
import { createPageImage, type PageRawPlace, type RowRange } from './page-image.ts';
import { createFootprints, type PreparedFootprint } from './prepare-footprint.ts';

/** A page taken apart and made ready, so that writing it is all that is left to do. */
export type PreparedPage = {
  /** As `hashPage` makes it. */
  readonly bodyHash: Uint8Array;
  readonly following: NextOffset;
  /** `paginationInfo` as JSON. Undefined when it is not worth remembering. */
  readonly pagination: string | undefined;
  readonly records: readonly PreparedRecord[];
  readonly features: FeatureTable;
  /** The rows as a SQLite database (`page-image.ts`). */
  readonly image: Uint8Array<ArrayBuffer>;
  /** They are compressed when they are written: the writing thread has time left. */
  readonly rawBlocks: readonly RawPieces[];
};

export type PreparedRecord = {
  readonly recordId: string;
  /** SHA-256 of its bytes. */
  readonly contentHash: Uint8Array;
  /** Whether one before it in the page has the same id. */
  readonly isRepeated: boolean;
  /** Undefined where the workspace seemed to have the record just so. */
  readonly reading: PreparedReading | undefined;
};

/** Which rows of the page's image are a record's, and its raw bytes. `firstFeature` is an index, not a place. */
export type PreparedReading = {
  readonly firstFeature: number;
  readonly featureCount: number;
  readonly processors: RowRange;
  readonly sensors: RowRange;
  readonly problems: RowRange;
  readonly raw: PageRawPlace;
};

/** Whether the workspace has no use for a record, as far as can be told before it is written. */
export type IsKnown = (recordId: string, contentHash: Uint8Array) => boolean;

export type PreparedPageResult =
  | { readonly ok: true; readonly page: PreparedPage }
  | { readonly ok: false; readonly message: string };

/** A page before it is read: cut into records where that could be done, with the hashes by which it is known. */
export type HashedPage = {
  readonly cut: CutPage | undefined;
  /** The same for the same bytes only. */
  readonly bodyHash: Uint8Array;
  /** SHA-256 of each record that was cut. */
  readonly recordHashes: readonly Uint8Array[];
};

/** Hashes a page: record by record and what is around them, so that no byte is hashed twice. */
export function hashPage({ body, brand }: Pick<ArrivedPage, 'body' | 'brand'>): HashedPage {
  const cut = cutPageBody(body, brand);
  if (!cut) return { cut, bodyHash: hashBytes(body), recordHashes: [] };
  const recordHashes = cut.records.map(({ bytes }) => hashBytes(bytes));
  const parts = [...cut.around.map(hashBytes), ...recordHashes];
  return { cut, bodyHash: hashBytes(Buffer.concat(parts)), recordHashes };
}

function hashBytes(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** Takes a page apart, or says why it is none. Of records that are known only id and hash are told. */
export function preparePage(
  page: Pick<ArrivedPage, 'body' | 'brand' | 'fields' | 'offset'>,
  { cut, bodyHash, recordHashes }: HashedPage,
  isKnown: IsKnown,
): PreparedPageResult {
  try {
    if (cut) return { ok: true, page: prepareBody(cut, page, bodyHash, recordHashes, isKnown) };
  } catch (error) {
    if (!(error instanceof WrongCut)) throw error;
  }
  const body = parsePageBody(page.body, page.brand);
  return body.ok ? { ok: true, page: prepareBody(body.page, page, bodyHash, [], isKnown) } : body;
}

function prepareBody(
  { records, paginationInfo }: PageBody,
  page: Pick<ArrivedPage, 'body' | 'brand' | 'fields' | 'offset'>,
  bodyHash: Uint8Array,
  recordHashes: readonly Uint8Array[],
  isKnown: IsKnown,
): PreparedPage {
  return {
    bodyHash,
    following: readNextOffset(paginationInfo, page.offset, records.length),
    pagination: printPagination(paginationInfo),
    ...prepareRecords(records, page, recordHashes, isKnown),
  };
}

/** Longer ones say more than an offset and a count, or are nested so deep that they cannot be printed. */
const maxPagination = 1000;

function printPagination(paginationInfo: unknown): string | undefined {
  try {
    const text = JSON.stringify(paginationInfo) ?? 'null';
    return text.length <= maxPagination ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Prepares records that stand in a page. Hashes that are not given are made. */
function prepareRecords(
  records: readonly PageRecord[],
  { body, brand, fields }: Pick<ArrivedPage, 'body' | 'brand' | 'fields'>,
  recordHashes: readonly Uint8Array[],
  isKnown: IsKnown,
): Pick<PreparedPage, 'records' | 'features' | 'image' | 'rawBlocks'> {
  const image = createPageImage(body.length);
  const features = createFeatureTable(image);
  const raw = createRawGatherer(body);
  const footprintOf = createFootprints();
  const inPage = new Set<string>();
  const prepared = records.map(({ parse, bytes, isUtf8 }, index): PreparedRecord => {
    const place = index + 1;
    const value = parse();
    const contentHash = recordHashes[index] ?? hashBytes(bytes);
    const recordId = assignedIdOf(value) ?? `unnamed-${Buffer.from(contentHash).toString('hex')}`;
    // Of one that comes twice the workspace will know the first when the second is written.
    const isRepeated = inPage.has(recordId);
    inPage.add(recordId);
    if (!isRepeated && isKnown(recordId, contentHash)) {
      image.addKnown(place, recordId);
      return { recordId, contentHash, isRepeated, reading: undefined };
    }
    const record = readRecord(value, { brand, fields, isUtf8 });
    const footprints = record.sensors.map(footprintOf);
    const sensors = image.addSensors(recordId, record.sensors, footprints);
    const rawPlace = raw.add(bytes);
    image.addRecord({ place, recordId, contentHash, record, raw: rawPlace });
    const reading: PreparedReading = {
      firstFeature: features.count,
      featureCount: record.features.length,
      processors: image.addProcessors(recordId, record.processors),
      sensors,
      problems: image.addProblems(recordId, [...record.problems, ...footprintProblems(footprints)]),
      raw: rawPlace,
    };
    features.add(recordId, record, { record: place, firstSensor: sensors.first });
    return { recordId, contentHash, isRepeated, reading };
  });
  return { records: prepared, features: features.finish(), image: image.finish(), rawBlocks: raw.finish() };
}

function footprintProblems(footprints: readonly (PreparedFootprint | undefined)[]): readonly Problem[] {
  return footprints.flatMap((footprint, position) =>
    footprint?.problem === undefined
      ? []
      : [{ path: `content.sensorData[${position}].footprint`, message: footprint.problem }],
  );
}

/** Gathers the raw bytes of records, which are views into `body`, into blocks. */
function createRawGatherer(body: Uint8Array) {
  const blocks: RawPieces[] = [];
  let pieces: number[] = [];
  let length = 0;
  const close = () => {
    if (length > 0) blocks.push(Uint32Array.from(pieces));
    pieces = [];
    length = 0;
  };
  return {
    add(bytes: Uint8Array): PageRawPlace {
      if (length >= rawBlockLength) close();
      const place = { block: blocks.length, offset: length, length: bytes.length };
      const start = bytes.byteOffset - body.byteOffset;
      pieces.push(start, start + bytes.length);
      length += bytes.length;
      return place;
    },
    finish(): readonly RawPieces[] {
      close();
      return blocks;
    },
  };
}
