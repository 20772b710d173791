import { mapColorsOf } from '../../renderer/map/map-colors.ts';
import { expect, isLike, type MapPage, type Rgb, test } from './map-harness/map-test.ts';

function rgbOf(hex: string): Rgb {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return [red, green, blue];
}

const { sea, land } = mapColorsOf.dark;

async function expectColor(map: MapPage, x: number, y: number, color: string): Promise<void> {
  await expect(async () => {
    // Around, because a border may run there.
    const seen = await map.colorsAround(Math.round(x), Math.round(y), 2);
    const isThere = seen.some((near) => isLike(near, rgbOf(color), 6));
    expect(isThere, `at ${x}, ${y}: ${seen.join(' ')}, not ${color}`).toBe(true);
  }).toPass();
}

/** CSS pixels a degree at the equator, at zoom 5. */
const pixelsPerDegree = (256 * 2 ** 5) / 360;

/** The basemap alone, around the coast of Gabon at zoom 5: land to the east, sea to the west. */
async function showCoast({ page }: MapPage, change: { longitude?: number; rotation?: number } = {}) {
  const { longitude = 9, rotation = 0 } = change;
  await page.evaluate(
    async ({ longitude, rotation }) => {
      const { engine, frame } = window.harness;
      engine.layers.setAppearances(['graticule', 'places'].map((id) => ({ id, visible: false, opacity: 1 })));
      engine.camera.setView({ center: [longitude, -1], zoom: 5 });
      engine.camera.olView.setRotation(rotation);
      await frame();
    },
    { longitude, rotation },
  );
}

test('land lies where it is, on a turned map and on another copy of the world, too', async ({ map }) => {
  await showCoast(map);
  await expectColor(map, 400 + 5 * pixelsPerDegree, 300, land);
  await expectColor(map, 400 - 5 * pixelsPerDegree, 300, sea);
  await showCoast(map, { rotation: Math.PI / 2 });
  // Clockwise: east is down.
  await expectColor(map, 400, 300 + 5 * pixelsPerDegree, land);
  await expectColor(map, 400, 300 - 5 * pixelsPerDegree, sea);
  await showCoast(map, { longitude: 369 });
  await expectColor(map, 400 + 5 * pixelsPerDegree, 300, land);
  await expectColor(map, 400 - 5 * pixelsPerDegree, 300, sea);
});

test('while the view moves the basemap is an image, and at rest it is drawn for the view', async ({
  map,
}) => {
  const { page } = map;
  await showCoast(map);
  await expectColor(map, 400 + 5 * pixelsPerDegree, 300, land);
  await page.evaluate(() => {
    const calls = { count: 0 };
    Object.assign(window, { calls });
    for (const name of ['fill', 'stroke'] as const) {
      const own = CanvasRenderingContext2D.prototype[name] as (...values: unknown[]) => void;
      CanvasRenderingContext2D.prototype[name] = function (
        this: CanvasRenderingContext2D,
        ...values: unknown[]
      ) {
        calls.count += 1;
        own.apply(this, values);
      };
    }
  });
  await page.mouse.move(400, 300);
  await page.mouse.down();
  await page.mouse.move(500, 300, { steps: 10 });
  await expectColor(map, 500 + 5 * pixelsPerDegree, 300, land);
  await expectColor(map, 500 - 5 * pixelsPerDegree, 300, sea);
  // Far beyond the margin of the first image, to Kenya.
  await page.mouse.move(100, 300, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(700, 300);
  await page.mouse.down();
  await page.mouse.move(300, 300, { steps: 4 });
  await expectColor(map, 400, 300, land);
  await expectColor(map, 600, 300, sea);
  expect(await page.evaluate(() => (window as unknown as { calls: { count: number } }).calls.count)).toBe(0);
  await page.mouse.up();
  await page.evaluate(() => window.harness.engine.camera.setView({ center: [9.2, -1.1], zoom: 5.3 }));
  await expect(async () => {
    const transform = await page
      .locator('.basemap-layer canvas')
      .first()
      .evaluate(({ style }) => style.transform);
    const [a = 0, b = 0, , , x = 0, y = 0] = transform.slice('matrix('.length, -1).split(',').map(Number);
    expect([a, b, x % 1, y % 1].map(Math.abs)).toEqual([1, 0, 0, 0]);
  }).toPass();
});

test('the map stays where it is released, since the user prefers reduced motion', async ({ map }) => {
  const { page } = map;
  const viewAfterFrame = () =>
    page.evaluate(async () => {
      await window.harness.frame();
      return window.harness.engine.camera.state;
    });
  await showCoast(map);
  await page.mouse.move(100, 300);
  await page.mouse.down();
  await page.mouse.move(200, 300);
  const dragged = await viewAfterFrame();
  // OpenLayers calculates a speed from movements of the last tenth of a second that took longer than a frame.
  await page.mouse.move(300, 300);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.mouse.move(400, 300);
  await page.mouse.up();
  const released = await viewAfterFrame();
  expect(await viewAfterFrame()).toEqual(released);
  expect(dragged.center[0] - released.center[0]).toBeCloseTo(200 / pixelsPerDegree, 1);
});

for (const scheme of ['dark', 'light'] as const) {
  test(`coast and names lie above density and coverage, ${scheme}`, async ({ map }) => {
    const { page } = map;
    await showCoast(map);
    await page.evaluate(async (scheme) => {
      const { engine, show } = window.harness;
      engine.setColorScheme(scheme);
      engine.layers.setAppearances([]);
      const everywhere = Array.from({ length: 40_000 }, (_, index) => ({
        id: index + 1,
        longitude: 5 + ((index % 200) * 8) / 200,
        latitude: -5 + (Math.floor(index / 200) * 8) / 200,
      }));
      await show(everywhere);
      engine.setDensity('on');
    }, scheme);
    await expect.poll(() => map.last('density')).not.toBeNull();
    const hasCoast = async () => {
      const colors = await map.colorsAround(400, 300, 60);
      return colors.some((color) => isLike(color, rgbOf(mapColorsOf[scheme].lineAbove), 24));
    };
    await expect.poll(hasCoast).toBe(true);
    await map.screenshot(`map-coast-density-${scheme}`);
    await page.evaluate(async () => {
      const { engine, showCoverage } = window.harness;
      engine.clearDetections();
      engine.setDensity('off');
      const ring = [
        [4, -8],
        [15, -8],
        [15, 4],
        [4, 4],
        [4, -8],
      ];
      await showCoverage([{ geometry: { type: 'Polygon', coordinates: [ring] }, startedAt: 1 }]);
    });
    await expect.poll(hasCoast).toBe(true);
    await map.screenshot(`map-coast-coverage-${scheme}`);
  });
}
