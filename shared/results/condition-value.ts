import { fail, type Result, succeed } from '../result.ts';
import { utcInstantSchema } from '../time.ts';
import { parseUtcInput } from '../utc-input.ts';
import type { Scalar } from './query.ts';
import type { FieldType } from './record-fields.ts';

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads the value of a condition as it is typed. `null` is no value; text in double quotes is that text, whatever it
 * says. Else it goes by the field's type: where the document does not show one, numbers, `true` and `false` are read as
 * such and the rest is text.
 *
 * Fails with `invalid-input` where nothing is typed and for what the type cannot be.
 */
export function readConditionValue(typed: string, type: FieldType): Result<Scalar> {
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

/** A value as `readConditionValue` reads it back: plain where that says the same, else in quotes. */
export function showConditionValue(value: Scalar, type: FieldType): string {
  if (typeof value !== 'string') return String(value);
  const plain = readConditionValue(value, type);
  return plain.ok && plain.value === value ? value : JSON.stringify(value.toWellFormed());
}

/** Why a field of this type cannot have this value; undefined where it can. */
export function valueProblem(value: Scalar, type: FieldType): string | undefined {
  if (value === null || type === 'unknown') return undefined;
  if (type === 'number') {
    return typeof value === 'number' ? undefined : `It is a number: write it without quotes.`;
  }
  if (typeof value !== 'string') return `It is text: write "${value}" in quotes.`;
  if (type === 'text') return undefined;
  const time = readTime(value);
  return time.ok ? undefined : time.failure.message;
}

/** A time as it is typed, in ISO 8601; one that is already so stays as it is, however fine. */
export function readTime(text: string): Result<string> {
  return utcInstantSchema.safeParse(text).success ? succeed(text) : parseUtcInput(text);
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
