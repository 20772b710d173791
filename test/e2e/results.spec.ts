import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { closeFilter, countInTable, fetchToEnd, limitSearch, openExpression } from './results-setup.ts';
import { reloadPage } from './sign-in.ts';

test('wrong fields are named with their value, and nothing is fetched', async ({ app }) => {
  const { page } = app;
  await page.getByLabel('Collected after (UTC)', { exact: true }).fill('some day');
  await page.getByText('Limit, sorting and fields').click();
  // Fields that are emptied again stay where they are.
  await page.getByLabel('Maximum records').fill('5');
  await page.getByLabel('Maximum records').fill('');
  await page.getByLabel('Records per page').fill('9000');
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
  await expect(page.getByText(/“some day” is not a time/)).toBeVisible();
  await expect(page.getByText(/“9000”: Type a whole number from 1 to 5,000/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Jobs' })).toBeHidden();

  // What is typed survives a reload.
  await reloadPage(page);
  await expect(page.getByLabel('Collected after (UTC)', { exact: true })).toHaveValue('some day');
  // A time relative to now becomes the one that it means.
  const after = page.getByLabel('Collected after (UTC)', { exact: true });
  await after.fill('yesterday');
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await expect(page.getByText(`Means ${yesterday} 00:00 UTC.`)).toBeVisible();
  await after.blur();
  await expect(after).toHaveValue(`${yesterday} 00:00`);
});

test('the query text is what the form requests, and a missing region is advised on', async ({ app }) => {
  const { page } = app;
  await expect(page.getByText(/pages may be shorter/)).toBeVisible();
  await limitSearch(page, 100, 50);
  await expect(page.getByText(/pages may be shorter/)).toBeHidden();
  await page.getByRole('button', { name: 'Query text' }).click();
  const dialog = page.getByRole('dialog', { name: 'Query text' });
  await expect(dialog.locator('pre')).toContainText('svc_udp_analyticgeojsonrecord(');
  await expect(dialog.locator('pre')).toContainText('"East Asia"');
  await expect(dialog.locator('pre')).toContainText('limit: 50');
  await app.screenshot('query-text');
});

/** Holds back the table's requests for rows until the returned function is called. */
async function holdRows(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/[^?]*results\.page\b/, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

test('results are fetched, browsed by keyboard, filtered and exported', async ({ app }) => {
  const { page } = app;
  await limitSearch(page, 400, 200);
  const card = await fetchToEnd(page);
  await expect(card).toContainText('2 pages · 400 records (400 new)');
  await expect(page.getByText(/detections · 400 records/)).toBeVisible();
  const all = await countInTable(page);
  expect(all).toBeGreaterThan(400);

  const grid = page.getByRole('grid', { name: 'Detections' });
  await page.keyboard.press('t');
  await expect(grid).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
  await expect(grid.getByRole('row', { selected: true })).toHaveCount(3);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const cursor = await grid.getAttribute('aria-activedescendant');
  const focused = await page.locator(`#${cursor}`).getByRole('gridcell').first().textContent();
  await expect(inspector.getByRole('heading', { level: 2 })).toHaveText(new RegExp(` ${focused}$`));

  // A row can be selected before it has been loaded.
  const releaseRows = await holdRows(page);
  await page.keyboard.press('End');
  await expect(grid).toHaveAttribute('aria-activedescendant', `detection-row-${all - 1}`);
  await expect(page.locator(`#detection-row-${all - 1}`)).toBeInViewport();
  await page.keyboard.press('Space');
  releaseRows();
  await expect(page.getByText('4 selected', { exact: true })).toBeVisible();
  await app.screenshot('results');
  // The selection's actions go and come back above the rows; the row stays in sight.
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await expect(page.getByText('4 selected', { exact: true })).toBeHidden();
  await grid.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
  // Its last column may be cut off, its height may not.
  await expect(page.locator(`#detection-row-${all - 1}`)).toBeInViewport({ ratio: 0.8 });

  await grid.getByRole('button', { name: 'Conf.' }).click();
  const confidence = grid.getByRole('columnheader', { name: /Conf\./ });
  await expect(confidence).toHaveAttribute('aria-sort', 'ascending');
  await expect(grid.getByRole('row').nth(1).getByRole('gridcell').first()).toHaveText(/\d/);
  // In another order, the index of the row that was selected last is another row: Shift does not begin there.
  const firstRow = grid.getByRole('row').nth(1);
  await firstRow.click({ modifiers: ['Shift'] });
  await expect(firstRow).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
  // A sort that takes long can be cancelled: the order before it is shown again.
  const releaseSorted = await holdRows(page);
  await grid.getByRole('button', { name: 'Conf.' }).click();
  const sorting = page.getByRole('status').filter({ hasText: 'Sorting by Confidence…' });
  await sorting.getByRole('button', { name: 'Cancel' }).click();
  await expect(sorting).toBeHidden();
  await expect(confidence).toHaveAttribute('aria-sort', 'ascending');
  releaseSorted();

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const editor = page.getByRole('search');
  const placed = await editor.boundingBox();
  await editor.getByLabel('Minimum confidence').fill('0.8');
  await expect(page.getByRole('tab', { name: /^Table · [\d,]+ of / })).toBeVisible();
  // Its button moves with the filter that is added, the editor does not.
  expect(await editor.boundingBox()).toEqual(placed);
  const filtered = await countInTable(page);
  expect(filtered).toBeLessThan(all);
  await closeFilter(page);

  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('radio', { name: /^Filtered: / }).check();
  await app.screenshot('export');
  await page.getByRole('button', { name: /^Export [\d,]+ detections/ }).click();
  const exports = page
    .getByRole('region', { name: 'Background jobs' })
    .getByRole('article', { name: /^Export to / });
  await expect(exports.getByText('Complete')).toBeVisible();
  const path = await exports
    .getByRole('list', { name: 'Exported files' })
    .locator('span')
    .first()
    .textContent();
  const collection = JSON.parse(await readFile(path ?? '', 'utf8'));
  expect(collection.features).toHaveLength(filtered);
  await exports.getByRole('button', { name: 'Dismiss' }).click();
  await expect(exports).toBeHidden();

  await page.getByRole('button', { name: 'Remove filter confidence ≥ 0.8' }).click();
  await expect.poll(() => countInTable(page)).toBe(all);
  // A text that was typed just before the editor is closed filters, too.
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await editor.getByLabel('Text in any field').fill('no such text');
  await closeFilter(page);
  await expect(page.getByRole('tab', { name: /^Table · 0 of / })).toBeVisible();
});

test('a fetch is cancelled and goes on to the full count', async ({ app }) => {
  const { page } = app;
  await limitSearch(page, 2500, 50);
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
  const card = page.getByRole('list', { name: 'Jobs' }).getByRole('article').first();
  await expect(card.getByText(/^[1-9]\d* pages?/)).toBeVisible();
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toContainText('Canceled; fetched data is saved');
  await expect(card.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow', '100');
  await card.getByRole('button', { name: 'Resume' }).click();
  await expect(card).toHaveAttribute('data-state', 'complete');
  await expect(card).toContainText('50 pages · 2,500 records (2,500 new)');

  await card.getByRole('button', { name: 'Show these results' }).click();
  await expect(page.getByRole('button', { name: /^Remove filter from fetch: East Asia/ })).toBeVisible();
});

test('a workspace opens with the filter with which it was left, and one click clears it', async ({ app }) => {
  const { page } = app;
  await limitSearch(page, 100, 100);
  await fetchToEnd(page);
  const all = await countInTable(page);
  await openExpression(page);
  await page.keyboard.type('id <= 20');
  await expect.poll(() => countInTable(page)).toBe(20);
  await reloadPage(page);
  await expect.poll(() => countInTable(page)).toBe(20);
  const bar = page.getByRole('region', { name: 'Show' });
  await expect(bar).toContainText('id <= 20');
  await app.screenshot('filter-restored');
  await bar.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(() => countInTable(page)).toBe(all);
});

test('what was fetched is there after a restart without the service', async ({ app }) => {
  await limitSearch(app.page, 100, 100);
  await fetchToEnd(app.page);
  await expect.poll(() => countInTable(app.page)).toBeGreaterThan(0);
  const all = await countInTable(app.page);
  const page = await app.restart({ demo: 'off' });
  await page.getByRole('button', { name: 'Work offline' }).click();
  await expect.poll(() => countInTable(page)).toBe(all);
  const row = page.getByRole('grid').getByRole('row').nth(1);
  await row.click();
  const id = await row.getByRole('gridcell').first().textContent();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByRole('heading', { level: 2 })).toHaveText(new RegExp(` ${id}$`));
  await app.screenshot('offline');
});
