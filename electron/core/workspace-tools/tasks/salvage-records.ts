import { hash } from 'node:crypto';
import { bytesCell, DamagedCell, numberCell, numberOrNull, textCell } from '../../workspace/file/cells.ts';
import { decompressRawBlock } from '../../workspace/file/raw-blocks.ts';
import type { SqlRow } from '../../workspace/file/sql.ts';
import { addCount, noRows, type SalvageCount, type SalvagedFile, type SalvagedRow } from './salvage-rows.ts';

/** Origin of a record, and when. */
export type Provenance = {
  readonly fetchId: string | undefined;
  readonly queryText: string;
  readonly fetchedAt: string;
  readonly offset: number;
  readonly fields: string;
};

/** A raw record that could be read, or the certainty that one is lost. */
export type SalvagedRecord = {
  readonly recordId: string;
  /** Key in the damaged file. */
  readonly recordKey: number;
  readonly provenance: Provenance;
  readonly bytes: Uint8Array;
};

/** The records that could be read; `unclaimed` yields those whose row is lost. */
export type SalvagedRecords = {
  readonly count: SalvageCount;
  records(): Generator<SalvagedRecord, void>;
  /** Contents of the blocks outside of the known records: replaced records, and records whose row is lost. */
  unclaimed(): Generator<{ readonly bytes: Uint8Array; readonly provenance: Provenance | undefined }, void>;
};

type RawLocation = { readonly block: number; readonly offset: number; readonly length: number | null };
type RecordHead = {
  readonly recordId: string;
  readonly recordKey: number;
  readonly contentHash: Uint8Array;
  readonly location: RawLocation;
  readonly provenance: Provenance;
};

/** Reads the records of a damaged file. A record whose bytes do not give its content hash is lost. */
export function salvageRecords(file: SalvagedFile): SalvagedRecords {
  const count = noRows();
  const heads = readHeads(file, count);
  // By their location, so that each block is decompressed once.
  heads.sort(
    (one, other) => one.location.block - other.location.block || one.location.offset - other.location.offset,
  );
  const blocks = new Map<number, SalvagedRow>();
  for (const row of file.rows('raw_blocks', noRows()))
    if (row.key !== undefined && !blocks.has(row.key)) blocks.set(row.key, row);
  const readBlock = createBlockReader(blocks);
  const byBlock = Map.groupBy(heads, ({ location }) => location.block);
  return {
    count,
    *records() {
      for (const head of heads) {
        const bytes = sliceRecord(readBlock(head.location.block), head.location);
        if (bytes && hash('sha256', bytes, 'buffer').equals(head.contentHash)) {
          count.rescued += 1;
          yield { recordId: head.recordId, recordKey: head.recordKey, provenance: head.provenance, bytes };
        } else count.lost += 1;
      }
    },
    *unclaimed() {
      for (const block of blocks.keys()) {
        const claimed = byBlock.get(block) ?? [];
        const contents = readBlock(block);
        if (!contents) continue;
        // What came in one block came with one page.
        const provenance = claimed[0]?.provenance;
        for (const bytes of gapsOf(contents, claimed)) yield { bytes, provenance };
      }
    },
  };
}

function readHeads(file: SalvagedFile, count: SalvageCount): RecordHead[] {
  const queries = readQueries(file);
  const fetches = readFetchIds(file);
  const rows = noRows();
  const heads = new Map<string, RecordHead>();
  for (const { key, read } of file.rows('records', rows)) {
    const row = read();
    const head = row && key !== undefined ? readHead(row, key, queries, fetches) : undefined;
    if (head) heads.set(head.recordId, heads.get(head.recordId) ?? head);
    else if (row) count.lost += 1;
  }
  addCount(count, { ...rows, rescued: 0 });
  return [...heads.values()];
}

/** Undefined where the row makes no sense: damage may also leave a page readable and wrong. */
function readHead(
  row: SqlRow,
  recordKey: number,
  queries: ReadonlyMap<number, string>,
  fetches: ReadonlyMap<number, string>,
): RecordHead | undefined {
  try {
    return {
      recordId: textCell(row, 'record_id'),
      recordKey,
      contentHash: bytesCell(row, 'content_hash'),
      location: {
        block: numberOrNull(row, 'raw_block') ?? -1,
        offset: numberCell(row, 'raw_offset'),
        length: numberOrNull(row, 'raw_length'),
      },
      provenance: {
        fetchId: fetches.get(recordKey),
        queryText: queries.get(numberCell(row, 'query_id')) ?? '',
        fetchedAt: textCell(row, 'fetched_at'),
        offset: numberOrNull(row, 'page_offset') ?? 0,
        fields: textCell(row, 'fields'),
      },
    };
  } catch (error) {
    if (error instanceof DamagedCell) return undefined;
    throw error;
  }
}

function readQueries(file: SalvagedFile): ReadonlyMap<number, string> {
  const queries = new Map<number, string>();
  for (const { key, read } of file.rows('queries', noRows())) {
    const body = read()?.body;
    if (typeof body === 'string' && key !== undefined) queries.set(key, body);
  }
  return queries;
}

/** The fetch that brought each record's current content, or else any fetch that returned it. */
function readFetchIds(file: SalvagedFile): ReadonlyMap<number, string> {
  const ids = new Map<number, string>();
  for (const { read } of file.rows('fetch_records', noRows())) {
    const { fetch_id: fetchId, record_key: key, outcome } = read() ?? {};
    if (typeof fetchId !== 'string' || typeof key !== 'number') continue;
    if (outcome !== 'unchanged' || !ids.has(key)) ids.set(key, fetchId);
  }
  return ids;
}

/** Decompresses the blocks that could be read. */
function createBlockReader(
  blocks: ReadonlyMap<number, SalvagedRow>,
): (block: number) => Uint8Array | undefined {
  return cacheLast((block) => {
    const row = blocks.get(block)?.read();
    return row && decompressRawBlock(textCell(row, 'codec'), bytesCell(row, 'body'));
  });
}

/** Caches one block, since blocks are requested in ascending order; one that cannot be read is never read again. */
function cacheLast(
  read: (block: number) => Uint8Array | undefined,
): (block: number) => Uint8Array | undefined {
  let last: { readonly block: number; readonly contents: Uint8Array | undefined } | undefined;
  const refused = new Set<number>();
  return (block) => {
    if (refused.has(block)) return undefined;
    if (last?.block === block) return last.contents;
    last = undefined;
    try {
      last = { block, contents: read(block) };
      return last.contents;
    } catch {
      // Damaged, wholly or in part: none of it can be trusted.
      refused.add(block);
      return undefined;
    }
  };
}

function sliceRecord(
  contents: Uint8Array | undefined,
  { offset, length }: RawLocation,
): Uint8Array | undefined {
  if (!contents) return undefined;
  const end = offset + (length ?? contents.length - offset);
  return end <= contents.length ? contents.subarray(offset, end) : undefined;
}

/** The JSON objects in a block outside of the claimed ranges. */
function* gapsOf(contents: Uint8Array, claimed: readonly RecordHead[]): Generator<Uint8Array, void> {
  let at = 0;
  for (const { location } of claimed) {
    yield* objectsIn(contents.subarray(at, location.offset));
    at = location.offset + (location.length ?? contents.length - location.offset);
  }
  yield* objectsIn(contents.subarray(at));
}

const quote = 0x22;
const backslash = 0x5c;

/** Objects that follow each other without anything between them. */
function* objectsIn(bytes: Uint8Array): Generator<Uint8Array, void> {
  let start = 0;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === 0x7b || byte === 0x5b) {
      if (depth === 0) start = at;
      depth += 1;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
      if (depth === 0) yield bytes.subarray(start, at + 1);
    }
  }
}
