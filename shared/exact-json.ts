declare global {
  interface JSON {
    /** https://tc39.es/proposal-json-parse-with-source/ */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

/**
 * Parses JSON as `JSON.parse` does, but an integer that a double cannot hold exactly becomes the text of its digits
 * (docs/decisions, decision 38). Decimals with more digits than a double has are rounded, as everywhere.
 */
export function parseExactJson(text: string): unknown {
  return parseLongIntegers(text, (digits) => digits);
}

/** The same, but such an integer becomes a value that `JSON.stringify` prints as a number with the same digits. */
export function parsePrintableJson(text: string): unknown {
  return parseLongIntegers(text, (digits) => JSON.rawJSON(digits));
}

/** Whether JSON may have integers that a double cannot hold: false for nearly all texts, and fast. */
export function mayHaveLongIntegers(text: string): boolean {
  return longInteger.test(text);
}

/** The digits of an integer that a double cannot hold; undefined for any other text. */
export function readLongInteger(text: string): bigint | undefined {
  return isLongInteger(text) ? BigInt(text) : undefined;
}

/** 2^53 has 16 digits. What precedes and follows keeps decimals out, such as those of coordinates. */
const longInteger = /(?:^|[[:,\s])-?\d{16,}(?:[\s,\]}]|$)/;

function isLongInteger(text: string): boolean {
  return text.length >= 16 && /^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text));
}

/** Every value costs a call of the reviver, so only texts that need it pay. */
function parseLongIntegers(text: string, convert: (digits: string) => unknown): unknown {
  if (!mayHaveLongIntegers(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value, context) => {
    const source = context?.source;
    return typeof value === 'number' && source !== undefined && isLongInteger(source)
      ? convert(source)
      : value;
  });
}
