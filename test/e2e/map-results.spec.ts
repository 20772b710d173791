import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { buildFeature, buildRecord } from '../builders/record-builder.ts';
import { expect, test } from './fixtures.ts';
import { fetchResults, focusWithChip } from './inspector-setup.ts';
import { closeFilter, countInTable, countInView, findSymbology, showAllOnMap } from './results-setup.ts';
import { closeSettings, openSettings, reloadPage } from './sign-in.ts';

function mapOf(page: Page) {
  return page.getByRole('application', { name: /^Map/ });
}

test.describe('with results', () => {
  test.use({ results: { region: 'East Asia', maxRecords: 300 } });

  test('the map shows what the table filters by text, and a lasso selects from it', async ({ app }) => {
    const { page } = app;
    const all = await countInTable(page);
    await showAllOnMap(page, all);

    // A text is in no column of the feed: the map requests a mask.
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Text in any field').fill('ICEYE');
    await expect.poll(() => countInTable(page)).toBeLessThan(all);
    const some = await countInTable(page);
    expect(some).toBeGreaterThan(0);
    await closeFilter(page);
    await showAllOnMap(page, some);

    await mapOf(page).focus();
    await page.keyboard.press('w');
    const box = await mapOf(page).boundingBox();
    if (!box) throw new Error('The map is not on screen.');
    const corners = [
      [0.05, 0.4],
      [0.55, 0.4],
      [0.55, 0.95],
      [0.05, 0.95],
    ] as const;
    const at = ([x, y]: readonly [number, number]) =>
      [box.x + x * box.width, box.y + y * box.height] as const;
    await page.mouse.move(...at(corners[0]));
    await page.mouse.down();
    for (const corner of corners) await page.mouse.move(...at(corner), { steps: 5 });
    await page.mouse.up();
    await expect(page.getByText(/^[1-9][\d,]* selected/).first()).toBeVisible();
  });
});

test('the symbology of detections is chosen on the map and persisted', async ({ app }) => {
  const { page } = app;
  await fetchResults(page, {
    regions: ['East Asia'],
    analytics: ['LargeVesselDetection'],
    maxRecords: 200,
    pageSize: 200,
  });
  await showAllOnMap(page, await countInTable(page));
  const legend = page.getByRole('region', { name: 'Legend' });
  await legend.getByRole('button', { name: 'Expand the legend' }).click();
  const menu = await findSymbology(page);
  await menu.click();
  await page.getByText('Density', { exact: true }).click();
  await expect(legend.getByRole('figure', { name: 'Density' })).toContainText('6 × 6 pixels');
  await page.getByText('Points', { exact: true }).click();
  await expect(legend.getByRole('figure', { name: 'Density' })).toBeHidden();

  await page.getByRole('combobox', { name: 'Color by' }).click();
  await page.getByRole('option', { name: 'Polarization' }).click();
  await expect(legend.getByRole('figure', { name: 'Color: Polarization' })).toContainText('HH');
  await page.getByRole('combobox', { name: 'Color by' }).click();
  await page.getByRole('option', { name: 'Analytic', exact: true }).click();
  await expect(legend.getByRole('figure', { name: 'Color: Polarization' })).toBeHidden();

  await page.getByRole('combobox', { name: 'Size by' }).click();
  await page
    .getByRole('option', { name: /^Length/ })
    .first()
    .click();
  await expect(legend.getByRole('figure', { name: 'Size' })).toContainText('Length');
  await page.getByRole('combobox', { name: 'Label when zoomed in' }).click();
  await page.getByRole('option', { name: 'Length', exact: true }).click();
  await page.keyboard.press('Escape');

  // Near one of them: an oriented mark with its length next to it.
  await focusWithChip(page);
  const labeled = page.waitForResponse(/results\.detections\b/);
  await page.getByRole('button', { name: 'Place on map' }).click();
  await page.getByRole('button', { name: 'Remove from map' }).click();
  const scale = page.getByText(/^1 : [\d,]+$/);
  await expect.poll(() => scale.textContent()).toMatch(/^1 : \d{2},\d{3}$/);
  await mapOf(page).focus();
  await page.keyboard.press('-');
  await expect.poll(() => countInView(page)).toBeGreaterThan(0);
  await labeled;

  await reloadPage(page);
  await (await findSymbology(page)).click();
  await expect(page.getByRole('combobox', { name: 'Label when zoomed in' })).toHaveValue('Length');
});

test('without a graphics card very many symbols are density, which the status bar states and turns off', async ({
  app,
}) => {
  const { page } = app;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-many-'));
  const file = path.join(folder, 'many.json');
  const count = 5_001;
  const features = Array.from({ length: count }, (_, index) => {
    const coordinates = [129 + (index % 100) / 200, 35 - Math.floor(index / 100) / 200];
    return buildFeature({ geometry: { type: 'Point', coordinates } });
  });
  await writeFile(file, JSON.stringify(buildRecord({ features })));
  try {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Search commands/).fill('Import raw records from files');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /Import raw records from files/ }).click();
    await (await choosing).setFiles(file);
    await expect.poll(() => countInTable(page)).toBe(count);
  } finally {
    await rm(folder, { recursive: true });
  }
  await showAllOnMap(page, count);
  const note = page.getByRole('button', { name: 'Density: no graphics card' });
  await expect(note).toBeVisible();
  await expect(note).toHaveAttribute('title', /more than 5,000 detections in view/);
  await note.click();
  await expect(note).toBeHidden();
  await (await findSymbology(page)).click();
  const limit = page.getByRole('switch', { name: 'Density for many symbols: no graphics card' });
  await expect(limit).not.toBeChecked();
  await limit.click();
  await expect(note).toBeVisible();
  await page.keyboard.press('Escape');
  const settings = await openSettings(page, 'Appearance');
  await settings.getByText('Light', { exact: true }).click();
  await closeSettings(page);
});
