import type { ByteSink } from './output-file.ts';
import { writeNumber } from './write-number.ts';

/** A sink in memory whose buffer can be detached. */
export type MemorySink = ByteSink & {
  /** Returns the bytes written since the last call, without copying. The sink continues with another buffer. */
  detach(): Uint8Array<ArrayBuffer>;
  /** Provides a buffer for reuse instead of a new one. */
  recycle(buffer: ArrayBuffer): void;
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
      // For few bytes a loop is faster than a call of `set`.
      if (bytes.length > fewBytes) buffer.set(bytes, length);
      else for (let at = 0; at < bytes.length; at += 1) buffer[length + at] = bytes[at] ?? 0;
      length += bytes.length;
    },
    number(value) {
      makeRoom(32);
      length = writeNumber(buffer, length, value);
    },
    detach() {
      const taken = new Uint8Array(buffer.buffer, 0, length);
      buffer = Buffer.alloc(0);
      length = 0;
      return taken;
    },
    recycle(next) {
      if (length === 0 && next.byteLength > buffer.length) buffer = Buffer.from(next);
    },
  };
}
