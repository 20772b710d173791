import { describe, expect, it, test } from 'vitest';
import { draftToRequest } from '../../../../../shared/orders/draft/draft-to-request.ts';
import type { DraftArea, OrderDraft } from '../../../../../shared/orders/draft/order-draft.ts';
import type { KnownOrder } from '../../../../../shared/orders/order.ts';
import { findOverlaps } from '../../../../../shared/orders/overlap/find-overlaps.ts';
import { readOrderTarget } from '../../../../../shared/orders/overlap/order-target.ts';
import { makeDraft } from '../../../../builders/order-draft-builder.ts';
import { rectangle } from '../../../../builders/positions.ts';
import { randomOrderRequest } from '../../../../builders/random-order-request.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';

const polygon = (west: number, south: number, east: number, north: number): DraftArea => ({
  kind: 'polygon',
  name: '',
  polygon: rectangle(west, south, east, north),
  extras: [],
});
const range = (from: string, to: string) => ({ from, to, extras: [] });
const bodyOf = (change: Partial<OrderDraft>) => {
  const built = draftToRequest(makeDraft({ ranges: [range('2026-11-01', '2026-11-11')], ...change }), []);
  if (!built.ok) throw new Error(JSON.stringify(built.problems));
  return built.bodyText;
};
type Known = Pick<KnownOrder, 'order' | 'requestText'>;
const known = (id: string, requestText: string | undefined, state = 'in-progress'): Known => ({
  order: { id, descriptiveName: `Order ${id}`, statusHistory: [{ state, when: '2026-11-01T00:00:00.000Z' }] },
  ...(requestText === undefined ? {} : { requestText }),
});
const find = (requestText: string, ...orders: Known[]) => {
  const found = findOverlaps(requestText, orders);
  if (!found.ok) throw new Error(found.failure.message);
  return found.value;
};
const candidate = bodyOf({ areas: [polygon(120, 30, 124, 32)], analytics: ['SPEX', 'AircraftDetection'] });

describe('findOverlaps', () => {
  it('finds the same request again, whole', () => {
    const { overlaps, unassessed, problems } = find(candidate, known('a', candidate));
    expect({ unassessed, problems }).toEqual({ unassessed: [], problems: [] });
    expect(overlaps).toMatchObject([
      {
        orderId: 'a',
        descriptiveName: 'Order a',
        state: 'in-progress',
        isWithdrawn: false,
        commonAnalytics: ['SPEX', 'AircraftDetection'],
        hours: 240,
        shareOfTime: 1,
        problems: [],
      },
    ]);
    expect(overlaps[0]?.shareOfArea).toBeCloseTo(1, 9);
  });

  test.each<[string, Partial<OrderDraft>]>([
    ['another analytic', { analytics: ['CarCounting'], areas: [polygon(120, 30, 124, 32)] }],
    [
      'another time',
      {
        analytics: ['SPEX'],
        areas: [polygon(120, 30, 124, 32)],
        ranges: [range('2026-12-01', '2026-12-02')],
      },
    ],
    [
      'a time that only touches',
      {
        analytics: ['SPEX'],
        areas: [polygon(120, 30, 124, 32)],
        ranges: [range('2026-11-11', '2026-12-02')],
      },
    ],
    ['another place', { analytics: ['SPEX'], areas: [polygon(130, 30, 134, 32)] }],
    ['a place that only touches', { analytics: ['SPEX'], areas: [polygon(124, 30, 128, 32)] }],
  ])('finds nothing in an order for %s', (_, change) => {
    expect(find(candidate, known('a', bodyOf(change)))).toEqual({
      overlaps: [],
      unassessed: [],
      problems: [],
    });
  });

  it('measures the shares of area and time', () => {
    const order = bodyOf({
      analytics: ['SPEX'],
      areas: [polygon(123, 25, 130, 40), polygon(119, 31.9, 121, 40)],
      ranges: [
        range('2026-10-01', '2026-11-02 12:00'),
        range('2026-11-05', '2026-11-06'),
        range('2026-11-05 12:00', '2026-11-06'),
      ],
    });
    const [overlap] = find(candidate, known('a', order)).overlaps;
    expect(overlap).toMatchObject({ commonAnalytics: ['SPEX'], hours: 60, shareOfTime: 0.25 });
    expect(
      overlap?.times.map(({ from, to }) => [new Date(from).toISOString(), new Date(to).toISOString()]),
    ).toEqual([
      ['2026-11-01T00:00:00.000Z', '2026-11-02T12:00:00.000Z'],
      ['2026-11-05T00:00:00.000Z', '2026-11-06T00:00:00.000Z'],
    ]);
    expect(overlap?.shareOfArea).toBeCloseTo(0.25 + 0.25 * 0.05, 3);
  });

  it('compares circles with polygons, over the antimeridian', () => {
    const pacific = bodyOf({
      areas: [{ kind: 'point', name: '', latitude: 0, longitude: 179.99, radiusKilometres: 100, extras: [] }],
      analytics: ['SPEX'],
    });
    const east = bodyOf({ areas: [polygon(-180.01, -5, -170, 5)], analytics: ['SPEX'] });
    const [overlap] = find(pacific, known('a', east)).overlaps;
    expect(overlap?.shareOfArea).toBeCloseTo(0.5, 3);
    expect(overlap?.squareMetres).toBeCloseTo((Math.PI * 1e10) / 2, -8);
  });

  it('includes the bounds of a recurring order in the ordered times', () => {
    const recurring = bodyOf({
      analytics: ['ChangeDetection'],
      areas: [polygon(120, 30, 124, 32)],
      ranges: [range('2026-01-01', '2026-01-02')],
      changeDetection: {
        types: ['OBJECT_LEVEL'],
        maxImageWindowHours: '',
        recurring: {
          bounds: { from: '2026-11-10', to: '2027-01-01' },
          count: '',
          time: '',
          cadence: 'daily',
          minimumDaysBetweenImages: '',
        },
      },
    });
    const again = bodyOf({ analytics: ['ChangeDetection'], areas: [polygon(120, 30, 124, 32)] });
    expect(find(again, known('a', recurring)).overlaps).toMatchObject([{ hours: 24 }]);
  });

  it('lists active orders first, then by overlap', () => {
    const half = bodyOf({ analytics: ['SPEX'], areas: [polygon(120, 30, 122, 32)] });
    const sliver = bodyOf({ analytics: ['SPEX'], areas: [polygon(120, 30, 120.1, 32)] });
    const { overlaps } = find(
      candidate,
      known('cancelled', candidate, 'cancelled'),
      known('sliver', sliver, 'completed'),
      known('closed', half, 'closed'),
      known('half', half, 'a state of tomorrow'),
    );
    expect(overlaps.map(({ orderId, isWithdrawn }) => [orderId, isWithdrawn])).toEqual([
      ['half', false],
      ['sliver', false],
      ['cancelled', true],
      ['closed', true],
    ]);
  });

  it('reports orders that it cannot compare', () => {
    const { overlaps, unassessed } = find(
      candidate,
      known('unfetched', undefined),
      known('broken', '{"request":'),
      known('foreign', '[]'),
      known('empty', '{}'),
      known('fine', candidate),
    );
    expect(overlaps.map(({ orderId }) => orderId)).toEqual(['fine']);
    expect(unassessed.map(({ orderId }) => orderId)).toEqual(['unfetched', 'broken', 'foreign', 'empty']);
  });

  it('compares the readable parts of an order, with a note', () => {
    const partly = JSON.parse(candidate);
    partly.request.aois.push({ type: 'corridor' });
    expect(find(candidate, known('a', JSON.stringify(partly))).overlaps).toMatchObject([
      { orderId: 'a', problems: [expect.stringContaining('request.aois.1')] },
    ]);
    partly.request.aois.shift();
    expect(find(candidate, known('a', JSON.stringify(partly)))).toMatchObject({
      overlaps: [],
      unassessed: [{ orderId: 'a', reason: expect.stringContaining('request.aois.0') }],
    });
  });

  it('reads times with an offset', () => {
    const zoned = candidate.replace('2026-11-01T00:00:00.000Z', '2026-11-01T09:00:00+09:00');
    expect(zoned).not.toBe(candidate);
    expect(find(candidate, known('a', zoned)).overlaps).toMatchObject([{ hours: 240 }]);
  });

  it('fails only when the request itself is none', () => {
    expect(findOverlaps('nothing', [])).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  });

  it('for any two requests: shares are within 0 and 1, and a request overlaps itself completely', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = seededRandom(seed);
      const one = JSON.stringify(randomOrderRequest(random));
      const other = JSON.stringify(randomOrderRequest(random));
      const [itself] = find(one, known('itself', one)).overlaps;
      expect(itself?.shareOfArea, `seed ${seed}`).toBeCloseTo(1, 6);
      expect(itself?.shareOfTime, `seed ${seed}`).toBeCloseTo(1, 9);
      for (const overlap of find(one, known('other', other)).overlaps) {
        expect(overlap.shareOfArea).toBeGreaterThan(0);
        expect(overlap.shareOfArea).toBeLessThanOrEqual(1);
        expect(overlap.shareOfTime).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('readOrderTarget', () => {
  it('widens the schedule by the window of change detection', () => {
    const text = bodyOf({
      analytics: ['ChangeDetection'],
      changeDetection: { types: ['OBJECT_LEVEL'], maxImageWindowHours: '24', recurring: null },
    });
    const read = readOrderTarget(text);
    const day = 86_400_000;
    expect(read.ok && read.value.imageTimes).toEqual([
      { from: Date.parse('2026-11-01') - day, to: Date.parse('2026-11-11') + day },
    ]);
  });
  it('never throws on any JSON', () => {
    for (const text of [
      '{}',
      '{"request":1}',
      '{"request":{"aois":[null,1,[]],"schedule":{},"workflowRequest":[]}}',
    ]) {
      const read = readOrderTarget(text);
      expect(read.ok && read.value.problems.length).toBeGreaterThan(0);
    }
  });
});
