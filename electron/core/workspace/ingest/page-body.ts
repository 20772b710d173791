import { Buffer, isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { guessList, sliceList } from './record-slices.ts';

/** A response body of the query endpoint, taken apart. */
export type PageBody = {
  readonly paginationInfo: unknown;
  readonly records: readonly PageRecord[];
};

/** A body that was cut without being parsed. */
export type CutPage = PageBody & {
  /** The bytes before the first record and after the last; between two records is a comma. */
  readonly around: readonly [Uint8Array, Uint8Array];
};

export type PageRecord = {
  /** The record's own bytes as they came. */
  readonly bytes: Uint8Array;
  /** False when the bytes are not UTF-8 and what is parsed of them therefore has replacement characters in it. */
  readonly isUtf8: boolean;
  /** What the record says. Throws a `WrongCut` when the page was not cut where its records end. */
  parse(): unknown;
};

/** Says that a page was cut by guessing and the guess was wrong, or the page is no JSON: `parsePageBody` tells. */
export class WrongCut extends Error {}

export type PageBodyResult =
  | { readonly ok: true; readonly page: PageBody }
  | { readonly ok: false; readonly message: string };

/**
 * Cuts a body into its records without parsing them, so that one record after another can be read and let go. Undefined
 * when it does not look like what services send. Only when all records have been parsed is it known to be JSON.
 */
export function cutPageBody(body: Uint8Array, brand: string): CutPage | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const field = fieldOf(brand);
  const cut = guessList(bytes, ['data', field]);
  if (!cut) return undefined;
  // What stands around the list, with a mark in its place; a second list of the same name would hide it.
  const mark = randomUUID();
  const withMark = Buffer.concat([
    bytes.subarray(0, cut.start),
    Buffer.from(`"${mark}"`),
    bytes.subarray(cut.end),
  ]);
  const envelope = parseJson(withMark);
  if (!envelope.ok || memberOf(memberOf(envelope.value, 'data'), field) !== mark) return undefined;
  if (reportedError(envelope.value) !== undefined) return undefined;
  const allUtf8 = isUtf8(bytes);
  const records = cut.elements.map((element) => ({
    bytes: element,
    isUtf8: allUtf8 || isUtf8(element),
    parse: () => parseCut(element),
  }));
  const [first, last] = [cut.elements[0], cut.elements.at(-1)];
  if (!first || !last) return undefined;
  const around = [
    bytes.subarray(0, first.byteOffset - bytes.byteOffset),
    bytes.subarray(last.byteOffset + last.length - bytes.byteOffset),
  ] as const;
  return { paginationInfo: memberOf(envelope.value, 'paginationInfo'), records, around };
}

function parseCut(element: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(element.buffer, element.byteOffset, element.byteLength).toString('utf8'));
  } catch (cause) {
    throw new WrongCut('A record is no JSON as it was cut.', { cause });
  }
}

/** Parses a body whole and takes it apart, or says why it is no page. `brand` names the query field. */
export function parsePageBody(body: Uint8Array, brand: string): PageBodyResult {
  const field = fieldOf(brand);
  const parsed = parseJson(body);
  if (!parsed.ok) return parsed;
  const data = memberOf(parsed.value, 'data');
  const list = memberOf(data, field);
  if (!Array.isArray(list)) return refuse(whyNoList(parsed.value, data, field));
  const reported = reportedError(parsed.value);
  if (reported !== undefined) return refuse(`The service reports an error beside its results: ${reported}`);
  const slices = sliceList(body, ['data', field]);
  if (slices?.length !== list.length)
    throw new Error('The records of a page were not cut as JSON.parse reads them.');
  const allUtf8 = isUtf8(body);
  const records = slices.map((bytes, index) => ({
    bytes,
    isUtf8: allUtf8 || isUtf8(bytes),
    parse: () => list[index] as unknown,
  }));
  return { ok: true, page: { paginationInfo: memberOf(parsed.value, 'paginationInfo'), records } };
}

function fieldOf(brand: string): string {
  return `${brand}_udp_analyticgeojsonrecord`;
}

function parseJson(body: Uint8Array): { ok: true; value: unknown } | { ok: false; message: string } {
  const text = new TextDecoder().decode(body);
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const start = text.trimStart();
    if (start === '') return refuse('The service answered with an empty body in place of a page of results.');
    if (start.startsWith('<')) {
      return refuse(
        'The service answered with a web page in place of results. Check the base address of the profile.',
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    return refuse(`The service answered with something that is not whole JSON (${shorten(reason)}).`);
  }
}

function whyNoList(root: unknown, data: unknown, field: string): string {
  const reported = reportedError(root);
  if (reported !== undefined) return `The service refused the query: ${reported}`;
  const names = typeof data === 'object' && data !== null ? Object.keys(data) : [];
  const found =
    names.length > 0 ? ` It has ${shorten(names.join(', '))}. Check the brand of the profile.` : '';
  return `The service's answer has no list data.${field}.${found}`;
}

/**
 * What an answer says went wrong, although its status is that of a success; undefined when it says nothing. Results
 * beside an error may lack parts without saying which (GraphQL, "Response", handling of field errors).
 */
function reportedError(root: unknown): string | undefined {
  for (const name of ['errors', 'error']) {
    const reported = memberOf(root, name);
    const first = Array.isArray(reported) ? reported[0] : reported;
    if (first === undefined || first === null || first === false) continue;
    const message = typeof first === 'string' ? first : memberOf(first, 'message');
    return shorten(typeof message === 'string' ? message : JSON.stringify(first));
  }
  const message = memberOf(root, 'data') === undefined ? memberOf(root, 'message') : undefined;
  return typeof message === 'string' ? shorten(message) : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

const shownCharacters = 300;

function shorten(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
