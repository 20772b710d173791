import type { Area } from '../../../shared/areas/area.ts';
import { areaRegion } from '../../../shared/areas/area-region.ts';
import { shapeToRings } from '../../../shared/areas/shape-to-rings.ts';
import type { Region } from '../../../shared/geo/region.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
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

/** The scope of a rule; undefined without its saved search or its area. */
export async function readScope(
  opened: Workspace,
  rule: Pick<WatchRuleSettings, 'searchId' | 'areaId' | 'expression'>,
): Promise<RuleScope | undefined> {
  const [areas, { searches }] = await Promise.all([opened.listAreas(), opened.listSearches()]);
  const search = searches.find((stored) => stored.search.id === rule.searchId)?.search;
  return search && scopeOfRule(rule, areas, search.name);
}
