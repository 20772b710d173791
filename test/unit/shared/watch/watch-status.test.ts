import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../shared/jobs/job.ts';
import type { StoredSearch } from '../../../../shared/searches/saved-search.ts';
import { watchRuleSchema } from '../../../../shared/watch/watch-rule.ts';
import { reasonText, watchedPeriod, watchStatus } from '../../../../shared/watch/watch-status.ts';

const day = 86_400_000;
const confirmedAt = '2026-11-01T00:00:00.000Z';
const now = Date.parse(confirmedAt) + day;
const rule = watchRuleSchema.parse({
  id: '4d0f2b1a-8f0e-4a58-9f7c-0d9f0a3f1b11',
  name: 'Anchorage',
  searchId: '4d0f2b1a-8f0e-4a58-9f7c-0d9f0a3f1b12',
  areaId: null,
  condition: { kind: 'any' },
  createdAt: confirmedAt,
  updatedAt: confirmedAt,
  confirmedAt,
  silences: [],
});

function buildSearch(state: Job['state'], watermark: string | null, message?: string): StoredSearch {
  const job = { state, failure: message === undefined ? undefined : { code: 'network', message } };
  return { watermark, lastRun: { job } } as unknown as StoredSearch;
}

const until = '2026-11-01T20:00:00.000Z';
const base = {
  ...{ rule, search: buildSearch('complete', until), hasArea: true, missingLayers: [], now },
  ...{ evaluatedFrom: null, evaluatedUntil: until },
};

describe('a rule', () => {
  it('watches until its last complete fetch', () => {
    expect(watchStatus(base)).toEqual({
      watchedFrom: null,
      watchedUntil: until,
      unwatched: null,
      expiresAt: Date.parse(confirmedAt) + 30 * day,
      isFetching: false,
    });
    expect(watchStatus({ ...base, search: buildSearch('running', until) })).toMatchObject({
      unwatched: null,
      isFetching: true,
    });
  });

  it.each(['failed', 'stopped', 'cancelled', 'interrupted'] as const)(
    'does not watch since a fetch that is %s, whatever it has brought',
    (state) => {
      expect(watchStatus({ ...base, search: buildSearch(state, until, 'No connection.') })).toMatchObject({
        watchedUntil: until,
        unwatched: { kind: 'fetch-failed', message: 'No connection.' },
      });
    },
  );

  it.each([
    ['search-deleted', { search: undefined }],
    ['area-deleted', { hasArea: false }],
    ['expired', { now: Date.parse(confirmedAt) + 30 * day }],
    ['never-fetched', { search: buildSearch('complete', null), evaluatedUntil: null }],
    ['not-evaluated', { evaluatedUntil: '2026-11-01T19:00:00.000Z' }],
    ['not-evaluated', { evaluatedUntil: null }],
  ])('%s is the reason why it does not watch', (kind, change) => {
    expect(watchStatus({ ...base, ...change }).unwatched).toEqual({ kind });
  });

  it('states no time after now where the clock was ahead', () => {
    const ahead = '2027-01-01T00:00:00.000Z';
    const given = { ...base, evaluatedUntil: ahead };
    const job = { state: 'complete', startedAt: until };
    const search = { watermark: ahead, lastRun: { job } } as unknown as StoredSearch;
    expect(watchStatus({ ...given, search })).toMatchObject({ watchedUntil: until, unwatched: null });
    expect(watchStatus({ ...given, search, evaluatedFrom: ahead })).toMatchObject({ watchedFrom: until });
    const only = {
      watermark: ahead,
      lastRun: { job: { ...job, startedAt: ahead } },
    } as unknown as StoredSearch;
    expect(watchStatus({ ...given, search: only })).toMatchObject({ watchedUntil: null, unwatched: null });
  });

  it('does not watch without the layers that its expression names, and states the first one', () => {
    const { unwatched } = watchStatus({ ...base, missingLayers: ['There is no layer “EEZ”.', 'Another.'] });
    expect(unwatched && reasonText(unwatched)).toBe(
      'its expression cannot be evaluated. There is no layer “EEZ”.',
    );
  });

  it.each([
    [null, null, null],
    [null, until, 'until 20:00'],
    ['2026-11-01T18:00:00.000Z', until, 'from 18:00 until 20:00'],
    // It was saved after this fetch, which it has not evaluated.
    [until, until, null],
  ])('that watches from %s until %s states the period', (watchedFrom, watchedUntil, expected) => {
    expect(watchedPeriod({ watchedFrom, watchedUntil }, (time) => time.slice(11, 16))).toBe(expected);
  });

  it('watches until the last moment of its thirty days', () => {
    expect(watchStatus({ ...base, now: Date.parse(confirmedAt) + 30 * day - 1 }).unwatched).toBeNull();
  });
});
