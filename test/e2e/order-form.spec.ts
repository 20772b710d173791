import { square } from '../builders/new-area.ts';
import { addAreas } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { beginOrder, fillOrder } from './order-form-setup.ts';
import { reloadPage, showPanel } from './sign-in.ts';

test('an order that is being filled in outlasts a reload and a restart', async ({ app }) => {
  let { page } = app;
  await addAreas(page, [square('Yellow Sea', [122, 34], 1)]);
  await fillOrder(await beginOrder(page), 'Weekly watch', ['Yellow Sea']);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await test.step('a reload comes back to the form that was open, and a bare end date states that its day is left out', async () => {
    await reloadPage(page);
    const form = page.getByRole('form', { name: 'New order' });
    await expect(form.getByLabel('Name (optional)')).toHaveValue('Weekly watch');
    await expect(form.getByRole('textbox', { name: 'To (UTC)' })).toHaveAccessibleDescription(
      'Ends at 00:00: this day is not included.',
    );
  });
  await test.step('drafts are saved across a restart, and become templates, files and drafts again', async () => {
    page = await app.restart();
    await page.getByRole('button', { name: 'Work offline' }).click();
    await showPanel(page, 'Orders');
    await page.getByRole('button', { name: 'Drafts and templates (1)' }).click();
    const drafts = page.getByRole('list', { name: 'Drafts' });
    await drafts.getByRole('button', { name: /^Weekly watch/ }).click();
    const form = page.getByRole('form', { name: 'New order' });
    await expect(form.getByText(/^Yellow Sea · /)).toBeVisible();
    await expect(form.getByRole('textbox', { name: 'To (UTC)' })).toHaveValue('2026-11-08');
  });
});
