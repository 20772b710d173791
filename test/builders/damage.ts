import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { numberCell } from '../../electron/core/workspace/file/cells.ts';

/** Number of bytes that `damage` changes. */
export const placeLength = 64;

/** Inverts all bits of 64 bytes of a file. */
export function damage(file: string, offset: number): void {
  const handle = openSync(file, 'r+');
  const bytes = Buffer.alloc(placeLength);
  const length = readSync(handle, bytes, 0, placeLength, offset);
  writeSync(
    handle,
    bytes.map((byte) => ~byte),
    0,
    length,
    offset,
  );
  closeSync(handle);
}

/** A descriptor of a file for `PageCheck`, closed when the test ends. */
export function openToCompare(file: string): number {
  const descriptor = openSync(file, 'r');
  onTestFinished(() => closeSync(descriptor));
  return descriptor;
}

/** The offsets of the pages of a table that hold rows, in the order of the rows. */
export function leavesOf(
  file: string,
  table: string,
): readonly { readonly start: number; readonly end: number }[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare("SELECT pgoffset, pgsize FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
      .all(table)
      .map((row) => ({
        start: numberCell(row, 'pgoffset'),
        end: numberCell(row, 'pgoffset') + numberCell(row, 'pgsize'),
      }));
  } finally {
    database.close();
  }
}

/** The offset of a place near the end of the last page of a table that holds rows or a part of one. */
export function offsetOf(file: string, table: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const row = database
      .prepare(
        "SELECT pgoffset, pgsize FROM dbstat WHERE name = ? AND pagetype != 'internal' ORDER BY pageno DESC",
      )
      .get(table);
    return numberCell(row ?? {}, 'pgoffset') + numberCell(row ?? {}, 'pgsize') - 200;
  } finally {
    database.close();
  }
}

/** Overwrites all pages of these tables and their indexes. */
export function destroyTables(file: string, ...tables: readonly string[]) {
  const database = new DatabaseSync(file, { readOnly: true });
  const pages = database
    .prepare(
      `SELECT pageno, pgsize FROM dbstat WHERE name IN
         (SELECT name FROM sqlite_schema WHERE tbl_name IN (SELECT value FROM json_each(?)))`,
    )
    .all(JSON.stringify(tables));
  database.close();
  const bytes = readFileSync(file);
  for (const { pageno, pgsize } of pages) {
    const start = (Number(pageno) - 1) * Number(pgsize);
    bytes.fill(0x5a, start, start + Number(pgsize));
  }
  writeFileSync(file, bytes);
}
