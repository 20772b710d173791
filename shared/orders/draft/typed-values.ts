import { readTypedTime } from '../../relative-time.ts';
import type { FieldProblem } from '../../result.ts';

/** The value of a typed field, undefined when it is blank or invalid, and the problems. */
export type TypedValue<Value> = {
  readonly value: Value | undefined;
  readonly problems: readonly FieldProblem[];
};

/** A time as text to send, and its instant. */
export type TypedInstant = { readonly text: string; readonly milliseconds: number };

/** A time range to send. */
export type TypedRange = { readonly min: TypedInstant; readonly max: TypedInstant };

/** Complete ISO 8601 in UTC, with any number of decimals. */
const fullInstant = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(?:Z|\+00:00)$/;

/**
 * Reads a time as typed, UTC or relative to now. Complete ISO 8601 stays unchanged, so that a stored request can be sent again as
 * it was. Any other form is written with `Z` and milliseconds. A blank field is a problem.
 */
export function readTypedInstant(field: string, typed: string): TypedValue<TypedInstant> {
  const [full, seconds, decimals = ''] = fullInstant.exec(typed.trim()) ?? [];
  const read = readTypedTime(
    full === undefined ? typed : `${seconds}.${decimals.slice(0, 3).padEnd(3, '0')}Z`,
    Date.now(),
  );
  if (!read.ok) {
    return { value: undefined, problems: [{ field, value: typed, message: read.failure.message }] };
  }
  return { value: { text: full ?? read.value, milliseconds: Date.parse(read.value) }, problems: [] };
}

/** Reads a range as typed. Its end must lie after its start; fields of the problems are `….from` and `….to`. */
export function readTypedRange(
  field: string,
  { from, to }: { readonly from: string; readonly to: string },
): TypedValue<TypedRange> {
  const min = readTypedInstant(`${field}.from`, from);
  const max = readTypedInstant(`${field}.to`, to);
  if (!min.value || !max.value) return { value: undefined, problems: [...min.problems, ...max.problems] };
  if (min.value.milliseconds < max.value.milliseconds) {
    return { value: { min: min.value, max: max.value }, problems: [] };
  }
  const message =
    'The range ends at or before its start. Choose a later end; a date alone means its start, 00:00 UTC.';
  return { value: undefined, problems: [{ field: `${field}.to`, value: to, message }] };
}

/** Reads a number as typed: at least `min`, and an integer if `whole`. A blank field is absent. */
export function readTypedNumber(
  field: string,
  typed: string,
  rule: { readonly min: number; readonly whole: boolean; readonly message: string },
): TypedValue<number> {
  const text = typed.trim();
  if (text === '') return { value: undefined, problems: [] };
  const value = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  const isRight = Number.isFinite(value) && value >= rule.min && (!rule.whole || Number.isSafeInteger(value));
  if (isRight) return { value, problems: [] };
  return { value: undefined, problems: [{ field, value: typed, message: `“${text}”: ${rule.message}` }] };
}

/** Reads one of the names that the service documents. A blank field is absent. */
export function readTypedName<Name extends string>(
  field: string,
  typed: string,
  names: readonly Name[],
  what: string,
): TypedValue<Name> {
  const text = typed.trim();
  if (text === '') return { value: undefined, problems: [] };
  const value = names.find((name) => name === text);
  if (value !== undefined) return { value, problems: [] };
  const message = `“${text}” is not ${what} that the service's document lists. Choose ${names.join(', ')}, or none.`;
  return { value: undefined, problems: [{ field, value: typed, message }] };
}
