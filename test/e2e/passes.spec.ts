import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { decode } from 'fast-png';
import { unzipSync } from 'fflate';
import { expect, test } from './fixtures.ts';
import { fetchResults } from './inspector-setup.ts';
import { closeFilter, openExpression, openTab } from './results-setup.ts';

test.use({ results: { region: 'East Asia', analytic: 'ChangeDetection', maxRecords: 20 } });

test('passes are listed, compared, stepped through and refused in numbers', async ({ app }) => {
  const { page } = app;
  await test.step('a range of more passes than can be chosen at once is refused', async () => {
    await page.route(/\/api\/[^?]*passes\.page/, async (route) => {
      // The host may close a connection that Playwright is about to use again, as it is free to; a browser sends again.
      const response = await route.fetch({ maxRetries: 2 });
      // More rows than a range may have.
      const body = (await response.text()).replace(/"total":\d+/g, '"total":1500');
      await route.fulfill({ response, body });
    });
    await page.getByRole('tab', { name: 'Passes' }).click();
    const grid = page.getByRole('grid', { name: 'Passes' });
    const chosen = grid.getByRole('row', { selected: true });
    await expect(grid.getByRole('row').nth(2)).toContainText('°');
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await expect(chosen).toHaveCount(1);
    await page.keyboard.press('Shift+End');
    await expect(page.getByText(/^At most 1,000 passes can be selected at once\./)).toBeVisible();
    await page.keyboard.press('Control+Home');
    await expect(chosen).toHaveCount(1);
    // A list that is still being read would end with the host, and fail the test.
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('passes are listed, shown on the map and compared, with the mismatch in geometry named', async () => {
    await page.getByRole('tab', { name: 'Passes' }).click();
    const grid = page.getByRole('grid', { name: 'Passes' });
    await expect(page.getByText(/^\d+ passes$/)).toBeVisible();
    await expect(grid.getByRole('row').nth(2)).toContainText('°');

    // By keyboard: the pass at the cursor is shown, and then the one below it, too.
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    const pass = page.getByRole('region', { name: 'Pass', exact: true });
    await expect(pass).toContainText('at the given reference');
    await expect(grid.getByRole('row', { selected: true })).toHaveCount(1);
    await page.keyboard.press('Control+ArrowDown');
    await page.keyboard.press('Space');
    await expect(grid.getByRole('row', { selected: true })).toHaveCount(2);
    await page.getByRole('button', { name: 'Zoom to all', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save CSV' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('collected_utc,place,sensor');

    await pass.getByRole('button', { name: 'Compare two' }).click();
    const comparison = page.getByRole('region', { name: 'Comparison of two passes' });
    const banner = comparison.getByRole('status');
    await expect(banner).toContainText(/differs by \d+\.\d°|Matching geometry/);
    const divider = comparison.getByRole('separator', { name: 'Divider between A and B' });
    await divider.focus();
    await page.keyboard.press('ArrowRight');
    await expect(divider).toHaveAttribute('aria-valuenow', '52');
    await page.keyboard.press('End');
    await expect(divider).toHaveAttribute('aria-valuenow', '100');
    const stage = await comparison.boundingBox();
    const handle = await divider.boundingBox();
    if (!stage || !handle) throw new Error('The comparison is not on the screen.');
    const middle = handle.y + handle.height / 2;
    await page.mouse.move(handle.x + handle.width / 2, middle);
    await page.mouse.down();
    await page.mouse.move(stage.x + stage.width / 4, middle, { steps: 4 });
    await page.mouse.up();
    await expect(divider).toHaveAttribute('aria-valuenow', '25');
    await comparison.getByText('Side by side').click();
    await expect(divider).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(comparison).toBeHidden();

    // A change result states that it compares its two images.
    await pass.getByRole('button', { name: 'Compare its images' }).click();
    await expect(banner).toContainText(/^Change result [0-9a-f-]{36} compares these two images: /);
    await comparison.getByRole('button', { name: 'Close' }).click();
    await expect(comparison).toBeHidden();

    await page.getByRole('button', { name: 'Coverage', exact: true }).click();
    const scale = page.getByRole('figure', { name: 'Coverage' });
    await expect(scale).toContainText('Times imaged');
    await page.getByRole('button', { name: 'Hide coverage' }).click();
    await expect(scale).toBeHidden();

    // Stepping begins at the inspected pass, and the inspector follows.
    const steps = page.getByRole('region', { name: 'Passes over the view' });
    const timeOf = async (region: Locator) =>
      /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(await region.innerText())?.[0];
    const inspectedTime = await timeOf(pass);
    await page.keyboard.press(',');
    await expect(steps).toContainText(inspectedTime ?? 'a time');
    await expect(steps).toContainText('Records fetched only for Change');
    await page.keyboard.press(',');
    await expect(steps).not.toContainText(inspectedTime ?? 'a time');
    await expect(pass).toContainText((await timeOf(steps)) ?? 'a time');
    await pass.getByRole('button', { name: 'Clear', exact: true }).click();
    await steps.getByRole('button', { name: 'Stop' }).click();

    // A condition on detections leaves out no pass, which is stated.
    await openExpression(page);
    await page.keyboard.type('confidence > 0.1');
    await page.keyboard.press('Enter');
    await closeFilter(page);
    await page.getByRole('application', { name: /^Map/ }).focus();
    await page.keyboard.press('.');
    await expect(steps).toContainText(
      'All passes over this view; of their detections only those with confidence > 0.1',
    );
    await steps.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Clear all' }).click();

    // Step through the passes over the view; the filter comes back at the end.
    await page.keyboard.press('.');
    await expect(steps.getByRole('status')).toContainText(/^Pass 1 of \d+, covers /);
    await page.keyboard.press('.');
    await expect(steps.getByRole('status')).toContainText(/^Pass 2 of \d+, .* after the last, covers /);
    await page.keyboard.press(',');
    await expect(steps.getByRole('status')).toContainText(/^Pass 1 of /);
    await steps.getByRole('button', { name: 'Stop' }).click();
    await expect(steps).toBeHidden();
    await page.keyboard.press(',');
    await expect(steps.getByRole('status')).toContainText(/^Pass (\d+) of \1, /);
    await openTab(page, 'Timeline');
    await expect(page.locator('[data-pass-tick="shown"]')).toHaveCount(1);

    // An image of each, in one file that is downloaded; afterwards the same pass is shown.
    const reading = (await steps.getByRole('status').textContent()) ?? '';
    const count = Number(/^Pass (\d+) of /.exec(reading)?.[1]);
    await page.keyboard.press('Control+p');
    const dialog = page.getByRole('dialog', { name: 'Export map image' });
    await expect(dialog.getByRole('img', { name: 'Map image preview' })).toBeVisible();
    await dialog.getByLabel('One image for each pass over the view').check();
    await dialog.getByRole('button', { name: 'Save images…' }).click();
    const jobs = page.getByRole('region', { name: 'Background jobs' });
    // By software, a busy machine draws each in five seconds.
    await expect(jobs.getByText(`${count} map images saved.`)).toBeVisible({ timeout: 200_000 });
    await expect(dialog).toBeHidden();
    await expect(steps.getByRole('status')).toHaveText(reading);
    const downloading = page.waitForEvent('download');
    await jobs.getByRole('link', { name: 'Download passes.zip' }).click();
    const images = unzipSync(await readFile(await (await downloading).path()));
    const names = Object.keys(images);
    expect(names).toHaveLength(count);
    for (const name of names) expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(_\d+)?\.png$/);
    expect(names).toEqual(names.toSorted());
    const sizes = Object.values(images).map((image) => decode(image).width);
    expect(new Set(sizes).size).toBe(1);
    // From the map, too.
    await page.getByRole('application', { name: /^Map/ }).focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Background jobs' })).toBeHidden();
    await steps.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('tab', { name: 'Passes' }).click();

    // The last of many, of which the list has not read the page yet.
    await fetchResults(page, {
      regions: ['East Asia'],
      analytics: ['SmallVesselDetection'],
      maxRecords: 260,
    });
    await expect(page.getByText(/^[2-9]\d\d passes$/)).toBeVisible();
    await grid.focus();
    await page.keyboard.press('End');
    const last = grid.getByRole('row').last();
    await expect(last).toContainText(/\d{4}-\d\d-\d\d \d\d:/);
    await expect(pass).toContainText((await last.getByRole('gridcell').first().textContent()) ?? '');
  });
});
