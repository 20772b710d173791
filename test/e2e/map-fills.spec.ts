import type { MapArea, MapOrder } from '../../renderer/map/map-types.ts';
import { rectangle } from '../builders/positions.ts';
import { expect, isLike, type MapPage, type Rgb, test } from './map-harness/map-test.ts';

/** CSS pixels a degree at the equator, at zoom 5. */
const pixelsPerDegree = (256 * 2 ** 5) / 360;

/** `count` areas or orders around the same position in the Atlantic, each a little larger. */
function show({ page }: MapPage, kind: 'areas' | 'orders', count: number): Promise<void> {
  const shapes = Array.from({ length: count }, (_, index) => {
    const reach = 4 + index * 0.02;
    return { kind: 'polygon' as const, polygon: rectangle(-30 - reach, -reach, -30 + reach, reach) };
  });
  const areas: MapArea[] = shapes.map((shape, index) => ({ id: `${index}`, name: '', shape }));
  const orders: MapOrder[] = shapes.map((shape, index) => ({
    ...{ id: `${index}`, name: '', isStateKnown: true, shapes: [shape] },
    color: { dark: '#ff8000', light: '#ff8000' },
  }));
  return page.evaluate(
    async ({ kind, areas, orders }) => {
      const { engine, frame } = window.harness;
      engine.layers.setAppearances([{ id: 'graticule', visible: false, opacity: 1 }]);
      engine.camera.setView({ center: [-30, 0], zoom: 5 });
      if (kind === 'areas') engine.setAreas(areas, null);
      else engine.orders.show(orders, null);
      await frame();
    },
    { kind, areas, orders },
  );
}

async function colorInside(map: MapPage, isDone: (color: Rgb) => boolean): Promise<Rgb> {
  let seen: Rgb = [0, 0, 0];
  await expect(async () => {
    seen = await map.colorAt(410, 310);
    expect(isDone(seen), `${seen}`).toBe(true);
  }).toPass();
  return seen;
}

const sea: Rgb = [12, 23, 34];
const isSea = (color: Rgb) => isLike(color, sea, 1);

for (const kind of ['areas', 'orders'] as const) {
  test(`the fills of ${kind} are as opaque where many overlap as where one is`, async ({ map }) => {
    await show(map, kind, 1);
    const one = await colorInside(map, (color) => !isSea(color));
    await show(map, kind, 60);
    await map.screenshot(`map-fills-${kind}`);
    expect(isLike(await colorInside(map, (color) => !isSea(color)), one, 2)).toBe(true);
  });

  test(`the fill of ${kind} ends where the outline leaves the view, and is still clicked`, async ({
    map,
  }) => {
    await show(map, kind, 1);
    await colorInside(map, (color) => !isSea(color));
    await map.page.evaluate(() => window.harness.engine.camera.setView({ center: [-30, 0], zoom: 9 }));
    await colorInside(map, isSea);
    await map.page.mouse.click(410, 310);
    await expect.poll(() => map.last('click')).toMatchObject({ [kind]: ['0'] });
    // One side of the outline is in view again.
    await map.page.evaluate(() => window.harness.engine.camera.setView({ center: [-26, 0], zoom: 5 }));
    await expect(async () => {
      expect(isSea(await map.colorAt(400 - 2 * pixelsPerDegree, 310))).toBe(false);
    }).toPass();
  });
}

test('the names of an order and of an area with its outline, or near it, never lie over each other', async ({
  map,
}) => {
  const orderColor: Rgb = [255, 0, 255];
  const areaColor: Rgb = [255, 255, 255];
  const reach = 60;
  /** The rows of pixels in the middle of the map that have a color. */
  const rowsOf = (colors: readonly Rgb[], color: Rgb) =>
    new Set(
      colors.flatMap((seen, index) =>
        isLike(seen, color, 90) ? [Math.floor(index / (2 * reach + 1)) - reach] : [],
      ),
    );
  for (const pixelsBelow of [0, 4, 8, 16, 24, 32]) {
    const degrees = pixelsBelow / pixelsPerDegree;
    await map.page.evaluate(
      async ({ area, order }) => {
        const { engine, frame } = window.harness;
        engine.layers.setAppearances([{ id: 'graticule', visible: false, opacity: 1 }]);
        engine.camera.setView({ center: [-30, 0], zoom: 5 });
        engine.setAreas([{ id: 'area', name: 'Anchorage', shape: { kind: 'polygon', polygon: area } }], null);
        const shapes = [{ kind: 'polygon' as const, polygon: order }];
        const color = { dark: '#ff00ff', light: '#ff00ff' };
        engine.orders.show([{ id: 'order', name: 'Anchorage', isStateKnown: true, shapes, color }], 'order');
        await frame();
      },
      { area: rectangle(-40, -10 - degrees, -20, 10 - degrees), order: rectangle(-40, -10, -20, 10) },
    );
    await expect(async () => {
      const colors = await map.colorsAround(400, 300, reach);
      const [order, area] = [rowsOf(colors, orderColor), rowsOf(colors, areaColor)];
      expect(area.size, `${pixelsBelow}`).toBeGreaterThan(0);
      expect(
        [...order].filter((row) => area.has(row)),
        `${pixelsBelow}`,
      ).toEqual([]);
      if (pixelsBelow === 0) expect(order.size).toBeGreaterThan(0);
    }).toPass({ timeout: 20_000 });
    await map.screenshot(`map-names-${pixelsBelow}`);
  }
});
