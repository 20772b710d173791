import { isVesselAnalytic } from '../ais/vessel-analytic.ts';
import { foldText } from '../fold-text.ts';
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
import { unknownFields } from '../results/expression/unknown-fields.ts';
import { isStatedField } from '../results/meaning-fields.ts';
import type { Search } from '../results/search.ts';
import { findUnknownNames, listKnownNames } from '../results/unknown-names.ts';
import type { WatchRuleSettings } from './watch-rule.ts';

/** Why a rule cannot find anything, whatever is fetched; `message` has sentences with names. */
export type RuleObstacle =
  | { readonly kind: 'search-deleted' | 'area-deleted' }
  /** Its expression has a name that the workspace does not have; an export refuses it, too. */
  | { readonly kind: 'unknown-name'; readonly message: string }
  /** Its expression excludes everything that its saved search requests. */
  | { readonly kind: 'excluded'; readonly message: string }
  /** Nothing shows that the service has a region or an analytic that its saved search requests. */
  | { readonly kind: 'unknown-request'; readonly message: string };

/** What a workspace has that rules are about. */
export type RuleSubjects = {
  /** The query of the rule's saved search; undefined where that was deleted. */
  readonly search: Search | undefined;
  readonly hasArea: boolean;
  readonly layers: readonly Pick<LayerSummary, 'name' | 'attributes'>[];
  /** Empty before the first detections: none is known yet. */
  readonly properties: readonly PropertySummary[];
  readonly parameters: readonly ParameterSummary[];
  /** The names in records that the service has returned. */
  readonly served: KnownNames;
  /** Those of `fieldsToFind` that no detection of the search's analytics has. */
  readonly absent: readonly DetectionField[];
};

type Rule = Pick<WatchRuleSettings, 'expression'>;

/** Why a rule cannot find anything; null where it can, as far as is known. */
export function ruleObstacle({ expression }: Rule, subjects: RuleSubjects): RuleObstacle | null {
  const { search, hasArea, served } = subjects;
  if (!search) return { kind: 'search-deleted' };
  if (!hasArea) return { kind: 'area-deleted' };
  return expressionObstacle(parse(expression), search, subjects) ?? unknownRequest(search, served);
}

function expressionObstacle(
  expression: FilterExpression | undefined,
  search: Search,
  { layers, properties, parameters, absent }: RuleSubjects,
): RuleObstacle | null {
  if (!expression) return null;
  // Before the first detections nothing is known of their properties.
  const known = properties.length === 0 ? null : properties;
  const unknown = unknownFields(expression, known, known && parameters, layers);
  if (unknown.length > 0) return { kind: 'unknown-name', message: joined(unknown) };
  return canMatch(expression, search, new Set(absent))
    ? null
    : { kind: 'excluded', message: requested(search) };
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
export function fieldsToFind({ expression: text }: Rule): readonly DetectionField[] {
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

/** What an expression can be for a detection, with what is known of it: undefined for either. */
type Outcome = boolean | undefined;

/** A detection that a search requests: its names, where the search has them, and its times, epoch milliseconds. */
type Requested = {
  readonly names: Readonly<Partial<Record<'analytic' | 'region', string>>>;
  readonly times: Readonly<Record<'collected' | 'uploaded', readonly [after: number, before: number]>>;
  readonly absent: ReadonlySet<DetectionField>;
};

function canMatch(expression: FilterExpression, search: Search, absent: Requested['absent']): boolean {
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
      return outcomeOf(expression, { names, times, absent }) !== false;
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

function conditionOutcome(condition: Condition, { names, times, absent }: Requested): Outcome {
  const { field } = condition;
  if (absent.has(field)) return false;
  // Only what may be a ship is compared with AIS.
  if (isAisField(field) && names.analytic !== undefined && !isVesselAnalytic(names.analytic)) return false;
  if (field === 'collected' || field === 'uploaded') return timeOutcome(condition, times[field]);
  const name = field === 'analytic' || field === 'region' ? names[field] : undefined;
  if (name === undefined) return undefined;
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
  switch (condition.operator) {
    case '=':
      return at <= after || at >= before ? false : undefined;
    case '<':
    case '<=':
      return at <= after ? false : undefined;
    case '>':
    case '>=':
      return at >= before ? false : undefined;
    case '!=':
      return undefined;
  }
}
