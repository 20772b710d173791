import { describeValue } from '../../../../shared/describe-value.ts';
import { type FieldList, hasFeatures, isRequested } from '../../../../shared/results/field-list.ts';
import type { JsonError } from './broken-json.ts';
import { createMemberReader, isObject, type UnknownObject } from './member-reader.ts';
import { type ParsedFeature, parseFeature } from './parse-feature.ts';
import { type Instant, parseRecordInstant } from './parse-instant.ts';
import { type ParsedProcessor, parseProcessors } from './parse-processors.ts';
import { type ParsedSensor, parseSensor } from './parse-sensor.ts';
import { createProblemList, type Problem, type ProblemList } from './problem-list.ts';

/** The parts of a record that could be used (service.md, Records), and those that could not. */
export type ParsedRecord = {
  /** Text in the record. */
  readonly uploadTime: string | null;
  readonly uploaded: Instant | undefined;
  readonly headerVersion: string | null;
  readonly generator: string | null;
  /** `header.generatorInfo.timeUTC` where it is a time in ISO 8601; its type is not documented. */
  readonly generated: Instant | undefined;
  readonly productType: string | null;
  readonly documentVersion: string | null;
  readonly processors: readonly ParsedProcessor[];
  readonly sensors: readonly ParsedSensor[];
  readonly features: readonly ParsedFeature[];
  readonly problems: readonly Problem[];
};

const maxIdLength = 200;

/** The service's id of a record; undefined when it has none that could serve as one. */
export function assignedIdOf(value: unknown): string | undefined {
  const id = isObject(value) ? value.assignedId : undefined;
  return typeof id === 'string' && id.trim() !== '' && id.length <= maxIdLength ? id : undefined;
}

/** Origin of a record. */
export type RecordParseOptions = {
  readonly brand: string;
  /** Fields of it that were requested. */
  readonly fields: FieldList;
  /** Whether its bytes were. */
  readonly isUtf8: boolean;
  /** The record with its long integers as `parsePrintableJson` has them; undefined when it has none. */
  readonly printable?: unknown;
  /** Place where the record is not valid JSON; its value is undefined then. */
  readonly error?: JsonError | undefined;
  /** Whether a record before it in its page has the same id. */
  readonly isRepeated?: boolean;
};

/** The problem of a record that is not whole and names this id; by it the record is found when the whole one arrives. */
export function describeSetAside(assignedId: string): string {
  return `is ${describeValue(assignedId)}; the record is stored under a name made of its bytes, since it is not whole`;
}

/** Parses a record from outside: everything usable is used, everything else is listed in the problems. Pure. */
export function parseRecord(
  value: unknown,
  { brand, fields, isUtf8, printable = value, error, isRepeated = false }: RecordParseOptions,
): ParsedRecord {
  const problems = createProblemList();
  if (!isUtf8) problems.add('record', 'is not UTF-8; what cannot be read shows as �');
  if (error) {
    if (error.assignedId !== undefined) problems.add('assignedId', describeSetAside(error.assignedId));
    problems.add(
      error.path,
      `is not valid JSON at ${error.found}; nothing of this record can be used, and its bytes are stored as they came`,
    );
  } else if (!isObject(value)) problems.add('record', 'is not an object');
  else if (assignedIdOf(value) === undefined) {
    problems.add(
      'assignedId',
      'is absent or no short text; the record is kept under a name made of its bytes',
    );
  }
  if (isRepeated) problems.add('assignedId', 'is that of another record of the page; the last one is stored');
  const record = createMemberReader(isObject(value) ? value : {}, '', problems);
  const content = createMemberReader(record.object('content') ?? {}, 'content', problems);
  if (isObject(value)) {
    const isReadable = value.content === null || isObject(value.content);
    if (value.content === undefined) {
      if (isRequested(fields, 'content')) problems.add('content', 'is absent');
    } else if (isReadable && hasFeatures(fields) && !content.has('features')) {
      problems.add('content.features', 'is absent; whether there are any is not known');
    }
  }
  const upload = record.time('uploadTime');
  const printableFeatures = printable === value ? undefined : objectOf(objectOf(printable).content).features;
  const printableOf = (index: number) =>
    Array.isArray(printableFeatures) ? objectOf(printableFeatures[index]).properties : undefined;
  const product = createMemberReader(content.object('product') ?? {}, 'content.product', problems);
  return {
    uploadTime: upload.text,
    uploaded: upload.instant,
    ...parseHeader(record.object('header') ?? {}, objectOf(objectOf(printable).header)),
    productType: product.text('productType'),
    documentVersion: product.text('documentVersion'),
    processors: parseProcessors(
      content.list('processors'),
      printable === value ? content.list('processors') : objectOf(objectOf(printable).content).processors,
      problems,
    ),
    sensors: parseSensors(content.list('sensorData'), brand, problems),
    features: content
      .list('features')
      .flatMap((item, index) => parseFeature(item, index, problems, printableOf(index)) ?? []),
    problems: problems.all(),
  };
}

/** Types of the header's fields are not documented: texts and numbers are used as they are. */
function parseHeader(
  header: UnknownObject,
  printable: UnknownObject,
): Pick<ParsedRecord, 'headerVersion' | 'generator' | 'generated'> {
  const [info, printableInfo] = [objectOf(header.generatorInfo), objectOf(printable.generatorInfo)];
  const parts = (['generatorType', 'generatorVersion', 'id', 'timeUTC'] as const).flatMap(
    (name) => printScalar(info[name], printableInfo[name]) ?? [],
  );
  return {
    headerVersion: printScalar(header.version, printable.version),
    generator: parts.length === 0 ? null : parts.join(' · '),
    generated: parseRecordInstant(info.timeUTC),
  };
}

function objectOf(value: unknown): UnknownObject {
  return isObject(value) ? value : {};
}

function printScalar(value: unknown, printable: unknown): string | null {
  if (isObject(value)) return null;
  // A long integer is an object there.
  if (isObject(printable)) return JSON.stringify(printable).slice(0, maxIdLength);
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar && value !== '' ? String(value).slice(0, maxIdLength) : null;
}

function parseSensors(
  list: readonly unknown[],
  brand: string,
  problems: ProblemList,
): readonly ParsedSensor[] {
  return list.flatMap(
    (item, index) => parseSensor(item, brand, `content.sensorData[${index}]`, problems) ?? [],
  );
}
