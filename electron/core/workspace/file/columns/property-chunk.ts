/** A value of a property as JSON has it; lists and objects too. */
export type PropertyValue =
  | string
  | number
  | boolean
  | readonly unknown[]
  | Readonly<Record<string, unknown>>;

/**
 * One property over the detections of one chunk; entry `i` belongs to the `i`-th detection of the chunk's
 * `DetectionColumns`. Absent and null are the same.
 */
export type PropertyColumn =
  /** All values are numbers; NaN where there is none. */
  | { readonly kind: 'numbers'; readonly numbers: Float64Array }
  /** Any values: `values[code − 1]`, code 0 where there is none. A value may have several codes. */
  | { readonly kind: 'coded'; readonly codes: Uint16Array; readonly values: readonly PropertyValue[] };

/** A column as it is written: the same with its values as JSON. */
export type WrittenColumn =
  | Extract<PropertyColumn, { readonly kind: 'numbers' }>
  | { readonly kind: 'coded'; readonly codes: Uint16Array; readonly values: readonly string[] };

/** Byte 0 is the kind; the column starts at byte 8, and the values follow the codes as JSON in UTF-8. */
const columnOffset = 8;
const kinds = { numbers: 1, coded: 2 } as const;

/** The column's bytes, little-endian. */
export function encodePropertyColumn(column: WrittenColumn): Uint8Array<ArrayBuffer> {
  const cells = column.kind === 'numbers' ? column.numbers : column.codes;
  const json =
    column.kind === 'coded' ? new TextEncoder().encode(`[${column.values.join(',')}]`) : new Uint8Array();
  const bytes = new Uint8Array(columnOffset + cells.byteLength + json.length);
  bytes[0] = kinds[column.kind];
  new DataView(bytes.buffer).setUint32(4, cells.length, true);
  bytes.set(new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength), columnOffset);
  bytes.set(json, columnOffset + cells.byteLength);
  return bytes;
}

/** The inverse of `encodePropertyColumn`. Undefined when the bytes are no whole column. */
export function decodePropertyColumn(bytes: Uint8Array): PropertyColumn | undefined {
  if (bytes.length < columnOffset) return undefined;
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const count = new DataView(aligned.buffer, aligned.byteOffset).getUint32(4, true);
  const start = aligned.byteOffset + columnOffset;
  const room = aligned.length - columnOffset;
  if (aligned[0] === kinds.numbers && room === count * 8) {
    return { kind: 'numbers', numbers: new Float64Array(aligned.buffer, start, count) };
  }
  if (aligned[0] !== kinds.coded || room < count * 2) return undefined;
  const json = new TextDecoder().decode(aligned.subarray(columnOffset + count * 2));
  return {
    kind: 'coded',
    codes: new Uint16Array(aligned.buffer, start, count),
    values: JSON.parse(json) as PropertyValue[],
  };
}

/** A column that was read, to be written again. */
export function toWrittenColumn(column: PropertyColumn): WrittenColumn {
  return column.kind === 'numbers'
    ? column
    : { ...column, values: column.values.map((value) => JSON.stringify(value)) };
}
