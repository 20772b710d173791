import { hash } from 'node:crypto';
import { type NextOffset, readNextOffset } from '../../../../../shared/results/next-offset.ts';
import type { ArrivedPage } from '../../workspace.ts';
import { cutPageBody, type PageBody, type PageRecord, parsePageBody, WrongCut } from '../page-body.ts';
import { compressRaw, type RawBlock, rawBlockLength } from '../raw-blocks.ts';
import { assignedIdOf, type ReadRecord, readRecord } from '../read-record.ts';
import type { ReadSensor } from '../read-sensor.ts';
import { createFeatureTable, type FeatureTable } from './feature-table.ts';
import { createFootprints, type PreparedFootprint } from './prepare-footprint.ts';

/** A page taken apart and made ready, so that writing it is all that is left to do. */
export type PreparedPage = {
  /** SHA-256 of the body. */
  readonly bodyHash: Uint8Array;
  readonly following: NextOffset;
  /** `paginationInfo` as JSON. Undefined when it is not worth remembering. */
  readonly pagination: string | undefined;
  readonly records: readonly PreparedRecord[];
  readonly features: FeatureTable;
  readonly rawBlocks: readonly RawBlock[];
};

export type PreparedRecord = {
  readonly recordId: string;
  /** SHA-256 of its bytes. */
  readonly contentHash: Uint8Array;
  /** Undefined where the workspace seemed to have the record just so. */
  readonly reading: PreparedReading | undefined;
};

/** What a record says, its features and raw bytes by where they are in the page. */
export type PreparedReading = Omit<ReadRecord, 'features' | 'sensors'> & {
  readonly sensors: readonly PreparedSensor[];
  readonly firstFeature: number;
  readonly featureCount: number;
  /** `block` is an index into the page's raw blocks. */
  readonly raw: { readonly block: number; readonly offset: number; readonly length: number };
};

export type PreparedSensor = {
  readonly sensor: ReadSensor;
  readonly footprint: PreparedFootprint | undefined;
};

/** Whether the workspace has no use for a record, as far as can be told before it is written. */
export type IsKnown = (recordId: string, contentHash: Uint8Array) => boolean;

export type PreparedPageResult =
  | { readonly ok: true; readonly page: PreparedPage }
  | { readonly ok: false; readonly message: string };

/** SHA-256 of a page's bytes. */
export function hashBody(body: Uint8Array): Uint8Array {
  return hash('sha256', body, 'buffer');
}

/** Takes a page apart, or says why it is none. Of records that are known only id and hash are told. */
export function preparePage(
  page: Pick<ArrivedPage, 'body' | 'brand' | 'offset'>,
  bodyHash: Uint8Array,
  isKnown: IsKnown,
): PreparedPageResult {
  const cut = cutPageBody(page.body, page.brand);
  try {
    if (cut) return { ok: true, page: prepareBody(cut, page, bodyHash, isKnown) };
  } catch (error) {
    if (!(error instanceof WrongCut)) throw error;
  }
  const body = parsePageBody(page.body, page.brand);
  return body.ok ? { ok: true, page: prepareBody(body.page, page, bodyHash, isKnown) } : body;
}

function prepareBody(
  { records, paginationInfo }: PageBody,
  page: Pick<ArrivedPage, 'brand' | 'offset'>,
  bodyHash: Uint8Array,
  isKnown: IsKnown,
): PreparedPage {
  return {
    bodyHash,
    following: readNextOffset(paginationInfo, page.offset, records.length),
    pagination: printPagination(paginationInfo),
    ...prepareRecords(records, page.brand, isKnown),
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

/** Prepares records that stand in a page. */
function prepareRecords(
  records: readonly PageRecord[],
  brand: string,
  isKnown: IsKnown,
): Pick<PreparedPage, 'records' | 'features' | 'rawBlocks'> {
  const features = createFeatureTable();
  const raw = createRawGatherer();
  const footprintOf = createFootprints();
  const inPage = new Set<string>();
  const prepared = records.map(({ parse, bytes, isUtf8 }): PreparedRecord => {
    const value = parse();
    const contentHash = hash('sha256', bytes, 'buffer');
    const recordId = assignedIdOf(value) ?? `unnamed-${contentHash.toString('hex')}`;
    // Of one that comes twice the workspace will know the first when the second is written.
    const isRepeated = inPage.has(recordId);
    inPage.add(recordId);
    if (!isRepeated && isKnown(recordId, contentHash)) return { recordId, contentHash, reading: undefined };
    const record = readRecord(value, brand, isUtf8);
    const firstFeature = features.count;
    features.add(recordId, record);
    const { features: read, sensors, ...rest } = record;
    const reading: PreparedReading = {
      ...rest,
      sensors: sensors.map((sensor) => ({ sensor, footprint: footprintOf(sensor) })),
      firstFeature,
      featureCount: read.length,
      raw: raw.add(bytes),
    };
    return { recordId, contentHash, reading };
  });
  return { records: prepared, features: features.finish(), rawBlocks: raw.finish() };
}

function createRawGatherer() {
  const blocks: RawBlock[] = [];
  let parts: Uint8Array[] = [];
  let length = 0;
  const close = () => {
    if (length > 0) blocks.push(compressRaw(parts, length));
    parts = [];
    length = 0;
  };
  return {
    add(bytes: Uint8Array): PreparedReading['raw'] {
      if (length >= rawBlockLength) close();
      const place = { block: blocks.length, offset: length, length: bytes.length };
      parts.push(bytes);
      length += bytes.length;
      return place;
    },
    finish(): readonly RawBlock[] {
      close();
      return blocks;
    },
  };
}
