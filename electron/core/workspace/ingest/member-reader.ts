import type { ProblemList } from './problem-list.ts';

/** An object in a record, whose members have not been checked. */
export type UnknownObject = Readonly<Record<string, unknown>>;

/** Texts longer than this are no names or times, and are ignored. */
const maxTextLength = 10_000;

/** Reads members of one object of a record; what is there but unusable becomes a problem with its path. */
export type MemberReader = {
  /** Whether it is there and not null. */
  has(name: string): boolean;
  object(name: string): UnknownObject | undefined;
  list(name: string): readonly unknown[];
  text(name: string, maxLength?: number): string | null;
  number(name: string): number | null;
};

/** `path` is the object's path in its record, `''` for the record itself. Absent and null members are no problem. */
export function createMemberReader(value: UnknownObject, path: string, problems: ProblemList): MemberReader {
  const read = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined) ?? undefined;
  const addProblem = (name: string, message: string): null => {
    problems.add(path === '' ? name : `${path}.${name}`, message);
    return null;
  };
  return {
    has: (name) => read(name) !== undefined,
    object(name) {
      const member = read(name);
      if (member === undefined || isObject(member)) return member;
      addProblem(name, 'is not an object');
      return undefined;
    },
    list(name) {
      const member = read(name);
      if (member === undefined) return [];
      if (Array.isArray(member)) return member;
      addProblem(name, 'is not a list');
      return [];
    },
    text(name, maxLength = maxTextLength) {
      const member = read(name);
      if (member === undefined) return null;
      if (typeof member !== 'string') return addProblem(name, 'is not text');
      if (member.length > maxLength) return addProblem(name, `is longer than ${maxLength} characters`);
      return member;
    },
    number(name) {
      const member = read(name);
      if (member === undefined) return null;
      // JSON.parse makes Infinity of 1e999.
      return typeof member === 'number' && Number.isFinite(member)
        ? member
        : addProblem(name, 'is not a number');
    },
  };
}

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is UnknownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
