import { describe, expect, test } from 'vitest';
import type { Area, AreaShape } from '../../shared/areas/area.ts';
import { buildOrderRequest } from '../../shared/orders/build-order-request.ts';
import { sameRequest } from '../../shared/orders/compare-order-request.ts';
import type { Order } from '../../shared/orders/order.ts';
import { orderStates } from '../../shared/orders/order.ts';
import type { OrderForm } from '../../shared/orders/order-form.ts';
import { describeOrderState, toTimeline } from '../../shared/orders/order-history.ts';
import { orderRequestSchema } from '../../shared/orders/order-request.ts';

const area = (id: string, name: string, shape: AreaShape): Area => ({
  id,
  name,
  shape,
  squareMetres: 1,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
});
const ring = (...positions: [number, number][]): AreaShape => ({
  kind: 'polygon',
  polygon: { type: 'Polygon', coordinates: [positions] },
});
const areas = [
  area('box', 'Yellow Sea', ring([120, 34], [120, 36], [124, 36], [124, 34], [120, 34])),
  area('line', 'Date line', ring([170, 0], [190, 0], [190, 1], [170, 1], [170, 0])),
  area('circle', 'Port', { kind: 'circle', center: [181, 35.5], radiusMetres: 12_500 }),
  area('knot', 'Knot', ring([0, 0], [2, 2], [2, 0], [0, 2], [0, 0])),
];
const form = (change: Partial<OrderForm> = {}): OrderForm => ({
  descriptiveName: ' Weekly ',
  purchaseReason: '',
  customerNotes: '  ',
  contactEmail: ' analyst@example.org ',
  analytics: ['SmallVesselDetection'],
  ranges: [{ from: '2026-11-01', to: '2026-11-20 08:30' }],
  areaIds: ['box'],
  ...change,
});
const problemsOf = (change: Partial<OrderForm>) => {
  const built = buildOrderRequest(form(change), areas);
  return built.ok ? [] : built.problems;
};

describe('buildOrderRequest', () => {
  test('writes the document’s shape, without empty texts', () => {
    const built = buildOrderRequest(form(), areas);
    expect(built).toMatchObject({ ok: true, notes: [] });
    if (!built.ok) return;
    expect(JSON.parse(built.bodyText)).toEqual({
      descriptiveName: 'Weekly',
      request: {
        type: 'workflow',
        contactEmail: 'analyst@example.org',
        workflowRequest: { type: 'analytic', analytics: ['SmallVesselDetection'] },
        schedule: [
          { type: 'range', range: { min: '2026-11-01T00:00:00.000Z', max: '2026-11-20T08:30:00.000Z' } },
        ],
        aois: [
          {
            type: 'polygon',
            geojson: {
              type: 'Polygon',
              coordinates: [
                [
                  [120, 34],
                  [124, 34],
                  [124, 36],
                  [120, 36],
                  [120, 34],
                ],
              ],
            },
          },
        ],
      },
    });
    expect(orderRequestSchema.parse(JSON.parse(built.bodyText))).toEqual(built.request);
  });
  test('splits at the antimeridian and says so, and sends circles as points', () => {
    const built = buildOrderRequest(form({ areaIds: ['line', 'circle'] }), areas);
    expect(built).toMatchObject({
      ok: true,
      notes: ['“Date line” crosses the antimeridian and is sent as 2 areas that meet at 180°.'],
      request: {
        request: {
          aois: [
            {
              type: 'polygon',
              geojson: {
                coordinates: [
                  [
                    [170, 0],
                    [180, 0],
                    [180, 1],
                    [170, 1],
                    [170, 0],
                  ],
                ],
              },
            },
            {
              type: 'polygon',
              geojson: {
                coordinates: [
                  [
                    [-180, 0],
                    [-170, 0],
                    [-170, 1],
                    [-180, 1],
                    [-180, 0],
                  ],
                ],
              },
            },
            { type: 'point', latitude_deg: 35.5, longitude_deg: -179, radius_km: 12.5 },
          ],
        },
      },
    });
  });
  test('takes each analytic and area once, and all ranges', () => {
    const built = buildOrderRequest(
      form({
        analytics: ['SPEX', ' SPEX ', '', 'AircraftDetection'],
        areaIds: ['box', 'box'],
        ranges: [
          { from: '2026-11-01T00:00:00Z', to: '2026-11-02T00:00:00Z' },
          { from: '2030-01-01', to: '2030-01-02' },
        ],
      }),
      areas,
    );
    expect(built.ok && built.request.request.workflowRequest.analytics).toEqual([
      'SPEX',
      'AircraftDetection',
    ]);
    expect(built.ok && built.request.request.aois).toHaveLength(1);
    expect(built.ok && built.request.request.schedule).toHaveLength(2);
  });
  test('lets an unknown analytic through with a note', () => {
    const built = buildOrderRequest(form({ analytics: ['ShipCounting'] }), areas);
    expect(built).toMatchObject({ ok: true, notes: [expect.stringContaining('“ShipCounting”')] });
  });
  const faulty: [string, Partial<OrderForm>, field: string, value: string, message: RegExp][] = [
    ['no e-mail', { contactEmail: ' ' }, 'contactEmail', '', /missing/],
    [
      'half an e-mail',
      { contactEmail: 'analyst@' },
      'contactEmail',
      'analyst@',
      /“analyst@”.*analyst@example\.org/,
    ],
    ['no analytic', { analytics: ['', ' '] }, 'analytics', '', /Choose at least one/],
    ['no range', { ranges: [] }, 'ranges', '', /Add at least one/],
    ['an empty start', { ranges: [{ from: '', to: '2026-11-02' }] }, 'ranges.0.from', '', /missing/],
    ['rubbish for an end', { ranges: [{ from: '2026-11-01', to: 'soon' }] }, 'ranges.0.to', 'soon', /“soon”/],
    [
      'another zone',
      { ranges: [{ from: '2026-11-01T00:00:00+09:00', to: '2026-11-02' }] },
      'ranges.0.from',
      '2026-11-01T00:00:00+09:00',
      /\+09:00.*Convert it to UTC/,
    ],
    [
      'an end at the start, second range',
      {
        ranges: [
          { from: '2026-11-01', to: '2026-11-02' },
          { from: '2026-11-02', to: '2026-11-02' },
        ],
      },
      'ranges.1.to',
      '2026-11-02',
      /later end/,
    ],
    ['no area', { areaIds: [] }, 'areaIds', '', /Choose at least one/],
    [
      'an area that is gone',
      { areaIds: ['box', 'box', 'gone'] },
      'areaIds.2',
      'gone',
      /not in the workspace/,
    ],
    ['a knotted area', { areaIds: ['knot'] }, 'areaIds.0', 'Knot', /“Knot”: The outline crosses/],
  ];
  test.each(faulty)('%s', (_name, change, field, value, message) => {
    expect(problemsOf(change)).toEqual([{ field, value, message: expect.stringMatching(message) }]);
  });
  test('names all problems at once', () => {
    const empty = { contactEmail: '', analytics: [], ranges: [{ from: '', to: '' }], areaIds: [] };
    expect(problemsOf(empty).map(({ field }) => field)).toEqual([
      'contactEmail',
      'analytics',
      'ranges.0.from',
      'ranges.0.to',
      'areaIds',
    ]);
  });
});

describe('sameRequest', () => {
  const same: [unknown, unknown][] = [
    [
      { a: 1, b: [1, { c: null }] },
      { b: [1, { c: null }], a: 1 },
    ],
    [{ a: 1, b: undefined }, { a: 1 }],
    [[], []],
    [null, null],
    ['x', 'x'],
    [0, -0],
  ];
  test.each(same)('%j says the same as %j', (one, other) => {
    expect(sameRequest(one, other)).toBe(true);
    expect(sameRequest(other, one)).toBe(true);
  });
  const different: [unknown, unknown][] = [
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: null }, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [[1], [1, 1]],
    [[], {}],
    [['x'], { 0: 'x' }],
    [null, {}],
    [1, '1'],
    [{ constructor: 1 }, { a: 1 }],
  ];
  test.each(different)('%j does not say the same as %j', (one, other) => {
    expect(sameRequest(one, other)).toBe(false);
    expect(sameRequest(other, one)).toBe(false);
  });
  test('depth costs no stack', () => {
    const nest = (inner: unknown) => {
      let value = inner;
      for (let level = 0; level < 100_000; level += 1) value = [value];
      return value;
    };
    expect(sameRequest(nest(1), nest(1))).toBe(true);
    expect(sameRequest(nest(1), nest(2))).toBe(false);
  });
});

describe('toTimeline', () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z');
  const timeline = (...history: [string, string][]) =>
    toTimeline(
      { id: '1', statusHistory: history.map(([state, when]) => ({ state, when })) } satisfies Order,
      now,
    );

  test('gives each state until the next, and the last until now while it can change', () => {
    const entries = timeline(
      ['created', '2026-11-20T08:00:00.000Z'],
      ['under-review', '2026-11-20T09:30:00.000Z'],
    );
    expect(entries).toMatchObject([
      { label: 'Created', durationMs: 5_400_000, isCurrent: false, known: true, timeProblem: null },
      { label: 'Under review', durationMs: 9_000_000, isCurrent: true, known: true, timeProblem: null },
    ]);
  });
  test('a final state has no duration', () => {
    expect(timeline(['completed', '2026-11-20T08:00:00.000Z'])).toMatchObject([
      { durationMs: null, isCurrent: true },
    ]);
  });
  test('shows an unknown state as it came', () => {
    expect(timeline(['awaiting-tasking', '2026-11-20T08:00:00.000Z'])).toMatchObject([
      { state: 'awaiting-tasking', label: 'awaiting-tasking', known: false, durationMs: 14_400_000 },
    ]);
  });
  test.each([
    ['', /no time/],
    ['yesterday', /“yesterday”/],
    ['2026-11-20', /not a UTC time/],
    ['2026-11-20T08:00:00.000', /not a UTC time/],
    ['2026-13-45T08:00:00.000Z', /not a UTC time/],
  ])('a time of %j is said to be odd, and durations beside it are unknown', (when, problem) => {
    const entries = timeline(
      ['created', '2026-11-20T07:00:00.000Z'],
      ['open', when],
      ['accepted', '2026-11-20T08:00:00.000Z'],
    );
    expect(entries).toMatchObject([
      { durationMs: null, timeProblem: null },
      { at: null, when, durationMs: null, timeProblem: expect.stringMatching(problem) },
      { durationMs: 14_400_000, timeProblem: null },
    ]);
  });
  test('times that run backwards are said to, and nothing is sorted', () => {
    const entries = timeline(
      ['created', '2026-11-20T09:00:00.000Z'],
      ['accepted', '2026-11-20T08:00:00.000Z'],
    );
    expect(entries).toMatchObject([
      { state: 'created', durationMs: null, timeProblem: null },
      { state: 'accepted', isCurrent: true, timeProblem: expect.stringContaining('earlier') },
    ]);
  });
  test('a time ahead of this computer’s clock has no duration yet', () => {
    expect(timeline(['created', '2026-11-20T12:00:01.000Z'])).toMatchObject([{ durationMs: null }]);
  });
  test.each([null, undefined, []])('a history of %j is empty', (statusHistory) => {
    expect(toTimeline({ id: '1', statusHistory }, now)).toEqual([]);
  });
  test('every state of the document is described', () => {
    for (const state of orderStates) expect(describeOrderState(state).known).toBe(true);
  });
});
