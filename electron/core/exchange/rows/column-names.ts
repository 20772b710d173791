import { textStart } from '../../../../shared/cut-text.ts';
import type { ExportNotes } from '../export-notes.ts';
import type { Column } from './layer.ts';

/** A format's rules for column names. */
export type NameRules = {
  /** A name that the format accepts; may be equal for different names. */
  clean(name: string): string;
  /** The comparison key: equal for two names that the format does not distinguish. */
  fold(name: string): string;
  /** Names that are reserved by the format. */
  readonly reserved: readonly string[];
  /** In the units of `length`. */
  readonly maxLength: number;
  length(name: string): number;
};

/** The maximum number of renamed columns in a note. */
const maxListedChanges = 30;

/** A valid and unique name for each column. Changed names are noted. */
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
    const more = changes.length > maxListedChanges ? ` and ${changes.length - maxListedChanges} more` : '';
    notes?.add(
      `Columns that the format names otherwise: ${changes.slice(0, maxListedChanges).join(', ')}${more}.`,
    );
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
  let short = textStart(name, maxLength);
  while (length(short) > maxLength) short = textStart(short, short.length - 1);
  return short;
}

/** The name without control characters, which few readers accept. */
export function withoutControls(name: string): string {
  return name.replace(/\p{Cc}+/gu, '_').trim();
}
