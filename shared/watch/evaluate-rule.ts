import { type FindingLook, maxNamedEvidence } from '../findings/finding.ts';
import { formatCount, formatDuration, formatObjectLength, formatQuantity, formatRate } from '../format.ts';
import { type AreaLook, countDistinct } from '../passes/area-look.ts';
import { analyticDisplayName } from '../results/analytics.ts';
import { type Baseline, deviationOf } from '../sites/baseline.ts';
import { deviationText, madText } from '../sites/look-texts.ts';
import { toSiteSeries } from '../sites/site-series.ts';
import { nowUtc } from '../time.ts';
import type { WatchEvent } from './watch-event.ts';
import type { WatchedChange, WatchedDetection, WatchFacts } from './watch-facts.ts';
import { isSilenced, type WatchRule, type WatchRuleSettings } from './watch-rule.ts';

/** Input of an evaluation of a rule besides the facts. */
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

/** Members of a rule that an evaluation reads. */
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
      return evaluateLooks(rule, facts.looks, facts.fetched, context);
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
function lookSubject({ key }: Pick<FindingLook, 'key'>): string {
  return `look ${key}`;
}

/** The subject of an event about an unusual look, which is that of one analytic. */
function unusualSubject({ key, analytics }: Pick<FindingLook, 'key' | 'analytics'>): string {
  return `unusual ${key} ${analytics.join(' + ')}`;
}

/** The looks of a pass, or the one with an analytic, that count for a rule: what they show is known. */
type CountedLook = FindingLook & {
  readonly share: number;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly recordIds: readonly string[];
  readonly looks: readonly AreaLook[];
};

/** Adds up the looks of each pass that cover enough of the area, by time. */
function countPasses(rule: EvaluatedRule, looks: readonly AreaLook[]): readonly CountedLook[] {
  return [...Map.groupBy(looks, ({ passKey }) => passKey).values()]
    .flatMap((ofPass) => {
      const isKnown = ofPass.every(({ hasAllFeatures }) => hasAllFeatures);
      const [counted] = isKnown ? toCounted(rule, ofPass) : [];
      return counted ?? [];
    })
    .sort((one, other) => one.time - other.time || (one.key < other.key ? -1 : 1));
}

function toCounted(rule: EvaluatedRule, looks: readonly AreaLook[]): readonly CountedLook[] {
  const [first] = looks;
  if (!first || first.startedAt === null || first.share === null || first.share < rule.minShare) return [];
  return [
    {
      key: first.passKey,
      analytics: looks.map(({ analytic }) => analytic),
      sensorName: first.sensorName,
      collectedAt: nowUtc(first.startedAt),
      time: first.startedAt,
      share: first.share,
      matches: countDistinct(looks).detections,
      recordIds: [...new Set(looks.flatMap(({ recordIds }) => recordIds))],
      looks,
    },
  ];
}

function evaluateLooks(
  rule: EvaluatedRule,
  looks: readonly AreaLook[],
  fetched: ReadonlySet<string>,
  context: EvaluationContext,
): readonly WatchEvent[] {
  const { condition } = rule;
  const isNew = (look: CountedLook) => !context.known.has(lookSubject(look));
  if (condition.kind === 'baseline') {
    // What is usual changes with each look, so that each is compared when it comes.
    return toSiteSeries(looks, { minShare: rule.minShare, counted: 'all' }).flatMap(
      ({ looks: ofSeries, groups }) =>
        ofSeries.flatMap((look) => {
          const baseline = groups.find(({ group }) => group.key === look.group.key)?.baseline;
          const [counted] = look.isAnomaly && fetched.has(look.passKey) ? toCounted(rule, [look]) : [];
          if (!baseline || !counted || context.known.has(unusualSubject(counted))) return [];
          return [unusualEvent(rule, counted, baseline, context)];
        }),
    );
  }
  const passes = countPasses(rule, looks);
  if (condition.kind === 'nothing') {
    return passes
      .filter((look) => look.matches === 0 && isNew(look))
      .map((look) => nothingEvent(rule, look, context));
  }
  if (condition.kind !== 'count') return [];
  const meets = ({ matches }: CountedLook) => matches >= condition.least;
  if (condition.looks === 1) {
    return passes
      .filter((look) => meets(look) && isNew(look))
      .map((look) => countEvent(rule, [look], context));
  }
  // A look that was uploaded late may part a run, or join two: each run is known by any of its looks.
  return runsOf(passes, meets)
    .filter((run) => run.length >= condition.looks && run.every(isNew))
    .map((run) => countEvent(rule, run, context));
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
  looks: readonly AreaLook[],
): readonly string[] {
  const fetched = new Set(looks.map(({ passKey }) => passKey));
  const context = { now: 0, conditions: [], areaName: null, known: new Set<string>() };
  return evaluateLooks({ ...settings, silences: [] }, looks, fetched, context).flatMap(subjectsOf);
}

function detectionEvent(
  rule: EvaluatedRule,
  detection: WatchedDetection,
  { now, conditions }: EvaluationContext,
): WatchEvent {
  const { recordId, identity, analytic, position, lengthMeters, port, collectedAt, reviewer, ais } =
    detection;
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
      inference: ais === undefined ? null : { rule: rule.name, statement: ais },
    },
  };
}

function nothingEvent(rule: EvaluatedRule, look: CountedLook, context: EvaluationContext): WatchEvent {
  return looksEvent(rule, [look], context, {
    statement: `Nothing found at ${placeOf(context)}: a look for ${analyticsOf([look])} that covers ${percent(look.share)} of it has no matching detection.`,
    inference: 'A look without a detection shows that none was found, not that nothing was there.',
  });
}

function countEvent(
  rule: EvaluatedRule,
  looks: readonly CountedLook[],
  context: EvaluationContext,
): WatchEvent {
  const counts = looks.map(({ matches }) => matches);
  const found = formatQuantity(Math.min(...counts), 'matching detection');
  const where = `${placeOf(context)} (${analyticsOf(looks)})`;
  const span = formatDuration((looks.at(-1)?.time ?? 0) - (looks[0]?.time ?? 0));
  return looksEvent(
    rule,
    looks,
    context,
    looks.length === 1
      ? { statement: `${found} at ${where} in one look.`, inference: null }
      : {
          statement: `At least ${found} at ${where} in each of ${formatQuantity(looks.length, 'look')} in a row.`,
          inference: `Each look has as many; whether they are the same objects is not known. The first and the last look are ${span} apart.`,
        },
  );
}

function unusualEvent(
  rule: EvaluatedRule,
  look: CountedLook,
  baseline: Baseline,
  context: EvaluationContext,
): WatchEvent {
  const { median, looks } = baseline;
  const event = looksEvent(rule, [look], context, {
    statement: `${formatQuantity(look.matches, 'matching detection')} at ${placeOf(context)} (${analyticsOf([look])}) in one look, where ${formatRate(median)} are usual of it.`,
    inference: `Of ${formatCount(looks)} comparable looks for ${analyticsOf([look])} the median is ${formatRate(median)} and the MAD (median absolute deviation) ${madText(baseline)}; this look is ${deviationText(deviationOf(look.matches, baseline))} from the median.`,
  });
  return { ...event, subject: unusualSubject(look) };
}

/** The analytics of looks, as findings and their evidence name them: `Large vessel, Aircraft`. */
export function analyticsOf(looks: readonly Pick<FindingLook, 'analytics'>[]): string {
  const names = looks.flatMap(({ analytics }) => analytics.map(analyticDisplayName));
  return [...new Set(names)].join(', ') || 'analytic not stated';
}

function placeOf({ areaName }: EvaluationContext): string {
  return areaName ?? 'the area';
}

/** An event about looks, of which the first names it and the last dates it. */
function looksEvent(
  rule: EvaluatedRule,
  looks: readonly CountedLook[],
  { now, conditions }: EvaluationContext,
  { statement, inference }: { readonly statement: string; readonly inference: string | null },
): WatchEvent {
  const [first] = looks;
  const last = looks.at(-1);
  if (!first || !last) throw new Error('An event of looks has none.');
  return {
    ruleId: rule.id,
    subject: lookSubject(first),
    collectedAt: last.collectedAt,
    isSilenced: isSilenced(rule, last.time),
    finding: {
      statement,
      madeAt: nowUtc(now),
      evidence: {
        detections: [],
        detectionCount: countDistinct(looks.flatMap((look) => look.looks)).detections,
        looks: looks
          .slice(-maxNamedEvidence)
          .map(({ time: _time, recordIds: _ids, looks: _looks, ...look }): FindingLook => look),
        recordIds: [...new Set(looks.flatMap(({ recordIds }) => recordIds))].slice(0, maxNamedEvidence),
        conditions: [...conditions],
        reviewer: null,
      },
      inference: inference === null ? null : { rule: rule.name, statement: inference },
    },
  };
}

function percent(share: number): string {
  // Rounded down, but for the error of the computation, so that 100 % is all of it.
  return `${Math.floor(share * 100 + 0.01)} %`;
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
