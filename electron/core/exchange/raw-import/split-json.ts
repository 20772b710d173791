import { formatBytes } from '../../../../shared/format.ts';
import { isJson } from '../../workspace/ingest/broken-json.ts';
import { brandOfPage } from '../../workspace/ingest/parse-page.ts';

/** A JSON value as it is in a file, or the reason why it cannot be read. `position` is such as `line 12`. */
type JsonPiece =
  | { readonly position: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly position: string; readonly problem: string };

/** Maximum bytes of a record: one with ten thousands of detections fits. */
const maxValueBytes = 64 * 1024 * 1024;
/** Maximum bytes of a file that is one value, such as a page of results. */
const maxWholeBytes = 256 * 1024 * 1024;

const lineFeed = 0x0a;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Precedes each text of a sequence (RFC 7464, 2.1). */
const recordSeparator = 0x1e;

/**
 * Splits a text in UTF-8 or UTF-16 into its JSON values, each with its bytes in UTF-8, without the white space around.
 * `lines`: one value a line. `any`: the elements of a list, or one value, or else values one after another, each on a line
 * of its own or not; a response of the service comes as one value, even where it is no valid JSON. A text that begins with a record separator is a sequence in either form (RFC 7464, RFC 8142). Reads
 * in time that is linear in the length of the text, and holds one value, or at most 256 MiB of a text that is no list.
 */
export async function* splitJson(chunks: Chunks, form: 'any' | 'lines'): AsyncGenerator<JsonPiece, void> {
  try {
    yield* splitText(decodeChunks(chunks), form);
  } catch (error) {
    if (!(error instanceof BadEncoding)) throw error;
    yield { position: 'the text', problem: 'is not valid UTF-16 from here on' };
  }
}

async function* splitText(
  text: AsyncGenerator<Uint8Array, void>,
  form: 'any' | 'lines',
): AsyncGenerator<JsonPiece, void> {
  const start = await readStart(text);
  if (start.first === recordSeparator) return yield* splitAt(recordSeparator, 'text', start.all());
  if (form === 'lines') return yield* splitAt(lineFeed, 'line', start.all());
  if (start.first === openingBracket) return yield* splitList(start.all());
  const whole = await readWhole(start.all());
  if (!whole.bytes) return yield* splitAt(lineFeed, 'line', whole.all());
  const { bytes } = whole;
  if (isJson(bytes)) return yield { position: 'the whole file', bytes };
  const values = splitAtEnds(bytes);
  if (values.length > 1 && values.every(isJson)) {
    for (const [index, value] of values.entries()) yield { position: `value ${index + 1}`, bytes: value };
  } else if (hasObjectOnALine(bytes)) yield* splitAt(lineFeed, 'line', whole.all());
  else if (values.length > 1 && values.some(isJson)) {
    for (const [index, value] of values.entries()) yield { position: `value ${index + 1}`, bytes: value };
  } else if (brandOfPage(bytes) !== undefined) yield { position: 'the whole file', bytes };
  else if (bytes.length > 0) yield { position: 'the whole file', problem: 'is not valid JSON' };
}

/** Values one after another, cut where all their braces and brackets are closed. */
function splitAtEnds(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const values: Uint8Array<ArrayBuffer>[] = [];
  let [from, depth] = [0, 0];
  let isInString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isInString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) isInString = true;
    else if (byte === openingBrace || byte === openingBracket) depth += 1;
    else if (byte === closingBrace || byte === closingBracket) {
      depth -= 1;
      if (depth > 0) continue;
      values.push(trim(bytes.slice(from, at + 1)));
      [from, depth] = [at + 1, 0];
    }
  }
  const rest = trim(bytes.slice(from));
  return rest.length > 0 ? [...values, rest] : values;
}

/** Otherwise each line of a damaged object would count as a value. */
function hasObjectOnALine(bytes: Uint8Array): boolean {
  for (let from = 0; from < bytes.length; ) {
    const found = bytes.indexOf(lineFeed, from);
    const end = found < 0 ? bytes.length : found;
    const line = bytes.subarray(from, end);
    if (line[0] === openingBrace && isJson(line)) return true;
    from = end + 1;
  }
  return false;
}

/** The first byte that is no white space, and the whole text again. */
async function readStart(chunks: AsyncGenerator<Uint8Array, void>) {
  const read: Uint8Array[] = [];
  let first: number | undefined;
  while (first === undefined) {
    const next = await chunks.next();
    if (next.done) break;
    first = next.value.find((byte) => !isWhiteSpace(byte));
    // Leading white space is dropped, so that it cannot fill the memory.
    if (first !== undefined) read.push(next.value);
  }
  return { first, all: () => chain(read, chunks) };
}

/** The text in one piece, where it is not too long, and the whole text again. */
async function readWhole(chunks: AsyncGenerator<Uint8Array, void>) {
  const read: Uint8Array[] = [];
  let length = 0;
  while (length <= maxWholeBytes) {
    const next = await chunks.next();
    if (next.done) {
      const bytes = trim(join(read, length));
      return { bytes, all: () => chain([bytes], chunks) };
    }
    read.push(next.value);
    length += next.value.length;
  }
  return { bytes: undefined, all: () => chain(read, chunks) };
}

async function* chain(
  read: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  yield* read;
  yield* rest;
}

/** The values between separators, named by their number. */
async function* splitAt(
  separator: number,
  name: 'line' | 'text',
  chunks: Chunks,
): AsyncGenerator<JsonPiece, void> {
  const value = createValue();
  // Before the first record separator there is no text.
  let number = separator === recordSeparator ? -1 : 0;
  const end = function* (): Generator<JsonPiece, void> {
    number += 1;
    const piece = value.take(`${name} ${number}`);
    if (piece) yield piece;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(separator); at >= 0; at = chunk.indexOf(separator, from)) {
      value.add(chunk.subarray(from, at));
      yield* end();
      from = at + 1;
    }
    value.add(chunk.subarray(from));
  }
  yield* end();
}

/** The elements of a list; of a list that is cut off, those before its end. */
async function* splitList(chunks: Chunks): AsyncGenerator<JsonPiece, void> {
  const element = createValue();
  let number = 0;
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let state: 'before' | 'inside' | 'after' = 'before';
  for await (const chunk of chunks) {
    // The part of the element that begins at this index of the chunk has not been added yet.
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
        continue;
      }
      if (byte === quote) isInString = true;
      else if (byte === openingBrace || (byte === openingBracket && state === 'inside')) depth += 1;
      else if (state === 'before' && byte === openingBracket) {
        state = 'inside';
        from = at + 1;
      } else if (state === 'inside' && depth === 0 && (byte === comma || byte === closingBracket)) {
        element.add(chunk.subarray(from, at));
        from = at + 1;
        number += 1;
        const piece = element.take(`entry ${number}`);
        if (piece) yield piece;
        if (byte === closingBracket) state = 'after';
      } else if (state === 'after' && depth === 0 && byte === openingBracket) {
        // Programs that append to a file write one list after another.
        element.add(chunk.subarray(from, at));
        from = at + 1;
        state = 'inside';
        if (element.take(''))
          yield { position: `after entry ${number}`, problem: 'there is text between two lists' };
      } else if (byte === closingBrace || byte === closingBracket) depth = Math.max(0, depth - 1);
    }
    element.add(chunk.subarray(from));
  }
  const rest = element.take(`entry ${number + 1}`);
  if (state === 'inside') yield { position: `entry ${number + 1}`, problem: 'the list is cut off here' };
  else if (rest) yield { position: 'the end', problem: 'there is text after the list' };
}

/** Collects the parts of a value. One that is too long is not held. */
function createValue() {
  let parts: Uint8Array[] = [];
  let length = 0;
  return {
    add(part: Uint8Array) {
      length += part.length;
      if (length > maxValueBytes) parts = [];
      else if (part.length > 0) parts.push(part);
    },
    /** The value without the white space around; undefined when there is nothing else. */
    take(position: string): JsonPiece | undefined {
      const isTooLong = length > maxValueBytes;
      const bytes = isTooLong ? undefined : trim(join(parts, length));
      parts = [];
      length = 0;
      if (!bytes) return { position, problem: `is longer than ${formatBytes(maxValueBytes)}` };
      return bytes.length === 0 ? undefined : { position, bytes };
    },
  };
}

/** With memory of its own, which can be transferred to another thread. */
function join(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function trim(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let [start, end] = [0, bytes.length];
  while (start < end && isWhiteSpace(bytes[start] as number)) start += 1;
  while (end > start && isWhiteSpace(bytes[end - 1] as number)) end -= 1;
  return start === 0 && end === bytes.length ? bytes : bytes.slice(start, end);
}

function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || byte === lineFeed || byte === 0x0d || byte === 0x09;
}

/** Bytes of a text, in pieces of any length. */
type Chunks = AsyncIterable<Uint8Array>;

/** A text that is not in the encoding that its first bytes show. */
class BadEncoding extends Error {
  override readonly name = 'BadEncoding';
}

/** Enough bytes to recognize an encoding. */
const startLength = 4;

/**
 * A text of JSON in UTF-8, without a byte order mark. One in UTF-16 is recognized by its mark, or by the zero bytes beside
 * the first two letters (RFC 4627, 3), and converted. Throws `BadEncoding` where it is not valid UTF-16.
 */
async function* decodeChunks(chunks: Chunks): AsyncGenerator<Uint8Array, void> {
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
