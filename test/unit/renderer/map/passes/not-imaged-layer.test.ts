import { expect, test } from 'vitest';
import { toMapCoordinate } from '../../../../../renderer/map/map-projection.ts';
import { NotImagedLayer } from '../../../../../renderer/map/passes/not-imaged-layer.ts';
import { rectangle } from '../../../../builders/positions.ts';

test('hatches what a footprint does not cover, its holes included, on both sides of the antimeridian', () => {
  const layer = new NotImagedLayer();
  const isHatched = (longitude: number, latitude: number) =>
    layer.layer
      .getSource()
      ?.getFeatures()
      .some((feature) => feature.getGeometry()?.intersectsCoordinate(toMapCoordinate([longitude, latitude])));
  const [outline = []] = rectangle(178, 0, 184, 6).coordinates;
  const [hole = []] = rectangle(180.5, 2, 181.5, 3).coordinates;
  layer.show({ type: 'Polygon', coordinates: [outline, hole.toReversed()] });
  expect([isHatched(179, 1), isHatched(-177, 5), isHatched(183, 5)]).toEqual([false, false, false]);
  expect([isHatched(177, 1), isHatched(-175, 1), isHatched(-179, 2.5), isHatched(0, 0)]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  layer.show(null);
  expect(isHatched(0, 0)).toBe(false);
});
