import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { savePicture } from './guide-picture.ts';
import { fetchResults } from './inspector-setup.ts';
import { closeFilter, countInTable, openExpression, openTab } from './results-setup.ts';
import { seriousFindings } from './serious-findings.ts';
import { closeSettings, openSettings } from './sign-in.ts';

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-layers-'));
});
test.afterEach(async () => {
  await rm(folder, { recursive: true });
});

const ports = [
  ['Busan', 129.04, 35.1],
  ['Ulsan', 129.38, 35.5],
  ['Pohang', 129.4, 36.02],
  ['Masan', 128.58, 35.19],
  ['Gwangyang', 127.7, 34.9],
] as const;

async function writePorts(): Promise<string> {
  const file = path.join(folder, 'Ports.csv');
  const rows = ports.map(
    ([name, longitude, latitude], index) => `${name},${longitude},${latitude},${10 + index}`,
  );
  await writeFile(file, ['name,longitude,latitude,berths', ...rows].join('\n'));
  return file;
}

async function writeZones(): Promise<string> {
  const file = path.join(folder, 'Zones.geojson');
  const ring = [
    [128.4, 34.6],
    [129.3, 34.5],
    [129.2, 35.0],
    [128.5, 35.0],
    [128.4, 34.6],
  ];
  const line = [
    [129.5, 34.6],
    [130.4, 35.4],
    [130.2, 36.2],
  ];
  const feature = (type: string, coordinates: unknown, name: string) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type, coordinates },
  });
  const features = [feature('Polygon', [ring], 'Exclusion zone'), feature('LineString', line, 'Lane')];
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
  return file;
}

async function openPanel(page: Page) {
  await page.getByRole('application', { name: /^Map/ }).focus();
  await page.keyboard.press('5');
  return page.getByRole('region', { name: 'Your layers' });
}

async function importFile(page: Page, file: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page
    .getByRole('region', { name: 'Your layers' })
    .getByRole('button', { name: 'Import a layer…' })
    .press('Enter');
  await (await choosing).setFiles(file);
  if (!file.endsWith('.csv')) return;
  const form = page.getByRole('form', { name: /^Import .* as a layer$/ });
  await form.getByRole('button', { name: 'Import' }).press('Enter');
}

async function chooseTheme(page: Page, name: 'Light' | 'Dark'): Promise<void> {
  const settings = await openSettings(page, 'Appearance');
  await settings.getByText(name, { exact: true }).click();
  await closeSettings(page);
}

/** The share of the map's pixels that have about this color. */
async function hasColor(page: Page, [red, green, blue]: readonly [number, number, number]): Promise<boolean> {
  return page.evaluate(
    async ([data, ...color]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('There is no canvas.');
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
      let found = 0;
      for (let at = 0; at < pixels.length; at += 4)
        if (color.every((component, index) => Math.abs((pixels[at + index] ?? 0) - Number(component)) < 12))
          found += 1;
      return found > 20;
    },
    [
      (await page.getByRole('application', { name: /^Map/ }).screenshot()).toString('base64'),
      red,
      green,
      blue,
    ] as const,
  );
}

test('layers are imported, shown, described, retained over a restart and deleted, by keyboard', async ({
  app,
}) => {
  const { page } = app;
  const panel = await openPanel(page);
  await expect(panel).toContainText('Your own points, lines and areas');
  await importFile(page, await writePorts());
  const item = panel.getByRole('listitem', { name: 'Ports' });
  await expect(item).toContainText('5 points');
  await expect(item).toContainText('From Ports.csv, imported');
  await expect(item).toContainText('Date not stated · license not stated');
  await page.getByRole('button', { name: 'Zoom to Ports' }).press('Enter');
  await expect.poll(() => hasColor(page, [0xc2, 0x43, 0x8f])).toBe(true);

  await importFile(page, await writeZones());
  await expect(panel.getByRole('listitem', { name: 'Zones' })).toContainText('2 features');
  await expect.poll(() => hasColor(page, [0x0f, 0x8f, 0x6f])).toBe(true);

  await item.getByRole('button', { name: 'Edit Ports' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit Ports' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ports of Korea');
  await dialog.getByRole('combobox', { name: 'Labels' }).selectOption('name');
  await dialog.getByRole('textbox', { name: 'Date of the content' }).fill('May 2026');
  await dialog.getByRole('textbox', { name: 'Source and license' }).fill('Harbour office, CC BY 4.0');
  await dialog.getByRole('textbox', { name: 'Accuracy in meters' }).fill('250');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const renamed = panel.getByRole('listitem', { name: 'Ports of Korea' });
  await expect(renamed).toContainText('As of May 2026 · Harbour office, CC BY 4.0 · accurate to 250 m');
  expect(await seriousFindings(page)).toEqual([]);
  await renamed.getByRole('button', { name: 'Attributes of Ports of Korea' }).press('Enter');
  const features = page.getByRole('grid', { name: 'Features of Ports of Korea' });
  await expect(features).toBeFocused();
  await expect(features.getByRole('row').nth(1)).toHaveText(/1\s*Busan.*10$/);
  await expect(page.getByRole('tabpanel', { name: 'Attributes' })).toContainText('5 features');
  expect(await seriousFindings(page)).toEqual([]);
  await savePicture(page, 'layers');
  await chooseTheme(page, 'Light');
  await chooseTheme(page, 'Dark');
  await page.setViewportSize({ width: 1024, height: 640 });

  const again = await app.restart({ demo: 'off' });
  await again.getByRole('button', { name: 'Work offline' }).click();
  const list = await openPanel(again);
  await expect(list.getByRole('listitem', { name: 'Ports of Korea' })).toContainText('5 points');
  await again.getByRole('button', { name: 'Zoom to Ports of Korea' }).press('Enter');
  await expect.poll(() => hasColor(again, [0xc2, 0x43, 0x8f])).toBe(true);
  await list.getByRole('button', { name: 'Delete Ports of Korea' }).press('Enter');
  await expect(list.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await list.getByRole('button', { name: 'Delete Ports of Korea' }).press('Enter');
  await expect(list.getByRole('listitem', { name: 'Ports of Korea' })).toHaveCount(0);
  await expect.poll(() => hasColor(again, [0xc2, 0x43, 0x8f])).toBe(false);
});

test('features of a layer are sorted, found, copied and shown on the map from the dock, and an area becomes a site', async ({
  app,
}) => {
  const { page } = app;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const panel = await openPanel(page);
  // Without content the views are not there until one is called.
  await page.keyboard.press('t');
  await openTab(page, 'Attributes');
  const dock = page.getByRole('tabpanel', { name: 'Attributes' });
  await expect(dock).toContainText('No layers yet');
  await importFile(page, await writePorts());
  await expect(panel.getByRole('listitem', { name: 'Ports' })).toContainText('5 points');
  const grid = dock.getByRole('grid', { name: 'Features of Ports' });
  await expect(grid.getByRole('row')).toHaveCount(6);
  await expect(dock).toContainText('date not stated · license not stated');

  await grid.getByRole('button', { name: 'name' }).press('Enter');
  await expect(grid.getByRole('columnheader', { name: 'name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(grid.getByRole('row').nth(2)).toContainText('Gwangyang');
  await grid.getByRole('button', { name: 'berths' }).press('Enter');
  await grid.getByRole('button', { name: 'berths' }).press('Enter');
  await expect(grid.getByRole('row').nth(1)).toContainText('Gwangyang');

  await grid.focus();
  await page.keyboard.press('ArrowDown');
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector).toContainText('Ports, feature 5');
  await expect.poll(() => hasColor(page, [0x4c, 0xc2, 0xd4])).toBe(true);
  await page.keyboard.press('Control+c');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Number\tname\t.*\n5\tGwangyang\t.*\t14$/);
  await page.keyboard.press('Control+a');
  await expect(grid.locator('tr[aria-selected="true"]')).toHaveCount(5);
  await page.keyboard.press('Control+c');
  await expect
    .poll(async () => (await page.evaluate(() => navigator.clipboard.readText())).split('\n').length)
    .toBe(6);
  await page.keyboard.press('Enter');
  expect(await seriousFindings(page)).toEqual([]);

  await dock.getByRole('textbox', { name: 'Find features' }).fill('san');
  await expect(dock).toContainText('3 of 5 features');
  await expect(grid.getByRole('row')).toHaveCount(4);
  await dock.getByRole('textbox', { name: 'Find features' }).fill('nowhere');
  await expect(dock).toContainText('No matching features');

  await importFile(page, await writeZones());
  await panel.getByRole('button', { name: 'More actions for Ports' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Replace by a newer file…' }).press('Enter');
  const replacing = page.getByRole('dialog', { name: 'Replace Ports' });
  await expect(replacing).toContainText(/added|removed/);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(replacing).toBeHidden();
  await panel.getByRole('button', { name: 'Attributes of Zones' }).press('Enter');
  const zones = dock.getByRole('grid', { name: 'Features of Zones' });
  await expect(zones).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(inspector).toContainText('Zones, feature 1');
  await chooseTheme(page, 'Light');
  await page.setViewportSize({ width: 1024, height: 640 });
  await chooseTheme(page, 'Dark');
  await page.setViewportSize({ width: 1440, height: 900 });
  await inspector.getByRole('button', { name: 'Make a site' }).press('Enter');
  const sites = page.getByRole('tabpanel', { name: 'Sites' });
  await expect(page.getByText('One site was made.')).toBeVisible();
  await page.getByRole('application', { name: /^Map/ }).focus();
  await page.keyboard.press('Control+z');
  await expect(sites.getByText('Exclusion zone')).toHaveCount(0);
});

test('detections at an imported layer are hidden in one step, and listed and counted by its nearest feature', async ({
  app,
}) => {
  const { page } = app;
  await fetchResults(page, {
    regions: ['East Asia'],
    analytics: ['LargeVesselDetection'],
    maxRecords: 60,
    pageSize: 60,
  });
  const all = await countInTable(page);
  const panel = await openPanel(page);
  await importFile(page, path.join(app.dataDir, 'demo-files', 'ports.csv'));
  await expect(panel.getByRole('listitem', { name: 'ports' })).toContainText('64 points');
  await importFile(page, path.join(app.dataDir, 'demo-files', 'exclusion-zone.geojson'));
  await panel.getByRole('button', { name: 'Hide detections at exclusion-zone' }).press('Enter');
  const chip = page.getByText('Hide exclusion-zone', { exact: true });
  await expect(chip).toBeVisible();
  await expect(chip).toHaveAttribute('title', /exclusion-zone: date not stated .* imported 20/);
  await expect.poll(() => countInTable(page)).toBeLessThan(all);
  const outside = await countInTable(page);

  await page.getByRole('button', { name: 'Zoom to exclusion-zone' }).press('Enter');
  const map = page.getByRole('application', { name: /^Map/ });
  await expect.poll(() => hasColor(page, [0x0f, 0x8f, 0x6f])).toBe(true);
  const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(async () => {
    await map.click({ position: { x: width / 2 + 120, y: height / 2 + 50 } });
    await expect(inspector.getByText('Busan approaches')).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(inspector).toContainText('exclusion-zone, feature 1');
  await expect(inspector).toContainText('date not stated · license not stated');

  await importFile(page, path.join(app.dataDir, 'demo-files', 'platforms.geojson'));
  await panel.getByRole('button', { name: 'Edit platforms' }).press('Enter');
  const edited = page.getByRole('dialog', { name: 'Edit platforms' });
  await edited.getByRole('textbox', { name: 'Accuracy in meters' }).fill('4000');
  await edited.getByRole('combobox', { name: 'Color by' }).selectOption('name');
  await expect(edited.getByRole('list', { name: 'Colors' })).toContainText('Platform 1');
  await page.keyboard.press('Enter');
  await expect(edited).toBeHidden();
  const legend = panel.getByRole('listitem', { name: 'platforms' }).getByRole('list', { name: 'Colors' });
  await expect(legend).toContainText('all others');
  await legend.scrollIntoViewIfNeeded();
  await panel.getByRole('button', { name: 'Hide detections at platforms' }).press('Enter');
  await expect(page.getByText('Hide platforms (within 200 m)')).toBeVisible();
  await page.getByRole('button', { name: 'Zoom to ports' }).press('Enter');
  await savePicture(page, 'layers-hide');
  await openExpression(page);
  const field = page.getByRole('combobox', { name: 'Filter expression' });
  await expect(field).toHaveValue('not inside("exclusion-zone") and not near("platforms", 200 m)');
  await field.fill('not inside("exclusion-zone") and not near("platforms", 5 km)');
  await expect.poll(() => countInTable(page)).toBeLessThan(outside);
  await expect(page.getByText(/platforms: date not stated/).first()).toBeVisible();
  const open =
    /\d+ detections are so close that platforms, accurate to 4\.00 km, leaves near\("platforms", 5 km\) open/;
  await expect(page.getByText(open).first()).toBeVisible();
  await closeFilter(page);
  await page.getByRole('button', { name: 'Zoom to platforms' }).press('Enter');
  await page.getByRole('button', { name: /^Remove .*hide platforms/i }).press('Enter');
  await expect.poll(() => countInTable(page)).toBe(outside);

  await page.getByRole('button', { name: 'Columns' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await columns.getByRole('textbox').fill('ports');
  await columns.getByRole('checkbox', { name: 'Nearest ports: name' }).check();
  await columns.getByRole('checkbox', { name: 'Distance to ports' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell', { name: /^[\d.,]+ k?m$/ }).first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: /Distance to ports/ })).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('row').nth(1).click();
  await page.keyboard.press('Control+c');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/Distance to ports \(m\).*\tLayers\n.*\t\d[\d.]*\t?.*\tports: date not stated/);
  await page.getByRole('application', { name: /^Map/ }).focus();
  await page.keyboard.press('Shift+E');
  const exporting = page.getByRole('dialog', { name: /Export/ });
  await exporting
    .getByRole('checkbox', { name: /Columns of the table about layers \(.*Distance to ports/ })
    .check();
  await page.keyboard.press('Escape');
  await chooseTheme(page, 'Light');
  expect(await seriousFindings(page)).toEqual([]);
});
