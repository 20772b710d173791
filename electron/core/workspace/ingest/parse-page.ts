import { Buffer, isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { errorText } from '../../../../shared/error-text.ts';
import { mayHaveLongIntegers, parsePrintableJson } from '../../../../shared/exact-json.ts';
import { formatCount } from '../../../../shared/format.ts';
import { quoteOutsideText } from '../../../../shared/printable-text.ts';
import { maxRecordBytes, maxRecordsPerPage } from '../../../../shared/results/query.ts';
import { findJsonError, type JsonError, sliceBrokenList } from './broken-json.ts';
import { findList, hasMoreValuesThan, sliceList, sliceListByPattern } from './record-slices.ts';

/** A parsed response body of the query endpoint. */
export type ParsedPage = {
  readonly paginationInfo: unknown;
  readonly records: readonly RawPageRecord[];
};

/** A body that was sliced into records without being parsed. */
export type SlicedPage = ParsedPage & {
  /** The bytes before the first record and after the last; between two records is a comma. */
  readonly surroundings: readonly [Uint8Array, Uint8Array];
};

export type RawPageRecord = {
  /** The record's bytes as received. */
  readonly bytes: Uint8Array;
  /** False when the bytes are not UTF-8 and what is parsed of them therefore has replacement characters in it. */
  readonly isUtf8: boolean;
  /** Parses the record. Throws a `WrongSliceError` when the page was not sliced at the ends of its records. */
  parse(): ParsedValue;
};

/** A parsed JSON value. */
export type ParsedValue = {
  readonly value: unknown;
  /** The same with long integers as `parsePrintableJson` has them; undefined when there are none. */
  readonly printable: unknown;
  /** Place where a record that was set aside is not valid JSON; its `value` is undefined. */
  readonly error?: JsonError;
};

/** A page was sliced by its pattern and the guess was wrong, or it is not JSON: `parsePage` finds out which. */
export class WrongSliceError extends Error {}

/**
 * Reason why a body is not ingested. `remedy`: what may lead to a usable page; `none` when the service would send the same
 * again, whatever is requested.
 */
export type PageRefusal = {
  readonly ok: false;
  readonly message: string;
  /** The technical cause. */
  readonly details?: string | undefined;
  readonly remedy: 'request-again' | 'smaller-pages' | 'none';
};

/** A step of a page, or why the page is refused. */
export type PageResult<Page> = { readonly ok: true; readonly page: Page } | PageRefusal;

/** The maximum number of JSON values that are parsed at once: as objects they take some hundred megabytes. */
const maxValues = 5_000_000;
/** The maximum length of what is parsed at once: a record of the maximum length, and what surrounds it. */
const maxWholeBytes = maxRecordBytes + 2 ** 20;
/** Within these bytes the list of a page begins. */
const maxPageStart = 2 ** 20;

/**
 * Slices a body into its records without parsing them, so that they can be parsed and released one by one. Undefined
 * when it does not have the form that services send. Only when all records have been parsed is it known to be JSON.
 * Also undefined when it seems to have too many records or values, or too long a record; `parsePage` counts exactly.
 */
export function slicePage(body: Uint8Array, brand: string): SlicedPage | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const field = fieldOf(brand);
  const sliced = sliceListByPattern(bytes, ['data', field], maxRecordsPerPage);
  if (!sliced || sliced === 'too-many') return undefined;
  if (sliced.elements.some(({ length }) => length > maxRecordBytes)) return undefined;
  if (sliced.elements.some((part) => hasMoreValuesThan(part, maxValues))) return undefined;
  const envelope = parseEnvelope(bytes, sliced, field);
  if (envelope === undefined || reportedError(envelope) !== undefined) return undefined;
  const allUtf8 = isUtf8(bytes);
  const records = sliced.elements.map((element) => ({
    bytes: element,
    isUtf8: allUtf8 || isUtf8(element),
    parse: () => parseSlice(element),
  }));
  const [first, last] = [sliced.elements[0], sliced.elements.at(-1)];
  if (!first || !last) return undefined;
  const surroundings = [
    bytes.subarray(0, first.byteOffset - bytes.byteOffset),
    bytes.subarray(last.byteOffset + last.length - bytes.byteOffset),
  ] as const;
  return { paginationInfo: memberOf(envelope, 'paginationInfo'), records, surroundings };
}

/** The page around a list of records, parsed with a mark in its place; undefined when that is no page. */
function parseEnvelope(bytes: Buffer, { start, end }: Range, field: string): unknown {
  // A second list of the same name would hide the mark.
  const mark = randomUUID();
  const withMark = Buffer.concat([bytes.subarray(0, start), Buffer.from(`"${mark}"`), bytes.subarray(end)]);
  if (hasMoreValuesThan(withMark, maxValues)) return undefined;
  const envelope = parseJson(withMark);
  const isPage = envelope.ok && memberOf(memberOf(envelope.value, 'data'), field) === mark;
  return isPage ? envelope.value : undefined;
}

type Range = { readonly start: number; readonly end: number };

function parseSlice(element: Uint8Array): ParsedValue {
  const text = textOf(element);
  try {
    return { value: JSON.parse(text), printable: parseIfLong(text) };
  } catch (cause) {
    throw new WrongSliceError('A record is not valid JSON as it was sliced.', { cause });
  }
}

function parseIfLong(text: string): unknown {
  return mayHaveLongIntegers(text) ? parsePrintableJson(text) : undefined;
}

function textOf(element: Uint8Array): string {
  return Buffer.from(element.buffer, element.byteOffset, element.byteLength).toString('utf8');
}

/** Parses a body, or returns why it is not a page. `brand` names the query field. */
export function parsePage(body: Uint8Array, brand: string): PageResult<ParsedPage> {
  const field = fieldOf(brand);
  const tooMuch = refuseOversized(body, field);
  if (tooMuch) return tooMuch;
  const parsed = parseJson(body);
  if (!parsed.ok) return parseBrokenPage(body, field) ?? parsed;
  const data = memberOf(parsed.value, 'data');
  const list = memberOf(data, field);
  if (!Array.isArray(list)) return refuse(whyNoList(parsed.value, data, field));
  const reported = reportedError(parsed.value);
  if (reported !== undefined) return refuse(`The service reports an error beside its results: ${reported}`);
  const slices = sliceList(body, ['data', field], maxRecordsPerPage);
  if (slices === 'too-many' || slices?.length !== list.length)
    throw new Error('The records of a page were not sliced as JSON.parse reads them.');
  const allUtf8 = isUtf8(body);
  const records = slices.map((bytes, index) => ({
    bytes,
    isUtf8: allUtf8 || isUtf8(bytes),
    parse: () => ({ value: list[index] as unknown, printable: parseIfLong(textOf(bytes)) }),
  }));
  return { ok: true, page: { paginationInfo: memberOf(parsed.value, 'paginationInfo'), records } };
}

/** A page of which single records are not valid JSON: they are set aside, the others are parsed. */
function parseBrokenPage(body: Uint8Array, field: string): PageResult<ParsedPage> | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const start = findList(bytes, ['data', field]);
  if (start === undefined) return undefined;
  let envelope: unknown;
  const isEnvelope = (listStart: number, listEnd: number) => {
    envelope = parseEnvelope(bytes, { start: listStart, end: listEnd }, field);
    return envelope !== undefined;
  };
  const sliced = sliceBrokenList(bytes, start, maxRecordsPerPage, isEnvelope);
  if (sliced === 'too-many') return refuseTooManyRecords();
  if (!sliced) return undefined;
  const reported = reportedError(envelope);
  if (reported !== undefined) return refuse(`The service reports an error beside its results: ${reported}`);
  const records = sliced.elements.map((element) => ({
    bytes: element,
    isUtf8: isUtf8(element),
    parse: () => parseOrLocate(element),
  }));
  const paginationInfo = memberOf(envelope, 'paginationInfo');
  // Otherwise the body may be truncated where its last brackets happen to close a page.
  const isComplete = sliced.isLastWhole || memberOf(paginationInfo, 'recordsInPage') === records.length;
  return isComplete ? { ok: true, page: { paginationInfo, records } } : undefined;
}

function parseOrLocate(element: Uint8Array): ParsedValue {
  try {
    return parseSlice(element);
  } catch (error) {
    if (!(error instanceof WrongSliceError)) throw error;
    return { value: undefined, printable: undefined, error: findJsonError(textOf(element)) };
  }
}

/** Refuses a body that is too long, or has too many records or values, before parsing takes memory for all of it. */
function refuseOversized(body: Uint8Array, field: string): PageRefusal | undefined {
  if (body.length > maxWholeBytes) return refuseTooLong();
  try {
    if (sliceList(body, ['data', field], maxRecordsPerPage) === 'too-many') return refuseTooManyRecords();
  } catch {
    // It is not valid JSON: the parser's error has the location.
  }
  return hasMoreValuesThan(body, maxValues) ? refuseTooManyValues() : undefined;
}

// Functions: formatting a number loads the tables of the language, which each thread would do when it starts.
function refuseTooManyRecords(): PageRefusal {
  return {
    ok: false,
    message: `The page has more than ${formatCount(maxRecordsPerPage)} records, the maximum that the service documents for one page, so none of them was written. Report this to the operator of the service.`,
    remedy: 'none',
  };
}

function refuseTooLong(): PageRefusal {
  return {
    ok: false,
    message: `The page has a record or a text of more than ${maxRecordBytes / 2 ** 20} MiB, the maximum that is parsed at once, so none of its records was written.`,
    remedy: 'smaller-pages',
  };
}

function refuseTooManyValues(): PageRefusal {
  return {
    ok: false,
    message: `The page has more than ${formatCount(maxValues)} JSON values, the maximum that is parsed at once, so none of its records was written.`,
    remedy: 'smaller-pages',
  };
}

/** The operator's name in a text that seems to be a response of the query endpoint; undefined for any other. */
export function brandOfPage(text: Uint8Array): string | undefined {
  const start = Buffer.from(text.buffer, text.byteOffset, Math.min(text.length, maxPageStart));
  return /"([A-Za-z][A-Za-z0-9]*)_udp_analyticgeojsonrecord"\s*:/.exec(start.toString('latin1'))?.[1];
}

function fieldOf(brand: string): string {
  return `${brand}_udp_analyticgeojsonrecord`;
}

function parseJson(body: Uint8Array): { ok: true; value: unknown } | PageRefusal {
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
    const details = quoteOutsideText(errorText(error));
    return { ...refuse('The service answered with something that is not whole JSON.'), details };
  }
}

function whyNoList(root: unknown, data: unknown, field: string): string {
  const reported = reportedError(root);
  if (reported !== undefined) return `The service refused the query: ${reported}`;
  const names = typeof data === 'object' && data !== null ? Object.keys(data) : [];
  const found =
    names.length > 0 ? ` It has ${quoteOutsideText(names.join(', '))}. Check the brand of the profile.` : '';
  return `The service's answer has no list data.${field}.${found}`;
}

/**
 * The error that a response reports although its status is a success; undefined when it reports none. Results next to an
 * error may be incomplete without any sign of it (GraphQL, "Response", handling of field errors).
 */
function reportedError(root: unknown): string | undefined {
  for (const name of ['errors', 'error']) {
    const reported = memberOf(root, name);
    const first = Array.isArray(reported) ? reported[0] : reported;
    if (first === undefined || first === null || first === false) continue;
    const message = typeof first === 'string' ? first : memberOf(first, 'message');
    return quoteOutsideText(typeof message === 'string' ? message : JSON.stringify(first));
  }
  const message = memberOf(root, 'data') === undefined ? memberOf(root, 'message') : undefined;
  return typeof message === 'string' ? quoteOutsideText(message) : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function refuse(message: string): PageRefusal {
  return { ok: false, message, remedy: 'request-again' };
}
