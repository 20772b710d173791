import type { Page } from '@playwright/test';
import { square } from '../builders/new-area.ts';
import { buildFeature, buildRecord, buildUuid } from '../builders/record-builder.ts';
import { addAreas } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { savePicture } from './guide-picture.ts';
import { focusWithChip } from './inspector-setup.ts';
import { beginOrder, fillOrder } from './order-form-setup.ts';
import {
  closeFilter,
  fetchToEnd,
  findSymbology,
  limitSearch,
  openExpression,
  unfoldQuery,
} from './results-setup.ts';
import { showPanel, signInToDemo } from './sign-in.ts';

test.use({ signedIn: false });

test('the pictures of the guide are made', async ({ app }) => {
  const { page } = app;
  await page.setViewportSize({ width: 1280, height: 720 });
  const picture = (name: string) => savePicture(page, name);
  await expect(page.getByRole('button', { name: 'Start with the demo' })).toBeVisible();
  await picture('sign-in');
  await signInToDemo(page);

  await addAreas(page, [square('East China Sea', [122, 28], 3), square('Yellow Sea', [121, 34], 3)]);
  await showPanel(page, 'Areas');
  await expect(page.getByRole('list', { name: 'Areas of this workspace' })).toContainText('Yellow Sea');
  await picture('areas');
  const order = await beginOrder(page);
  await fillOrder(order, 'East China Sea, first week of November', ['East China Sea']);
  await picture('orders');

  await showPanel(page, 'Get');
  await limitSearch(page, 100, 100);
  await fetchToEnd(page);
  await page.getByRole('button', { name: 'More about this fetch' }).first().click();
  await page.getByRole('menuitem', { name: 'Show these results' }).click();
  await picture('fetch');
  const query = await unfoldQuery(page);
  await query.getByRole('button', { name: 'Choose fields…' }).click();
  const fields = page.getByRole('dialog', { name: 'Fields of each record' });
  await fields.getByRole('button', { name: 'Headers only' }).click();
  await fields.getByRole('checkbox', { name: 'content.sensorData.polarization' }).check();
  await picture('fields');
  await fields.getByRole('button', { name: 'Done' }).click();

  await page.keyboard.press('/');
  await expect(page.getByRole('search', { name: 'Filter what is shown' })).toBeVisible();
  await picture('show');
  await closeFilter(page);
  await openExpression(page);
  await page.keyboard.type('length_m > 40 and analytic = "LargeVesselDetection"');
  await page.keyboard.press('Enter');
  await closeFilter(page);

  const map = page.getByRole('application', { name: /^Map/ });
  await map.focus();
  await page.keyboard.press('Shift+L');
  await expect(page.getByRole('button', { name: 'Collapse the legend' })).toBeVisible();
  await picture('map');
  await colorBy(page, 'Incidence angle (°)');
  await picture('colors');
  await colorBy(page, 'Analytic');
  await map.focus();
  await page.keyboard.press('Shift+L');
  await focusWithChip(page);
  await picture('inspect');
  await page.getByRole('tab', { name: 'Statistics' }).click();
  await expect(page.getByRole('row', { name: /^Large vessel/ })).toBeVisible();
  await picture('statistics');
  await map.focus();
  await page.keyboard.press('Shift+E');
  await expect(page.getByRole('dialog', { name: 'Export detections' })).toBeVisible();
  await picture('export');
  await page.keyboard.press('Escape');

  await map.focus();
  await page.keyboard.press('Control+p');
  const print = page.getByRole('dialog', { name: 'Export map image' });
  // The dialog moves the focus into itself when it has opened.
  await expect(print.locator(':focus')).toHaveCount(1);
  await print.getByRole('textbox', { name: 'Title' }).fill('Vessels longer than 40 m');
  await expect(print.getByRole('img', { name: 'Map image preview' })).toBeVisible();
  await picture('print');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+g');
  const goTo = page.getByRole('dialog', { name: 'Go to' });
  await goTo.getByRole('combobox').fill('busan');
  await expect(goTo.getByRole('option', { name: /^Busan Port/ })).toBeVisible();
  await picture('places');
  await page.keyboard.press('Escape');
  const record = JSON.stringify(buildRecord({ assignedId: buildUuid(), features: [buildFeature()] }));
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/Search commands/).fill('Import raw records from files');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /Import raw records from files/ }).click();
  await (await choosing).setFiles({
    name: 'records-of-the-other-desk.ndjson',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(`${record}\n{"assignedId":\n`),
  });
  const jobs = page.getByRole('region', { name: 'Background jobs' });
  const imported = jobs.getByRole('article').first();
  await expect(imported).toContainText('1 new record. Not taken: 1 item');
  await imported.getByText(/^\d+ notes?$/).click();
  await picture('raw-import');
  await jobs.getByRole('button', { name: 'Close the jobs' }).click();
  await showPanel(page, 'Review');
  await page.getByRole('button', { name: 'Start review' }).click();
  await expect(page.getByRole('region', { name: 'Detection under review' })).toBeFocused();
  await page.locator('section[aria-label="Chip"]:not([data-chip="loading"])').waitFor();
  await expect(page.getByText(/^Loading the (list|detection)/)).toHaveCount(0);
  await picture('review');
});

/** Chooses the field that determines the colors of the map, and waits until the map shows them. */
async function colorBy(page: Page, field: string): Promise<void> {
  const menu = await findSymbology(page);
  await menu.click();
  await page.getByRole('combobox', { name: 'Color by' }).click();
  await page.getByRole('option', { name: field, exact: true }).click();
  await menu.click();
  const legend = page
    .getByRole('region', { name: 'Legend' })
    .getByRole('figure', { name: `Color: ${field}` });
  if (field === 'Analytic') await expect(legend).toBeHidden();
  else await expect(legend).toBeVisible();
}
