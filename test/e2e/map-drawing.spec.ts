import type { AreaShape } from '../../shared/areas/area.ts';
import { rectangle, rectangleRing } from '../builders/positions.ts';
import { expect, type MapPage, test } from './map-harness/map-test.ts';

const pixelsPerDegree = (256 * 2 ** 5) / 360;
const ocean: [number, number] = [-30, 0];

test.beforeEach(async ({ map }) => {
  await setView(map, ocean);
});

async function setView({ page }: MapPage, center: [number, number]): Promise<void> {
  await page.evaluate(async (center) => {
    window.harness.engine.camera.setView({ center, zoom: 5 });
    await window.harness.frame();
  }, center);
}

async function takeUp({ page }: MapPage, tool: 'polygon' | 'rectangle' | 'circle' | 'select'): Promise<void> {
  await page.evaluate((tool) => window.harness.engine.setTool(tool), tool);
}

/** Presses places given in degrees from the middle of the map, near the equator. */
async function press({ page }: MapPage, places: readonly [number, number][]): Promise<void> {
  for (const [right, up] of places) await page.mouse.click(...pixel([right, up]));
}

function pixel([right, up]: readonly [number, number]): [number, number] {
  return [400 + right * pixelsPerDegree, 300 - up * pixelsPerDegree];
}

async function drag({ page }: MapPage, from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...pixel(from));
  await page.mouse.down();
  await page.mouse.move(...pixel([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...pixel(to));
  await page.mouse.up();
}

function outline(shape: unknown): number[][] {
  const { kind, polygon } = shape as Extract<AreaShape, { kind: 'polygon' }>;
  expect(kind).toBe('polygon');
  return (polygon.coordinates[0] ?? []).map((position) =>
    position.map((value) => Math.round(value * 10) / 10),
  );
}

test('a polygon is drawn by clicks and closed at its first corner', async ({ map }) => {
  await takeUp(map, 'polygon');
  await press(map, rectangleRing(-5, -4, 5, 4));
  const [shape] = await map.emitted('drawn');
  expect(outline(shape)).toEqual(rectangleRing(-35, -4, -25, 4));
  expect(await map.last('drawing')).toBeNull();
});

test('a double click finishes a polygon with the corner it placed, and does not zoom', async ({ map }) => {
  await map.installClock();
  await map.page.evaluate(() => {
    const { engine } = window.harness;
    engine.on({ drawn: () => engine.setTool('select') });
  });
  await takeUp(map, 'polygon');
  await press(map, [
    [-5, -4],
    [5, -4],
  ]);
  await map.endDoubleClick();
  await map.page.mouse.dblclick(...pixel([5, 4]));
  const [shape] = await map.emitted('drawn');
  expect(outline(shape)).toHaveLength(4);
  await map.page.evaluate(() => window.harness.engine.camera.waitUntilStill());
  expect(await map.page.evaluate(() => window.harness.engine.camera.state.zoom)).toBe(5);
});

test('a corner that makes a bow-tie is rejected with the reason, and drawing continues', async ({ map }) => {
  await takeUp(map, 'polygon');
  await press(map, [
    [-5, -4],
    [5, 4],
    [5, -4],
  ]);
  await map.page.mouse.move(...pixel([-5, 4]));
  await map.screenshot('map-bow-tie');
  await press(map, [[-5, 4]]);
  expect(await map.emitted('refused')).toEqual([expect.stringContaining('would cross')]);
  expect(await map.last('drawing')).toMatchObject({ vertices: 3, squareMetres: null });
  await map.page.evaluate(() => window.harness.engine.tools.finish());
  const [shape] = await map.emitted('drawn');
  expect(outline(shape)).toHaveLength(4);
});

test('the last corner can be undone, and the whole drawing canceled', async ({ map }) => {
  await takeUp(map, 'polygon');
  await press(map, [
    [-5, -4],
    [5, -4],
    [5, 4],
  ]);
  await map.page.evaluate(() => window.harness.engine.tools.undo());
  expect(await map.last('drawing')).toMatchObject({ vertices: 2 });
  await map.page.evaluate(() => window.harness.engine.tools.cancel());
  expect(await map.last('drawing')).toBeNull();
  expect(await map.page.evaluate(() => window.harness.engine.tools.isBusy)).toBe(false);
  expect(await map.emitted('drawn')).toEqual([]);
});

test('a rectangle is dragged, or clicked at two corners', async ({ map }) => {
  await takeUp(map, 'rectangle');
  await drag(map, [-3, -2], [4, 3]);
  await press(map, [
    [-3, -2],
    [4, 3],
  ]);
  const shapes = await map.emitted('drawn');
  expect(shapes).toHaveLength(2);
  for (const shape of shapes) {
    expect(new Set(outline(shape).map(String))).toEqual(new Set(['-33,-2', '-26,-2', '-26,3', '-33,3']));
  }
});

test('a circle is dragged from its center; its radius is reported during that', async ({ map }) => {
  await takeUp(map, 'circle');
  await drag(map, [0, 0], [2, 0]);
  const [shape] = await map.emitted('drawn');
  // Two degrees of the equator, and half a pixel.
  const degree = 111_319.49;
  expect(shape).toMatchObject({ kind: 'circle', center: [expect.closeTo(-30, 1), expect.closeTo(0, 1)] });
  const { radiusMetres } = shape as { radiusMetres: number };
  expect(Math.abs(radiusMetres - 2 * degree)).toBeLessThan(degree / pixelsPerDegree);
  const states = (await map.emitted('drawing')) as ({ radiusMetres?: number } | null)[];
  expect(states.some((state) => (state?.radiusMetres ?? 0) > degree / 2)).toBe(true);
});

test('a polygon over the antimeridian runs on past 180°', async ({ map }) => {
  await setView(map, [180, 0]);
  await takeUp(map, 'polygon');
  await press(map, rectangleRing(-5, -4, 5, 4));
  const [shape] = await map.emitted('drawn');
  expect(outline(shape)).toEqual(rectangleRing(175, -4, 185, 4));
});

test.describe('editing', () => {
  const area = (west: number) => ({
    id: 'a',
    name: 'Area',
    shape: {
      kind: 'polygon' as const,
      polygon: {
        type: 'Polygon' as const,
        coordinates: [
          [
            [west, -4],
            [west + 10, -4],
            [west + 10, 4],
            [west, 4],
            [west, -4],
          ] as [number, number][],
        ],
      },
    },
  });

  async function edit({ page }: MapPage, west: number): Promise<void> {
    await page.evaluate(async (area) => {
      window.harness.engine.setAreas([area], 'a');
      window.harness.engine.setTool('edit');
      await window.harness.frame();
    }, area(west));
  }

  test('a corner is dragged', async ({ map }) => {
    await edit(map, -35);
    await drag(map, [5, 4], [7, 6]);
    const [shape] = await map.emitted('edited');
    expect(outline(shape)).toContainEqual([-23, 6]);
    expect(outline(shape)).toHaveLength(5);
  });

  test('a point between corners becomes one; a corner is removed with Alt', async ({ map }) => {
    await edit(map, -35);
    await drag(map, [0, 4], [0, 6]);
    expect(outline((await map.emitted('edited'))[0])).toContainEqual([-30, 6]);
    await map.screenshot('map-editing');
    await map.page.keyboard.down('Alt');
    await map.page.mouse.click(...pixel([5, 4]));
    await map.page.keyboard.up('Alt');
    const [shape] = await map.emitted('edited');
    expect(outline(shape)).not.toContainEqual([-25, 4]);
    expect(outline(shape)).toHaveLength(5);
  });

  test('a change that makes the outline cross itself is reverted with the reason', async ({ map }) => {
    await edit(map, -35);
    await drag(map, [5, 4], [-8, -2]);
    expect(await map.emitted('refused')).toEqual([expect.stringMatching(/cross/)]);
    expect(await map.emitted('edited')).toEqual([]);
    await drag(map, [5, 4], [6, 4]);
    expect(outline((await map.emitted('edited'))[0])).toContainEqual([-24, 4]);
  });

  test('an area over the antimeridian is edited on both of its sides', async ({ map }) => {
    await setView(map, [-176, 0]);
    await edit(map, 175);
    await drag(map, [1, 4], [2, 4]);
    expect(outline((await map.emitted('edited'))[0])).toContainEqual([186, 4]);
  });
});

test('areas over the antimeridian are seen and pressed from both sides', async ({ map }) => {
  await map.installClock();
  await map.page.evaluate(() =>
    window.harness.engine.setAreas(
      [
        {
          id: 'across',
          name: 'Across',
          shape: { kind: 'circle', center: [179, 0], radiusMetres: 400_000 },
        },
      ],
      null,
    ),
  );
  for (const [center, right] of [
    [176, 3],
    [-178, -3],
  ] as const) {
    await setView(map, [center, 0]);
    await press(map, [[right, 1]]);
    expect(await map.last('click')).toMatchObject({ areas: ['across'] });
    await map.endDoubleClick();
    await press(map, [[right + (center > 0 ? -8 : 8), 0]]);
    expect(await map.last('click')).toMatchObject({ areas: [] });
    await map.endDoubleClick();
  }
});

test('a chip and a footprint lie at their places', async ({ map }) => {
  await map.page.evaluate(
    async (geometry) => {
      const canvas = new OffscreenCanvas(8, 8);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('No canvas.');
      context.fillStyle = '#ff00ff';
      context.fillRect(0, 0, 8, 8);
      const url = URL.createObjectURL(await canvas.convertToBlob());
      window.harness.engine.chip.show({ url, center: [-30, 0], metersPerPixel: 50_000 });
      window.harness.engine.footprint.show({
        footprint: {
          geometry,
          reference: [-30, 0],
          azimuthAngle: 78,
          squareMetres: 1.4e12,
        },
        label: 'sensor to the east',
      });
    },
    rectangle(-36, -5, -24, 5),
  );
  await expect.poll(() => map.colorAt(400 + 1.5 * pixelsPerDegree, 320)).toEqual([255, 0, 255]);
  const [, , blue] = await map.colorAt(400 + 2.5 * pixelsPerDegree, 320);
  expect(blue).toBeLessThan(100);
  await map.screenshot('map-chip-and-footprint');
});
