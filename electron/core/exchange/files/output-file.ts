import { closeSync, fdatasync, fsyncSync, openSync, readSync, rmSync, write, writeSync } from 'node:fs';
import { writeNumber } from './write-number.ts';

/** The output of a format. */
export type ByteSink = {
  /** In UTF-8. */
  text(text: string): void;
  bytes(bytes: Uint8Array): void;
  /** The shortest decimal text that reads back as the same number. It must be finite. */
  number(value: number): void;
};

/**
 * A new file that one thread writes sequentially. All calls throw the file system's errors; the error of a background
 * write is thrown by a later call.
 */
export type OutputFile = ByteSink & {
  readonly path: string;
  /** Number of bytes written so far. */
  size(): number;
  /** Resolves when no background write is pending. Must be awaited before `patch` and `read`. */
  settled(): Promise<void>;
  /** Overwrites bytes that were written before. */
  patch(at: number, bytes: Uint8Array): void;
  /** Reads back what was written before. */
  read(at: number, into: Uint8Array): void;
  /**
   * Backpressure: a promise to await before writing more, or undefined. Without awaiting, writes stay correct but
   * become synchronous.
   */
  whenWritable(): Promise<void> | undefined;
  /** Forces everything to the disk and closes the file. */
  finish(): Promise<void>;
  /** Closes and deletes the file, finished or not. */
  discard(): Promise<void>;
};

const bufferLength = 2 ** 20;
/** One is filled while the others are written. */
const bufferCount = 3;
/** Bytes between background syncs; without them the final sync would have to write everything. */
const syncEvery = 2 ** 26;

/** Creates a file that must not exist yet. */
export function createOutputFile(path: string): OutputFile {
  const fd = openSync(path, 'wx+');
  const idle = Array.from({ length: bufferCount - 1 }, () => Buffer.allocUnsafeSlow(bufferLength));
  const background = createBackground();
  let buffer = Buffer.allocUnsafeSlow(bufferLength);
  let buffered = 0;
  let flushed = 0;
  let unsynced = 0;
  let isOpen = true;

  const syncPeriodically = (length: number) => {
    unsynced += length;
    if (unsynced < syncEvery) return;
    unsynced = 0;
    background.run((done) => fdatasync(fd, done));
  };
  /** Writes the full buffer: in the background when another buffer is free, else synchronously. */
  const switchBuffer = () => {
    background.throwError();
    const spare = idle.pop();
    const [full, length, at] = [buffer, buffered, flushed];
    flushed += length;
    buffered = 0;
    if (spare === undefined) return writeAll(fd, full.subarray(0, length), at);
    buffer = spare;
    background.run((done) => writeInBackground(fd, full, length, at, () => idle.push(full), done));
    syncPeriodically(length);
  };
  const makeRoom = (length: number) => {
    if (buffered + length > bufferLength) switchBuffer();
  };
  const writeBytes = (bytes: Uint8Array) => {
    makeRoom(bytes.length);
    if (bytes.length > bufferLength) {
      background.throwError();
      writeAll(fd, bytes, flushed);
      flushed += bytes.length;
      syncPeriodically(bytes.length);
      return;
    }
    buffer.set(bytes, buffered);
    buffered += bytes.length;
  };
  const flush = () => {
    background.throwError();
    if (buffered === 0) return;
    writeAll(fd, buffer.subarray(0, buffered), flushed);
    flushed += buffered;
    buffered = 0;
  };
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    closeSync(fd);
  };

  return {
    path,
    size: () => flushed + buffered,
    text(text) {
      const atMost = 3 * text.length;
      if (atMost > bufferLength) return writeBytes(Buffer.from(text));
      makeRoom(atMost);
      buffered += buffer.write(text, buffered);
    },
    bytes: writeBytes,
    number(value) {
      makeRoom(32);
      buffered = writeNumber(buffer, buffered, value);
    },
    settled: background.settled,
    patch(at, bytes) {
      flush();
      writeAll(fd, bytes, at);
    },
    read(at, into) {
      flush();
      let done = 0;
      while (done < into.length) {
        const count = readSync(fd, into, done, into.length - done, at + done);
        if (count === 0) throw new Error(`The file ${path} is shorter than what was written to it.`);
        done += count;
      }
    },
    whenWritable: () => (idle.length === 0 ? background.next() : undefined),
    async finish() {
      await background.settled();
      flush();
      fsyncSync(fd);
      close();
    },
    async discard() {
      await background.settled();
      close();
      rmSync(path, { force: true });
    },
  };
}

/** Work of the file system while the thread goes on. */
function createBackground() {
  const running = new Set<Promise<void>>();
  let firstError: unknown;
  return {
    run(work: (done: (error: Error | null) => void) => void): void {
      const promise = new Promise<void>((resolve) => {
        work((error) => {
          firstError ??= error ?? undefined;
          running.delete(promise);
          resolve();
        });
      });
      running.add(promise);
    },
    throwError(): void {
      if (firstError !== undefined) throw firstError;
    },
    /** Resolves when any of it has ended. */
    next: (): Promise<void> => Promise.race(running),
    async settled(): Promise<void> {
      await Promise.all(running);
    },
  };
}

function writeAll(fd: number, bytes: Uint8Array, at: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, at + done);
}

function writeInBackground(
  fd: number,
  bytes: Uint8Array,
  length: number,
  at: number,
  written: () => void,
  done: (error: Error | null) => void,
): void {
  const goOn = (from: number) =>
    write(fd, bytes, from, length - from, at + from, (error, count) => {
      if (!error && from + count < length) return goOn(from + count);
      written();
      done(error);
    });
  goOn(0);
}

const pieceLength = 2 ** 20;

/** Reads a settled file in pieces. */
export function* readPieces(file: OutputFile): Generator<Uint8Array> {
  for (let at = 0; at < file.size(); at += pieceLength) {
    const piece = new Uint8Array(Math.min(pieceLength, file.size() - at));
    file.read(at, piece);
    yield piece;
  }
}
