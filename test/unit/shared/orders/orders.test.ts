import { describe, expect, test } from 'vitest';
import { isSameJson } from '../../../../shared/is-same-json.ts';
import { describeOrderState, toTimeline } from '../../../../shared/orders/list/order-timeline.ts';
import { type Order, orderStates } from '../../../../shared/orders/order.ts';

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
  test.each(same)('%j equals %j', (one, other) => {
    expect(isSameJson(one, other)).toBe(true);
    expect(isSameJson(other, one)).toBe(true);
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
  test.each(different)('%j does not equal %j', (one, other) => {
    expect(isSameJson(one, other)).toBe(false);
    expect(isSameJson(other, one)).toBe(false);
  });
  test('depth costs no stack', () => {
    const nest = (inner: unknown) => {
      let value = inner;
      for (let level = 0; level < 100_000; level += 1) value = [value];
      return value;
    };
    expect(isSameJson(nest(1), nest(1))).toBe(true);
    expect(isSameJson(nest(1), nest(2))).toBe(false);
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
  test('shows an unknown state unchanged', () => {
    expect(timeline(['awaiting-tasking', '2026-11-20T08:00:00.000Z'])).toMatchObject([
      { state: 'awaiting-tasking', label: 'awaiting-tasking', known: false, durationMs: 14_400_000 },
    ]);
  });
  test.each([
    ['', /no time/],
    ['yesterday', /“yesterday”/],
    ['2026-13-45T08:00:00.000Z', /not a date and time/],
    ['2026-11-20T10:15:00+99:99', /not a date and time/],
  ])('a time of %j is reported as odd, and durations next to it are unknown', (when, problem) => {
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
  test.each([
    ['20261120T073000Z', null],
    ['2026-324T07:30Z', null],
    ['2026-11-20T16:30:00+09:00', null],
    ['2026-11-20T07:30:00', expect.stringContaining('no time zone')],
  ])('a time may be written as %s', (when, timeProblem) => {
    expect(
      timeline(['created', '2026-11-20T07:00:00.000Z'], ['accepted', when], ['open', '2026-11-20T08:00:00Z']),
    ).toMatchObject([
      { durationMs: 1_800_000 },
      { at: Date.parse('2026-11-20T07:30:00Z'), durationMs: 1_800_000, timeProblem },
      {},
    ]);
  });
  test('decreasing times are reported, and nothing is sorted', () => {
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
