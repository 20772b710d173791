import { type FindingLook, maxNamedEvidence } from '../findings/finding.ts';
import { formatObjectLength, formatQuantity } from '../format.ts';
import { analyticDisplayName } from '../results/analytic-name.ts';
import { nowUtc } from '../time.ts';
import type { WatchEvent } from './watch-event.ts';
import type { WatchedChange, WatchedDetection, WatchedLook, WatchFacts } from './watch-facts.ts';
import { isSilenced, type WatchRule, type WatchRuleSettings } from './watch-rule.ts';

/** What an evaluation of a rule needs besides the facts. */
export type EvaluationContext = {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Place and conditions of the rule, as sentences. */
  readonly conditions: readonly string[];
  /** The name of the rule's area; null without one. */
  readonly areaName: string | null;
  /** The subjects of the rule's events (`subjectsOf`), and those that were there before it. */
  readonly known: ReadonlySet<string>;
};

/** What an evaluation reads of a rule. */
type EvaluatedRule = Pick<WatchRule, 'id' | 'name' | 'condition' | 'minShare' | 'silences'>;

/** Makes the events of a rule from the facts that a fetch brought; what is known makes none. */
export function evaluateRule(
  rule: EvaluatedRule,
  facts: WatchFacts,
  context: EvaluationContext,
): readonly WatchEvent[] {
  switch (facts.kind) {
    case 'detections':
      return facts.detections
        .map((detection) => detectionEvent(rule, detection, context))
        .filter(({ subject }) => !context.known.has(subject));
    case 'changes':
      return facts.changes
        .map((change) => changeEvent(rule, facts.fetchId, change, context))
        .filter(({ subject }) => !context.known.has(subject));
    case 'looks':
      return evaluateLooks(rule, countableLooks(rule, facts.looks), context);
  }
}

/** The subject of an event about a detection. */
export function detectionSubject(recordId: string, identity: string): string {
  return `detection ${recordId} ${identity}`;
}

/** The subjects that an event makes known: its own, and those of the looks that it is about. */
export function subjectsOf({ subject, finding }: Pick<WatchEvent, 'subject' | 'finding'>): readonly string[] {
  return [subject, ...finding.evidence.looks.map(lookSubject)];
}

/** The subject of an event about a look. */
function lookSubject({ key }: Pick<WatchedLook, 'key'>): string {
  return `look ${key}`;
}

/** Looks that count for the rule, by time: what they show is known, and they cover enough of the area. */
function countableLooks(rule: EvaluatedRule, looks: readonly WatchedLook[]): readonly CountedLook[] {
  return looks
    .flatMap((look) => {
      const { matches, share, collectedAt } = look;
      const covers = share !== null && share >= rule.minShare;
      return matches === null || collectedAt === null || !covers ? [] : [{ ...look, matches, collectedAt }];
    })
    .sort((one, other) => one.collectedAt - other.collectedAt || (one.key < other.key ? -1 : 1));
}

type CountedLook = WatchedLook & { readonly matches: number; readonly collectedAt: number };

function evaluateLooks(
  rule: EvaluatedRule,
  looks: readonly CountedLook[],
  context: EvaluationContext,
): readonly WatchEvent[] {
  const { condition } = rule;
  if (condition.kind === 'nothing' || (condition.kind === 'count' && condition.looks === 1)) {
    const least = condition.kind === 'count' ? condition.least : null;
    const meets = ({ matches }: CountedLook) => (least === null ? matches === 0 : matches >= least);
    return looks
      .filter((look) => meets(look) && !context.known.has(lookSubject(look)))
      .map((look) => looksEvent(rule, [look], context));
  }
  if (condition.kind !== 'count') return [];
  // A look that was uploaded late may part a run, or join two: each run is known by any of its looks.
  return runsOf(looks, ({ matches }) => matches >= condition.least)
    .filter(
      (run) => run.length >= condition.looks && !run.some((look) => context.known.has(lookSubject(look))),
    )
    .map((run) => looksEvent(rule, run, context));
}

/** The longest sequences of items that meet a condition. */
function runsOf<Item>(items: readonly Item[], meets: (item: Item) => boolean): readonly (readonly Item[])[] {
  const runs: Item[][] = [];
  let isOpen = false;
  for (const item of items) {
    const goesOn = meets(item);
    if (goesOn && isOpen) runs.at(-1)?.push(item);
    else if (goesOn) runs.push([item]);
    isOpen = goesOn;
  }
  return runs;
}

/** Subjects of the looks that meet a rule already when it is saved: it watches for what comes later. */
export function knownLookSubjects(
  settings: WatchRuleSettings,
  looks: readonly WatchedLook[],
): readonly string[] {
  const rule = { ...settings, silences: [] };
  const context = { now: 0, conditions: [], areaName: null, known: new Set<string>() };
  return evaluateLooks(rule, countableLooks(rule, looks), context).flatMap(subjectsOf);
}

function detectionEvent(
  rule: EvaluatedRule,
  detection: WatchedDetection,
  { now, conditions }: EvaluationContext,
): WatchEvent {
  const { recordId, identity, analytic, position, lengthMeters, port, collectedAt, reviewer } = detection;
  const length = lengthMeters === null ? '' : `, ${formatObjectLength(lengthMeters, 0)}`;
  const near = port === null ? '' : `, near ${port}`;
  return {
    ruleId: rule.id,
    subject: detectionSubject(recordId, identity),
    collectedAt: collectedAt === null ? null : nowUtc(collectedAt),
    isSilenced: isSilenced(rule, collectedAt),
    finding: {
      statement: `${analyticDisplayName(analytic)}${length}${near}.`,
      madeAt: nowUtc(now),
      evidence: {
        detections: [{ recordId, identity, analytic, position }],
        detectionCount: 1,
        looks: [],
        recordIds: [recordId],
        conditions: [...conditions],
        reviewer,
      },
      inference: null,
    },
  };
}

function looksEvent(
  rule: EvaluatedRule,
  looks: readonly CountedLook[],
  { now, conditions, areaName }: EvaluationContext,
): WatchEvent {
  const last = looks.at(-1);
  if (!last) throw new Error('An event of looks has none.');
  const place = areaName ?? 'the area';
  const counts = looks.map(({ matches }) => matches);
  const least = Math.min(...counts);
  const isEmpty = rule.condition.kind === 'nothing';
  const statement = isEmpty
    ? `Nothing found in a look at ${place}: it covers ${percent(last.share)} of it and has no matching detection.`
    : looks.length === 1
      ? `${formatQuantity(last.matches, 'matching detection')} in a look at ${place}.`
      : `At least ${formatQuantity(least, 'matching detection')} in each of ${formatQuantity(looks.length, 'look')} in a row at ${place}.`;
  const inference = isEmpty
    ? 'A look without a detection shows that none was found, not that nothing was there.'
    : looks.length === 1
      ? null
      : 'Each look has as many; whether they are the same objects is not known.';
  return {
    ruleId: rule.id,
    subject: lookSubject(isEmpty || looks.length === 1 ? last : (looks[0] ?? last)),
    collectedAt: nowUtc(last.collectedAt),
    isSilenced: isSilenced(rule, last.collectedAt),
    finding: {
      statement,
      madeAt: nowUtc(now),
      evidence: {
        detections: [],
        detectionCount: counts.reduce((sum, count) => sum + count, 0),
        looks: looks.slice(-maxNamedEvidence).map(toFindingLook),
        recordIds: [],
        conditions: [...conditions],
        reviewer: null,
      },
      inference: inference === null ? null : { rule: rule.name, statement: inference },
    },
  };
}

function toFindingLook({ key, sensorName, collectedAt, share, matches }: CountedLook): FindingLook {
  return { key, sensorName, collectedAt: nowUtc(collectedAt), share, matches };
}

function percent(share: number | null): string {
  // Rounded down, but for the error of the computation, so that 100 % is all of it.
  return share === null ? 'an unknown share' : `${Math.floor(share * 100 + 0.01)} %`;
}

function changeEvent(
  rule: EvaluatedRule,
  fetchId: string,
  { recordId, collectedAt, changes, detections }: WatchedChange,
  { now, conditions }: EvaluationContext,
): WatchEvent {
  const texts = changes.map(
    ({ processor, former, current }) =>
      `${analyticDisplayName(processor)}: ${former ?? 'not stated'} → ${current ?? 'not stated'}`,
  );
  return {
    ruleId: rule.id,
    // A fetch brings a record once; a later one may change it back.
    subject: `qc ${recordId} ${fetchId}`,
    collectedAt: collectedAt === null ? null : nowUtc(collectedAt),
    isSilenced: isSilenced(rule, collectedAt),
    finding: {
      statement: `QC status of a record with ${formatQuantity(detections, 'matching detection')} changed. ${texts.join('; ')}.`,
      madeAt: nowUtc(now),
      evidence: {
        detections: [],
        detectionCount: detections,
        looks: [],
        recordIds: [recordId],
        conditions: [...conditions],
        reviewer: null,
      },
      inference: null,
    },
  };
}
