/** The properties of a detection in a form that PostgreSQL's `jsonb` accepts. */
export type StorableJson = {
  /** The text of a JSON object; null when the properties cannot be stored. */
  readonly text: string | null;
  /** Whether `text` differs from the input. */
  readonly isChanged: boolean;
};

/** Matches complete escape sequences, so that an escaped backslash is not read as the start of the next sequence. */
const escapes = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\[^u]/g;
const unstorableEscape = /^\\u(0000|[dD][89a-fA-F][\da-fA-F]{2})$/;

/** Limits on numbers, well below those of `numeric`, which has up to 131,072 digits before the decimal point. */
const maxNumberLength = 1000;
const maxExponent = 400;

/**
 * Converts the text of a JSON object for `jsonb`, which refuses the character U+0000, lone surrogates, and numbers beyond
 * the range of `numeric`. Such characters become U+FFFD; properties with such a number are left out. A null argument
 * stands for text that is not valid JSON or is nested too deeply.
 */
export function toStorableJson(text: string | null): StorableJson {
  if (text === null || (mayHaveLargeNumber(text) && hasLargeNumber(text)))
    return { text: null, isChanged: true };
  if (!text.includes('\\u')) return { text, isChanged: false };
  const storable = text.replace(escapes, (found) => (unstorableEscape.test(found) ? '\\ufffd' : found));
  return { text: storable, isChanged: storable !== text };
}

/** A number with a long exponent. What precedes a number in JSON is required, since identifiers often have `4e123`. */
const longExponent = /[:[,\s]-?\d[\d.]*[eE][+-]?\d{3}/;

function mayHaveLargeNumber(text: string): boolean {
  return longExponent.test(text) || (text.length > maxNumberLength && /\d{500}/.test(text));
}

function hasLargeNumber(text: string): boolean {
  let isFound = false;
  JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    // The standard types of TypeScript do not declare the third parameter.
    if (typeof value === 'number' && isLarge(context?.source ?? '')) isFound = true;
    return value;
  });
  return isFound;
}

function isLarge(source: string): boolean {
  const exponent = /[eE]([+-]?\d+)$/.exec(source)?.[1] ?? '0';
  return source.length > maxNumberLength || Math.abs(Number(exponent)) > maxExponent;
}

/** Converts a value to JSON for `jsonb`. NUL characters and lone surrogates in its texts become U+FFFD. */
export function toStorableJsonText(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'string' ? member.replaceAll('\0', '\ufffd').toWellFormed() : member,
  );
}
