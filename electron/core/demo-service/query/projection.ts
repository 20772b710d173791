import { ownMember } from './filter.ts';

/** The fields of a response, in the requested order; null means the whole value. */
export type Projection = ReadonlyMap<string, Projection | null>;

/** A value with only the fields of the projection; lists are projected item by item, and fields it lacks are left out. */
export function project(projection: Projection | null, value: unknown): unknown {
  if (projection === null) return value;
  if (Array.isArray(value)) return value.map((item) => project(projection, item));
  const result: Record<string, unknown> = {};
  for (const [name, inner] of projection) {
    const member = ownMember(value, name);
    if (member !== undefined) result[name] = project(inner, member);
  }
  return result;
}
