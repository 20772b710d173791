import type { ExportNotes } from '../export-notes.ts';
import type { Column } from './layer.ts';

/** What a format takes for the name of a column. */
export type NameRules = {
  /** A name that the format can write; may be the same for different names. */
  clean(name: string): string;
  /** What is the same for two names that the format cannot tell apart. */
  fold(name: string): string;
  /** Names that the format has for itself. */
  readonly reserved: readonly string[];
  /** In the units of `length`. */
  readonly maxLength: number;
  length(name: string): number;
};

/** Names that differ from the columns' own are told to the reader, at most so many. */
const maxTold = 30;

/** For each column a name that the format can write and tell from the others. Every change is noted. */
export function nameColumns(
  columns: readonly Column[],
  rules: NameRules,
  notes?: ExportNotes,
): readonly string[] {
  const taken = new Set(rules.reserved.map(rules.fold));
  const names = columns.map(({ name }) => {
    const free = freeName(rules.clean(name) || 'property', taken, rules);
    taken.add(rules.fold(free));
    return free;
  });
  const changes = columns.flatMap(({ name }, index) =>
    name === names[index] ? [] : [`“${name}” is ${names[index]}`],
  );
  if (changes.length > 0) {
    const more = changes.length > maxTold ? ` and ${changes.length - maxTold} more` : '';
    notes?.add(`Columns that the format names otherwise: ${changes.slice(0, maxTold).join(', ')}${more}.`);
  }
  return names;
}

function freeName(name: string, taken: ReadonlySet<string>, rules: NameRules): string {
  let candidate = cut(name, rules.maxLength, rules);
  for (let count = 2; taken.has(rules.fold(candidate)); count += 1) {
    const ending = `_${count}`;
    candidate = cut(name, rules.maxLength - ending.length, rules) + ending;
  }
  return candidate;
}

function cut(name: string, maxLength: number, { length }: NameRules): string {
  let short = name;
  while (length(short) > maxLength) short = short.slice(0, -1);
  return short;
}

/** Without control characters, which few readers of tables bear in a name. */
export function withoutControls(name: string): string {
  return name.replace(/\p{Cc}+/gu, '_').trim();
}
