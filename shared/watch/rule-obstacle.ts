import { aisOutcomes, coverageNames } from '../ais/ais-outcome.ts';
import { presences } from '../fixed-objects/presence.ts';
import { foldText } from '../fold-text.ts';
import { examines } from '../imaging/find-area-imagings.ts';
import { describeLimit, impossibleLength, isVesselAnalytic } from '../results/analytics.ts';
import { isAisField } from '../results/builtin-fields.ts';
import type { KnownNames } from '../results/detection.ts';
import type {
  DetectionField,
  LayerSummary,
  ParameterSummary,
  PropertySummary,
} from '../results/detection-field.ts';
import { fieldsOf } from '../results/expression/fields-of.ts';
import type { FilterExpression } from '../results/expression/filter-expression.ts';
import { parseExpression } from '../results/expression/parse-expression.ts';
import { comparedNames, unknownFields } from '../results/expression/unknown-fields.ts';
import { findSimilarName } from '../results/find-similar-name.ts';
import { isStatedField } from '../results/meaning-fields.ts';
import type { Search } from '../results/search.ts';
import { findUnknownNames, listKnownNames } from '../results/unknown-names.ts';
import type { SiteKind } from '../site-kinds.ts';
import type { WatchRuleSettings } from './watch-rule.ts';

/** Reason why a rule cannot find anything, whatever is fetched; `message` has sentences with names. */
export type RuleObstacle =
  | { readonly kind: 'search-deleted' | 'area-deleted' }
  /** Its expression has a name that the workspace does not have; an export refuses it, too. */
  | { readonly kind: 'unknown-name'; readonly message: string }
  /** Its expression excludes everything that its saved search requests. */
  | { readonly kind: 'excluded'; readonly message: string }
  /** Nothing shows that the service has a region or an analytic that its saved search requests. */
  | { readonly kind: 'unknown-request'; readonly message: string }
  /** No detection would be a finding, and no analytic of its saved search is known to examine its area. */
  | { readonly kind: 'not-examined'; readonly message: string }
  /**
   * No detection of what its saved search requests has a class that is misspelled, or that only others have; or it needs AIS
   * contacts, and the workspace has no AIS file.
   */
  | { readonly kind: 'unknown-value'; readonly message: string };

/** Whether a rule may still find something: what the service has neither documented nor returned yet. */
export function isUnproven({ kind }: RuleObstacle): boolean {
  return kind === 'unknown-request' || kind === 'unknown-value' || kind === 'not-examined';
}

/** Values that the detections of a search in a workspace have of the fields of a rule. */
export type FoundValues = {
  /** Fields of `fieldsToFind` that no detection of the search's analytics has. */
  readonly absent: readonly DetectionField[];
  /** Classes that a rule may name: those that detections of the search's analytics have, and those that any have. */
  readonly classes: { readonly requested: readonly string[]; readonly all: readonly string[] };
  readonly hasAisFile: boolean;
};

/** Before the first detections. */
export const nothingFound: FoundValues = {
  absent: [],
  classes: { requested: [], all: [] },
  hasAisFile: true,
};

/** Contents of a workspace that rules are about. */
export type RuleSubjects = {
  /** The query of the rule's saved search; undefined where that was deleted. */
  readonly search: Search | undefined;
  readonly hasArea: boolean;
  /** The kind of site that the user has marked its area as. */
  readonly siteKind?: SiteKind | undefined;
  readonly layers: readonly Pick<LayerSummary, 'name' | 'attributes'>[];
  /** Empty before the first detections: none is known yet. */
  readonly properties: readonly PropertySummary[];
  readonly parameters: readonly ParameterSummary[];
  /** The names in records that the service has returned. */
  readonly served: KnownNames;
  readonly found: FoundValues;
};

type Rule = Pick<WatchRuleSettings, 'expression' | 'condition'>;

/** Reason why a rule cannot find anything; null where it can, as far as is known. */
export function ruleObstacle({ expression, condition }: Rule, subjects: RuleSubjects): RuleObstacle | null {
  const { search, hasArea, served } = subjects;
  if (!search) return { kind: 'search-deleted' };
  if (!hasArea) return { kind: 'area-deleted' };
  return (
    expressionObstacle(parse(expression), search, subjects) ??
    unknownRequest(search, served) ??
    (condition.kind === 'nothing' || condition.kind === 'baseline'
      ? unexamined(search, subjects.siteKind)
      : null)
  );
}

/** An obstacle where every requested analytic is limited to a kind of site that its area is not marked as. */
function unexamined({ analytics }: Search, siteKind: SiteKind | undefined): RuleObstacle | null {
  if (analytics.length === 0 || analytics.some((analytic) => examines(analytic, siteKind))) return null;
  const limits = analytics.flatMap((analytic) => describeLimit(analytic) ?? []);
  return { kind: 'not-examined', message: limits.join(' ') };
}

function expressionObstacle(
  expression: FilterExpression | undefined,
  search: Search,
  { layers, properties, parameters, found }: RuleSubjects,
): RuleObstacle | null {
  if (!expression) return null;
  // Before the first detections nothing is known of their properties.
  const known = properties.length === 0 ? null : properties;
  const unknown = unknownFields(expression, known, known && parameters, layers);
  if (unknown.length > 0) return { kind: 'unknown-name', message: joined(unknown) };
  const absent = new Set(found.absent);
  if (!canMatch(expression, search, { absent })) return { kind: 'excluded', message: requested(search) };
  const unfound = new Map(
    comparedNames(expression, 'class').flatMap((name) => {
      const message = unfoundClass(name, search, found.classes);
      return message === null ? [] : [[foldText(name), message] as const];
    }),
  );
  if (!canMatch(expression, search, { absent, unfound }))
    return { kind: 'unknown-value', message: [...unfound.values()].join(' ') };
  return found.hasAisFile || canMatch(expression, search, { absent, closed: closedWithoutAisFile })
    ? null
    : { kind: 'unknown-value', message: 'No AIS file was imported.' };
}

/**
 * Message that no detection of a search has a class, with what it may be: one that others have, or similar to one. Null
 * for any other name, which may be that of a rare class, and while no class of the search's detections is known.
 */
function unfoundClass(
  name: string,
  search: Search,
  { requested, all }: FoundValues['classes'],
): string | null {
  const isIn = (names: readonly string[]) => names.some((each) => foldText(each) === foldText(name));
  if (requested.length === 0 || isIn(requested)) return null;
  const similar = findSimilarName(name, requested) ?? findSimilarName(name, all);
  if (!isIn(all) && similar === undefined) return null;
  const whose = search.analytics.length === 0 ? '' : ` of ${search.analytics.join(', ')}`;
  const remedy = isIn(all) ? 'Other detections have it.' : `Did you mean “${similar}”?`;
  return `No detection${whose} has the class “${name}”. ${remedy}`;
}

/** An obstacle where no requested region, or no requested analytic, is known: a misspelled name brings nothing. */
function unknownRequest(search: Search, served: KnownNames): RuleObstacle | null {
  const unknown = findUnknownNames(search, listKnownNames(served));
  for (const field of ['regions', 'analytics'] as const) {
    const problems = unknown.filter((problem) => problem.field === field);
    if (problems.length > 0 && problems.length === search[field].length)
      return { kind: 'unknown-request', message: joined(problems) };
  }
  return null;
}

/** The fields of a rule that no detection of some analytics may have: those of properties and parameters. */
export function fieldsToFind({ expression: text }: Pick<Rule, 'expression'>): readonly DetectionField[] {
  const expression = parse(text);
  const fields = expression ? fieldsOf(expression) : [];
  const isStated = (field: DetectionField) => isStatedField(field) || /^(?:property|parameter):/.test(field);
  return [...new Set(fields.filter(isStated))];
}

function parse(text: string | undefined): FilterExpression | undefined {
  const parsed = text === undefined ? undefined : parseExpression(text);
  return parsed?.ok ? parsed.expression : undefined;
}

function joined(problems: readonly { readonly message: string }[]): string {
  return problems.map(({ message }) => message).join(' ');
}

function requested({ analytics, regions }: Search): string {
  const names = [...analytics, ...regions].join(', ');
  return names === '' ? '' : `It requests ${names}.`;
}

/** Possible outcome of an expression for a detection, with what is known of it: undefined for either. */
type Outcome = boolean | undefined;

/** A detection that a search requests: its names, where the search has them, and its times, epoch milliseconds. */
type Requested = {
  readonly names: Readonly<Partial<Record<'analytic' | 'region', string>>>;
  readonly times: Readonly<Record<'collected' | 'uploaded', readonly [after: number, before: number]>>;
  readonly absent: ReadonlySet<DetectionField>;
  /** Folded names of classes that none of them has, as far as is known. */
  readonly unfound?: Pick<ReadonlySet<string>, 'has'>;
  /** All values of the fields that have no others, where these are fewer than ever. */
  readonly closed?: typeof closedLists;
};

function canMatch(
  expression: FilterExpression,
  search: Search,
  known: Pick<Requested, 'absent' | 'unfound' | 'closed'>,
): boolean {
  const { collectedAfter, collectedBefore, uploadedAfter, uploadedBefore } = search;
  const span = (after?: string, before?: string) =>
    [after ? Date.parse(after) : -Infinity, before ? Date.parse(before) : Infinity] as const;
  const times = {
    collected: span(collectedAfter, collectedBefore),
    uploaded: span(uploadedAfter, uploadedBefore),
  };
  const [analytics, regions] = [search.analytics, search.regions].map((names) =>
    names.length > 0 ? names : [undefined],
  );
  return (analytics ?? []).some((analytic) =>
    (regions ?? []).some((region) => {
      const names = { ...(analytic && { analytic }), ...(region && { region }) };
      return outcomeOf(expression, { names, times, ...known }) !== false;
    }),
  );
}

function outcomeOf(expression: FilterExpression, known: Requested): Outcome {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const decisive = expression.kind === 'or';
      const outcomes = expression.parts.map((part) => outcomeOf(part, known));
      if (outcomes.includes(decisive)) return decisive;
      if (!decisive && isContradictory(expression.parts)) return false;
      return outcomes.includes(undefined) ? undefined : !decisive;
    }
    case 'not': {
      const outcome = outcomeOf(expression.part, known);
      return outcome === undefined ? undefined : !outcome;
    }
    default:
      return conditionOutcome(expression, known);
  }
}

/** Whether bounds of one number, all of which must hold, leave none. */
function isContradictory(parts: readonly FilterExpression[]): boolean {
  const spans = new Map<DetectionField, readonly [min: number, max: number]>();
  return parts.some((part) => {
    if (part.kind !== 'compare' || typeof part.value !== 'number') return false;
    const { field, operator, value } = part;
    const [min, max] = spans.get(field) ?? [-Infinity, Infinity];
    const isMin = operator === '>' || operator === '>=' || operator === '=';
    const isMax = operator === '<' || operator === '<=' || operator === '=';
    const span = [isMin ? Math.max(min, value) : min, isMax ? Math.min(max, value) : max] as const;
    spans.set(field, span);
    const isOpen = operator === '<' || operator === '>';
    return span[0] > span[1] || (isOpen && span[0] === span[1]);
  });
}

type Condition = Exclude<FilterExpression, { kind: 'and' | 'or' | 'not' }>;

function conditionOutcome(
  condition: Condition,
  { names, times, absent, unfound, closed = closedLists }: Requested,
): Outcome {
  const { field } = condition;
  if (absent.has(field)) return false;
  if (isBeyond(condition, boundsOf(field, names.analytic))) return false;
  if (field === 'class' && unfound && namesOf(condition)?.every((name) => unfound.has(foldText(name))))
    return false;
  // Only what may be a ship is compared with AIS.
  if (isAisField(field) && names.analytic !== undefined && !isVesselAnalytic(names.analytic)) return false;
  if (field === 'collected' || field === 'uploaded') return timeOutcome(condition, times[field]);
  const possible = closed[field];
  if (possible?.every((text) => textOutcome(condition, text) === false)) return false;
  const name = field === 'analytic' || field === 'region' ? names[field] : undefined;
  return name === undefined ? undefined : textOutcome(condition, name);
}

/** All values of the fields that have no others. */
export const closedLists: Readonly<Partial<Record<DetectionField, readonly string[]>>> = {
  ais: aisOutcomes,
  ais_coverage: Object.values(coverageNames),
  presence: presences,
};

/** Decisions may have come from others, without the file. */
const closedWithoutAisFile: typeof closedLists = {
  ...closedLists,
  ais: aisOutcomes.filter((outcome) => !/^(?:matched|ambiguous|no contact in reach)$/.test(outcome)),
  ais_coverage: [coverageNames.unknown],
};

/** The names that a condition needs one of; undefined for a condition of another form. */
function namesOf(condition: Condition): readonly string[] | undefined {
  if (condition.kind === 'in') return condition.values.map(String);
  return condition.kind === 'compare' && condition.operator === '=' ? [String(condition.value)] : undefined;
}

/** Numbers of a field outside of which no detection has any: those that `findMeanings` reads, or that no object has. */
function boundsOf(field: DetectionField, analytic: string | undefined): readonly [min: number, max: number] {
  const bounds: Readonly<Partial<Record<DetectionField, readonly [number, number]>>> = {
    latitude: [-90, 90],
    longitude: [-180, 180],
    confidence: [0, 1],
    heading: [0, 360],
    length: [0, impossibleLength(analytic)],
  };
  return bounds[field] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
}

/** Whether a condition holds only for numbers outside of bounds. */
function isBeyond(condition: Condition, [min, max]: readonly [number, number]): boolean {
  if (condition.kind === 'in')
    return condition.values.every((value) => Number(value) < min || Number(value) > max);
  if (condition.kind !== 'compare' || typeof condition.value !== 'number') return false;
  const { operator, value } = condition;
  return {
    '>': value >= max,
    '>=': value > max,
    '<': value <= min,
    '<=': value < min,
    '=': value < min || value > max,
    '!=': false,
  }[operator];
}

/** The outcome for a text. */
function textOutcome(condition: Condition, name: string): Outcome {
  const isEqual = (value: unknown) => foldText(String(value)) === foldText(name);
  switch (condition.kind) {
    case 'present':
      return true;
    case 'in':
      return condition.values.some(isEqual);
    case 'compare':
      if (condition.operator === '=') return isEqual(condition.value);
      return condition.operator === '!=' ? !isEqual(condition.value) : undefined;
    case 'contains':
      return foldText(name).includes(foldText(condition.text));
    case 'starts':
      return foldText(name).startsWith(foldText(condition.text));
    case 'ends':
      return foldText(name).endsWith(foldText(condition.text));
  }
}

/** The bounds of a search are exclusive. */
function timeOutcome(condition: Condition, [after, before]: readonly [number, number]): Outcome {
  if (condition.kind !== 'compare' || typeof condition.value !== 'string') return undefined;
  const at = Date.parse(condition.value);
  const isTooEarly = /^[=<]/.test(condition.operator) && at <= after;
  const isTooLate = /^[=>]/.test(condition.operator) && at >= before;
  return isTooEarly || isTooLate ? false : undefined;
}
