/**
 * Encodes rows for `COPY … FROM STDIN (FORMAT binary)` (PostgreSQL manual, COPY, “Binary Format”). All numbers are
 * big-endian, and the length of each value precedes it.
 */
export type CopyRows = {
  /**
   * Starts a row with this number of columns; exactly that many values must be added next, in the order of the
   * columns.
   */
  row(columns: number): void;
  /** The argument is a safe integer. */
  bigint(value: number): void;
  double(value: number | null): void;
  /** NUL characters, which PostgreSQL cannot store, and lone surrogates become U+FFFD. */
  text(value: string | null): void;
  /** The argument is the text of a JSON document. */
  jsonb(value: string | null): void;
  /** Milliseconds since 1970, UTC. */
  timestamp(value: number | null): void;
  /** The argument is bytes as hexadecimal digits. */
  hex(value: string): void;
  /** Returns the pieces of about 64 kB that were filled since the last call. */
  takeFull(): readonly Uint8Array[];
  /** Returns the remaining pieces, with the trailer. Nothing can be added afterwards. */
  finish(): readonly Uint8Array[];
};

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const pieceLength = 2 ** 16;
/** The time from which PostgreSQL counts, 2000-01-01 UTC. */
const epochMs = Date.UTC(2000, 0, 1);
const jsonbVersion = 1;

/** A string of this many UTF-16 units is written without measuring its UTF-8 bytes first, of which it has up to three times as many. */
const shortLength = pieceLength / 8;
const maxBytesOfUnit = 3;

export function createCopyRows(): CopyRows {
  let pieces: Uint8Array[] = [];
  let piece = Buffer.allocUnsafe(pieceLength);
  let view = viewOf(piece);
  let at = 0;
  const reserve = (length: number) => {
    if (at + length <= piece.length) return;
    pieces.push(piece.subarray(0, at));
    piece = Buffer.allocUnsafe(Math.max(pieceLength, length));
    view = viewOf(piece);
    at = 0;
  };
  const int16 = (value: number) => {
    reserve(2);
    view.setInt16(at, value);
    at += 2;
  };
  const int32 = (value: number) => {
    reserve(4);
    view.setInt32(at, value);
    at += 4;
  };
  const writeNull = () => int32(-1);
  /** An integer as its upper and lower half: a `BigInt` for each would cost several times as much. */
  const int64 = (upper: number, lower: number) => {
    reserve(12);
    view.setInt32(at, 8);
    view.setInt32(at + 4, upper);
    view.setUint32(at + 8, lower);
    at += 12;
  };
  const safeInt64 = (value: number) => int64(Math.floor(value / 2 ** 32), value >>> 0);
  /** With the byte `prefix` before it, if there is one. */
  const utf8 = (value: string, prefix?: number) => {
    const maxLength = value.length <= shortLength ? value.length * maxBytesOfUnit : Buffer.byteLength(value);
    reserve(5 + maxLength);
    const start = at + 4;
    at = start;
    if (prefix !== undefined) {
      view.setUint8(at, prefix);
      at += 1;
    }
    at += piece.write(value, at, 'utf8');
    view.setInt32(start - 4, at - start);
  };

  piece.set(signature);
  at = signature.length;
  // The flags, and the length of the header extension.
  int32(0);
  int32(0);
  return {
    row: int16,
    bigint: safeInt64,
    double(value) {
      if (value === null) return writeNull();
      reserve(12);
      view.setInt32(at, 8);
      view.setFloat64(at + 4, value);
      at += 12;
    },
    text: (value) =>
      value === null ? writeNull() : utf8(value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value),
    jsonb: (value) => (value === null ? writeNull() : utf8(value, jsonbVersion)),
    timestamp(value) {
      if (value === null) return writeNull();
      const microseconds = (value - epochMs) * 1000;
      if (Number.isSafeInteger(microseconds)) return safeInt64(microseconds);
      const exact = BigInt(value - epochMs) * 1000n;
      return int64(Number(exact >> 32n), Number(BigInt.asUintN(32, exact)));
    },
    hex(value) {
      const length = value.length / 2;
      int32(length);
      reserve(length);
      at += piece.write(value, at, 'hex');
    },
    takeFull() {
      if (pieces.length === 0) return pieces;
      const full = pieces;
      pieces = [];
      return full;
    },
    finish() {
      int16(-1);
      pieces.push(piece.subarray(0, at));
      return pieces;
    },
  };
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
