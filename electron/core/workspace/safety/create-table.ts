import { isKeyword } from './sql-tokens.ts';

/** A CREATE TABLE statement in parts, each of them tokens joined by spaces. */
export type TableStatement = {
  readonly name: string;
  readonly columns: readonly (readonly string[])[];
  /** Constraints of the table as one text. */
  readonly constraints: string;
  /** What follows the parenthesis, such as `without rowid`. */
  readonly options: string;
};

/** Splits the tokens of a CREATE TABLE statement; undefined where it has another form. */
export function splitCreateTable(tokens: readonly string[]): TableStatement | undefined {
  const [create, table, name, open, ...rest] = tokens;
  if (create !== 'create' || table !== 'table' || name === undefined || open !== '(') return undefined;
  const parts: string[][] = [[]];
  let depth = 1;
  let at = 0;
  for (; at < rest.length && depth > 0; at += 1) {
    const one = rest[at] ?? '';
    if (one === '(') depth += 1;
    if (one === ')') depth -= 1;
    if (depth === 1 && one === ',') parts.push([]);
    else if (depth > 0) parts.at(-1)?.push(one);
  }
  if (depth > 0) return undefined;
  const first = parts.findIndex(([word = '']) => tableConstraints.has(word));
  const end = first < 0 ? parts.length : first;
  return {
    name,
    columns: parts.slice(0, end),
    constraints: parts
      .slice(end)
      .map((part) => part.join(' '))
      .join(' , '),
    options: rest.slice(at).join(' '),
  };
}

const tableConstraints = new Set(['constraint', 'primary', 'unique', 'check', 'foreign']);

/** The name of a column that has a name and a type and nothing else; undefined for any other. */
export function readPlainColumn([name = '', ...type]: readonly string[]): string | undefined {
  if (isKeyword(name) || /^['\d]/.test(name)) return undefined;
  const [, words = ''] = /^((?:\S+ )*?\S*)(?: \( \d+(?: , \d+)? \))?$/.exec(type.join(' ')) ?? [];
  const isType =
    words === '' || words.split(' ').every((word) => /^[a-z]\w*$/.test(word) && !isKeyword(word));
  return isType && type.length <= 12 ? name : undefined;
}
