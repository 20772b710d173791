import type { MapTool } from '../../renderer/map/map-types.ts';
import { expect, isLike, type MapPage, type Rgb, test } from './map-harness/map-test.ts';

/** CSS pixels a degree at the equator, at zoom 5. */
const pixelsPerDegree = (256 * 2 ** 5) / 360;
const teal: Rgb = [76, 194, 212];
const amber: Rgb = [240, 180, 41];

type Place = readonly [x: number, y: number];

/** A cross of five detections around a place: 1 in the middle, 2 west, 3 east, 4 north, 5 south, 4° apart. */
async function showCross({ page }: MapPage, longitude: number, tool: MapTool): Promise<void> {
  await page.evaluate(
    async ([x, tool]) => {
      const { engine } = window.harness;
      const wrap = (value: number) => ((((value + 180) % 360) + 360) % 360) - 180;
      engine.setDetectionSymbols(() => ({ color: '#ff0000', shape: 'disc' }));
      engine.camera.setView({ center: [x, 0], zoom: 5 });
      engine.setTool(tool);
      await window.harness.show([
        { id: 1, longitude: wrap(x), latitude: 0 },
        { id: 2, longitude: wrap(x - 4), latitude: 0 },
        { id: 3, longitude: wrap(x + 4), latitude: 0, flagged: true },
        { id: 4, longitude: wrap(x), latitude: 4 },
        { id: 5, longitude: wrap(x), latitude: -4 },
      ]);
    },
    [longitude, tool] as const,
  );
}

async function drag({ page }: MapPage, [first, ...rest]: readonly Place[]): Promise<void> {
  const [x = 0, y = 0] = first ?? [];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const place of rest) await page.mouse.move(...place, { steps: 6 });
  await page.mouse.up();
}

const d = 4 * pixelsPerDegree;
/** Around the middle and the one in the west. */
const box: readonly Place[] = [
  [400 - d - 20, 280],
  [420, 320],
];

test('a dragged box takes what lies in it; Shift adds, Alt takes away', async ({ map }) => {
  await showCross(map, -30, 'select-box');
  await drag(map, box);
  expect(await map.last('outlined')).toEqual({ ids: [1, 2], mode: 'replace' });
  await map.page.keyboard.down('Shift');
  await drag(map, box);
  await map.page.keyboard.up('Shift');
  expect(await map.last('outlined')).toMatchObject({ mode: 'add' });
  await map.page.keyboard.down('Alt');
  await drag(map, box);
  await map.page.keyboard.up('Alt');
  expect(await map.last('outlined')).toMatchObject({ mode: 'remove' });
  // The map was not moved, and a press is still a press.
  await map.page.mouse.click(400, 300);
  expect(await map.last('click')).toMatchObject({ detections: [1] });
  expect(await map.emitted('outlined')).toHaveLength(3);
});

test('a lasso takes what lies in it, but not what only lies in its box', async ({ map }) => {
  await showCross(map, -30, 'lasso');
  const bow: readonly Place[] = [
    [400 - d - 30, 300 - d - 30],
    [400 - d - 30, 300 + 30],
    [400 + 30, 300 + d + 30],
    [400 - 30, 300 + 20],
    [400 - d - 30, 300 - d - 30],
  ];
  await drag(map, bow);
  expect(await map.last('outlined')).toEqual({ ids: [2, 5], mode: 'replace' });
});

for (const longitude of [180, -179.9]) {
  test(`a box over the antimeridian, seen from ${longitude}°`, async ({ map }) => {
    await showCross(map, longitude, 'select-box');
    await drag(map, box);
    expect(await map.last('outlined')).toMatchObject({ ids: [1, 2] });
  });
}

test('a box on a turned map takes what it looks like', async ({ map }) => {
  await showCross(map, -30, 'select-box');
  // A quarter turn clockwise: west comes up, south to the left.
  await map.page.evaluate(() => window.harness.engine.camera.olView.setRotation(Math.PI / 2));
  await map.page.evaluate(() => window.harness.frame());
  await drag(map, [
    [380, 300 - d - 20],
    [420, 320],
  ]);
  expect(await map.last('outlined')).toMatchObject({ ids: [1, 2] });
  await map.page.evaluate(() => window.harness.engine.camera.olView.setRotation(Math.PI / 4));
  await map.page.evaluate(() => window.harness.frame());
  const s = d * Math.SQRT1_2;
  await drag(map, [
    [400 - s - 15, 300 - s - 15],
    [400 - s + 15, 300 + s + 15],
  ]);
  expect(await map.last('outlined')).toMatchObject({ ids: [2, 5] });
});

test('what the filter hides is not selected', async ({ map }) => {
  await showCross(map, -30, 'select-box');
  await map.page.evaluate(() => window.harness.setMask([2, 4]));
  await drag(map, box);
  expect(await map.last('outlined')).toMatchObject({ ids: [2] });
});

test('Escape’s cancel drops the drag', async ({ map }) => {
  await showCross(map, -30, 'lasso');
  await map.page.mouse.move(300, 200);
  await map.page.mouse.down();
  await map.page.mouse.move(400, 400, { steps: 4 });
  expect(await map.page.evaluate(() => window.harness.engine.tools.isBusy)).toBe(true);
  await map.page.evaluate(() => window.harness.engine.tools.cancel());
  await map.page.mouse.move(500, 300, { steps: 4 });
  await map.page.mouse.up();
  expect(await map.emitted('outlined')).toEqual([]);
});

test('selected and flagged ones have rings, on top of what lies over them', async ({ map }) => {
  await showCross(map, -30, 'select');
  const { page } = map;
  await page.evaluate(async () => {
    const pile = Array.from({ length: 30 }, (_, index) => ({
      ...{ id: 100 + index, longitude: -30, latitude: 0, category: 1 },
    }));
    window.harness.engine.setDetectionSymbols((name) => ({
      color: name.startsWith('Large') ? '#ff0000' : '#0000ff',
      shape: 'disc',
    }));
    await window.harness.show([
      { id: 1, longitude: -30, latitude: 0 },
      { id: 3, longitude: -26, latitude: 0, flagged: true },
      ...pile,
    ]);
    window.harness.engine.setSelection({
      selectedIds: window.harness.idSet([1]),
      hoveredIds: [],
      focusedId: null,
    });
    await window.harness.frame();
  });
  const expectColor = (x: number, y: number, color: Rgb) =>
    expect(async () => {
      const seen = await map.colorAt(x, y);
      expect(isLike(seen, color, 40), `at ${x}, ${y}: ${seen}, not ${color}`).toBe(true);
    }).toPass();
  // The radius is 2.6 at zoom 5; the ring of a selected one lies 3 further out, of a flagged one 1.5.
  await expectColor(400.5, 300.5, [255, 0, 0]);
  await expectColor(400.5 + 5.2, 300.5, teal);
  await expectColor(400.5 + d + 3.7, 300.5, amber);
});
