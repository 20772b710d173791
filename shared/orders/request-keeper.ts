import type { Extra } from './draft-extras.ts';
import { isJsonList, type JsonObject, type JsonValue } from './json-value.ts';

/** Where a value stands in a request. */
export type RequestPath = Extra['path'];

/** Collects what the form cannot hold while a request is read. */
export type RequestKeeper = {
  readonly extras: readonly Extra[];
  /** Keeps a value of a kind that the document does not name. */
  keep(path: RequestPath, value: JsonValue): void;
  /** Keeps a value that the document names, but that is not as it says; `expected` ends “is not …”. */
  keepMalformed(path: RequestPath, value: JsonValue, expected: string): void;
  /** Keeps the members of an object that are not among `known`. */
  keepOthers(path: RequestPath, object: JsonObject, known: readonly string[]): void;
  /** The text of a member; blank when it is absent, and kept when it is anything that the form would not give back. */
  text(path: RequestPath, object: JsonObject, name: string): string;
  /** The number of a member as typed; blank when it is absent, kept when it is no number. */
  number(path: RequestPath, object: JsonObject, name: string): string;
  /** The texts of a list; blank or repeated ones and whatever is no text are kept at their places. */
  texts(path: RequestPath, object: JsonObject, name: string): string[];
};

/** A keeper without anything. `report` is told each malformed part with its path, a sentence each. */
export function createKeeper(report: (sentence: string) => void): RequestKeeper {
  const extras: Extra[] = [];
  const keep = (path: RequestPath, value: JsonValue) => {
    extras.push({ path: [...path], value });
  };
  const keepMalformed = (path: RequestPath, value: JsonValue, expected: string) => {
    keep(path, value);
    report(`${path.join('.')} is not ${expected}. It is kept as it stands.`);
  };
  return {
    extras,
    keep,
    keepMalformed,
    keepOthers(path, object, known) {
      for (const [name, value] of Object.entries(object)) {
        if (!known.includes(name)) keep([...path, name], value);
      }
    },
    text(path, object, name) {
      const value = memberOf(object, name);
      if (value === undefined) return '';
      if (typeof value === 'string' && value.trim() !== '') return value;
      if (typeof value === 'string') keep([...path, name], value);
      else keepMalformed([...path, name], value, 'a text');
      return '';
    },
    number(path, object, name) {
      const value = memberOf(object, name);
      if (value === undefined) return '';
      if (typeof value === 'number') return String(value);
      keepMalformed([...path, name], value, 'a number');
      return '';
    },
    texts(path, object, name) {
      const list = memberOf(object, name);
      if (list === undefined) return [];
      if (!isJsonList(list)) {
        keepMalformed([...path, name], list, 'a list');
        return [];
      }
      return list.flatMap((item, index) => {
        if (typeof item === 'string' && item.trim() !== '' && list.indexOf(item) === index) return [item];
        keepMalformed([...path, name, index], item, 'a name that stands there once');
        return [];
      });
    },
  };
}

/** A member of an object's own; undefined when there is none. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
