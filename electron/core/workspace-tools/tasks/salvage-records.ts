import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { bytesCell, numberCell, numberOrNull, textCell, textOrNull } from '../../workspace/cells.ts';
import { decompressRawBlock } from '../../workspace/ingest/raw-blocks.ts';
import type { SqlRow } from '../../workspace/sql.ts';
import { columnsOf, type SalvageCount, salvagedKey, salvageRows } from './salvage-rows.ts';

/** Where a record came from, and when. */
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

/** Reads the records of a damaged file of any schema. A record whose bytes do not give its content hash is lost. */
export function salvageRecords(database: DatabaseSync): SalvagedRecords {
  const count: SalvageCount = { rescued: 0, lost: 0 };
  const hasBlocks = columnsOf(database, 'raw_blocks').length > 0;
  const heads = readHeads(database, hasBlocks, count);
  // By their location, so that each block is decompressed once.
  heads.sort(
    (one, other) => one.location.block - other.location.block || one.location.offset - other.location.offset,
  );
  const readBlock = hasBlocks ? createBlockReader(database) : createRecordReader(database);
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
      if (!hasBlocks) return;
      const found: SalvageCount = { rescued: 0, lost: 0 };
      for (const row of salvageRows(database, 'raw_blocks', found)) {
        const block = Number(row[salvagedKey]);
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

function readHeads(database: DatabaseSync, hasBlocks: boolean, count: SalvageCount): RecordHead[] {
  const queries = readQueries(database);
  const fetches = hasBlocks ? readFetchIds(database) : undefined;
  const rows: SalvageCount = { rescued: 0, lost: 0 };
  const heads: RecordHead[] = [];
  for (const row of salvageRows(database, 'records', rows)) {
    const head = readHead(row, hasBlocks, queries, fetches);
    if (head) heads.push(head);
    else count.lost += 1;
  }
  count.lost += rows.lost;
  return heads;
}

/** Undefined where the row makes no sense: damage may also leave a page readable and wrong. */
function readHead(
  row: SqlRow,
  hasBlocks: boolean,
  queries: ReadonlyMap<number, string>,
  fetches: ReadonlyMap<number, string> | undefined,
): RecordHead | undefined {
  try {
    const recordKey = numberCell(row, salvagedKey);
    return {
      recordId: textCell(row, 'record_id'),
      recordKey,
      contentHash: bytesCell(row, 'content_hash'),
      location: {
        block: hasBlocks ? (numberOrNull(row, 'raw_block') ?? -1) : recordKey,
        offset: hasBlocks ? numberCell(row, 'raw_offset') : 0,
        length: hasBlocks ? numberOrNull(row, 'raw_length') : null,
      },
      provenance: {
        fetchId: fetches ? fetches.get(recordKey) : (textOrNull(row, 'last_fetch_id') ?? undefined),
        queryText: queries.get(numberCell(row, 'query_id')) ?? '',
        fetchedAt: textCell(row, 'fetched_at'),
        offset: hasBlocks ? (numberOrNull(row, 'page_offset') ?? 0) : 0,
        fields: hasBlocks ? textCell(row, 'fields') : 'all',
      },
    };
  } catch {
    return undefined;
  }
}

function readQueries(database: DatabaseSync): ReadonlyMap<number, string> {
  const count: SalvageCount = { rescued: 0, lost: 0 };
  const queries = new Map<number, string>();
  for (const row of salvageRows(database, 'queries', count)) {
    if (typeof row.body === 'string') queries.set(Number(row[salvagedKey]), row.body);
  }
  return queries;
}

/** The fetch that brought each record's current content, or else any fetch that returned it. */
function readFetchIds(database: DatabaseSync): ReadonlyMap<number, string> {
  const count: SalvageCount = { rescued: 0, lost: 0 };
  const ids = new Map<number, string>();
  for (const { fetch_id, record_key, outcome } of salvageRows(database, 'fetch_records', count)) {
    if (typeof fetch_id !== 'string' || typeof record_key !== 'number') continue;
    if (outcome !== 'unchanged' || !ids.has(record_key)) ids.set(record_key, fetch_id);
  }
  return ids;
}

function createBlockReader(database: DatabaseSync): (block: number) => Uint8Array | undefined {
  const select = database.prepare('SELECT codec, body FROM raw_blocks WHERE block = ?');
  return cacheLast((block) => {
    const row = select.get(block);
    return row && decompressRawBlock(textCell(row, 'codec'), bytesCell(row, 'body'));
  });
}

/** Up to schema 2 each record was stored in a separate row. */
function createRecordReader(database: DatabaseSync): (key: number) => Uint8Array | undefined {
  const select = database.prepare('SELECT body FROM record_raw WHERE record_key = ?');
  return cacheLast((key) => {
    const row = select.get(key);
    return row && decompressRawBlock('deflate', bytesCell(row, 'body'));
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
