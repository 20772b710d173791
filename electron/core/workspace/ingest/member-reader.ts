import { describeValue } from '../../../../shared/describe-value.ts';
import { composeText } from '../../../../shared/fold-text.ts';
import { readDegrees } from '../../../../shared/geo/read-degrees.ts';
import { parseIsoTime } from '../../../../shared/iso-8601.ts';
import { toNumber } from '../../../../shared/results/property-meaning.ts';
import { isRecordTime } from '../../../../shared/results/record-time.ts';
import type { Instant } from './parse-instant.ts';
import { printShallow } from './print-shallow.ts';

/** An object in a record, whose members have not been checked. */
export type UnknownObject = Readonly<Record<string, unknown>>;

/** Texts longer than this are no names or times, and are ignored. */
const maxTextLength = 10_000;
/** Footprints and references longer than this are ignored. */
const maxWktLength = 1_000_000;
/** A collection of polygons in a feature has seven levels. */
const maxObjectDepth = 16;

/**
 * Reads members of one object of a record; what is there but unusable becomes a problem with its path. Absent and null
 * members are no problem.
 */
export class MemberReader {
  readonly #value: UnknownObject;
  readonly #printable: UnknownObject;
  readonly #path: string;
  readonly #problems: ProblemList;

  /** `printable`: the same object as `parsePrintableJson` has it; `path`: its path in the record, `''` for the record. */
  constructor(value: unknown, printable: unknown, path: string, problems: ProblemList) {
    this.#value = objectOf(value);
    this.#printable = objectOf(printable);
    this.#path = path;
    this.#problems = problems;
  }

  /** Adds a problem of a member. */
  addProblem(name: string, message: string): null {
    this.#problems.add(this.#pathOf(name), message);
    return null;
  }

  /** Whether it is there and not null. */
  has(name: string): boolean {
    return this.#read(name) !== undefined;
  }

  /** The member with its long integers as `parsePrintableJson` has them. */
  printable(name: string): unknown {
    return this.#printable[name];
  }

  /** A reader of a member that is an object. */
  object(name: string): MemberReader {
    const member = this.#read(name);
    if (member !== undefined && !isObject(member)) this.addProblem(name, 'is not an object');
    return new MemberReader(member, this.#printable[name], this.#pathOf(name), this.#problems);
  }

  list(name: string): readonly unknown[] {
    const member = this.#read(name);
    if (member === undefined) return [];
    if (Array.isArray(member)) return member;
    this.addProblem(name, 'is not a list');
    return [];
  }

  /** Results of `parse` for the items of a list that are objects, without undefined ones. */
  objects<T>(name: string, parse: (item: MemberReader) => T | undefined): readonly T[] {
    const printable = this.#printable[name];
    return this.list(name).flatMap((item, index) => {
      const path = `${name}[${index}]`;
      if (!isObject(item)) return this.addProblem(path, 'is not an object') ?? [];
      const printed = Array.isArray(printable) ? printable[index] : undefined;
      return parse(new MemberReader(item, printed, this.#pathOf(path), this.#problems)) ?? [];
    });
  }

  text(name: string, maxLength = maxTextLength): string | null {
    const member = this.#read(name);
    if (member === undefined) return null;
    if (typeof member !== 'string') return this.addProblem(name, 'is not text');
    if (member.length > maxLength) return this.addProblem(name, `is longer than ${maxLength} characters`);
    return composeText(member);
  }

  /** An angle in degrees. One written as text is read, with a note. */
  degrees(name: string): number | null {
    return this.#numberIn(name, readDegrees);
  }

  /** A number, also one written as text. */
  numberOrText(name: string): number | null {
    return this.#numberIn(name, toNumber);
  }

  /** WKT, or an object of GeoJSON as its text, with a note. */
  wkt(name: string): string | null {
    const member = this.#read(name);
    if (!isObject(member)) return this.text(name, maxWktLength);
    const json = printShallow(member, maxObjectDepth);
    if (json === undefined) return this.addProblem(name, `is nested deeper than ${maxObjectDepth} levels`);
    if (json.length > maxWktLength)
      return this.addProblem(name, `is longer than ${maxWktLength} characters of JSON`);
    this.addProblem(name, 'is an object where text belongs; it is read as GeoJSON');
    return json;
  }

  /** Its text, null where that is no time, and its instant, also undefined where nothing can have happened then. */
  time(name: string): { readonly text: string | null; readonly instant: Instant | undefined } {
    const text = this.text(name);
    if (text === null) return { text, instant: undefined };
    const time = parseIsoTime(text);
    const described = describeValue(text);
    if (!time) {
      const message = `${described} is not a date and time as in ISO 8601`;
      return { text: this.addProblem(name, message), instant: undefined };
    }
    const { epochMs, hasZone } = time;
    if (!isRecordTime(epochMs)) {
      this.addProblem(
        name,
        `${described} cannot be the time of an image or a record; it is shown and not used`,
      );
      return { text, instant: undefined };
    }
    if (!hasZone) {
      const message = 'names no time zone; it is read as UTC, as the service documents all times';
      this.#problems.addOnce(this.#pathOf(name), message);
    }
    return { text, instant: { iso: new Date(epochMs).toISOString(), epochMs } };
  }

  #read(name: string): unknown {
    return (Object.hasOwn(this.#value, name) ? this.#value[name] : undefined) ?? undefined;
  }

  #pathOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  #numberIn(name: string, parse: (text: string) => number): number | null {
    const member = this.#read(name);
    if (member === undefined) return null;
    const parsed = typeof member === 'string' ? parse(member) : Number.NaN;
    if (Number.isFinite(parsed)) {
      this.addProblem(
        name,
        `is the text ${describeValue(member)} where a number belongs; it is read as ${parsed}`,
      );
      return parsed;
    }
    // JSON.parse makes Infinity of 1e999.
    return typeof member === 'number' && Number.isFinite(member)
      ? member
      : this.addProblem(name, 'is not a number');
  }
}

/** Whether a value is an object and no list. */
export function isObject(value: unknown): value is UnknownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty one. */
export function objectOf(value: unknown): UnknownObject {
  return isObject(value) ? value : {};
}

/** A part of a record that could not be used, and why. */
export type Problem = { readonly path: string; readonly message: string };

/** One unusable record must not fill the workspace with its problems. */
export const maxProblems = 100;

/** An empty list. */
export function createProblemList() {
  const problems: Problem[] = [];
  const shared = new Map<string, { readonly path: string; count: number }>();
  let notListed = 0;
  const add = (path: string, message: string) => {
    if (problems.length < maxProblems) problems.push({ path, message });
    else notListed += 1;
  };
  return {
    add,
    /** Adds what a record has at many paths once, at the first of them; the others are counted in its message. */
    addOnce(path: string, message: string): void {
      const known = shared.get(message);
      if (known) known.count += 1;
      else {
        shared.set(message, { path, count: 1 });
        add(path, message);
      }
    },
    /** The collected problems, with a last entry for what was only counted. */
    all(): readonly Problem[] {
      const listed = problems.map((problem): Problem => {
        const { path, count } = shared.get(problem.message) ?? { path: '', count: 1 };
        if (count === 1 || path !== problem.path) return problem;
        return { path, message: `${problem.message} (and at ${count - 1} more of its record)` };
      });
      if (notListed === 0) return listed;
      const message = `${notListed} more problems of this record are not listed.`;
      return [...listed, { path: 'record', message }];
    },
  };
}

/** Collects the problems of one record, up to `maxProblems`; the rest is counted. */
export type ProblemList = ReturnType<typeof createProblemList>;
