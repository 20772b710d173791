import { expect, test } from './fixtures.ts';
import { reloadPage } from './sign-in.ts';

test('keys typed early, widths of panels, the pointer and the focus', async ({ app }) => {
  const { page } = app;
  await test.step('the notation of the pointer position changes with a click', async () => {
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

  await test.step('everything can be reached with Tab, and shows where the focus is', async () => {
    await page.getByRole('button', { name: /^Workspace:/ }).focus();
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(() => page.evaluate(unmarkedFocus)).toBe('');
    }
  });

  await test.step('panels are resized and hidden by keyboard, and come back as they were', async () => {
    const layers = page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Layers' });
    const tip = page.getByRole('tooltip', { name: 'Layers (5)' });
    await layers.hover();
    await expect(tip).toBeVisible();
    await layers.click();
    await expect(page.getByRole('region', { name: 'Layers panel' })).toBeVisible();
    await expect(tip).toBeHidden();
    await page.keyboard.press('t');
    await page.keyboard.press('3');
    const side = page.getByRole('region', { name: 'Get panel' });
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    const table = page.getByRole('tabpanel');
    const edge = page.getByRole('separator', { name: 'Left panel width' });
    const results = page.getByRole('navigation').getByRole('button', { name: 'Get', exact: true });

    await expect(edge).toHaveAttribute('aria-valuenow', '320');
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    await expect(edge).toHaveAttribute('aria-valuenow', '336');
    await expect.poll(async () => (await side.boundingBox())?.width).toBe(336);
    // Without a selection it takes no room, unless it is opened all the same.
    await expect(inspector).toBeHidden();
    await page.keyboard.press('Control+i');
    await expect(inspector).toBeVisible();
    await page.keyboard.press('Control+i');
    await expect(inspector).toBeHidden();

    await page.keyboard.press('Control+.');
    const note = page.getByRole('button', { name: /^Panels are hidden/ });
    await expect(note).toBeVisible();
    for (const hidden of [side, table, page.getByRole('banner'), page.getByRole('navigation')]) {
      await expect(hidden).toBeHidden();
    }
    await expect(page.getByRole('contentinfo')).toBeVisible();
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

  await test.step('letters typed before the palette is loaded are written into its field, and run no command', async () => {
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
});

/** Element that has the focus without showing it; empty when it shows. Runs in the page. */
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
