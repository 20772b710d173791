import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { isChipSettled, tableRows } from './inspector-setup.ts';
import { reloadPage, showPanel, waitUntilSignedIn } from './sign-in.ts';

/** Counts what a user does: a click, a key, and a text with the click and the key around it. */
function countActions() {
  let count = 0;
  return {
    count: () => count,
    async click(target: Locator) {
      count += 1;
      await target.click();
    },
    async press(page: Page, key: string) {
      count += 1;
      await page.keyboard.press(key);
    },
    /** A text and the key that ends it, into the field that has the focus. */
    async type(page: Page, text: string) {
      count += 1;
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
  };
}

test.describe('a first start with the tour', () => {
  test.use({ signedIn: false, takesTour: true });

  test('leads to the first chip in 3 actions', async ({ app }) => {
    const { page } = app;
    const user = countActions();
    await user.click(page.getByRole('button', { name: 'Start with the demo' }));
    await waitUntilSignedIn(page);
    await expect(page.getByRole('combobox', { name: /^Region/ })).toBeFocused();
    await user.click(page.getByRole('button', { name: 'Fetch', exact: true }));
    const chip = page.getByRole('region', { name: 'Chip' });
    await user.click(tableRows(page).first());
    await expect(chip).toHaveAttribute('data-chip', isChipSettled);
    expect(user.count()).toBe(3);
    // The demo service lacks a few chips, as services do.
    while ((await chip.getAttribute('data-chip')) !== 'image') {
      await page.keyboard.press('ArrowDown');
      await expect(chip).toHaveAttribute('data-chip', isChipSettled);
    }

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
      const picture = page.getByRole('article', { name: 'Areas and orders' }).getByRole('img').first();
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(300);
    });
  });
});

test.describe('with ships of three days', () => {
  test.use({ results: { region: 'East Asia', maxRecords: 40 } });

  test('ships over 200 m near Busan, by pass, are a report after 6 actions', async ({ app }) => {
    const { page } = app;
    const user = countActions();
    await user.click(page.getByRole('button', { name: 'Filter', exact: true }));
    const filter = page.getByRole('search', { name: 'Filter what is shown' });
    const type = async (field: Locator, text: string) => {
      await user.click(field);
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await type(filter.getByRole('combobox', { name: /^Place/ }), 'Busan');
    // The list of places has closed: it would cover this field.
    await type(filter.getByLabel(/length/i).first(), '200');
    await user.press(page, 'Control+k');
    await user.type(page, 'report of what is shown');
    await user.click(page.getByRole('dialog').getByRole('button', { name: /^Export [\d,]+ detections?$/ }));
    const job = page
      .getByRole('region', { name: 'Background jobs' })
      .getByRole('article', { name: /^Export to / });
    await expect(job).toHaveAttribute('data-state', 'complete');
    expect(user.count()).toBe(6);
    const link = page.getByRole('link', { name: 'Open it' });
    await expect(link).toBeVisible();
  });
});
