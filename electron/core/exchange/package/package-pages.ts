import { hash } from 'node:crypto';
import { maxRecordBytes } from '../../../../shared/results/query.ts';
import { type PackageRecord, packageRecordSchema } from '../../../../shared/workspace/case-package.ts';
import { BadZip } from '../../../../shared/zip/bad-zip.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import type { CasePackage } from './open-package.ts';
import { packageEntries } from './package-entries.ts';
import { readLines } from './read-lines.ts';

/** A raw record of a package with its provenance. */
export type PackagedRecord = { readonly head: PackageRecord; readonly bytes: Uint8Array<ArrayBuffer> };

/** Records of one original page, at least one. */
export type PackagedPage = readonly [PackagedRecord, ...PackagedRecord[]];

const maxPageRecords = 500;
const maxPageBytes = 8_000_000;

/** The records of a package, grouped by their original page, each verified against its hash. */
export async function* packagePages(source: CasePackage): AsyncGenerator<PackagedPage, void> {
  const bytes = createByteReader(source.read(packageEntries.records));
  let page: [PackagedRecord, ...PackagedRecord[]] | undefined;
  let size = 0;
  for await (const line of readLines(source.read(packageEntries.recordIndex))) {
    const head = readHead(line);
    if (page) {
      const isFull = page.length >= maxPageRecords || size + head.bytes > maxPageBytes;
      if (isFull || !areFromSamePage(page[0].head, head)) {
        yield page;
        page = undefined;
        size = 0;
      }
    }
    const record = await bytes.take(head.bytes);
    await bytes.take(1);
    if (hash('sha256', record, 'hex') !== head.sha256) {
      throw new BadZip('damaged', `The record ${head.recordId} is not the one that was packed.`);
    }
    if (page) page.push({ head, bytes: record });
    else page = [{ head, bytes: record }];
    size += record.length;
  }
  if (page) yield page;
}

function readHead(line: string): PackageRecord {
  const head = packageRecordSchema.safeParse(parseBoundedJson(line));
  if (!head.success) throw new BadZip('damaged', 'Its list of records is damaged.');
  if (head.data.bytes > maxRecordBytes) {
    throw new BadZip('too-large', `The record ${head.data.recordId} is larger than can be read.`);
  }
  return head.data;
}

function areFromSamePage(one: PackageRecord, other: PackageRecord): boolean {
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
    async take(length: number): Promise<Uint8Array<ArrayBuffer>> {
      // With memory of its own, which can be transferred to another thread.
      const taken = new Uint8Array(length);
      let at = 0;
      while (at < length) {
        if (rest.length === 0) {
          const next = await chunks.next();
          if (next.done) throw new BadZip('damaged', 'Its records end before its list of records does.');
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
