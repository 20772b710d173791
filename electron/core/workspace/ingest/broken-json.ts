import type { Buffer } from 'node:buffer';
import { describeValue } from '../../../../shared/describe-value.ts';
import { type SlicedList, skipValue } from './record-slices.ts';

/** The place where a text stops being JSON: the path of the value there, and the text that is found, shortened. */
export type JsonError = {
  readonly path: string;
  readonly found: string;
  /** The `assignedId` that the text names before that. */
  readonly assignedId?: string | undefined;
};

type Level = { readonly isList: boolean; index: number; name: string };

const token =
  /[ \t\r\n]*(?:([{}[\]:,])|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])|(?="))/y;
const word = /[^\s,\]}]{1,60}/y;

/** Finds the first error of a text that JSON.parse refuses. Depth costs no call stack. */
export function findJsonError(text: string): JsonError {
  const levels: Level[] = [];
  let expected: 'value' | 'name' | 'colon' | 'end' = 'value';
  let at = 0;
  let isFirst = false;
  let assignedId: string | undefined;
  for (;;) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) break;
    const [whole, mark, scalar] = match;
    const level = levels.at(-1);
    let end = at + whole.length;
    if (mark === undefined && scalar === undefined) {
      const start = end;
      end = endOfString(text, start);
      const name = parseString(text.slice(start, end));
      if (name === undefined || (expected !== 'value' && expected !== 'name')) break;
      if (expected === 'name' && level) level.name = name;
      else if (levels.length === 1 && level?.name === 'assignedId') assignedId = name;
      expected = expected === 'name' ? 'colon' : 'end';
    } else if (scalar !== undefined) {
      if (expected !== 'value') break;
      expected = 'end';
    } else if (mark === '{' || mark === '[') {
      if (expected !== 'value') break;
      levels.push({ isList: mark === '[', index: 0, name: '' });
      expected = mark === '[' ? 'value' : 'name';
      isFirst = true;
      at = end;
      continue;
    } else if (mark === ':') {
      if (expected !== 'colon') break;
      expected = 'value';
    } else if (mark === ',') {
      if (expected !== 'end' || !level) break;
      level.index += 1;
      expected = level.isList ? 'value' : 'name';
    } else {
      if (!level || level.isList !== (mark === ']') || (expected !== 'end' && !isFirst)) break;
      levels.pop();
      expected = 'end';
    }
    isFirst = false;
    at = end;
  }
  return { path: pathOf(levels), found: foundAt(text, at), assignedId };
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return Math.min(at + 1, text.length);
}

function parseString(text: string): string | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const maxPathLength = 300;

function pathOf(levels: readonly Level[]): string {
  const path = levels
    .slice(0, 50)
    .map(({ isList, index, name }) => (isList ? `[${index}]` : name === '' ? '' : `.${name}`))
    .join('')
    .replace(/^\./, '');
  return path === '' ? 'record' : path.slice(0, maxPathLength);
}

function foundAt(text: string, at: number): string {
  const start = at + (/^[ \t\r\n]*/.exec(text.slice(at, at + 1000))?.[0].length ?? 0);
  if (start >= text.length) return 'the end of the text';
  word.lastIndex = start;
  return describeValue(word.exec(text)?.[0] ?? text.slice(start, start + 1));
}

const comma = 0x2c;
const closeBracket = 0x5d;
const maxEndsTried = 50;

/** `isLastWhole`: whether the brackets of the last element close before the end of the list. */
type BrokenList = SlicedList & { readonly isLastWhole: boolean };

/**
 * Slices a list whose elements are not all valid JSON, so that the sound ones can be read. `isEnvelope` judges the text
 * around the list, which must be sound: a body that was cut off is none. An element that is not valid JSON ends where its
 * brackets do, or else before what begins as the first element does. Undefined where no list is found.
 */
export function sliceBrokenList(
  json: Buffer,
  start: number,
  maxElements: number,
  isEnvelope: (start: number, end: number) => boolean,
): BrokenList | 'too-many' | undefined {
  const last = findLastBracket(json, start, isEnvelope);
  if (last === undefined) return undefined;
  const text = json.toString('latin1', start, last);
  const opening = /^\[\s*(\{\s*"[^"\\]{1,100}")/.exec(text)?.[1];
  const starts = opening === undefined ? [] : findStarts(text, opening).map((at) => at + start);
  const elements: Uint8Array[] = [];
  let isLastWhole = true;
  let nextStart = 0;
  for (let at = skip(json, start + 1, last); at < last; ) {
    if (elements.length >= maxElements) return 'too-many';
    while (nextStart < starts.length && (starts[nextStart] ?? 0) <= at) nextStart += 1;
    const end = endOfElement(json, at, last, starts[nextStart]);
    isLastWhole = isBounded(json, skipValue(json, at), last);
    elements.push(json.subarray(at, trimEnd(json, at, end)));
    at = skip(json, end, last);
  }
  return { elements, start, end: last + 1, isLastWhole };
}

function findLastBracket(
  json: Buffer,
  start: number,
  isEnvelope: (start: number, end: number) => boolean,
): number | undefined {
  let at = json.lastIndexOf(closeBracket);
  for (let tried = 0; at > start && tried < maxEndsTried; tried += 1) {
    if (isEnvelope(start, at + 1)) return at;
    at = json.lastIndexOf(closeBracket, at - 1);
  }
  return undefined;
}

/** Possible starts of elements: after a comma, with the name that the first one begins with. */
function findStarts(text: string, opening: string): number[] {
  const name = opening.slice(opening.indexOf('"')).replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return [...text.matchAll(new RegExp(String.raw`,\s*(?=\{\s*${name}\s*:)`, 'g'))].map(
    ({ 0: { length }, index }) => index + length,
  );
}

function endOfElement(json: Buffer, at: number, last: number, next: number | undefined): number {
  const end = skipValue(json, at);
  const isWhole = end > at && isBounded(json, end, last);
  if (isWhole && isJson(json.subarray(at, end))) return end;
  if (next === undefined) return isWhole ? end : last;
  // Its brackets may seem to close behind elements that follow, where a quotation mark is absent.
  const nextEnd = skipValue(json, next);
  const swallows = next < end && nextEnd <= last && isJson(json.subarray(next, nextEnd));
  return isWhole && !swallows ? end : next;
}

/** Whether an offset is the end of the list or has a comma, behind white space. */
function isBounded(json: Uint8Array, from: number, last: number): boolean {
  let at = from;
  while (at < last && json[at] !== comma && isSeparator(json[at])) at += 1;
  return at === last || (at < last && json[at] === comma);
}

/** Behind white space and commas. */
function skip(json: Uint8Array, from: number, last: number): number {
  let at = from;
  while (at < last && isSeparator(json[at])) at += 1;
  return at;
}

function trimEnd(json: Uint8Array, start: number, from: number): number {
  let at = from;
  while (at > start && isSeparator(json[at - 1])) at -= 1;
  return at;
}

function isSeparator(byte: number | undefined): boolean {
  return byte === comma || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Whether bytes are a text of JSON. */
export function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder().decode(bytes));
    return true;
  } catch {
    return false;
  }
}
