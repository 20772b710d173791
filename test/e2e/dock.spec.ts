import { isLongRun } from '../builders/test-tier.ts';
import { expect, test } from './fixtures.ts';
import { countInTable, openExpression, waitForTable } from './results-setup.ts';
import { reloadPage } from './sign-in.ts';

test.use({ results: { region: 'East Asia', maxRecords: 300 } });

test.beforeEach(async ({ app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await expect.poll(() => countInTable(app.page)).toBeGreaterThan(500);
});

test('an expression is completed by keyboard, marked where it is wrong, and filters', async ({ app }) => {
  const { page } = app;
  const all = await countInTable(page);
  await openExpression(page);
  const field = page.getByRole('combobox', { name: 'Filter expression' });
  await expect(field).toBeFocused();
  await page.keyboard.type('leng');
  await expect(page.getByRole('option', { name: /^length_m number, [\d,]+$/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('length_m ');
  await page.keyboard.type('> 100 and sensor = ');
  await expect(page.getByRole('option').first()).toHaveText(/^".+"[\d,]+$/);
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue(/sensor = ".+" $/);
  // Whole: nothing is suggested, and Enter applies it.
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => countInTable(page)).toBeLessThan(all);
  const filtered = await countInTable(page);
  await app.screenshot('dock-expression');

  // What cannot be read changes nothing, and is reported.
  await page.keyboard.type('40 m');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/The filter is unchanged\.$/)).toBeVisible();
  expect(await countInTable(page)).toBe(filtered);

  // A name that no property has is reported, with what may have been meant.
  await field.fill('Length_M > 100');
  await expect(page.getByText('Did you mean length_m?')).toBeVisible();
  await page.keyboard.press('Enter');
  // Also where the editor is closed: in the Show bar and in the empty table.
  const problem = 'No detection has a property “Length_M”. Did you mean length_m?';
  await expect(page.getByRole('region', { name: 'Show' }).getByRole('img', { name: problem })).toBeVisible();
  await expect(page.getByRole('tabpanel').getByText(problem)).toBeVisible();
  await app.screenshot('dock-unknown-property');

  await field.fill('');
  await expect.poll(() => countInTable(page)).toBe(all);
  await page.getByRole('button', { name: 'Recent expressions' }).click();
  await page
    .getByRole('menuitem', { name: /^length_m > 100 and sensor = / })
    .first()
    .click();
  await expect.poll(() => countInTable(page)).toBe(filtered);
});

test('the table is filtered by a value, its rows are copied, and its columns are retained', async ({
  app,
}) => {
  const { page } = app;
  const all = await countInTable(page);
  const grid = page.getByRole('grid', { name: 'Detections' });
  // Which detection is the newest depends on the time of day; which analytic is the first does not.
  await grid.getByRole('button', { name: /^Analytic/ }).click();
  await expect(grid.getByRole('columnheader', { name: /^Analytic/ })).toHaveAttribute('aria-sort', /ending$/);
  await page.keyboard.press('g');
  await page.getByLabel(/^Row number/).fill('#1');
  await page.keyboard.press('Enter');
  await expect(grid).toHaveAttribute('aria-activedescendant', /^detection-row-\d+$/);
  const row = page.locator(`#${await grid.getAttribute('aria-activedescendant')}`);
  await expect(row.getByRole('gridcell').first()).toHaveText('1');
  await expect(page.getByLabel(/^Row number/)).toBeHidden();

  await page.keyboard.press('t');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Home');
  // The menu is about a value: there is none in a row that is not loaded yet.
  await expect(page.locator('#detection-row-0').getByRole('gridcell').first()).toHaveText(/\d/);
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight');
  await expect(grid).toHaveAttribute('aria-activedescendant', 'detection-cell-0-1');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Filter by this value' }).click();
  await expect.poll(() => countInTable(page)).toBeLessThan(all);
  const listed = await countInTable(page);

  await page.keyboard.press('t');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Control+a');
  await expect(page.getByText(`${listed.toLocaleString('en-US')} selected`, { exact: true })).toBeVisible();
  await page.keyboard.press('Control+c');
  await expect(page.getByText(/rows? copied\.$/)).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')).toHaveLength(listed + 1);
  expect(copied).toMatch(/^ID\tAnalytic\t/);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy selection as GeoJSON' }).click();
  await expect(page.getByText(/detections? copied as GeoJSON\.$/)).toBeVisible();
  const geojson = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(geojson.features).toHaveLength(listed);

  // Of the selection, one press away.
  await page.getByRole('button', { name: 'Export of the selection' }).click();
  await expect(page.getByRole('dialog').getByRole('radio', { name: /^Selected/ })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Statistics of the selection' }).click();
  await expect(page.getByRole('radio', { name: 'Selected' })).toBeChecked();
  await page.getByRole('button', { name: 'Review of the selection' }).click();
  await expect(page.getByText(/^Selection of [\d,]+ detections?$/)).toBeVisible();
  await page.getByRole('button', { name: 'End review' }).click();
  await page.getByRole('button', { name: 'Start another review' }).click();
  await page
    .getByRole('dialog', { name: 'Start another review?' })
    .getByRole('button', { name: 'Start another review' })
    .click();
  await page.getByRole('tab', { name: /^Table/ }).click();

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('textbox', { name: 'Find a column' }).fill('latitude');
  await page.getByRole('checkbox', { name: 'Latitude' }).check();
  await page.keyboard.press('Escape');
  await expect(grid.getByRole('columnheader').last()).toContainText('Latitude');
  await grid.getByRole('button', { name: /^Latitude/ }).focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(grid.getByRole('columnheader').nth(-2)).toContainText('Latitude');
  await reloadPage(page);
  await expect(grid.getByRole('columnheader').nth(-2)).toContainText('Latitude');
});

test('views whose tabs do not fit are in a menu', async ({ app }) => {
  const { page } = app;
  await page.locator('[data-region="table"]').getByRole('row').nth(1).click();
  await expect(page.getByRole('region', { name: 'Detection fields' })).toBeVisible();
  const list = page.getByRole('tablist', { name: 'Detection views' });
  const inView = () =>
    list.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return Array.from(element.children)
        .filter((tab) => {
          const box = tab.getBoundingClientRect();
          return box.left >= left - 1 && box.right <= right + 1;
        })
        .map((tab) => tab.firstChild?.textContent ?? '');
    });
  const all = ['Table', 'Timeline', 'Statistics', 'Records', 'Passes', 'Sites', 'Layers', 'AIS', 'Chips'];
  const hiddenOf = (shown: readonly string[]) => all.filter((title) => !shown.includes(title));
  const more = page.getByRole('button', { name: /^\d+ more$/ });
  for (const width of isLongRun ? [1024, 1280, 1440] : [1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('tab', { name: /^Table/ }).click();
    await expect(async () => {
      const { length } = hiddenOf(await inView());
      if (length === 0) return expect(more).toBeHidden();
      await expect(more).toHaveText(`${length} more`);
    }).toPass();
    await app.screenshot(`dock-tabs-${width}`);
    const hidden = hiddenOf(await inView());
    const last = hidden.at(-1);
    if (last === undefined) continue;
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem')).toHaveText(hidden);
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('menuitem', { name: last })).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: last })).toHaveAttribute('aria-selected', 'true');
    await expect.poll(inView).toContain(last);
  }
});

test('no tab moves when the buttons of the table are loaded, and one that moves opens all the same', async ({
  app,
}) => {
  const { page } = app;
  await page.setViewportSize({ width: 1024, height: 640 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?:go-to-row|column-chooser)-[^/]*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await reloadPage(page);
  await waitForTable(page);
  const list = page.getByRole('tablist', { name: 'Detection views' });
  const before = await list.boundingBox();
  await expect(page.getByRole('button', { name: 'Columns' })).toHaveCount(0);
  release();
  await expect(page.getByRole('button', { name: 'Columns' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go to a row' })).toBeVisible();
  expect(await list.boundingBox()).toEqual(before);
  const tab = page.getByRole('tab', { name: 'Records' });
  await tab.hover();
  await page.mouse.down();
  await page.mouse.move(10, 10);
  await page.mouse.up();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
});

test('the timeline’s window filters everything, and plays', async ({ app }) => {
  const { page } = app;
  const all = await countInTable(page);
  await page.getByRole('tab', { name: 'Timeline' }).click();
  const brush = page.getByRole('slider', { name: 'Time window' });
  const box = await brush.boundingBox();
  if (!box) throw new Error('The timeline has no place on the page.');
  // So short that it plays for a minute: it has to be paused before it comes to the end.
  await page.mouse.move(box.x + box.width * 0.05, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.08, box.y + 40, { steps: 4 });
  await page.mouse.up();
  const shown = page.getByRole('region', { name: 'Show', exact: true });
  await expect(shown.getByText(/^Collected \d{4}-.+ → /)).toBeVisible();
  await expect.poll(() => countInTable(page)).toBeLessThan(all);
  await app.screenshot('dock-timeline');

  // The count is that of the window, whose ends are not edges of bars.
  const reading = page.getByRole('toolbar', { name: 'Timeline' }).getByRole('status');
  for (const length of ['6 hours', '1 day', '3 days']) {
    await page.getByRole('combobox', { name: 'Window length' }).click();
    await page.getByRole('option', { name: length, exact: true }).click();
    await expect(async () => {
      const [, count = ''] =
        / · ([\d,]+) detections?(?: ·|$)/.exec((await reading.textContent()) ?? '') ?? [];
      expect(Number(count.replaceAll(',', '') || Number.NaN)).toBe(await countInTable(page));
    }).toPass();
  }
  await app.screenshot('dock-timeline-window');

  const before = await brush.getAttribute('aria-valuetext');
  await brush.focus();
  await page.keyboard.press('ArrowRight');
  await expect(brush).not.toHaveAttribute('aria-valuetext', before ?? '');
  const moved = await brush.getAttribute('aria-valuetext');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(brush).not.toHaveAttribute('aria-valuetext', moved ?? '');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await brush.focus();
  await page.keyboard.press('Delete');
  await expect(brush).toHaveAttribute('aria-valuetext', 'All times');
  await expect.poll(() => countInTable(page)).toBe(all);
});

test('a timeline that could not be counted is counted again on request', async ({ app }) => {
  const { page } = app;
  const isFailing = { binned: true };
  await page.route(/\/api\/[^?]*results\.timeline/, async (route) => {
    const isBinned = decodeURIComponent(route.request().url()).includes('"bins":160');
    if (isBinned && isFailing.binned) await route.abort();
    else await route.continue();
  });
  await page.getByRole('tab', { name: 'Timeline' }).click();
  const dock = page.getByRole('tabpanel');
  const retry = dock.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expect(dock.getByRole('slider', { name: 'Time window' })).toBeHidden();
  await app.screenshot('dock-timeline-failed');
  isFailing.binned = false;
  await retry.click();
  await expect(dock.getByRole('slider', { name: 'Time window' })).toBeVisible();
  await expect(retry).toBeHidden();
});

test('statistics are numbers that filter and can be copied', async ({ app }) => {
  const { page } = app;
  const all = await countInTable(page);
  await page.getByRole('tab', { name: 'Statistics' }).click();
  const numbers = page.getByRole('region', { name: 'Numbers' });
  const rows = numbers.getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const counts = await rows.locator('td:nth-child(2)').allTextContents();
  expect(counts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)).toBe(all);
  const base = `Share of ${all.toLocaleString('en-US')}`;
  await expect(numbers.getByRole('columnheader', { name: base })).toBeVisible();
  await page.getByRole('button', { name: 'Copy CSV' }).click();
  await expect(page.getByText('Statistics copied as CSV.')).toBeVisible();
  const csv = await page.evaluate(() => navigator.clipboard.readText());
  expect(csv.split(/\r?\n/)).toHaveLength(counts.length + 1);
  await page.getByRole('button', { name: 'Copy image' }).click();
  await expect(page.getByText('Chart copied as an image.')).toBeVisible();

  // A click anywhere in the row filters: its button covers the row. Numbers of the former filter are not copied.
  const { promise: counted, resolve: count } = Promise.withResolvers<void>();
  const counting = /\/api\/[^?]*results\.groupCounts/;
  await page.route(counting, async (route) => {
    await counted;
    await route.continue();
  });
  const cell = await rows.nth(1).locator('td:nth-child(2)').boundingBox();
  if (!cell) throw new Error('The first row is not on screen.');
  await page.mouse.click(cell.x + cell.width / 2, cell.y + cell.height / 2);
  await expect(page.getByRole('button', { name: 'Copy CSV' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Copy image' })).toBeDisabled();
  await expect(rows.nth(1)).toBeVisible();
  count();
  await expect(page.getByRole('button', { name: 'Copy CSV' })).toBeEnabled();
  await page.unroute(counting);
  await expect.poll(() => countInTable(page)).toBe(Number(counts[0]?.replaceAll(',', '')));
  // What is typed replaces the chosen text.
  const topic = page.getByRole('combobox', { name: 'Statistics of' });
  await topic.click();
  await page.keyboard.type('confid');
  await expect(topic).toHaveValue('confid');
  await page.getByRole('option', { name: 'Confidence', exact: true }).click();
  await expect(numbers.getByText('Median')).toBeVisible();
  // Until the numbers of another topic arrive, there are none under its title.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/[^?]*results\.distribution/, async (route) => {
    await released;
    await route.continue();
  });
  await topic.click();
  await page.keyboard.type('Length');
  await page
    .getByRole('option', { name: /^Length/ })
    .first()
    .click();
  await expect(page.getByRole('tabpanel').getByText('Counting…')).toBeVisible();
  await expect(numbers).toBeHidden();
  release();
  await expect(numbers.getByText('Median')).toBeVisible();
  await app.screenshot('dock-statistics');

  await page.unroute(/\/api\/[^?]*results\.distribution/);
  await topic.click();
  await page.keyboard.type('Pass');
  await page.getByRole('option', { name: 'Pass (image)' }).click();
  const firstPass = numbers.getByRole('row').nth(1);
  await expect(firstPass.getByRole('button')).toHaveText(/^\d{4}-\d\d-\d\d .*Z · /);
  const ofPass = Number(
    (await firstPass.getByRole('cell').nth(1).innerText()).split(' ')[0]?.replaceAll(',', ''),
  );
  await app.screenshot('dock-statistics-passes');
  await firstPass.getByRole('button').click();
  await expect.poll(() => countInTable(page)).toBe(ofPass);
  // Under a filter each row states the number without it, too.
  await expect(numbers.getByText(/of [\d,]+ in all/).first()).toBeVisible();
});

test('records in which nothing was found are listed and mapped', async ({ app }) => {
  const { page } = app;
  await page.getByRole('tab', { name: 'Records' }).click();
  await page.getByText('No detections', { exact: true }).click();
  const grid = page.getByRole('grid', { name: 'Records' });
  await expect(grid.getByText('Nothing found').first()).toBeVisible();
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await expect(grid.locator('[data-focused]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Map all footprints' }).click();
  await expect(grid.locator('[data-focused]')).toHaveCount(0);
  await expect(page.getByText(/^[1-9]\d* on the map/)).toBeVisible();
  await app.screenshot('dock-records');
});
