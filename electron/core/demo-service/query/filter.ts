/** A scalar in a query. */
export type QueryScalar = string | number | boolean | null;

/** A condition on one value: all given members must hold for the same value. */
export type ValueCondition = {
  readonly eq?: QueryScalar;
  readonly ne?: QueryScalar;
  readonly gt?: QueryScalar;
  readonly lt?: QueryScalar;
  readonly or?: readonly QueryScalar[];
};

/** A filter on a record or a part of it. A list matches when one of its items matches the whole filter. */
export type Filter =
  | { readonly kind: 'condition'; readonly condition: ValueCondition }
  | { readonly kind: 'fields'; readonly fields: readonly (readonly [name: string, filter: Filter])[] };

/** Whether a value matches a filter. A missing value is treated as null. */
export function matches(filter: Filter, value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.length === 0 ? matches(filter, null) : value.some((item) => matches(filter, item));
  }
  if (filter.kind === 'condition') return satisfies(filter.condition, value ?? null);
  return filter.fields.every(([name, inner]) => matches(inner, ownMember(value, name)));
}

/** An own property of an object, or undefined. */
export function ownMember(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Reflect.get(value, name);
}

function satisfies(condition: ValueCondition, value: unknown): boolean {
  const { eq, ne, gt, lt, or } = condition;
  if (eq !== undefined && compare(value, eq) !== 0) return false;
  if (ne !== undefined && compare(value, ne) === 0) return false;
  if (gt !== undefined && !(compare(value, gt) > 0)) return false;
  if (lt !== undefined && !(compare(value, lt) < 0)) return false;
  return or === undefined || or.some((item) => compare(value, item) === 0);
}

/**
 * Orders two values of the same kind: negative, zero or positive. NaN when they cannot be compared, as a number
 * with a text. Texts that are both ISO 8601 times are compared as instants, so `…:00Z` equals `…:00.000Z`.
 */
export function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(one) - Number(other);
  return one === null && other === null ? 0 : Number.NaN;
}

const isoTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  if (isoTime.test(one) && isoTime.test(other)) {
    const difference = instantOf(one) - instantOf(other);
    if (!Number.isNaN(difference)) return difference;
  }
  return one < other ? -1 : 1;
}

/** Epoch milliseconds of an ISO 8601 time; without a zone it is UTC, as all times of the service are. */
function instantOf(text: string): number {
  return Date.parse(/T.*(Z|[+-]\d\d:?\d\d)$|^[\d-]+$/.test(text) ? text : `${text}Z`);
}
