import { hash } from 'node:crypto';
import { parsePage } from '../../../electron/core/workspace/ingest/parse-page.ts';
import {
  hashPage,
  preparePageRows,
} from '../../../electron/core/workspace/ingest/prepare/prepare-page-rows.ts';
import { hostileRecords } from '../../builders/hostile-records.ts';
import { buildPage, buildRecord } from '../../builders/record-builder.ts';
import { damage, expectThat } from '../damage.ts';
import type { FuzzTarget } from '../fuzz-target.ts';

const brand = 'svc';
const pageSeeds = [
  buildPage([buildRecord(), buildRecord({ features: [] })], { nextOffset: 2 }),
  buildPage(hostileRecords().slice(0, 20)),
  buildPage([]),
].map((page) => ({ bytes: Uint8Array.from(page), extension: 'json' }));

/** Pages of results. */
export const pages: FuzzTarget = {
  name: 'pages',
  make: (random) => damage(pageSeeds, random),
  check({ bytes }) {
    const page = { body: bytes, brand, fields: 'all', offset: 0 } as const;
    const prepared = preparePageRows(page, hashPage(page), () => false);
    // Two ways of reading a page, which must agree.
    const parsed = parsePage(bytes, brand);
    expectThat(prepared.ok === parsed.ok, 'slicing and parsing disagree');
    if (!prepared.ok || !parsed.ok) return;
    const hashes = parsed.page.records.map((record) => hash('sha256', record.bytes, 'hex'));
    const written = prepared.page.records.map(({ contentHash }) => Buffer.from(contentHash).toString('hex'));
    expectThat(hashes.join() === written.join(), 'slicing and parsing give different records');
  },
};
