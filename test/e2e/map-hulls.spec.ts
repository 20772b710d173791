import { decode } from 'fast-png';
import { vesselHull } from '../../shared/results/vessel-hull.ts';
import { expect, isLike, type MapPage, type Rgb, test } from './map-harness/map-test.ts';

const red: Rgb = [255, 0, 0];
const lengthMeters = 300;

type Place = { readonly longitude: number; readonly latitude: number };

/** The hull of a vessel as the page draws it. */
function hullAt({ longitude, latitude }: Place, heading: number) {
  const row = {
    id: 1,
    longitude,
    latitude,
    analytic: 'LargeVesselDetection',
    properties: { length_m: lengthMeters, width_m: 50, heading_deg: heading },
  };
  const hull = vesselHull(row as unknown as Parameters<typeof vesselHull>[0]);
  if (!hull) throw new Error('There is no hull.');
  return { id: 1, ring: hull.ring, lengthMeters };
}

/** One detection in the middle, at 1 : 2,500. */
async function showOne({ page }: MapPage, { longitude, latitude }: Place): Promise<void> {
  // 0.0254 m / 96 is the width of a CSS pixel, and the Earth's circumference that of 256 pixels at zoom 0.
  const resolution = (2_500 * 0.0254) / 96 / Math.cos((latitude * Math.PI) / 180);
  const zoom = Math.log2((2 * Math.PI * 6_378_137) / 256 / resolution);
  await page.evaluate(
    async ([longitude, latitude, zoom]) => {
      const { engine } = window.harness;
      engine.setDetectionSymbols(() => ({ color: '#ff0000', shape: 'hull' }));
      engine.setHullsEnabled(true);
      engine.camera.setView({ center: [longitude, latitude], zoom });
      await window.harness.show([{ id: 1, longitude, latitude }]);
    },
    [longitude, latitude, zoom] as const,
  );
}

/** The number of red pixels across and down. */
async function extentOf({ page }: MapPage): Promise<readonly [width: number, height: number]> {
  const { width, height, channels, data } = decode(await page.screenshot());
  const columns = new Set<number>();
  const rows = new Set<number>();
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * channels;
      if (!isLike([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0], red, 110)) continue;
      columns.add(x);
      rows.add(y);
    }
  }
  return [columns.size, rows.size];
}

for (const place of [
  { longitude: -30, latitude: 0 },
  { longitude: 129, latitude: 35 },
  { longitude: 15.6, latitude: 78.2 },
  { longitude: -40, latitude: -84.5 },
  { longitude: 180, latitude: 51.5 },
  { longitude: -179.9995, latitude: -17 },
]) {
  test(`a hull is drawn as long as the vessel at ${place.longitude}, ${place.latitude}`, async ({ map }) => {
    await showOne(map, place);
    await expect.poll(() => map.last('closeUp')).toEqual({ ids: [1], isCrowded: false });
    // Projected meters of Mercator on the sphere for a meter north and east on the ellipsoid of WGS 84.
    const [a, e2, latitude] = [6_378_137, 0.006_694_379_990_14, (place.latitude * Math.PI) / 180];
    const w = 1 - e2 * Math.sin(latitude) ** 2;
    const north = a / Math.cos(latitude) / ((a * (1 - e2)) / w ** 1.5);
    const east = a / ((a / Math.sqrt(w)) * Math.cos(latitude));
    const resolution = (2_500 * 0.0254) / 96 / Math.cos(latitude);
    for (const [heading, axis, stretch] of [
      [0, 1, north],
      [90, 0, east],
    ] as const) {
      await map.page.evaluate((hull) => window.harness.engine.setHulls([hull]), hullAt(place, heading));
      const expected = (lengthMeters * stretch) / resolution;
      await expect(async () => {
        const drawn = (await extentOf(map))[axis];
        expect(Math.abs(drawn / expected - 1), `${drawn} of ${expected} pixels`).toBeLessThan(0.01);
      }).toPass();
    }
  });
}

test('a hull takes the place of its symbol, follows the filter and the review, and is found where it lies', async ({
  map,
}) => {
  const place = { longitude: -30, latitude: 0 };
  await showOne(map, place);
  const symbol = await extentOf(map);
  expect(Math.max(...symbol)).toBeLessThan(25);
  await map.page.evaluate((hull) => window.harness.engine.setHulls([hull]), hullAt(place, 90));
  await expect.poll(async () => (await extentOf(map))[0]).toBeGreaterThan(400);
  // At the bow, 220 pixels from the position.
  await map.page.mouse.move(600, 300);
  await expect.poll(() => map.last('hover')).toEqual([1]);
  await map.page.mouse.move(600, 360);
  await expect.poll(() => map.last('hover')).toEqual([]);
  await map.screenshot('map-hull');

  // Rejected ones are dimmed: bits 2 and 3 are the verdict.
  await map.page.evaluate(() => window.harness.review({ 1: 2 << 2 }));
  await expect.poll(async () => Math.max(...(await extentOf(map)))).toBeLessThan(5);
  await map.page.evaluate(() => window.harness.review({ 1: 0 }));
  await expect.poll(async () => (await extentOf(map))[0]).toBeGreaterThan(400);

  await map.page.evaluate(() => window.harness.setMask([]));
  await expect.poll(async () => Math.max(...(await extentOf(map)))).toBeLessThan(5);
  await map.page.evaluate(() => window.harness.setMask(null));
  await expect.poll(async () => (await extentOf(map))[0]).toBeGreaterThan(400);

  await map.page.evaluate(() => window.harness.engine.setHulls([]));
  await expect.poll(() => extentOf(map)).toEqual(symbol);
});

test('hulls are requested at scales above 1 : 25,000 only', async ({ map }) => {
  await showOne(map, { longitude: -30, latitude: 0 });
  await expect.poll(() => map.last('closeUp')).toEqual({ ids: [1], isCrowded: false });
  const zoomOf = (denominator: number) =>
    Math.log2((2 * Math.PI * 6_378_137) / 256 / ((denominator * 0.0254) / 96));
  for (const [denominator, ids] of [
    [25_100, []],
    [24_900, [1]],
  ] as const) {
    const view = { center: [-30, 0] as [number, number], zoom: zoomOf(denominator) };
    await map.page.evaluate((view) => window.harness.engine.camera.setView(view), view);
    await expect.poll(() => map.last('closeUp')).toEqual({ ids, isCrowded: false });
  }
});
