import { expect, test } from 'vitest';
import type { LoadedDetections } from '../../../../../renderer/map/detections/detections-messages.ts';
import { DrawnReviews } from '../../../../../renderer/map/detections/drawn-reviews.ts';
import { fail, succeed } from '../../../../../shared/result.ts';
import { clusteredDetections, detectionFeed } from '../../../../builders/detection-feed.ts';
import { packDetections } from '../../../../builders/packed-detections.ts';

test('reviews that could not be loaded are reported until they are, or another feed or none is drawn', () => {
  const problems: (string | null)[] = [];
  const reviews = new DrawnReviews({
    requestAll() {},
    redraw() {},
    problem: (message) => problems.push(message),
  });
  const packed = packDetections(detectionFeed(clusteredDetections(3)));
  const loaded = { ...packed, feed: { reviews: 1 } } as unknown as LoadedDetections;
  reviews.show(loaded);
  problems.length = 0;
  const failure = fail('unreachable', 'The link is lost.');
  reviews.applyAll(failure);
  reviews.applyAll(succeed({ version: 9, flags: new Uint8Array(3) }));
  reviews.applyAll(failure);
  reviews.show(loaded);
  reviews.applyAll(failure);
  reviews.clear();
  const message = 'Reviews on the map are not up to date: The link is lost.';
  expect(problems).toEqual([message, null, message, null, message, null]);
});
