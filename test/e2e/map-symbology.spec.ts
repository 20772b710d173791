import type { ShapeName } from '../../shared/results/symbol-shapes.ts';
import { valueColors } from '../../shared/results/value-colors.ts';
import { isLongRun } from '../builders/test-tier.ts';
import { expect, isLike, type MapPage, type Rgb, test } from './map-harness/map-test.ts';

const red: Rgb = [255, 0, 0];
const sea: Rgb = [12, 23, 34];

/** One detection in the middle of an empty sea, at zoom 12: its radius is 5 pixels. */
async function showOne({ page }: MapPage): Promise<void> {
  await page.evaluate(async () => {
    window.harness.engine.setDetectionSymbols(() => ({ color: '#ff0000', shape: 'disc' }));
    window.harness.engine.camera.setView({ center: [-30, 0], zoom: 12 });
    await window.harness.show([{ id: 1, longitude: -30, latitude: 0 }]);
  });
}

async function expectColor(map: MapPage, x: number, y: number, color: Rgb): Promise<void> {
  await expect(async () => {
    const seen = await map.colorAt(x, y);
    expect(isLike(seen, color, 45), `at ${x}, ${y}: ${seen}, not ${color}`).toBe(true);
  }).toPass();
}

test('a mark points where its detection heads, on a turned map, too', async ({ map }) => {
  await showOne(map);
  await expectColor(map, 400, 292, sea);
  await map.page.evaluate(() => window.harness.setValues('heading', { 1: 0 }));
  // North: 11 pixels ahead, blunt behind and narrow aside.
  await expectColor(map, 400, 292, red);
  await expectColor(map, 400, 311, sea);
  await expectColor(map, 407, 300, sea);
  await map.page.evaluate(() => window.harness.setValues('heading', { 1: 90 }));
  await expectColor(map, 408, 300, red);
  await expectColor(map, 400, 292, sea);
  await expectColor(map, 389, 300, sea);
  await map.page.evaluate(() => window.harness.engine.camera.olView.setRotation(Math.PI / 2));
  // The map is turned clockwise: East is down.
  await expectColor(map, 400, 308, red);
  await expectColor(map, 408, 300, sea);
  await map.page.evaluate(() => window.harness.setValues('heading', null));
  await expectColor(map, 400, 308, sea);
});

test('an analytic has its shape, which turns to the heading; without one it is a disc', async ({ map }) => {
  await showOne(map);
  const setShape = (shape: ShapeName) =>
    map.page.evaluate((shape) => {
      window.harness.engine.setDetectionSymbols(() => ({ color: '#ff0000', shape }));
    }, shape);
  await setShape('hull');
  await expectColor(map, 400, 303, red);
  await expectColor(map, 400, 306, sea);
  await map.page.evaluate(() => window.harness.setValues('heading', { 1: 90 }));
  await expectColor(map, 406, 300, red);
  await expectColor(map, 393, 300, red);
  await expectColor(map, 400, 305, sea);
  await setShape('hollow-hull');
  await expectColor(map, 397, 300, sea);
  await expectColor(map, 397, 302, red);
  await setShape('square');
  await expectColor(map, 403, 303, red);
  await expectColor(map, 406, 300, sea);
});

test('marks have the colors of a field’s values', async ({ map }) => {
  const [blue, gray] = [valueColors.dark.categories[0], valueColors.dark.absent].map(
    (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb,
  ) as [Rgb, Rgb];
  await showOne(map);
  await expectColor(map, 400, 300, red);
  await map.page.evaluate(() => window.harness.setColors(['HH'], { 1: 0 }));
  await expectColor(map, 400, 300, blue);
  await map.page.evaluate(() => window.harness.setColors(['HH'], {}));
  await expectColor(map, 400, 300, gray);
  await map.page.evaluate(() => window.harness.engine.setDetectionChannel('color', []));
  await expectColor(map, 400, 300, red);
});

test('from far away marks are round, whatever they head for', async ({ map }) => {
  await showOne(map);
  await map.page.evaluate(() => window.harness.setValues('heading', { 1: 0 }));
  await expectColor(map, 400, 292, red);
  await map.page.evaluate(() => window.harness.engine.camera.setView({ center: [-30, 0], zoom: 6 }));
  await expectColor(map, 400, 292, sea);
});

for (const deviceScaleFactor of isLongRun ? [1, 1.5, 2] : [1.5]) {
  test.describe(`at ${deviceScaleFactor} device pixels`, () => {
    test.use({ deviceScaleFactor });

    test('marks are as large as their values, and pale without one', async ({ map }) => {
      const degrees = 360 / (256 * 2 ** 12);
      await map.page.evaluate(async (degrees) => {
        window.harness.engine.setDetectionSymbols(() => ({ color: '#ff0000', shape: 'disc' }));
        window.harness.engine.camera.setView({ center: [-30, 0], zoom: 12 });
        await window.harness.show(
          [1, 2, 3].map((id) => ({ id, longitude: -30 + (id - 2) * 100 * degrees, latitude: 0 })),
        );
        await window.harness.setValues('size', { 1: 20, 2: 320 });
      }, degrees);
      // Radii of 3.5 and 13 pixels.
      await expectColor(map, 300, 302, red);
      await expectColor(map, 300, 306, sea);
      await expectColor(map, 400, 310, red);
      await expectColor(map, 400, 316, sea);
      await expectColor(map, 500, 300, [121, 13, 19]);
      expect(await map.last('channel')).toEqual({
        state: 'shown',
        count: 2,
        scale: { low: 20, high: 320 },
      });
      await map.page.evaluate(() => window.harness.setValues('size', null));
      await expectColor(map, 400, 310, sea);
      await expectColor(map, 500, 300, red);
    });
  });
}

test('nearby detections are reported for labels, and labels are drawn next to them', async ({ map }) => {
  await showOne(map);
  await map.page.evaluate(() => window.harness.engine.setNearbyEnabled(true));
  await expect.poll(() => map.last('nearby')).toEqual([1]);
  await map.page.evaluate(() => {
    window.harness.engine.labels.show([{ position: [-30, 0], text: 'MMMMMM' }], 13);
  });
  await expect(async () => {
    const around = await map.colorsAround(430, 300, 8);
    expect(around.some((color) => isLike(color, [230, 235, 240], 40))).toBe(true);
  }).toPass();
  await map.screenshot('map-label');
  await map.page.evaluate(() => window.harness.engine.camera.setView({ center: [-30, 0], zoom: 6 }));
  await expect.poll(() => map.last('nearby')).toEqual([]);
});

test('labels and density can follow the filter at once, as before a picture', async ({ map }) => {
  await showOne(map);
  await map.page.evaluate(() => window.harness.engine.setNearbyEnabled(true));
  await expect.poll(() => map.last('nearby')).toEqual([1]);
  await map.page.evaluate(async () => {
    const { engine } = window.harness;
    const none = { analytics: null, collectedFrom: null, collectedTo: null, minConfidence: null };
    engine.setDetectionStyle({ ...none, boundingBox: [100, 0, 101, 1], verdicts: null, flagged: null });
    await engine.settleDetections();
  });
  expect(await map.last('nearby')).toEqual([]);
  await map.page.evaluate(async () => {
    const { engine } = window.harness;
    engine.setDensity('on');
    await engine.settleDetections();
  });
  // The end of the scale until the highest count is known is 100.
  expect(await map.last('density')).toMatchObject({ top: 10 });
});

for (const scheme of ['dark', 'light'] as const) {
  test(`a crowd shows the colors of its analytics with one edge around it, ${scheme}`, async ({ map }) => {
    const [orange, blue]: readonly Rgb[] = [
      [224, 96, 0],
      [0, 96, 224],
    ];
    await map.page.evaluate(async (scheme) => {
      const { engine } = window.harness;
      engine.setColorScheme(scheme);
      engine.setDensity('off');
      engine.setDetectionSymbols((name) => ({
        color: name === 'LargeVesselDetection' ? '#e06000' : '#0060e0',
        shape: 'hull',
      }));
      engine.camera.setView({ center: [-30, 0], zoom: 12 });
      const radiusDegrees = (60 * 360) / (256 * 2 ** 12);
      await window.harness.show(
        Array.from({ length: 10_000 }, (_, index) => {
          const distance = radiusDegrees * Math.sqrt(index / 10_000);
          // The golden angle: a disc that is filled evenly.
          const angle = index * 2.399963;
          return {
            id: index + 1,
            longitude: -30 + distance * Math.cos(angle),
            latitude: distance * Math.sin(angle),
            category: index % 2,
          };
        }),
      );
      await window.harness.setValues(
        'heading',
        Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [index + 1, (index * 37) % 360])),
      );
    }, scheme);
    await expect.poll(() => map.last('inView')).toBe(10_000);
    await map.screenshot(`map-crowd-${scheme}`);
    const inner = await map.colorsAround(400, 300, 40);
    const isBetween = (color: Rgb) =>
      color.every((part, at) => {
        const ends = [orange?.[at] ?? 0, blue?.[at] ?? 0];
        return part >= Math.min(...ends) - 8 && part <= Math.max(...ends) + 8;
      });
    expect(inner.filter((color) => !isBetween(color))).toEqual([]);
    const casing: Rgb = scheme === 'dark' ? sea : [255, 255, 255];
    const outer = await map.colorsAround(400, 300, 75);
    expect(outer.some((color) => isLike(color, casing, 16))).toBe(true);
  });
}
