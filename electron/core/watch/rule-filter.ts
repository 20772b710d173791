import type { Area } from '../../../shared/areas/area.ts';
import { areaRegion } from '../../../shared/areas/area-region.ts';
import { shapeToRings } from '../../../shared/areas/shape-to-rings.ts';
import type { Region } from '../../../shared/geo/region.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { missingLayers } from '../../../shared/watch/rule-names.ts';
import type { WatchRuleSettings } from '../../../shared/watch/watch-rule.ts';
import type { Workspace } from '../workspace/open/workspace.ts';

/** What a rule watches, in the workspace. */
export type RuleScope = {
  /** Its detections, of all fetches of its saved search. */
  readonly filter: DetectionFilter;
  /** Place and conditions, as sentences. */
  readonly conditions: readonly string[];
  readonly areaName: string | null;
  readonly area: { readonly id: string; readonly region: Region } | null;
};

/** Finds the area of a rule and makes its filter; undefined when the area was deleted. */
function scopeOfRule(
  { searchId, areaId, expression }: Pick<WatchRuleSettings, 'searchId' | 'areaId' | 'expression'>,
  areas: readonly Area[],
  searchName: string,
): RuleScope | undefined {
  const area = areaId === null ? null : areas.find(({ id }) => id === areaId);
  if (area === undefined) return undefined;
  return {
    filter: {
      searchId,
      ...(area ? { within: shapeToRings(area.shape) } : {}),
      ...(expression === undefined ? {} : { expression }),
    },
    conditions: [
      `Saved search “${searchName}”`,
      ...(area ? [`Inside ${area.name}`] : []),
      ...(expression === undefined ? [] : [expression]),
    ],
    areaName: area?.name ?? null,
    area: area && { id: area.id, region: areaRegion(area.shape) },
  };
}

/** The scope of a rule. Fails with `not-found` without its saved search, its area, or a layer that its expression names. */
export async function readScope(
  opened: Workspace,
  rule: Pick<WatchRuleSettings, 'searchId' | 'areaId' | 'expression'>,
): Promise<Result<RuleScope>> {
  const [areas, { searches }, layers] = await Promise.all([
    opened.listAreas(),
    opened.listSearches(),
    opened.listLayers(),
  ]);
  const search = searches.find((stored) => stored.search.id === rule.searchId)?.search;
  if (!search) return fail('not-found', 'The saved search is not in this workspace.');
  const scope = scopeOfRule(rule, areas, search.name);
  if (!scope) return fail('not-found', 'The area is not in this workspace.');
  const [missing] = missingLayers(rule.expression, layers);
  return missing === undefined ? succeed(scope) : fail('not-found', missing);
}
