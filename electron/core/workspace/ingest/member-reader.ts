import { describeValue } from '../../../../shared/describe-value.ts';
import { composeText } from '../../../../shared/fold-text.ts';
import { readDegrees } from '../../../../shared/geo/read-degrees.ts';
import { parseIsoTime } from '../../../../shared/iso-8601.ts';
import { toNumber } from '../../../../shared/results/property-meaning.ts';
import { isRecordTime } from '../../../../shared/results/record-time.ts';
import type { Instant } from './parse-instant.ts';
import { printShallow } from './print-shallow.ts';
import type { ProblemList } from './problem-list.ts';

/** An object in a record, whose members have not been checked. */
export type UnknownObject = Readonly<Record<string, unknown>>;

/** Texts longer than this are no names or times, and are ignored. */
const maxTextLength = 10_000;
/** A collection of polygons in a feature has seven levels. */
const maxObjectDepth = 16;

/** `path` is the object's path in its record, `''` for the record itself. Absent and null members are no problem. */
export function createMemberReader(value: UnknownObject, path: string, problems: ProblemList) {
  const read = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined) ?? undefined;
  const addProblem = (name: string, message: string): null => {
    problems.add(path === '' ? name : `${path}.${name}`, message);
    return null;
  };
  const text = (name: string, maxLength = maxTextLength) => {
    const member = read(name);
    if (member === undefined) return null;
    if (typeof member !== 'string') return addProblem(name, 'is not text');
    if (member.length > maxLength) return addProblem(name, `is longer than ${maxLength} characters`);
    return composeText(member);
  };
  const finite = (name: string, member: unknown) => {
    if (member === undefined) return null;
    // JSON.parse makes Infinity of 1e999.
    return typeof member === 'number' && Number.isFinite(member)
      ? member
      : addProblem(name, 'is not a number');
  };
  return {
    /** Whether it is there and not null. */
    has: (name: string): boolean => read(name) !== undefined,
    object(name: string): UnknownObject | undefined {
      const member = read(name);
      if (member === undefined || isObject(member)) return member;
      addProblem(name, 'is not an object');
      return undefined;
    },
    list(name: string): readonly unknown[] {
      const member = read(name);
      if (member === undefined) return [];
      if (Array.isArray(member)) return member;
      addProblem(name, 'is not a list');
      return [];
    },
    text,
    /** An angle in degrees. One written as text is read, with a note. */
    degrees(name: string): number | null {
      const member = read(name);
      const degrees = typeof member === 'string' ? readDegrees(member) : Number.NaN;
      if (!Number.isFinite(degrees)) return finite(name, member);
      addProblem(
        name,
        `is the text ${describeValue(member)} where a number belongs; it is read as ${degrees}`,
      );
      return degrees;
    },
    /** A text, or an object of JSON as its text, with a note. */
    textOrObject(name: string, maxLength: number): string | null {
      const member = read(name);
      if (!isObject(member)) return text(name, maxLength);
      const json = printShallow(member, maxObjectDepth);
      if (json === undefined) return addProblem(name, `is nested deeper than ${maxObjectDepth} levels`);
      if (json.length > maxLength) return addProblem(name, `is longer than ${maxLength} characters of JSON`);
      addProblem(name, 'is an object where text belongs; it is read as GeoJSON');
      return json;
    },
    /** A number, also one written as text. */
    numberOrText(name: string): number | null {
      const member = read(name);
      if (typeof member !== 'string' || !Number.isFinite(toNumber(member))) return finite(name, member);
      addProblem(
        name,
        `is the text ${describeValue(member)} where a number belongs; it is read as ${toNumber(member)}`,
      );
      return toNumber(member);
    },
    /** Its text, null where that is no time, and its instant, also undefined where nothing can have happened then. */
    time(name: string): { readonly text: string | null; readonly instant: Instant | undefined } {
      const memberText = text(name);
      if (memberText === null) return { text: null, instant: undefined };
      const time = parseIsoTime(memberText);
      const described = describeValue(memberText);
      if (!time) {
        return {
          text: addProblem(name, `${described} is not a date and time as in ISO 8601`),
          instant: undefined,
        };
      }
      const { epochMs, hasZone } = time;
      if (!isRecordTime(epochMs)) {
        addProblem(name, `${described} cannot be the time of an image or a record; it is shown and not used`);
        return { text: memberText, instant: undefined };
      }
      if (!hasZone) {
        const message = 'names no time zone; it is read as UTC, as the service documents all times';
        problems.addOnce(path === '' ? name : `${path}.${name}`, message);
      }
      return { text: memberText, instant: { iso: new Date(epochMs).toISOString(), epochMs } };
    },
  };
}

/** Reads members of one object of a record; what is there but unusable becomes a problem with its path. */
export type MemberReader = ReturnType<typeof createMemberReader>;

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is UnknownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
