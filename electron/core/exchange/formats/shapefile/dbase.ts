import type { Progress } from '../../export-progress.ts';
import type { CellValue, Column, ColumnType, Layer } from '../../rows/layer.ts';

/** A column of a dBASE table. Widths are in bytes. */
export type DbaseField = {
  readonly name: string;
  readonly type: 'C' | 'N' | 'L';
  readonly width: number;
  readonly decimals: number;
};

/** The most bytes that a text can have. */
export const maxTextBytes = 254;

/** Wide enough for 15 decimals, and for every double in its shortest form. */
const realWidth = 24;
const integerWidth = 18;

/** The widest text of each column in bytes, capped at the format's maximum. Reads the whole layer. */
export function measureTexts(layer: Layer, progress: Progress): readonly number[] {
  const widths = layer.columns.map(() => 1);
  for (const batch of layer.rows()) {
    progress.throwIfStopped();
    for (const { values } of batch) {
      values.forEach((value, index) => {
        const known = widths[index] ?? 1;
        if (typeof value !== 'string' || known >= maxTextBytes) return;
        // A UTF-16 code unit takes at most three bytes in UTF-8.
        if (3 * value.length > known)
          widths[index] = Math.max(known, Math.min(maxTextBytes, Buffer.byteLength(value)));
      });
    }
  }
  return widths;
}

export function dbaseField({ type }: Column, name: string, textWidth: number): DbaseField {
  const fields: Readonly<Record<ColumnType, DbaseField>> = {
    integer: { name, type: 'N', width: integerWidth, decimals: 0 },
    real: { name, type: 'N', width: realWidth, decimals: 15 },
    boolean: { name, type: 'L', width: 1, decimals: 0 },
    text: { name, type: 'C', width: textWidth, decimals: 0 },
    time: { name, type: 'C', width: textWidth, decimals: 0 },
    json: { name, type: 'C', width: textWidth, decimals: 0 },
  };
  return fields[type];
}

/** The header of a table with `rows` rows. Its length does not depend on their number. */
export function dbaseHeader(fields: readonly DbaseField[], rows: number, now: Date): Buffer {
  const header = Buffer.alloc(32 + 32 * fields.length + 1);
  header.writeUInt8(0x03, 0);
  header.writeUInt8(now.getUTCFullYear() - 1900, 1);
  header.writeUInt8(now.getUTCMonth() + 1, 2);
  header.writeUInt8(now.getUTCDate(), 3);
  header.writeUInt32LE(rows, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + fields.reduce((sum, { width }) => sum + width, 0), 10);
  fields.forEach(({ name, type, width, decimals }, index) => {
    const at = 32 + 32 * index;
    header.write(name, at, 'latin1');
    header.write(type, at + 11, 'latin1');
    header.writeUInt8(width, at + 16);
    header.writeUInt8(decimals, at + 17);
  });
  header.writeUInt8(0x0d, header.length - 1);
  return header;
}

/** One row of a table. `onTruncated` is called for a text that does not fit. */
export function dbaseRow(
  fields: readonly DbaseField[],
  values: readonly CellValue[],
  onTruncated: () => void,
): Buffer {
  const row = Buffer.alloc(1 + fields.reduce((sum, { width }) => sum + width, 0), ' ');
  let at = 1;
  fields.forEach((field, index) => {
    writeCell(row, at, field, values[index] ?? null, onTruncated);
    at += field.width;
  });
  return row;
}

function writeCell(
  row: Buffer,
  at: number,
  { type, width }: DbaseField,
  value: CellValue,
  onTruncated: () => void,
): void {
  if (type === 'L') row.write(value === null ? '?' : value ? 'T' : 'F', at);
  else if (typeof value === 'number') row.write(String(value).padStart(width), at);
  else if (typeof value === 'string') {
    // Buffer.write never writes part of a character.
    const written = row.write(value, at, width);
    if (written < Buffer.byteLength(value)) onTruncated();
  }
}
