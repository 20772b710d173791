import type { SqlRow } from './sql.ts';

/** The text in a cell. Throws when the cell holds anything else. */
export function textCell(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw new DamagedCell(column, 'text', value);
}

/** The text in a cell, or null where it is NULL. */
export function textOrNull(row: SqlRow, column: string): string | null {
  return row[column] === null ? null : textCell(row, column);
}

/** A value that other programs may have written: any other type than text counts as null. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The number in a cell. Throws when the cell holds anything else. */
export function numberCell(row: SqlRow, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  throw new DamagedCell(column, 'a number', value);
}

/** The number in a cell, or null where it is NULL. */
export function numberOrNull(row: SqlRow, column: string): number | null {
  return row[column] === null ? null : numberCell(row, column);
}

/** The bytes in a cell. Throws when the cell holds anything else. */
export function bytesCell(row: SqlRow, column: string): Uint8Array {
  const value = row[column];
  if (value instanceof Uint8Array) return value;
  throw new DamagedCell(column, 'bytes', value);
}

/** A cell holds what Sightline never writes there: the file is damaged. */
export class DamagedCell extends Error {
  constructor(column: string, expected: string, value: unknown) {
    const found = value === null ? 'NULL' : value instanceof Uint8Array ? 'bytes' : typeof value;
    super(
      `The workspace file is damaged: its column ${column} should hold ${expected} but holds ${found}. What can still be read of it can be rescued: Settings → Workspace → Rebuild from raw records.`,
    );
    this.name = 'DamagedCell';
  }
}
