import type { Area } from '../areas/area.ts';
import type { Job } from '../jobs/job.ts';
import type { StoredSearch } from '../searches/saved-search.ts';
import { describeRuns } from '../searches/schedule.ts';
import { type FoundValues, nothingFound, type RuleSubjects, ruleObstacle } from './rule-obstacle.ts';
import type { WatchRule } from './watch-rule.ts';
import { type WatchStatus, type WatchStatusInput, watchStatus } from './watch-status.ts';

/** A rule as it is listed. */
export type ListedWatchRule = {
  readonly rule: WatchRule;
  /** Null where the workspace does not have it. */
  readonly searchName: string | null;
  /** When the saved search is run: `hourly, paused`; null without it. */
  readonly runs: string | null;
  /** Null everywhere, and where the workspace does not have it. */
  readonly areaName: string | null;
  /** Number of its events that are not silenced. */
  readonly events: number;
  readonly status: WatchStatus;
};

/** The rules of a workspace, by name. */
export type WatchRuleList = {
  readonly rules: readonly ListedWatchRule[];
  /** Number of those that this Sightline cannot read. They stay in the workspace. */
  readonly unreadable: number;
};

/** Number of present detections of the saved search that a rule matches. */
export type RulePreview = { readonly matching: number; readonly all: number };

/** Input of the list of rules. */
export type WatchListSources = {
  readonly rules: readonly (Pick<ListedWatchRule, 'rule' | 'events'> &
    Pick<WatchStatusInput, 'evaluatedFrom' | 'evaluatedUntil'>)[];
  readonly searches: readonly StoredSearch[];
  readonly areas: readonly Pick<Area, 'id' | 'name' | 'site'>[];
  readonly names: Pick<RuleSubjects, 'layers' | 'properties' | 'parameters' | 'served'>;
  /** Findings of each rule, by its id. */
  readonly found: ReadonlyMap<string, FoundValues>;
};

/** The rules with their names and states; `currentJob` returns a running job as it is now, epoch milliseconds `now`. */
export function toListedRules(
  { rules, searches, areas, names, found }: WatchListSources,
  now: number,
  currentJob: (job: Job) => Job = (job) => job,
): readonly ListedWatchRule[] {
  return rules.map(({ rule, events, evaluatedFrom, evaluatedUntil }) => {
    const search = searches.find((stored) => stored.search.id === rule.searchId);
    const lastRun = search?.lastRun && { ...search.lastRun, job: currentJob(search.lastRun.job) };
    const area = areas.find(({ id }) => id === rule.areaId);
    return {
      rule,
      searchName: search?.search.name ?? null,
      runs: search ? describeRuns(search.search) : null,
      areaName: area?.name ?? null,
      events,
      status: watchStatus({
        rule,
        search: search && { ...search, lastRun: lastRun ?? null },
        obstacle: ruleObstacle(rule, {
          ...names,
          search: search?.search.search,
          hasArea: rule.areaId === null || area !== undefined,
          siteKind: area?.site?.kind,
          found: found.get(rule.id) ?? nothingFound,
        }),
        evaluatedFrom,
        evaluatedUntil,
        now,
      }),
    };
  });
}
