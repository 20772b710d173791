import { copyFile, mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { analyticSymbol } from '../../shared/results/analytic-symbol.ts';
import { findQgis, openInQgis } from '../builders/open-in-qgis.ts';
import { expect, test } from './fixtures.ts';
import { savePicture } from './guide-picture.ts';
import { fetchResults } from './inspector-setup.ts';
import { closeFilter, countInView, openExpression } from './results-setup.ts';

const hasQgis = findQgis('QGIS does not open the answer to the question of the guide');
const isoTime = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;

const timeOf = (stop: string) => isoTime.exec(stop)?.[0] ?? '';

/** The question of docs/guide/review.md, with the steps described there. */
test('HH passes below 35° over Busan with ships longer than 200 m are found, the passes in between are stepped through, and QGIS shows the same', async ({
  app,
}, testInfo) => {
  const { page } = app;
  await page.setViewportSize({ width: 1280, height: 720 });
  await fetchResults(page, { regions: ['East Asia'], analytics: ['LargeVesselDetection'] });

  await openExpression(page);
  await page.keyboard.type('place = "Busan" and polarization = "HH" and incidence < 35 and length_m > 200');
  await page.keyboard.press('Enter');
  await savePicture(page, 'sensor-fields');
  await closeFilter(page);
  await page.getByRole('tab', { name: 'Passes' }).click();
  await page.getByLabel('With matches only').check();
  const rows = page.getByRole('grid', { name: 'Passes' }).getByRole('row').filter({ hasText: isoTime });
  await expect(rows.first()).toBeVisible();
  const responses = (await rows.allInnerTexts()).map((text) => isoTime.exec(text)?.[0] ?? '').sort();
  for (const text of await rows.allInnerTexts()) {
    // Rounded: 34.96° is shown as 35.0°.
    expect(Number(/([\d.]+)°/.exec(text)?.[1])).toBeLessThanOrEqual(35);
  }

  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Filter expression' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('place = "Busan" and length_m > 200');
  await page.keyboard.press('Enter');
  await closeFilter(page);
  await page.getByRole('application', { name: /^Map/ }).focus();
  await page.keyboard.press('h');
  await expect(page.getByRole('contentinfo').getByText(/^1 : (?:\d,)?\d{3},\d{3}$/)).toBeVisible();

  // To the second result, or a later one when nothing is between them.
  const steps = page.getByRole('region', { name: 'Passes over the view' });
  const stops: string[] = [];
  const isResponse = (stop: string | undefined) => stop !== undefined && responses.includes(timeOf(stop));
  const isDone = () =>
    stops.filter(isResponse).length > 1 && isResponse(stops.at(-1)) && !isResponse(stops.at(-2));
  while (!isDone()) {
    await page.keyboard.press('.');
    await expect(steps.getByRole('status')).toContainText(`Pass ${stops.length + 1} of `);
    stops.push(await steps.innerText());
  }
  const found = stops.filter(isResponse);
  expect(found.map(timeOf)).toEqual(responses.slice(0, found.length));
  for (const stop of found) expect(stop).toMatch(/ · HH · incidence (?:(?:1\d|2\d|3[0-4])\.\d|35\.0)°/);
  // What it shows is on the map, too.
  await expect.poll(() => countInView(page)).toBeGreaterThan(0);
  await savePicture(page, 'pass-steps');

  await steps.getByRole('button', { name: 'Stop' }).click();
  await page.keyboard.press('Shift+E');
  const dialog = page.getByRole('dialog', { name: 'Export detections' });
  await expect(dialog.getByLabel('Format').first()).toBeFocused();
  await dialog.getByLabel('Format').first().click();
  await page.getByRole('option', { name: 'GeoPackage' }).click();
  await dialog.getByLabel('QGIS project with this view of the map, as a second file').check();
  await dialog.getByRole('button', { name: /^Export [\d,]+ detections/ }).click();
  const job = page
    .getByRole('region', { name: 'Background jobs' })
    .getByRole('article', { name: /^Export to / });
  await expect(job.getByText('Complete')).toBeVisible();
  const files = job.getByRole('list', { name: 'Exported files' });
  const exported = async (name: string) =>
    (await files.locator('span', { hasText: new RegExp(`${name}$`) }).textContent()) ?? '';
  const [document] = Object.values(unzipSync(await readFile(await exported('detections.gpkg.qgz'))));
  expect(new TextDecoder().decode(document)).toContain(
    '<CanvasColorRedPart type="int">12</CanvasColorRedPart>',
  );
  if (!hasQgis) return;

  const folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-answer-'));
  for (const name of ['detections.gpkg', 'detections.gpkg.qgz']) {
    await copyFile(await exported(name), path.join(folder, name));
  }
  const picture = testInfo.outputPath('qgis.png');
  const { project, layers, pixels } = await openInQgis(folder, 'detections.gpkg.qgz', picture);
  await savePicture(page, 'qgis', await readFile(picture));
  const { dark } = analyticSymbol('LargeVesselDetection');
  expect(layers.map(({ name, valid }) => [name, valid])).toEqual([['Detections', true]]);
  expect(layers[0]?.categories?.LargeVesselDetection?.color).toBe(dark);
  expect(pixels[dark]).toBeGreaterThan(5);
  expect(Object.keys(project?.groups ?? {})).toEqual(['Detections, filtered']);
  expect(layers[0]?.abstract).toContain('place = "Busan" and length_m > 200');
  const [west = 0, south = 0, east = 0, north = 0] = project?.window ?? [];
  const view = await viewOf(page);
  const metresPerPixel = (east - west) / view.width;
  expect((north - south) / view.height / metresPerPixel).toBeCloseTo(1, 2);
  expect(metresPerPixel / view.metresPerPixel).toBeCloseTo(1, 2);
  expect(Math.abs((west + east) / 2 - view.center[0])).toBeLessThan(metresPerPixel);
  expect(Math.abs((south + north) / 2 - view.center[1])).toBeLessThan(metresPerPixel);
});

/** The map's window: its size in pixels, and its center and resolution in Web Mercator. */
async function viewOf(page: Page) {
  const box = await page.getByRole('application', { name: /^Map/ }).boundingBox();
  const saved = await page.evaluate(() => localStorage.getItem('sightline.map-view') ?? '');
  const { center, zoom } = JSON.parse(saved).state.view as { center: [number, number]; zoom: number };
  const [longitude, latitude] = center.map((degrees) => (degrees * Math.PI) / 180) as [number, number];
  const radius = 6_378_137;
  return {
    width: box?.width ?? 0,
    height: box?.height ?? 0,
    center: [longitude * radius, Math.log(Math.tan(Math.PI / 4 + latitude / 2)) * radius] as const,
    metresPerPixel: (2 * Math.PI * radius) / 256 / 2 ** zoom,
  };
}
