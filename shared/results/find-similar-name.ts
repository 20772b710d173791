/** Returns the name that `typed` is most likely a misspelling of: at most two edits away, ignoring case. */
export function findSimilarName(typed: string, names: readonly string[]): string | undefined {
  const target = typed.toLowerCase();
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(target, name.toLowerCase());
    if (distance <= Math.min(2, Math.floor(name.length / 3)) && distance < (best?.distance ?? 3)) {
      best = { name, distance };
    }
  }
  return best?.name;
}

/** Levenshtein's distance, row by row. */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let row = Array.from({ length: other.length + 1 }, (_none, index) => index);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (one[line - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
