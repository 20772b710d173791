import { expect, test } from './fixtures.ts';
import { closeFilter, countInTable, openExpression } from './results-setup.ts';
import { reloadPage } from './sign-in.ts';

test.use({ results: { region: 'East Asia', maxRecords: 400 } });

test('results are in sight, and as they were after a reload and a restart', async ({ app }) => {
  let { page } = app;
  const all = await countInTable(page);
  await test.step('results are fetched, browsed by keyboard, filtered and exported', async () => {
    const grid = page.getByRole('grid', { name: 'Detections' });
    await page.keyboard.press('t');
    // A key that is typed before all commands are loaded acts once they are.
    await expect(grid).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.locator(`#detection-row-${all - 1}`)).toBeInViewport();
    await page.keyboard.press('Space');
    // The selection's actions go and come back above the rows; the row stays in sight.
    await page.getByRole('button', { name: 'Clear the selection' }).click();
    await expect(page.getByText('1 selected', { exact: true })).toBeHidden();
    await grid.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
    // Its last column may be cut off, its height may not.
    await expect(page.locator(`#detection-row-${all - 1}`)).toBeInViewport({ ratio: 0.8 });

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const editor = page.getByRole('search');
    const placed = await editor.boundingBox();
    await editor.getByLabel('Minimum confidence').fill('0.8');
    await expect(page.getByRole('tab', { name: /^Table · [\d,]+ of / })).toBeVisible();
    // Its button moves with the filter that is added, the editor does not.
    expect(await editor.boundingBox()).toEqual(placed);
    await editor.getByLabel('Minimum confidence').fill('');
    await closeFilter(page);
    await expect.poll(() => countInTable(page)).toBe(all);
  });
  await test.step('a workspace opens with the filter with which it was left, and one click clears it', async () => {
    await openExpression(page);
    await page.keyboard.type('id <= 20');
    await expect.poll(() => countInTable(page)).toBe(20);
    await reloadPage(page);
    await expect.poll(() => countInTable(page)).toBe(20);
    await page.getByRole('region', { name: 'Show' }).getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(() => countInTable(page)).toBe(all);
  });
  await test.step('what was fetched is there after a restart without the service', async () => {
    page = await app.restart({ demo: 'off' });
    await page.getByRole('button', { name: 'Work offline' }).click();
    await expect.poll(() => countInTable(page)).toBe(all);
    const row = page.getByRole('grid').getByRole('row').nth(1);
    // A row is there before its cells are loaded.
    await expect(row.getByRole('gridcell').first()).toHaveText(/\d/);
    await row.click();
    const id = await row.getByRole('gridcell').first().textContent();
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector.getByRole('heading', { level: 2 })).toHaveText(new RegExp(` ${id}$`));
  });
});
