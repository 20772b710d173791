import { reviewFlags } from '../../shared/review/review-flags.ts';
import { expect, isLike, type MapPage, type Rgb, test } from './map-harness/map-test.ts';

const red: Rgb = [255, 0, 0];
const sea: Rgb = [12, 23, 34];
const amber: Rgb = [240, 180, 41];
/** Red, of which 32 % are left. */
const pale: Rgb = [90, 16, 23];

/** CSS pixels 4° at the equator, at zoom 5. */
const apart = (4 * 256 * 2 ** 5) / 360;
const [west, middle, east] = [400.5 - apart, 400.5, 400.5 + apart];

const confirmed = reviewFlags({ verdict: 'confirmed', flagged: false });
const rejected = reviewFlags({ verdict: 'rejected', flagged: false });
const flagged = reviewFlags({ verdict: null, flagged: true });

/** Three red detections in a row, that no one has reviewed. */
async function showRow({ page }: MapPage): Promise<void> {
  await page.evaluate(async () => {
    const { engine } = window.harness;
    engine.setDetectionSymbols(() => ({ color: '#ff0000', shape: 'disc' }));
    engine.camera.setView({ center: [-30, 0], zoom: 5 });
    await window.harness.show([
      { id: 11, longitude: -34, latitude: 0 },
      { id: 12, longitude: -30, latitude: 0, isArea: true },
      { id: 13, longitude: -26, latitude: 0 },
    ]);
  });
}

async function showVerdicts({ page }: MapPage, verdicts: readonly ('unreviewed' | 'confirmed')[] | null) {
  await page.evaluate(async (verdicts) => {
    window.harness.engine.setDetectionStyle({
      analytics: null,
      collectedFrom: null,
      collectedTo: null,
      minConfidence: null,
      boundingBox: null,
      verdicts,
      flagged: null,
    });
    await window.harness.frame();
  }, verdicts);
}

const review = ({ page }: MapPage, flags: Readonly<Record<number, number>>, whole = false) =>
  page.evaluate(([flags, whole]) => window.harness.review(flags, whole), [flags, whole] as const);

async function expectColors(map: MapPage, ...colors: readonly [Rgb, Rgb, Rgb]): Promise<void> {
  await expect(async () => {
    for (const [index, x] of [west, middle, east].entries()) {
      const seen = await map.colorAt(x, 300.5);
      const color = colors[index] ?? sea;
      expect(isLike(seen, color, 40), `at ${x.toFixed(1)}: ${seen}, not ${color}`).toBe(true);
    }
  }).toPass();
}

test('a verdict is drawn and filtered by without loading anything', async ({ map }) => {
  await showRow(map);
  const requests: string[] = [];
  // The finer land comes when the page is idle.
  map.page.on('request', (request) => {
    if (!request.url().includes('/assets/countries-')) requests.push(request.url());
  });
  await showVerdicts(map, ['unreviewed']);
  await expectColors(map, red, red, red);
  await expect.poll(() => map.last('inView')).toBe(3);
  await review(map, { 12: confirmed });
  await expectColors(map, red, sea, red);
  await expect.poll(() => map.last('inView')).toBe(2);
  await showVerdicts(map, null);
  await review(map, { 11: rejected });
  await expectColors(map, pale, red, red);
  // An undo.
  await review(map, { 11: 0, 12: 0 });
  await expectColors(map, red, red, red);
  expect(requests).toEqual([]);
});

test('many changes are requested at once, and outdated ones are ignored', async ({ map }) => {
  await showRow(map);
  await showVerdicts(map, ['confirmed']);
  await expectColors(map, sea, sea, sea);
  await review(map, { 11: confirmed, 12: confirmed, 13: rejected }, true);
  await expectColors(map, red, red, sea);
  await map.page.evaluate(() =>
    window.harness.engine.applyReviews({ previousVersion: 0, version: 1, flags: [{ id: 11, flags: 0 }] }, ''),
  );
  await expectColors(map, red, red, sea);
});

test('a change that is reported while the feed is loading is not lost', async ({ map }) => {
  await showRow(map);
  await map.page.evaluate(async (bits) => {
    const loading = window.harness.showNextVersion();
    window.harness.engine.applyReviews(
      { previousVersion: 0, version: 1, flags: [{ id: 13, flags: bits }] },
      '',
    );
    await loading;
    await window.harness.frame();
  }, rejected);
  await expectColors(map, red, red, pale);
});

test('flagged ones get their ring, and lose it', async ({ map }) => {
  await showRow(map);
  const expectRing = (x: number, color: Rgb) =>
    expect(async () => {
      const seen = await map.colorAt(x + 3.7, 300.5);
      expect(isLike(seen, color, 60), `${seen}, not ${color}`).toBe(true);
    }).toPass();
  await review(map, { 13: flagged });
  await expectRing(east, amber);
  await review(map, { 11: flagged, 13: 0 });
  await expectRing(west, amber);
  await expectRing(east, sea);
});

test('density counts by the reviews that stand, and so does what comes back after a lost context', async ({
  map,
}) => {
  await showRow(map);
  await showVerdicts(map, ['unreviewed']);
  await map.page.evaluate(() => window.harness.engine.setDensity('on'));
  await expect.poll(() => map.last('density')).toMatchObject({ cellPixels: 6 });
  const isShown = async (x: number) =>
    (await map.colorsAround(x, 300.5, 4)).some((color) => !isLike(color, sea, 20));
  await expect.poll(() => isShown(west)).toBe(true);
  await review(map, { 11: confirmed });
  await expect.poll(() => isShown(west)).toBe(false);
  expect(await isShown(east)).toBe(true);
  await map.page.evaluate(() => window.harness.engine.setDensity('off'));
  await expectColors(map, sea, red, red);
  const extension = await map.page.locator('canvas.detections-layer').evaluateHandle((canvas) => {
    const context = (canvas as HTMLCanvasElement).getContext('webgl2');
    return context?.getExtension('WEBGL_lose_context');
  });
  await extension.evaluate((lost) => lost?.loseContext());
  await review(map, { 13: confirmed });
  await extension.evaluate((lost) => lost?.restoreContext());
  await expectColors(map, sea, red, sea);
});
