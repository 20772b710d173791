import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { isChipSettled, tableRows } from './inspector-setup.ts';
import { reloadPage, showPanel, waitUntilSignedIn } from './sign-in.ts';

/** Counts what a user does: a click, a key, and a text with the key that ends it. */
function countActions(page: Page) {
  let count = 0;
  return {
    count: () => count,
    async click(target: Locator) {
      count += 1;
      await target.click();
    },
    async press(key: string) {
      count += 1;
      await page.keyboard.press(key);
    },
    async type(target: Locator, text: string, end?: 'Enter') {
      count += 1;
      // At the pointer, so that nothing may cover the field.
      await target.click();
      await page.keyboard.type(text);
      if (end) await page.keyboard.press(end);
    },
  };
}

test.describe('a first start with the tour', () => {
  test.use({ signedIn: false, takesTour: true });

  test('leads to the first chip in at most 6 actions', async ({ app }) => {
    const { page } = app;
    const user = countActions(page);
    await user.click(page.getByRole('button', { name: 'Start with the demo' }));
    await waitUntilSignedIn(page);
    const query = page.getByRole('form', { name: 'Query' });
    await user.type(query.getByLabel(/^Region/).first(), 'East Asia', 'Enter');
    await user.click(query.getByRole('button', { name: 'Fetch', exact: true }));
    const chip = page.getByRole('region', { name: 'Chip' });
    await user.click(tableRows(page).first());
    await expect(chip).toHaveAttribute('data-chip', isChipSettled);
    // The demo service lacks a few chips, as services do.
    while ((await chip.getAttribute('data-chip')) !== 'image') {
      await user.press('ArrowDown');
      await expect(chip).toHaveAttribute('data-chip', isChipSettled);
    }
    expect(user.count()).toBeLessThanOrEqual(6);

    await test.step('the tour does not start again after a reload', async () => {
      const tour = page.getByRole('region', { name: 'Tour' });
      await page.keyboard.press('Escape');
      await expect(tour).toBeHidden();
      await reloadPage(page);
      await expect(tour).toBeHidden();
    });

    await test.step('the “?” of a panel opens a page of the guide with its picture', async () => {
      await showPanel(page, 'Areas');
      await page.getByRole('button', { name: 'Help on Areas' }).click();
      const picture = page.getByRole('article', { name: 'Draw and import areas' }).getByRole('img');
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(300);
    });
  });
});
