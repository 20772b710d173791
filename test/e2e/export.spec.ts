import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { inProject } from '../../scripts/lib/paths.mjs';
import { expect, test } from './fixtures.ts';
import { countInTable } from './results-setup.ts';
import { seriousFindings } from './serious-findings.ts';

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

test('a report names what was not looked at, prints with its marking on each page, and needs no script', async ({
  app,
}) => {
  const { page } = app;
  const all = await countInTable(page);
  await page.keyboard.press('Shift+E');
  const dialog = page.getByRole('dialog', { name: 'Export detections' });
  await dialog.getByLabel('Format').first().click();
  await page.getByRole('option', { name: 'Report by pass, HTML' }).click();
  await dialog.getByLabel('Title').fill('Vessels off Busan');
  await dialog.getByLabel('Marking').fill('TRAINING & TEST <only>');
  await dialog.getByLabel('Image chips').click();
  await page.getByRole('option', { name: 'Cached chips, in the file' }).click();
  await app.screenshot('export-report');
  await dialog.getByRole('button', { name: /^Export [\d,]+ detections/ }).click();
  const job = page
    .getByRole('region', { name: 'Background jobs' })
    .getByRole('article', { name: /^Export to .*html/ });
  await expect(job.getByText('Complete')).toBeVisible();
  const file =
    (await job.getByRole('list', { name: 'Exported files' }).locator('span').first().textContent()) ?? '';

  const context = await page.context().browser()?.newContext({ javaScriptEnabled: false });
  const report = await context?.newPage();
  if (!context || !report) throw new Error('No page could be opened.');
  await report.goto(pathToFileURL(file).href);
  await expect(report.getByRole('heading', { level: 1, name: 'Vessels off Busan' })).toBeVisible();
  await expect(report.getByRole('heading', { level: 2 }).first()).toHaveText('What was not looked at');
  await expect(report.getByText('Only records that were fetched are covered.')).toBeVisible();
  const rows = await report.locator('table').filter({ hasText: 'Confidence' }).locator('tbody tr').count();
  expect(rows).toBe(all);
  await report.screenshot({ path: inProject('test', '.output', 'screenshots', 'report-html.png') });
  const pdf = await report.pdf({ preferCSSPageSize: true });
  await context.close();

  // axe needs scripts, so that it reads the document in a page of its own.
  const checked = await page.context().newPage();
  await checked.goto(pathToFileURL(file).href);
  expect(await seriousFindings(checked)).toEqual([]);
  await checked.close();

  if (spawnSync('pdftotext', ['-v']).status !== 0) {
    process.stderr.write('Skipped: the printed report is not read, as pdftotext is not installed.\n');
    return;
  }
  const pages = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
    .split('\f')
    .slice(0, -1);
  expect(pages.length).toBeGreaterThan(2);
  for (const text of pages) expect(text.split('TRAINING & TEST <only>')).toHaveLength(3);
  expect(pages.at(-1)).toContain(`${pages.length} / ${pages.length}`);
});
