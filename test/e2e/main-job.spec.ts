import { readFile } from 'node:fs/promises';
import { addAreas } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { focusWithChip, tableRows } from './inspector-setup.ts';
import { beginOrder, fillOrder } from './order-form-setup.ts';
import { closeFilter, countInTable, fetchToEnd, limitSearch } from './results-setup.ts';
import { showPanel, signInToDemo } from './sign-in.ts';

test.describe('at the first start', () => {
  test.use({ signedIn: false });

  test('the main job: sign in, area, order, results, inspect, export, and all of it offline', async ({
    app,
  }) => {
    let { page } = app;
    await signInToDemo(page);

    await showPanel(page, 'Areas');
    await page.keyboard.press('r');
    const map = await page.getByRole('application', { name: /^Map/ }).boundingBox();
    if (!map) throw new Error('The map is not on screen.');
    await page.mouse.click(map.x + map.width * 0.6, map.y + map.height * 0.3);
    await page.mouse.click(map.x + map.width * 0.7, map.y + map.height * 0.4);
    await expect(page.getByRole('list', { name: 'Areas of this workspace' })).toContainText('Area 1');

    const form = await beginOrder(page);
    await fillOrder(form, 'Main job', ['Area 1']);
    await form.getByRole('button', { name: /^Send order/ }).click();
    await expect(page.getByRole('list', { name: 'Status history' })).toContainText('Created');

    await showPanel(page, 'Get');
    await limitSearch(page, 600, 200);
    await expect(await fetchToEnd(page)).toContainText('600 records');
    await expect.poll(() => countInTable(page)).toBeGreaterThan(600);
    const fetched = await countInTable(page);

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('search').getByLabel('Text in any field').fill('CHIP-');
    await expect(page.getByRole('tab', { name: /^Table · [\d,]+ of / })).toBeVisible();
    const chips = await countInTable(page);
    expect(chips).toBeLessThan(fetched);
    await closeFilter(page);
    const place = await focusWithChip(page);
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector.getByRole('img', { name: /chip/i })).toBeVisible();
    await expect(inspector.getByText('To sensor')).toBeVisible();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Export…' }).click();
    await page.getByRole('radio', { name: /^Filtered: / }).check();
    await page.getByRole('button', { name: /^Export [\d,]+ detections/ }).click();
    const exports = page
      .getByRole('region', { name: 'Background jobs' })
      .getByRole('article', { name: /^Export to / });
    await expect(exports.getByText('Complete')).toBeVisible();
    const file = await exports
      .getByRole('list', { name: 'Exported files' })
      .locator('span')
      .first()
      .textContent();
    expect(JSON.parse(await readFile(file ?? '', 'utf8')).features).toHaveLength(chips);

    page = await app.restart({ demo: 'off' });
    await page.getByRole('button', { name: 'Work offline' }).click();
    await expect.poll(() => countInTable(page)).toBe(fetched);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('search').getByLabel('Text in any field').fill('CHIP-');
    await expect.poll(() => countInTable(page)).toBe(chips);
    await closeFilter(page);
    await tableRows(page).nth(place).click();
    const offline = page.getByRole('complementary', { name: 'Inspector' });
    await expect(offline.getByRole('img', { name: /chip/i })).toBeVisible();
    await showPanel(page, 'Areas');
    await expect(page.getByRole('list', { name: 'Areas of this workspace' })).toContainText('Area 1');
    await showPanel(page, 'Orders');
    await expect(page.getByRole('list', { name: 'Orders of this account' })).toContainText('Main job');
    await app.screenshot('main-job-offline');
  });
});

test('the workspace as its picture shows it', async ({ app }) => {
  const { page } = app;
  await addAreas(page, [
    {
      name: 'Yellow Sea approaches',
      shape: {
        kind: 'polygon',
        polygon: {
          type: 'Polygon',
          coordinates: [
            [
              [121.2, 38.6],
              [121.6, 34.4],
              [124.2, 31.6],
              [127.4, 32.6],
              [126, 37.9],
              [121.2, 38.6],
            ],
          ],
        },
      },
    },
  ]);
  await limitSearch(page, 2500, 500);
  await fetchToEnd(page);
  await showPanel(page, 'Areas');
  await page
    .getByRole('list', { name: 'Areas of this workspace' })
    .getByRole('button', { name: /Yellow Sea/ })
    .click();
  await page.keyboard.press('Shift+Z');
  await showPanel(page, 'Get');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('search').getByLabel('Text in any field').fill('CHIP-');
  await expect(page.getByRole('tab', { name: /^Table · [\d,]+ of / })).toBeVisible();
  await closeFilter(page);
  await focusWithChip(page);
  await app.screenshot('workspace');
});
