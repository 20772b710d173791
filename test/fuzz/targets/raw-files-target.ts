import { hash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import {
  type RawFileRecord,
  type RawFilesBatch,
  readRawFiles,
} from '../../../electron/core/exchange/raw-import/read-raw-files.ts';
import { buildPage, buildRecord } from '../../builders/record-builder.ts';
import { buildToolRun } from '../../builders/tool-run.ts';
import { damage, decode, expectThat } from '../damage.ts';
import type { FuzzInput, FuzzTarget } from '../fuzz-target.ts';
import { once, writeScratch } from '../scratch-file.ts';

const seeds = once((): readonly FuzzInput[] => {
  const records = [buildRecord(), buildRecord({ features: [] }), buildRecord({ brand: 'acme' })];
  const list = JSON.stringify(records, null, 1);
  const lines = records.map((record) => JSON.stringify(record)).join('\n');
  const page = Uint8Array.from(buildPage(records));
  return [
    { bytes: strToU8(list), extension: 'json' },
    { bytes: page, extension: 'json' },
    { bytes: strToU8(lines), extension: 'ndjson' },
    {
      bytes: zipSync(
        { 'a/list.json': strToU8(list), 'lines.ndjson': strToU8(lines) },
        // The same bytes in each run.
        { mtime: '2026-11-20T08:00:00Z' },
      ),
      extension: 'zip',
    },
  ];
});

/** Raw records in files: each is taken byte for byte, or it is listed; a damaged line costs one record. */
export const rawFiles: FuzzTarget = {
  name: 'raw-files',
  make: (random) => damage(seeds(), random),
  async check(input) {
    const batches: RawFilesBatch[] = [];
    const run = buildToolRun<RawFilesBatch>({
      onBatch: async (batch) => {
        batches.push(batch);
      },
    });
    const file = { path: writeScratch(input), name: `input.${input.extension}` };
    const read = await readRawFiles({ files: [file], brand: 'svc' }, run);
    expectThat(read.ok, 'a damaged file ended the import');
    const records = batches.flatMap((batch) => (batch.kind === 'records' ? batch.records : []));
    for (const record of records) expectSound(record);
    if (input.extension === 'ndjson') expectLines(decode(input.bytes), records);
  },
};

function expectSound({ bytes, recordId, sha256 }: RawFileRecord): void {
  const value = JSON.parse(decode(bytes)) as { readonly assignedId?: unknown };
  expectThat(value.assignedId === recordId, 'a record was taken under the id of another');
  expectThat(hash('sha256', bytes, 'hex') === sha256, 'a record has not the hash of its bytes');
}

/** Fails when a line that is an undamaged record was not taken. */
function expectLines(text: string, records: readonly RawFileRecord[]): void {
  const taken = new Set(records.map(({ recordId }) => recordId));
  for (const line of text.split('\n')) {
    const id = readId(line);
    expectThat(id === undefined || taken.has(id), 'a sound line was lost');
  }
}

function readId(line: string): string | undefined {
  try {
    const value = JSON.parse(line) as { readonly assignedId?: unknown; readonly content?: unknown };
    const { assignedId, content } = value;
    const isRecord =
      typeof assignedId === 'string' && /^[\w-]{1,200}$/.test(assignedId) && content !== undefined;
    return isRecord && !('data' in value) ? assignedId : undefined;
  } catch {
    return undefined;
  }
}
