import { textStart } from '../cut-text.ts';

/** Maximum number of characters of an area's name. */
export const maxAreaNameLength = 200;

/**
 * Makes the names of new areas unique: a name that another area has gets ` (2)`, ` (3)` … appended and is shortened
 * if it would be too long. `existing` are the names of present areas.
 */
export function uniqueNames(requested: readonly string[], existing: Iterable<string>): string[] {
  const used = new Set(existing);
  const nextNumbers = new Map<string, number>();
  return requested.map((name) => {
    let unique = name;
    for (let number = nextNumbers.get(name) ?? 2; used.has(unique); number += 1) {
      const suffix = ` (${number})`;
      unique = textStart(name, maxAreaNameLength - suffix.length) + suffix;
      nextNumbers.set(name, number + 1);
    }
    used.add(unique);
    return unique;
  });
}
