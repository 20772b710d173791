import { describe, expect, it, test } from 'vitest';
import { countDraftRuns } from '../../../../../shared/orders/draft/count-draft-runs.ts';
import { blankChangeDetection, blankRecurring } from '../../../../../shared/orders/draft/order-draft.ts';
import {
  addMonths,
  countRecurringRuns,
  type RecurringPlan,
} from '../../../../../shared/orders/draft/recurring-runs.ts';
import type { TimeSpan } from '../../../../../shared/time-spans.ts';
import { makeDraft } from '../../../../builders/order-draft-builder.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';

const span = (from: string, to: string): TimeSpan => ({ from: Date.parse(from), to: Date.parse(to) });
const plan = (change: Partial<RecurringPlan>): RecurringPlan => ({
  bounds: null,
  cadence: null,
  count: null,
  minimumDaysBetweenImages: null,
  schedule: [],
  ...change,
});
const dayMs = 86_400_000;

describe('countRecurringRuns', () => {
  test.each<[string, string, RecurringPlan['cadence'], number | null, number]>([
    ['2026-11-01', '2026-11-08', 'daily', null, 7],
    ['2026-11-01', '2026-11-08T00:00:00.001Z', 'daily', null, 8],
    ['2026-11-01', '2026-11-01T00:00:01Z', 'daily', null, 1],
    ['2026-11-01', '2026-11-29', 'weekly', null, 4],
    ['2026-11-01', '2026-11-30', 'weekly', null, 5],
    ['2026-01-31', '2026-04-01', 'monthly', null, 3],
    ['2026-01-31', '2026-03-31', 'monthly', null, 2],
    ['2026-01-31', '2027-01-31', 'monthly', null, 12],
    ['2024-01-31', '2024-02-29T01:00:00Z', 'monthly', null, 2],
    ['2026-01-01', '2027-01-01', 'quarterly', null, 4],
    ['2026-11-30', '2027-03-01', 'quarterly', null, 2],
    ['2026-11-01', '2026-11-08', 'daily', 3, 3],
    ['2026-11-01', '2026-11-08', 'daily', 1, 7],
    ['2026-11-01', '2026-11-29', 'weekly', 7, 4],
    ['2026-11-01', '2026-11-29', 'weekly', 8, 2],
    ['2026-01-01', '2027-01-01', 'monthly', 31, 7],
    ['2026-11-01', '2026-11-01', 'daily', null, 0],
    ['2026-11-08', '2026-11-01', 'daily', null, 0],
  ])(
    'from %s until %s %s, at least %s days apart: %i',
    (from, to, cadence, minimumDaysBetweenImages, runs) => {
      const counted = countRecurringRuns(plan({ bounds: span(from, to), cadence, minimumDaysBetweenImages }));
      expect(counted).toMatchObject({ runs, withinBounds: runs, limitedBy: 'bounds' });
      expect(counted.explanation.join(' ')).toContain('By the bounds and cadence');
      expect(counted.explanation.join(' ')).toContain('not stated');
    },
  );

  it('agrees with counting one by one', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = seededRandom(seed);
      const from = Date.UTC(random.between(2000, 2030), random.between(0, 11), random.between(1, 31));
      const bounds = { from, to: from + random.between(1, 900 * 24) * 3_600_000 };
      const cadence = random.pick(['daily', 'weekly', 'monthly', 'quarterly'] as const);
      const minimumDaysBetweenImages = random.between(0, 100);
      let expected = 0;
      let last = Number.NEGATIVE_INFINITY;
      for (let step = 0; step < 2000; step += 1) {
        const at = {
          daily: from + step * dayMs,
          weekly: from + step * 7 * dayMs,
          monthly: addMonths(from, step),
          quarterly: addMonths(from, 3 * step),
        }[cadence];
        if (at < bounds.to && at - last >= minimumDaysBetweenImages * dayMs) {
          expected += 1;
          last = at;
        }
      }
      const { runs } = countRecurringRuns(plan({ bounds, cadence, minimumDaysBetweenImages }));
      expect(runs, `seed ${seed}`).toBe(expected);
    }
  });

  it('uses the smaller count, and reports when the bounds end sooner', () => {
    const week = plan({ bounds: span('2026-11-01', '2026-11-08'), cadence: 'daily' });
    expect(countRecurringRuns({ ...week, count: 3 })).toMatchObject({
      runs: 3,
      withinBounds: 7,
      limitedBy: 'count',
    });
    const tooMany = countRecurringRuns({ ...week, count: 9 });
    expect(tooMany).toMatchObject({ runs: 7, limitedBy: 'bounds' });
    expect(tooMany.explanation.join(' ')).toContain('more than the bounds leave room for');
  });

  it('uses the count alone when bounds or cadence are missing', () => {
    expect(countRecurringRuns(plan({ count: 5 }))).toMatchObject({
      runs: 5,
      withinBounds: null,
      limitedBy: 'count',
    });
  });

  it('names the missing parameters when the number is unknown', () => {
    const nothing = countRecurringRuns(plan({}));
    expect(nothing).toMatchObject({ runs: null, limitedBy: null });
    expect(nothing.explanation.join(' ')).toContain('bounds and cadence');
  });

  it('uses the schedule instead of absent bounds, with a note', () => {
    const counted = countRecurringRuns(
      plan({
        cadence: 'daily',
        schedule: [span('2026-11-05', '2026-11-08'), span('2026-11-01', '2026-11-02')],
      }),
    );
    expect(counted.runs).toBe(7);
    expect(counted.explanation.join(' ')).toContain('the schedule stands in');
  });

  it('reports bounds that extend beyond the schedule', () => {
    const bounds = span('2026-11-01', '2026-11-08');
    const schedule = [span('2026-11-01', '2026-11-07')];
    const said = countRecurringRuns(plan({ bounds, cadence: 'daily', schedule })).explanation.join(' ');
    expect(said).toContain('beyond the schedule');
  });

  it('counts through all the years that can be typed', () => {
    const bounds = span('0000-01-01T00:00:00Z', '9999-12-31T00:00:00Z');
    expect(countRecurringRuns(plan({ bounds, cadence: 'monthly' })).runs).toBe(120_000);
  });
});

describe('addMonths', () => {
  test.each([
    ['2026-01-31T08:00:00.000Z', 1, '2026-02-28T08:00:00.000Z'],
    ['2024-01-31T08:00:00.000Z', 1, '2024-02-29T08:00:00.000Z'],
    ['2026-01-31T23:59:59.999Z', 3, '2026-04-30T23:59:59.999Z'],
    ['2026-11-30T00:00:00.000Z', 3, '2027-02-28T00:00:00.000Z'],
    ['2026-12-15T00:00:00.000Z', 1, '2027-01-15T00:00:00.000Z'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(new Date(addMonths(Date.parse(from), months)).toISOString()).toBe(to);
  });
});

describe('draftRuns', () => {
  const recurring = { ...blankRecurring, cadence: 'daily', bounds: { from: '2026-11-01', to: '2026-11-08' } };
  const draft = makeDraft({
    analytics: ['ChangeDetection'],
    changeDetection: { ...blankChangeDetection, recurring },
  });
  it('counts as typed', () => {
    expect(countDraftRuns(draft)?.runs).toBe(7);
  });
  it('treats incomplete values as absent', () => {
    const typing = { ...recurring, count: '1x', bounds: { from: '2026-11-01', to: '2026-1' } };
    const unfinished = { ...draft, changeDetection: { ...blankChangeDetection, recurring: typing } };
    expect(countDraftRuns(unfinished)?.explanation.join(' ')).toContain('the schedule stands in');
  });
  it('is nothing where recurring parameters do not apply', () => {
    expect(countDraftRuns({ ...draft, analytics: ['SPEX'] })).toBeNull();
    expect(countDraftRuns({ ...draft, changeDetection: blankChangeDetection })).toBeNull();
  });
});
