import type { LayerAppearance } from '../../renderer/map/layers/layer-stack.ts';
import { rectangleRing } from '../builders/positions.ts';
import { expect, isLike, type MapPage, type Rgb, test } from './map-harness/map-test.ts';

const sea: Rgb = [12, 23, 34];
const red: Rgb = [255, 0, 0];
const green: Rgb = [0, 255, 0];
const categories = ['#ff0000', '#00ff00', '#0000ff'];

/** Somewhere in the Pacific without land, 1 degree about 46 pixels wide. */
async function lookAt(map: MapPage, center: [number, number], zoom = 6): Promise<void> {
  await map.page.evaluate(
    async ([longitude, latitude, near]) => {
      const { engine, frame } = window.harness;
      engine.camera.setView({ center: [longitude, latitude], zoom: near });
      await frame();
    },
    [...center, zoom] as const,
  );
}

/** Two boxes 4° wide to the west and the east of a place, of two analytics. */
async function showBoxes(map: MapPage, longitude: number, latitude: number): Promise<void> {
  const rings = [rectangleRing(longitude - 5, latitude - 2, longitude - 1, latitude + 2)];
  const others = [rectangleRing(longitude + 1, latitude - 2, longitude + 5, latitude + 2)];
  await map.page.evaluate(
    async ([west, east, colors, [x, y]]) => {
      const { engine, show, showOutlines } = window.harness;
      engine.setDetectionSymbols((name) => ({
        color: name === 'LargeVesselDetection' ? (colors[0] ?? '') : (colors[1] ?? ''),
        shape: 'disc',
      }));
      await show([
        { id: 1, longitude: x - 3, latitude: y, category: 0, confidence: 0.2, isArea: true },
        { id: 2, longitude: x + 3, latitude: y, category: 1, confidence: 0.9, isArea: true },
      ]);
      await showOutlines('areas', [
        { id: 1, rings: west },
        { id: 2, rings: east },
      ]);
    },
    [rings, others, categories, [longitude, latitude]] as const,
  );
}

function setAppearances(map: MapPage, appearances: readonly LayerAppearance[]): Promise<void> {
  return map.page.evaluate(async (given) => {
    window.harness.engine.layers.setAppearances(given);
    await window.harness.frame();
  }, appearances);
}

/** Share of red above the sea where a box is filled. */
async function redness(map: MapPage, x: number, y: number): Promise<number> {
  return (await map.colorAt(x, y))[0] - sea[0];
}

test('outlines are drawn at their places in the colors of their points, and follow the same filter', async ({
  map,
}) => {
  await lookAt(map, [-150, -30], 5);
  await showBoxes(map, -150, -30);
  // 1° is 22.75 pixels wide; at 30° S a degree of latitude 1 / cos 30° times as high.
  const line = async (x: number) => map.colorsAround(x, 300, 1);
  await expect.poll(async () => (await line(400 - 22.75)).some((color) => isLike(color, red, 60))).toBe(true);
  await expect
    .poll(async () => (await line(400 + 22.75)).some((color) => isLike(color, green, 60)))
    .toBe(true);
  await expect.poll(() => redness(map, 350, 280)).toBeGreaterThan(20);
  await expect.poll(async () => isLike(await map.colorAt(394, 310), sea, 8)).toBe(true);
  await map.screenshot('map-layers-outlines');

  await map.page.evaluate(async () => {
    window.harness.engine.setDetectionStyle({
      analytics: null,
      collectedFrom: null,
      collectedTo: null,
      minConfidence: 0.5,
      boundingBox: null,
      verdicts: null,
      flagged: null,
    });
    await window.harness.frame();
  });
  await expect.poll(async () => isLike(await map.colorAt(350, 280), sea, 8)).toBe(true);
  await expect
    .poll(async () => (await line(400 + 22.75)).some((color) => isLike(color, green, 60)))
    .toBe(true);
  await map.page.evaluate(() => window.harness.setMask([1]));
  await expect
    .poll(async () => (await line(400 + 22.75)).some((color) => isLike(color, green, 60)))
    .toBe(false);
});

test('a click inside an outline finds its detection, in a turned view too, and the focused one is white', async ({
  map,
}) => {
  await map.installClock();
  await lookAt(map, [-150, -30], 5);
  await showBoxes(map, -150, -30);
  const press = async (x: number, y: number) => {
    await map.page.mouse.click(x, y);
    await map.endDoubleClick();
    const clicks = (await map.emitted('click')) as { detections: number[] }[];
    expect(clicks).toHaveLength(1);
    return clicks[0]?.detections;
  };
  expect(await press(350, 280)).toEqual([1]);
  expect(await press(440, 275)).toEqual([2]);
  await map.page.evaluate(async () => {
    const { engine, idSet, frame } = window.harness;
    engine.camera.olView.setRotation(Math.PI / 2);
    engine.setSelection({ selectedIds: idSet([]), hoveredIds: [], focusedId: 1 });
    await frame();
  });
  // A quarter turn clockwise: what lay to the west lies above.
  expect(await press(420, 250)).toEqual([1]);
  const edge = () => map.colorsAround(400, 300 - 22.75, 2);
  await expect
    .poll(async () => (await edge()).some((color) => isLike(color, [255, 255, 255], 30)))
    .toBe(true);
  await map.page.evaluate(async () => {
    window.harness.engine.layers.setAppearances([{ id: 'detection-areas', visible: false, opacity: 1 }]);
    await window.harness.frame();
  });
  expect(await press(420, 250)).toEqual([]);
});

test('an outline over the antimeridian is whole on both sides of it and on the next copy of the world', async ({
  map,
}) => {
  await map.page.evaluate(
    async ([ring]) => {
      const { engine, show, showOutlines } = window.harness;
      engine.setDetectionSymbols(() => ({ color: '#ff0000', shape: 'disc' }));
      await show([{ id: 1, longitude: 180, latitude: -35, isArea: true }]);
      await showOutlines('areas', [{ id: 1, rings: [ring] }]);
    },
    [rectangleRing(178, -37, -178, -33)] as const,
  );
  for (const longitude of [180, -180, 176, -176]) {
    await lookAt(map, [longitude, -35], 5);
    const middle = 400 + (Math.abs(longitude) === 180 ? 0 : Math.sign(longitude) * 4 * 22.75);
    for (const side of [-1, 1]) {
      const edge = () => map.colorsAround(middle + side * 2 * 22.75, 320, 1);
      await expect.poll(async () => (await edge()).some((color) => isLike(color, red, 60))).toBe(true);
      await expect.poll(() => redness(map, middle + side * 20, 320)).toBeGreaterThan(20);
    }
  }
  await map.screenshot('map-layers-antimeridian');
});

test('footprints are drawn, filtered by time, and only whole ones on request', async ({ map }) => {
  await lookAt(map, [-150, -30], 5);
  await map.page.evaluate(
    async ([inside, reaching]) => {
      await window.harness.showOutlines('footprints', [
        { id: 1, rings: [inside], time: 1_000_000 },
        { id: 2, rings: [reaching], time: 2_000_000 },
      ]);
    },
    [rectangleRing(-155, -32, -151, -28), rectangleRing(-149, -32, -100, -28)] as const,
  );
  const isLine = async (x: number) =>
    (await map.colorsAround(x, 300, 1)).some((color) => isLike(color, [0x9a, 0x8c, 0xf0], 50));
  const [first, second] = [400 - 22.75, 400 + 22.75];
  await expect.poll(async () => [await isLine(first), await isLine(second)]).toEqual([true, true]);
  await map.page.mouse.click(340, 290);
  await expect.poll(() => map.last('click')).toMatchObject({ footprints: [1], detections: [] });
  const filter = async (change: object) =>
    map.page.evaluate(async (changed) => {
      window.harness.engine.footprints.setFilter({
        collectedFrom: null,
        collectedTo: null,
        wholeOnly: false,
        ...changed,
      });
      await window.harness.frame();
    }, change);
  await filter({ collectedFrom: 1_500_000_000 });
  await expect.poll(async () => [await isLine(first), await isLine(second)]).toEqual([false, true]);
  await filter({ wholeOnly: true });
  await expect.poll(async () => [await isLine(first), await isLine(second)]).toEqual([true, false]);
});

test('visibility, opacity and order of the layers are what is seen', async ({ map }) => {
  await lookAt(map, [-150, -30], 5);
  await showBoxes(map, -150, -30);
  // A footprint over the western box, filled hardly, so that its line shows which lies on top.
  await map.page.evaluate(
    async ([ring]) => window.harness.showOutlines('footprints', [{ id: 1, rings: [ring] }]),
    [rectangleRing(-155, -32, -151, -28)] as const,
  );
  await expect.poll(() => redness(map, 350, 280)).toBeGreaterThan(20);
  const full = await redness(map, 350, 280);
  const appearance = (id: string, visible = true, opacity = 1): LayerAppearance => ({ id, visible, opacity });
  await setAppearances(map, [appearance('detection-areas', true, 0.5)]);
  await expect.poll(() => redness(map, 350, 280)).toBeLessThan(full * 0.7);
  await setAppearances(map, [appearance('detection-areas', false)]);
  await expect.poll(() => redness(map, 350, 280)).toBeLessThan(full * 0.3);
  const violet: Rgb = [0x9a, 0x8c, 0xf0];
  const edge = async () => map.colorsAround(400 - 22.75, 280, 1);
  await setAppearances(map, [appearance('footprints'), appearance('detection-areas')]);
  await expect.poll(async () => (await edge()).some((color) => isLike(color, red, 60))).toBe(true);
  await setAppearances(map, [appearance('detection-areas'), appearance('footprints')]);
  await expect.poll(async () => (await edge()).some((color) => isLike(color, violet, 50))).toBe(true);
});

test('degrees of latitude stand at the edge on both sides of the antimeridian', async ({ map }) => {
  // On some of these rounding would put them a hair's breadth beyond the edge.
  for (const longitude of [-175, -170.3, -163.7, 160, 175]) {
    await lookAt(map, [longitude, 30], 5);
    await expect(async () => {
      const colors = await map.colorsAround(18, 293, 6);
      const brightest = Math.max(...colors.map(([red, green, blue]) => red + green + blue));
      expect(brightest, `at ${longitude}`).toBeGreaterThan(220);
    }).toPass();
  }
});

test('names have the room of the degrees while the graticule is off, without a move of the map', async ({
  map,
}) => {
  await lookAt(map, [-170, 30], 5);
  // To the right of the degrees at the left edge; the text of the name begins on them.
  const brightest = async () => {
    const colors = await Promise.all([60, 80, 100, 120].map((x) => map.colorsAround(x, 293, 6)));
    return Math.max(...colors.flat().map(([red, green, blue]) => red + green + blue));
  };
  await map.page.evaluate(async () => {
    const { engine, frame } = window.harness;
    const west = engine.camera.viewBox()?.[0] ?? 0;
    engine.labels.show([{ position: [west + 0.2, 30.27], text: 'A name of many letters' }], 0);
    await frame();
  });
  await expect.poll(brightest).toBeLessThan(220);
  await setAppearances(map, [{ id: 'graticule', visible: false, opacity: 1 }]);
  await expect.poll(brightest).toBeGreaterThan(400);
  await setAppearances(map, [{ id: 'graticule', visible: true, opacity: 1 }]);
  await expect.poll(brightest).toBeLessThan(220);
});

test('lines of the graticule are at their degrees, MGRS zones at theirs, on both sides of the antimeridian', async ({
  map,
}) => {
  /** Difference in brightness between a column of pixels and the sea next to it, mostly. */
  const brightness = async (x: number) => {
    const sum = ([red, green, blue]: Rgb) => red + green + blue;
    const heights = [211, 253, 337, 419];
    const over = await Promise.all(
      heights.map(async (y) => {
        const colors = await map.colorsAround(x, y, 1);
        return Math.max(...colors.map(sum)) - sum(sea);
      }),
    );
    return over.sort((one, other) => one - other)[1] ?? 0;
  };
  await lookAt(map, [-140, -30], 5);
  // Lines stand 5° apart here, 113.8 pixels.
  await expect.poll(() => brightness(400)).toBeGreaterThan(15);
  await expect.poll(() => brightness(400 - 113.8)).toBeGreaterThan(15);
  await expect.poll(() => brightness(400 - 57)).toBeLessThan(10);
  await map.page.evaluate(async () => {
    window.harness.engine.graticule.setKind('mgrs');
    await window.harness.frame();
  });
  // Zones end at 138° W and 144° W, 45.5 and 91 pixels next to the middle.
  await expect.poll(() => brightness(400 + 45.5)).toBeGreaterThan(25);
  await expect.poll(() => brightness(400 - 91)).toBeGreaterThan(25);
  await expect.poll(() => brightness(400)).toBeLessThan(10);
  await map.screenshot('map-layers-mgrs-zones');
  for (const longitude of [-177, 177]) {
    await lookAt(map, [longitude, -30], 5);
    // The lines of a view are computed once it has come to rest.
    await expect.poll(() => brightness(400 - Math.sign(longitude) * -68.3)).toBeGreaterThan(25);
    await expect.poll(() => brightness(400 + Math.sign(longitude) * -68.3)).toBeGreaterThan(25);
  }
});
