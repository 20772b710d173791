import type { MapDetectionStyle } from '../../renderer/map/map-types.ts';
import { expect, isLike, type MapPage, type Rgb, test } from './map-harness/map-test.ts';

const red: Rgb = [255, 0, 0];
const green: Rgb = [0, 255, 0];
const sea: Rgb = [12, 23, 34];
const white: Rgb = [255, 255, 255];

/** CSS pixels a degree at the equator, at zoom 5. */
const pixelsPerDegree = (256 * 2 ** 5) / 360;
/** In the middle of the Atlantic, where no coast is in the way. */
const ocean: [number, number] = [-30, 0];

/** Two detections, 4° to the west (red, category 0) and to the east (green, category 1) of a place. */
async function showPair({ page }: MapPage, [longitude, latitude]: [number, number]): Promise<void> {
  await page.evaluate(
    async ([x = 0, y = 0]) => {
      const { engine } = window.harness;
      engine.setDetectionSymbols((name) => ({
        color: name === 'LargeVesselDetection' ? '#ff0000' : '#00ff00',
        shape: 'disc',
      }));
      engine.camera.setView({ center: [x, y], zoom: 5 });
      const wrap = (value: number) => ((((value + 180) % 360) + 360) % 360) - 180;
      await window.harness.show([
        {
          id: 11,
          longitude: wrap(x - 4),
          latitude: y,
          category: 0,
          time: 1000,
          confidence: 0.9,
          verdict: 'confirmed',
        },
        {
          id: 12,
          longitude: wrap(x + 4),
          latitude: y,
          category: 1,
          time: 2000,
          confidence: 0.4,
          flagged: true,
        },
      ]);
    },
    [longitude, latitude],
  );
}

const west = 400 - 4 * pixelsPerDegree;
const east = 400 + 4 * pixelsPerDegree;

async function expectColor(map: MapPage, x: number, y: number, color: Rgb): Promise<void> {
  await expect(async () => {
    const seen = await map.colorAt(x, y);
    expect(isLike(seen, color), `at ${x.toFixed(1)}, ${y.toFixed(1)}: ${seen}, not ${color}`).toBe(true);
  }).toPass();
}

async function setStyle({ page }: MapPage, change: Partial<MapDetectionStyle>) {
  await page.evaluate(async (change) => {
    window.harness.engine.setDetectionStyle({
      analytics: null,
      collectedFrom: null,
      collectedTo: null,
      minConfidence: null,
      boundingBox: null,
      verdicts: null,
      flagged: null,
      ...change,
    });
    await window.harness.frame();
  }, change);
}

test('detections are drawn where they are, in the color of their analytic', async ({ map }) => {
  await showPair(map, ocean);
  await expectColor(map, west, 300, red);
  await expectColor(map, east, 300, green);
  await expectColor(map, 400, 280, sea);
  await expect.poll(() => map.last('inView')).toBe(2);
});

test('the filter hides by analytic, time, confidence and box, and what is hidden cannot be pointed at', async ({
  map,
}) => {
  await showPair(map, ocean);
  const cases: [Partial<MapDetectionStyle>, Rgb, Rgb][] = [
    [{ analytics: ['SmallVesselDetection'] }, sea, green],
    [{ collectedFrom: 1_500_000 }, sea, green],
    [{ collectedTo: 2_000_000 }, red, sea],
    [{ minConfidence: 0.5 }, red, sea],
    [{ boundingBox: [-30, -10, -20, 10] }, sea, green],
    [{ verdicts: ['confirmed'] }, red, sea],
    [{ flagged: false }, red, sea],
    [{}, red, green],
  ];
  for (const [style, westColor, eastColor] of cases) {
    await setStyle(map, style);
    await expectColor(map, west, 300, westColor);
    await expectColor(map, east, 300, eastColor);
    await map.page.mouse.move(400, 280);
    await expect.poll(() => map.last('hover')).toEqual([]);
    await map.page.mouse.move(west, 300);
    await map.page.mouse.move(west + 1, 300);
    await expect.poll(() => map.last('hover')).toEqual(westColor === red ? [11] : []);
    await expect.poll(() => map.last('inView')).toBe([westColor, eastColor].filter((c) => c !== sea).length);
  }
});

test('a mask hides what does not match, and what is hidden cannot be pointed at', async ({ map }) => {
  await showPair(map, ocean);
  await map.page.evaluate(() => window.harness.setMask([12]));
  await expectColor(map, west, 300, sea);
  await expectColor(map, east, 300, green);
  await expect.poll(() => map.last('inView')).toBe(1);
  await map.page.mouse.move(400, 280);
  await map.page.mouse.move(west, 300);
  await expect.poll(() => map.last('hover')).toEqual([]);
  await setStyle(map, { analytics: ['LargeVesselDetection'] });
  await expectColor(map, east, 300, sea);
  await setStyle(map, {});
  await map.page.evaluate(() => window.harness.setMask(null));
  await expectColor(map, west, 300, red);
  await expectColor(map, east, 300, green);
});

test('a mask of another version waits for its detections, and comes with them', async ({ map }) => {
  await showPair(map, ocean);
  await map.page.evaluate(() => {
    const { engine } = window.harness;
    // Version 2, one bit for each of two detections, only the second set.
    const words = Uint32Array.of(0x314d4c53, 2, 2, 1);
    const message = new Blob([words, Uint8Array.of(0b10)]);
    engine.setDetectionChannel('mask', [URL.createObjectURL(message)]);
  });
  // Once when it is requested, once when it has been read.
  await expect.poll(() => map.all('channel')).toEqual([{ state: 'pending' }, { state: 'pending' }]);
  await expectColor(map, west, 300, red);
  await map.page.evaluate(() => window.harness.showNextVersion());
  await expectColor(map, west, 300, sea);
  await expectColor(map, east, 300, green);
});

for (const longitude of [180, -180, 179.9]) {
  test(`detections on both sides of the antimeridian, seen from ${longitude}°`, async ({ map }) => {
    await showPair(map, [longitude, 0]);
    await expectColor(map, west, 300, red);
    await expectColor(map, east, 300, green);
    await map.page.mouse.click(east, 300);
    expect(await map.last('click')).toMatchObject({ detections: [12] });
    await expect.poll(() => map.last('inView')).toBe(2);
  });
}

test('detections turn with the map', async ({ map }) => {
  await showPair(map, ocean);
  await map.page.evaluate(() => window.harness.engine.camera.olView.setRotation(Math.PI / 2));
  await expectColor(map, 400, 300 - 4 * pixelsPerDegree, red);
  await expectColor(map, 400, 300 + 4 * pixelsPerDegree, green);
  await map.page.mouse.click(400, 300 + 4 * pixelsPerDegree);
  expect(await map.last('click')).toMatchObject({ detections: [12] });
});

test.describe('on a screen of double density', () => {
  test.use({ deviceScaleFactor: 2 });

  test('detections are as large and sharp', async ({ map }) => {
    await showPair(map, ocean);
    await expectColor(map, west, 300, red);
    await expectColor(map, east, 300, green);
    expect(
      await map.page
        .locator('canvas.detections-layer')
        .evaluate((canvas) => (canvas as HTMLCanvasElement).width),
    ).toBe(1600);
    // The radius is 2.6 CSS pixels at zoom 5.
    await expectColor(map, west + 2, 300, red);
    await expectColor(map, west + 4, 300, sea);
  });
});

test('a lost graphics context is reported and restored', async ({ map }) => {
  await showPair(map, ocean);
  await expectColor(map, west, 300, red);
  const extension = await map.page.locator('canvas.detections-layer').evaluateHandle((canvas) => {
    const context = (canvas as HTMLCanvasElement).getContext('webgl2');
    return context?.getExtension('WEBGL_lose_context');
  });
  await extension.evaluate((lost) => lost?.loseContext());
  await expect
    .poll(() => map.emitted('problem'))
    .toEqual([expect.stringContaining('graphics card was reset')]);
  await expectColor(map, west, 300, sea);
  await extension.evaluate((lost) => lost?.restoreContext());
  await expect.poll(() => map.emitted('problem')).toEqual([null]);
  await expectColor(map, west, 300, red);
  await expectColor(map, east, 300, green);
});

test('without WebGL 2 the map states it, and the rest of it is there', async ({ map }) => {
  await map.reloadWith(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      kind: string,
      options?: unknown,
    ) {
      return kind === 'webgl2' ? null : Reflect.apply(getContext, this, [kind, options]);
    } as typeof getContext;
  });
  await showPair(map, [20, 0]);
  await expect.poll(() => map.emitted('problem')).toEqual([expect.stringContaining('no WebGL 2')]);
  // Land in the Congo basin.
  await expectColor(map, 400, 310, [38, 49, 59]);
});

test('overlapping detections are reported nearest first', async ({ map }) => {
  await map.page.evaluate(async () => {
    window.harness.engine.camera.setView({ center: [-30, 0], zoom: 5 });
    await window.harness.show([
      { id: 3, longitude: -29.8, latitude: 0 },
      { id: 1, longitude: -30, latitude: 0 },
      { id: 2, longitude: -29.9, latitude: 0 },
      { id: 4, longitude: -20, latitude: 0 },
    ]);
  });
  await map.page.mouse.click(400, 300);
  expect(await map.last('click')).toMatchObject({ detections: [1, 2, 3], isAdditive: false });
  await map.page.mouse.move(400 + 10 * pixelsPerDegree, 300);
  await expect.poll(() => map.last('hover')).toEqual([4]);
});

test('the focused detection has a white ring, even when the filter hides it', async ({ map }) => {
  await showPair(map, ocean);
  await map.page.evaluate(() =>
    window.harness.engine.setSelection({
      selectedIds: window.harness.idSet([]),
      hoveredIds: [],
      focusedId: 11,
    }),
  );
  await setStyle(map, { analytics: [] });
  await expectColor(map, west, 300, red);
  // Radius of the point at zoom 5, and 6.5 pixels to its ring.
  await expectColor(map, west + 9.1, 300, white);
  await expectColor(map, west + 5.5, 300, sea);
});

test('close up, detections keep still to the pixel', async ({ map }) => {
  const metresToDegrees = 360 / (2 * Math.PI * 6_378_137);
  await map.page.evaluate(async (degrees) => {
    const { engine } = window.harness;
    engine.setDetectionSymbols(() => ({ color: '#ff0000', shape: 'disc' }));
    engine.camera.setView({ center: [-30, 0], zoom: 20 });
    await window.harness.show([
      { id: 1, longitude: -30, latitude: 0 },
      { id: 2, longitude: -30 + 20 * degrees, latitude: 0 },
    ]);
  }, metresToDegrees);
  // 0.149 m a pixel at zoom 20.
  const apart = (20 * 256 * 2 ** 20) / (2 * Math.PI * 6_378_137);
  for (const shift of [0, 0.3, 0.6]) {
    await map.page.evaluate(
      (degrees) => window.harness.engine.camera.setView({ center: [-30 - degrees, 0], zoom: 20 }),
      (shift * metresToDegrees * apart) / 20,
    );
    const moved = (shift * apart * apart) / 400;
    await expectColor(map, 400 + moved, 300, red);
    await expectColor(map, 400 + moved + 4, 300, red);
    await expectColor(map, 400 + moved - 4, 300, red);
    await expectColor(map, 400 + moved + apart + 4, 300, red);
    await expectColor(map, 400 + moved + apart - 4, 300, red);
    await expectColor(map, 400 + moved + apart + 8, 300, sea);
  }
});

test('120,000 detections are shown while the page stays responsive', async ({ map }, testInfo) => {
  const longTasks = await map.page.evaluate(async () => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ entryTypes: ['longtask'] });
    const colors = new Map([
      ['LargeVesselDetection', '#ff6f61'],
      ['SmallVesselDetection', '#ffb454'],
    ]);
    window.harness.engine.setDetectionSymbols((name) => ({
      color: colors.get(name) ?? '#b894ff',
      shape: 'disc',
    }));
    await window.harness.showClusters(120_000);
    window.harness.engine.zoomToDetections();
    await window.harness.frame();
    observer.disconnect();
    return tasks;
  });
  testInfo.annotations.push({
    type: 'long tasks, ms',
    description: longTasks.map(Math.round).join(' ') || 'none',
  });
  await expect.poll(() => map.last('inView')).toBe(120_000);
  await map.screenshot('map-120000-detections');
});
