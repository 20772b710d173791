import { Buffer } from 'node:buffer';

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
 * The bytes of each element of the list at `path`, sliced unchanged from a JSON text in UTF-8: views into `json`,
 * without the white space around. Undefined when there is no list there, `too-many` when it has more than `maxElements`.
 * Where a name occurs twice in an object the last one counts, as for JSON.parse.
 *
 * The text must be one that JSON.parse accepts; of any other nothing is promised.
 */
export function sliceList(
  json: Uint8Array,
  path: readonly string[],
  maxElements: number,
): Uint8Array[] | 'too-many' | undefined {
  const at = findValue(json, path);
  return at !== undefined && json[at] === openBracket ? sliceElements(json, at, maxElements) : undefined;
}

/**
 * Whether a JSON text in UTF-8 has more than `max` values; an empty list or object counts twice. Costs nothing for a text
 * that is too short for that.
 */
export function hasMoreValuesThan(json: Uint8Array, max: number): boolean {
  // A value needs a byte, and another one that separates it from the next; an empty list needs three for its two.
  if (json.length < 1.5 * max) return false;
  let count = 1;
  let at = 0;
  while (at < json.length && count <= max) {
    const byte = json[at];
    if (byte === quote) at = skipString(json, at);
    else {
      if (byte === comma || byte === openBracket || byte === openBrace) count += 1;
      at += 1;
    }
  }
  return count > max;
}

/** A list that was cut out of a JSON text. */
export type SlicedList = {
  /** The bytes of each element: views. */
  readonly elements: readonly Uint8Array[];
  /** Range of the list in the text, its brackets included. */
  readonly start: number;
  readonly end: number;
};

/** Bytes of a brace and a name that are searched for. */
const maxOpeningLength = 200;

/**
 * Slices a list of objects as `sliceList` does, but without reading every byte (docs/decisions, decision 14): it assumes
 * an element boundary where the text looks like the start of the first element. Undefined where that is impossible,
 * `too-many` when there seem to be more than `maxElements`.
 *
 * A prefix of an object is never a complete object. So if JSON.parse accepts all slices, they are the elements of the
 * list; if it does not, use `sliceList`. If a name occurs twice in the path, the first one is sliced: check the text
 * around the list, too.
 */
export function sliceListByPattern(
  json: Buffer,
  path: readonly string[],
  maxElements: number,
): SlicedList | 'too-many' | undefined {
  const start = findValue(json, path, findFirstMember);
  if (start === undefined || json[start] !== openBracket) return undefined;
  const first = skipSpace(json, start + 1);
  if (json[first] !== openBrace || json[first + 1] !== quote) return undefined;
  const opening = json.subarray(first, skipString(json, first + 1));
  // Searching for a long text can take the product of both lengths.
  if (opening.length > maxOpeningLength) return undefined;
  const between = Buffer.concat([Buffer.from('},'), opening]);
  const elements: Uint8Array[] = [];
  let at = first;
  for (;;) {
    const found = json.indexOf(between, at);
    if (found < 0) break;
    elements.push(json.subarray(at, found + 1));
    if (elements.length >= maxElements) return 'too-many';
    at = found + 2;
  }
  const last = skipValue(json, at);
  elements.push(json.subarray(at, last));
  const end = skipSpace(json, last);
  return json[end] === closeBracket ? { elements, start, end: end + 1 } : undefined;
}

/** The offset of the value at the end of a path of names. */
function findValue(
  json: Uint8Array,
  path: readonly string[],
  find: typeof findMember = findMember,
): number | undefined {
  let at = skipSpace(json, byteOrderMark.every((byte, index) => json[index] === byte) ? 3 : 0);
  for (const name of path) {
    const found = find(json, at, name);
    if (found === undefined) return undefined;
    at = found;
  }
  return at;
}

/** The offset of the value of the last member called `name`, in the object that starts at `start`. */
function findMember(json: Uint8Array, start: number, name: string): number | undefined {
  return findMembers(json, start, name).toArray().at(-1);
}

function findFirstMember(json: Uint8Array, start: number, name: string): number | undefined {
  return findMembers(json, start, name).next().value ?? undefined;
}

/** The offsets of the values of the members called `name`. */
function* findMembers(json: Uint8Array, start: number, name: string): Generator<number, undefined> {
  if (json[start] !== openBrace) return;
  let at = skipSpace(json, start + 1);
  while (json[at] === quote) {
    const nameEnd = skipString(json, at);
    const found = parseName(json, at, nameEnd);
    if (found === undefined) return;
    const isMatch = found === name;
    at = skipSpace(json, nameEnd);
    if (json[at] !== colon) return;
    at = skipSpace(json, at + 1);
    if (isMatch) yield at;
    at = skipSpace(json, skipValue(json, at));
    if (json[at] === comma) at = skipSpace(json, at + 1);
  }
}

/** The name in the string between both offsets; undefined when that is not valid JSON, as in a damaged body. */
function parseName(json: Uint8Array, start: number, end: number): string | undefined {
  try {
    return JSON.parse(textOf(json, start, end));
  } catch {
    return undefined;
  }
}

/** The offset of the list at `path`; the first of several. Undefined when there is none. */
export function findList(json: Uint8Array, path: readonly string[]): number | undefined {
  const start = findValue(json, path, findFirstMember);
  return start !== undefined && json[start] === openBracket ? start : undefined;
}

function sliceElements(json: Uint8Array, start: number, maxElements: number): Uint8Array[] | 'too-many' {
  const slices: Uint8Array[] = [];
  let at = skipSpace(json, start + 1);
  while (at < json.length && json[at] !== closeBracket) {
    if (slices.length >= maxElements) return 'too-many';
    const end = skipValue(json, at);
    slices.push(json.subarray(at, end));
    at = skipSpace(json, end);
    if (json[at] !== comma) break;
    at = skipSpace(json, at + 1);
  }
  return slices;
}

/** The offset behind the value that starts at `start`; the same offset when nothing starts there. */
export function skipValue(json: Uint8Array, start: number): number {
  const first = json[start];
  if (first === quote) return skipString(json, start);
  if (first === openBrace || first === openBracket) return skipNested(json, start);
  let at = start;
  while (at < json.length && !isDelimiter(json[at])) at += 1;
  return at;
}

/** Change of the depth by a byte outside of strings, plus one; 1 for those that do nothing, 3 for a quote. */
const effects = new Uint8Array(256).fill(1);
for (const byte of [openBrace, openBracket]) effects[byte] = 2;
for (const byte of [closeBrace, closeBracket]) effects[byte] = 0;
effects[quote] = 3;

/**
 * The offset behind an object or list. Nesting is counted, not followed: depth costs no stack. All bytes of a page go
 * through here, so the loops are minimal.
 */
function skipNested(json: Uint8Array, start: number): number {
  const { length } = json;
  let at = start;
  let depth = 0;
  while (at < length) {
    const effect = effects[json[at] ?? 0] ?? 1;
    at += 1;
    if (effect === 1) continue;
    if (effect === 3) {
      while (at < length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
      at += 1;
      continue;
    }
    depth += effect - 1;
    if (depth === 0) return at;
  }
  return Math.min(at, length);
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
