import type { Page } from '@playwright/test';
import { anchorageRecords } from '../builders/anchorage-records.ts';
import { square } from '../builders/new-area.ts';
import { buildPresenceRecords } from '../builders/presence-records.ts';
import { addAreas } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { savePicture } from './guide-picture.ts';
import { closeFilter, countInTable, openExpression, openTab, waitForTable } from './results-setup.ts';
import { seriousFindings } from './serious-findings.ts';
import { closeSettings, openSettings, reloadPage, showPanel } from './sign-in.ts';

const day = 86_400_000;

async function importRecords(page: Page, records: readonly Record<string, unknown>[]): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/Search commands/).fill('Import raw records from files');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /Import raw records from files/ }).click();
  await (await choosing).setFiles({
    name: 'records.ndjson',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(records.map((record) => JSON.stringify(record)).join('\n')),
  });
  const card = page.getByRole('region', { name: 'Background jobs' }).getByRole('article').first();
  await expect(card).toHaveAttribute('data-state', 'complete');
  await page.keyboard.press('Escape');
}

test('what is unusual at an anchorage is found among its passes, by keyboard, and stays', async ({ app }) => {
  const { page } = app;
  await page.setViewportSize({ width: 1280, height: 720 });
  await importRecords(page, anchorageRecords(Date.now() - day / 12));
  await addAreas(page, [square('Anchorage', [121, 31], 0.3), square('Elsewhere', [10, 54], 0.3)]);
  await openTab(page, 'Sites');
  const dock = page.getByRole('tabpanel', { name: 'Sites' });
  await expect(dock).toContainText('No area is a site yet');

  await showPanel(page, 'Areas');
  const areas = page.getByRole('region', { name: 'Areas panel' });
  await areas.getByRole('button', { name: /^Elsewhere/ }).click();
  await areas.getByRole('button', { name: 'Make a site' }).click();
  await expect(dock).toContainText('No pass at this site');
  await areas.getByRole('button', { name: /^Anchorage/ }).click();
  await areas.getByRole('button', { name: 'Make a site' }).click();
  const passes = dock.getByRole('region', { name: 'Passes, the latest first' });
  await expect(passes.getByRole('row')).toHaveCount(1 + 30 + 2);
  await expect(dock).toContainText('25 of 30 passes can be compared');
  await expect(dock).toContainText('1 unusual pass, the last on');
  await expect(passes.getByRole('row', { name: /No pass for 10 d/ })).toBeAttached();
  await expect(passes.getByRole('row', { name: /Processor version 3\.1\.0 → 3\.2\.0/ })).toBeAttached();
  await expect(passes.getByText('no: covers too little')).toHaveCount(5);
  const last = passes.getByRole('row').nth(1);
  await expect(last).toContainText(/41.*UNUSUAL \(\+[\d.]+ MAD\)/);
  await page.setViewportSize({ width: 1280, height: 820 });
  await savePicture(page, 'sites');
  expect(await seriousFindings(page)).toEqual([]);

  // A row is a pass.
  await last.getByRole('button').press('Enter');
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('anchorage-29');

  await dock.getByRole('button', { name: 'Counting all detections…' }).click();
  const options = page.getByRole('dialog');
  await expect(options.getByRole('combobox', { name: 'Group of comparable passes' })).toHaveValue(
    'SAR · Stripmap · 30–45° · sensor to the east (25)',
  );
  await options.getByLabel('Compare from (%)').fill('40');
  await page.keyboard.press('Enter');
  await expect(dock).toContainText('30 of 30 passes can be compared');
  await options.getByLabel('Compare from (%)').fill('0');
  await expect(options).toContainText('A pass covers at least 1% of a site.');
  await page.keyboard.press('Escape');
  await expect(options).toBeHidden();
  await page.getByRole('application', { name: /^Map/ }).focus();
  await page.keyboard.press('Control+z');
  await expect(dock).toContainText('25 of 30 passes can be compared');

  await dock.getByRole('button', { name: 'Counting all detections…' }).click();
  await options.getByText('Confirmed only', { exact: true }).click();
  await expect(dock).toContainText(/Confirmed only: 0 of \d+ detections are reviewed/);
  await expect(passes.getByText('no: not all reviewed')).toHaveCount(25);
  await options.getByText('All detections', { exact: true }).click();
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await dock.getByRole('button', { name: 'Save CSV' }).click();
  expect((await download).suggestedFilename()).toBe('Anchorage.csv');
  const image = page.waitForEvent('download');
  await dock.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Save image' }).click();
  expect((await image).suggestedFilename()).toBe('Anchorage.png');

  await page.setViewportSize({ width: 1024, height: 640 });
  const settings = await openSettings(page, 'Appearance');
  await settings.getByText('Light', { exact: true }).click();
  await closeSettings(page);
  await reloadPage(page);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/Search commands/).fill('Show the sites');
  await page.keyboard.press('Enter');
  const rows = dock.getByRole('region', { name: 'Sites, the most unusual last pass first' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(/Anchorage.*\+[\d.]+ MAD.*41.*30 \(25\)/);
  await expect(rows.nth(2)).toContainText(/Elsewhere.*No pass at this site/);
  expect(await seriousFindings(page)).toEqual([]);
  await rows.nth(1).getByRole('button').press('Enter');
  await expect(dock).toContainText('25 of 30 passes can be compared');

  await dock.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'No site any more' }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dock).toContainText('25 of 30 passes can be compared');
});

test('what stays at the same place is hidden by a filter, stated for a detection, and added as a layer', async ({
  app,
}) => {
  const { page } = app;
  await importRecords(page, buildPresenceRecords(9));
  await waitForTable(page);
  await openExpression(page);
  await page.keyboard.type('presence = "gone"');
  await page.keyboard.press('Enter');
  await closeFilter(page);
  await expect.poll(() => countInTable(page)).toBe(6);
  await page.getByRole('grid').getByRole('row').nth(1).click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('button', { name: 'Compare with other passes' }).press('Enter');
  await expect(inspector).toContainText('in 6 of 9 passes');
  await expect(inspector).toContainText('gone: the last three passes or more found nothing');
  await savePicture(page, 'fixed-objects');
  expect(await seriousFindings(page)).toEqual([]);

  // What the user states wins, for all that was found there, until it is undone.
  await inspector.getByRole('button', { name: 'It is not fixed' }).press('Enter');
  await expect.poll(() => countInTable(page)).toBe(0);
  await expect(inspector).toContainText(/passing: stated by .*, \d{4}-/);
  await inspector.getByRole('button', { name: 'Withdraw the statement' }).press('Enter');
  await expect.poll(() => countInTable(page)).toBe(6);
  await page.getByRole('application', { name: /^Map/ }).focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => countInTable(page)).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => countInTable(page)).toBe(6);

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/Search commands/).fill('layer of the places of fixed objects');
  await page.keyboard.press('Enter');
  await page.getByRole('application', { name: /^Map/ }).focus();
  await page.keyboard.press('5');
  await expect(page.getByRole('region', { name: 'Layers panel' })).toContainText(
    /Fixed places \d{4}-\d\d-\d\d/,
  );
});
