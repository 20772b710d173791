import { execFileSync, spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { toMarineCadastre, toRecord } from '../builders/ais-sea.ts';
import { simulatePass } from '../builders/ais-simulator.ts';
import { anchorageRecords } from '../builders/anchorage-records.ts';
import { square } from '../builders/new-area.ts';
import { addAreas } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { savePicture } from './guide-picture.ts';
import { closeFilter, countInTable, openExpression, openTab } from './results-setup.ts';
import { seriousFindings } from './serious-findings.ts';
import { openSettings, showPanel } from './sign-in.ts';

/** The texts of the pages of a PDF; undefined, with a line about it, where they cannot be read. */
function printedPages(pdf: Buffer): readonly string[] | undefined {
  if (spawnSync('pdftotext', ['-v']).status === 0) {
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
    return text.split('\f').slice(0, -1);
  }
  process.stderr.write('Skipped: the printed report is not read, as pdftotext is not installed.\n');
  return undefined;
}

/** Runs a command that opens a file, and gives it this one. */
async function chooseFor(
  page: Page,
  command: string,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/Search commands/).fill(command);
  const choosing = page.waitForEvent('filechooser');
  // The one of the palette, which is behind that of the page.
  await page
    .getByRole('button', { name: new RegExp(`^${command}…`) })
    .last()
    .click();
  await (await choosing).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

/** Sets the marking of the workspace in the settings. */
async function setMarking(page: Page, marking: string): Promise<void> {
  await openSettings(page, 'Workspace');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('textbox', { name: 'Marking' }).fill(marking);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Marking' })).toBeHidden();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
}

test.use({ results: { region: 'East Asia', maxRecords: 8 } });

test('a report of everything, of nothing, and of a template', async ({ app }) => {
  const { page } = app;
  await test.step('a filter that nothing matches makes a report, of which the button is in sight in a low window', async () => {
    await setMarking(page, 'TEST');
    await page.setViewportSize({ width: 1024, height: 640 });
    await openExpression(page);
    await page.keyboard.type('length > 100000');
    await page.keyboard.press('Enter');
    await closeFilter(page);
    await expect.poll(() => countInTable(page)).toBe(0);
    await page.keyboard.press('Shift+E');
    const dialog = page.getByRole('dialog', { name: 'Export detections' });
    await expect(dialog.getByRole('button', { name: 'Export 0 detections' })).toBeDisabled();
    await dialog.getByLabel('Format').first().click();
    await page.getByRole('option', { name: 'Report, HTML' }).click();
    await expect(dialog.getByText('Marked “TEST”.')).toBeInViewport({ ratio: 1 });
    const start = dialog.getByRole('button', { name: 'Export the report' });
    await expect(start).toBeInViewport({ ratio: 1 });
    await start.click();
    const job = page.getByRole('region', { name: 'Background jobs' }).getByRole('article').first();
    await expect(job).toHaveAttribute('data-state', 'complete');
    await job.getByRole('button', { name: 'Dismiss' }).click();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Clear all' }).click();
  });
  await test.step('a report names what is not covered, prints with its marking on each page, and needs no script', async () => {
    const all = await countInTable(page);
    await setMarking(page, 'TRAINING & TEST <only>');
    await expect(page.getByRole('complementary', { name: 'Marking of the workspace' })).toHaveText(
      'TRAINING & TEST <only>',
    );
    await page.keyboard.press('Shift+E');
    const dialog = page.getByRole('dialog', { name: 'Export detections' });
    await dialog.getByLabel('Format').first().click();
    await page.getByRole('option', { name: 'Report, HTML' }).click();
    await dialog.getByLabel('Title').fill('Vessels off Busan');
    await expect(dialog.getByText('Marked “TRAINING & TEST <only>”.')).toBeVisible();
    await dialog.getByLabel('Image chips').click();
    await page.getByRole('option', { name: /^All chips/ }).click();
    await dialog.getByRole('button', { name: /^Export [\d,]+ detections/ }).click();
    const job = page
      .getByRole('region', { name: 'Background jobs' })
      .getByRole('article', { name: /^Export to .*html/ });
    await expect(job.getByText('Complete')).toBeVisible();
    const file =
      (await job.getByRole('list', { name: 'Exported files' }).locator('span').first().textContent()) ?? '';
    expect(file).toMatch(/TRAINING & TEST -only- report\.html$/);

    const context = await page.context().browser()?.newContext({ javaScriptEnabled: false });
    const report = await context?.newPage();
    if (!context || !report) throw new Error('No page could be opened.');
    await report.goto(pathToFileURL(file).href);
    await expect(report.getByRole('heading', { level: 1, name: 'Vessels off Busan' })).toBeVisible();
    await expect(report.getByRole('heading', { level: 2 }).first()).toHaveText('How sure');
    await expect(report.getByText('Only records that were fetched are covered.')).toBeVisible();
    const ids = await report
      .locator('table')
      .filter({ hasText: 'Confidence' })
      .locator('tbody tr td:nth-child(2)')
      .allTextContents();
    expect(new Set(ids).size).toBe(all);
    await expect(report.locator('img').first()).toBeVisible();
    await report
      .locator('section', { has: report.locator('img') })
      .first()
      .scrollIntoViewIfNeeded();
    await savePicture(page, 'report', await report.screenshot());
    const pdf = await report.pdf({ preferCSSPageSize: true });
    await context.close();

    // axe needs scripts, so that it reads the document in a page of its own.
    const checked = await page.context().newPage();
    await checked.goto(pathToFileURL(file).href);
    expect(await seriousFindings(checked)).toEqual([]);
    await checked.close();

    const pages = printedPages(pdf);
    await page.keyboard.press('Escape');
    if (!pages) return;
    expect(pages.length).toBeGreaterThan(2);
    for (const text of pages) expect(text.split('TRAINING & TEST <only>')).toHaveLength(3);
    // No id is broken in two lines.
    const printed = new Set(pages.join(' ').split(/\s+/));
    for (const id of new Set(ids)) expect(printed).toContain(id);
    // Nor is a date.
    expect(pages.join(' ')).not.toMatch(/\b\d{4}-\d\d-\s/);
    expect(pages.at(-1)).toContain(`${pages.length} / ${pages.length}`);
  });
  await test.step('a template is edited next to the report that it makes, and used', async () => {
    await countInTable(page);
    await page.keyboard.press('Shift+E');
    const dialog = page.getByRole('dialog', { name: 'Export detections' });
    await dialog.getByLabel('Format').first().click();
    await page.getByRole('option', { name: 'Report, HTML' }).click();
    await dialog.getByLabel('Title').fill('On {ships}');
    await expect(dialog.getByText('{ships} is not known in a title.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Preview…' })).toBeDisabled();
    await dialog.getByLabel('Title').fill('On {date}');
    await dialog.getByRole('button', { name: 'New template…' }).click();
    const report = dialog.frameLocator('iframe');
    await expect(report.getByRole('heading', { level: 2 }).first()).toHaveText('How sure');
    await expect(report.getByRole('heading', { level: 2, name: 'Map' })).toBeVisible();
    await dialog.getByLabel('Name of the template').fill('Daily');
    await dialog.getByLabel('Title of the report').fill('Daily of {workspace}: {ships}');
    await expect(dialog.getByText('{ships} is not known in a title.')).toBeVisible();
    await dialog.getByLabel('Title of the report').fill('Daily of {passes}');
    await expect(report.getByRole('heading', { level: 1 })).toHaveText(
      /^Daily of \d+ passes \(demo: all data are made up\)$/,
    );
    await dialog.getByRole('button', { name: 'Move map up' }).click();
    await dialog.getByRole('checkbox', { name: 'Evidence: records' }).uncheck();
    await expect(report.getByRole('heading', { level: 2 }).nth(2)).toHaveText('Map');
    await expect(report.getByRole('heading', { level: 2, name: 'Evidence' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Save the template' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Template' })).toHaveValue('Daily');
    await dialog.getByRole('button', { name: 'Preview…' }).click();
    await expect(report.getByRole('heading', { level: 1 })).toHaveText(
      /^On \d{4}-\d\d-\d\d \(demo: all data are made up\)$/,
    );
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByLabel('Title').fill('');
    await dialog.getByRole('button', { name: 'Preview…' }).click();
    await expect(report.getByRole('heading', { level: 1 })).toHaveText(
      /^Daily of \d+ passes \(demo: all data are made up\)$/,
    );
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByRole('button', { name: 'Edit…' }).click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByRole('button', { name: 'Remove for good' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Template' })).toHaveValue('Standard');
    await dialog.getByRole('combobox', { name: 'Report' }).click();
    await page.getByRole('option', { name: /^Site/ }).click();
    await expect(dialog.getByText('The workspace has no area.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Preview…' })).toBeDisabled();
  });
});

test('each other kind of report is opened where its content is, and prints with its marking on each page', async ({
  app,
}) => {
  const { page } = app;
  await page.setViewportSize({ width: 1440, height: 900 });
  const jobs = page.getByRole('region', { name: 'Background jobs' }).getByRole('article');
  const sea = simulatePass({ seed: 50, ships: 60 });
  const records = [
    ...anchorageRecords(Date.now() - 7_200_000),
    toRecord(sea, '00000000-0000-4000-8000-00000000aaaa'),
  ];
  await chooseFor(page, 'Import raw records from files', {
    name: 'records.ndjson',
    text: records.map((record) => JSON.stringify(record)).join('\n'),
  });
  await expect(jobs.first()).toHaveAttribute('data-state', 'complete');
  await page.keyboard.press('Escape');
  await chooseFor(page, 'Import AIS reports', {
    name: 'reports.csv',
    text: toMarineCadastre(sea.contacts),
  });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(jobs.first()).toContainText('1 pass matched.');
  await page.keyboard.press('Escape');
  await addAreas(page, [square('Anchorage', [121, 31], 0.3)]);
  await setMarking(page, 'TRAINING & TEST <only>');
  const dialog = page.getByRole('dialog', { name: 'Export detections' });
  const exportNow = async (
    heading: RegExp,
    answer: RegExp,
    headings = ['How sure', 'What is not covered'],
  ) => {
    await expect(dialog.getByLabel('Format').first()).toHaveValue('Report, HTML');
    await dialog.getByRole('button', { name: /^Export / }).click();
    await expect(jobs.first()).toHaveAttribute('data-state', 'complete');
    const file =
      (await jobs
        .first()
        .getByRole('list', { name: 'Exported files' })
        .locator('span')
        .first()
        .textContent()) ?? '';
    await page.keyboard.press('Escape');
    const report = await page.context().newPage();
    await report.goto(pathToFileURL(file).href);
    await expect(report.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(report.locator('.answer').getByRole('heading', { level: 2 })).toHaveText(headings);
    await expect(report.locator('.answer > p').first()).toHaveText(answer);
    expect(await seriousFindings(report)).toEqual([]);
    const pages = printedPages(await report.pdf({ preferCSSPageSize: true }));
    for (const text of pages ?? []) expect(text.split('TRAINING & TEST <only>')).toHaveLength(3);
    await report.close();
    return pages;
  };

  await openTab(page, 'Sites');
  await showPanel(page, 'Areas');
  const areas = page.getByRole('region', { name: 'Areas panel' });
  await areas.getByRole('button', { name: /^Anchorage/ }).click();
  await areas.getByRole('button', { name: 'Make a site' }).click();
  const dock = page.getByRole('tabpanel', { name: 'Sites' });
  await expect(dock).toContainText('25 of 30 passes can be compared');
  await dock.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report…' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Site' })).toHaveValue('Anchorage');
  expect(
    (
      await exportNow(/^Site report \(demo: all data are made up\)$/, /^Large vessel: usual are .* unusual/)
    )?.join(' ') ?? 'UNUSUAL',
  ).toContain('UNUSUAL');

  await openTab(page, 'AIS');
  await page.getByRole('tabpanel', { name: 'AIS' }).getByRole('button', { name: 'Report…' }).click();
  await exportNow(
    /^AIS report \(demo: all data are made up\)$/,
    /^\d+ detections of ships in \d+ passes, .* known by your AIS files · \d+ to decide · /,
  );

  await showPanel(page, 'Watch');
  await page.getByRole('button', { name: 'Digest…' }).click();
  await expect(dialog.getByRole('radiogroup')).toHaveCount(0);
  const noRule = 'No rule watches anything.';
  expect(
    (
      await exportNow(/^Watch digest \(demo: all data are made up\)$/, /^No finding is listed\.$/, [
        'What is not covered',
      ])
    )?.join(' ') ?? noRule,
  ).toContain(noRule);

  await page.getByRole('tab', { name: /^Table/ }).click();
  await page.getByRole('grid', { name: 'Detections' }).getByRole('row').nth(1).click();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/Search commands/).fill('Make a card of the detection');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('radio', { name: 'Selected: 1 detection' })).toBeChecked();
  expect(
    (
      await exportNow(
        /^Detection cards \(demo: all data are made up\)$/,
        /^1 detection in 1 pass, collected 20/,
      )
    )?.length ?? 2,
  ).toBeGreaterThan(1);
});
