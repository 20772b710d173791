/**
 * Reads what `COPY … TO STDOUT (FORMAT binary)` sends (PostgreSQL manual, COPY, “Binary Format”). Returns the bytes of each
 * value, row by row; null for NULL. Throws a `RangeError` when the bytes end too early.
 */
export function readCopyRows(bytes: Uint8Array): readonly (readonly (Buffer | null)[])[] {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows: (Buffer | null)[][] = [];
  // The signature (11 bytes) and the flags precede the length of the header extension.
  let at = 19 + data.readInt32BE(15);
  for (let columns = data.readInt16BE(at); columns >= 0; columns = data.readInt16BE(at)) {
    at += 2;
    const row: (Buffer | null)[] = [];
    for (let column = 0; column < columns; column += 1) {
      const length = data.readInt32BE(at);
      at += 4;
      row.push(length < 0 ? null : data.subarray(at, at + length));
      at += Math.max(0, length);
    }
    rows.push(row);
  }
  return rows;
}
