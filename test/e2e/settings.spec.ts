import type { Page } from '@playwright/test';
import { designTokens } from '../../renderer/ui/design-tokens.ts';
import { expect, test } from './fixtures.ts';
import { fetchResults } from './inspector-setup.ts';
import { signInToDemo } from './sign-in.ts';

const search = { regions: ['East Asia'], analytics: ['LargeVesselDetection'], maxRecords: 20, pageSize: 20 };

/** How many pixels of the map have a color, `#rrggbb`. */
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

test('page, map and marks follow the color scheme of the system while it changes', async ({ app }) => {
  const { page } = app;
  await page.evaluate(() =>
    localStorage.setItem('sightline.settings', '{"version":1,"state":{"theme":"system"}}'),
  );
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  await signInToDemo(page);
  await fetchResults(page, search);
  const { light, dark } = designTokens;
  const many = 10_000;
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  await expect.poll(() => pixelsOfMap(page, light.sea)).toBeGreaterThan(many);
  await expect.poll(() => pixelsOfMap(page, light.land)).toBeGreaterThan(many);
  expect(await pixelsOfMap(page, dark.sea)).toBe(0);
  await app.screenshot('theme-light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect.poll(() => pixelsOfMap(page, dark.sea)).toBeGreaterThan(many);
  expect(await pixelsOfMap(page, light.sea)).toBe(0);
});
