import { hash } from 'node:crypto';
import { type PackageRecord, packageRecordSchema } from '../../../../shared/workspace/case-package.ts';
import { packageEntries } from './package-entries.ts';
import type { CasePackage } from './read-package.ts';
import { BadZip } from './zip-reader.ts';

/** A raw record with where it came from. */
export type ArrivingRecord = { readonly head: PackageRecord; readonly bytes: Uint8Array };

const maxPageRecords = 500;
const maxPageBytes = 8_000_000;
/** No record of the service is larger: its pages have a size cap. */
const maxRecordBytes = 512 * 1024 * 1024;

/** The records of a package in pages of such as came together, each checked against its hash. */
export async function* packagePages(source: CasePackage): AsyncGenerator<readonly ArrivingRecord[], void> {
  const bytes = createByteReader(source.read(packageEntries.records));
  let page: ArrivingRecord[] = [];
  let size = 0;
  for await (const line of source.lines(packageEntries.recordIndex)) {
    const head = readHead(line);
    const [first] = page;
    const isFull = page.length >= maxPageRecords || size + head.bytes > maxPageBytes;
    if (first && (isFull || !cameTogether(first.head, head))) {
      yield page;
      page = [];
      size = 0;
    }
    const record = await bytes.take(head.bytes);
    await bytes.take(1);
    if (hash('sha256', record, 'hex') !== head.sha256) {
      throw new BadZip(`The record ${head.recordId} is not the one that was packed.`);
    }
    page.push({ head, bytes: record });
    size += record.length;
  }
  if (page.length > 0) yield page;
}

function readHead(line: string): PackageRecord {
  const head = packageRecordSchema.safeParse(parseJson(line));
  if (!head.success || head.data.bytes > maxRecordBytes) throw new BadZip('Its list of records is damaged.');
  return head.data;
}

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function cameTogether(one: PackageRecord, other: PackageRecord): boolean {
  return (
    one.query === other.query &&
    one.fetchedAt === other.fetchedAt &&
    one.pageOffset === other.pageOffset &&
    one.fields === other.fields
  );
}

function createByteReader(chunks: AsyncGenerator<Uint8Array, void>) {
  let rest: Uint8Array = new Uint8Array();
  return {
    async take(length: number): Promise<Uint8Array> {
      const taken = Buffer.allocUnsafe(length);
      let at = 0;
      while (at < length) {
        if (rest.length === 0) {
          const next = await chunks.next();
          if (next.done) throw new BadZip('Its records end before its list of records does.');
          rest = next.value;
        }
        const part = rest.subarray(0, length - at);
        taken.set(part, at);
        rest = rest.subarray(part.length);
        at += part.length;
      }
      return taken;
    },
  };
}
