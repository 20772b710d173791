import { expect, test } from './fixtures.ts';
import { tableRows } from './inspector-setup.ts';

test.use({ results: { region: 'Eastern Europe', analytic: 'LargeVesselDetection', maxRecords: 60 } });

test('detections in the public product form are shown by families, filtered by class and counted', async ({
  app,
}) => {
  const { page } = app;
  const pictures = async (name: string) => {
    await app.screenshot(`product-form-${name}-dark`);
    await page.emulateMedia({ colorScheme: 'light' });
    await app.screenshot(`product-form-${name}-light`);
    await page.emulateMedia({ colorScheme: 'dark' });
  };
  const inspector = page.getByRole('region', { name: 'Detection', exact: true });
  await page.keyboard.press('/');
  await page.getByText('As an expression').click();
  await page.keyboard.type('has mmsi and class_share >= 0.6');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Done' }).click();
  await tableRows(page).first().click();
  await expect(inspector.getByText('AIS', { exact: false }).first()).toBeVisible();
  await expect(inspector.getByText(/ 0\.\d+, .* 0\.\d+/).first()).toBeVisible();
  await pictures('inspector');
});
