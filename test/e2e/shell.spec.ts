import { expect, test } from './fixtures.ts';
import { reloadPage } from './sign-in.ts';

test('the palette finds commands, states why some cannot run, and runs the others', async ({ app }) => {
  const { page } = app;
  const map = page.getByRole('application');
  await map.focus();
  await page.keyboard.press('Control+k');
  const search = page.getByPlaceholder(/Search commands/);
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(map).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
  await app.screenshot('palette');
  await search.fill('export');
  const action = page.getByRole('button', { name: /Export detections/ });
  await expect(action).toContainText('There are no detections in this workspace yet.');

  await search.fill('layers panel');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Layers panel' })).toBeFocused();
  await expect(search).toBeHidden();

  await page.keyboard.press('Control+k');
  await search.fill('no such thing');
  await expect(page.getByText('No match for “no such thing”.')).toBeVisible();
});

test('letters typed at once after the key of the palette are written into its field', async ({ app }) => {
  const { page } = app;
  const search = page.getByPlaceholder(/Search commands/);
  // Opened once, so that its code is loaded.
  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  // A busy page handles the next key before it draws another frame.
  const isFocused = await page.evaluate(() => {
    const key = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', key));
    return document.activeElement?.matches('[role="dialog"] input') ?? false;
  });
  expect(isFocused).toBe(true);
  await page.keyboard.type('layers panel');
  await expect(search).toHaveValue('layers panel');
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
});

test('letters typed before the palette is loaded are written into its field, and run no command', async ({
  app,
}) => {
  const { page } = app;
  const loading = Promise.withResolvers<void>();
  await page.route(/\/dialogs-[^/]*\.js$/, async (route) => {
    await loading.promise;
    await route.continue();
  });
  await page.reload();
  const dock = page.locator('[data-dock]');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  const shown = await dock.getAttribute('data-dock');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('daX');
  await page.keyboard.press('Backspace');
  loading.resolve();
  const search = page.getByPlaceholder(/Search commands/);
  await expect(search).toHaveValue('da');
  await expect(search).toBeFocused();
  await page.keyboard.type('rk');
  await expect(search).toHaveValue('dark');
  // D is the key of the dock.
  expect(await dock.getAttribute('data-dock')).toBe(shown);
});

test('the count of unfinished orders opens them', async ({ app }) => {
  const { page } = app;
  const count = page.getByRole('contentinfo').getByRole('button', { name: /^\d+ unfinished orders?$/ });
  const unfinished = Number.parseInt((await count.textContent()) ?? '', 10);
  await count.click();
  const orders = page.getByRole('list', { name: 'Orders of this account' });
  await expect(orders.getByRole('listitem')).toHaveCount(unfinished);
  await expect(orders.getByText('Completed', { exact: true })).toHaveCount(0);
  await app.screenshot('unfinished-orders');
});

test('the palette finds orders by name', async ({ app }) => {
  const { page } = app;
  await expect(page.getByRole('contentinfo')).toContainText(/\d+ unfinished orders?/);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/Search commands/).fill('kerch');
  await page.getByRole('button', { name: /Kerch approaches/ }).click();
  await expect(page.getByRole('region', { name: 'Orders panel' })).toContainText('Kerch approaches');
});

test('keys choose panels, but not while typing or in a dialog', async ({ app }) => {
  const { page } = app;
  for (const [key, name] of [
    ['1', 'Orders'],
    ['2', 'Areas'],
    ['4', 'Review'],
    ['5', 'Layers'],
    ['3', 'Results'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('region', { name: `${name} panel` })).toBeVisible();
  }
  // A frame can take long on a busy machine: a field entered before it ends keeps the focus.
  const isFieldFocused = await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const field = document.querySelector<HTMLElement>('[data-region="side"] input:not([type="hidden"])');
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '3', code: 'Digit3', bubbles: true }));
    field?.focus();
    await nextFrame();
    await nextFrame();
    return document.activeElement === field;
  });
  expect(isFieldFocused).toBe(true);

  await page.getByLabel('Collected after (UTC)', { exact: true }).fill('');
  await page.keyboard.type('1');
  await expect(page.getByRole('region', { name: 'Results panel' })).toBeVisible();
  await page.keyboard.press('Tab');

  await page.getByRole('heading', { name: 'Ask the service' }).click();
  await page.keyboard.press('Shift+?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Fetch results');
  await expect(help).toContainText('Ctrl K');
  await app.screenshot('keys');
  await page.keyboard.press('1');
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(page.getByRole('region', { name: 'Results panel' })).toBeVisible();
});

test('the table can be hidden and shown', async ({ app }) => {
  const { page } = app;
  const detections = page.getByRole('region', { name: 'Detections' });
  await expect(detections.getByText('No detections on this disk yet')).toBeVisible();
  await page.keyboard.press('d');
  await expect(detections.getByText('No detections on this disk yet')).toBeHidden();
  await page.keyboard.press('d');
  await expect(detections.getByText('No detections on this disk yet')).toBeVisible();
});

test('panels are resized and hidden by keyboard, and come back as they were', async ({ app }) => {
  const { page } = app;
  const layers = page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Layers' });
  const tip = page.getByRole('tooltip', { name: 'Layers (5)' });
  await layers.hover();
  await expect(tip).toBeVisible();
  await layers.click();
  await expect(page.getByRole('region', { name: 'Layers panel' })).toBeVisible();
  await expect(tip).toBeHidden();
  await page.keyboard.press('3');
  const side = page.getByRole('region', { name: 'Results panel' });
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const table = page.getByRole('tabpanel');
  const edge = page.getByRole('separator', { name: 'Left panel width' });
  const results = page.getByRole('navigation').getByRole('button', { name: 'Results' });

  await expect(edge).toHaveAttribute('aria-valuenow', '320');
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', '336');
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(336);
  await page.keyboard.press('Control+i');
  await expect(inspector).toBeHidden();

  await page.keyboard.press('Control+.');
  const note = page.getByRole('button', { name: /^Panels are hidden/ });
  await expect(note).toBeVisible();
  for (const hidden of [side, table, page.getByRole('banner'), page.getByRole('navigation')]) {
    await expect(hidden).toBeHidden();
  }
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await app.screenshot('focus-map');
  await note.click();
  for (const shown of [side, table, page.getByRole('banner')]) await expect(shown).toBeVisible();
  await expect(inspector).toBeHidden();

  await results.click();
  await expect(side).toBeHidden();
  await reloadPage(page);
  await expect(inspector).toBeHidden();
  await expect(side).toBeHidden();
  await results.click();
  await expect(edge).toHaveAttribute('aria-valuenow', '336');
  await edge.dblclick();
  await expect(edge).toHaveAttribute('aria-valuenow', '320');
  await page.keyboard.press('Control+b');
  await expect(side).toBeHidden();
});

test('F6 goes through the regions, also from a field', async ({ app }) => {
  const { page } = app;
  const regionOfFocus = () =>
    page.evaluate(() =>
      document.activeElement
        ?.closest('[data-region]:not([data-region="table"])')
        ?.getAttribute('data-region'),
    );
  await page.getByLabel('Collected after (UTC)', { exact: true }).focus();
  for (const region of ['show', 'map', 'dock', 'inspector', 'status', 'header', 'rail', 'side']) {
    await page.keyboard.press('F6');
    await expect.poll(regionOfFocus).toBe(region);
  }
  await page.keyboard.press('Shift+F6');
  await expect.poll(regionOfFocus).toBe('rail');
});

test('the notation of the pointer position changes with a click', async ({ app }) => {
  const { page } = app;
  const box = await page.getByRole('main').boundingBox();
  if (!box) throw new Error('The map has no place on the page.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
  const position = page.getByRole('button', { name: /^Pointer position/ });
  await expect(position).toHaveText(/^\d+\.\d{4}° [NS] \d+\.\d{4}° [EW]$/);
  await position.focus();
  await page.keyboard.press('Enter');
  await expect(position).toHaveAccessibleName('Pointer position in degrees, minutes, seconds');
  await page.keyboard.press('Enter');
  await expect(position).toHaveAccessibleName('Pointer position in degrees and minutes');
  await page.keyboard.press('Enter');
  await expect(position).toHaveAccessibleName('Pointer position in MGRS');
});

test('everything can be reached with Tab, and shows where the focus is', async ({ app }) => {
  const { page } = app;
  await page.getByRole('button', { name: /^Workspace:/ }).focus();
  for (let step = 0; step < 25; step += 1) {
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(unmarkedFocus)).toBe('');
  }
});

/** What has the focus without showing it; empty when it shows. Runs in the page. */
function unmarkedFocus(): string {
  const accent = 'rgb(76, 194, 212)';
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) return 'nothing has the focus';
  const marked = [activeElement, activeElement.closest('.mantine-Input-input')].some((element) => {
    const style = element && getComputedStyle(element);
    return style && (style.outlineStyle !== 'none' || style.borderColor === accent);
  });
  return marked ? '' : activeElement.outerHTML.slice(0, 200);
}
