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
  bigint(value: number): void;
  double(value: number | null): void;
  /** NUL characters, which PostgreSQL cannot store, and lone surrogates become U+FFFD. */
  text(value: string | null): void;
  /** The argument is the text of a JSON document. */
  jsonb(value: string | null): void;
  /** Milliseconds since 1970, UTC. */
  timestamp(value: number | null): void;
  bytes(value: Uint8Array): void;
  /** Returns the pieces of about 64 kB that were filled since the last call. */
  takeFull(): readonly Uint8Array[];
  /** Returns the remaining pieces, with the trailer. Nothing can be added afterwards. */
  finish(): readonly Uint8Array[];
};

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1');
const pieceLength = 2 ** 16;
/** The time from which PostgreSQL counts, 2000-01-01 UTC. */
const epochMs = Date.UTC(2000, 0, 1);

export function createCopyRows(): CopyRows {
  let pieces: Uint8Array[] = [];
  let piece = Buffer.allocUnsafe(pieceLength);
  let at = 0;
  const reserve = (length: number) => {
    if (at + length <= piece.length) return;
    pieces.push(piece.subarray(0, at));
    piece = Buffer.allocUnsafe(Math.max(pieceLength, length));
    at = 0;
  };
  const int16 = (value: number) => {
    reserve(2);
    at = piece.writeInt16BE(value, at);
  };
  const int32 = (value: number) => {
    reserve(4);
    at = piece.writeInt32BE(value, at);
  };
  const writeNull = () => int32(-1);
  const int64 = (value: bigint) => {
    int32(8);
    reserve(8);
    at = piece.writeBigInt64BE(value, at);
  };
  const utf8 = (value: string, prefix: Uint8Array) => {
    const length = Buffer.byteLength(value);
    int32(prefix.length + length);
    reserve(prefix.length + length);
    piece.set(prefix, at);
    at += prefix.length;
    at += piece.write(value, at, 'utf8');
  };
  const noPrefix = new Uint8Array();
  const jsonbVersion = Uint8Array.of(1);

  piece.set(signature);
  at = signature.length;
  // The flags, and the length of the header extension.
  int32(0);
  int32(0);
  return {
    row: int16,
    bigint: (value) => int64(BigInt(value)),
    double(value) {
      if (value === null) return writeNull();
      int32(8);
      reserve(8);
      at = piece.writeDoubleBE(value, at);
    },
    text: (value) => (value === null ? writeNull() : utf8(value.replaceAll('\0', '\ufffd'), noPrefix)),
    jsonb: (value) => (value === null ? writeNull() : utf8(value, jsonbVersion)),
    timestamp: (value) => (value === null ? writeNull() : int64(BigInt(value - epochMs) * 1000n)),
    bytes(value) {
      int32(value.length);
      reserve(value.length);
      piece.set(value, at);
      at += value.length;
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
