/** A number in digits with a decimal point; an exponent as programs write it. */
const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** No number, position or time is longer, and expressions over texts of megabytes take minutes or overflow. */
export const maxValueLength = 200;

/**
 * The number of a cell, NaN where it has none or more than one meaning. A comma is a decimal one where `isDecimalComma`.
 * Thousands can be separated by spaces or apostrophes, or by the character that is not the decimal one.
 */
export function readNumber(text: string, isDecimalComma: boolean): number {
  if (text.length > maxValueLength) return Number.NaN;
  const trimmed = text.trim().replace(/^[−‐‑–]/, '-');
  if (decimal.test(trimmed)) return Number(trimmed);
  if (isDecimalComma && decimal.test(trimmed.replace(',', '.'))) return Number(trimmed.replace(',', '.'));
  const grouped = /^([-+]?\d{1,3})(?:([,.'’ \u00A0\u202F])(\d{3}(?:\2\d{3})*))(?:([.,])(\d+))?$/.exec(
    trimmed,
  );
  if (!grouped) return Number.NaN;
  const [, first = '', separator = '', groups = '', point, fraction = ''] = grouped;
  const isPlain = separator === ',' || separator === '.';
  // One comma or point alone may be a decimal one.
  if (isPlain && (point === separator || (point === undefined && groups.length === 3))) return Number.NaN;
  return Number(`${first}${groups.replaceAll(separator, '')}.${fraction}`);
}

/** A number that is an identifier, as programs write it: its digits, or that it was rounded and cannot be restored. */
export type IdentifierDigits =
  | { readonly digits: string; readonly isRounded: false }
  | { readonly isRounded: true };

/**
 * The digits of an identifier such as `219000105`, `219000105.0`, `219,000,105`, `="219000105"`, `'219000105` or
 * `urn:mrn:imo:mmsi:219000105`; undefined for anything else. `2.19E+08` is what spreadsheets make of one.
 */
export function readIdentifierDigits(text: string): IdentifierDigits | undefined {
  if (text.length > maxValueLength) return undefined;
  if (/^\d+$/.test(text)) return { digits: text, isRounded: false };
  const inner = text
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^(["'’`])(.*?)\1?$/, '$2')
    .replace(/^urn:mrn:(?:[a-z\d.-]+:)*/i, '')
    .trim();
  const scientific = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i.exec(inner);
  if (scientific) {
    const [, first = '', fraction = '', exponent = ''] = scientific;
    const missing = Number(exponent) - fraction.length;
    return missing === 0 ? { digits: first + fraction, isRounded: false } : { isRounded: true };
  }
  const whole = /^(\d{4,})[.,]0+$/.exec(inner)?.[1];
  const grouped = /^(\d{1,3}([,.'’_ \u00A0\u202F])\d{3}(?:\2\d{3})*)(?:[.,]0+)?$/.exec(inner)?.[1];
  const digits = whole ?? grouped?.replaceAll(/\D/g, '') ?? inner;
  return /^\d+$/.test(digits) ? { digits, isRounded: false } : undefined;
}

/** Marks that programs write for no value: R, pandas, PostgreSQL, spreadsheets and people. None has a digit or five characters. */
const noValue = /^(?:#?n\/?a|n\.a\.|null|none|nan|\\n|[-–—]{1,3})?$/i;

/** Whether a cell without white space around it is a mark for no value, or empty. */
export function isNoValue(cell: string): boolean {
  return cell.length <= 4 && noValue.test(cell);
}
