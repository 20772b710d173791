import { coverageClasses, coverageOpacity } from '../../shared/passes/coverage-classes.ts';
import { rectangle } from '../builders/positions.ts';
import { isLongRun } from '../builders/test-tier.ts';
import { expect, isLike, type MapPage, type Rgb, test } from './map-harness/map-test.ts';

const sea: Rgb = [12, 23, 34];
const orange: Rgb = [255, 128, 0];
/** Beside the equator, along which the graticule runs. */
const middle = 310;
/** CSS pixels a degree at the equator, at zoom 5. */
const pixelsPerDegree = (256 * 2 ** 5) / 360;

/** The color of a count where the sea lies under it. */
function colorOf(count: number, most: number): Rgb {
  const color =
    coverageClasses(most).find(({ from, to }) => count >= from && count <= to)?.color ?? '#000000';
  const part = (at: number, under: number) =>
    Math.round(
      coverageOpacity * Number.parseInt(color.slice(at, at + 2), 16) + (1 - coverageOpacity) * under,
    );
  return [part(1, sea[0]), part(3, sea[1]), part(5, sea[2])];
}

async function showCoverage(
  { page }: MapPage,
  center: [number, number],
  boxes: readonly [number, number, number, number][],
) {
  const images = boxes.map((corners, index) => ({
    geometry: rectangle(...corners),
    startedAt: 1000 + index,
  }));
  return page.evaluate(
    async ({ center, images }) => {
      window.harness.engine.camera.setView({ center, zoom: 5 });
      await window.harness.frame();
      return window.harness.showCoverage(images);
    },
    { center, images },
  );
}

async function expectColor(map: MapPage, x: number, y: number, color: Rgb, tolerance = 12): Promise<void> {
  await expect(async () => {
    const seen = await map.colorAt(x, y);
    expect(isLike(seen, color, tolerance), `${x}, ${y}: ${seen}, not ${color}`).toBe(true);
  }).toPass();
}

for (const deviceScaleFactor of isLongRun ? [1, 1.5] : [1.5]) {
  test.describe(`at ${deviceScaleFactor} device pixels`, () => {
    test.use({ deviceScaleFactor });

    test('coverage colors places by how often they were imaged, and reports the last time', async ({
      map,
    }) => {
      const state = await showCoverage(
        map,
        [-30, 0],
        [
          [-34, -2, -28, 2],
          [-31, -2, -26, 2],
          [-30, -2, -29, 2],
        ],
      );
      expect(state).toMatchObject({ state: 'shown', images: 3, highestCount: 3 });
      await expectColor(map, 400 - 3 * pixelsPerDegree, middle, colorOf(1, 3));
      await expectColor(map, 400 - 0.5 * pixelsPerDegree, middle, colorOf(2, 3));
      await expectColor(map, 400 + 0.5 * pixelsPerDegree, middle, colorOf(3, 3));
      await expectColor(map, 400 + 4.6 * pixelsPerDegree, middle, sea);
      const counted = await map.page.evaluate(() =>
        [
          [-29.5, 0],
          [-33, 0],
          [-20, 0],
        ].map((position) => window.harness.coverageAt(position as [number, number])),
      );
      expect(counted).toEqual([
        { count: 3, last: 1002 },
        { count: 1, last: 1000 },
        { count: 0, last: null },
      ]);
    });
  });
}

test('coverage stands still while the map moves and turns, and is counted anew for another view', async ({
  map,
}) => {
  await showCoverage(map, [-30, 0], [[-32, -2, -28, 2]]);
  await map.page.evaluate(() => window.harness.engine.camera.olView.setRotation(Math.PI / 2));
  await expectColor(map, 405, middle, colorOf(1, 1));
  await expectColor(map, 400 + 3 * pixelsPerDegree, middle, sea);
  await map.page.evaluate(() => {
    window.harness.engine.camera.olView.setRotation(0);
    window.harness.engine.camera.setView({ center: [-31, 0], zoom: 8 });
  });
  const near = 8 * pixelsPerDegree;
  await expectColor(map, 400 - 0.9 * near, middle, colorOf(1, 1));
  await expectColor(map, 400 - 1.1 * near, middle, sea);
});

test('coverage over the antimeridian lies on both sides of it', async ({ map }) => {
  await showCoverage(map, [180, 0], [[177, -2, 183, 2]]);
  await expectColor(map, 400 - 2 * pixelsPerDegree, middle, colorOf(1, 1));
  await expectColor(map, 400 + 2 * pixelsPerDegree, middle, colorOf(1, 1));
  await expectColor(map, 400 + 4 * pixelsPerDegree, middle, sea);
});

test('what lies above coverage is drawn where it belongs, and coverage is as opaque as it is set', async ({
  map,
}) => {
  await showCoverage(map, [-30, 0], [[-34, -2, -26, 2]]);
  await map.page.evaluate(async () => {
    const { engine } = window.harness;
    const shape = { kind: 'circle' as const, center: [-29, -0.4] as [number, number], radiusMetres: 1000 };
    engine.orders.show(
      [
        {
          id: 'order',
          name: 'Order',
          color: { dark: '#ff8000', light: '#ff8000' },
          isStateKnown: true,
          shapes: [shape],
        },
      ],
      null,
    );
    await window.harness.frame();
  });
  await expect(async () => {
    const seen = await map.colorsAround(Math.round(400 + pixelsPerDegree), middle - 1, 7);
    expect(seen.some((color) => isLike(color, orange, 50))).toBe(true);
  }).toPass();
  await expectColor(map, 400 - 2 * pixelsPerDegree, middle, colorOf(1, 1));
  await map.page.evaluate(async () => {
    window.harness.engine.layers.setAppearances([
      { id: 'basemap', visible: true, opacity: 1 },
      { id: 'coverage', visible: true, opacity: 0 },
    ]);
    await window.harness.frame();
  });
  await expectColor(map, 400 - 2 * pixelsPerDegree, middle, sea);
});

test('a pass is drawn with an arrow from the sensor to where its angles hold', async ({ map }) => {
  const show = (azimuthAngle: number | null) =>
    map.page.evaluate(
      async ({ azimuthAngle, geometry }) => {
        window.harness.engine.camera.setView({ center: [-30, 0], zoom: 5 });
        await window.harness.showPasses([
          {
            key: 'pass',
            image: {
              sensorName: 'ICEYE-X7',
              sensorType: 'SAR',
              sensorMode: null,
              productType: null,
              vendorId: null,
              polarization: null,
              startedAt: null,
              incidenceAngle: null,
              azimuthAngle,
            },
            footprint: { geometry, squareMetres: (6 * 111_320) ** 2 },
            reference: [-30, 0],
            isReferenceGiven: true,
            style: { color: () => '#ff8000', label: '' },
          },
        ]);
      },
      { azimuthAngle, geometry: rectangle(-33, -3, -27, 3) },
    );
  await show(90);
  // The line runs east, where the sensor stood, half as long as the footprint is wide.
  await expectColor(map, 400 + 1.5 * pixelsPerDegree, 300, orange);
  await expectColor(map, 400 + 2.8 * pixelsPerDegree, 300, orange);
  // The head lies at the reference and points away from the sensor.
  await expectColor(map, 400, 300, orange);
  await expectColor(map, 400 + 2, 300 - 3, orange);
  const beyond = await map.colorAt(400 - 1.5 * pixelsPerDegree, 300);
  expect(isLike(beyond, orange), `${beyond}`).toBe(false);
  await show(0);
  await expectColor(map, 400, 300 - 1.5 * pixelsPerDegree, orange);
  await show(null);
  const without = await map.colorAt(400 + 1.5 * pixelsPerDegree, 300);
  expect(isLike(without, orange), `${without}`).toBe(false);
});
