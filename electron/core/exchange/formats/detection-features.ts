import type { ExportNotes } from '../export-notes.ts';
import type { ByteSink } from '../files/output-file.ts';
import { type OwnColumn, ownColumns, ownPropertyPrefix } from '../rows/detection-columns.ts';
import type { DetectionSourceRow } from '../rows/detection-source.ts';
import type { RecordFacts } from '../rows/record-facts.ts';
import { memberText, writeFeatureStart } from './geojson.ts';

/** Which properties a feature gets. */
export type FeatureOptions = {
  readonly reviews: boolean;
  /** Names of the feature's own properties; absent: all of them. */
  readonly properties?: readonly string[] | undefined;
};

const comma = Buffer.from(',');
const end = Buffer.from('}}');

/**
 * Prints detections as GeoJSON features. What the record says of each comes first, under names that are always there;
 * the feature's own properties follow as they came, with `feature_` before those that are taken.
 *
 * The text of the properties goes through as it is wherever it can: a million features are printed without an object.
 */
export function createDetectionPrinter(
  { reviews, properties }: FeatureOptions,
  notes: ExportNotes,
): (row: DetectionSourceRow, sink: ByteSink) => void {
  const columns = ownColumns(reviews);
  const factsOf = createFactsPrinter(columns);
  const printOwn = createRowPrinter(columns);
  const printProperties = properties
    ? createChosenProperties(columns, properties)
    : createAllProperties(columns);
  return (row, sink) => {
    writeFeatureStart(sink, row.id, row.geometry, notes);
    sink.bytes(factsOf(row.facts));
    printOwn(row, sink);
    printProperties(row.properties, sink);
    sink.bytes(end);
  };
}

/** `,"properties":{` and the members that rows of the same record share, printed once for all of them. */
function createFactsPrinter(columns: readonly OwnColumn[]): (facts: RecordFacts) => Uint8Array {
  let last: RecordFacts | undefined;
  let bytes = Buffer.alloc(0);
  return (facts) => {
    if (facts !== last) {
      last = facts;
      const members = columns.flatMap((column) =>
        column.of === 'record' ? [memberText(column, column.read(facts))] : [],
      );
      bytes = Buffer.from(`,"properties":{${members.join(',')}`);
    }
    return bytes;
  };
}

/** Texts that JSON writes as they are; identifiers are. */
const isPlain = /^[\w .:-]*$/;

/** The members that each row has for itself, each with a comma before it. */
function createRowPrinter(columns: readonly OwnColumn[]): (row: DetectionSourceRow, sink: ByteSink) => void {
  const parts = columns.flatMap((column) =>
    column.of === 'detection'
      ? [{ start: Buffer.from(`,${JSON.stringify(column.name)}:`), read: column.read }]
      : [],
  );
  return (row, sink) => {
    for (const { start, read } of parts) {
      const value = read(row);
      sink.bytes(start);
      if (typeof value === 'number') sink.number(value);
      else sink.text(typeof value === 'string' && isPlain.test(value) ? `"${value}"` : JSON.stringify(value));
    }
  };
}

type PropertyPrinter = (properties: string, sink: ByteSink) => void;

/** Prints the members of the properties' text, each with a comma before it, under names that are free. */
function createAllProperties(columns: readonly OwnColumn[]): PropertyPrinter {
  const names = columns.map(({ name }) => name);
  const reserved = new Set(names);
  const taken = new RegExp(`"(?:${names.join('|')})":`, 'g');
  return (properties, sink) => {
    if (properties === '{}') return;
    // Without nesting, escapes and white space, what is quoted before a colon is a name of the object itself.
    const isFlat = properties.indexOf('{', 1) < 0 && !/[\\\n\r\t]|" /.test(properties);
    taken.lastIndex = 0;
    let hit = isFlat ? taken.exec(properties) : null;
    if (!isFlat || (hit && properties.includes(`"${ownPropertyPrefix}`))) {
      return sink.text(printMembers(freeNames(Object.entries(JSON.parse(properties)), reserved)));
    }
    sink.bytes(comma);
    let at = 1;
    let before = '';
    for (; hit; hit = taken.exec(properties)) {
      before += properties.slice(at, hit.index + 1) + ownPropertyPrefix;
      at = hit.index + 1;
    }
    sink.text(before + properties.slice(at, -1));
  };
}

function createChosenProperties(columns: readonly OwnColumn[], chosen: readonly string[]): PropertyPrinter {
  const reserved = new Set(columns.map(({ name }) => name));
  const wanted = new Set(chosen);
  return (properties, sink) => {
    const members = freeNames(Object.entries(JSON.parse(properties)), reserved);
    sink.text(printMembers(members.filter(([, , name]) => wanted.has(name))));
  };
}

type Member = readonly [free: string, value: unknown, name: string];

function freeNames(entries: readonly [string, unknown][], reserved: ReadonlySet<string>): readonly Member[] {
  const taken = new Set([...reserved, ...entries.map(([name]) => name)]);
  return entries.map(([name, value]) => {
    if (!reserved.has(name)) return [name, value, name];
    let free = `${ownPropertyPrefix}${name}`;
    while (taken.has(free)) free = `${ownPropertyPrefix}${free}`;
    taken.add(free);
    return [free, value, name];
  });
}

/** Printed member by member: an object would trip over a property called `__proto__`. */
function printMembers(members: readonly Member[]): string {
  return members.map(([free, value]) => `,${JSON.stringify(free)}:${JSON.stringify(value)}`).join('');
}
