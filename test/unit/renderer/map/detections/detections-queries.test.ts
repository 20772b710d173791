import { describe, expect, test } from 'vitest';
import { texts } from '../../../../../renderer/features/inspector/texts.ts';
import { countInView, idsAt } from '../../../../../renderer/map/detections/detections-queries.ts';
import { toPaintView } from '../../../../../renderer/map/detections/paint-view.ts';
import { toMapCoordinate } from '../../../../../renderer/map/map-projection.ts';
import { detectionFeed } from '../../../../builders/detection-feed.ts';
import { packDetections } from '../../../../builders/packed-detections.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';

describe('a click on a crowd', () => {
  const crowd = Array.from({ length: 315 }, (_, index) => ({ id: index + 1, longitude: 30, latitude: 40 }));
  const { packed } = packDetections(detectionFeed(crowd));
  const drawn = { packed, matches: (slot: number) => packed.ids[slot] !== 7, sizes: null };
  const view = toPaintView({
    size: [800, 600],
    pixelRatio: 1,
    viewState: { center: toMapCoordinate([30, 40]), projection: null, resolution: 40, rotation: 0, zoom: 12 },
  } as unknown as Parameters<typeof toPaintView>[0]);

  test('lists the nearest 200, and states how many there are in all', () => {
    const { ids, count } = idsAt(drawn, [400, 300], view);
    expect(ids).toHaveLength(200);
    expect(count).toBe(314);
    expect(texts.hits.position(200, count)).toBe('200 of 314 here');
    expect(texts.hits.nearest(20, ids.length, count)).toBe(
      'The nearest 20 are listed; the arrows reach the nearest 200 of 314.',
    );
  });
  test('is counted whole in the view', () => {
    expect(countInView(drawn, view, 10)).toMatchObject({ count: 314, ids: { length: 10 } });
  });

  test('lists the nearest ones in order, however many there are', () => {
    const random = seededRandom(5);
    const near = Array.from({ length: 3000 }, (_, index) => ({
      id: index + 1,
      longitude: 30 + (random.next() - 0.5) / 1000,
      latitude: 40 + (random.next() - 0.5) / 1000,
    }));
    const around = { ...drawn, ...packDetections(detectionFeed(near)), matches: () => true };
    const { ids, count } = idsAt(around, [400, 300], view);
    const { words } = around.packed;
    const distanceOf = (slot: number) =>
      Math.hypot((words[slot * 4] as number) - view.centerX, (words[slot * 4 + 1] as number) - view.centerY);
    const distances = Array.from(around.packed.ids, (id, slot) => ({ id, distance: distanceOf(slot) }))
      .filter(({ distance }) => distance <= (view.radius + 4) * view.unitsPerPixel)
      .sort((one, other) => one.distance - other.distance);
    expect(count).toBe(distances.length);
    expect(count).toBeGreaterThan(400);
    expect(ids).toEqual(distances.slice(0, 200).map(({ id }) => id));
  });
});
