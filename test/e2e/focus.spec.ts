import type { Page } from '@playwright/test';
import { square } from '../builders/new-area.ts';
import { addAreas } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { closeFilter, openExpression } from './results-setup.ts';
import { showPanel } from './sign-in.ts';

test.use({ results: { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 20 } });

/** The region with the focus; null where it is nowhere. */
function focusedRegion(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    return element.closest<HTMLElement>('[data-region]')?.dataset.region ?? 'elsewhere';
  });
}

test('the focus stays in its region when what has it is removed', async ({ app }) => {
  const { page } = app;
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toBeHidden();
  };

  await test.step('a deleted row', async () => {
    await showPanel(page, 'Areas');
    await addAreas(page, [square('North', [128, 35], 1), square('South', [128, 33], 1)]);
    const rows = page.getByRole('list', { name: 'Areas of this workspace' }).locator('[data-area-row]');
    await expect(rows).toHaveCount(2);
    await rows.first().focus();
    await page.keyboard.press('Delete');
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(rows).toHaveCount(0);
    await expect.poll(() => focusedRegion(page)).toBe('side');
  });

  await test.step('another panel by its key', async () => {
    await page.keyboard.press('3');
    await expect.poll(() => focusedRegion(page)).toBe('side');
  });

  await test.step('a removed part of the filter', async () => {
    await openExpression(page);
    await page.getByRole('combobox', { name: 'Filter expression' }).fill('id <= 3');
    await page.keyboard.press('Enter');
    await closeFilter(page);
    await press('Clear all');
    await expect.poll(() => focusedRegion(page)).toBe('show');
  });

  await test.step('a closed dialog', async () => {
    await page.keyboard.press('6');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await expect(settings).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(settings).toBeHidden();
    await expect.poll(() => focusedRegion(page)).not.toBeNull();
  });

  await test.step('an ended review', async () => {
    await page.keyboard.press('4');
    await page.getByRole('button', { name: 'Start review' }).focus();
    await page.keyboard.press('Enter');
    const stage = page.getByRole('region', { name: 'Detection under review' });
    await expect(stage).toBeFocused();
    await stage.getByRole('button', { name: 'End review' }).focus();
    await page.keyboard.press('Enter');
    const summary = page.getByRole('region', { name: 'Review summary' });
    await expect(summary).toBeFocused();
    await page.getByRole('button', { name: 'Start another review' }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Start another review?' });
    await question.getByRole('button', { name: 'Start another review' }).focus();
    await page.keyboard.press('Enter');
    await expect(summary).toBeHidden();
    await expect.poll(() => focusedRegion(page)).toBe('side');
  });

  await test.step('in a small window notifications are in the tray of the jobs, not above the map', async () => {
    await page.setViewportSize({ width: 640, height: 360 });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+y');
    const button = page.getByRole('button', { name: /^Jobs: .*message/ });
    await expect(button).toBeVisible();
    await expect(page.getByRole('main', { name: 'Map' }).getByRole('alert')).toHaveCount(0);
    await button.click();
    const tray = page.getByRole('region', { name: 'Background jobs' });
    await expect(tray.getByRole('alert').filter({ hasText: 'There is nothing to redo' })).toBeVisible();
    // What was seen goes with the tray, and nothing before.
    await tray.getByRole('button', { name: 'Close the jobs' }).click();
    await expect(button).toHaveCount(0);
  });
});
