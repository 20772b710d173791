import { isNoValue, maxValueLength } from '../../tables/read-number.ts';

/**
 * A cell of a format without types, such as CSV. It is a number, true or false where all cells of its column are, and a
 * text else (`AttributeColumns`).
 */
export class UntypedCell {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A leading zero or plus belongs to a code, such as a telephone number; so may an exponent without a sign. */
const number = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:e[-+]\d{1,3})?$/i;

/** Kind of a value of a column: `long` is an integer that a double cannot hold, `mark` none where others are no texts. */
export type ValueKind = 'mark' | 'integer' | 'real' | 'long' | 'boolean' | 'text';

/** The kind of a text; of one in a column with a type only whether it is a mark. */
export function kindOfText(cell: string, isTyped: boolean): ValueKind {
  const text = cell.trim();
  if (text.length > maxValueLength) return 'text';
  if (isNoValue(text)) return 'mark';
  if (isTyped) return 'text';
  if (/^(?:true|false)$/i.test(text)) return 'boolean';
  return number.test(text) ? kindOfNumber(text) : 'text';
}

function kindOfNumber(text: string): ValueKind {
  if (/[.e]/i.test(text)) return Number.isFinite(Number(text)) ? 'real' : 'text';
  return Number.isSafeInteger(Number(text)) ? 'integer' : 'long';
}

/** The type of a column by the kinds of its values. */
export function typeOfColumn(kinds: ReadonlySet<ValueKind>): 'text' | 'integer' | 'real' | 'boolean' {
  const isOnly = (...allowed: readonly ValueKind[]) =>
    allowed.some((kind) => kinds.has(kind)) &&
    [...kinds].every((kind) => kind === 'mark' || allowed.includes(kind));
  if (isOnly('boolean')) return 'boolean';
  if (isOnly('integer')) return 'integer';
  return isOnly('integer', 'real') ? 'real' : 'text';
}
