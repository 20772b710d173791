import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { searchSchema } from '../../../../../shared/results/search.ts';
import { runChild } from '../../../../bench/run-child.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { bytes, type FaultServer, startFaultServer } from '../../../../builders/fault-server.ts';
import {
  ended,
  openFileIn,
  recordsIn,
  startFetchCore,
  until,
  valued,
} from '../../../../builders/fetch-core.ts';
import { buildRecord } from '../../../../builders/record-builder.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const search = searchSchema.parse({ regions: ['East Asia'], analytics: [], pageSize: 10 });
const recordCount = 35;
/** A page of several hundred megabytes as objects is made and sent, perhaps on a busy machine. */
const patience = 180_000;

let service: FaultServer;
beforeEach(async () => {
  service = await startFaultServer(recordCount);
  onTestFinished(() => service.close());
});

function pageOf(list: string): string {
  return `{"paginationInfo":{"nextOffset":5000000},"data":{"svc_udp_analyticgeojsonrecord":${list}}}`;
}

function listOf(count: number, element: string, separator = ','): string {
  return `[${Array(count).fill(element).join(separator)}]`;
}

const record = JSON.stringify(buildRecord());
const tooManyRecords: readonly (readonly [what: string, page: string])[] = [
  ['3 million empty records', pageOf(listOf(3_000_000, '{}'))],
  ['5,001 records', pageOf(listOf(5_001, '{"assignedId":"a"}'))],
  ['5,001 records with white space between them', pageOf(listOf(5_001, '{"assignedId":"a"}', ' ,\n'))],
  ['20,000 numbers in place of records', pageOf(listOf(20_000, '1'))],
];

describe('a page with more records than the service documents', () => {
  it.each(tooManyRecords)(
    '%s: is refused by name after one request, and the fetch can be resumed',
    async (_what, page) => {
      const started = await startFetchCore(service.url, await openFileIn(await makeTempFolder()));
      const sent = service.failAt(20, bytes(page));
      const { id } = valued(await started.fetches.start(search));
      const failed = await ended(started, id);
      expect(failed).toMatchObject({
        state: 'failed',
        resumable: true,
        failure: { code: 'bad-response', message: expect.stringContaining('more than 5,000 records') },
        fetch: { offset: 20, records: 20 },
      });
      expect(sent()).toBe(1);
      expect(await recordsIn(started)).toBe(20);
      service.heal();
      valued(await started.jobs.resume(id));
      expect(await ended(started, id)).toMatchObject({ state: 'complete', fetch: { records: recordCount } });
      expect(started.problems).toEqual([]);
    },
  );

  it('needs little memory to be refused', { timeout: patience }, async () => {
    const folder = await makeTempFolder();
    const page = path.join(folder, 'page.json');
    await writeFile(page, pageOf(listOf(3_000_000, '{}')));
    const worker = fileURLToPath(coreWorkers.workspace);
    const run = await runChild('refuse-page', path.join(folder, 'test.gpkg'), worker, page);
    expect(run.peakMegabytes).toBeLessThan(400);
  });
});

describe('a page with more values than are parsed at once', () => {
  const values = `{"paginationInfo":{},"data":{"svc_udp_analyticgeojsonrecord":[{"assignedId":"a","x":${listOf(6_000_000, '[]')}}]}}`;

  it('is requested in smaller pages; a single record that is too large ends the fetch', async () => {
    const started = await startFetchCore(service.url, await openFileIn(await makeTempFolder()));
    service.failAt(20, bytes(values), 1);
    const { id } = valued(await started.fetches.start(search));
    const job = await ended(started, id);
    expect(job).toMatchObject({ state: 'complete', fetch: { records: recordCount } });
    expect(job.warnings).toEqual([expect.stringMatching(/5,000,000 JSON values.*Pages of 5 records/)]);

    const sent = service.failAt(20, bytes(values));
    const second = valued(await started.fetches.start({ ...search, pageSize: 2 }));
    expect(await ended(started, second.id)).toMatchObject({
      state: 'failed',
      resumable: true,
      failure: { message: expect.stringMatching(/offset 20.*5,000,000 JSON values/) },
      fetch: { records: 20 },
    });
    expect(sent()).toBe(2);
  });

  it('needs little memory to be refused', { timeout: patience }, async () => {
    const folder = await makeTempFolder();
    const page = path.join(folder, 'page.json');
    await writeFile(page, values);
    const worker = fileURLToPath(coreWorkers.workspace);
    const run = await runChild('refuse-page', path.join(folder, 'test.gpkg'), worker, page);
    expect(run.peakMegabytes).toBeLessThan(500);
  });
});

it.each([
  ['one string', 'x'.repeat(120 * 2 ** 20)],
  [
    'a record with one string',
    `{"data":{"svc_udp_analyticgeojsonrecord":[{"assignedId":"a","x":"${'x'.repeat(120 * 2 ** 20)}"}]}}`,
  ],
])(
  'a page of 120 MiB that is %s needs little memory to be refused',
  { timeout: patience },
  async (_, text) => {
    const folder = await makeTempFolder();
    const page = path.join(folder, 'page.json');
    await writeFile(page, text.startsWith('{') ? text : JSON.stringify(text));
    const worker = fileURLToPath(coreWorkers.workspace);
    const run = await runChild('refuse-page', path.join(folder, 'test.gpkg'), worker, page);
    expect(run.printed).toMatch(/more than 64 MiB/);
    expect(run.peakMegabytes).toBeLessThan(768);
  },
);

it('a fetch that is cancelled while a large page is prepared writes nothing of the page', async () => {
  const started = await startFetchCore(service.url, await openFileIn(await makeTempFolder()));
  let isPreparing = false;
  const { ingestPage } = started.file;
  const workspace = {
    ...started.file,
    ingestPage(...[page, signal]: Parameters<typeof ingestPage>) {
      isPreparing = page.offset === 20;
      return ingestPage(page, signal);
    },
  };
  const watched = await startFetchCore(service.url, workspace);
  const large = record.replace('"assignedId"', `"padding":"${'x'.repeat(20_000)}","assignedId"`);
  service.failAt(20, bytes(pageOf(listOf(5_000, large))));
  const { id } = valued(await watched.fetches.start(search));
  await eventually(() => expect(isPreparing).toBe(true));
  valued(await watched.jobs.cancel(id));
  expect(await until(watched, id, 'cancelled')).toMatchObject({ resumable: true, fetch: { records: 20 } });
  expect(await recordsIn(watched)).toBe(20);
  service.heal();
  valued(await watched.jobs.resume(id));
  expect(await ended(watched, id)).toMatchObject({ state: 'complete', fetch: { records: recordCount } });
});
