/** The properties of a detection in a form that PostgreSQL's `jsonb` accepts. */
export type StorableJson = {
  /** Null when they cannot be stored at all. */
  readonly text: string | null;
  /** Whether that is not exactly what was given. */
  readonly isChanged: boolean;
};

/** Whole escapes, so that an escaped backslash is not read as the start of the next one. */
const escapes = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\[^u]/g;
const unstorableEscape = /^\\u(0000|[dD][89a-fA-F][\da-fA-F]{2})$/;

/** More digits than this are not taken from a service; `numeric` has up to 131,072 before the point. */
const maxNumberLength = 1000;
const maxExponent = 400;

/**
 * Converts the text of a JSON object for `jsonb`, which refuses the character U+0000, lone surrogates, and numbers beyond
 * the range of `numeric`. Such characters become U+FFFD; with such a number the properties are left out. Null is text
 * that is not valid JSON, or nested too deeply.
 */
export function toStorableJson(text: string | null): StorableJson {
  if (text === null || (mayHaveLargeNumber(text) && hasLargeNumber(text)))
    return { text: null, isChanged: true };
  if (!text.includes('\\u')) return { text, isChanged: false };
  const storable = text.replace(escapes, (found) => (unstorableEscape.test(found) ? '\\ufffd' : found));
  return { text: storable, isChanged: storable !== text };
}

function mayHaveLargeNumber(text: string): boolean {
  return /\d[eE][+-]?\d{3}/.test(text) || (text.length > maxNumberLength && /\d{500}/.test(text));
}

function hasLargeNumber(text: string): boolean {
  let isFound = false;
  JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    // The types of TypeScript lack the third parameter.
    if (typeof value === 'number' && isLarge(context?.source ?? '')) isFound = true;
    return value;
  });
  return isFound;
}

function isLarge(source: string): boolean {
  const exponent = /[eE]([+-]?\d+)$/.exec(source)?.[1] ?? '0';
  return source.length > maxNumberLength || Math.abs(Number(exponent)) > maxExponent;
}
