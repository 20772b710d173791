import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  countFetchQueries,
  printFetchQueries,
} from '../../../../../renderer/features/search/fetch-query-texts.ts';
import { texts } from '../../../../../renderer/features/search/texts.ts';
import { toFieldList } from '../../../../../shared/results/field-list.ts';
import { type SearchInput, searchSchema } from '../../../../../shared/results/search.ts';
import { ended, recordsIn, startFetchCore, until, valued } from '../../../../builders/fetch-core.ts';
import { startServiceServer } from '../../../../builders/service-server.ts';
import { openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const ranges = [
  { after: '2026-11-01T00:00:00.000Z', before: '2026-11-03T00:00:00.000Z' },
  { after: '2026-11-10T00:00:00.000Z', before: '2026-11-12T00:00:00.000Z' },
];

/** A service with one record for each hour from 2026-11-01 to 2026-11-19, which filters by time and by id. */
async function startTimedService() {
  const service = await startServiceServer(0);
  onTestFinished(() => service.close());
  const records = Array.from({ length: 24 * 19 }, (_none, index) => ({
    assignedId: `record-${index}`,
    uploadTime: '2026-11-20T00:00:00.000Z',
    content: {
      type: 'FeatureCollection',
      sensorData: [
        { sensorDataIndex: 0, startTimeUTC: new Date(firstHour + index * 3_600_000).toISOString() },
      ],
      features: [],
    },
  }));
  service.pageOf = (query) => {
    const number = (name: string, otherwise: number) =>
      Number(new RegExp(`\\b${name}: (\\d+)`).exec(query)?.[1] ?? otherwise);
    const text = (pattern: RegExp) => pattern.exec(query)?.[1];
    const id = text(/assignedId: "([^"]*)"/);
    const after = text(/startTimeUTC: \{ ?gt: "([^"]*)"/) ?? '';
    const before = text(/startTimeUTC: \{.*?lt: "([^"]*)"/) ?? '9';
    const found = records.filter(({ assignedId, content: { sensorData } }) => {
      const time = sensorData[0]?.startTimeUTC ?? '';
      return (id === undefined || assignedId === id) && time > after && time < before;
    });
    const [offset, limit] = [number('offset', 0), number('limit', 100)];
    const page = found.slice(offset, offset + limit);
    const hasMore = offset + limit < found.length;
    return Buffer.from(
      JSON.stringify({
        paginationInfo: { recordsInPage: page.length, ...(hasMore ? { nextOffset: offset + limit } : {}) },
        data: { svc_udp_analyticgeojsonrecord: page },
      }),
    );
  };
  return service;
}
const firstHour = Date.parse('2026-11-01T00:00:00.000Z');

let service: Awaited<ReturnType<typeof startTimedService>>;
beforeEach(async () => {
  service = await startTimedService();
});
const start = async () => startFetchCore(service.url, await openTestWorkspace());
const parse = (more: Partial<SearchInput>) =>
  searchSchema.parse({ regions: [], analytics: [], pageSize: 20, ...more });

describe('a fetch of several collection ranges', () => {
  // Both ends are exclusive: 47 full hours lie inside of each range.
  const inRanges = 2 * 47;

  it('fetches the records of each range and none from the gap', async () => {
    const started = await start();
    const { id, fetch } = valued(await started.fetches.start(parse({ collectedRanges: ranges })));
    expect(fetch?.query).toEqual({ index: 0, count: 2 });
    expect(await ended(started, id)).toMatchObject({
      state: 'complete',
      fetch: { records: inRanges, newRecords: inRanges, pages: 6, query: { index: 1, count: 2 } },
    });
    expect(service.offsets()).toEqual([0, 20, 40, 0, 20, 40]);
    const page = await started.file.recordPage({ having: 'any', offset: 0, limit: 500 });
    const days = new Set(page.rows.map(({ collectedAt }) => collectedAt?.slice(0, 10)));
    expect([...days].sort()).toEqual(['2026-11-01', '2026-11-02', '2026-11-10', '2026-11-11']);
  });

  it('keeps the other time conditions and counts a record of two ranges once', async () => {
    const started = await start();
    const overlapping = [
      ...ranges,
      { after: '2026-11-11T00:00:00.000Z', before: '2026-11-13T00:00:00.000Z' },
    ];
    const search = parse({ collectedRanges: overlapping, collectedBefore: '2026-11-12T12:00:00.000Z' });
    const { id } = valued(await started.fetches.start(search));
    const added = 12; // 2026-11-12, 0 to 11 h
    expect(await ended(started, id)).toMatchObject({
      state: 'complete',
      fetch: { records: inRanges + added },
    });
    expect(await recordsIn(started)).toBe(inRanges + added);
  });

  it('is complete when one range repeats many pages of another', async () => {
    const started = await start();
    const overlapping = [
      { after: '2026-11-01T00:00:00.000Z', before: '2026-11-03T00:00:00.000Z' },
      { after: '2026-11-01T00:00:00.000Z', before: '2026-11-04T00:00:00.000Z' },
    ];
    const search = parse({ collectedRanges: overlapping, pageSize: 5 });
    const { id } = valued(await started.fetches.start(search));
    expect(await ended(started, id)).toMatchObject({ state: 'complete', fetch: { records: 71 } });
  });

  it('is resumed in the query in which it failed', async () => {
    const started = await start();
    let queries = 0;
    service.fault = ({ path }, response) => {
      queries += path.includes('graphql') ? 1 : 0;
      if (queries !== 5) return false;
      response.writeHead(400).end();
      return true;
    };
    const { id } = valued(await started.fetches.start(parse({ collectedRanges: ranges })));
    const failed = await ended(started, id);
    expect(failed).toMatchObject({ state: 'failed', resumable: true, fetch: { query: { index: 1 } } });
    valued(await started.jobs.resume(id));
    await until(started, id, 'complete');
    expect(await ended(started, id)).toMatchObject({
      state: 'complete',
      fetch: { records: inRanges, pages: 6 },
    });
  });

  it('ends at the maximum of records, whichever query brings the last one', async () => {
    const started = await start();
    const { id } = valued(await started.fetches.start(parse({ collectedRanges: ranges, maxRecords: 47 })));
    expect(await ended(started, id)).toMatchObject({
      state: 'complete',
      fetch: { records: 47, recordsBeyondLimit: 'unknown' },
    });
    const { id: longer } = valued(
      await started.fetches.start(parse({ collectedRanges: ranges, maxRecords: 60 })),
    );
    expect(await ended(started, longer)).toMatchObject({
      fetch: { records: 60, recordsBeyondLimit: 'exist', query: { index: 1 } },
    });
  });
});

describe('the history of a fetch of several queries', () => {
  it('is found by each range and id, and has the text of each query as it was sent', async () => {
    const started = await start();
    const sent: string[] = [];
    const { pageOf } = service;
    service.pageOf = (query) => {
      sent.push(query);
      return pageOf(query);
    };
    const fields = toFieldList(['content.sensorData.polarization']);
    const search = parse({ collectedRanges: ranges, recordIds: ['record-3', 'record-240'], fields });
    await ended(started, valued(await started.fetches.start(search)).id);
    const find = async (text: string) => {
      const { entries } = await started.file.fetchHistory({ text, offset: 0, limit: 10 });
      return entries;
    };
    const [entry] = await find('');
    if (!entry) throw new Error('The history is empty.');
    expect(entry.search.fields).toBe(fields);
    const printed = printFetchQueries(entry).split(/\n*# Query \d of 4\n/);
    expect(printed.slice(1)).toEqual(sent);
    expect(countFetchQueries(entry)).toEqual({ count: 4, reached: 4 });
    for (const text of ['RECORD-240', '2026-11-10T00']) expect(await find(text)).toHaveLength(1);
    expect(await find('record-241')).toEqual([]);
  });

  it('states which queries were not sent', async () => {
    const started = await start();
    const search = parse({ collectedRanges: ranges, maxRecords: 40 });
    await ended(started, valued(await started.fetches.start(search)).id);
    const [entry] = (await started.file.fetchHistory({ text: '', offset: 0, limit: 10 })).entries;
    if (!entry) throw new Error('The history is empty.');
    expect(countFetchQueries(entry)).toEqual({ count: 2, reached: 1 });
    expect(printFetchQueries(entry)).toContain('# Query 2 of 2, not sent\n');
    // Of a fetch that failed before its first request this is true, too.
    expect(texts.entry.queries(2, 1)).toBe('2 queries, reached query 1');
  });
});

describe('a fetch of record ids', () => {
  it('requests each id and names those that were not returned', async () => {
    const started = await start();
    const recordIds = ['record-3', 'not here', 'record-400', 'gone'];
    const { id, title } = valued(await started.fetches.start(parse({ recordIds })));
    expect(title).toBe('4 requested records');
    const done = await ended(started, id);
    expect(done).toMatchObject({ state: 'complete', fetch: { records: 2, pages: 4 } });
    expect(done.warnings.filter((warning) => warning.includes('did not return'))).toEqual([
      expect.stringMatching(/did not return 2 of 4 requested records.*: not here, gone$/),
    ]);
    expect(done.warnings.join()).not.toContain('No region');
  });

  it('names other conditions as a cause when the search has some', async () => {
    const started = await start();
    const search = parse({
      recordIds: ['record-3', 'record-400'],
      collectedBefore: '2026-11-03T00:00:00.000Z',
    });
    const done = await ended(started, valued(await started.fetches.start(search)).id);
    expect(done).toMatchObject({ state: 'complete', fetch: { records: 1 } });
    expect(done.warnings).toEqual([
      'The service did not return 1 of 2 requested records; they do not exist, do not meet the other conditions of the search, or your account may not read them: record-400',
    ]);
  });

  it('adds no warning when all were returned, and finds them unchanged the second time', async () => {
    const started = await start();
    const recordIds = Array.from({ length: 12 }, (_none, index) => `record-${index}`);
    const search = parse({ recordIds });
    const first = await ended(started, valued(await started.fetches.start(search)).id);
    expect(first).toMatchObject({ fetch: { records: 12, newRecords: 12 }, warnings: [] });
    const second = await ended(started, valued(await started.fetches.start(search)).id);
    expect(second).toMatchObject({ fetch: { records: 12, newRecords: 0, changedRecords: 0 }, warnings: [] });
  });
});
