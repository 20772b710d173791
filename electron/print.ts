import { toPrintable } from '../shared/printable-text.ts';

type Stream = Pick<NodeJS.WriteStream, 'write'>;

/**
 * Prints a line to a terminal or log. Every text that leaves the app that way goes through here, because it may quote the
 * service or a file, whose control characters a terminal would obey.
 */
export function printLine(stream: Stream, text: string): void {
  stream.write(`${toPrintable(text)}\n`);
}
