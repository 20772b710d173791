import { createHash } from 'node:crypto';
import { memoizeLast } from '../../../../shared/memoize-last.ts';
import { analyticDisplayName } from '../../../../shared/results/analytics.ts';
import { detectionTables, selectFromBoth } from '../../workspace/file/detection-tables.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { readUuid, uuidIn } from '../../workspace/read/match/detection-uuid.ts';
import type { DamagedRows } from '../../workspace/safety/damaged-rows.ts';
import { hasKey } from '../../workspace/safety/rows-on-pages.ts';

/** Facts that name a detection: its number differs from that of an analyst who fetched in another order. */
export type NamedDetection = {
  /** The number in this workspace. */
  readonly id: number;
  readonly recordId: string;
  readonly recordKey: number | null;
  /** The index in the record's list of features. */
  readonly position: number;
  readonly properties: Readonly<Record<string, unknown>>;
};

/** Names of a detection outside the workspace, the same in every workspace that has its record. */
export type DetectionName = {
  /**
   * The record's id with the UUID of the detection, or with its place in the record where it has none of its own there:
   * `…_4b1c…` or `…_at_7`. Unique, and safe as the name of a file on any system.
   */
  readonly uid: string;
  /** Short text by which a reader distinguishes it, such as `4b1c9d20`; it need not be unique. */
  readonly label: string;
};

/** Records whose detections without a name of their own are known; most records have none. */
const maxKnown = 1000;

/** Reads the names of detections. */
export type NameReader = {
  /** Prepares the names of some detections: of a record that is whole among them nothing is read again. */
  see(rows: readonly NamedDetection[]): void;
  /** The name of a detection. Rows of the same record should follow each other. */
  nameOf(row: NamedDetection): DetectionName;
};

/** Creates a reader of names in one transaction; rows in the damaged ranges are not read. */
export function createNameReader(sql: Sql, damaged: DamagedRows = {}): NameReader {
  const known = new Map<number, ReadonlyMap<number, Ambiguity>>();
  const ambiguousIn = (recordKey: number) => {
    const found = known.get(recordKey);
    if (found) return found;
    if (known.size >= maxKnown) known.clear();
    const quick = findAmbiguous(readRecord(sql, recordKey, damaged, findUuid));
    const isDoubtful = [...quick.values()].some(({ hasOwnUuid }) => !hasOwnUuid);
    const ambiguous = isDoubtful ? findAmbiguous(readRecord(sql, recordKey, damaged, readUuid)) : quick;
    known.set(recordKey, ambiguous);
    return ambiguous;
  };
  const countOf = sql.database.prepare(countOfRecord);
  countOf.setReturnArrays(true);
  const see = (rows: readonly NamedDetection[]) => {
    if (detectionTables.some((table) => damaged[table] !== undefined)) return;
    known.clear();
    for (const [recordKey, of] of Map.groupBy(rows, (row) => row.recordKey)) {
      if (recordKey === null) continue;
      const [count] = (countOf.get(recordKey) ?? []) as unknown as readonly unknown[];
      if (count === of.length)
        known.set(recordKey, findAmbiguous(of.map((row) => [row.id, row.position, uuidIn(row.properties)])));
    }
  };
  const partOf = memoizeLast(toPart);
  const nameOf = ({ id, recordId, recordKey, position, properties }: NamedDetection) => {
    const { hasOwnUuid = true, copy = 1 } =
      (recordKey === null ? undefined : ambiguousIn(recordKey).get(id)) ?? {};
    const uuid = hasOwnUuid ? uuidIn(properties) : null;
    const place = copy === 1 ? `${position}` : `${position}_${copy}`;
    return {
      uid: uuid === null ? `${partOf(recordId)}_at_${place}` : `${partOf(recordId)}_${toPart(uuid)}`,
      // Few formats have titles.
      get label() {
        if (uuid === null) return `${recordId.slice(0, shortLength)}_${place}`;
        return uuid.slice(0, isRandom.test(uuid) ? shortLength : longLabel);
      },
    };
  };
  return { see, nameOf };
}

/** The title of a detection outside the workspace. */
export function titleOf(analytic: string, { label }: DetectionName): string {
  return `${analyticDisplayName(analytic)} ${label}`;
}

/** Digits that distinguish the UUIDs of a record. */
const shortLength = 8;
const longLabel = 40;

const isRandom = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Text that all file systems accept, also those that do not distinguish case; other text is replaced by its hash. */
const plain = /^[a-z0-9-]{1,64}$/;

function toPart(text: string): string {
  return plain.test(text) ? text : createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Reasons why a detection cannot be named as others are. */
type Ambiguity = {
  /** False where another detection of the record has the same UUID. */
  readonly hasOwnUuid: boolean;
  /** Number among those at its place in the record; another program may have copied a row. */
  readonly copy: number;
};

/** The detections of a record that share a UUID or a place with another one, by their numbers. */
function findAmbiguous(rows: Iterable<NamingRow>): ReadonlyMap<number, Ambiguity> {
  const firstOf = new Map<string, number>();
  const sharing = new Set<number>();
  const counts = new Map<number, number>();
  const copies = new Map<number, number>();
  for (const [fid, position, uuid] of rows) {
    const copy = (counts.get(position) ?? 0) + 1;
    counts.set(position, copy);
    if (copy > 1) copies.set(fid, copy);
    const first = uuid === null ? undefined : firstOf.get(uuid);
    if (first !== undefined) sharing.add(first).add(fid);
    else if (uuid !== null) firstOf.set(uuid, fid);
  }
  return new Map(
    [...sharing, ...copies.keys()].map((fid) => [
      fid,
      { hasOwnUuid: !sharing.has(fid), copy: copies.get(fid) ?? 1 },
    ]),
  );
}

const textMember = /"uuid"\s*:\s*"([\da-z-]+)"/y;
const lengthWithoutHyphens = 32;

/**
 * The UUID in the text of properties, which is rarely parsed for it; that of a member of a member counts, too, as it shows no
 * more than that two detections may have the same.
 */
function findUuid(text: string): string | null {
  const at = text.indexOf('"uuid"');
  const isOnly = at >= 0 && text.indexOf('"uuid"', at + 1) < 0 && !text.includes('"UUID"');
  textMember.lastIndex = at;
  const [, value = ''] = (isOnly && textMember.exec(text)) || [];
  // Other notations of one UUID are equal once they are normalized.
  return value === '' || value.length === lengthWithoutHyphens ? readUuid(text) : value;
}

type NamingRow = readonly [fid: number, position: number, uuid: string | null];

/** The rows of a record, one at a time, as one may have 64 MB; without those on damaged pages. */
function* readRecord(
  sql: Sql,
  recordKey: number,
  damaged: DamagedRows,
  uuidOf: (properties: string) => string | null,
): Generator<NamingRow> {
  const toNamingRow = (row: unknown): NamingRow => {
    const [fid, position, properties] = row as readonly [number, number, string | null];
    return [fid, position, properties === null ? null : uuidOf(properties)];
  };
  if (detectionTables.every((table) => damaged[table] === undefined)) {
    const rows = sql.database.prepare(rowsOfRecord);
    rows.setReturnArrays(true);
    for (const row of rows.iterate(recordKey) as Iterable<unknown>) yield toNamingRow(row);
    return;
  }
  // The indexes have the keys, so that nothing is read of a damaged row itself.
  for (const table of detectionTables) {
    const ranges = damaged[table] ?? [];
    const keys = sql.arrays(`SELECT fid FROM ${table} WHERE record_key = ? ORDER BY fid`, recordKey).flat();
    const intact = keys.map(Number).filter((key) => !hasKey(ranges, key));
    const read = `SELECT ${columns} FROM ${table} WHERE fid = ?`;
    for (const key of intact) yield* sql.arrays(read, key).map(toNamingRow);
  }
}

/** Only the properties that may name a UUID, since to read all takes as long as to write them. */
const columns = `fid, position,
  CASE WHEN instr(properties, '"uuid"') + instr(properties, '"UUID"') > 0 THEN properties END`;

const rowsOfRecord = selectFromBoth((table) => `SELECT ${columns} FROM ${table} WHERE record_key = ?1`);

/** The number of detections of a record; the indexes by record_key have it. */
const countOfRecord = `SELECT ${detectionTables
  .map((table) => `(SELECT count(*) FROM ${table} WHERE record_key = ?1)`)
  .join(' + ')}`;
