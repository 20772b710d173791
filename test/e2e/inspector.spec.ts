import { expect, test } from './fixtures.ts';
import { fetchResults, tableRows } from './inspector-setup.ts';
import { signInToDemo } from './sign-in.ts';

const vessels = {
  regions: ['East Asia'],
  analytics: ['LargeVesselDetection'],
  maxRecords: 40,
  pageSize: 40,
};

test('the inspector shows a detection with its sensor, record and chip, and copies its position', async ({
  app,
}) => {
  const { page } = app;
  await signInToDemo(page);
  await fetchResults(page, vessels);
  const inspector = page.getByRole('region', { name: 'Detection', exact: true });
  await expect(inspector.getByText(/detections in 40 records on this disk/)).toBeVisible();

  await tableRows(page).first().click();
  await expect(inspector.getByText('Large vessel')).toBeVisible();
  await expect(inspector.getByText('svcId', { exact: true })).toBeVisible();
  await expect(inspector.getByText('East Asia', { exact: true })).toBeVisible();
  await expect(inspector.getByText('Sar chip identifier')).toBeVisible();
  await app.screenshot('inspector');

  const copy = inspector.getByRole('button', { name: 'Copy position in MGRS' });
  const mgrs = await copy.locator('..').innerText();
  expect(mgrs).toMatch(/^\d{1,2}[A-Z] [A-Z]{2} \d{5} \d{5}$/);
  await copy.click();
  const anyField = page.getByRole('textbox', { name: 'Collected after (UTC)' });
  await anyField.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(anyField).toHaveValue(mgrs);
  await anyField.fill('');
  await anyField.blur();

  await page.keyboard.press('S');
  await expect(inspector.getByRole('button', { name: 'Remove from selection' })).toBeVisible();
  await page.keyboard.press('S');
  await expect(inspector.getByRole('button', { name: 'Add to selection' })).toBeVisible();

  await inspector.getByText('Query that fetched it').click();
  await expect(inspector.getByText(/svc_udp_analyticgeojsonrecord\(/)).toBeVisible();
});

test('a chip that is loading, not there yet, refused or here looks different each time', async ({ app }) => {
  const { page } = app;
  await signInToDemo(page);
  await fetchResults(page, vessels);
  let answer: 'never' | 'absent' | 'forbidden' | 'real' = 'never';
  await page.route('**/chips/*', async (route) => {
    if (answer === 'real') await route.continue();
    else if (answer !== 'never')
      await route.fulfill({ status: 404, json: { kind: answer, reason: 'For a test.' } });
  });
  const chip = page.getByRole('region', { name: 'Chip' });
  const retry = chip.getByRole('button', { name: 'Retry' });

  await tableRows(page).first().click();
  await expect(chip.getByText('Fetching the chip…')).toBeVisible();
  answer = 'absent';
  await tableRows(page).nth(1).click();
  await expect(chip.getByText('No chip available yet')).toBeVisible();
  answer = 'forbidden';
  await retry.click();
  await expect(chip.getByText('Chip access denied')).toBeVisible();
  answer = 'real';
  await retry.click();
  await expect(chip.getByText(/Chip cached · \d+ × \d+|No chip available yet/)).toBeVisible();
});

test('offline, a cached chip is shown and one that was never fetched says so', async ({ app }) => {
  await signInToDemo(app.page);
  await fetchResults(app.page, vessels);
  const cached = await focusWithChip(app.page);

  const page = await app.restart({ demo: 'off' });
  await page.getByRole('button', { name: 'Work offline' }).click();
  const chip = page.getByRole('region', { name: 'Chip' });
  await tableRows(page).nth(cached).click();
  await expect(chip.getByRole('img')).toBeVisible();
  await tableRows(page)
    .nth(cached === 0 ? 1 : 0)
    .click();
  await expect(chip.getByText(/Chip not cached|Sign in to see the chip/)).toBeVisible();
  await app.screenshot('inspector-offline');
});

/** Focuses the first row whose chip is there, since the demo service lacks a few; its place in the table. */
async function focusWithChip(page: Parameters<typeof tableRows>[0]): Promise<number> {
  const chip = page.getByRole('region', { name: 'Chip' });
  for (const place of [0, 1, 2, 3]) {
    await tableRows(page).nth(place).click();
    await expect(chip).toHaveAttribute('data-chip', /image|absent/);
    if ((await chip.getAttribute('data-chip')) === 'image') return place;
  }
  throw new Error('Four detections in a row have no chip.');
}
