import { BadZip } from '../../../../shared/zip/bad-zip.ts';

/** A review with hundreds of thousands of positions fits; what is larger would block the threads that it passes. */
const maxLineBytes = 4 * 1024 * 1024;
/** An area of half a million positions fits. */
const maxElementBytes = 24 * 1024 * 1024;

const lineFeed = 0x0a;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const blank = 0x20;
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The lines of a text in UTF-8, without the line feeds. Throws `BadZip` at a line of more than 4 MiB. Linear. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const line = createPieces(maxLineBytes);
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      line.add(chunk.subarray(from, end));
      yield line.take();
      from = end + 1;
    }
    line.add(chunk.subarray(from));
  }
  if (line.length() > 0) yield line.take();
}

/**
 * The JSON texts of the elements of a JSON list in UTF-8, with one blank for any white space, so that the list is never
 * held whole. Throws `BadZip` at an element of more than 24 MiB, and when it is no list. Linear.
 */
export async function* readListElements(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const element = createElement();
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let count = 0;
  let isEnded = false;
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      if (isInString) {
        element.add(byte);
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
        continue;
      }
      if (isWhiteSpace(byte)) {
        // Without any, the two numbers of `1 2` would become one.
        element.addBlank();
        continue;
      }
      if (isEnded || (depth === 0 && byte !== openingBracket)) throw notAList();
      const isEnd = depth === 1 && byte === closingBracket;
      if (isEnd || (depth === 1 && byte === comma)) {
        // An empty list has no element; otherwise there is one before each comma and before the end.
        if (!element.isEmpty()) yield element.take();
        else if (!isEnd || count > 0) throw notAList();
        count += 1;
        isEnded = isEnd;
        continue;
      }
      if (depth > 0) element.add(byte);
      if (byte === quote) isInString = true;
      else if (byte === openingBracket || byte === openingBrace) depth += 1;
      else if (byte === closingBracket || byte === closingBrace) depth -= 1;
    }
  }
  if (!isEnded) throw notAList();
}

function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function createElement() {
  let bytes = Buffer.allocUnsafeSlow(64 * 1024);
  let length = 0;
  const add = (byte: number) => {
    if (length === maxElementBytes) throw tooLong('an entry');
    if (length === bytes.length) bytes = Buffer.concat([bytes, Buffer.allocUnsafeSlow(length)]);
    bytes[length] = byte;
    length += 1;
  };
  return {
    isEmpty: () => length === 0,
    add,
    /** A blank after anything but a blank; at the beginning of an element it means nothing. */
    addBlank() {
      if (length > 0 && bytes[length - 1] !== blank) add(blank);
    },
    take(): string {
      const text = bytes.toString('utf8', 0, length);
      length = 0;
      return text;
    },
  };
}

/** Collects the pieces of a text, which may come in many chunks, and joins them once. */
function createPieces(maxBytes: number) {
  let pieces: Uint8Array[] = [];
  let length = 0;
  return {
    length: () => length,
    add(piece: Uint8Array) {
      length += piece.length;
      if (length > maxBytes) throw tooLong('a line');
      if (piece.length > 0) pieces.push(piece);
    },
    take(): string {
      const text = Buffer.concat(pieces).toString('utf8');
      pieces = [];
      length = 0;
      return text;
    },
  };
}

function tooLong(what: string): BadZip {
  return new BadZip('too-large', `It has ${what} that is longer than can be read.`);
}

function notAList(): BadZip {
  return new BadZip('damaged', 'One of its lists is damaged.');
}
