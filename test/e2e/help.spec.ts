import { expect, test } from './fixtures.ts';
import { reloadPage, showPanel, signInToDemo } from './sign-in.ts';

test.describe('at the first start', () => {
  test.use({ takesTour: true, signedIn: false });

  test('the tour follows the user to a fetched detection, and does not start again by itself', async ({
    app,
  }) => {
    const { page } = app;
    await signInToDemo(page);
    const tour = page.getByRole('region', { name: 'Tour' });
    await expect(tour).toContainText('Step 1 of 5');
    await app.screenshot('tour-1');
    await tour.getByRole('button', { name: 'Go to it' }).click();
    await expect(page.getByLabel(/^Region/).first()).toBeFocused();
    await page.keyboard.type('East Asia');
    await page.keyboard.press('Enter');
    await expect(tour).toContainText('Step 2 of 5');
    // The list of regions is closed; the tour is not left.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await expect(tour).toContainText('Step 2 of 5');

    const query = page.getByRole('form', { name: 'Query' });
    await query.getByText('Limit, sorting and fields').click();
    await query.getByLabel('Maximum records').fill('20');
    await app.screenshot('tour-2');
    await query.getByRole('button', { name: 'Fetch', exact: true }).click();
    await expect(tour).toContainText('Step 3 of 5');
    await page.getByRole('button', { name: 'Show these results' }).first().click();
    await expect(tour).toContainText('Step 4 of 5');
    await app.screenshot('tour-4');
    await page.locator('[data-region="table"]').getByRole('row').nth(1).click();
    await expect(tour).toContainText('Step 5 of 5');
    await expect(page.getByRole('region', { name: 'Detection fields' })).toBeVisible();
    await app.screenshot('tour-5');
    await tour.getByRole('button', { name: 'Finish' }).click();
    await expect(tour).toBeHidden();

    await reloadPage(page);
    await expect(tour).toBeHidden();
    // Called again, it begins at its first step and can be left there.
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Search commands/).fill('tour');
    await page.getByRole('button', { name: /^Take the tour/ }).click();
    // Until the palette is gone, Escape is its own.
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeHidden();
    await expect(tour).toContainText('Step 1 of 5');
    await page.keyboard.press('Escape');
    await expect(tour).toBeHidden();
  });
});

test('the guide is opened by key and by the “?” of a panel, searched and read', async ({ app }) => {
  const { page } = app;
  await expect(page.getByRole('region', { name: 'Tour' })).toBeHidden();
  await page
    .getByLabel(/^Region/)
    .first()
    .focus();
  await page.keyboard.press('F1');
  const guide = page.getByRole('dialog', { name: 'User’s guide' });
  const search = guide.getByRole('searchbox', { name: 'Search the guide' });
  await expect(search).toBeFocused();
  await expect(guide.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await page.keyboard.type('geopackage qgis');
  const found = guide.getByRole('navigation', { name: 'Pages' }).getByRole('button');
  await found.filter({ hasText: 'Export and hand over to QGIS' }).click();
  const article = guide.getByRole('article', { name: 'Export and hand over to QGIS' });
  await expect(article).toBeVisible();
  await app.screenshot('help-guide');
  await search.fill('xyzzy');
  await expect(guide.getByText('No page contains “xyzzy”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(guide).toBeHidden();

  await showPanel(page, 'Areas');
  await page.getByRole('button', { name: 'Help on Areas' }).click();
  await expect(guide.getByRole('article', { name: 'Draw and import areas' })).toBeVisible();
  const picture = guide.getByRole('article').getByRole('img');
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(300);
  await app.screenshot('help-page');
  // A link leads to another page.
  await guide.getByRole('article').getByRole('button', { name: 'Order and follow an order' }).click();
  await expect(guide.getByRole('article', { name: 'Order and follow an order' })).toBeVisible();
});
