import { areaRegion } from '../../../shared/areas/area-region.ts';
import { shapeToRings } from '../../../shared/areas/shape-to-rings.ts';
import type { RequestedArea } from '../../../shared/passes/area-pass.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import {
  fieldsToFind,
  isUnproven,
  type RuleSubjects,
  ruleObstacle,
} from '../../../shared/watch/rule-obstacle.ts';
import type { WatchRuleSettings } from '../../../shared/watch/watch-rule.ts';
import { reasonText } from '../../../shared/watch/watch-status.ts';
import type { Workspace } from '../workspace/open/workspace.ts';

/** Filter of the detections that a rule watches, in the workspace. */
export type RuleScope = {
  /** Its detections, of all fetches of its saved search. */
  readonly filter: DetectionFilter;
  /** Place and conditions, as sentences. */
  readonly conditions: readonly string[];
  readonly areaName: string | null;
  readonly area: RequestedArea | null;
};

/** Names of the workspace that rules are compared with. */
export async function readNames(
  opened: Workspace,
): Promise<Pick<RuleSubjects, 'layers' | 'properties' | 'parameters' | 'served'>> {
  const [layers, properties, parameters, { served }] = await Promise.all([
    opened.listLayers(),
    opened.properties(),
    opened.parameters(),
    opened.counts({}),
  ]);
  return { layers, properties, parameters, served };
}

/** The scope of a rule. Fails with `not-found` where it cannot find anything. */
export async function readScope(
  opened: Workspace,
  rule: Pick<WatchRuleSettings, 'searchId' | 'areaId' | 'expression' | 'condition'>,
): Promise<Result<RuleScope>> {
  const { searchId, areaId, expression } = rule;
  const [areas, { searches }, names] = await Promise.all([
    opened.listAreas(),
    opened.listSearches(),
    readNames(opened),
  ]);
  const saved = searches.find(({ search }) => search.id === searchId)?.search;
  const area = areaId === null ? null : areas.find(({ id }) => id === areaId);
  const found = await opened.foundValues(saved?.search.analytics ?? [], fieldsToFind(rule));
  const subjects = {
    ...names,
    search: saved?.search,
    hasArea: area !== undefined,
    siteKind: area?.site?.kind,
    found,
  };
  const obstacle = ruleObstacle(rule, subjects);
  if (obstacle && !isUnproven(obstacle))
    return fail('not-found', `The rule cannot find anything: ${reasonText(obstacle)}`);
  return succeed({
    filter: {
      searchId,
      ...(area ? { within: shapeToRings(area.shape) } : {}),
      ...(expression === undefined ? {} : { expression }),
    },
    conditions: [
      `Saved search “${saved?.name}”`,
      ...(area ? [`Inside ${area.name}`] : []),
      ...(expression === undefined ? [] : [expression]),
    ],
    areaName: area?.name ?? null,
    area: area ? { id: area.id, region: areaRegion(area.shape), siteKind: area.site?.kind } : null,
  });
}
