import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page, Request } from '@playwright/test';
import { decode } from 'fast-png';
import { startTileServer, type TileServer } from '../builders/tile-server.ts';
import { expect, test } from './fixtures.ts';

type Color = readonly [red: number, green: number, blue: number];

let server: TileServer;
let folder: string;
test.beforeEach(async () => {
  server = await startTileServer();
  folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-sources-'));
});
test.afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test('XYZ tiles are added by keyboard, remain available offline, and missing tiles are reported', async ({
  app,
}) => {
  const { page } = app;
  const pendingTiles = watchTiles(page);
  await openSources(page);
  await page.getByRole('button', { name: 'Add a source…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toBeFocused();
  await page.keyboard.type(`${server.url}/xyz/{z}/{x}.png`);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^{y} is missing/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${server.url}/xyz/{z}/{x}/{y}.png`);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Harbour tiles');
  await dialog.getByRole('textbox', { name: 'Attribution' }).fill('© Harbour office');

  server.behavior.fault = (response) => response.writeHead(200).end('<html>sign in</html>');
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(dialog.getByRole('alert')).toContainText('a web page instead of an image');
  server.behavior.fault = undefined;
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(dialog.getByText(/Tile received: image\/png/)).toBeVisible();
  await app.screenshot('source-form-xyz');
  await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
  await expectColor(page, [200, 40, 40]);
  await expect(page.getByRole('note', { name: 'Sources of the map' })).toHaveText('© Harbour office');
  await app.screenshot('source-on-map');

  // Also the tiles at the edges of the map are stored before their server ends.
  await expect.poll(() => pendingTiles.size).toBe(0);
  await server.close();
  const again = await app.restart();
  await again.getByRole('button', { name: 'Work offline' }).click();
  await expectColor(again, [200, 40, 40]);
  await expect(again.getByText(/Offline: /)).toHaveCount(0);
  await openSources(again);
  await expect(sourceItem(again, 'Harbour tiles')).toContainText(/\d+ tiles? on this disk/);
  await again.getByRole('application', { name: /^Map/ }).focus();
  for (let step = 0; step < 3; step += 1) await again.keyboard.press('+');
  await expect(
    again.getByRole('status').filter({ hasText: /Harbour tiles: Offline: \d+ tiles? missing in view/ }),
  ).toBeVisible();
  await app.screenshot('source-offline');

  await sourceItem(again, 'Harbour tiles').getByRole('button', { name: 'Remove Harbour tiles' }).click();
  await again.getByRole('button', { name: 'Remove Harbour tiles' }).click();
  await expect(sourceItem(again, 'Harbour tiles')).toHaveCount(0);
  await expect.poll(() => shareOf(again, [200, 40, 40])).toBeLessThan(0.01);
});

test('GeoTIFFs are drawn where they lie, and one that cannot be drawn states why', async ({ app }) => {
  test.slow();
  const hasGdal = spawnSync('gdal_translate', ['--version']).status === 0;
  test.skip(!hasGdal, 'gdal_translate, which writes the GeoTIFFs, is not installed.');
  const { page } = app;
  await openSources(page);
  const files = await makeGeotiffs(folder);

  const dialog = await openForm(page, 'GeoTIFF');
  await chooseFile(page, dialog, files.unknown);
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(dialog.getByRole('alert')).toContainText('EPSG:31467');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'was not saved' })).toContainText('EPSG:31467');
  await chooseFile(page, dialog, files.gray);
  await dialog.getByRole('button', { name: 'Test' }).click();
  await expect(dialog.getByText(/200 × 100 pixels, 1 band of 16-bit, EPSG:32633/)).toBeVisible();
  await app.screenshot('source-form-geotiff');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Zoom to gray' }).click();
  // The left half has the least values, the right half the greatest: stretched, they are black and white.
  await expectColor(page, [0, 0, 0], 0.15);
  await expectColor(page, [255, 255, 255], 0.15);
  await app.screenshot('source-geotiff-gray');

  const second = await openForm(page, 'GeoTIFF');
  await chooseFile(page, second, files.color);
  await second.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(second).toBeHidden();
  await page.getByRole('button', { name: 'Zoom to color' }).click();
  await expectColor(page, [20, 160, 90], 0.3);
  await app.screenshot('source-geotiff-color');

  // The same pixels, given by their corners and by their centers: the second covers the first whole.
  for (const [name, file, color] of [
    ['area', files.area, [200, 40, 40]],
    ['point', files.point, [40, 60, 200]],
  ] as const) {
    const form = await openForm(page, 'GeoTIFF');
    await chooseFile(page, form, file);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(form).toBeHidden();
    await page.getByRole('button', { name: `Zoom to ${name}` }).click();
    await expectColor(page, [...color], 0.2);
  }
  await expect.poll(() => shareOf(page, [200, 40, 40])).toBeLessThan(0.005);
  await app.screenshot('source-geotiff-point');
});

test('layers of a WMS and a WMTS are chosen from what they offer', async ({ app }) => {
  const { page } = app;
  await openSources(page);
  const dialog = await openForm(page, 'WMS');
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${server.url}/wms`);
  await page.keyboard.press('Enter');
  await dialog.getByRole('checkbox', { name: 'Charts' }).check();
  // The service names an address that only its own network reaches.
  const addresses = dialog.getByRole('combobox', { name: 'Maps are requested from' });
  await expect(addresses).toHaveValue('http://inside.invalid/wms');
  await addresses.selectOption(`${server.url}/wms`);
  await app.screenshot('source-form-wms');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expectColor(page, [200, 40, 40]);

  server.behavior.color = [40, 60, 200];
  const second = await openForm(page, 'WMTS');
  await second.getByRole('textbox', { name: 'Address' }).fill(`${server.url}/wmts/WMTSCapabilities.xml`);
  await page.keyboard.press('Enter');
  await second.getByRole('combobox', { name: 'Matrix set and format' }).selectOption('degrees · image/png');
  await second.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(second).toBeHidden();
  await expectColor(page, [40, 60, 200]);
  await page.getByRole('button', { name: 'Make Ortho available offline' }).click();
  const offline = page.getByRole('dialog', { name: 'Ortho for offline use' });
  // The dialog moves the focus into itself when it has opened.
  await expect(offline.locator(':focus')).toHaveCount(1);
  // The map may have loaded all tiles of its own zoom, none of the smaller ones.
  await offline.getByRole('textbox', { name: 'Min zoom' }).fill('0');
  await offline.getByRole('textbox', { name: 'Max zoom' }).fill('2');
  await app.screenshot('source-offline-form');
  await offline.getByRole('button', { name: 'Fetch tiles' }).click();
  await expect(page.getByText(/tiles were fetched/)).toBeVisible();
});

/** The tiles that the page has requested and not received yet. */
function watchTiles(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().includes('/tiles/')) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return pending;
}

async function openSources(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: 'Layers' }).click();
}

async function openForm(page: Page, kind: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add a source…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  await dialog.getByText(kind, { exact: true }).click();
  return dialog;
}

async function chooseFile(page: Page, dialog: Locator, file: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: /^Choose a/ }).click();
  await (await chooser).setFiles(file);
  await expect(dialog.getByText(path.basename(file))).toBeVisible();
}

function sourceItem(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Your sources' }).getByRole('listitem', { name });
}

/** Share of the middle of the map with nearly this color. */
async function shareOf(page: Page, [red, green, blue]: Color): Promise<number> {
  const box = await page.getByRole('application', { name: /^Map/ }).boundingBox();
  if (!box) throw new Error('The map is not on screen.');
  const [width, height] = [320, 200];
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  const png = decode(await page.screenshot({ clip: { x, y, width, height } }));
  const { data, channels } = png;
  let count = 0;
  for (let at = 0; at < data.length; at += channels) {
    const isNear = [red, green, blue].every((value, index) => Math.abs((data[at + index] ?? 0) - value) < 12);
    if (isNear) count += 1;
  }
  return count / (png.width * png.height);
}

async function expectColor(page: Page, color: Color, share = 0.4): Promise<void> {
  await expect.poll(() => shareOf(page, color)).toBeGreaterThan(share);
}

/** One 16-bit band in UTM, three 8-bit bands in Web Mercator, and one in a system that cannot be drawn. */
async function makeGeotiffs(target: string) {
  const [width, height] = [200, 100];
  const gray = Buffer.alloc(width * height * 2);
  for (let at = 0; at < width * height; at += 1)
    gray.writeUInt16BE(at % width < width / 2 ? 1000 : 3000, at * 2);
  const color = Buffer.alloc(width * height * 3);
  for (let at = 0; at < color.length; at += 1) color[at] = [20, 160, 90][at % 3] ?? 0;
  const inTarget = (name: string) => path.join(target, name);
  await writeFile(
    inTarget('gray.pgm'),
    Buffer.concat([Buffer.from(`P5\n${width} ${height}\n65535\n`), gray]),
  );
  await writeFile(
    inTarget('color.ppm'),
    Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), color]),
  );
  const translate = (from: string, to: string, system: string, corners: string, compression = 'LZW') =>
    execFileSync('gdal_translate', [
      ...[
        '-q',
        '-of',
        'COG',
        '-co',
        `COMPRESS=${compression}`,
        '-a_srs',
        system,
        '-a_ullr',
        ...corners.split(' '),
      ],
      ...[inTarget(from), inTarget(to)],
    ]);
  translate('gray.pgm', 'gray.tif', 'EPSG:32633', '480000 5560000 560000 5520000');
  translate('color.ppm', 'color.tif', 'EPSG:3857', '1600000 6500000 2400000 6100000', 'JPEG');
  translate('color.ppm', 'unknown.tif', 'EPSG:31467', '3400000 5600000 3480000 5560000');
  for (const [name, color, meaning, options] of [
    ['area', [200, 40, 40], 'Area', []],
    ['point', [40, 60, 200], 'Point', ['-co', 'COMPRESS=WEBP', '-co', 'WEBP_LOSSLESS=YES']],
  ] as const) {
    const pixels = Buffer.from(Array.from({ length: 16 }, () => color).flat());
    await writeFile(inTarget(`${name}.ppm`), Buffer.concat([Buffer.from('P6\n4 4\n255\n'), pixels]));
    execFileSync('gdal_translate', [
      ...['-q', '-a_srs', 'EPSG:4326', '-a_ullr', '120', '40', '124', '36', ...options],
      ...['-mo', `AREA_OR_POINT=${meaning}`, inTarget(`${name}.ppm`), inTarget(`${name}.tif`)],
    ]);
  }
  return {
    area: inTarget('area.tif'),
    point: inTarget('point.tif'),
    gray: inTarget('gray.tif'),
    color: inTarget('color.tif'),
    unknown: inTarget('unknown.tif'),
  };
}
