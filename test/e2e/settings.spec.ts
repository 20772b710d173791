import type { Page } from '@playwright/test';
import { designTokens } from '../../renderer/ui/design-tokens.ts';
import { expect, test } from './fixtures.ts';
import { closeSettings, openSettings, reloadPage } from './sign-in.ts';

test.use({ results: { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 20 } });

/** Number of pixels of the map with a color, `#rrggbb`. */
async function pixelsOfMap(page: Page, color: string): Promise<number> {
  const picture = await page.getByRole('application', { name: /^Map/ }).screenshot();
  return page.evaluate(
    async ([png, rgb]) => {
      const file = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([file]));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const bytes = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
      let count = 0;
      for (let at = 0; at < bytes.length; at += 4) {
        const here = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
        if (here === rgb) count += 1;
      }
      return count;
    },
    [picture.toString('base64'), Number.parseInt(color.slice(1), 16)] as const,
  );
}

test('colors follow the theme, rows their height, and keys what was chosen', async ({ app }) => {
  const { page } = app;
  await test.step('page, map and marks follow the color scheme of the system while it changes', async () => {
    await page.evaluate(() =>
      localStorage.setItem('sightline.settings', '{"version":1,"state":{"theme":"system"}}'),
    );
    await page.emulateMedia({ colorScheme: 'light' });
    await page.reload();
    const { light, dark } = designTokens;
    const many = 10_000;
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
    await expect.poll(() => pixelsOfMap(page, light.sea)).toBeGreaterThan(many);
    await expect.poll(() => pixelsOfMap(page, light.land)).toBeGreaterThan(many);
    expect(await pixelsOfMap(page, dark.sea)).toBe(0);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
    await expect.poll(() => pixelsOfMap(page, dark.sea)).toBeGreaterThan(many);
    expect(await pixelsOfMap(page, light.sea)).toBe(0);
  });

  await test.step('the theme and the height of rows are chosen in the dialog, which the palette finds by its words', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('application', { name: /^Map/ }).focus();
    for (const [word, section] of [
      ['nautical miles', 'Units and time'],
      ['proxy', 'Network'],
      ['tile cache', 'Storage'],
      ['theme', 'Appearance'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/Search commands/).fill(word);
      await page.getByRole('button', { name: `Settings: ${section}` }).click();
      await expect(
        page.getByRole('dialog', { name: 'Settings' }).getByRole('region', { name: section }),
      ).toBeVisible();
      if (section !== 'Appearance') await closeSettings(page);
    }
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByText('Light', { exact: true }).click();
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
    await settings.getByText('Comfortable', { exact: true }).click();
    const list = settings.getByRole('navigation');
    await settings.getByRole('textbox', { name: 'Search settings' }).fill('cach');
    await expect(list.getByRole('button')).toHaveText(['Storage']);
    await expect(settings.getByRole('region', { name: 'Storage' })).toBeVisible();
    await settings.getByRole('textbox', { name: 'Search settings' }).fill('nothing like this');
    await expect(settings).toContainText('No section matches');
    await closeSettings(page);
    const row = page.locator('[data-region="table"]').getByRole('row').nth(1);
    await expect(row).toHaveCSS('height', '28px');
    await row.click();
    await expect(page.getByRole('region', { name: 'Detection fields' })).toBeVisible();
  });

  await test.step('a key is changed, refused where another command has it, shown in tooltips and lists, and retained', async () => {
    const settings = await openSettings(page, 'Keys');
    await settings.getByRole('textbox', { name: 'Search commands and keys' }).fill('zoom in');
    const change = settings.getByRole('button', { name: /^(Change|Press) the (new )?key of: Zoom in/ });
    await change.click();
    await page.keyboard.press('Control+b');
    await expect(settings.getByRole('alert')).toContainText('Ctrl B is the key of “');
    await page.keyboard.press('Shift+g');
    await expect(settings.getByRole('alert')).toBeHidden();
    await expect(settings.locator('kbd', { hasText: 'Shift G' })).toBeVisible();
    // Escape ends the recording, not the dialog.
    await change.click();
    await page.keyboard.press('Escape');
    await expect(settings).toBeVisible();
    await closeSettings(page);

    await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveAttribute('title', 'Zoom in (Shift G)');
    const scale = page.locator('footer').getByText(/^1 : /);
    const before = await scale.textContent();
    await page.keyboard.press('Shift+g');
    await expect(scale).not.toHaveText(before ?? '');
    await page.keyboard.press('Shift+?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(list.locator('kbd', { hasText: 'Shift G' })).toBeVisible();
    await page.keyboard.press('Escape');
    await reloadPage(page);
    await openSettings(page, 'Keys');
    await settings.getByRole('button', { name: 'Reset all' }).click();
    await expect(settings.getByRole('button', { name: 'Reset all' })).toBeDisabled();
    await closeSettings(page);
    await expect(page.getByRole('button', { name: 'Zoom in' })).not.toHaveAttribute('title', /Shift G/);
  });
});
