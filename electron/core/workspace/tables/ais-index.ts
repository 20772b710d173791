import { deflateRawSync } from 'node:zlib';
import { type AisFile, aisFileSchema } from '../../../../shared/ais/ais-file.ts';
import { type AisPosition, type AisStatic, noStatic } from '../../../../shared/ais/contact.ts';
import { packReports, unpackReports } from '../../../../shared/ais/pack-reports.ts';
import {
  createReach,
  type PassReach,
  type ReachedPass,
  reachOf,
} from '../../../../shared/ais/read/ais-reach.ts';
import { toTracks } from '../../../../shared/ais/track.ts';
import { decompressSync } from '../../base/decompress.ts';
import { bytesCell, DamagedCell, numberCell, textCell } from '../file/cells.ts';
import type { Sql, SqlRow } from '../file/sql.ts';

const hourMs = 60 * 60_000;
/** The hour of the row that has the facts of all contacts of a file. */
const factsHour = -1;
/** Numbers of a report: the number of its contact, then as in `packTile`. */
const members = 7;
/** Cells of a sphere of one degree. */
const cellsAround = 360;
/** The North Pole has a row of its own. */
const cellCount = cellsAround * 181;
const perDegree = 1e7;
const perUnit = 100;
const notAvailable = 0xffff;

/** A row of the index: all reports of an hour and a cell of one degree, or those of a part of the file. */
type IndexRow = { readonly hour: number; readonly cell: number; readonly reports: Uint8Array };

/** Reports that are in memory before they are written: about 60 MB. */
const mostInMemory = 1_000_000;
/** Bytes of one row, unpacked: far more than so many reports, or the facts of so many contacts, have. */
const mostBytes = 1 << 28;

/** Collects the reports of a file by place and hour, and calls `write` with the rows of its index. */
export function createIndexWriter(write: (row: IndexRow) => void) {
  const numbers = new Map<string, number>();
  const tiles = new Map<number, number[]>();
  let waiting = 0;
  const flush = () => {
    const identifiers = [...numbers.keys()];
    for (const [key, values] of tiles) {
      const [hour, cell] = [Math.floor(key / cellCount), key % cellCount];
      write({ hour, cell, reports: packTile(hour, values, identifiers) });
    }
    tiles.clear();
    waiting = 0;
  };
  return {
    add({ identifier, timeMs, longitude, latitude, speedKnots, courseDegrees, headingDegrees }: AisPosition) {
      const number = numbers.get(identifier) ?? numbers.size;
      numbers.set(identifier, number);
      const hour = Math.floor(timeMs / hourMs);
      const key = hour * cellCount + cellOf(longitude, latitude);
      const values = tiles.get(key) ?? [];
      if (values.length === 0) tiles.set(key, values);
      values.push(number, Math.round(timeMs) - hour * hourMs);
      values.push(Math.round(longitude * perDegree), Math.round(latitude * perDegree));
      values.push(hundredths(speedKnots), hundredths(courseDegrees), hundredths(headingDegrees));
      waiting += 1;
      if (waiting >= mostInMemory) flush();
    },
    /** Writes the last rows, and one with the facts of all contacts. */
    end(factsOf: (identifier: string) => AisStatic) {
      flush();
      const facts = Object.fromEntries([...numbers.keys()].map((each) => [each, factsOf(each)]));
      write({ hour: factsHour, cell: 0, reports: deflateRawSync(JSON.stringify(facts)) });
    },
  };
}

function cellOf(longitude: number, latitude: number): number {
  const column = (((Math.floor(longitude) + 180) % cellsAround) + cellsAround) % cellsAround;
  return (Math.floor(latitude) + 90) * cellsAround + column;
}

/** Hundredths of knots or degrees, of which 360 is 0. */
function hundredths(value: number | null): number {
  return value === null ? notAvailable : Math.round(value * perUnit) % (360 * perUnit);
}

/**
 * Packs the reports of an hour: the identifiers, a line each; the number of reports of each; then columns of the
 * milliseconds of the hour, 1e-7 degrees, as differences from the report before, and of hundredths of knots and degrees.
 */
function packTile(hour: number, values: readonly number[], identifiers: readonly string[]): Uint8Array {
  const at = (report: number, member: number) => values[report * members + member] ?? 0;
  const order = Array.from({ length: values.length / members }, (_, index) => index).toSorted(
    (one, other) => at(one, 0) - at(other, 0) || at(one, 1) - at(other, 1),
  );
  const groups = [...Map.groupBy(order, (report) => at(report, 0))];
  const names = Buffer.from(groups.map(([number]) => identifiers[number] ?? '').join('\n'), 'latin1');
  const large = new Int32Array(order.length * 3);
  const small = new Uint16Array(order.length * 3);
  let former: readonly number[] = [0, 0, 0];
  for (const [index, report] of order.entries()) {
    const present = [at(report, 1), at(report, 2), at(report, 3)];
    for (let member = 0; member < 3; member += 1) {
      large[member * order.length + index] = (present[member] ?? 0) - (former[member] ?? 0);
      small[member * order.length + index] = at(report, 4 + member);
    }
    former = present;
  }
  const counts = Uint32Array.from([
    names.length,
    groups.length,
    hour,
    ...groups.map(([, same]) => same.length),
  ]);
  const parts = [counts, large, small].map(({ buffer }) => Buffer.from(buffer));
  return deflateRawSync(Buffer.concat([...parts, names]));
}

/** The unpacked bytes of a row as `read` reads them. Throws `DamagedCell`. */
function readPacked<Value>(row: SqlRow, read: (bytes: Buffer) => Value): Value {
  const packed = bytesCell(row, 'reports');
  try {
    return read(Buffer.from(decompressSync('deflate', packed, mostBytes)));
  } catch {
    throw new DamagedCell('ais_index.reports', 'packed reports', packed);
  }
}

/** A row that is not of facts, unpacked: its contacts, how many reports each has, and the reports of chosen ones. */
function openTile(bytes: Buffer) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [nameBytes, groups, hour] = [
    view.getUint32(0, true),
    view.getUint32(4, true),
    view.getUint32(8, true),
  ];
  const counts = Array.from({ length: groups }, (_, index) => view.getUint32(12 + index * 4, true));
  const count = counts.reduce((sum, each) => sum + each, 0);
  const largeAt = 12 + groups * 4;
  const smallAt = largeAt + count * 12;
  const names = bytes
    .subarray(smallAt + count * 6, smallAt + count * 6 + nameBytes)
    .toString('latin1')
    .split('\n');
  const large = (member: number, index: number) =>
    view.getInt32(largeAt + (member * count + index) * 4, true);
  const small = (member: number, index: number) => {
    const value = view.getUint16(smallAt + (member * count + index) * 2, true);
    return value === notAvailable ? null : value / perUnit;
  };
  return {
    contacts: counts.map((ofContact, group) => [names[group] ?? '', ofContact] as const),
    reportsOf(chosen: ReadonlySet<string>): readonly AisPosition[] {
      const reports: AisPosition[] = [];
      let [index, time, longitude, latitude] = [0, 0, 0, 0];
      for (const [group, ofContact] of counts.entries()) {
        const identifier = names[group] ?? '';
        const isChosen = chosen.has(identifier);
        for (const end = index + ofContact; index < end; index += 1) {
          time += large(0, index);
          // From 180° to −180° a difference is beyond 32 bits; the sum is not.
          longitude = (longitude + large(1, index)) | 0;
          latitude += large(2, index);
          if (!isChosen) continue;
          reports.push({
            identifier,
            timeMs: hour * hourMs + time,
            longitude: longitude / perDegree,
            latitude: latitude / perDegree,
            speedKnots: small(0, index),
            courseDegrees: small(1, index),
            headingDegrees: small(2, index),
          });
        }
      }
      return reports;
    },
  };
}

/** Rows that one call copies: other writes wait for it. */
const rowsAtOnce = 200;

/** Copies rows of the table `tiles` of another file, after `last`; returns the last one, or null at the end. */
export function copyAisIndex(sql: Sql, path: string, fileId: string, last: number): number | null {
  sql.run`ATTACH ${path} AS imported`;
  try {
    return sql.transaction(() => {
      sql.run`
        INSERT INTO main.ais_index (file_id, hour, cell, reports)
        SELECT ${fileId}, hour, cell, reports FROM imported.tiles
        WHERE id > ${last} ORDER BY id LIMIT ${rowsAtOnce}`;
      const end = sql.get`
        SELECT max(id) AS id FROM (SELECT id FROM imported.tiles WHERE id > ${last} ORDER BY id LIMIT ${rowsAtOnce})`;
      return end && typeof end.id === 'number' ? end.id : null;
    });
  } finally {
    sql.run('DETACH imported');
  }
}

/** Reports that one call reads, but of one contact at least: other writes wait for it. */
const reportsAtOnce = 8_000;

/**
 * Adds the reports of a file around a pass to its contacts, from its index, as if the pass had been there when it was
 * imported: those of some contacts after one, whole, since of all reports of one the false ones show. Returns the last of
 * them, or null at the end. Nothing where the file is gone, has no index, or was read for the pass.
 */
export function readAisIndex(sql: Sql, fileId: string, pass: ReachedPass, after: string): string | null {
  return sql.transaction(() => {
    const row = sql.get`SELECT body FROM ais_files WHERE file_id = ${fileId}`;
    if (!row) return null;
    const file = aisFileSchema.parse(JSON.parse(textCell(row, 'body')));
    if (file.indexBytes === undefined || file.passKeys.includes(pass.key)) return null;
    const tiles = readTiles(sql, fileId, pass);
    const { chosen, last } = chooseContacts(tiles, after);
    const isInReach = createReach([pass]);
    const read = tiles.flatMap((tile) =>
      tile
        .reportsOf(chosen)
        .filter(({ timeMs, longitude, latitude }) => isInReach(timeMs, longitude, latitude)),
    );
    const added = [...Map.groupBy(read, ({ identifier }) => identifier)];
    const factsOf = added.length === 0 ? () => noStatic : readFacts(sql, fileId);
    let [contacts, accepted] = [file.contacts, file.accepted];
    for (const [identifier, reports] of added) {
      const change = addReports(sql, fileId, identifier, reports, factsOf(identifier));
      contacts += change.contacts;
      accepted += change.reports;
    }
    const passKeys = last === null ? [...file.passKeys, pass.key] : file.passKeys;
    const changed: AisFile = { ...file, contacts, accepted, passKeys };
    sql.run`UPDATE ais_files SET body = ${JSON.stringify(changed)} WHERE file_id = ${fileId}`;
    return last;
  });
}

type Tile = ReturnType<typeof openTile>;

/** The contacts after one in the order of their identifiers, as many as one call reads; `last` is null where no other is left. */
function chooseContacts(tiles: readonly Tile[], after: string) {
  const counts = new Map<string, number>();
  for (const [identifier, count] of tiles.flatMap(({ contacts }) => contacts))
    if (identifier > after) counts.set(identifier, (counts.get(identifier) ?? 0) + count);
  const chosen = new Set<string>();
  let reports = 0;
  for (const identifier of [...counts.keys()].toSorted()) {
    if (reports >= reportsAtOnce) return { chosen, last: [...chosen].at(-1) ?? null };
    chosen.add(identifier);
    reports += counts.get(identifier) ?? 0;
  }
  return { chosen, last: null };
}

/** The rows of the index around a pass. */
function readTiles(sql: Sql, fileId: string, pass: PassReach): readonly Tile[] {
  const { fromMs, toMs, south, north, spans } = reachOf(pass);
  const cells = spans.flatMap(({ west, east }) =>
    Array.from(
      { length: Math.min(cellsAround, Math.floor(east) - Math.floor(west) + 1) },
      (_, index) => west + index,
    ),
  );
  const rows = Math.floor(north) - Math.floor(south) + 1;
  const keys = Array.from({ length: rows }, (_, up) => cells.map((west) => cellOf(west, south + up))).flat();
  return sql
    .all(
      `SELECT reports FROM ais_index WHERE file_id = ? AND hour BETWEEN ? AND ?
       AND cell IN (SELECT value FROM json_each(?)) ORDER BY id`,
      fileId,
      Math.floor(fromMs / hourMs),
      Math.floor(toMs / hourMs),
      JSON.stringify([...new Set(keys)]),
    )
    .map((row) => readPacked(row, openTile));
}

function readFacts(sql: Sql, fileId: string): (identifier: string) => AisStatic {
  const row = sql.get`SELECT reports FROM ais_index WHERE file_id = ${fileId} AND hour = ${factsHour}`;
  const facts: unknown = row ? readPacked(row, (bytes) => JSON.parse(bytes.toString())) : {};
  return (identifier) => ({ ...noStatic, ...(facts as Readonly<Record<string, AisStatic>>)[identifier] });
}

/** Adds reports to a contact of a file; by how much its contacts and their reports have grown. */
function addReports(
  sql: Sql,
  fileId: string,
  identifier: string,
  added: readonly AisPosition[],
  facts: AisStatic,
): { readonly contacts: number; readonly reports: number } {
  const row = sql.get`
    SELECT id, reports FROM ais_contacts WHERE file_id = ${fileId} AND identifier = ${identifier}`;
  const former = row ? unpackReports(identifier, bytesCell(row, 'reports')) : [];
  const reports = toTracks([...former, ...withoutThose(former, added)])
    .flat()
    .toSorted((one, other) => one.timeMs - other.timeMs);
  const [first, last] = [reports[0], reports.at(-1)];
  if (!first || !last) return { contacts: 0, reports: 0 };
  if (row)
    sql.run`
      UPDATE ais_contacts SET from_ms = ${first.timeMs}, to_ms = ${last.timeMs}, reports = ${packReports(reports)}
      WHERE id = ${numberCell(row, 'id')}`;
  else
    sql.run`
      INSERT INTO ais_contacts (file_id, identifier, facts, from_ms, to_ms, reports)
      VALUES (${fileId}, ${identifier}, ${JSON.stringify(facts)}, ${first.timeMs}, ${last.timeMs},
        ${packReports(reports)})`;
  return { contacts: row ? 0 : 1, reports: reports.length - former.length };
}

/** Reports that are not among others already, which have more decimals than the index. */
function withoutThose(
  present: readonly AisPosition[],
  added: readonly AisPosition[],
): readonly AisPosition[] {
  const keyOf = ({ timeMs, longitude, latitude }: AisPosition) =>
    [timeMs, longitude * perDegree, latitude * perDegree].map(Math.round).join();
  const keys = new Set(present.map(keyOf));
  return added.filter((report) => !keys.has(keyOf(report)));
}
