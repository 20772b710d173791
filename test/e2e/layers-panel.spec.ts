import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { fetchResults } from './inspector-setup.ts';
import { reloadPage } from './sign-in.ts';

/** Ids of the layers from top to bottom. */
function order(page: Page): Promise<string[]> {
  return page
    .locator('[data-layer]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-layer') ?? ''));
}

test('layers are switched, faded and put in order by keyboard and by drag, and stay so', async ({ app }) => {
  const { page } = app;
  await fetchResults(page, {
    regions: ['East Asia'],
    analytics: ['ChangeDetection'],
    maxRecords: 60,
    pageSize: 60,
  });
  await page.getByRole('application', { name: /^Map/ }).focus();
  await page.keyboard.press('5');
  const panel = page.getByRole('region', { name: 'Layers panel' });
  const row = (name: string) =>
    panel.getByRole('listitem').filter({ has: page.getByLabel(`Move ${name}`, { exact: true }) });
  await expect(row('Detection outlines')).toContainText(/[1-9]/);

  // What is not drawn is not explained, nor pressed.
  const legend = page.getByRole('region', { name: 'Legend' });
  await expect(legend.getByRole('button', { name: /^Change [\d,]+$/ })).toBeVisible();
  await row('Detections').getByRole('checkbox').uncheck();
  await row('Detection outlines').getByRole('checkbox').uncheck();
  await expect(legend.getByRole('button', { name: /^Change [\d,]+$/ })).toBeHidden();
  await row('Detections').getByRole('checkbox').check();
  await expect(legend.getByRole('button', { name: /^Change [\d,]+$/ })).toBeVisible();

  const first = await order(page);
  const at = first.indexOf('detections');
  await row('Detections').getByLabel('Move Detections').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => order(page)).toEqual(first.toSpliced(at, 2, first[at + 1] ?? '', 'detections'));
  await expect(page.getByLabel('Move Detections', { exact: true })).toBeFocused();
  await expect(panel.getByRole('status')).toContainText(/^Detections is layer \d+ of \d+ from the top/);
  const slider = row('Orders').getByRole('slider');
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(slider).toHaveAttribute('aria-valuenow', '95');
  await expect(slider).toBeFocused();
  expect(await order(page)).not.toEqual(first);

  await row('Footprints').getByRole('checkbox').check();
  await expect(row('Footprints')).toContainText(/[1-9]/);
  await row('Footprints').getByText('Fully in view').click();
  await row('Graticule').getByText('MGRS').click();
  await page.getByLabel('Move Graticule').dragTo(row('Orders'));
  await expect
    .poll(async () => {
      const list = await order(page);
      return Math.abs(list.indexOf('graticule') - list.indexOf('orders'));
    })
    .toBe(1);
  const moved = await order(page);

  await reloadPage(page);
  await page.getByRole('application', { name: /^Map/ }).focus();
  await page.keyboard.press('5');
  await expect.poll(() => order(page)).toEqual(moved);
  await expect(row('Footprints').getByRole('radio', { name: 'Fully in view' })).toBeChecked();
  await expect(row('Graticule').getByRole('radio', { name: 'MGRS' })).toBeChecked();
  await expect(row('Detection outlines').getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('button', { name: 'Reset order' }).click();
  await expect.poll(() => order(page)).toEqual(first);
  await expect(row('Orders').getByText('95%')).toBeVisible();
});
