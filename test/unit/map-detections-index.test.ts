import { describe, expect, test } from 'vitest';
import type { PackedBox } from '../../renderer/map/detections/detection-filter.ts';
import {
  detectionTest,
  isInside,
  openFilter,
  toPackedFilter,
} from '../../renderer/map/detections/detection-filter.ts';
import { detectionsExtent } from '../../renderer/map/detections/detections-extent.ts';
import { runsInBox, visitBox } from '../../renderer/map/detections/detections-index.ts';
import { markedDetections } from '../../renderer/map/detections/marked-detections.ts';
import { packDetections, wordsPerDetection } from '../../renderer/map/detections/packed-detections.ts';
import { packX, packY } from '../../shared/results/detection-feed.ts';
import { IdSet } from '../../shared/results/id-set.ts';
import { clusteredDetections, detectionFeed, sequence } from '../builders/detection-feed.ts';

const largest = 2 ** 32 - 1;
const packed = packDetections(detectionFeed(clusteredDetections(20_000)));

function placesInside(box: PackedBox): number[] {
  const places: number[] = [];
  for (let place = 0; place < packed.count; place++) {
    const word = place * wordsPerDetection;
    if (isInside(box, packed.words[word] ?? 0, packed.words[word + 1] ?? 0)) places.push(place);
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
    { id: 3, longitude: -179.5, latitude: 10, time: 3000, category: 0 },
    { id: 4, longitude: 50, latitude: -30, confidence: 1, category: 2 },
  ];
  const few = packDetections(detectionFeed(detections));
  const style = {
    hiddenAnalytics: new Set<string>(),
    collectedFrom: null,
    collectedTo: null,
    minConfidence: null,
    boundingBox: null,
  };
  const passing = (change: Partial<typeof style> | object, shown = (_: number) => true) => {
    const passes = detectionTest(few, toPackedFilter({ ...style, ...change }), shown);
    return [...few.ids].filter((_, place) => passes(place)).sort();
  };

  test('lets all through when it is open', () => {
    expect(passing({})).toEqual([1, 2, 3, 4]);
    expect(toPackedFilter(style)).toEqual(openFilter);
  });

  test('takes times from inclusive to exclusive, and none without a time', () => {
    expect(passing({ collectedFrom: 1_000_000, collectedTo: 3_000_000 })).toEqual([1, 2]);
    expect(passing({ collectedFrom: 1_000_001 })).toEqual([2, 3]);
    expect(passing({ collectedTo: 1_000_000 })).toEqual([]);
    expect(passing({ collectedTo: 9e15 })).toEqual([1, 2, 3]);
  });

  test('takes the least confidence itself, and none without one', () => {
    expect(passing({ minConfidence: 0.7 })).toEqual([1, 4]);
    expect(passing({ minConfidence: 0 })).toEqual([1, 2, 4]);
    expect(passing({ minConfidence: 1 })).toEqual([4]);
  });

  test('takes a box over the antimeridian', () => {
    expect(passing({ boundingBox: [179, 0, -179, 20] })).toEqual([2, 3]);
    expect(passing({ boundingBox: [-10, -10, 10, 10] })).toEqual([1]);
  });

  test('hides categories', () => {
    expect(passing({}, (category) => category !== 0)).toEqual([2, 4]);
  });

  test('the extent of what passes is the short one over the antimeridian', () => {
    const extent = detectionsExtent(
      few,
      detectionTest(few, openFilter, (category) => category < 2),
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

  test('marked detections keep their form, in the order of drawing', () => {
    const words = markedDetections(few, { selectedIds: IdSet.of([1, 99]), hoveredIds: [2], focusedId: 3 });
    const marks = [...new Uint8Array(words.slice().buffer)].filter((_, index) => index % 16 === 15);
    expect(marks).toEqual([1, 2, 3]);
    expect([...words].filter((_, index) => index % wordsPerDetection === 0)).toEqual([
      packX(0),
      packX(179.5),
      packX(-179.5),
    ]);
  });
});
