import type { DetectionFilter } from '../detection.ts';
import type { FilterExpression } from './filter-expression.ts';
import { parseExpression } from './parse-expression.ts';
import { printExpression } from './print-expression.ts';

/** The lists of names of a filter, by the field that an expression compares. */
export const nameMembers = { analytic: 'analytics', region: 'regions', sensor: 'sensors' } as const;
type NameField = keyof typeof nameMembers;

/** All names of a workspace's records, by the field of an expression. */
export type RecordNames = Readonly<Record<NameField, readonly string[]>>;

/** Returns the names of the workspace that equal a typed one without regard to case, as in an expression. */
export type FindNames = (field: NameField, typed: string) => readonly string[];

type Lifted = { readonly members: DetectionFilter; readonly rest: readonly FilterExpression[] };

/**
 * Moves the conditions of a filter's expression that its members can state to these members, so that images and records
 * without detections match them alike however they are written. The rest stays in the expression.
 */
export function liftConditions(filter: DetectionFilter, findNames: FindNames): DetectionFilter {
  if (filter.expression === undefined) return filter;
  const { expression, ...members } = filter;
  const lifted = lift(expression, members, findNames);
  return lifted.rest.length === 0 ? lifted.members : { ...lifted.members, expression: printAll(lifted.rest) };
}

/** The conditions of an expression that only a detection has, as text; null when it has none, or cannot be read. */
export function conditionsOfDetections(expression: string | undefined): string | null {
  if (expression === undefined) return null;
  const { rest } = lift(expression, {}, (_field, typed) => [typed]);
  return rest.length === 0 ? null : printAll(rest);
}

/** The names of ports that a filter restricts detections to, as written; undefined where it does not restrict them. */
export function placesOfFilter({
  places,
  expression,
}: Pick<DetectionFilter, 'places' | 'expression'>): readonly string[] | undefined {
  const parsed = expression === undefined ? undefined : parseExpression(expression);
  const parts = parsed?.ok ? conjunctsOf(parsed.expression) : [];
  const lists = [...(places ? [places] : []), ...parts.flatMap((part) => placesOfPart(part) ?? [])];
  const [first, ...others] = lists.map((names) => new Map(names.map((name) => [fold(name), String(name)])));
  return (
    first && [...first].flatMap(([key, name]) => (others.every((names) => names.has(key)) ? [name] : []))
  );
}

/** An expression without the conditions that `placesOfFilter` reads; undefined when it has no others. */
export function withoutPlaces(expression: string): string | undefined {
  const parsed = parseExpression(expression);
  if (!parsed.ok) return expression;
  const rest = conjunctsOf(parsed.expression).filter((part) => placesOfPart(part) === undefined);
  return rest.length === 0 ? undefined : printAll(rest);
}

function fold(name: unknown): string {
  return String(name).toLowerCase();
}

/** The places of which one is stated, as a list of one list. */
function placesOfPart(part: FilterExpression): readonly (readonly unknown[])[] | undefined {
  if (part.kind === 'in' && part.field === 'place') return [part.values];
  if (part.kind === 'compare' && part.field === 'place' && part.operator === '=') return [[part.value]];
  return undefined;
}

function printAll(parts: readonly FilterExpression[]): string {
  const [only] = parts;
  return only && parts.length === 1 ? printExpression(only) : printExpression({ kind: 'and', parts });
}

function lift(text: string, filter: DetectionFilter, findNames: FindNames): Lifted {
  const parsed = parseExpression(text);
  if (!parsed.ok) return { members: { ...filter, expression: text }, rest: [] };
  let members = filter;
  const rest: FilterExpression[] = [];
  for (const part of conjunctsOf(parsed.expression)) {
    const restricted = restrictByNames(members, part, findNames) ?? restrictBySpan(members, part);
    if (restricted) members = restricted;
    else rest.push(part);
  }
  return { members, rest };
}

function conjunctsOf(expression: FilterExpression): readonly FilterExpression[] {
  return expression.kind === 'and' ? expression.parts.flatMap(conjunctsOf) : [expression];
}

function restrictByNames(
  filter: DetectionFilter,
  part: FilterExpression,
  findNames: FindNames,
): DetectionFilter | undefined {
  const isEqual = part.kind === 'compare' && part.operator === '=';
  if (!isEqual && part.kind !== 'in') return undefined;
  const typed = part.kind === 'in' ? part.values : [part.value];
  const field = (Object.keys(nameMembers) as NameField[]).find((name) => name === part.field);
  if (field === undefined || !typed.every((value) => typeof value === 'string')) return undefined;
  const member = nameMembers[field];
  const names = [...new Set(typed.flatMap((value) => findNames(field, value)))];
  const former = filter[member];
  return { ...filter, [member]: former ? former.filter((name) => names.includes(name)) : names };
}

/** Times of filters are whole milliseconds, from inclusive, to exclusive. */
function restrictBySpan(filter: DetectionFilter, part: FilterExpression): DetectionFilter | undefined {
  if (part.kind !== 'compare' || typeof part.value !== 'string') return undefined;
  if (part.field !== 'collected' && part.field !== 'uploaded') return undefined;
  const at = Date.parse(part.value);
  const [from, to] = spanOf(part.operator, at) ?? [];
  if (Number.isNaN(at) || (from === undefined && to === undefined)) return undefined;
  const [fromMember, toMember] = [`${part.field}From`, `${part.field}To`] as const;
  return {
    ...filter,
    ...(from === undefined ? {} : { [fromMember]: Math.max(from, filter[fromMember] ?? from) }),
    ...(to === undefined ? {} : { [toMember]: Math.min(to, filter[toMember] ?? to) }),
  };
}

function spanOf(
  operator: Extract<FilterExpression, { kind: 'compare' }>['operator'],
  at: number,
): readonly [from: number | undefined, to: number | undefined] | undefined {
  if (operator === '!=') return undefined;
  const from = { '=': at, '>=': at, '>': at + 1, '<': undefined, '<=': undefined };
  const to = { '=': at + 1, '>=': undefined, '>': undefined, '<': at, '<=': at + 1 };
  return [from[operator], to[operator]];
}
