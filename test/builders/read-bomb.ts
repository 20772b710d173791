import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { peakKilobytes } from '../bench/report.ts';
import { buildToolRun } from './tool-run.ts';

// Run as a separate process: reads a compressed file, or a response, that decompresses to much more than it may. Prints
// what each reader returned or threw, the peak of memory in MiB until then, and its processor time as a multiple of that of
// a fixed work in the same process, which a slow or busy machine slows down as much.
const [file = '', ...called] = process.argv.slice(2);

/** Each loads its code when it is called: the others would take longer to load than most inputs to be refused. */
const readers: Readonly<Record<string, () => Promise<unknown>>> = {
  record: async () => {
    const { readRawRecord } = await import('../../electron/core/workspace/file/raw-blocks.ts');
    return readRawRecord(await openSql(), 1);
  },
  records: async () => {
    const { readRawRecords } = await import('../../electron/core/workspace/file/raw-blocks.ts');
    const damaged: string[] = [];
    const read = readRawRecords(await openSql(), 'TRUE', (recordId) => damaged.push(recordId)).toArray();
    return { read: read.length, damaged: damaged.length };
  },
  rebuild: async () => {
    const { rebuildWorkspace } = await import(
      '../../electron/core/workspace-tools/tasks/rebuild-workspace.ts'
    );
    const { records } = rebuildWorkspace({ from: [file], to: `${file}.rebuilt` }, buildToolRun());
    return { ...records, hasFile: existsSync(`${file}.rebuilt`) };
  },
  inspect: async () => {
    const { inspectWorkspace } = await import(
      '../../electron/core/workspace-tools/tasks/inspect-workspace.ts'
    );
    return inspectWorkspace(file, true);
  },
  merge: async () => {
    const { readForeignReviews } = await import(
      '../../electron/core/workspace/read/reviews/foreign-reviews.ts'
    );
    return readForeignReviews(file, '2026-11-27T00:00:00.000Z', () => 'read');
  },
  open: async () => {
    const { openDatabase } = await import('../../electron/core/workspace/open/open-database.ts');
    return openDatabase(file).setAside;
  },
  team: async () => {
    const { readBlock } = await import('../../electron/core/team/pull-records.ts');
    const read = readBlock(
      {
        ...{ version: 1, revision: 'r', author: 'anna', codec: 'zstd', rawLength: 2 ** 40, recordIds: ['a'] },
        ...{ fetchedAt: [''], brands: [''], completeness: [0], offsets: [0], lengths: [2] },
      },
      readFileSync(file),
    );
    return typeof read === 'string' ? read : read.records.length;
  },
  case: async () => {
    const { readCase } = await import('../../electron/core/exchange/case/read-case.ts');
    const read = await readCase({ path: file, parts: 'everything' }, buildToolRun());
    return read.ok ? 'sound' : read.failure.message;
  },
  zip: async () => {
    const { openZip } = await import('../../electron/core/exchange/files/zip-file.ts');
    const zip = openZip(file);
    for (const entry of zip.entries.values()) for await (const _chunk of zip.read(entry));
  },
  kmz: async () => {
    const { importAreas } = await import('../../shared/areas/import-areas.ts');
    return importAreas({ name: 'bomb.kmz', bytes: readFileSync(file) });
  },
  zlib: async () => {
    const { inflate } = await import('../../shared/zip/inflate.ts');
    return String(inflate(readFileSync(file), 'zlib', 1_000_000));
  },
  archive: async () => (await openArchive()).facts(),
  tile: async () => (await openArchive()).tile({ z: 0, x: 0, y: 0 }),
  response: async () => {
    const { createHttp } = await import('../../electron/core/service/http.ts');
    return createHttp()({ method: 'GET', url: new URL(file), maxBytes: 128 * 2 ** 20, connection: 'fresh' });
  },
};

async function openSql() {
  const { createSql } = await import('../../electron/core/workspace/file/sql.ts');
  return createSql(new DatabaseSync(file));
}

async function openArchive() {
  const { openPmtiles } = await import('../../electron/core/map-sources/pmtiles-archive.ts');
  const { readFileRange } = await import('../../electron/core/map-sources/read-ranges.ts');
  return openPmtiles('bomb', readFileRange(file, 'bomb'));
}

/** Processor time of an action, in microseconds. */
async function timeOf(action: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await action();
  const { user, system } = process.cpuUsage(begun);
  return user + system;
}

/** About a tenth of a second of SQLite's work. */
function doFixedWork(): void {
  const database = new DatabaseSync(':memory:');
  database
    .prepare(
      `WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < 200000)
       SELECT sum(length(hex(value))) AS length FROM numbers`,
    )
    .get();
  database.close();
}

async function read(reader: string) {
  let outcome: unknown;
  const before = await timeOf(doFixedWork);
  const reading = await timeOf(async () => {
    try {
      outcome = await readers[reader]?.();
    } catch (error) {
      outcome = error instanceof Error ? error.message : error;
    }
  });
  const after = await timeOf(doFixedWork);
  return { outcome, mebibytes: peakKilobytes() / 1024, work: reading / Math.max(before, after) };
}

const done: unknown[] = [];
for (const reader of called) done.push(await read(reader));
process.stdout.write(JSON.stringify(done));
