import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { readCase } from '../../electron/core/exchange/case/read-case.ts';
import { openZip } from '../../electron/core/exchange/files/zip-file.ts';
import { openPmtiles } from '../../electron/core/map-sources/pmtiles-archive.ts';
import { readFileRange } from '../../electron/core/map-sources/read-ranges.ts';
import { createHttp } from '../../electron/core/service/http.ts';
import { readBlock } from '../../electron/core/team/pull-records.ts';
import { readRawRecord, readRawRecords } from '../../electron/core/workspace/file/raw-blocks.ts';
import { createSql } from '../../electron/core/workspace/file/sql.ts';
import { openDatabase } from '../../electron/core/workspace/open/open-database.ts';
import { readForeignReviews } from '../../electron/core/workspace/read/reviews/foreign-reviews.ts';
import { inspectWorkspace } from '../../electron/core/workspace-tools/tasks/inspect-workspace.ts';
import { rebuildWorkspace } from '../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import { importAreas } from '../../shared/areas/import-areas.ts';
import { inflate } from '../../shared/zip/inflate.ts';
import { peakKilobytes } from '../bench/report.ts';
import { buildToolRun } from './tool-run.ts';

// Run as a separate process: reads a compressed file, or a response, that decompresses to much more than it may. Prints
// what the reader returned or threw, the peak of its memory in MiB, and its processor time in seconds.
const [reader = '', file = ''] = process.argv.slice(2);

const readers: Readonly<Record<string, () => unknown>> = {
  record: () => readRawRecord(openSql(), 1),
  records: () => {
    const damaged: string[] = [];
    const read = readRawRecords(openSql(), 'TRUE', (recordId) => damaged.push(recordId)).toArray();
    return { read: read.length, damaged: damaged.length };
  },
  rebuild: () => {
    const { records } = rebuildWorkspace({ from: [file], to: `${file}.rebuilt` }, buildToolRun());
    return { ...records, hasFile: existsSync(`${file}.rebuilt`) };
  },
  inspect: () => inspectWorkspace(file, true),
  merge: () => readForeignReviews(file, '2026-11-27T00:00:00.000Z', () => 'read'),
  open: () => openDatabase(file).setAside,
  team: () => {
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
    const read = await readCase({ path: file, parts: 'everything' }, buildToolRun());
    return read.ok ? 'sound' : read.failure.message;
  },
  zip: async () => {
    const zip = openZip(file);
    for (const entry of zip.entries.values()) for await (const _chunk of zip.read(entry));
  },
  kmz: () => importAreas({ name: 'bomb.kmz', bytes: readFileSync(file) }),
  zlib: () => String(inflate(readFileSync(file), 'zlib', 1_000_000)),
  archive: () => openPmtiles('bomb', readFileRange(file, 'bomb')).facts(),
  tile: () => openPmtiles('bomb', readFileRange(file, 'bomb')).tile({ z: 0, x: 0, y: 0 }),
  response: () =>
    createHttp()({ method: 'GET', url: new URL(file), maxBytes: 128 * 2 ** 20, connection: 'fresh' }),
};

function openSql() {
  return createSql(new DatabaseSync(file));
}

let outcome: unknown;
try {
  outcome = await readers[reader]?.();
} catch (error) {
  outcome = error instanceof Error ? error.message : error;
}
const { userCPUTime, systemCPUTime } = process.resourceUsage();
process.stdout.write(
  JSON.stringify({
    outcome,
    mebibytes: peakKilobytes() / 1024,
    seconds: (userCPUTime + systemCPUTime) / 1e6,
  }),
);
