import type { FieldProblem } from '../result.ts';
import { documentedAnalytics } from './analytic-name.ts';
import type { ResultCounts } from './detection.ts';
import { knownRegions, type SearchInput } from './search.ts';

/** The regions and analytics that the service's documents and the results of the workspace name. */
export type KnownNames = { readonly regions: readonly string[]; readonly analytics: readonly string[] };

/** The names of the documents, then the further ones of the workspace; `counts` is null without a workspace. */
export function listKnownNames(counts: Pick<ResultCounts, 'regions' | 'byAnalytic'> | null): KnownNames {
  return {
    regions: [...new Set([...knownRegions, ...(counts?.regions ?? [])])],
    analytics: [
      ...new Set([...documentedAnalytics, ...(counts?.byAnalytic ?? []).map(({ analytic }) => analytic)]),
    ],
  };
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
        message: `“${value}” is not among the ${names.length} known ${field}${list}.`,
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
