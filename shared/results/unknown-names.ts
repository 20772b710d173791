import type { FieldProblem } from '../result.ts';
import { documentedAnalytics } from './analytics.ts';
import type { KnownNames } from './detection.ts';
import { knownRegions, type SearchInput } from './search.ts';

/** The names of the service's documents, then the further ones it has returned; without a workspace it has none. */
export function listKnownNames(served: KnownNames = { regions: [], analytics: [] }): KnownNames {
  return {
    regions: [...new Set([...knownRegions, ...served.regions])],
    analytics: [...new Set([...documentedAnalytics, ...served.analytics])],
  };
}

/** `not among the 2 regions that the service documents or has returned`. */
export function notKnown(field: keyof KnownNames, known: KnownNames): string {
  return `not among the ${known[field].length} ${field} that the service documents or has returned`;
}

/** Longest list of known names that a message enumerates. */
const maxEnumerated = 4;

/** A problem for each name of a search that is not known. It may exist: the service documents no full lists. */
export function findUnknownNames(
  search: Pick<SearchInput, 'regions' | 'analytics'>,
  known: KnownNames,
): readonly FieldProblem[] {
  return (['regions', 'analytics'] as const).flatMap((field) => {
    const names = known[field];
    const list = names.length <= maxEnumerated ? ` (${names.join(', ')})` : '';
    return search[field]
      .filter((name) => !names.includes(name))
      .map((value) => ({
        field,
        value,
        message: `“${value}” is ${notKnown(field, known)}${list}.`,
      }));
  });
}

/** The known name that equals a typed one except for case and Unicode normalization; otherwise the typed one. */
export function toKnownName(typed: string, known: readonly string[]): string {
  const folded = foldName(typed);
  return known.find((name) => foldName(name) === folded) ?? typed;
}

function foldName(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}
