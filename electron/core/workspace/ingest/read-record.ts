import type { FieldList } from '../../../../shared/results/search.ts';
import { type Instant, readInstant } from './instant.ts';
import { createMembers, isObject, type UnknownObject } from './members.ts';
import { createProblemList, type Problem, type ProblemList } from './problem-list.ts';
import { type ReadFeature, readFeature } from './read-feature.ts';
import { type ReadSensor, readSensor } from './read-sensor.ts';

export type ReadProcessor = {
  readonly name: string;
  readonly version: string | null;
  readonly region: string | null;
  readonly qcStatus: string | null;
};

/** What of a record could be used (results document, 2.1 and 2.2), and what could not. */
export type ReadRecord = {
  /** As it came. */
  readonly uploadTime: string | null;
  readonly uploaded: Instant | undefined;
  readonly headerVersion: string | null;
  readonly generator: string | null;
  readonly productType: string | null;
  readonly documentVersion: string | null;
  readonly processors: readonly ReadProcessor[];
  readonly sensors: readonly ReadSensor[];
  readonly features: readonly ReadFeature[];
  readonly problems: readonly Problem[];
};

const maxIdLength = 200;

/** The service's id of a record; undefined when it has none that could serve as one. */
export function assignedIdOf(value: unknown): string | undefined {
  const id = isObject(value) ? value.assignedId : undefined;
  return typeof id === 'string' && id.trim() !== '' && id.length <= maxIdLength ? id : undefined;
}

/** How a record came. */
export type RecordOrigin = {
  readonly brand: string;
  /** Which of its parts were asked for. */
  readonly fields: FieldList;
  /** Whether its bytes were. */
  readonly isUtf8: boolean;
};

/** Reads a record from outside: everything usable is used, everything else is told among the problems. Pure. */
export function readRecord(value: unknown, { brand, fields, isUtf8 }: RecordOrigin): ReadRecord {
  const problems = createProblemList();
  if (!isUtf8) problems.add('record', 'is not UTF-8; what cannot be read shows as �');
  if (!isObject(value)) problems.add('record', 'is not an object');
  else if (assignedIdOf(value) === undefined) {
    problems.add(
      'assignedId',
      'is absent or no short text; the record is kept under a name made of its bytes',
    );
  }
  const record = createMembers(isObject(value) ? value : {}, '', problems);
  const content = createMembers(record.object('content') ?? {}, 'content', problems);
  if (isObject(value)) {
    const isReadable = value.content === null || isObject(value.content);
    if (value.content === undefined) problems.add('content', 'is absent');
    else if (isReadable && fields === 'all' && !content.has('features')) {
      problems.add('content.features', 'is absent; whether there are any is not known');
    }
  }
  const uploadText = record.text('uploadTime');
  const uploaded = readInstant(uploadText);
  if (uploadText !== null && !uploaded) problems.add('uploadTime', 'is not a time in ISO 8601');
  const product = createMembers(content.object('product') ?? {}, 'content.product', problems);
  return {
    uploadTime: uploaded ? uploadText : null,
    uploaded,
    ...readHeader(record.object('header') ?? {}),
    productType: product.text('productType'),
    documentVersion: product.text('documentVersion'),
    processors: content.list('processors').flatMap((item, index) => readProcessor(item, index, problems)),
    sensors: readSensors(content.list('sensorData'), brand, problems),
    features: content.list('features').flatMap((item, index) => readFeature(item, index, problems) ?? []),
    problems: problems.all(),
  };
}

/** Types of the header's fields are not shown in the document: texts and numbers are taken as they are. */
function readHeader(header: UnknownObject): Pick<ReadRecord, 'headerVersion' | 'generator'> {
  const info = isObject(header.generatorInfo) ? header.generatorInfo : {};
  const parts = [info.generatorType, info.generatorVersion, info.id, info.timeUTC];
  const generator = parts.flatMap((part) => printScalar(part) ?? []).join(' · ');
  return { headerVersion: printScalar(header.version), generator: generator === '' ? null : generator };
}

function printScalar(value: unknown): string | null {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar && value !== '' ? String(value).slice(0, maxIdLength) : null;
}

function readProcessor(value: unknown, index: number, problems: ProblemList): readonly ReadProcessor[] {
  const path = `content.processors[${index}]`;
  if (!isObject(value)) {
    problems.add(path, 'is not an object');
    return [];
  }
  const processor = createMembers(value, path, problems);
  const parameters = createMembers(processor.object('parameters') ?? {}, `${path}.parameters`, problems);
  const dissemination = createMembers(
    parameters.object('dissemination') ?? {},
    `${path}.parameters.dissemination`,
    problems,
  );
  const name = processor.text('processorName');
  if (name === null || name === '') {
    problems.add(`${path}.processorName`, 'is absent');
    return [];
  }
  return [
    {
      name,
      version: processor.text('version'),
      region: dissemination.text('region'),
      qcStatus: dissemination.text('qcStatus'),
    },
  ];
}

function readSensors(list: readonly unknown[], brand: string, problems: ProblemList): readonly ReadSensor[] {
  return list.flatMap(
    (item, index) => readSensor(item, brand, `content.sensorData[${index}]`, problems) ?? [],
  );
}
