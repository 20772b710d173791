import type { SqlRow } from './sql.ts';

/** The text in a cell. Throws when the cell holds anything else. */
export function textCell(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw unexpected(column, 'text', value);
}

/** The text in a cell, or null where it is NULL. */
export function textOrNull(row: SqlRow, column: string): string | null {
  return row[column] === null ? null : textCell(row, column);
}

/** The number in a cell. Throws when the cell holds anything else. */
export function numberCell(row: SqlRow, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  throw unexpected(column, 'a number', value);
}

/** The number in a cell, or null where it is NULL. */
export function numberOrNull(row: SqlRow, column: string): number | null {
  return row[column] === null ? null : numberCell(row, column);
}

/** The bytes in a cell. Throws when the cell holds anything else. */
export function bytesCell(row: SqlRow, column: string): Uint8Array {
  const value = row[column];
  if (value instanceof Uint8Array) return value;
  throw unexpected(column, 'bytes', value);
}

function unexpected(column: string, expected: string, value: unknown): Error {
  const found = value === null ? 'NULL' : typeof value;
  return new Error(`The workspace's column ${column} should hold ${expected} but holds ${found}.`);
}
