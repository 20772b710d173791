import { describe, expect, test } from 'vitest';
import { mortonKey } from '../../../../../renderer/map/detections/morton.ts';
import {
  flaggedSlots,
  slotOfId,
  wordsPerDetection,
} from '../../../../../renderer/map/detections/packed-detections.ts';
import { sortedOrder } from '../../../../../shared/radix-sort.ts';
import { clusteredDetections, detectionFeed, sequence } from '../../../../builders/detection-feed.ts';
import { packDetections } from '../../../../builders/packed-detections.ts';

describe('mortonKey', () => {
  test('interleaves the upper bits, x in the even ones', () => {
    expect(mortonKey(0, 0)).toBe(0);
    expect(mortonKey(0x0001_0000, 0)).toBe(1);
    expect(mortonKey(0, 0x0001_0000)).toBe(2);
    expect(mortonKey(0xffff_ffff, 0)).toBe(0x5555_5555);
    expect(mortonKey(0, 0xffff_ffff)).toBe(0xaaaa_aaaa);
    expect(mortonKey(0xffff_ffff, 0xffff_ffff)).toBe(0xffff_ffff);
  });

  test('does not see the lower bits', () => {
    expect(mortonKey(0x1234_ffff, 0x8765_0000)).toBe(mortonKey(0x1234_0000, 0x8765_ffff));
  });
});

describe('sortedOrder', () => {
  test('sorts like the platform and keeps the order of equal keys', () => {
    const next = sequence();
    const keys = Uint32Array.from({ length: 5000 }, (_, index) =>
      index % 3 === 0 ? 7 : Math.floor(next() * 2 ** 32),
    );
    const expected = Array.from(keys.keys()).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
    expect(Array.from(sortedOrder(keys))).toEqual(expected);
  });

  test('accepts an empty feed and the extremes', () => {
    expect(sortedOrder(new Uint32Array(0))).toHaveLength(0);
    expect(Array.from(sortedOrder(Uint32Array.of(2 ** 32 - 1, 0, 2 ** 31)))).toEqual([1, 2, 0]);
  });
});

describe('packDetections', () => {
  const feed = detectionFeed(clusteredDetections(3000));
  const { packed, order } = packDetections(feed);

  test('packs every detection completely, in Morton order', () => {
    const rows = (count: number, row: (index: number) => number[]) =>
      Array.from({ length: count }, (_, index) => row(index).join(' ')).sort();
    expect(
      rows(packed.count, (place) => [
        packed.ids[place] ?? 0,
        ...packed.words.subarray(place * wordsPerDetection, place * wordsPerDetection + 3),
        ...packed.bytes.subarray(place * 16 + 12, place * 16 + 15),
      ]),
    ).toEqual(
      rows(feed.count, (index) =>
        [feed.id, feed.x, feed.y, feed.time, feed.category, feed.confidence, feed.flags].map(
          (column) => column[index] ?? 0,
        ),
      ),
    );
    const keys = Array.from({ length: packed.count }, (_, place) =>
      mortonKey(
        packed.words[place * wordsPerDetection] ?? 0,
        packed.words[place * wordsPerDetection + 1] ?? 0,
      ),
    );
    expect(keys).toEqual(keys.toSorted((one, other) => one - other));
  });

  test('gives the feed index of each', () => {
    expect(Array.from(order, (index) => feed.id[index])).toEqual([...packed.ids]);
  });

  test('finds the flagged ones as a full scan does', () => {
    const some = clusteredDetections(500).map((each) => ({ ...each, flagged: each.id % 7 === 0 }));
    const { packed: withFlags, flagged } = packDetections(detectionFeed(some));
    expect(flagged).toHaveLength(71);
    expect(flagged).toEqual(flaggedSlots(withFlags));
  });

  test('finds a detection by its id, and no other', () => {
    for (const id of [1, 2, 1500, 3000]) expect(packed.ids[slotOfId(packed, id) ?? -1]).toBe(id);
    expect(slotOfId(packed, 0)).toBeUndefined();
    expect(slotOfId(packed, 3001)).toBeUndefined();
    const { packed: inOrder } = packDetections(detectionFeed(clusteredDetections(300).reverse()));
    for (const id of [1, 150, 300]) expect(inOrder.ids[slotOfId(inOrder, id) ?? -1]).toBe(id);
    expect(slotOfId(packDetections(detectionFeed([])).packed, 1)).toBeUndefined();
  });
});
