import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { countInTable } from './results-setup.ts';
import { closeSettings, openSettings } from './sign-in.ts';

test.use({ results: { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 60 } });

/** The numbers of detections by place, the greatest first, as the workspace counts them. */
async function countsByPlace(page: Page): Promise<{ key: string | null; count: number }[]> {
  return page.evaluate(async () => {
    const input = encodeURIComponent(JSON.stringify({ filter: {}, by: 'place' }));
    const response = await fetch(`/api/results.groupCounts?input=${input}`);
    return (await response.json()).result.data.value;
  });
}

test('places are a column, a filter, a group of passes and a row of the statistics', async ({ app }) => {
  const { page } = app;
  const counts = await countsByPlace(page);
  const [busiest] = counts.filter(({ key }) => key !== null);
  const nowhere = counts.find(({ key }) => key === null);
  if (!busiest?.key || !nowhere)
    throw new Error(`No place and no detection without one: ${JSON.stringify(counts)}`);
  const grid = page.locator('[data-region="table"]');
  await expect(grid.getByRole('columnheader', { name: /^Place/ })).toBeVisible();

  // A filter of what is shown.
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const editor = page.getByRole('search', { name: 'Filter what is shown' });
  await editor.getByRole('combobox', { name: /^Place/ }).click();
  await page.getByRole('option', { name: `${busiest.key} · ${busiest.count}`, exact: true }).click();
  await app.screenshot('places-filter');
  await editor.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => countInTable(page)).toBe(busiest.count);
  await expect(page.getByRole('region', { name: 'Show' })).toContainText(`Near ${busiest.key}`);
  const shown = grid.getByRole('row').nth(1);
  await expect(shown.getByText(busiest.key, { exact: true })).toBeAttached();
  await page.getByRole('button', { name: 'Clear all' }).click();

  // Rows of the statistics, also for what is near no port.
  await page.getByRole('tab', { name: 'Statistics' }).click();
  await page.getByRole('combobox', { name: 'Statistics of' }).click();
  await page.getByRole('option', { name: 'Place', exact: true }).click();
  await expect(page.getByRole('row', { name: new RegExp(`^${busiest.key}\\b`) })).toContainText(
    busiest.count.toLocaleString('en-US'),
  );
  await expect(page.getByRole('row', { name: /^No named port within 25 nm/ })).toContainText(
    nowhere.count.toLocaleString('en-US'),
  );
  await expect(page.getByRole('columnheader', { name: 'Per pass' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Detections per pass that shows the place/ })).toBeVisible();
  await app.screenshot('places-statistics');
  const settings = await openSettings(page, 'Appearance');
  await settings.getByText('Light', { exact: true }).click();
  await closeSettings(page);
  await app.screenshot('places-statistics-light');

  // Groups of passes, with a menu for each row.
  await page.getByRole('tab', { name: /^Passes/ }).click();
  await page.getByRole('combobox', { name: 'Group passes' }).click();
  await page.getByRole('option', { name: 'By place' }).click();
  const passes = page.getByRole('grid', { name: 'Passes' });
  const headings = passes.locator('tr[aria-expanded]');
  await expect(headings.first()).toContainText(/\d+ pass/);
  await app.screenshot('places-passes');
  await passes.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  const passRow = passes.locator('tr[aria-selected]').first();
  await expect(passRow).toHaveAttribute('aria-selected', 'true');
  const place = (await passRow.getByRole('gridcell').nth(1).textContent()) ?? '';
  await expect(headings.first()).toContainText(place);
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: new RegExp(`^Pass ${place} · `) });
  await expect(menu.getByRole('menuitem', { name: 'Zoom to' })).toBeVisible();
  await app.screenshot('passes-menu');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(passes).toBeFocused();

  await headings.first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Show only detections near / }).click();
  await expect(page.getByRole('region', { name: 'Show' })).toContainText('Near ');
});
