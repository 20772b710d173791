import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { decode } from 'fast-png';
import { unzipSync } from 'fflate';
import { expect, test } from './fixtures.ts';
import { closeFilter, openExpression } from './results-setup.ts';

test.use({ results: { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 2000 } });

test('locations are opened in any notation, marked and bookmarked; the map image is saved and printed', async ({
  app,
}) => {
  const { page } = app;
  await test.step('a picture lists what it shows, with counts, and leaves out orders', async () => {
    await page.keyboard.press('Control+p');
    const form = page.getByRole('form', { name: 'Map image' });
    const preview = form.getByRole('img', { name: 'Map image preview' });
    await expect(preview).toBeVisible();
    const withOrders = await preview.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    await form.getByRole('checkbox', { name: 'Orders' }).uncheck();
    await expect
      .poll(() => preview.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()))
      .not.toBe(withOrders);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  });

  await test.step('a document of the results shows the map', async () => {
    await openExpression(page);
    await page.keyboard.type('place = "Busan" and length_m > 200');
    await page.keyboard.press('Enter');
    await closeFilter(page);
    await page.keyboard.press('Shift+E');
    const dialog = page.getByRole('dialog', { name: 'Export detections' });
    await dialog.getByLabel('Format').first().click();
    await page.getByRole('option', { name: 'Report, Word (DOCX)' }).click();
    await dialog.getByRole('button', { name: /^Export [\d,]+ detections?/ }).click();
    const jobs = page.getByRole('region', { name: 'Background jobs' });
    const job = jobs.getByRole('article', { name: /^Export to .*docx/ });
    await expect(job.getByText('Complete')).toBeVisible();
    const files = job.getByRole('list', { name: 'Exported files' }).locator('span');
    const entries = unzipSync(await readFile((await files.first().textContent()) ?? ''));
    expect(Object.keys(entries).filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
    await jobs.getByRole('button', { name: 'Close the jobs' }).click();
  });

  const map = page.getByRole('application', { name: /^Map/ });
  const card = page.getByRole('region', { name: 'Marked location' });
  const goTo = page.getByRole('dialog', { name: 'Go to' });

  await page.keyboard.press('Control+g');
  const field = goTo.getByRole('combobox');
  await field.fill('35°61′ N 124°36′ E');
  await expect(goTo.getByRole('alert')).toContainText('“61” is no number of minutes');
  await field.fill('35.5, 51.25');
  await expect(goTo.getByRole('option')).toHaveCount(2);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(goTo).toBeHidden();
  await expect(card).toContainText('51.25000° N 35.50000° E');
  await expect(map).toBeFocused();

  await page.keyboard.press('Shift+B');
  const bookmarks = page.getByRole('dialog', { name: 'Bookmarks' });
  await bookmarks.getByRole('textbox', { name: 'Name of the new bookmark' }).fill('Far north');
  await page.keyboard.press('Enter');
  await expect(bookmarks.getByRole('listitem')).toHaveText(/^Far north/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+g');
  await goTo.getByRole('combobox').fill('busan');
  await goTo.getByRole('option', { name: /^Busan Port/ }).click();
  await expect(card).toContainText('35.10000° N 129.06000° E');
  await page.keyboard.press('Control+g');
  await goTo.getByRole('combobox').fill('far');
  await goTo.getByRole('option', { name: /Bookmark$/ }).click();
  // By key the menu belongs to the middle of the map, where the bookmark's is, once it has come there.
  const menu = page.getByRole('menu', { name: 'Map menu' });
  await expect(async () => {
    await map.press('Shift+F10');
    const item = menu.getByRole('menuitem', { name: 'Copy as MGRS' });
    await expect(item).toContainText('36U XB 7446', { timeout: 1_000 });
    await page.keyboard.press('Escape');
  }).toPass();
  await expect(menu).toBeHidden();
  await expect(card).toBeVisible();
  await bookmarks.waitFor({ state: 'hidden' });
  await page.keyboard.press('Shift+B');
  await bookmarks.getByRole('button', { name: 'Actions for “Far north”' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(bookmarks.getByRole('listitem')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(bookmarks).toBeHidden();
  await page.keyboard.press('Shift+B');
  await expect(bookmarks.getByRole('listitem')).toHaveText(/^Far north/);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+p');
  const dialog = page.getByRole('dialog', { name: 'Export map image' });
  // The dialog moves the focus into itself when it has opened.
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Far north');
  await expect(dialog.getByRole('img', { name: 'Map image preview' })).toBeVisible();
  await page.evaluate(() => {
    window.print = () => void document.body.setAttribute('data-printed', '');
  });
  await dialog.getByRole('button', { name: 'Print…' }).click();
  await expect(page.locator('body[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByAltText('The map')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.getByAltText('The map')).toHaveCount(0);
  const size = await map.boundingBox();
  await dialog.getByRole('button', { name: 'Save as PNG…' }).click();
  await expect(dialog).toBeHidden();
  const folder = path.join(app.dataDir, 'exports');
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.png'));
  expect(name).toMatch(/^far-north-.*\.png$/);
  const picture = decode(await readFile(path.join(folder, name)));
  expect(picture.width).toBe(Math.round(size?.width ?? 0));
  // What is written around it comes on top.
  expect(picture.height).toBeGreaterThan(size?.height ?? 0);
});
