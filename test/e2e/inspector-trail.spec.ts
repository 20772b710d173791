import { addAreas, square } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { tableRows } from './inspector-setup.ts';

test.describe('with results', () => {
  test.use({ results: { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 20 } });

  test('the inspector follows the last click, goes back and forward, and holds what is pinned', async ({
    app,
  }) => {
    const { page } = app;
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    const heading = inspector.getByRole('heading', { level: 2 });
    const back = inspector.getByRole('button', { name: 'Back' });
    await expect(inspector).toContainText('Click a detection, a footprint, an area or an order on the map');

    await tableRows(page).first().click();
    await expect(heading).toContainText(/Large vessel \d+/);
    const first = await heading.innerText();
    const crumbs = inspector.getByRole('navigation', { name: 'Inspected item' });
    await expect(crumbs.getByRole('listitem').last()).toHaveText(/^\d+$/);
    // The button of the place has a tooltip, that of the pass has none.
    await crumbs.locator('button:not([title])').click();
    await expect(inspector.getByRole('region', { name: 'Pass', exact: true })).toContainText('Vendor ID');
    await app.screenshot('inspector-pass');

    await page.getByRole('tab', { name: /^Records/ }).click();
    await page.getByRole('grid', { name: 'Records' }).getByRole('row').nth(1).click();
    await expect(heading).toHaveText(/^Record /);
    await app.screenshot('inspector-record');

    await page.keyboard.press('Alt+ArrowLeft');
    await expect(inspector.getByRole('region', { name: 'Pass', exact: true })).toBeVisible();
    await back.click();
    await expect(heading).toHaveText(first);
    await expect(back).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+ArrowRight');
    await expect(heading).toHaveText(/^Record /);

    await inspector.getByRole('button', { name: 'Pin the inspector to this item' }).click();
    await page.getByRole('tab', { name: /^Table/ }).click();
    await tableRows(page).nth(1).click();
    await expect(tableRows(page).nth(1)).toHaveAttribute('data-focused', 'true');
    await expect(heading).toHaveText(/^Record /);
    await expect(inspector).toContainText('shown here once you unpin');
    await inspector.getByRole('button', { name: 'Unpin the inspector' }).click();
    await expect(heading).toContainText(/Large vessel \d+/);
    await expect(heading).not.toHaveText(first);
  });
});

test('a deleted area leaves the trail with a sentence, and folded sections stay folded', async ({ app }) => {
  const { page } = app;
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const heading = inspector.getByRole('heading', { level: 2 });
  await page.getByRole('navigation').getByRole('button', { name: 'Areas' }).click();
  const side = page.getByRole('region', { name: 'Areas panel' });
  await addAreas(page, [square('North', [128, 35], 1), square('South', [128, 33], 1)]);
  await side.getByRole('button', { name: /^North/ }).click();
  await expect(heading).toHaveText('North');
  const fold = inspector.getByRole('button', { name: 'Area fields' });
  await expect(inspector.getByText('Size', { exact: true })).toBeVisible();
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await side.getByRole('button', { name: /^South/ }).click();
  await expect(heading).toHaveText('South');
  await expect(inspector.getByText('Size', { exact: true })).toBeHidden();
  await app.screenshot('inspector-area');

  await side.getByRole('button', { name: 'Delete' }).click();
  await expect(inspector).toContainText('This area no longer exists');
  await expect(inspector).toContainText('It was removed from the trail.');
  await inspector.getByRole('button', { name: 'Back' }).click();
  await expect(heading).toHaveText('North');
  await expect(inspector.getByRole('button', { name: 'Forward' })).toHaveAttribute('aria-disabled', 'true');
  await page.reload();
  await page.getByRole('navigation').getByRole('button', { name: 'Areas' }).click();
  await side.getByRole('button', { name: /^North/ }).click();
  await expect(inspector.getByRole('button', { name: 'Area fields' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});
