/** Bytes of a text, in pieces of any length. */
export type Chunks = AsyncIterable<Uint8Array>;

/** A text that is not in the encoding that its first bytes show. */
export class BadEncoding extends Error {
  override readonly name = 'BadEncoding';
}

/** Enough bytes to recognize an encoding. */
const startLength = 4;

/**
 * A text of JSON in UTF-8, without a byte order mark. One in UTF-16 is recognized by its mark, or by the zero bytes beside
 * the first two letters (RFC 4627, 3), and converted. Throws `BadEncoding` where it is not valid UTF-16.
 */
export async function* decodeChunks(chunks: Chunks): AsyncGenerator<Uint8Array, void> {
  let start: Uint8Array | undefined = new Uint8Array();
  let convert: ((chunk: Uint8Array, isLast: boolean) => Uint8Array) | undefined;
  for await (const chunk of chunks) {
    const next: Uint8Array = start ? Buffer.concat([start, chunk]) : chunk;
    if (start && next.length < startLength) {
      start = next;
      continue;
    }
    if (start) convert = converterOf(next);
    const bytes = start ? next.subarray(markLength(next)) : next;
    start = undefined;
    yield convert ? convert(bytes, false) : bytes;
  }
  if (start) yield start.subarray(markLength(start));
  if (convert) yield convert(new Uint8Array(), true);
}

function markLength([first, second, third]: Uint8Array): number {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 3;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) ? 2 : 0;
}

/** Undefined for UTF-8. */
function converterOf(start: Uint8Array) {
  const [first, second, third, fourth] = start;
  const hasMark = markLength(start) === 2;
  const isLittle = hasMark ? first === 0xff : first !== 0 && second === 0 && third !== 0 && fourth === 0;
  const isBig = hasMark ? first === 0xfe : first === 0 && second !== 0 && third === 0 && fourth !== 0;
  if (!isLittle && !isBig) return undefined;
  const decoder = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be', { fatal: true, ignoreBOM: true });
  return (chunk: Uint8Array, isLast: boolean): Uint8Array => {
    try {
      return Buffer.from(decoder.decode(chunk, { stream: !isLast }));
    } catch (cause) {
      throw new BadEncoding('The text is not valid UTF-16.', { cause });
    }
  };
}
