import { isLongRun } from '../builders/test-tier.ts';
import { expect, test } from './fixtures.ts';
import { countInTable, openTab, waitForTable } from './results-setup.ts';
import { reloadPage } from './sign-in.ts';

test.use({ results: { region: 'East Asia', maxRecords: 300 } });

test('the dock fits its tabs, has a timeline for the mouse, and fills the clipboard', async ({
  app,
  context,
}) => {
  const { page } = app;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await expect.poll(() => countInTable(page)).toBeGreaterThan(500);

  await test.step('views whose tabs do not fit are in a menu', async () => {
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
    const more = page.getByRole('button', { name: 'More views' });
    const others = ['Timeline', 'Records', 'Sites', 'AIS', 'Attributes', 'Chips'];
    for (const width of isLongRun ? [1024, 1280, 1440] : [1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole('tab', { name: /^Table/ }).click();
      await expect.poll(inView).toEqual(['Table', 'Passes', 'Statistics']);
      await more.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem')).toHaveText(others);
      const last = page.getByRole('menuitem', { name: 'Chips' });
      await expect(async () => {
        await page.keyboard.press('ArrowDown');
        await expect(last).toBeFocused({ timeout: 1_000 });
      }).toPass();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('tab', { name: 'Chips' })).toHaveAttribute('aria-selected', 'true');
      await expect.poll(inView).toContain('Chips');
    }
  });

  await test.step('the timeline’s window filters everything, and plays', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const all = await countInTable(page);
    await openTab(page, 'Timeline');
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

    // The count is that of the window, whose ends are not edges of bars.
    const reading = page.getByRole('toolbar', { name: 'Timeline' }).getByRole('status');
    for (const length of ['6 h', '1 d', '3 d']) {
      await page.getByRole('combobox', { name: 'Window length' }).click();
      await page.getByRole('option', { name: length, exact: true }).click();
      await expect(async () => {
        const [, count = ''] =
          / · ([\d,]+) detections?(?: ·|$)/.exec((await reading.textContent()) ?? '') ?? [];
        expect(Number(count.replaceAll(',', '') || Number.NaN)).toBe(await countInTable(page));
      }).toPass();
    }

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

  await test.step('rows and charts are copied to the clipboard', async () => {
    await page.getByRole('tab', { name: 'Statistics' }).click();
    const rows = page.getByRole('region', { name: 'Numbers' }).getByRole('row');
    await expect(rows.nth(1)).toBeVisible();
    await page.getByRole('button', { name: 'Copy image', exact: true }).click();
    await expect(page.getByText('Chart copied as an image.')).toBeVisible();
    // A click anywhere in the row filters: its button covers the row.
    const cell = rows.nth(1).locator('td:nth-child(2)');
    const count = Number((await cell.textContent())?.replaceAll(',', ''));
    const box = await cell.boundingBox();
    if (!box) throw new Error('The first row is not on screen.');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => countInTable(page)).toBe(count);
    await page.getByRole('tab', { name: /^Table/ }).click();
    await page.keyboard.press('t');
    await expect(page.getByRole('grid', { name: 'Detections' })).toBeFocused();
    await page.keyboard.press('Control+a');
    await expect(page.getByText(`${count.toLocaleString('en-US')} selected`, { exact: true })).toBeVisible();
    await page.keyboard.press('Control+c');
    await expect(page.getByText(/rows? copied\.$/)).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split('\n')).toHaveLength(count + 1);
  });

  await test.step('no tab moves when the buttons of the table are loaded, and one that moves opens all the same', async () => {
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
    expect(await list.boundingBox()).toEqual(before);
    const tab = page.getByRole('tab', { name: 'Statistics' });
    await tab.hover();
    await page.mouse.down();
    await page.mouse.move(10, 10);
    await page.mouse.up();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  });
});
