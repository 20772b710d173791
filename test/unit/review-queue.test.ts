import { describe, expect, test } from 'vitest';
import {
  chipsAround,
  idsOfText,
  idsStanding,
  idsToText,
  isFlagged,
  placeAfterVerdict,
  queueProgress,
  type ReviewQueue,
  refreshQueue,
  standingOf,
  standingOfFlags,
  verdictOf,
  withStandings,
} from '../../renderer/stores/review-queue.ts';
import { reviewFlags } from '../../shared/review/review-flags.ts';

const confirmed = standingOf({ verdict: 'confirmed', flagged: false });
const rejected = standingOf({ verdict: 'rejected', flagged: false });
const unsureFlagged = standingOf({ verdict: 'unsure', flagged: true });

function buildQueue(change: Partial<ReviewQueue> = {}): ReviewQueue {
  const ids = change.ids ?? Uint32Array.of(50, 10, 40, 20);
  return {
    title: 'All detections',
    skipsJudged: true,
    startedAt: '2026-11-20T08:00:00.000Z',
    at: 0,
    state: 'running',
    gone: 0,
    standings: new Uint8Array(ids.length),
    ...change,
    ids,
  };
}

describe('standings', () => {
  test('hold the verdict and the flag, as the flags of the feed do', () => {
    for (const verdict of [null, 'confirmed', 'rejected', 'unsure'] as const) {
      for (const flagged of [false, true]) {
        const standing = standingOf({ verdict, flagged });
        expect(verdictOf(standing)).toBe(verdict);
        expect(isFlagged(standing)).toBe(flagged);
        // Other bits of the flags say other things.
        expect(standingOfFlags(reviewFlags({ verdict, flagged }) | 0b1100011)).toBe(standing);
      }
    }
    expect(standingOf(null)).toBe(0);
  });

  test('are counted by verdict', () => {
    const standings = Uint8Array.of(confirmed, 0, unsureFlagged, confirmed);
    expect(queueProgress({ standings })).toEqual({
      total: 4,
      judged: 3,
      left: 1,
      flagged: 1,
      byVerdict: { confirmed: 2, rejected: 0, unsure: 1 },
    });
    const queue = buildQueue({ standings });
    expect([...idsStanding(queue, (verdict) => verdict === 'confirmed')]).toEqual([50, 20]);
  });

  test('are put for few detections and for many, and leave a queue alone that has none of them', () => {
    const queue = buildQueue();
    expect([...withStandings(queue, new Map([[40, rejected]])).standings]).toEqual([0, 0, rejected, 0]);
    const many = new Map(Array.from({ length: 100 }, (_, id) => [id, confirmed] as const));
    expect([...withStandings(queue, many).standings]).toEqual([confirmed, confirmed, confirmed, confirmed]);
    expect(withStandings(queue, new Map([[99, confirmed]]))).toBe(queue);
    expect(withStandings(queue, new Map([[40, 0]]))).toBe(queue);
    expect([...queue.standings]).toEqual([0, 0, 0, 0]);
  });
});

describe('going on', () => {
  test('finds the next without a verdict, after the last from the first', () => {
    const standings = Uint8Array.of(0, confirmed, 0, confirmed);
    expect(placeAfterVerdict({ at: 0, standings, skipsJudged: true })).toBe(2);
    expect(placeAfterVerdict({ at: 2, standings, skipsJudged: true })).toBe(0);
    const all = Uint8Array.of(confirmed, rejected, confirmed, unsureFlagged);
    expect(placeAfterVerdict({ at: 2, standings: all, skipsJudged: true })).toBeNull();
  });

  test('goes one by one where those with a verdict belong to it', () => {
    const standings = Uint8Array.of(confirmed, confirmed, 0, 0);
    expect(placeAfterVerdict({ at: 0, standings, skipsJudged: false })).toBe(1);
    expect(placeAfterVerdict({ at: 3, standings, skipsJudged: false })).toBeNull();
  });

  test('asks for the chips that may come next, eight ahead and two behind', () => {
    const ids = Uint32Array.from({ length: 40 }, (_, place) => place + 100);
    const standings = new Uint8Array(40);
    standings[11] = confirmed;
    const around = chipsAround(buildQueue({ ids, standings, at: 10 }));
    expect(around.slice(0, 3)).toEqual([110, 112, 111]);
    expect(around).toContain(118);
    expect(around.slice(-2)).toEqual([109, 108]);
    expect(around.length).toBeLessThanOrEqual(11);
    expect(chipsAround(buildQueue({ ids: Uint32Array.of(7), standings: new Uint8Array(1) }))).toEqual([7]);
  });
});

describe('a queue that is read again', () => {
  const none = new Uint32Array(0);

  test('takes over how its detections stand', () => {
    const { standings, gone } = refreshQueue(buildQueue(), {
      present: Uint32Array.of(10, 20, 30, 40, 50),
      confirmed: Uint32Array.of(10, 30),
      rejected: Uint32Array.of(50),
      unsure: Uint32Array.of(20),
      flagged: Uint32Array.of(20, 40),
    });
    expect([...standings]).toEqual([
      rejected,
      confirmed,
      standingOf({ verdict: null, flagged: true }),
      unsureFlagged,
    ]);
    expect(gone).toBe(0);
  });

  test('leaves out what is gone, and stays at the same detection or at the next', () => {
    const workspace = {
      present: Uint32Array.of(20, 40),
      confirmed: none,
      rejected: none,
      unsure: none,
      flagged: none,
    };
    const atLast = refreshQueue(buildQueue({ at: 3 }), workspace);
    expect([...atLast.ids]).toEqual([40, 20]);
    expect(atLast.ids[atLast.at]).toBe(20);
    expect(atLast.gone).toBe(2);
    const atGone = refreshQueue(buildQueue({ at: 1 }), workspace);
    expect(atGone.ids[atGone.at]).toBe(40);
    const empty = refreshQueue(buildQueue({ at: 2 }), { ...workspace, present: none });
    expect(empty.ids).toHaveLength(0);
    expect(empty.at).toBe(0);
  });
});

test('ids come back from text as they went', () => {
  const ids = Uint32Array.from({ length: 20_001 }, (_, place) => (place * 2_654_435_761) >>> 0);
  expect(idsOfText(idsToText(ids))).toEqual(ids);
  expect(idsToText(new Uint32Array(0))).toBe('');
  expect(idsOfText('')).toHaveLength(0);
});
