import { describe, expect, test } from 'vitest';
import {
  chipsToPrefetch,
  decodeIds,
  encodeIds,
  idsByVerdict,
  isFlagged,
  positionAfterVerdict,
  queueProgress,
  type ReviewQueue,
  refreshQueue,
  reviewStateCode,
  stateCodeOfFlags,
  verdictOf,
  withStateCodes,
} from '../../../../renderer/stores/review-queue.ts';
import { reviewFlags } from '../../../../shared/review/review-flags.ts';

const confirmed = reviewStateCode({ verdict: 'confirmed', flagged: false });
const rejected = reviewStateCode({ verdict: 'rejected', flagged: false });
const unsureFlagged = reviewStateCode({ verdict: 'unsure', flagged: true });

function buildQueue(change: Partial<ReviewQueue> = {}): ReviewQueue {
  const ids = change.ids ?? Uint32Array.of(50, 10, 40, 20);
  return {
    title: 'All detections',
    skipsJudged: true,
    startedAt: '2026-11-20T08:00:00.000Z',
    at: 0,
    state: 'running',
    missingCount: 0,
    stateCodes: new Uint8Array(ids.length),
    ...change,
    ids,
  };
}

describe('review state codes', () => {
  test('hold the verdict and the flag, as the flags of the feed do', () => {
    for (const verdict of [null, 'confirmed', 'rejected', 'unsure'] as const) {
      for (const flagged of [false, true]) {
        const standing = reviewStateCode({ verdict, flagged });
        expect(verdictOf(standing)).toBe(verdict);
        expect(isFlagged(standing)).toBe(flagged);
        // Other bits of the flags say other things.
        expect(stateCodeOfFlags(reviewFlags({ verdict, flagged }) | 0b1100011)).toBe(standing);
      }
    }
    expect(reviewStateCode(null)).toBe(0);
  });

  test('are counted by verdict', () => {
    const stateCodes = Uint8Array.of(confirmed, 0, unsureFlagged, confirmed);
    expect(queueProgress({ stateCodes })).toEqual({
      total: 4,
      reviewed: 3,
      remaining: 1,
      flagged: 1,
      byVerdict: { confirmed: 2, rejected: 0, unsure: 1 },
    });
    const queue = buildQueue({ stateCodes });
    expect([...idsByVerdict(queue, (verdict) => verdict === 'confirmed')]).toEqual([50, 20]);
  });

  test('are set for few detections and for many, and do not change a queue that has none of them', () => {
    const queue = buildQueue();
    expect([...withStateCodes(queue, new Map([[40, rejected]])).stateCodes]).toEqual([0, 0, rejected, 0]);
    const many = new Map(Array.from({ length: 100 }, (_, id) => [id, confirmed] as const));
    expect([...withStateCodes(queue, many).stateCodes]).toEqual([confirmed, confirmed, confirmed, confirmed]);
    expect(withStateCodes(queue, new Map([[99, confirmed]]))).toBe(queue);
    expect(withStateCodes(queue, new Map([[40, 0]]))).toBe(queue);
    expect([...queue.stateCodes]).toEqual([0, 0, 0, 0]);
  });
});

describe('continuing a review', () => {
  test('finds the next without a verdict, after the last from the first', () => {
    const stateCodes = Uint8Array.of(0, confirmed, 0, confirmed);
    expect(positionAfterVerdict({ at: 0, stateCodes, skipsJudged: true })).toBe(2);
    expect(positionAfterVerdict({ at: 2, stateCodes, skipsJudged: true })).toBe(0);
    const all = Uint8Array.of(confirmed, rejected, confirmed, unsureFlagged);
    expect(positionAfterVerdict({ at: 2, stateCodes: all, skipsJudged: true })).toBeNull();
  });

  test('goes one by one where those with a verdict are not skipped', () => {
    const stateCodes = Uint8Array.of(confirmed, confirmed, 0, 0);
    expect(positionAfterVerdict({ at: 0, stateCodes, skipsJudged: false })).toBe(1);
    expect(positionAfterVerdict({ at: 3, stateCodes, skipsJudged: false })).toBeNull();
  });

  test('prefetches the chips that may come next, eight ahead and two behind', () => {
    const ids = Uint32Array.from({ length: 40 }, (_, place) => place + 100);
    const stateCodes = new Uint8Array(40);
    stateCodes[11] = confirmed;
    const around = chipsToPrefetch(buildQueue({ ids, stateCodes, at: 10 }));
    expect(around.slice(0, 3)).toEqual([110, 112, 111]);
    expect(around).toContain(118);
    expect(around.slice(-2)).toEqual([109, 108]);
    expect(around.length).toBeLessThanOrEqual(11);
    expect(chipsToPrefetch(buildQueue({ ids: Uint32Array.of(7), stateCodes: new Uint8Array(1) }))).toEqual([
      7,
    ]);
  });
});

describe('a queue that is read again', () => {
  const none = new Uint32Array(0);

  test('updates the states of its detections', () => {
    const { stateCodes, missingCount } = refreshQueue(buildQueue(), {
      present: Uint32Array.of(10, 20, 30, 40, 50),
      confirmed: Uint32Array.of(10, 30),
      rejected: Uint32Array.of(50),
      unsure: Uint32Array.of(20),
      flagged: Uint32Array.of(20, 40),
    });
    expect([...stateCodes]).toEqual([
      rejected,
      confirmed,
      reviewStateCode({ verdict: null, flagged: true }),
      unsureFlagged,
    ]);
    expect(missingCount).toBe(0);
  });

  test('removes missing detections, and stays at the same detection or at the next', () => {
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
    expect(atLast.missingCount).toBe(2);
    const atGone = refreshQueue(buildQueue({ at: 1 }), workspace);
    expect(atGone.ids[atGone.at]).toBe(40);
    const empty = refreshQueue(buildQueue({ at: 2 }), { ...workspace, present: none });
    expect(empty.ids).toHaveLength(0);
    expect(empty.at).toBe(0);
  });
});

test('ids come back from text as they went', () => {
  const ids = Uint32Array.from({ length: 20_001 }, (_, place) => (place * 2_654_435_761) >>> 0);
  expect(decodeIds(encodeIds(ids))).toEqual(ids);
  expect(encodeIds(new Uint32Array(0))).toBe('');
  expect(decodeIds('')).toHaveLength(0);
});
