import { knownCount } from '../../../shared/ais/ais-figures.ts';
import type { AreaPass } from '../../../shared/passes/area-pass.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { usesAis } from '../../../shared/results/uses-ais.ts';
import { detectionSubject, knownPassSubjects } from '../../../shared/watch/evaluate-rule.ts';
import type { WatchFacts } from '../../../shared/watch/watch-facts.ts';
import { needsArea, type WatchRule, type WatchRuleSettings } from '../../../shared/watch/watch-rule.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { RelocatedEvent } from '../workspace/read/watch/watch-facts.ts';
import type { EndedFetch } from '../workspace/read/watch/watch-rules.ts';
import type { KnownBefore, NewWatchEvent } from '../workspace/tables/watch-tables.ts';
import type { RuleScope } from './rule-filter.ts';

/** The facts of a fetch for a rule, and what its events store about detections, by the subject. */
type ReadFacts = {
  readonly facts: WatchFacts;
  readonly relocated: readonly RelocatedEvent[];
  readonly descriptions: ReadonlyMap<string, NonNullable<NewWatchEvent['detection']>>;
  readonly isStale: boolean;
  /** Whether passes were left, since not all of their records are fetched. */
  readonly isPartial: boolean;
};

/** Reads the facts that a fetch brought, as far as a rule watches for them; without one those of all fetches. */
export async function readFacts(
  opened: Workspace,
  rule: WatchRule,
  scope: RuleScope,
  fetch: EndedFetch | null,
): Promise<ReadFacts> {
  const { filter } = scope;
  const ofFetch = fetch ? { ...filter, fetchId: fetch.id } : filter;
  const none = { relocated: [], descriptions: new Map(), isStale: false, isPartial: false };
  switch (rule.condition.kind) {
    case 'any': {
      // Of all fetches: a review, another pass or a position of a ship may let one match that came before.
      const { detections, relocated, isStale } = await opened.newDetections(rule.id, filter);
      const descriptions = new Map(
        detections.map(({ id, recordId, identity, description }) => [
          detectionSubject(recordId, identity),
          { id, recordId, identity, description },
        ]),
      );
      return {
        facts: { kind: 'detections', detections },
        relocated,
        descriptions,
        isStale,
        isPartial: false,
      };
    }
    case 'qc': {
      const needsMatch = filter.within !== undefined || filter.expression !== undefined;
      const changes = fetch ? await opened.qcChanges(fetch.id, ofFetch, needsMatch) : [];
      return { ...none, facts: { kind: 'changes', fetchId: fetch?.id ?? '', changes } };
    }
    case 'count':
    case 'nothing':
    case 'baseline': {
      // Until all of its records are there, a pass may show less than it does.
      const last = fetch ?? (await opened.endedFetchesOf(rule.searchId)).at(-1);
      const isPartial = rule.condition.kind !== 'count' && !last?.isComplete;
      const areaPasses = isPartial ? [] : await readAreaPasses(opened, scope, filter);
      const brought = isPartial ? [] : await readAreaPasses(opened, scope, ofFetch);
      const fetched = new Set(brought.map(({ passKey }) => passKey));
      return { ...none, facts: { kind: 'passes', areaPasses, fetched }, isPartial };
    }
  }
}

async function readAreaPasses(
  opened: Workspace,
  { area }: RuleScope,
  filter: DetectionFilter,
): Promise<readonly AreaPass[]> {
  if (!area) return [];
  const [found] = await opened.areaPasses({ areas: [area], filter });
  const areaPasses = found?.areaPasses ?? [];
  if (!usesAis(filter.expression)) return areaPasses;
  // Where AIS files cover no part of an image, that nothing matches means nothing.
  const { passes } = await opened.aisOverview();
  const known = passes.filter(
    ({ state, figures }) => state === 'matched' && knownCount(figures, 'matched') !== null,
  );
  const keys = new Set(known.map(({ passKey }) => passKey));
  return areaPasses.filter(({ passKey }) => keys.has(passKey));
}

/** Facts that a rule finds when it begins to watch. */
export async function knownBefore(
  opened: Workspace,
  rule: WatchRuleSettings,
  scope: RuleScope,
): Promise<KnownBefore> {
  const { filter } = scope;
  // First the fetches: one that ends from now on is evaluated.
  const fetches = await opened.endedFetchesOf(rule.searchId);
  const ids = rule.condition.kind === 'any' ? await opened.matchingIds(filter) : new Uint32Array();
  const areaPasses = needsArea(rule.condition) ? await readAreaPasses(opened, scope, filter) : [];
  return { ids, subjects: knownPassSubjects(rule, areaPasses), fetches };
}
