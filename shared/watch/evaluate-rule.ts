import { type FindingPass, maxNamedEvidence } from '../findings/finding.ts';
import { formatCount, formatDuration, formatObjectLength, formatQuantity, formatRate } from '../format.ts';
import { type AreaPass, countDistinct } from '../passes/area-pass.ts';
import { analyticDisplayName } from '../results/analytics.ts';
import { type Baseline, deviationOf } from '../sites/baseline.ts';
import { deviationText, madText } from '../sites/site-pass-texts.ts';
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
    case 'passes':
      return evaluatePasses(rule, facts.areaPasses, facts.fetched, context);
  }
}

/** The subject of an event about a detection. */
export function detectionSubject(recordId: string, identity: string): string {
  return `detection ${recordId} ${identity}`;
}

/** The subjects that an event makes known: its own, and those of the passes that it is about. */
export function subjectsOf({ subject, finding }: Pick<WatchEvent, 'subject' | 'finding'>): readonly string[] {
  return [subject, ...finding.evidence.looks.map(passSubject)];
}

/** The subject of an event about a pass; its first word is that of stored events. */
function passSubject({ key }: Pick<FindingPass, 'key'>): string {
  return `look ${key}`;
}

/** The subject of an event about an unusual pass, which is that of one analytic. */
function unusualSubject({ key, analytics }: Pick<FindingPass, 'key' | 'analytics'>): string {
  return `unusual ${key} ${analytics.join(' + ')}`;
}

/** A pass over the area with all of its analytics, or with one, that counts for a rule: what it shows is known. */
type CountedPass = FindingPass & {
  readonly share: number;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly recordIds: readonly string[];
  readonly areaPasses: readonly AreaPass[];
};

/** Adds up the analytics of each pass that covers enough of the area, by time. */
function countPasses(rule: EvaluatedRule, areaPasses: readonly AreaPass[]): readonly CountedPass[] {
  // Where an area may not be examined, what was found counts, and that nothing was found states nothing.
  const stated = areaPasses.filter(({ isExamined, detections }) => isExamined || detections > 0);
  return [...Map.groupBy(stated, ({ passKey }) => passKey).values()]
    .flatMap((ofPass) => {
      const isKnown = ofPass.every(({ hasAllFeatures }) => hasAllFeatures);
      const [counted] = isKnown ? toCounted(rule, ofPass) : [];
      return counted ?? [];
    })
    .sort((one, other) => one.time - other.time || (one.key < other.key ? -1 : 1));
}

function toCounted(rule: EvaluatedRule, areaPasses: readonly AreaPass[]): readonly CountedPass[] {
  const [first] = areaPasses;
  if (!first || first.startedAt === null || first.share === null || first.share < rule.minShare) return [];
  return [
    {
      key: first.passKey,
      analytics: areaPasses.map(({ analytic }) => analytic),
      sensorName: first.sensorName,
      collectedAt: nowUtc(first.startedAt),
      time: first.startedAt,
      share: first.share,
      matches: countDistinct(areaPasses).detections,
      recordIds: [...new Set(areaPasses.flatMap(({ recordIds }) => recordIds))],
      areaPasses,
    },
  ];
}

function evaluatePasses(
  rule: EvaluatedRule,
  areaPasses: readonly AreaPass[],
  fetched: ReadonlySet<string>,
  context: EvaluationContext,
): readonly WatchEvent[] {
  const { condition } = rule;
  const isNew = (pass: CountedPass) => !context.known.has(passSubject(pass));
  if (condition.kind === 'baseline') {
    // What is usual changes with each pass, so that each is compared when it comes.
    return toSiteSeries(areaPasses, { minShare: rule.minShare, counted: 'all' }).flatMap(
      ({ passes: sitePasses, groups }) =>
        sitePasses.flatMap((sitePass) => {
          const baseline = groups.find(({ group }) => group.key === sitePass.group.key)?.baseline;
          const [counted] =
            sitePass.isAnomaly && fetched.has(sitePass.passKey) ? toCounted(rule, [sitePass]) : [];
          if (!baseline || !counted || context.known.has(unusualSubject(counted))) return [];
          return [unusualEvent(rule, counted, baseline, context)];
        }),
    );
  }
  const passes = countPasses(rule, areaPasses);
  if (condition.kind === 'nothing') {
    return passes
      .filter((pass) => pass.matches === 0 && isNew(pass))
      .map((pass) => nothingEvent(rule, pass, context));
  }
  if (condition.kind !== 'count') return [];
  const meets = ({ matches }: CountedPass) => matches >= condition.least;
  if (condition.looks === 1) {
    return passes
      .filter((pass) => meets(pass) && isNew(pass))
      .map((pass) => countEvent(rule, [pass], context));
  }
  // A pass that was uploaded late may part a run, or join two: each run is known by any of its passes.
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

/** Subjects of the passes that meet a rule already when it is saved: it watches for what comes later. */
export function knownPassSubjects(
  settings: WatchRuleSettings,
  areaPasses: readonly AreaPass[],
): readonly string[] {
  const fetched = new Set(areaPasses.map(({ passKey }) => passKey));
  const context = { now: 0, conditions: [], areaName: null, known: new Set<string>() };
  return evaluatePasses({ ...settings, silences: [] }, areaPasses, fetched, context).flatMap(subjectsOf);
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

function nothingEvent(rule: EvaluatedRule, pass: CountedPass, context: EvaluationContext): WatchEvent {
  return passesEvent(rule, [pass], context, {
    statement: `Nothing found at ${placeOf(context)}: a pass for ${analyticsOf([pass])} that covers ${percent(pass.share)} of it has no matching detection.`,
    inference: 'A pass without a detection shows that none was found, not that nothing was there.',
  });
}

function countEvent(
  rule: EvaluatedRule,
  passes: readonly CountedPass[],
  context: EvaluationContext,
): WatchEvent {
  const counts = passes.map(({ matches }) => matches);
  const found = formatQuantity(Math.min(...counts), 'matching detection');
  const where = `${placeOf(context)} (${analyticsOf(passes)})`;
  const span = formatDuration((passes.at(-1)?.time ?? 0) - (passes[0]?.time ?? 0));
  return passesEvent(
    rule,
    passes,
    context,
    passes.length === 1
      ? { statement: `${found} at ${where} in one pass.`, inference: null }
      : {
          statement: `At least ${found} at ${where} in each of ${formatQuantity(passes.length, 'pass', 'passes')} in a row.`,
          inference: `Each pass has as many; whether they are the same objects is not known. The first and the last pass are ${span} apart.`,
        },
  );
}

function unusualEvent(
  rule: EvaluatedRule,
  pass: CountedPass,
  baseline: Baseline,
  context: EvaluationContext,
): WatchEvent {
  const { median, passes } = baseline;
  const event = passesEvent(rule, [pass], context, {
    statement: `${formatQuantity(pass.matches, 'matching detection')} at ${placeOf(context)} (${analyticsOf([pass])}) in one pass, where ${formatRate(median)} are usual of it.`,
    inference: `Of ${formatCount(passes)} comparable passes for ${analyticsOf([pass])} the median is ${formatRate(median)} and the MAD (median absolute deviation) ${madText(baseline)}; this pass is ${deviationText(deviationOf(pass.matches, baseline))} from the median.`,
  });
  return { ...event, subject: unusualSubject(pass) };
}

/** The analytics of passes, as findings and their evidence name them: `Large vessel, Aircraft`. */
export function analyticsOf(passes: readonly Pick<FindingPass, 'analytics'>[]): string {
  const names = passes.flatMap(({ analytics }) => analytics.map(analyticDisplayName));
  return [...new Set(names)].join(', ') || 'analytic not stated';
}

function placeOf({ areaName }: EvaluationContext): string {
  return areaName ?? 'the area';
}

/** An event about passes, of which the first names it and the last dates it. */
function passesEvent(
  rule: EvaluatedRule,
  passes: readonly CountedPass[],
  { now, conditions }: EvaluationContext,
  { statement, inference }: { readonly statement: string; readonly inference: string | null },
): WatchEvent {
  const [first] = passes;
  const last = passes.at(-1);
  if (!first || !last) throw new Error('An event of passes has none.');
  return {
    ruleId: rule.id,
    subject: passSubject(first),
    collectedAt: last.collectedAt,
    isSilenced: isSilenced(rule, last.time),
    finding: {
      statement,
      madeAt: nowUtc(now),
      evidence: {
        detections: [],
        detectionCount: countDistinct(passes.flatMap((pass) => pass.areaPasses)).detections,
        looks: passes
          .slice(-maxNamedEvidence)
          .map(({ time: _time, recordIds: _ids, areaPasses: _passes, ...pass }): FindingPass => pass),
        recordIds: [...new Set(passes.flatMap(({ recordIds }) => recordIds))].slice(0, maxNamedEvidence),
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
