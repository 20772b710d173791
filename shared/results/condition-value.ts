import { readTypedTime } from '../relative-time.ts';
import { fail, type Result, succeed } from '../result.ts';
import { utcInstantSchema } from '../time.ts';
import type { Scalar } from './query.ts';
import type { RecordFieldType } from './record-fields.ts';

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Parses the value of a condition as typed. `null` means no value; text in double quotes is always text. Otherwise the
 * type of the field decides: when it is unknown, numbers, `true` and `false` are read as such and everything else as
 * text.
 *
 * Fails with `invalid-input` for a blank text and for a value that the type does not allow.
 */
export function readConditionValue(typed: string, type: RecordFieldType): Result<Scalar> {
  const text = typed.trim();
  if (text === '') return fail('invalid-input', 'Type a value, or "" for an empty text.');
  if (text === 'null') return succeed(null);
  const quoted = readQuoted(text);
  switch (type) {
    case 'text':
      return succeed(quoted ?? text.toWellFormed());
    case 'time':
      return readTime(quoted ?? text);
    case 'number':
      return quoted === undefined ? readNumber(text) : fail('invalid-input', notANumber(text));
    case 'unknown':
      return quoted === undefined ? readLiteral(text) : succeed(quoted);
  }
}

/** Formats a value so that `readConditionValue` reads it back: plain if unambiguous, else in quotes. */
export function formatConditionValue(value: Scalar, type: RecordFieldType): string {
  if (typeof value !== 'string') return String(value);
  const plain = readConditionValue(value, type);
  return plain.ok && plain.value === value ? value : JSON.stringify(value.toWellFormed());
}

/** Returns why a field of this type cannot have a value; undefined when it can. */
export function valueProblem(value: Scalar, type: RecordFieldType): string | undefined {
  if (value === null || type === 'unknown') return undefined;
  if (type === 'number') {
    return typeof value === 'number' ? undefined : `It is a number: write it without quotes.`;
  }
  if (typeof value !== 'string') return `It is text: write "${value}" in quotes.`;
  if (type === 'text') return undefined;
  const time = readTime(value);
  return time.ok ? undefined : time.failure.message;
}

/** Converts a typed time to ISO 8601; a time already in that form stays unchanged, at any precision. */
export function readTime(text: string): Result<string> {
  return utcInstantSchema.safeParse(text).success ? succeed(text) : readTypedTime(text, Date.now());
}

function readQuoted(text: string): string | undefined {
  if (!text.startsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value.toWellFormed() : undefined;
  } catch {
    // Text that happens to begin with a quotation mark.
    return undefined;
  }
}

function readNumber(text: string): Result<number> {
  const value = numberPattern.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
    return fail('invalid-input', notANumber(text));
  }
  return succeed(value === 0 ? 0 : value);
}

function readLiteral(text: string): Result<Scalar> {
  if (text === 'true' || text === 'false') return succeed(text === 'true');
  return numberPattern.test(text) ? readNumber(text) : succeed(text.toWellFormed());
}

function notANumber(text: string): string {
  return `“${text}” is not a number that can be sent. Type digits with a decimal point, such as 31.4.`;
}
