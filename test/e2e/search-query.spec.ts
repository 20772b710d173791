import { expect, test } from './fixtures.ts';

test('Enter and Tab take suggested names, a name that is not known is marked and questioned once', async ({
  app,
}) => {
  const { page } = app;
  const query = page.getByRole('form', { name: 'Query' });
  const region = query.getByRole('combobox', { name: /^Region/ });
  await region.click();
  await page.keyboard.type('east a');
  await page.keyboard.press('Enter');
  await expect(query.getByText('East Asia', { exact: true })).toBeVisible();
  await page.keyboard.type('EASTERN');
  await page.keyboard.press('Tab');
  await expect(query.getByText('Eastern Europe', { exact: true })).toBeVisible();
  await region.click();
  await page.keyboard.type('east,');
  const unknown = query.getByTitle('not among the 2 regions that the service documents or has returned');
  await expect(unknown).toContainText('east');
  await app.screenshot('search-unknown-region');
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
  await expect(
    query.getByText(
      /“east” is not among the 2 regions that the service documents or has returned.*fetch again/,
    ),
  ).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});
