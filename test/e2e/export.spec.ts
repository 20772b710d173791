import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { expect, test } from './fixtures.ts';
import { countInTable } from './results-setup.ts';

test.use({ results: { region: 'East Asia', maxRecords: 100 } });

test('results are exported by keyboard, in a format whose limits are stated, and the choice is persisted', async ({
  app,
}) => {
  const { page } = app;
  const all = await countInTable(page);

  await page.keyboard.press('Shift+E');
  const dialog = page.getByRole('dialog', { name: 'Export detections' });
  const format = dialog.getByLabel('Format').first();
  await expect(format).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'CSV', exact: true }).waitFor();
  const marked = page.locator('[role=option][data-combobox-selected]');
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(marked).toHaveText('CSV', { timeout: 200 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(format).toHaveValue('CSV');
  await expect(dialog.getByText(/apostrophe in front/)).toBeVisible();
  await dialog.getByLabel('Sensor footprints as a second file').check();
  await dialog.getByLabel('Verdicts, flags and notes as properties').check();
  await app.screenshot('export-dialog');
  await dialog.getByRole('button', { name: /^Export [\d,]+ detections/ }).click();

  const exports = page
    .getByRole('region', { name: 'Background jobs' })
    .getByRole('article', { name: /^Export to / });
  await expect(exports.getByText('Complete')).toBeVisible();
  const files = exports.getByRole('list', { name: 'Exported files' }).locator('span');
  await expect(files).toHaveCount(2);
  const text = await readFile((await files.first().textContent()) ?? '', 'utf8');
  const [header = ''] = text.split('\r\n');
  expect(header).toMatch(/^detection_id,record_id,.*,verdict,flagged,note,reviewer,reviewed_at,.*,WKT$/);
  expect(text.trimEnd().split(/\r\n(?=\d+,)/)).toHaveLength(all + 1);

  await page.keyboard.press('Shift+E');
  await expect(dialog.getByLabel('Format').first()).toHaveValue('CSV');
  await expect(dialog.getByLabel('Sensor footprints as a second file')).toBeChecked();

  // A GeoPackage with a project that shows it in QGIS as the map does.
  await dialog.getByLabel('Format').first().click();
  await page.getByRole('option', { name: 'GeoPackage' }).click();
  await dialog.getByLabel('QGIS project with this view of the map, as a second file').check();
  await app.screenshot('export-qgis');
  await dialog.getByRole('button', { name: /^Export [\d,]+ detections/ }).click();
  const toQgis = exports.filter({ hasText: '.qgz' });
  await expect(toQgis.getByText('Complete')).toBeVisible();
  const project = await readFile((await toQgis.locator('span', { hasText: '.qgz' }).textContent()) ?? '');
  const [document] = Object.values(unzipSync(project));
  const xml = new TextDecoder().decode(document);
  expect(xml).toContain('<datasource>./detections.gpkg|layername=detections</datasource>');
  expect(xml).toContain('<mapcanvas ');
  expect(xml).toContain('<CanvasColorRedPart type="int">12</CanvasColorRedPart>');
});
