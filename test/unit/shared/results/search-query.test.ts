import { describe, expect, test } from 'vitest';
import { readNextOffset } from '../../../../shared/results/next-offset.ts';
import { type SearchInput, searchSchema } from '../../../../shared/results/search.ts';
import { searchToQuery, searchWarnings } from '../../../../shared/results/search-query.ts';

const startedAt = '2026-11-20T08:00:00.000Z';
const search = (input: Partial<SearchInput> = {}) =>
  searchSchema.parse({ regions: [], analytics: [], ...input });
const query = (input: Partial<SearchInput> = {}, position = {}) =>
  searchToQuery(search(input), { startedAt, offset: 0, ...position });
const conditionOf = (path: string, input: Partial<SearchInput>) =>
  query(input).filters.find((filter) => filter.path === path)?.condition;

describe('searchToQuery', () => {
  test('of an empty search only holds the upload time below the start', () => {
    expect(query()).toEqual({
      filters: [{ path: 'uploadTime', condition: { lt: startedAt } }],
      limit: 500,
      offset: 0,
      sortBy: { field: 'uploadTime', sortOrder: 'ASC' },
      fields: 'all',
    });
  });
  test('puts one value into eq and several into or, each once', () => {
    const region = 'content.processors.parameters.dissemination.region';
    const analytic = 'content.processors.processorName';
    expect(conditionOf(region, { regions: ['East Asia'] })).toEqual({ eq: 'East Asia' });
    expect(conditionOf(region, { regions: ['East Asia', 'East Asia'] })).toEqual({ eq: 'East Asia' });
    expect(conditionOf(region, {})).toBeUndefined();
    expect(conditionOf(analytic, { analytics: ['A', 'B', 'A'] })).toEqual({ or: ['A', 'B'] });
  });
  test.each([
    ['2026-11-19T00:00:00Z', '2026-11-19T00:00:00Z'],
    ['2026-11-21T00:00:00Z', startedAt],
    ['2026-11-20T08:00:00Z', startedAt],
    ['2026-11-20T07:59:59.9Z', '2026-11-20T07:59:59.9Z'],
  ])('takes the earlier of uploaded before %s and the start', (uploadedBefore, lt) => {
    expect(conditionOf('uploadTime', { uploadedBefore })).toEqual({ lt });
  });
  test('makes ranges of bounds', () => {
    const gt = '2026-11-01T00:00:00Z';
    const lt = '2026-11-05T00:00:00Z';
    const collected = 'content.sensorData.startTimeUTC';
    expect(conditionOf('uploadTime', { uploadedAfter: gt, uploadedBefore: lt })).toEqual({ gt, lt });
    expect(conditionOf(collected, { collectedAfter: gt })).toEqual({ gt });
    expect(conditionOf(collected, { collectedBefore: lt })).toEqual({ lt });
    expect(conditionOf(collected, {})).toBeUndefined();
  });
  test('limits a page to the remaining records', () => {
    expect(query({ pageSize: 200 }, { remaining: 30 }).limit).toBe(30);
    expect(query({ pageSize: 200 }, { remaining: 3000, offset: 400 })).toMatchObject({
      limit: 200,
      offset: 400,
    });
  });
  test('uses the sort order of the search', () => {
    const sort = { field: 'content.sensorData.startTimeUTC', sortOrder: 'DESC' } as const;
    expect(query({ sort }).sortBy).toEqual(sort);
  });
});

describe('searchAdvice', () => {
  test('is silent for a complete search', () => {
    expect(searchWarnings(search({ regions: ['East Asia'] }))).toEqual([]);
  });
  test('warns of short pages without a region', () => {
    expect(searchWarnings(search())).toEqual([expect.stringContaining('No region')]);
    const [ofOrder] = searchWarnings(search(), true);
    expect(ofOrder).toContain('records of all regions are requested');
    expect(ofOrder).not.toContain('Choose');
  });
  test('warns of ranges that hold nothing, and of a sort that may miss records', () => {
    const advice = searchWarnings(
      search({
        regions: ['East Asia'],
        uploadedAfter: '2026-11-05T00:00:00Z',
        uploadedBefore: '2026-11-05T00:00:00Z',
        collectedAfter: '2026-11-06T00:00:00Z',
        collectedBefore: '2026-11-05T00:00:00Z',
        sort: { field: 'uploadTime', sortOrder: 'DESC' },
      }),
    );
    expect(advice).toEqual([
      expect.stringContaining('upload times'),
      expect.stringContaining('collection times'),
      expect.stringContaining('sort order'),
    ]);
  });
});

describe('readNextOffset', () => {
  test.each([[{}], [{ recordsInPage: 3 }], [{ nextOffset: undefined }]])('%j is the end', (info) => {
    expect(readNextOffset(info, 500)).toEqual({ kind: 'end' });
  });
  test.each([undefined, null])('a page whose paginationInfo is %j ends with a warning', (info) => {
    expect(readNextOffset(info, 0)).toEqual({
      kind: 'end',
      warnings: [expect.stringContaining('without paginationInfo')],
    });
  });
  test.each([
    [0, 1],
    [500, 1000],
    [500, 501],
    [0, Number.MAX_SAFE_INTEGER],
  ])('after %d, %d is followed', (current, nextOffset) => {
    expect(readNextOffset({ nextOffset }, current)).toEqual({ kind: 'next', offset: nextOffset });
  });
  test('decimal digits as text are followed, with a warning', () => {
    expect(readNextOffset({ nextOffset: '1000', recordsInPage: '500' }, 500, 500)).toEqual({
      kind: 'next',
      offset: 1000,
      warnings: [expect.stringContaining('as text')],
    });
  });
  const untrusted: [unknown, string][] = [
    [{ nextOffset: 500 }, 'must grow'],
    [{ nextOffset: 499 }, 'must grow'],
    [{ nextOffset: 0 }, 'must grow'],
    [{ nextOffset: -1 }, 'must grow'],
    [{ nextOffset: '500' }, 'must grow'],
    [{ nextOffset: '-1000' }, '"-1000"'],
    [{ nextOffset: '1e3' }, '"1e3"'],
    [{ nextOffset: ' 1000' }, '" 1000"'],
    [{ nextOffset: '0x3e8' }, '"0x3e8"'],
    [{ nextOffset: '' }, '""'],
    [{ nextOffset: '9007199254740993' }, '"9007199254740993" as nextOffset, which is too large'],
    [{ nextOffset: 1000.5 }, '1000.5'],
    [{ nextOffset: 2 ** 53 }, '9007199254740992 as nextOffset, which is too large'],
    [{ nextOffset: -(2 ** 53) }, 'must grow'],
    [{ nextOffset: Number.POSITIVE_INFINITY }, 'not a whole number'],
    [{ nextOffset: null }, 'null'],
    [{ nextOffset: true }, 'true'],
    [{ nextOffset: [1000] }, 'a list'],
    [{ nextOffset: 'x'.repeat(5000) }, '…'],
    [[], 'not an object'],
    ['end', 'not an object'],
    [7, 'not an object'],
  ];
  test.each(untrusted)('%j is not followed', (info, reason) => {
    const next = readNextOffset(info, 500);
    expect(next).toEqual({ kind: 'untrusted', reason: expect.stringContaining(reason) });
    expect(next.kind === 'untrusted' && next.reason.length).toBeLessThan(200);
  });
});
