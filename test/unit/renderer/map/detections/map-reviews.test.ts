import { describe, expect, test } from 'vitest';
import {
  ReviewVersionTracker,
  updateFlaggedSlots,
  writeAllReviewFlags,
  writeReviewFlags,
} from '../../../../../renderer/map/detections/drawn-reviews.ts';
import { flaggedSlots, slotOfId } from '../../../../../renderer/map/detections/packed-detections.ts';
import { clusteredDetections, detectionFeed } from '../../../../builders/detection-feed.ts';
import { packDetections } from '../../../../builders/packed-detections.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';

const flagsOf = (bytes: Uint8Array) => bytes.filter((_, at) => at % 16 === 14);

describe('reviews in the packed detections', () => {
  test('change their bits only, and return the slots that changed', () => {
    const feed = detectionFeed([
      { id: 5, longitude: 10, latitude: 1, isArea: true, verdict: 'unsure' },
      { id: 6, longitude: -60, latitude: 2 },
      { id: 7, longitude: 120, latitude: 3, flagged: true },
    ]);
    const { packed } = packDetections(feed);
    const others = packed.bytes.filter((_, at) => at % 16 !== 14);
    const changed = writeReviewFlags(packed, [
      { id: 5, flags: 0b100 },
      { id: 7, flags: 0b10000 },
      { id: 99, flags: 0b100 },
    ]);
    expect([...changed]).toEqual([slotOfId(packed, 5)]);
    expect(flagsOf(packed.bytes)[changed[0] ?? 0]).toBe(0b101);
    expect(packed.bytes.filter((_, at) => at % 16 !== 14)).toEqual(others);
  });

  test('the list of flagged ones is the same as one made anew, whatever changes', () => {
    const random = seededRandom(7);
    const { packed } = packDetections(detectionFeed(clusteredDetections(300)));
    let flagged: Uint32Array = flaggedSlots(packed);
    for (let round = 0; round < 200; round += 1) {
      const changes = Array.from({ length: random.between(1, 20) }, () => ({
        id: random.between(1, 310),
        flags: random.between(0, 7) << 2,
      }));
      flagged = updateFlaggedSlots(packed, flagged, writeReviewFlags(packed, changes));
      expect([...flagged]).toEqual([...flaggedSlots(packed)]);
    }
    expect(flagged.length).toBeGreaterThan(50);
  });

  test('all of them at once return whether anything changed', () => {
    const { packed } = packDetections(detectionFeed(clusteredDetections(50)));
    const flags = new Uint8Array(50).fill(0b1000);
    expect(writeAllReviewFlags(packed, flags)).toBe(true);
    expect([...flagsOf(packed.bytes)]).toEqual(Array(50).fill(0b1000));
    expect(writeAllReviewFlags(packed, flags)).toBe(false);
  });
});

describe('which reviews are drawn', () => {
  const change = (previousVersion: number, version: number, flags: [] | null = []) => ({
    previousVersion,
    version,
    flags,
  });

  test('consecutive changes are applied, a gap and a large change cause a refetch', () => {
    const tracker = new ReviewVersionTracker();
    tracker.setLoadedVersion(4);
    expect(tracker.accept(change(3, 4))).toBe('known');
    expect(tracker.accept(change(4, 5))).toBe('next');
    expect(tracker.accept(change(6, 7))).toBe('refetch');
    expect(tracker.accept(change(5, 6))).toBe('next');
    expect(tracker.accept(change(6, 8, null))).toBe('refetch');
    expect(tracker.acceptAll(5)).toBe(false);
    expect(tracker.acceptAll(8)).toBe(true);
    expect(tracker.accept(change(8, 9))).toBe('next');
  });

  test('what was tracker during a load is tracker again after it, and forgotten then', () => {
    const tracker = new ReviewVersionTracker();
    tracker.setLoadedVersion(1);
    tracker.startLoad();
    const meanwhile = [change(1, 2), change(2, 3)];
    expect(meanwhile.map((each) => tracker.accept(each))).toEqual(['next', 'next']);
    expect(tracker.setLoadedVersion(2)).toEqual(meanwhile);
    expect(meanwhile.map((each) => tracker.accept(each))).toEqual(['known', 'next']);
    tracker.endLoad();
    tracker.startLoad();
    expect(tracker.setLoadedVersion(3)).toEqual([]);
    tracker.endLoad();
  });
});
