import { copyFile, readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { inProject } from '../../scripts/lib/paths.mjs';
import { expect, test } from './fixtures.ts';
import { isChipSettled, tableRows } from './inspector-setup.ts';
import { waitUntilSignedIn } from './sign-in.ts';

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

for (const takesTour of [false, true]) {
  test.describe(takesTour ? 'a first start with the tour' : 'a first start', () => {
    test.use({ signedIn: false, takesTour });

    test('leads to the first chip in at most 7 actions', async ({ app }) => {
      const { page } = app;
      const user = countActions(page);
      await user.click(page.getByRole('button', { name: 'Use these' }));
      await user.click(page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }));
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
      expect(user.count()).toBeLessThanOrEqual(7);
    });
  });
}

test.describe('with vessels of East Asia', () => {
  test.use({ results: { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 2000 } });

  test('ships over 200 m near Busan in three days, per pass, become a file in at most 8 actions', async ({
    app,
  }) => {
    const { page } = app;
    const user = countActions(page);
    await user.press('/');
    const editor = page.getByRole('search', { name: 'Filter what is shown' });
    const place = editor.getByLabel('Place · nearest port within 25 nm');
    await user.type(place, 'Busan');
    await expect(page.getByRole('option', { name: /^Busan · / })).toBeVisible();
    await page.keyboard.press('Enter');
    await user.type(editor.getByLabel('Length (m), at least'), '200');
    await user.click(editor.getByRole('button', { name: '3 days' }));
    await expect(editor.getByRole('textbox', { name: 'Collected from (UTC)' })).toHaveValue(
      /^\d{4}-\d\d-\d\d \d\d:\d\d$/,
    );
    await app.screenshot('filter-numbers');
    await user.click(editor.getByRole('button', { name: 'Done' }));
    await user.click(page.getByRole('tab', { name: 'Passes' }));
    await expect(page.getByRole('region', { name: 'Show' })).toContainText('Near Busan');
    await user.type(page.getByRole('textbox', { name: /^Find passes by place/ }), 'Busan');
    await expect(page.getByText(/^\d+ passes\b/)).toBeVisible();
    await app.screenshot('journey-passes');
    const download = page.waitForEvent('download');
    await user.click(page.getByRole('button', { name: 'Save CSV' }));
    const [heading = '', ...lines] = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
    expect(user.count()).toBeLessThanOrEqual(8);
    const columns = heading.split(',');
    const rows = lines.map((line) => new Map(line.split(',').map((cell, at) => [columns[at], cell])));
    expect(rows.length).toBeGreaterThan(0);
    const results = ['detections', 'no matching detection', 'nothing found'];
    for (const row of rows) {
      expect(results).toContain(row.get('result'));
      expect(row.get('place')).toBe('Busan');
    }
    // Which pass had none: it is there, with zero.
    for (const row of rows) {
      expect(Number(row.get('matching_detections')) > 0).toBe(row.get('result') === 'detections');
    }
  });

  test('ships over 200 m near Busan in three days become a document with a map and tables in at most 8 actions', async ({
    app,
  }) => {
    const { page } = app;
    const user = countActions(page);
    await user.press('/');
    const editor = page.getByRole('search', { name: 'Filter what is shown' });
    await user.type(editor.getByLabel('Place · nearest port within 25 nm'), 'Busan');
    await expect(page.getByRole('option', { name: /^Busan · / })).toBeVisible();
    await page.keyboard.press('Enter');
    await user.type(editor.getByLabel('Length (m), at least'), '200');
    await user.click(editor.getByRole('button', { name: '3 days' }));
    await expect(editor.getByRole('textbox', { name: 'Collected from (UTC)' })).toHaveValue(/./);
    await user.press('Shift+E');
    const dialog = page.getByRole('dialog', { name: 'Export detections' });
    await user.click(dialog.getByLabel('Format').first());
    await user.click(page.getByRole('option', { name: 'Report, Word (DOCX)' }));
    await app.screenshot('journey-report');
    await user.click(dialog.getByRole('button', { name: /^Export [\d,]+ detections?/ }));
    const job = page
      .getByRole('region', { name: 'Background jobs' })
      .getByRole('article', { name: /^Export to .*docx/ });
    await expect(job.getByText('Complete')).toBeVisible();
    expect(user.count()).toBeLessThanOrEqual(8);
    const file =
      (await job.getByRole('list', { name: 'Exported files' }).locator('span').first().textContent()) ?? '';
    const entries = unzipSync(await readFile(file));
    const text = strFromU8(entries['word/document.xml'] ?? new Uint8Array()).replace(/<[^>]*>/g, '|');
    expect(text).toContain('near Busan');
    expect(text).toMatch(/\|\d+ pass(es)? by time of collection\|/);
    expect(text).toMatch(
      /\|\d+ passes match the other conditions, but show nothing near Busan: they are not listed\.\|/,
    );
    const lengths = [...text.matchAll(/\|(\d+) m\|/g)].map(([, meters]) => Number(meters));
    expect(lengths.length).toBeGreaterThan(0);
    for (const meters of lengths) expect(meters).toBeGreaterThanOrEqual(200);
    // The map.
    expect(Object.keys(entries).filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
    await copyFile(file, inProject('test', '.output', 'screenshots', 'journey-report.docx'));
  });

  test('a picture lists what it shows, with counts, and leaves out orders', async ({ app }) => {
    const { page } = app;
    await page.keyboard.press('Control+p');
    const form = page.getByRole('form', { name: 'Map image' });
    const preview = form.getByRole('img', { name: 'Map image preview' });
    await expect(preview).toBeVisible();
    const withOrders = await preview.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    await app.screenshot('picture-legend');
    await form.getByRole('checkbox', { name: 'Orders' }).uncheck();
    await expect
      .poll(() => preview.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()))
      .not.toBe(withOrders);
    await app.screenshot('picture-without-orders');
  });

  test('keys for verdicts wait for one more key after a dialog', async ({ app }) => {
    const { page } = app;
    await tableRows(page).first().click();
    const review = page.getByRole('region', { name: 'Review', exact: true });
    await expect(review).toContainText('Unreviewed');
    await page.keyboard.press('Shift+?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('x');
    await page.keyboard.press('c');
    await expect(review).toContainText('Confirmed');
    // A pass in the inspector has no buttons for a verdict.
    await page.getByRole('tab', { name: 'Passes' }).click();
    await page.getByRole('grid', { name: 'Passes' }).getByRole('row').nth(1).click();
    await page.keyboard.press('u');
    await page.getByRole('tab', { name: /^Table/ }).click();
    await tableRows(page).first().click();
    await expect(review).toContainText('Confirmed');
  });
});
