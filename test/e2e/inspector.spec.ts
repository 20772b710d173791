import { expect, test } from './fixtures.ts';
import { focusWithChip, isChipSettled, tableRows } from './inspector-setup.ts';
import { showPanel } from './sign-in.ts';

test.use({ results: { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 40 } });

test('the inspector shows a detection with its sensor, record and chip, and copies its position', async ({
  app,
}) => {
  const { page } = app;
  const inspector = page.getByRole('region', { name: 'Detection', exact: true });
  await expect(inspector.getByText(/detections in 40 records on this disk/)).toBeVisible();

  await tableRows(page).first().click();
  await expect(inspector.getByRole('heading', { name: /Large vessel \d+/ })).toBeVisible();
  await expect(inspector.getByText('svcId', { exact: true })).toBeVisible();
  await expect(
    inspector.getByRole('region', { name: 'Record' }).getByText('East Asia', { exact: true }),
  ).toBeVisible();
  await expect(inspector.getByText('Sar chip identifier')).toBeVisible();
  const sensor = inspector.getByRole('region', { name: 'Sensor' });
  await expect(sensor.getByText(/, [\d.,\s]+ k?m away$/)).toBeVisible();
  await expect(sensor.getByText('Index', { exact: true })).toBeVisible();
  const parameters = inspector.getByRole('list', { name: 'Parameters of LargeVesselDetection' });
  await expect(parameters.getByText('landMaskBuffer_m', { exact: true })).toBeVisible();
  await app.screenshot('inspector');

  const copy = inspector.getByRole('button', { name: 'Copy position in MGRS' });
  const mgrs = await copy.locator('..').innerText();
  expect(mgrs).toMatch(/^\d{1,2}[A-Z] [A-Z]{2} \d{5} \d{5}$/);
  await copy.click();
  const anyField = page.getByRole('textbox', { name: 'Collected after (UTC)' });
  // The clipboard is written a moment after the click.
  await expect(async () => {
    await anyField.fill('');
    await page.keyboard.press('ControlOrMeta+V');
    await expect(anyField).toHaveValue(mgrs, { timeout: 1_000 });
  }).toPass();
  await anyField.fill('');
  await anyField.blur();

  await page.keyboard.press('S');
  await expect(inspector.getByRole('button', { name: 'Remove from selection' })).toBeVisible();
  await page.keyboard.press('S');
  await expect(inspector.getByRole('button', { name: 'Add to selection' })).toBeVisible();

  await inspector.getByText('Query that fetched it').click();
  await expect(inspector.getByText(/svc_udp_analyticgeojsonrecord\(/)).toBeVisible();

  await page.getByRole('tab', { name: 'Records' }).click();
  await page.getByRole('grid', { name: 'Records' }).getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Ask again for this record' }).click();
  const job = page.getByRole('list', { name: 'Jobs' }).getByRole('article').first();
  await expect(job).toContainText('1 requested record');
  await expect(job).toHaveAttribute('data-state', 'complete');
});

test('a chip that is loading, not available yet, refused or here looks different each time', async ({
  app,
}) => {
  const { page } = app;
  let response: 'never' | 'absent' | 'forbidden' | 'real' = 'never';
  await page.route('**/chips/*', async (route) => {
    if (response === 'real') await route.continue();
    else if (response !== 'never')
      await route.fulfill({ status: 404, json: { kind: response, reason: 'For a test.' } });
  });
  const chip = page.getByRole('region', { name: 'Chip' });
  const retry = chip.getByRole('button', { name: 'Retry' });

  await tableRows(page).first().click();
  await expect(chip.getByText('Fetching the chip…')).toBeVisible();
  response = 'absent';
  await tableRows(page).nth(1).click();
  await expect(chip.getByText('No chip available yet')).toBeVisible();
  response = 'forbidden';
  await retry.click();
  await expect(chip.getByText('Chip access denied')).toBeVisible();
  response = 'real';
  await retry.click();
  await expect(chip.getByText(/Chip cached · \d+ × \d+|No chip available yet/)).toBeVisible();
});

test('offline, a cached chip is shown and one that was never fetched is reported', async ({ app }) => {
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

test('a chip has a scale only once the user has calibrated it, by keyboard', async ({ app }) => {
  const { page } = app;
  await focusWithChip(page);
  const chip = page.getByRole('region', { name: 'Chip' });
  await page.keyboard.press('Shift+C');
  await expect(chip).toHaveAttribute('data-large', 'true');
  await expect(chip).toContainText('Scale unknown');
  await expect(chip).not.toContainText(/\d m\b/);

  await chip.getByRole('button', { name: 'Calibrate…' }).click();
  const form = chip.getByRole('form', { name: 'Calibrate the chip’s scale' });
  await expect(form).toContainText('64 pixels');
  await chip.getByRole('button', { name: /^End of the line/ }).focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(form).toContainText('53 pixels');
  const length = form.getByLabel('Length on the ground (m)');
  await length.fill('0');
  await expect(form).toContainText('Enter a length above 0 m.');
  await length.fill('106');
  await form.getByRole('button', { name: 'Save calibration' }).click();
  await expect(chip).toContainText('2 m per pixel, your calibration');
  await expect(chip).toContainText(/\d m, your calibration/);
  await app.screenshot('chip-calibrated');

  await chip.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(chip).toContainText('Scale unknown');

  // Until the record is read, nothing is shown about its sensor.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/[^?]*results\.detail/, async (route) => {
    await held;
    await route.continue();
  });
  const shown = await chip.getAttribute('data-detection');
  await page.keyboard.press('Shift+C');
  await tableRows(page).nth(1).click();
  await expect(chip).not.toHaveAttribute('data-detection', shown ?? '');
  await page.keyboard.press('Shift+C');
  await expect(chip).toHaveAttribute('data-chip', isChipSettled);
  await expect(chip).toContainText('Scale unknown');
  await expect(chip).not.toContainText('sensor');
  release();
  await expect(chip.getByRole('button', { name: 'Calibrate…' })).toBeVisible();
});

test('a verdict that cannot be saved is marked until it is', async ({ app }) => {
  const { page } = app;
  await tableRows(page).first().click();
  const review = page.getByRole('region', { name: 'Review', exact: true });
  await expect(review).toContainText('Unreviewed');
  const calls = /\/api\/[^?]*reviews\.set/;
  let refusals = 0;
  await page.route(calls, (route) => {
    refusals += 1;
    return route.fulfill({ status: 500, body: 'no' });
  });
  await page.keyboard.press('c');
  await expect(review).toContainText('Not saved, retrying.');
  await expect(review).toContainText('Confirmed');
  await expect(page.getByRole('alert').filter({ hasText: '1 review not saved, retrying' })).toBeVisible();
  // Clicked while the host still refuses: once it does not, the next retry saves by itself and removes the button.
  const before = refusals;
  await review.getByRole('button', { name: 'Retry now' }).click();
  await expect.poll(() => refusals).toBeGreaterThan(before);
  await page.unroute(calls);
  await expect(review).not.toContainText('Not saved');
  await expect(review).toContainText('Confirmed');
});

test('a note is edited only once it is known, so that none is replaced unseen', async ({ app }) => {
  const { page } = app;
  const details = /\/api\/[^?]*results\.detail/;
  let isRefused = true;
  await page.route(details, (route) =>
    isRefused ? route.fulfill({ status: 500, body: 'no' }) : route.continue(),
  );
  await showPanel(page, 'Review');
  await page.getByRole('button', { name: 'Start review' }).click();
  const underReview = page.getByRole('region', { name: 'Detection under review' });
  await expect(underReview).toBeFocused();
  const chip = page.getByRole('region', { name: 'Chip' });
  const id = Number(await chip.getAttribute('data-detection'));
  await page.evaluate(
    (ids) =>
      fetch('/api/reviews.set', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ids, change: { note: 'Two hulls' } }),
      }),
    [id],
  );
  const note = page.getByRole('textbox', { name: `Note on detection ${id}` });
  await page.keyboard.press('n');
  await expect(note).toBeFocused();
  await page.keyboard.type('c');
  await expect(note).toHaveValue('');
  const retry = underReview.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  isRefused = false;
  await retry.click();
  await expect(note).toHaveValue('Two hulls');
  await note.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Review', exact: true })).toContainText('Two hulls');
});

test('what a property means is corrected for a product format, on all screens, and undone', async ({
  app,
}) => {
  const { page } = app;
  const row = tableRows(page).first();
  await row.click();
  const before = Number(/([\d.]+) m\b/.exec(await row.innerText())?.[1]);
  expect(before).toBeGreaterThan(0);
  const inspector = page.getByRole('region', { name: 'Detection', exact: true });
  await inspector.getByRole('button', { name: 'Correct…' }).click();
  const form = inspector.getByRole('form', { name: 'Correct what a property means' });
  await form.getByLabel('Property').selectOption('length_m');
  await form.getByLabel('Means').selectOption({ label: 'length' });
  await form.getByLabel('Unit').selectOption('feet');
  await app.screenshot('inspector-meaning');
  await form.getByRole('button', { name: 'Save meaning' }).press('Enter');
  const inFeet = `${(Math.round(before * 3.048) / 10).toLocaleString('en-US')} m`;
  await expect(row).toContainText(inFeet);
  await expect(inspector.getByText('Length (length_m, corrected)')).toBeVisible();
  await app.screenshot('inspector-meaning-corrected');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText(`${before} m`);
});
