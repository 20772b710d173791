const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/**
 * The bytes of each element of the list at `path`, cut from a JSON text in UTF-8 as they stand: views into `json`,
 * without the white space around. Undefined when there is no list there. Where a name occurs twice in an object the
 * last one counts, as for JSON.parse.
 *
 * The text must be one that JSON.parse accepts; of any other nothing is promised.
 */
export function sliceList(json: Uint8Array, path: readonly string[]): Uint8Array[] | undefined {
  let at = skipSpace(json, byteOrderMark.every((byte, index) => json[index] === byte) ? 3 : 0);
  for (const name of path) {
    const found = findMember(json, at, name);
    if (found === undefined) return undefined;
    at = found;
  }
  return json[at] === openBracket ? sliceElements(json, at) : undefined;
}

/** Where the value of the last member called `name` begins, in the object that begins at `start`. */
function findMember(json: Uint8Array, start: number, name: string): number | undefined {
  if (json[start] !== openBrace) return undefined;
  let found: number | undefined;
  let at = skipSpace(json, start + 1);
  while (json[at] === quote) {
    const nameEnd = skipString(json, at);
    const isWanted = JSON.parse(textOf(json, at, nameEnd)) === name;
    at = skipSpace(json, nameEnd);
    if (json[at] !== colon) return found;
    at = skipSpace(json, at + 1);
    if (isWanted) found = at;
    at = skipSpace(json, skipValue(json, at));
    if (json[at] === comma) at = skipSpace(json, at + 1);
  }
  return found;
}

function sliceElements(json: Uint8Array, start: number): Uint8Array[] {
  const slices: Uint8Array[] = [];
  let at = skipSpace(json, start + 1);
  while (at < json.length && json[at] !== closeBracket) {
    const end = skipValue(json, at);
    slices.push(json.subarray(at, end));
    at = skipSpace(json, end);
    if (json[at] !== comma) break;
    at = skipSpace(json, at + 1);
  }
  return slices;
}

/** The offset behind the value that begins at `start`. */
function skipValue(json: Uint8Array, start: number): number {
  const first = json[start];
  if (first === quote) return skipString(json, start);
  if (first === openBrace || first === openBracket) return skipNested(json, start);
  let at = start;
  while (at < json.length && !isDelimiter(json[at])) at += 1;
  return at;
}

/** The offset behind an object or list. Nesting is counted, not followed: depth costs no stack. */
function skipNested(json: Uint8Array, start: number): number {
  let at = start;
  let depth = 0;
  while (at < json.length) {
    const byte = json[at];
    if (byte === quote) {
      at = skipString(json, at);
      continue;
    }
    at += 1;
    if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return at;
}

function isDelimiter(byte: number | undefined): boolean {
  return byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte);
}

/** The offset behind the string whose opening quote is at `start`. */
function skipString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return Math.min(at + 1, json.length);
}

function skipSpace(json: Uint8Array, start: number): number {
  let at = start;
  while (isSpace(json[at])) at += 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function textOf(json: Uint8Array, start: number, end: number): string {
  return new TextDecoder().decode(json.subarray(start, end));
}
