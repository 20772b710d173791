import type { FieldList } from '../../../../shared/results/field-list.ts';
import { isObject, type UnknownObject } from '../../workspace/ingest/member-reader.ts';
import { parseRecordInstant } from '../../workspace/ingest/parse-instant.ts';
import { brandOfPage, parsePage } from '../../workspace/ingest/parse-page.ts';
import { assignedIdOf } from '../../workspace/ingest/parse-record.ts';
import { hasMoreValuesThan, sliceList } from '../../workspace/ingest/record-slices.ts';

/** A raw record, recognized in a file. */
export type RecognizedRecord = {
  readonly recordId: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The operator's name as the record uses it (`<brand>Id`). */
  readonly brand: string;
  /** Members that it has of the fields that can be requested. */
  readonly fields: FieldList;
  /** Epoch milliseconds; null without a readable time. */
  readonly uploadedAt: number | null;
};

/** A value that is not taken, or an element of one. */
export type UnrecognizedValue = { readonly problem: string };

/** The maximum number of JSON values that are parsed at once: as objects of one member each they take some 420 MiB. */
const maxValues = 4_000_000;
const maxPageRecords = 1_000_000;
const pageField = /^([A-Za-z][A-Za-z0-9]*)_udp_analyticgeojsonrecord$/;
const idMember = /^([A-Za-z][A-Za-z0-9]*)Id$/;

/**
 * The records of a JSON text: the text itself, or those of a response of the service. A value of any other form is no
 * record. `brand` is the operator's name where the record does not show another one.
 */
export function recognizeRecords(
  bytes: Uint8Array<ArrayBuffer>,
  brand: string,
): readonly (RecognizedRecord | UnrecognizedValue)[] {
  if (hasMoreValuesThan(bytes, maxValues)) return [{ problem: 'has too many values to be read' }];
  const value = parse(bytes);
  if (value === undefined) return recognizeBrokenPage(bytes) ?? [{ problem: 'is not valid JSON' }];
  const page = findPage(value);
  if (!page) return [recognizeRecord(value, bytes, brand)];
  const slices = sliceList(bytes, ['data', page.field], maxPageRecords);
  if (slices === 'too-many') return [{ problem: 'has too many records for one page' }];
  if (slices?.length !== page.list.length) {
    throw new Error('The records of a page were not sliced as JSON.parse reads them.');
  }
  return page.list.map((record, index) =>
    recognizeRecord(record, Uint8Array.from(slices[index] as Uint8Array), page.brand),
  );
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

/** The records of a response of which single ones are not valid JSON; undefined for any other text. */
function recognizeBrokenPage(
  bytes: Uint8Array<ArrayBuffer>,
): readonly (RecognizedRecord | UnrecognizedValue)[] | undefined {
  const brand = brandOfPage(bytes);
  const parsed = brand === undefined ? undefined : parsePage(bytes, brand);
  if (brand === undefined || !parsed?.ok) return undefined;
  return parsed.page.records.map((record) => {
    const { value, error } = record.parse();
    if (error) return { problem: `${error.path} is not valid JSON at ${error.found}` };
    return recognizeRecord(value, Uint8Array.from(record.bytes), brand);
  });
}

function findPage(value: unknown) {
  const data = isObject(value) && isObject(value.data) ? value.data : {};
  for (const [field, list] of Object.entries(data)) {
    const brand = pageField.exec(field)?.[1];
    if (brand !== undefined && Array.isArray(list)) return { field, brand, list: list as unknown[] };
  }
  return undefined;
}

function recognizeRecord(
  value: unknown,
  bytes: Uint8Array<ArrayBuffer>,
  brand: string,
): RecognizedRecord | UnrecognizedValue {
  const recordId = assignedIdOf(value);
  if (!isObject(value) || recordId === undefined) {
    return { problem: 'is no record: it has no assignedId' };
  }
  if (!['content', 'header', 'uploadTime'].some((name) => Object.hasOwn(value, name))) {
    return { problem: 'is no record: it has neither content nor header nor uploadTime' };
  }
  return {
    recordId,
    bytes,
    brand: findBrand(value, brand),
    fields: findFields(value),
    uploadedAt:
      typeof value.uploadTime === 'string' ? (parseRecordInstant(value.uploadTime)?.epochMs ?? null) : null,
  };
}

function findFields({ content }: UnknownObject): FieldList {
  if (content === undefined) return 'headers';
  return !isObject(content) || Object.hasOwn(content, 'features') ? 'all' : 'without-features';
}

/** The name in the images' member `<brand>Id`; the given one where that is there, or where several could be it. */
function findBrand({ content }: UnknownObject, given: string): string {
  const images = isObject(content) && Array.isArray(content.sensorData) ? content.sensorData : [];
  const names = images
    .flatMap((image) => (isObject(image) ? Object.keys(image) : []))
    .flatMap((name) => (name === 'vendorId' ? [] : (idMember.exec(name)?.[1] ?? [])));
  const [first, ...others] = new Set(names);
  return first === undefined || others.length > 0 ? given : first;
}
