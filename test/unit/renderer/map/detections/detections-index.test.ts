import { describe, expect, test } from 'vitest';
import {
  createDetectionTest,
  isInBox,
  type PackedBox,
  toPackedFilter,
  unrestrictedFilter,
} from '../../../../../renderer/map/detections/detection-filter.ts';
import { createPalette } from '../../../../../renderer/map/detections/detection-palette.ts';
import { sliceOfSlots, slotsOfIds } from '../../../../../renderer/map/detections/detection-slots.ts';
import {
  detectionsExtent,
  runsInBox,
  visitBox,
} from '../../../../../renderer/map/detections/detections-index.ts';
import { flaggedSlots, wordsPerDetection } from '../../../../../renderer/map/detections/packed-detections.ts';
import type { MapDetectionStyle } from '../../../../../renderer/map/map-types.ts';
import { packX, packY } from '../../../../../shared/results/detection-feed.ts';
import { IdSet } from '../../../../../shared/results/id-set.ts';
import { clusteredDetections, detectionFeed, sequence } from '../../../../builders/detection-feed.ts';
import { packDetections } from '../../../../builders/packed-detections.ts';

const largest = 2 ** 32 - 1;
const { packed } = packDetections(detectionFeed(clusteredDetections(20_000)));

function placesInside(box: PackedBox): number[] {
  const places: number[] = [];
  for (let place = 0; place < packed.count; place++) {
    const word = place * wordsPerDetection;
    if (isInBox(box, packed.words[word] ?? 0, packed.words[word + 1] ?? 0)) places.push(place);
  }
  return places;
}

function box(west: number, south: number, east: number, north: number): PackedBox {
  return { west: packX(west), south: packY(south), east: packX(east), north: packY(north) };
}

function randomBoxes(count: number): PackedBox[] {
  const next = sequence(7);
  return Array.from({ length: count }, () => {
    const west = next() * 360 - 180;
    const south = next() * 160 - 80;
    const size = 10 ** (next() * 4 - 2);
    const east = west + size > 180 ? west + size - 360 : west + size;
    return box(west, south, east, Math.min(85, south + size));
  });
}

describe('visitBox', () => {
  test('visits what looking at every detection finds', () => {
    let found = 0;
    for (const each of randomBoxes(400)) {
      const visited: number[] = [];
      visitBox(packed, each, (place) => visited.push(place));
      expect(visited).toEqual(placesInside(each));
      found += visited.length;
    }
    expect(found).toBeGreaterThan(1000);
  });

  test('reaches over the antimeridian', () => {
    const across = box(175, -60, -175, 70);
    const visited: number[] = [];
    visitBox(packed, across, (place) => visited.push(place));
    expect(visited).toEqual(placesInside(across));
    const longitudes = visited.map((place) => packed.words[place * wordsPerDetection] ?? 0);
    expect(longitudes.some((x) => x > 2 ** 31)).toBe(true);
    expect(longitudes.some((x) => x < 2 ** 31)).toBe(true);
  });

  test('finds a single detection in a box of one unit, and all in the world', () => {
    const [x = 0, y = 0] = packed.words;
    const hits: number[] = [];
    visitBox(packed, { west: x, east: x, north: y, south: y }, (place) => hits.push(place));
    expect(hits).toContain(0);
    let all = 0;
    visitBox(packed, { west: 0, east: largest, north: 0, south: largest }, () => {
      all += 1;
    });
    expect(all).toBe(packed.count);
  });
});

describe('runsInBox', () => {
  test('holds everything in the box, nothing twice', () => {
    for (const each of [...randomBoxes(100), box(170, -60, -170, 70)]) {
      const runs = runsInBox(packed, each);
      runs.forEach((run, index) => {
        expect(run.from).toBeLessThan(run.to);
        if (index > 0) expect(run.from).toBeGreaterThan(runs[index - 1]?.to ?? 0);
      });
      for (const place of placesInside(each)) {
        expect(runs.some(({ from, to }) => place >= from && place < to)).toBe(true);
      }
    }
  });
});

describe('filter', () => {
  const detections = [
    { id: 1, longitude: 0, latitude: 0, time: 1000, confidence: 0.7, category: 0 },
    { id: 2, longitude: 179.5, latitude: 10, time: 2000, confidence: 0.69, category: 1 },
    { id: 3, longitude: -179.5, latitude: 10, time: 3000, category: 0, flagged: true },
    {
      ...{ id: 4, longitude: 50, latitude: -30, confidence: 1, category: 2 },
      verdict: 'rejected' as const,
      flagged: true,
    },
  ];
  const { packed: few } = packDetections(detectionFeed(detections));
  const style: MapDetectionStyle = {
    analytics: null,
    collectedFrom: null,
    collectedTo: null,
    minConfidence: null,
    boundingBox: null,
    verdicts: null,
    flagged: null,
  };
  const paletteOf = (shown: readonly string[] | null) =>
    createPalette(['A', 'B', 'C'], () => ({ color: '#ffffff', shape: 'disc' }), shown, null);
  const passing = (
    change: Partial<MapDetectionStyle>,
    shown: readonly string[] | null = null,
    mask: Uint8Array | null = null,
  ) => {
    const passes = createDetectionTest(few, toPackedFilter({ ...style, ...change }), paletteOf(shown), mask);
    return [...few.ids].filter((_, place) => passes(place)).sort();
  };

  test('lets all through when it is open', () => {
    expect(passing({})).toEqual([1, 2, 3, 4]);
    expect(toPackedFilter(style)).toEqual(unrestrictedFilter);
  });

  test('matches times from inclusive to exclusive, and none without a time', () => {
    expect(passing({ collectedFrom: 1_000_000, collectedTo: 3_000_000 })).toEqual([1, 2]);
    expect(passing({ collectedFrom: 1_000_001 })).toEqual([2, 3]);
    expect(passing({ collectedTo: 1_000_000 })).toEqual([]);
    expect(passing({ collectedTo: 9e15 })).toEqual([1, 2, 3]);
  });

  test('matches the minimum confidence itself, and none without one', () => {
    expect(passing({ minConfidence: 0.7 })).toEqual([1, 4]);
    expect(passing({ minConfidence: 0 })).toEqual([1, 2, 4]);
    expect(passing({ minConfidence: 1 })).toEqual([4]);
  });

  test('matches a box across the antimeridian', () => {
    expect(passing({ boundingBox: [179, 0, -179, 20] })).toEqual([2, 3]);
    expect(passing({ boundingBox: [-10, -10, 10, 10] })).toEqual([1]);
  });

  test('hides categories', () => {
    expect(passing({}, ['B', 'C'])).toEqual([2, 4]);
    expect(passing({}, [])).toEqual([]);
  });

  test('matches verdicts and flags', () => {
    expect(passing({ verdicts: ['unreviewed'] })).toEqual([1, 2, 3]);
    expect(passing({ verdicts: ['rejected', 'unsure'] })).toEqual([4]);
    expect(passing({ verdicts: [] })).toEqual([]);
    expect(passing({ flagged: true })).toEqual([3, 4]);
    expect(passing({ flagged: false })).toEqual([1, 2]);
    expect([...flaggedSlots(few)].map((place) => few.ids[place]).sort()).toEqual([3, 4]);
  });

  test('applies a mask together with all other conditions', () => {
    const mask = Uint8Array.from(few.ids, (id) => (id === 2 || id === 4 ? 1 : 0));
    expect(passing({}, null, mask)).toEqual([2, 4]);
    expect(passing({ flagged: true }, null, mask)).toEqual([4]);
  });

  test('the extent of what passes is the short one over the antimeridian', () => {
    const extent = detectionsExtent(
      few,
      createDetectionTest(few, unrestrictedFilter, paletteOf(['A', 'B']), null),
    );
    const twoSided = detectionsExtent(few, (place) => [2, 3].includes(few.ids[place] ?? 0));
    expect(extent && extent.west > extent.east).toBe(true);
    expect(twoSided?.west).toBeLessThanOrEqual(packX(179.5));
    expect(twoSided?.west).toBeGreaterThan(packX(179.3));
    expect(twoSided?.east).toBeGreaterThanOrEqual(packX(-179.5));
    expect(twoSided?.east).toBeLessThan(packX(-179.3));
    expect(twoSided?.north).toBe(packY(10));
    expect(detectionsExtent(few, () => false)).toBeNull();
  });
});

describe('placesOfIds', () => {
  // One by one for few, one walk for many: both must find the same.
  test.each([50, 5000])('finds %s ids wherever they lie, and leaves out what is not there', (count) => {
    const next = sequence(7);
    const ids = IdSet.of(Array.from({ length: count }, () => Math.floor(next() * 25_000)));
    const expected = [...packed.ids.keys()].filter((place) => ids.has(packed.ids[place] ?? 0));
    expect([...slotsOfIds(packed, ids)]).toEqual(expected);
  });

  test('finds the part of them in a run', () => {
    const places = Uint32Array.of(3, 5, 9, 12);
    expect(sliceOfSlots(places, { from: 5, to: 12 })).toEqual({ from: 1, to: 3 });
    expect(sliceOfSlots(places, { from: 0, to: 100 })).toEqual({ from: 0, to: 4 });
    expect(sliceOfSlots(places, { from: 6, to: 9 })).toEqual({ from: 2, to: 2 });
  });
});
