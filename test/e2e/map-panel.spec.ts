import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { focusWithChip, tableRows } from './inspector-setup.ts';
import { countInTable, fetchToEnd, limitSearch } from './results-setup.ts';
import { showPanel } from './sign-in.ts';

function mapOf(page: Page): Locator {
  return page.getByRole('application', { name: /^Map/ });
}

/** Presses places given as shares of the map's width and height. */
async function pressMap(page: Page, places: readonly (readonly [number, number])[]): Promise<void> {
  const box = await mapOf(page).boundingBox();
  if (!box) throw new Error('The map is not on screen.');
  for (const [x, y] of places) await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
}

test('areas are drawn and typed, and detections that come are on the map', async ({ app }) => {
  const { page } = app;
  await test.step('tools are chosen by key, and a self-intersection is rejected with the reason', async () => {
    const tools = page.getByRole('toolbar', { name: 'Map tools' });
    await expect(tools.getByRole('button', { name: 'Select on the map' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.keyboard.press('p');
    await expect(tools.getByRole('button', { name: 'Draw a polygon' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(mapOf(page)).toBeFocused();

    await pressMap(page, [
      [0.45, 0.7],
      [0.7, 0.4],
      [0.7, 0.7],
      [0.45, 0.4],
    ]);
    await expect(page.getByRole('alert').filter({ hasText: 'would cross' })).toBeVisible();
    await expect(page.getByText(/^3 corners/)).toBeVisible();
    await app.screenshot('map-refused-corner');
    await page.keyboard.press('Backspace');
    await expect(page.getByText(/^2 corners/)).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'would cross' })).toBeHidden();
    await pressMap(page, [
      [0.7, 0.7],
      [0.5, 0.8],
    ]);
    await expect(page.getByText(/^4 corners · [\d,]+ km²/)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'corners' })).toBeHidden();
    await expect(tools.getByRole('button', { name: 'Select on the map' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await showPanel(page, 'Areas');
    await expect(page.getByRole('button', { name: /Area 1 .*4 vertices/ })).toBeVisible();
  });

  await test.step('Escape drops a drawing first, then the tool', async () => {
    await page.keyboard.press('p');
    await pressMap(page, [[0.5, 0.5]]);
    await expect(page.getByText(/^1 corner/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText(/^1 corner/)).toBeHidden();
    const polygon = page.getByRole('toolbar').getByRole('button', { name: 'Draw a polygon' });
    await expect(polygon).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(polygon).toHaveAttribute('aria-pressed', 'false');

    await page.keyboard.press('p');
    await showPanel(page, 'Areas');
    await page.keyboard.press('Escape');
    await expect(polygon).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('a circle is typed, with an error at each field, and corrected', async () => {
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'New area from coordinates' });
    await dialog.getByLabel('Center').fill('somewhere');
    await dialog.getByRole('button', { name: 'Create area' }).click();
    await expect(dialog.getByText('“somewhere” is not a position.', { exact: false })).toBeVisible();
    await expect(dialog.getByText('Enter a radius in kilometers', { exact: false })).toBeVisible();
    await app.screenshot('map-typed-area');
    await dialog.getByLabel('Center').fill('51S YV 45312 80117');
    await dialog.getByLabel('Radius (km)').fill('25');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await showPanel(page, 'Areas');
    const row = page.getByRole('button', { name: /Area 2 1,963 km²/ });
    await expect(row).toHaveAttribute('aria-pressed', 'true');

    await mapOf(page).focus();
    await page.keyboard.press('e');
    await page.keyboard.press('a');
    const change = page.getByRole('dialog', { name: 'Coordinates of “Area 2”' });
    await expect(change.getByLabel('Radius (km)')).toHaveValue('25');
    // The dialog focuses its first field when it has opened.
    await expect(change.getByLabel('Center')).toBeFocused();
    await change.getByLabel('Radius (km)').fill('50');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /Area 2 7,85\d km²/ })).toBeVisible();
  });

  await test.step('the map states that there are no results, and the legend shows, counts and hides those that come', async () => {
    await expect(page.getByText('No detections in this workspace yet.', { exact: false })).toBeVisible();
    await mapOf(page).focus();
    await page.keyboard.press('Escape');
    await showPanel(page, 'Get');
    await limitSearch(page, 60, 60);
    await fetchToEnd(page);
    await expect(page.getByText('No detections in this workspace yet.', { exact: false })).toBeHidden();
    const all = await countInTable(page);
    const legend = page.getByRole('region', { name: 'Legend' });
    const vessels = legend.getByRole('button', { name: /^Small vessel [\d,]+$/ });
    await expect(vessels).toHaveAttribute('aria-pressed', 'true');
    const hidden = Number((await vessels.textContent())?.replace(/[^\d]/g, ''));
    expect(hidden).toBeGreaterThan(0);
    await vessels.click();
    await expect(vessels).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => countInTable(page)).toBe(all - hidden);
    await app.screenshot('map-legend');
    await vessels.click();
    await expect.poll(() => countInTable(page)).toBe(all);
  });
});

test.describe('with results', () => {
  test.use({ results: { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 20 } });

  test('a detection chosen in the table shows its footprint, and its chip lies on the map', async ({
    app,
  }) => {
    const { page } = app;
    await tableRows(page).first().click();
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector.getByText('To sensor')).toBeVisible();
    await inspector
      .getByRole('term')
      .filter({ hasText: 'Footprint' })
      .locator('+ dd')
      .getByRole('button', { name: 'zoom' })
      .click();
    const scale = page.getByText(/^1 : [\d,]+$/);
    await expect.poll(() => scale.textContent()).toMatch(/^1 : (\d,)?\d{3},\d{3}$/);
    await app.screenshot('map-footprint');

    await focusWithChip(page);
    await inspector.getByRole('button', { name: 'Place on map' }).click();
    await expect(page.getByText('the service does not state its size', { exact: false })).toBeVisible();
    await expect(page.getByText('could not be shown on the map', { exact: false })).toBeHidden();
    await expect.poll(() => scale.textContent()).toMatch(/^1 : 1\d,\d{3}$/);
    await app.screenshot('map-chip');
  });
});
