import type { FeedDetection } from '../builders/detection-feed.ts';
import { isLongRun } from '../builders/test-tier.ts';
import { expect, isLike, type MapPage, type Rgb, test } from './map-harness/map-test.ts';

const sea: Rgb = [12, 23, 34];
/** The ends of the ramp. */
const one: Rgb = [35, 69, 124];
const most: Rgb = [255, 243, 163];

/** `count` detections on one spot of the Atlantic, and one 10° east of it. */
async function showPile({ page }: MapPage, count: number): Promise<void> {
  const detections: FeedDetection[] = Array.from({ length: count }, (_, index) => ({
    ...{ id: index + 1, longitude: -30, latitude: 0, category: index % 2 },
  }));
  detections.push({ id: 9999, longitude: -20, latitude: 0 });
  await page.evaluate(async (detections) => {
    const { engine } = window.harness;
    engine.setDetectionSymbols(() => ({ color: '#ff0000', shape: 'disc' }));
    engine.camera.setView({ center: [-30, 0], zoom: 5 });
    await window.harness.show(detections);
  }, detections);
}

/** CSS pixels a degree at the equator, at zoom 5. */
const pixelsPerDegree = (256 * 2 ** 5) / 360;
const alone = 400 + 10 * pixelsPerDegree;

/** Looks for the color within a square's width: the middle of a square lies next to what is counted in it. */
async function expectColor(map: MapPage, x: number, y: number, color: Rgb, tolerance = 60): Promise<void> {
  await expect(async () => {
    const seen = await map.colorsAround(x, y, 4);
    const isThere = seen.some((near) => isLike(near, color, tolerance));
    expect(isThere, `around ${x.toFixed(1)}, ${y.toFixed(1)}: ${seen.join(' ')}, not ${color}`).toBe(true);
  }).toPass();
}

/** The tests run in software rendering, where density is counted by the processor unless that is turned off. */
const counters = ['the processor', 'the graphics card'] as const;

function countBy({ page }: MapPage, counter: (typeof counters)[number]): Promise<void> {
  return page.evaluate(
    (savesDrawing) => window.harness.engine.setSavesDrawing(savesDrawing),
    counter === 'the processor',
  );
}

for (const deviceScaleFactor of isLongRun ? [1, 1.5, 2] : [1.5]) {
  test.describe(`at ${deviceScaleFactor} device pixels`, () => {
    test.use({ deviceScaleFactor });

    for (const counter of counters) {
      test(`density colors squares by their count, and the legend explains the colors: ${counter}`, async ({
        map,
      }) => {
        await countBy(map, counter);
        await showPile(map, 900);
        await map.page.evaluate(() => window.harness.engine.setDensity('on'));
        await expect.poll(() => map.last('density')).toEqual({ top: 1000, cellPixels: 6 });
        await expectColor(map, 400, 300, most);
        await expectColor(map, alone, 300, one, 45);
        await expectColor(map, 400, 200, sea);
      });
    }
  });
}

test('the square under the pointer is counted while density is shown', async ({ map }) => {
  await showPile(map, 900);
  await map.page.mouse.move(400, 300);
  await expect.poll(() => map.last('square')).toBeNull();
  await map.page.evaluate(() => window.harness.engine.setDensity('on'));
  // The pile lies on the corner of four squares: it is counted in one of them.
  const counts = new Set<unknown>();
  await expect(async () => {
    for (const x of [397, 403]) {
      for (const y of [297, 303]) {
        await map.page.mouse.move(x, y);
        counts.add(await map.last('square'));
      }
    }
    expect([...counts]).toEqual(expect.arrayContaining([0, 900]));
  }).toPass();
  expect(counts.has(1)).toBe(false);
});

for (const counter of counters) {
  test(`density respects filter and mask, and its scale follows: ${counter}`, async ({ map }) => {
    await countBy(map, counter);
    await showPile(map, 900);
    await map.page.evaluate(() => window.harness.engine.setDensity('on'));
    await expect.poll(() => map.last('density')).toEqual({ top: 1000, cellPixels: 6 });
    await map.page.evaluate(() => window.harness.setMask(Array.from({ length: 20 }, (_, id) => id + 1)));
    await expect.poll(() => map.last('density')).toEqual({ top: 20, cellPixels: 6 });
    await expectColor(map, alone, 300, sea);
    await expectColor(map, 400, 300, most);
    await map.page.evaluate(() => window.harness.setMask([]));
    await expectColor(map, 400, 300, sea);
  });

  test(`density stands still on the map, over the antimeridian and turned, too: ${counter}`, async ({
    map,
  }) => {
    await countBy(map, counter);
    await showPile(map, 900);
    await map.page.evaluate(() => window.harness.engine.setDensity('on'));
    for (const shift of [0, 1, 2.5, 4]) {
      await map.page.evaluate(
        (degrees) => window.harness.engine.camera.setView({ center: [-30 + degrees, 0], zoom: 5 }),
        shift / pixelsPerDegree,
      );
      await expectColor(map, 400 - shift, 300, most);
    }
    await map.page.evaluate(() => window.harness.engine.camera.olView.setRotation(Math.PI / 2));
    await expectColor(map, 400, 300 + 10 * pixelsPerDegree, one, 45);
    await map.page.evaluate(async () => {
      window.harness.engine.camera.olView.setRotation(0);
      window.harness.engine.camera.setView({ center: [180, 0], zoom: 5 });
      await window.harness.show([
        ...Array.from({ length: 50 }, (_, id) => ({ id, longitude: -178, latitude: 0 })),
        ...Array.from({ length: 50 }, (_, id) => ({ id: 100 + id, longitude: 178, latitude: 0 })),
      ]);
    });
    await expectColor(map, 400 + 2 * pixelsPerDegree, 300, most);
    await expectColor(map, 400 - 2 * pixelsPerDegree, 300, most);
  });
}

test('by itself, density shows where points would cover each other, and points where they do not', async ({
  map,
}) => {
  await map.page.evaluate(async () => {
    await window.harness.showClusters(60_000);
    window.harness.engine.camera.setView({ center: [140, 10], zoom: 2 });
  });
  await expect.poll(() => map.last('density')).toMatchObject({ cellPixels: 6 });
  await map.page.evaluate(() => window.harness.engine.camera.setView({ center: [140, 10], zoom: 9 }));
  await expect.poll(() => map.last('density')).toBeNull();
  const near = await map.last('inView');
  await map.page.evaluate(() => {
    window.harness.engine.setDensity('off');
    window.harness.engine.camera.setView({ center: [140, 10], zoom: 2 });
  });
  // Density is decided when the detections in view are counted.
  await expect.poll(() => map.last('inView')).toBeGreaterThan(Number(near));
  expect(await map.last('density')).toBeNull();
});

test('the processor shows the same density as the graphics card', async ({ map }) => {
  await map.page.evaluate(async () => {
    const { engine, showClusters } = window.harness;
    engine.layers.setAppearances(
      ['basemap', 'places', 'graticule', 'coverage'].map((id) => ({ id, visible: false, opacity: 1 })),
    );
    engine.setDensity('on');
    engine.camera.setView({ center: [140, 10], zoom: 2.3 });
    engine.camera.olView.setRotation(0.4);
    await showClusters(60_000);
  });
  const pictures = [];
  for (const counter of counters) {
    await countBy(map, counter);
    await map.page.evaluate(() => window.harness.engine.settleDetections());
    pictures.push(await map.colorsAround(400, 300, 200));
  }
  const [processor = [], card = []] = pictures;
  const isOther = processor.map((color, index) => !isLike(color, card[index] ?? [0, 0, 0], 12));
  expect(processor.filter((color) => !isLike(color, sea)).length).toBeGreaterThan(5_000);
  // Single precision puts a few detections at the edge of a square into the next one.
  expect(isOther.filter(Boolean).length).toBeLessThan(processor.length / 100);
});

test('without a graphics card many symbols are density, which can be turned off', async ({ map }) => {
  await map.page.evaluate(async () => {
    const { engine, show } = window.harness;
    engine.camera.setView({ center: [-30, 0], zoom: 9 });
    await show(
      Array.from({ length: 5_001 }, (_, index) => ({
        id: index + 1,
        longitude: -30.5 + (index % 100) / 100,
        latitude: -0.3 + Math.floor(index / 100) / 100,
      })),
    );
  });
  await expect.poll(() => map.last('density')).toMatchObject({ cellPixels: 6, symbolLimit: 5_000 });
  await countBy(map, 'the graphics card');
  await expect.poll(() => map.last('density')).toBeNull();
  await countBy(map, 'the processor');
  await expect.poll(() => map.last('density')).toMatchObject({ symbolLimit: 5_000 });
  await map.page.evaluate(() => window.harness.setMask([1, 2, 3]));
  await expect.poll(() => map.last('density')).toBeNull();
});

for (const counter of counters) {
  test(`density comes back after the graphics context was lost: ${counter}`, async ({ map }) => {
    await countBy(map, counter);
    await showPile(map, 900);
    await map.page.evaluate(() => window.harness.engine.setDensity('on'));
    await expectColor(map, 400, 300, most);
    const extension = await map.page.locator('canvas.detections-layer').evaluateHandle((canvas) => {
      const context = (canvas as HTMLCanvasElement).getContext('webgl2');
      return context?.getExtension('WEBGL_lose_context');
    });
    await extension.evaluate((lost) => lost?.loseContext());
    await expectColor(map, 400, 300, sea);
    await extension.evaluate((lost) => lost?.restoreContext());
    await expectColor(map, 400, 300, most);
  });
}
