import { randomUUID } from 'node:crypto';
import { usesAis } from '../../../shared/results/uses-ais.ts';
import { nowUtc } from '../../../shared/time.ts';
import { evaluateRule } from '../../../shared/watch/evaluate-rule.ts';
import { expiryOf, type WatchRule } from '../../../shared/watch/watch-rule.ts';
import { CallStopped } from '../base/thread-protocol.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { EndedFetch } from '../workspace/read/watch/watch-rules.ts';
import type { NewWatchEvent } from '../workspace/tables/watch-tables.ts';
import { readFacts } from './read-facts.ts';
import { type RuleScope, readScope } from './rule-filter.ts';

/** Events that are written in one transaction, which other writes wait for. */
const eventsAtOnce = 1_000;

type RuleEvaluationDeps = {
  /** Whether the workspace is still open, and the watch has not ended. */
  readonly isCurrent: (opened: Workspace) => boolean;
  /** Resolves when what AIS files let infer is that of the present detections, which some rules are about. */
  readonly updateAis: () => Promise<unknown>;
  readonly onProblem: (error: unknown, where: string) => void;
  readonly now: () => number;
};

/** Evaluates the rules of a workspace; calls must be serialized. */
export function createRuleEvaluation({ isCurrent, updateAis, onProblem, now }: RuleEvaluationDeps) {
  /** Counts the changes of what AIS files let infer: they may let detections match that a fetch brought long before. */
  let aisChanges = 1;
  /** The change that each rule has been evaluated with, by its id; others wait. */
  const evaluatedChanges = new Map<string, number>();

  /** Without it rules that are about AIS wait, and others do not. */
  const isAisUpdated = async (): Promise<boolean> => {
    try {
      await updateAis();
      return true;
    } catch (error) {
      if (!(error instanceof CallStopped)) {
        onProblem(error, 'matching passes with AIS before the rules of the watch');
      }
      return false;
    }
  };

  return {
    /** Must be called when what AIS files let infer has changed, or a workspace was opened. */
    onAisChanged(): void {
      aisChanges += 1;
    },
    /** Evaluates all rules with the fetches that they have not seen; returns whether any was evaluated. */
    async evaluateAll(opened: Workspace): Promise<boolean> {
      if (opened.readOnly !== undefined) return false;
      const { rules } = await opened.listWatchRules();
      let isChanged = false;
      const latest = aisChanges;
      const isAisReady = rules.some(({ rule }) => usesAis(rule.expression)) && (await isAisUpdated());
      for (const { rule, hasKnownIds } of rules) {
        const isAboutAis = usesAis(rule.expression);
        if (isAboutAis && !isAisReady) continue;
        const read = await readScope(opened, rule);
        if (!read.ok || now() >= expiryOf(rule)) continue;
        const scope = read.value;
        const fetches = await opened.unevaluatedFetches(rule);
        if (!hasKnownIds) await rememberKnownIds(opened, rule, scope, fetches);
        for (const fetch of fetches) {
          if (!isCurrent(opened)) return false;
          isChanged = true;
          await evaluate(opened, rule, scope, fetch, now());
        }
        if (!isAboutAis || evaluatedChanges.get(rule.id) === latest) continue;
        // A fetch lets only the passes that it brought be compared with the baseline.
        if (!(await evaluate(opened, rule, scope, null, now()))) continue;
        isChanged = true;
        evaluatedChanges.set(rule.id, latest);
      }
      return isChanged;
    },
  };
}

/**
 * Makes the events of one rule and one fetch, or without one those of what was inferred since, and stores them. False when
 * records that the rule needs are still to be fetched.
 */
async function evaluate(
  opened: Workspace,
  rule: WatchRule,
  scope: RuleScope,
  fetch: EndedFetch | null,
  now: number,
): Promise<boolean> {
  const { facts, relocated, descriptions, isStale, isPartial } = await readFacts(opened, rule, scope, fetch);
  const known = facts.kind === 'detections' ? new Set<string>() : await opened.knownSubjects(rule.id);
  const { conditions, areaName } = scope;
  const made = evaluateRule(rule, facts, { now, conditions, areaName, known });
  const stored = made.map(
    (event): NewWatchEvent => ({
      id: randomUUID(),
      ruleName: rule.name,
      event,
      detection: descriptions.get(event.subject) ?? null,
    }),
  );
  // What was replaced while it was read is evaluated again once the fetch that replaced it has ended.
  const evaluated = fetch && isStale ? { ...fetch, updatedAt: '' } : fetch;
  const at = nowUtc(now);
  let events = stored;
  while (events.length > eventsAtOnce) {
    const part = { ruleId: rule.id, fetch: null, events: events.slice(0, eventsAtOnce), relocated: [] };
    await opened.saveWatchRun(part, at);
    events = events.slice(eventsAtOnce);
  }
  await opened.saveWatchRun({ ruleId: rule.id, fetch: evaluated, events, relocated }, at);
  return !isPartial;
}

/** In a rebuilt file detections have other ids: those that matched in what is evaluated are known. */
async function rememberKnownIds(
  opened: Workspace,
  rule: WatchRule,
  { filter }: RuleScope,
  fetches: readonly EndedFetch[],
): Promise<void> {
  const fetched = new Set<number>();
  for (const { id } of fetches) {
    for (const detection of await opened.matchingIds({ ...filter, fetchId: id })) fetched.add(detection);
  }
  const matching = await opened.matchingIds(filter);
  await opened.saveKnownIds(
    rule.id,
    matching.filter((id) => !fetched.has(id)),
    await opened.locateWatchEvents(rule.id),
  );
}
