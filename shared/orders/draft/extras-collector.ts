import { isJsonList, type JsonObject, type JsonValue } from '../../json-value.ts';
import type { Extra } from './draft-extras.ts';

/** Path of a value in a request. */
export type ExtraPath = Extra['path'];

/** Creates an empty collector. `report` receives a sentence with the path for each malformed part. */
export function createExtrasCollector(report: (sentence: string) => void) {
  const extras: Extra[] = [];
  const keep = (path: ExtraPath, value: JsonValue) => {
    extras.push({ path: [...path], value });
  };
  const keepMalformed = (path: ExtraPath, value: JsonValue, expected: string) => {
    keep(path, value);
    report(`${path.join('.')} is not ${expected}. It is preserved unchanged.`);
  };
  return {
    extras,
    /** Adds a value that the service does not document. */
    add: keep,
    /** Adds a value that is not as documented; `expected` completes the sentence “is not …”. */
    addMalformed: keepMalformed,
    /** Adds the members of an object that are not in `known`. */
    addUnknownMembers(path: ExtraPath, object: JsonObject, known: readonly string[]): void {
      for (const [name, value] of Object.entries(object)) {
        if (!known.includes(name)) keep([...path, name], value);
      }
    },
    /** Returns the text of a member; blank when it is absent. Any other value is added. */
    readText(path: ExtraPath, object: JsonObject, name: string): string {
      const value = memberOf(object, name);
      if (value === undefined) return '';
      if (typeof value === 'string' && value.trim() !== '') return value;
      if (typeof value === 'string') keep([...path, name], value);
      else keepMalformed([...path, name], value, 'a text');
      return '';
    },
    /** Returns the number of a member as text; blank when it is absent. Any other value is added. */
    readNumber(path: ExtraPath, object: JsonObject, name: string): string {
      const value = memberOf(object, name);
      if (value === undefined) return '';
      if (typeof value === 'number') return String(value);
      keepMalformed([...path, name], value, 'a number');
      return '';
    },
    /** Returns the texts of a list; blank, repeated and non-text items are added with their indexes. */
    readTexts(path: ExtraPath, object: JsonObject, name: string): string[] {
      const list = memberOf(object, name);
      if (list === undefined) return [];
      if (!isJsonList(list)) {
        keepMalformed([...path, name], list, 'a list');
        return [];
      }
      return list.flatMap((item, index) => {
        if (typeof item === 'string' && item.trim() !== '' && list.indexOf(item) === index) return [item];
        keepMalformed([...path, name, index], item, 'a name that occurs once');
        return [];
      });
    },
  };
}

/** Reads the members of a request, and collects the parts that the form cannot represent. */
export type ExtrasCollector = ReturnType<typeof createExtrasCollector>;

/** Returns an own member of an object; undefined when there is none. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
