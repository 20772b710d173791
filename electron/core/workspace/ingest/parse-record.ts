import { hash } from 'node:crypto';
import { describeValue } from '../../../../shared/describe-value.ts';
import { parseAngleReference } from '../../../../shared/passes/angle-reference.ts';
import { type FieldList, hasFeatures, isRequested } from '../../../../shared/results/field-list.ts';
import { maxParameterDepth, maxParametersLength } from '../../../../shared/results/processor-parameters.ts';
import {
  type SensorData,
  sensorMemberName,
  sensorMembers,
} from '../../../../shared/results/sensor-members.ts';
import type { JsonError } from './broken-json.ts';
import { createProblemList, isObject, MemberReader, objectOf, type Problem } from './member-reader.ts';
import { type ParsedFeature, parseFeature } from './parse-feature.ts';
import { type Instant, parseRecordInstant } from './parse-instant.ts';
import { composeJson, printShallow } from './print-shallow.ts';

/** An item of `content.processors`. */
export type ParsedProcessor = {
  readonly name: string;
  readonly version: string | null;
  readonly region: string | null;
  readonly qcStatus: string | null;
  /** JSON text; null without any. */
  readonly parameters: string | null;
};

/** An item of `content.sensorData`, with its collection start understood. */
export type ParsedSensor = SensorData & { readonly collected: Instant | undefined };

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

/** The id under which the workspace stores a raw record; undefined where the bytes are not complete JSON. */
export function recordIdOf(bytes: Uint8Array): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  return assignedIdOf(value) ?? unnamedId(hash('sha256', bytes, 'hex'));
}

/** The id of a record that names none, by the hexadecimal SHA-256 of its bytes. */
export function unnamedId(sha256: string): string {
  return `unnamed-${sha256}`;
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
  const record = new MemberReader(value, printable, '', problems);
  const content = record.object('content');
  if (isObject(value)) {
    const isReadable = value.content === null || isObject(value.content);
    if (value.content === undefined) {
      if (isRequested(fields, 'content')) problems.add('content', 'is absent');
    } else if (isReadable && hasFeatures(fields) && !content.has('features')) {
      problems.add('content.features', 'is absent; whether there are any is not known');
    }
  }
  const upload = record.time('uploadTime');
  const printableFeatures = printable === value ? undefined : content.printable('features');
  const printableOf = (index: number) =>
    Array.isArray(printableFeatures) ? objectOf(printableFeatures[index]).properties : undefined;
  const product = content.object('product');
  return {
    uploadTime: upload.text,
    uploaded: upload.instant,
    ...parseHeader(record),
    productType: product.text('productType'),
    documentVersion: product.text('documentVersion'),
    processors: content.objects('processors', parseProcessor),
    sensors: content.objects('sensorData', (sensor) => parseSensor(sensor, brand)),
    features: content
      .list('features')
      .flatMap((item, index) => parseFeature(item, index, problems, printableOf(index)) ?? []),
    problems: problems.all(),
  };
}

/** Types of the header's fields are not documented: texts and numbers are used as they are, with all their digits. */
function parseHeader(record: MemberReader): Pick<ParsedRecord, 'headerVersion' | 'generator' | 'generated'> {
  const header = record.object('header');
  const info = objectOf(header.printable('generatorInfo'));
  const parts = ['generatorType', 'generatorVersion', 'id', 'timeUTC'].flatMap(
    (name) => printScalar(info[name]) ?? [],
  );
  return {
    headerVersion: printScalar(header.printable('version')),
    generator: parts.length === 0 ? null : parts.join(' · '),
    generated: parseRecordInstant(info.timeUTC),
  };
}

function printScalar(value: unknown): string | null {
  // A long integer is an object.
  if (JSON.isRawJSON(value)) return JSON.stringify(value).slice(0, maxIdLength);
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar && value !== '' ? String(value).slice(0, maxIdLength) : null;
}

function parseProcessor(processor: MemberReader): ParsedProcessor | undefined {
  const dissemination = processor.object('parameters').object('dissemination');
  const name = processor.text('processorName');
  if (name === null || name === '') {
    processor.addProblem('processorName', 'is absent');
    return undefined;
  }
  return {
    name,
    version: processor.text('version'),
    region: dissemination.text('region'),
    qcStatus: dissemination.text('qcStatus'),
    parameters: printParameters(processor),
  };
}

function printParameters(processor: MemberReader): string | null {
  const parameters = processor.printable('parameters');
  if (!isObject(parameters) || Object.keys(parameters).length === 0) return null;
  const written = printShallow(parameters, maxParameterDepth);
  const text = written === undefined ? undefined : composeJson(written, parameters);
  if (text !== undefined && text.length <= maxParametersLength) return text;
  const reason = text === undefined ? 'is nested too deep' : 'is too long';
  return processor.addProblem('parameters', `${reason}; it is in the raw record only`);
}

/** Reads one item of `content.sensorData` (service.md, Images). */
function parseSensor(sensor: MemberReader, brand: string): ParsedSensor {
  let collected: Instant | undefined;
  const read = {
    index: (name: string) => sensor.numberOrText(name),
    text: (name: string) => sensor.text(name),
    time: (name: string) => {
      const time = sensor.time(name);
      collected = time.instant;
      return time.text;
    },
    degrees: (name: string) => sensor.degrees(name),
    wkt: (name: string) => sensor.wkt(name),
    'angle-point': (name: string) => {
      const text = sensor.wkt(name);
      const reference = text === null ? undefined : parseAngleReference(text);
      if (reference?.note !== undefined) sensor.addProblem(name, reference.note);
      return text;
    },
  };
  const members = sensorMembers.map((member) => [
    member.key,
    read[member.kind](sensorMemberName(member, brand)),
  ]);
  return { ...(Object.fromEntries(members) as SensorData), collected };
}
