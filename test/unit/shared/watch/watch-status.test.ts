import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../shared/jobs/job.ts';
import type { StoredSearch } from '../../../../shared/searches/saved-search.ts';
import { watchRuleSchema } from '../../../../shared/watch/watch-rule.ts';
import { unwatchedText, watchedPeriod, watchStatus } from '../../../../shared/watch/watch-status.ts';

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

const until = '2026-11-01T20:00:00.000Z';
const manual = { search: { search: {}, schedule: { kind: 'manual' }, paused: false, revision: 1 } };

function buildSearch(state: Job['state'], watermark: string | null, message?: string): StoredSearch {
  const failure = message === undefined ? undefined : { code: 'network', message };
  const job = { state, failure, startedAt: until, updatedAt: until };
  return { ...manual, watermark, lastRun: { job, run: { revision: 1 } } } as unknown as StoredSearch;
}

const base = {
  ...{ rule, search: buildSearch('complete', until), obstacle: null, now },
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
      isScheduled: false,
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
    ['area-deleted', { obstacle: { kind: 'area-deleted' } as const }],
    ['expired', { now: Date.parse(confirmedAt) + 30 * day }],
    ['never-fetched', { search: buildSearch('complete', null), evaluatedUntil: null }],
    ['not-evaluated', { evaluatedUntil: '2026-11-01T19:00:00.000Z' }],
    ['not-evaluated', { evaluatedUntil: null }],
  ])('%s is the reason why it does not watch', (kind, change) => {
    expect(watchStatus({ ...base, ...change }).unwatched).toEqual({ kind });
  });

  it('whose search requests no name that the service is known to have has watched at no time', () => {
    const obstacle = { kind: 'unknown-request', message: '“Atlantis” is not known.' } as const;
    const status = watchStatus({ ...base, obstacle });
    expect(status).toMatchObject({ watchedFrom: null, watchedUntil: null });
    expect(unwatchedText(status, String)).toMatch(/^not watched yet, because nothing shows/);
  });

  it('states no time after now where the clock was ahead', () => {
    const ahead = '2027-01-01T00:00:00.000Z';
    const given = { ...base, evaluatedUntil: ahead };
    const job = { state: 'complete', startedAt: until };
    const search = { ...manual, watermark: ahead, lastRun: { job } } as unknown as StoredSearch;
    expect(watchStatus({ ...given, search })).toMatchObject({ watchedUntil: until, unwatched: null });
    expect(watchStatus({ ...given, search, evaluatedFrom: ahead })).toMatchObject({ watchedFrom: until });
    const only = {
      ...manual,
      watermark: ahead,
      lastRun: { job: { ...job, startedAt: ahead } },
    } as unknown as StoredSearch;
    expect(watchStatus({ ...given, search: only })).toMatchObject({ watchedUntil: null, unwatched: null });
  });

  it('whose fetch waits for a sign-in, whose search was not fetched in time, or has ended, does not watch', () => {
    const stored = buildSearch('complete', until);
    const change = (search: object) => ({
      ...base,
      search: { ...stored, search: { ...stored.search, ...search } },
    });
    const hourly = change({ schedule: { kind: 'every', hours: 1 } });
    expect(watchStatus({ ...base, search: buildSearch('waiting', until) }).unwatched).toEqual({
      ...{ kind: 'fetch-waiting', message: null },
    });
    expect(watchStatus(hourly)).toMatchObject({
      isScheduled: true,
      unwatched: { kind: 'overdue', due: '2026-11-01T21:00:00.000Z' },
    });
    expect(watchStatus({ ...hourly, now: Date.parse('2026-11-01T21:01:00Z') }).unwatched).toBeNull();
    expect(watchStatus(change({ schedule: { kind: 'every', hours: 1 }, paused: true }))).toMatchObject({
      ...{ isScheduled: false, unwatched: null },
    });
    const end = '2026-11-01T19:00:00Z';
    expect(watchStatus(change({ search: { uploadedBefore: end } })).unwatched).toEqual({
      kind: 'search-ended',
      end,
    });
    expect(watchStatus(change({ search: { uploadedBefore: '2026-12-01T00:00:00Z' } })).unwatched).toBeNull();
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
