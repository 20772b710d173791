import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { tableRows } from './inspector-setup.ts';
import { closeFilter, openExpression } from './results-setup.ts';
import { reloadPage } from './sign-in.ts';

test.use({ results: { region: 'Eastern Europe', analytic: 'LargeVesselDetection', maxRecords: 60 } });

/** Pictures of what is open, in both themes. */
async function picture(app: { page: Page; screenshot(name: string): Promise<void> }, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await app.page.emulateMedia({ colorScheme });
    await app.screenshot(`product-form-${name}-${colorScheme}`);
  }
}

test('detections in the public product form are filtered by class, shown by families and counted', async ({
  app,
}) => {
  const { page } = app;
  const inspector = page.getByRole('region', { name: 'Detection', exact: true });
  await page.evaluate(() =>
    localStorage.setItem('sightline.settings', '{"version":1,"state":{"theme":"system"}}'),
  );
  await reloadPage(page);
  await openExpression(page);
  await page.keyboard.type('ais');
  await expect(page.getByText('AIS, as the service states it')).toBeVisible();
  await picture(app, 'completion');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('class_share.tan');
  await expect(page.getByRole('option', { name: /class_share\.Tanker share of this class/ })).toBeVisible();
  await picture(app, 'class-share');
  await page.keyboard.press('Tab');
  await page.keyboard.type('> 0.3');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Filter expression' })).toHaveValue(
    'class_share.Tanker > 0.3',
  );
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('mmsi is not empty and class_share >= 0.6');
  await page.keyboard.press('Enter');
  await closeFilter(page);
  await tableRows(page).first().click();
  await expect(inspector.getByRole('heading', { name: 'AIS, as the service states it' })).toBeVisible();
  await expect(inspector.getByText(/[A-Z][a-z ]+ 0\.\d+, [A-Z][a-z ]+ 0\.\d+/)).toBeVisible();
  await picture(app, 'inspector');

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('textbox', { name: 'Find a column' }).fill('len');
  const columns = page.getByRole('dialog', { name: 'Columns' });
  await expect(columns.getByRole('region', { name: 'From the SAR image' })).toBeVisible();
  await picture(app, 'columns');
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Statistics' }).click();
  await page.getByRole('combobox', { name: 'Statistics of' }).click();
  await expect(page.getByRole('option', { name: 'AIS length (m)' })).toBeAttached();
  await picture(app, 'statistics');
});

test('the form for a meaning shows what another window has set since it was filled in', async ({ app }) => {
  const { page } = app;
  const inspector = page.getByRole('region', { name: 'Detection', exact: true });
  await tableRows(page).first().click();
  await inspector.getByRole('button', { name: 'Correct…' }).click();
  const form = inspector.getByRole('form', { name: 'Correct what a property means' });
  await form.getByRole('combobox', { name: 'Property' }).selectOption('detectionNumber');
  await form.getByRole('combobox', { name: 'Means' }).selectOption({ label: 'length' });
  // What another window sends.
  await page.evaluate(async () => {
    const { result } = await (await fetch('/api/results.detail?input=1')).json();
    const { productType, documentVersion } = result.data.value.record;
    await fetch('/api/results.correct', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        format: { productType, documentVersion },
        property: 'detectionNumber',
        expected: null,
        to: { meaning: 'widthMetres', unit: 'm' },
      }),
    });
  });
  await expect(form.getByRole('status')).toContainText(
    'changed elsewhere while this form was open. Now: detectionNumber means width, m. Saving replaces it.',
  );
  await picture(app, 'meaning-changed');
  await form.getByRole('button', { name: 'Save meaning' }).click();
  await expect(page.getByText('detectionNumber means length, m.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: correcting the meaning of detectionNumber.')).toBeVisible();
  await expect(inspector.getByText('Width (detectionNumber')).toBeVisible();
});
