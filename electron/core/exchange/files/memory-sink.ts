import type { ByteSink } from './output-file.ts';
import { writeNumber } from './write-number.ts';

/** A sink whose bytes are taken out again. */
export type MemorySink = ByteSink & {
  /** What was written since the last time, in the buffer that it was written to. The sink goes on in another. */
  take(): Uint8Array<ArrayBuffer>;
  /** A buffer to write to next, in place of a new one. */
  give(buffer: ArrayBuffer): void;
};

const firstLength = 2 ** 21;

const fewBytes = 40;

/** A sink that grows with what is written to it. */
export function createMemorySink(): MemorySink {
  let buffer = Buffer.alloc(0);
  let length = 0;
  const makeRoom = (more: number) => {
    if (length + more <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(firstLength, 2 * buffer.length, length + more));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  return {
    text(text) {
      makeRoom(3 * text.length);
      length += buffer.write(text, length);
    },
    bytes(bytes) {
      makeRoom(bytes.length);
      // A call for few bytes takes longer than they do.
      if (bytes.length > fewBytes) buffer.set(bytes, length);
      else for (let at = 0; at < bytes.length; at += 1) buffer[length + at] = bytes[at] ?? 0;
      length += bytes.length;
    },
    number(value) {
      makeRoom(32);
      length = writeNumber(buffer, length, value);
    },
    take() {
      const taken = new Uint8Array(buffer.buffer, 0, length);
      buffer = Buffer.alloc(0);
      length = 0;
      return taken;
    },
    give(next) {
      if (length === 0 && next.byteLength > buffer.length) buffer = Buffer.from(next);
    },
  };
}
