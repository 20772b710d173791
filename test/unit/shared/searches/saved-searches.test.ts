import { describe, expect, test } from 'vitest';
import type { Job } from '../../../../shared/jobs/job.ts';
import { compareRecords } from '../../../../shared/searches/record-difference.ts';
import {
  dueAt,
  runStartTime,
  type SavedSearch,
  type StoredSearch,
  savedSearchSchema,
  searchForRun,
} from '../../../../shared/searches/saved-search.ts';
import {
  describeSchedule,
  nextDue,
  type Schedule,
  scheduleSchema,
} from '../../../../shared/searches/schedule.ts';
import { buildFetch } from '../../../builders/workspace-builder.ts';

const at = (text: string) => Date.parse(`2026-11-${text}:00.000Z`);
const isoOf = (time: number | null) => (time === null ? null : new Date(time).toISOString().slice(8, 16));

describe('nextDue', () => {
  test.each<[Schedule, string, string | null]>([
    [{ kind: 'manual' }, '20T08:00', null],
    [{ kind: 'every', hours: 1 }, '20T08:10', '20T09:10'],
    [{ kind: 'every', hours: 48 }, '20T08:00', '22T08:00'],
    [{ kind: 'daily', at: '06:30' }, '20T08:00', '21T06:30'],
    [{ kind: 'daily', at: '06:30' }, '20T06:30', '21T06:30'],
    [{ kind: 'daily', at: '06:30' }, '20T06:29', '20T06:30'],
    [{ kind: 'daily', at: '00:00' }, '30T23:59', '01T00:00'],
  ])('%j after %s is %s', (schedule, last, due) => {
    expect(isoOf(nextDue(schedule, at(last)))).toBe(due);
  });
  test('a search that never ran is due at once, unless it runs by hand', () => {
    expect(nextDue({ kind: 'daily', at: '06:30' }, null)).toBe(0);
    expect(nextDue({ kind: 'manual' }, null)).toBeNull();
  });
  test('is described', () => {
    const schedules: Schedule[] = [
      { kind: 'manual' },
      { kind: 'every', hours: 1 },
      { kind: 'every', hours: 6 },
      { kind: 'daily', at: '06:30' },
    ];
    expect(schedules.map(describeSchedule)).toEqual(['by hand', 'hourly', 'every 6 h', 'daily at 06:30 UTC']);
  });
  test.each(['6:30', '24:00', '12:60', '06:30Z', ''])('a time of day is not %j', (time) => {
    expect(scheduleSchema.safeParse({ kind: 'daily', at: time }).success).toBe(false);
  });
});

const saved = (more: Partial<SavedSearch> = {}): SavedSearch =>
  savedSearchSchema.parse({
    id: '00000000-0000-4000-8000-000000000001',
    name: 'A',
    search: { regions: [], analytics: [] },
    schedule: { kind: 'every', hours: 6 },
    revision: 1,
    createdAt: '',
    updatedAt: '',
    viewedAt: '',
    ...more,
  });

describe('dueAt', () => {
  const run = { searchId: saved().id, revision: 1, kind: 'new' } as const;
  const standing = (search: SavedSearch, job?: Partial<Job>): Pick<StoredSearch, 'search' | 'lastRun'> => ({
    search,
    lastRun: job
      ? {
          job: {
            ...buildFetch().job,
            startedAt: '2026-11-20T08:00:00.000Z',
            updatedAt: '2026-11-20T08:10:00.000Z',
            ...job,
          },
          run,
        }
      : null,
  });
  test.each<[string, Partial<Job> | undefined, Partial<SavedSearch>, string | number | null]>([
    ['never ran', undefined, {}, 0],
    ['is paused', undefined, { paused: true }, null],
    ['runs by hand', undefined, { schedule: { kind: 'manual' } }, null],
    ['ended complete', { state: 'complete' }, {}, '20T14:00'],
    ['was stopped', { state: 'stopped' }, {}, '20T14:00'],
    ['was cancelled', { state: 'cancelled' }, {}, '20T14:00'],
    ['runs', { state: 'running' }, {}, null],
    ['waits for a sign-in', { state: 'waiting' }, {}, null],
    ['failed', { state: 'failed' }, {}, '20T08:40'],
    ['failed, and is due sooner', { state: 'failed', updatedAt: '2026-11-20T13:50:00.000Z' }, {}, '20T14:00'],
    ['was interrupted', { state: 'interrupted' }, {}, 0],
    [
      'began and ended before the clock was set back',
      { state: 'complete', startedAt: '2026-11-22T08:00:00.000Z', updatedAt: '2026-11-22T08:10:00.000Z' },
      {},
      0,
    ],
    [
      'began before the clock was set back and failed since',
      { state: 'failed', startedAt: '2026-11-22T08:00:00.000Z', updatedAt: '2026-11-21T07:50:00.000Z' },
      {},
      '21T08:20',
    ],
    ['asked for something else', { state: 'complete' }, { revision: 2 }, 0],
  ])('of a search whose last run %s', (_what, job, search, expected) => {
    const due = dueAt(standing(saved(search), job), Date.parse('2026-11-21T08:00:00.000Z'));
    expect(typeof expected === 'string' ? isoOf(due) : due).toBe(expected);
  });
});

describe('the search of a run', () => {
  const since = '2026-11-20T07:00:00.000Z';
  test('starts at the watermark less the overlap, not before 1970', () => {
    expect(runStartTime('2026-11-20T08:00:00.000Z', null, 60)).toBe(since);
    expect(runStartTime('1970-01-01T00:10:00.000Z', null, 60)).toBe('1970-01-01T00:00:00.000Z');
    expect(runStartTime(null, null, 60)).toBeNull();
  });
  test('starts at the newest upload less the overlap where that is before the watermark', () => {
    expect(runStartTime('2026-11-20T16:00:00.000Z', '2026-11-20T08:00:00Z', 60)).toBe(since);
    expect(runStartTime('2026-11-20T08:00:00.000Z', '2026-11-20T16:00:00Z', 60)).toBe(since);
  });
  test('uses a later start of the search, and no maximum', () => {
    const search = saved().search;
    expect(searchForRun({ search: { ...search, maxRecords: 5, startOffset: 7 } }, null)).toEqual(search);
    expect(searchForRun({ search }, since).uploadedAfter).toBe(since);
    const later = { ...search, uploadedAfter: '2026-11-20T07:30:00Z' };
    expect(searchForRun({ search: later }, since).uploadedAfter).toBe('2026-11-20T07:30:00Z');
    const earlier = { ...search, uploadedAfter: '2026-11-20T06:30:00Z' };
    expect(searchForRun({ search: earlier }, since).uploadedAfter).toBe(since);
  });
});

describe('compareRecords', () => {
  test.each<[unknown, unknown, [string, string | null, string | null][]]>([
    [{ a: 1 }, { a: 1 }, []],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, []],
    [{ a: 1 }, { a: 2 }, [['a', '1', '2']]],
    [{ a: null }, {}, [['a', 'null', null]]],
    [{ a: { b: ['x', 'y'] } }, { a: { b: ['x', 'z'] } }, [['a.b[1]', '"y"', '"z"']]],
    [{ a: [1] }, { a: [1, 2] }, [['a', '1 item', '2 items']]],
    [
      { a: [1, 2] },
      { a: [3] },
      [
        ['a', '2 items', '1 item'],
        ['a[0]', '1', '3'],
      ],
    ],
    [{ a: [] }, { a: {} }, [['a', '[]', '{}']]],
    [JSON.parse('{"__proto__":{"a":1}}'), {}, [['__proto__', '{"a":1}', null]]],
    [5, 6, [['record', '5', '6']]],
  ])('%j and %j', (former, current, paths) => {
    expect(compareRecords(former, current)).toEqual({
      paths: paths.map(([path, before, after]) => ({ path, former: before, current: after })),
      total: paths.length,
      more: false,
    });
  });
  test('stores the first paths, shortens long values, and limits the count', () => {
    const many = Array.from({ length: 5_000 }, (_none, index) => index);
    const difference = compareRecords(
      many,
      many.map((value) => value + 1),
    );
    expect(difference.paths).toHaveLength(20);
    expect(difference).toMatchObject({ total: 1_000, more: true });
    const [path] = compareRecords({ a: 'x'.repeat(500) }, {}).paths;
    expect(path?.former?.length).toBeLessThan(130);
  });
});
