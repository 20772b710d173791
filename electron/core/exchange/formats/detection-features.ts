import { parsePrintableJson } from '../../../../shared/exact-json.ts';
import { memoizeByNames } from '../../../../shared/memoize-by-names.ts';
import type { ExportNotes } from '../export-progress.ts';
import type { ByteSink } from '../files/output-file.ts';
import {
  featurePropertyPrefix,
  type OptionalColumns,
  type StandardColumn,
  standardColumns,
} from '../rows/detection-columns.ts';
import type { DetectionSourceRow } from '../rows/detection-source.ts';
import type { CellValue, Column } from '../rows/layer.ts';
import { describeNulInJson, jsonContainsNul } from '../rows/nul-characters.ts';
import type { RecordFacts } from '../rows/record-facts.ts';
import { memberText, writeFeatureStart } from './geojson.ts';

/** Options for the properties of exported features. */
export type FeatureOptions = OptionalColumns & {
  /** Names of the feature properties to write; absent: all. */
  readonly properties?: readonly string[] | undefined;
};

/**
 * Serializes detections as GeoJSON features. Standard and derived columns come first. The feature's properties follow
 * unchanged, with the prefix `feature_` where a name conflicts with a standard column.
 *
 * The JSON text of the properties is copied without parsing where possible, which is faster for many features.
 */
export function createDetectionSerializer(
  { properties, ...optional }: FeatureOptions,
  derived: readonly StandardColumn[],
  notes: ExportNotes,
): (row: DetectionSourceRow, sink: ByteSink) => void {
  const columns = [...standardColumns(optional), ...derived];
  const factsOf = createFactsSerializer(columns);
  const reserved = new Set(columns.map(({ name }) => name));
  const serializersOf = memoizeByNames((names) => ({
    writeRow: createRowWriter(columns, names),
    serializeProperties: properties
      ? createChosenProperties(reserved, properties)
      : createAllProperties(reserved, names),
  }));
  return (row, sink) => {
    writeFeatureStart(sink, row.name.uid, row.geometry, notes);
    sink.bytes(factsOf(row.facts));
    if (jsonContainsNul(row.propertiesText)) notes.count(describeNulInJson);
    const { writeRow, serializeProperties } = serializersOf(row.properties);
    writeRow(row, sink);
    sink.text(`${serializeProperties(row.propertiesText)}}}`);
  };
}

/** `,"properties":{` and the members that rows of the same record share, serialized once for all of them. */
function createFactsSerializer(columns: readonly StandardColumn[]): (facts: RecordFacts) => Uint8Array {
  const members = columns.flatMap((column) =>
    column.of === 'record' ? [createMemberSerializer(column, column.read)] : [],
  );
  let last: RecordFacts | undefined;
  let bytes = Buffer.alloc(0);
  return (facts) => {
    if (facts !== last) {
      last = facts;
      bytes = Buffer.from(`,"properties":{${members.map((textOf) => textOf(facts)).join(',')}`);
    }
    return bytes;
  };
}

/** Serializes one member; the same value as the one before is not serialized again. */
function createMemberSerializer(
  column: Column,
  read: (facts: RecordFacts) => CellValue,
): (facts: RecordFacts) => string {
  let last: CellValue | undefined;
  let text = '';
  return (facts) => {
    const value = read(facts);
    if (value !== last) {
      last = value;
      text = memberText(column, value);
    }
    return text;
  };
}

/** Texts that need no escaping in JSON, such as identifiers. */
const isPlain = /^[\w .:-]*$/;

/** Writes the members of single rows whose properties have these names, each with a comma before it. */
function createRowWriter(
  columns: readonly StandardColumn[],
  names: readonly string[],
): (row: DetectionSourceRow, sink: ByteSink) => void {
  const parts: { readonly start: Uint8Array; read(row: DetectionSourceRow): CellValue }[] = [];
  let start = '';
  for (const column of columns) {
    if (column.of === 'record') continue;
    start += `,${JSON.stringify(column.name)}:`;
    const read = column.readerOf ? column.readerOf(names) : column.read;
    if (read === null) start += 'null';
    else {
      parts.push({ start: Buffer.from(start), read });
      start = '';
    }
  }
  const end = Buffer.from(start);
  return (row, sink) => {
    for (const { start, read } of parts) {
      sink.bytes(start);
      const value = read(row);
      if (typeof value === 'number' && Number.isFinite(value)) sink.number(value);
      else if (value === null) sink.bytes(noValue);
      else sink.text(typeof value === 'string' && isPlain.test(value) ? `"${value}"` : JSON.stringify(value));
    }
    sink.bytes(end);
  };
}

const noValue = Buffer.from('null');

/** Members of the properties, each with a comma before it. */
type PropertySerializer = (propertiesText: string) => string;

/** Serializes all members of properties with these names, under non-conflicting names. */
function createAllProperties(reserved: ReadonlySet<string>, names: readonly string[]): PropertySerializer {
  if (names.length === 0) return () => '';
  const conflicts = findConflicts(names, reserved);
  return (text) =>
    copyMembers(text, conflicts) ??
    serializeMembers(freeNames(Object.entries(parsePrintableJson(text) as object), reserved));
}

/** Prefix of members whose names are those of columns, and how they begin under a free name. */
type Conflicts = {
  readonly members: readonly { readonly start: string; readonly freeStart: string }[];
  /** Whether a name is free with the prefix. */
  readonly areFree: boolean;
};

function findConflicts(names: readonly string[], reserved: ReadonlySet<string>): Conflicts {
  const free = (name: string) => `${featurePropertyPrefix}${name}`;
  const conflicts = names.filter((name) => reserved.has(name));
  return {
    members: conflicts.map((name) => ({ start: `"${name}":`, freeStart: `"${free(name)}":` })),
    areFree: !conflicts.some((name) => names.includes(free(name)) || reserved.has(free(name))),
  };
}

/** The members of an object as they are written, under free names; undefined where they have to be parsed for it. */
function copyMembers(text: string, { members, areFree }: Conflicts): string | undefined {
  const isOneLine = !text.includes('\n') && !text.includes('\r');
  if (!isOneLine || !text.startsWith('{"') || !text.endsWith('}')) return undefined;
  if (members.length === 0) return `,${text.slice(1, -1)}`;
  // Without nesting, escapes and white space before a colon, every such text is a member of the object.
  const isPlain =
    text.indexOf('{', 1) < 0 && !text.includes('\\') && !text.includes('\t') && !text.includes(' :');
  if (!isPlain || !areFree) return undefined;
  let copy = text;
  for (const { start, freeStart } of members) copy = copy.replaceAll(start, freeStart);
  return `,${copy.slice(1, -1)}`;
}

function createChosenProperties(
  reserved: ReadonlySet<string>,
  chosen: readonly string[],
): PropertySerializer {
  const requested = new Set(chosen);
  return (text) => {
    const members = freeNames(Object.entries(parsePrintableJson(text) as object), reserved);
    return serializeMembers(members.filter(([, , name]) => requested.has(name)));
  };
}

type Member = readonly [free: string, value: unknown, name: string];

function freeNames(entries: readonly [string, unknown][], reserved: ReadonlySet<string>): readonly Member[] {
  const taken = new Set([...reserved, ...entries.map(([name]) => name)]);
  return entries.map(([name, value]) => {
    if (!reserved.has(name)) return [name, value, name];
    let free = `${featurePropertyPrefix}${name}`;
    while (taken.has(free)) free = `${featurePropertyPrefix}${free}`;
    taken.add(free);
    return [free, value, name];
  });
}

/** Serialized member by member: an object would lose a property called `__proto__`. */
function serializeMembers(members: readonly Member[]): string {
  return members.map(([free, value]) => `,${JSON.stringify(free)}:${JSON.stringify(value)}`).join('');
}
