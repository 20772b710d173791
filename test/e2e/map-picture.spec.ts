import { type DecodedPng, decode } from 'fast-png';
import { layoutSheet, paperOf } from '../../renderer/map-sheet/sheet-layout.ts';
import { analyticColor } from '../../shared/results/analytic-symbol.ts';
import type { PictureWish } from './map-harness/harness.ts';
import { expect, isLike, type MapPage, type Rgb, test } from './map-harness/map-test.ts';

const red: Rgb = [255, 0, 0];
const sea: Rgb = [12, 23, 34];
const white: Rgb = [255, 255, 255];
const ink: Rgb = [17, 22, 27];
const analytic = 'LargeVesselDetection';

/** One red detection at zoom 12, where a pixel is 38 m and its radius 5 pixels. */
async function showOne({ page }: MapPage, longitude: number, center = longitude): Promise<void> {
  await page.evaluate(
    async ([longitude, center]) => {
      window.harness.engine.setDetectionSymbols(() => ({ color: '#ff0000', shape: 'disc' }));
      window.harness.engine.camera.setView({ center: [center, 0], zoom: 12 });
      await window.harness.show([{ id: 1, longitude, latitude: 0 }]);
    },
    [longitude, center] as const,
  );
}

async function take({ page }: MapPage, wish: Omit<PictureWish, 'analytic'>) {
  const { png, isComplete } = await page.evaluate((wish) => window.harness.picture(wish), {
    ...wish,
    analytic,
  });
  expect(isComplete).toBe(true);
  return readPicture(decode(Buffer.from(png.split(',')[1] ?? '', 'base64')));
}

function readPicture({ width, height, channels, data }: DecodedPng) {
  const colorAt = (x: number, y: number): Rgb => {
    const at = (Math.floor(y) * width + Math.floor(x)) * channels;
    return [data[at] ?? -1, data[at + 1] ?? -1, data[at + 2] ?? -1];
  };
  return { width, height, colorAt };
}

function expectLike(color: Rgb, expected: Rgb, tolerance = 45): void {
  expect(isLike(color, expected, tolerance), `${color}, not ${expected}`).toBe(true);
}

test('a picture as on the screen has points, scale bar, north arrow and legend in their places', async ({
  map,
}) => {
  await showOne(map, -30);
  await map.emitted('view');
  const { width, height, colorAt } = await take(map, {
    paper: 'screen',
    choice: { scaleBar: true, northArrow: true, legend: true },
  });
  expect([width, height]).toEqual([800, 600]);
  expectLike(colorAt(400, 300), red);
  expectLike(colorAt(412, 300), sea);
  // At the equator 5 km are 130.8 of 38.2 m, in four parts of 32.7, the first from 18 on.
  for (const [x, color] of [
    [30, white],
    [66, ink],
    [100, white],
    [132, ink],
  ] as const) {
    expectLike(colorAt(x, 563), color);
  }
  // Its upper edge is white from end to end.
  expectLike(colorAt(146, 560), white);
  expect(isLike(colorAt(151, 560), white)).toBe(false);
  // The arrow stands in its middle and to no side.
  expectLike(colorAt(767, 38), white, 40);
  expect(isLike(colorAt(755, 37), white, 120)).toBe(false);
  const legendRow = Array.from({ length: 300 }, (_, step) => colorAt(490 + step, 575));
  expect(legendRow.some((color) => isLike(color, toRgb(analyticColor(analytic)), 12))).toBe(true);
  // The map on the screen is what it was, and emitted nothing during its short absence.
  await expect(async () => expectLike(await map.colorAt(400, 300), red)).toPass();
  expect(await map.page.evaluate(() => window.harness.engine.camera.state.zoom)).toBe(12);
  expect(await map.emitted('view')).toEqual([]);
});

test('the north arrow turns with the map, and points over the antimeridian are there', async ({ map }) => {
  await showOne(map, -179.99, 180);
  await map.page.evaluate(() => window.harness.engine.camera.olView.setRotation(Math.PI / 2));
  const { colorAt } = await take(map, { paper: 'screen', choice: { northArrow: true } });
  // East is down: a hundredth of a degree is 29 pixels.
  expectLike(colorAt(400, 329), red);
  expectLike(colorAt(429, 300), sea);
  expectLike(colorAt(755, 37), white, 60);
});

test('twice as fine has twice the pixels, marks as well', async ({ map }) => {
  await showOne(map, -30);
  const { width, height, colorAt } = await take(map, { paper: 'screen-double', choice: {} });
  expect([width, height]).toEqual([1600, 1200]);
  expectLike(colorAt(800, 600), red);
  expectLike(colorAt(807, 600), red);
  expectLike(colorAt(820, 600), sea);
});

test('a page is white around the map, which shows at least what the screen does', async ({ map }) => {
  await showOne(map, -30);
  const { width, height, colorAt } = await take(map, { paper: 'a4-landscape', choice: {} });
  expect([width, height]).toEqual([1754, 1240]);
  const paper = paperOf('a4-landscape', 150, 1);
  const texts = { title: '', marking: '', caveat: '', about: [], notes: [] };
  const { frame } = layoutSheet(paper, [800, 600], texts, () => 0);
  const at = (x: number, y: number) => colorAt(x * paper.pixelRatio, y * paper.pixelRatio);
  expectLike(at(frame.x + frame.width / 2, frame.y + frame.height / 2), red);
  expectLike(at(frame.x - 5, frame.y + 50), white, 2);
  expectLike(at(frame.x + 5, frame.y + 50), sea);
  expectLike(colorAt(width - 3, height - 3), white, 2);
});

test('a tall picture of the world’s edge is centered and counted as it is drawn', async ({ map }) => {
  const detections = Array.from({ length: 600 }, (_, index) => ({
    id: index + 1,
    longitude: ((index * 7) % 360) - 180,
    latitude: ((index * 11) % 168) - 84,
  }));
  const {
    before,
    after,
    detections: counted,
    view,
    png,
  } = await map.page.evaluate(async (detections) => {
    const { engine } = window.harness;
    engine.setDetectionSymbols(() => ({ color: '#ff0000', shape: 'disc' }));
    engine.setDensity('off');
    engine.camera.setView({ center: [30, 60], zoom: 2.5 });
    await window.harness.show(detections);
    const before = engine.camera.state;
    const size = { width: 300, height: 1200, pixelRatio: 1 };
    const taken = await engine.takePicture(size, new AbortController().signal);
    if (!taken.ok) throw new Error(taken.failure.message);
    const { canvas, ...facts } = taken.value;
    const { detections: counted } = engine.contentOf(facts.view);
    return { detections: counted, before, after: engine.camera.state, png: canvas.toDataURL(), ...facts };
  }, detections);
  const inside = detections.flatMap(({ longitude, latitude }) => {
    // Spherical Mercator in meters, from the picture's center on.
    const radius = 6_378_137;
    const northing = (degrees: number) => radius * Math.asinh(Math.tan((degrees * Math.PI) / 180));
    const x = view.width / 2 + ((longitude - view.center[0]) * Math.PI * radius) / 180 / view.resolution;
    const y = view.height / 2 - (northing(latitude) - northing(view.center[1])) / view.resolution;
    return x >= 0 && x <= view.width && y >= 0 && y <= view.height ? [{ x, y }] : [];
  });
  expect(inside.length).toBeGreaterThan(100);
  expect(counted).toBe(inside.length);
  const { colorAt } = readPicture(decode(Buffer.from(png.split(',')[1] ?? '', 'base64')));
  for (const { x, y } of inside.filter(({ x, y }) => x > 2 && x < 298 && y > 2 && y < 1198)) {
    expectLike(colorAt(x, y), red, 90);
  }
  // OpenLayers keeps a view within the world, and moved this one in between.
  expect(view.center[1]).toBeLessThan(50);
  expect(after).toEqual(before);
});

test('a picture is whole where the map on the screen is resized meanwhile', async ({ map }) => {
  const { png, view, size, element } = await map.page.evaluate(async () => {
    const { engine } = window.harness;
    engine.setDetectionSymbols(() => ({ color: '#ff0000', shape: 'disc' }));
    engine.setDensity('off');
    engine.camera.setView({ center: [0, 0], zoom: 3 });
    const at = (longitude: number, latitude: number, id: number) => ({ id, longitude, latitude });
    await window.harness.show(
      [-60, 0, 60].flatMap((x, i) => [-30, 0, 30].map((y, j) => at(x, y, 3 * i + j + 1))),
    );
    const taking = engine.takePicture(
      { width: 1600, height: 1000, pixelRatio: 1 },
      new AbortController().signal,
    );
    const element = document.querySelector('.ol-viewport')?.parentElement;
    if (!element) throw new Error('There is no map.');
    // A copy of the map's content covers it while the picture is taken.
    while (!element.querySelector('.ol-viewport > canvas')) await new Promise(requestAnimationFrame);
    Object.assign(element.style, { width: '420px', height: '300px' });
    const picture = await taking;
    if (!picture.ok) throw new Error(picture.failure.message);
    const { canvas, view } = picture.value;
    return {
      png: canvas.toDataURL(),
      view,
      size: engine.size(),
      element: [element.clientWidth, element.clientHeight],
    };
  });
  const { colorAt } = readPicture(decode(Buffer.from(png.split(',')[1] ?? '', 'base64')));
  const radius = 6_378_137;
  for (const longitude of [-60, 0, 60]) {
    for (const latitude of [-30, 0, 30]) {
      const x = view.width / 2 + (longitude * Math.PI * radius) / 180 / view.resolution;
      const y =
        view.height / 2 - (radius * Math.asinh(Math.tan((latitude * Math.PI) / 180))) / view.resolution;
      expectLike(colorAt(x, y), red, 90);
    }
  }
  expect(size).toEqual(element);
});

test('a picture is zoomed to the detections where all of them are in view, and not otherwise', async ({
  map,
}) => {
  const taken = await map.page.evaluate(async () => {
    const { engine } = window.harness;
    const near = (id: number, longitude: number) => ({ id, longitude, latitude: 35 });
    const size = { width: 900, height: 500 };
    const take = async () => {
      const zoomed = engine.pictureView(size, true);
      if (!zoomed) throw new Error('The map has no size.');
      const picture = await engine.takePicture({ ...zoomed, pixelRatio: 1 }, new AbortController().signal);
      if (!picture.ok) throw new Error(picture.failure.message);
      const { view } = picture.value;
      return {
        center: view.center,
        resolution: view.resolution,
        spanOfWorld: (view.resolution * view.width) / 40_075_016,
      };
    };
    engine.camera.setView({ center: [120, 30], zoom: 4 });
    const before = engine.camera.state;
    await window.harness.show([near(1, 128), near(2, 132)]);
    const inView = await take();
    const after = engine.camera.state;
    // Across the antimeridian, in the copy of the world where the map is.
    engine.camera.setView({ center: [-175, 30], zoom: 4 });
    await window.harness.show([near(1, 178), near(2, -178)]);
    const across = await take();
    engine.camera.setView({ center: [120, 30], zoom: 4 });
    await window.harness.show([near(1, 128), near(2, -10)]);
    const outOfView = await take();
    // A closer view stays as close.
    engine.camera.setView({ center: [128.001, 35], zoom: 15 });
    const closer = engine.pictureView(size)?.resolution;
    await window.harness.show([near(1, 128), near(2, 128.001)]);
    const close = await take();
    return { before, after, inView, across, outOfView, close, closer };
  });
  expect(taken.inView.center[0]).toBeCloseTo(130, 1);
  expect(taken.inView.center[1]).toBeCloseTo(35, 1);
  expect(taken.inView.spanOfWorld).toBeLessThan(6 / 360);
  expect(taken.across.center.map((degrees) => Math.abs(degrees))).toEqual([
    expect.closeTo(180, 1),
    expect.closeTo(35, 1),
  ]);
  expect(taken.outOfView.center[0]).toBeCloseTo(120, 1);
  expect(taken.outOfView.spanOfWorld).toBeGreaterThan(20 / 360);
  expect(taken.after).toEqual(taken.before);
  expect(taken.close.resolution).toBeLessThanOrEqual(taken.closer ?? 0);
});

function toRgb(hex: string): Rgb {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return [red, green, blue];
}
