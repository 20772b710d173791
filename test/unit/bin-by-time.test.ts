import { expect, test } from 'vitest';
import { binByTime } from '../../renderer/panels/dock/bin-by-time.ts';
import type { DetectionFeed } from '../../shared/results/detection-feed.ts';

/** A feed of detections given as `[epoch seconds, category, confidence 0…1 or null]`. */
function feedOf(detections: readonly (readonly [number, number, number | null])[]): DetectionFeed {
  return {
    count: detections.length,
    version: 1,
    categories: ['Small', 'Large'],
    id: Uint32Array.from(detections, (_, index) => index + 1),
    x: new Uint32Array(detections.length),
    y: new Uint32Array(detections.length),
    time: Uint32Array.from(detections, ([time]) => time),
    category: Uint8Array.from(detections, ([, category]) => category),
    confidence: Uint8Array.from(detections, ([, , value]) =>
      value === null ? 255 : Math.round(value * 254),
    ),
    flags: new Uint8Array(detections.length),
  };
}

const feed = feedOf([
  [100, 0, 0.9],
  [100, 1, 0.2],
  [150, 0, null],
  [199, 1, 0.9],
  [0, 0, 0.9],
]);

test('counts fall into equal steps from the first to the last collection', () => {
  const bins = binByTime(feed, {}, 2);
  expect(bins).toEqual({ counts: Uint32Array.of(2, 2), start: 100_000, binMilliseconds: 50_000 });
});

test('a detection without a time is in no bin', () => {
  expect(binByTime(feedOf([[0, 0, 1]]), {}, 4)).toBeNull();
  expect(binByTime(feedOf([]), {}, 4)).toBeNull();
});

test('the filter takes out, but does not move the bins', () => {
  expect(binByTime(feed, { analytics: ['Large'] }, 2)).toMatchObject({
    counts: Uint32Array.of(1, 1),
    start: 100_000,
  });
  expect(binByTime(feed, { analytics: [] }, 2)?.counts).toEqual(Uint32Array.of(0, 0));
});

test('a least confidence leaves out what has none', () => {
  expect(binByTime(feed, { minConfidence: 0 }, 2)?.counts).toEqual(Uint32Array.of(2, 1));
  expect(binByTime(feed, { minConfidence: 0.5 }, 2)?.counts).toEqual(Uint32Array.of(1, 1));
});

test('a single time is one full bin', () => {
  expect(binByTime(feedOf([[100, 0, 1]]), {}, 3)?.counts).toEqual(Uint32Array.of(1, 0, 0));
});
