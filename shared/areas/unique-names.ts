/** The most characters that an area's name may have. */
export const maxAreaNameLength = 200;

/**
 * Names for new areas, in their order: each as wanted or, where another area has it, with ` (2)`, ` (3)` … behind it,
 * cut where it would grow too long. `taken` are the names that are there already.
 */
export function uniqueNames(wanted: readonly string[], taken: Iterable<string>): string[] {
  const used = new Set(taken);
  const nextNumbers = new Map<string, number>();
  return wanted.map((name) => {
    let unique = name;
    for (let number = nextNumbers.get(name) ?? 2; used.has(unique); number += 1) {
      const suffix = ` (${number})`;
      unique = name.slice(0, maxAreaNameLength - suffix.length) + suffix;
      nextNumbers.set(name, number + 1);
    }
    used.add(unique);
    return unique;
  });
}
