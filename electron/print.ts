import { toPrintable } from '../shared/printable-text.ts';

type Stream = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'on'>>;

/** Streams whose errors have a listener. */
const guarded = new WeakSet<Stream>();

/**
 * Prints a line to a terminal or log. Every text that leaves the app that way goes through here. It may quote the
 * service or a file, whose control characters a terminal would obey.
 */
export function printLine(stream: Stream, text: string): void {
  printRaw(stream, `${toPrintable(text)}\n`);
}

/**
 * Prints a text as it is. A stream that is closed, such as that of a terminal that has gone, prints nothing: without a
 * listener its error would end the process.
 */
export function printRaw(stream: Stream, text: string): void {
  if (!guarded.has(stream)) {
    guarded.add(stream);
    stream.on?.('error', () => {});
  }
  stream.write(text);
}
