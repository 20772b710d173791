import { textStart } from '../../../../shared/cut-text.ts';
import type { ExportNotes } from '../export-progress.ts';
import type { Column } from './layer.ts';

/** A format's rules for column names. */
export type NameRules = {
  /** Names that are reserved by the format. */
  readonly reserved: readonly string[];
  /** In UTF-16 code units; absent: any length. */
  readonly maxLength?: number;
  /** A name that the format accepts; may be equal for different names. Absent: without control characters. */
  readonly clean?: (name: string) => string;
  /** Whether names that differ only in case are two names. */
  readonly isCaseSensitive?: boolean;
};

/** The maximum number of renamed columns in a note. */
const maxListedChanges = 30;

/** A valid and unique name for each column. Changed names are noted. */
export function nameColumns(
  columns: readonly Column[],
  rules: NameRules,
  notes?: ExportNotes,
): readonly string[] {
  const { reserved, maxLength = Number.POSITIVE_INFINITY, clean = withoutControls } = rules;
  // Readers such as GDAL and DuckDB compare column names without case.
  const fold = (name: string) => (rules.isCaseSensitive ? name : name.toLowerCase());
  const taken = new Set(reserved.map(fold));
  const names = columns.map(({ name }) => {
    const cleaned = clean(name) || 'property';
    let free = textStart(cleaned, maxLength);
    for (let count = 2; taken.has(fold(free)); count += 1) {
      const ending = `_${count}`;
      free = textStart(cleaned, maxLength - ending.length) + ending;
    }
    taken.add(fold(free));
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

/** The name without control characters, which few readers accept. */
function withoutControls(name: string): string {
  return name.replace(/\p{Cc}+/gu, '_').trim();
}
