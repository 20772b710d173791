import { describe, expect, test } from 'vitest';
import { flaggedPlaces, placeOfId } from '../../renderer/map/detections/packed-detections.ts';
import { flaggedAfter, putAllReviews, putReviews } from '../../renderer/map/detections/review-bytes.ts';
import { ReviewsTold } from '../../renderer/map/detections/reviews-told.ts';
import { clusteredDetections, detectionFeed } from '../builders/detection-feed.ts';
import { packDetections } from '../builders/packed-detections.ts';
import { seededRandom } from '../builders/seeded-random.ts';

const flagsOf = (bytes: Uint8Array) => bytes.filter((_, at) => at % 16 === 14);

describe('reviews in the packed detections', () => {
  test('change bits of their own only, and tell which places changed', () => {
    const feed = detectionFeed([
      { id: 5, longitude: 10, latitude: 1, isArea: true, verdict: 'unsure' },
      { id: 6, longitude: -60, latitude: 2 },
      { id: 7, longitude: 120, latitude: 3, flagged: true },
    ]);
    const { packed } = packDetections(feed);
    const others = packed.bytes.filter((_, at) => at % 16 !== 14);
    const changed = putReviews(packed, [
      { id: 5, flags: 0b100 },
      { id: 7, flags: 0b10000 },
      { id: 99, flags: 0b100 },
    ]);
    expect([...changed]).toEqual([placeOfId(packed, 5)]);
    expect(flagsOf(packed.bytes)[changed[0] ?? 0]).toBe(0b101);
    expect(packed.bytes.filter((_, at) => at % 16 !== 14)).toEqual(others);
  });

  test('the list of flagged ones is the same as one made anew, whatever changes', () => {
    const random = seededRandom(7);
    const { packed } = packDetections(detectionFeed(clusteredDetections(300)));
    let flagged: Uint32Array = flaggedPlaces(packed);
    for (let round = 0; round < 200; round += 1) {
      const changes = Array.from({ length: random.between(1, 20) }, () => ({
        id: random.between(1, 310),
        flags: random.between(0, 7) << 2,
      }));
      flagged = flaggedAfter(packed, flagged, putReviews(packed, changes));
      expect([...flagged]).toEqual([...flaggedPlaces(packed)]);
    }
    expect(flagged.length).toBeGreaterThan(50);
  });

  test('all of them at once say whether anything changed', () => {
    const { packed } = packDetections(detectionFeed(clusteredDetections(50)));
    const flags = new Uint8Array(50).fill(0b1000);
    expect(putAllReviews(packed, flags)).toBe(true);
    expect([...flagsOf(packed.bytes)]).toEqual(Array(50).fill(0b1000));
    expect(putAllReviews(packed, flags)).toBe(false);
  });
});

describe('which reviews are drawn', () => {
  const change = (former: number, version: number, flags: [] | null = []) => ({ former, version, flags });

  test('one change follows the other, a gap and a large one are asked for', () => {
    const told = new ReviewsTold();
    told.loaded(4);
    expect(told.take(change(3, 4))).toBe('known');
    expect(told.take(change(4, 5))).toBe('next');
    expect(told.take(change(6, 7))).toBe('ask');
    expect(told.take(change(5, 6))).toBe('next');
    expect(told.take(change(6, 8, null))).toBe('ask');
    expect(told.takeAll(5)).toBe(false);
    expect(told.takeAll(8)).toBe(true);
    expect(told.take(change(8, 9))).toBe('next');
  });

  test('what was told during a load is told again after it, and forgotten then', () => {
    const told = new ReviewsTold();
    told.loaded(1);
    told.beginLoad();
    const meanwhile = [change(1, 2), change(2, 3)];
    expect(meanwhile.map((each) => told.take(each))).toEqual(['next', 'next']);
    expect(told.loaded(2)).toEqual(meanwhile);
    expect(meanwhile.map((each) => told.take(each))).toEqual(['known', 'next']);
    told.endLoad();
    told.beginLoad();
    expect(told.loaded(3)).toEqual([]);
    told.endLoad();
  });
});
