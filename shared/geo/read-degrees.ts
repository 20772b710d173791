const numberText = /^\s*([+\-\u2212]?)(\d+(?:[.,]\d*)?|[.,]\d+)(e[+-]?\d+)?\s*$/i;

/**
 * The angle in degrees that a text states, with a point or a comma; NaN for anything else. A comma does not separate
 * thousands here, since no angle has any.
 */
export function readDegrees(text: string): number {
  const [, sign = '', digits, exponent = ''] = numberText.exec(text) ?? [];
  if (digits === undefined) return Number.NaN;
  return Number(`${sign === '\u2212' ? '-' : sign}${digits.replace(',', '.')}${exponent}`);
}
