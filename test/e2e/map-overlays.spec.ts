import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { tableRows } from './inspector-setup.ts';
import { reloadPage, showPanel } from './sign-in.ts';

test.use({ viewport: { width: 1280, height: 720 } });

function mapOf(page: Page) {
  return page.getByRole('application', { name: /^Map/ });
}

/** The share of the map, 0…1, at whose points something that lies above it is seen. */
function coveredShare(page: Page): Promise<number> {
  return mapOf(page).evaluate((map) => {
    const step = 3;
    const { left, top, right, bottom } = map.getBoundingClientRect();
    let points = 0;
    let covered = 0;
    for (let x = left + step / 2; x < right; x += step) {
      for (let y = top + step / 2; y < bottom; y += step) {
        const element = document.elementFromPoint(x, y);
        points += 1;
        // The edge by which the dock is resized is invisible.
        if (!map.contains(element) && !element?.closest('[role="separator"]')) covered += 1;
      }
    }
    return covered / points;
  });
}

test.describe('with results', () => {
  test.use({ results: { region: 'East Asia', maxRecords: 100 } });

  test('what lies above the map covers little of it in results, orders and review', async ({
    app,
  }, testInfo) => {
    const { page } = app;
    const notification = page.getByRole('alert').filter({ hasText: /copied/i });
    const measure = async (state: string) => {
      await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
      const atRest = await coveredShare(page);
      await mapOf(page).focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menuitem', { name: 'Copy as MGRS' }).click();
      await expect(page.getByRole('menu')).toHaveCount(0);
      // Under the pointer it stays.
      await notification.hover();
      const notified = await coveredShare(page);
      await notification.getByRole('button').last().click();
      const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
      testInfo.annotations.push({
        type: `covered in ${state}`,
        description: `${percent(atRest)}, with a notification ${percent(notified)}`,
      });
      expect.soft(atRest, `${state}, at rest`).toBeLessThanOrEqual(0.12);
      expect.soft(notified, `${state}, with a notification`).toBeLessThanOrEqual(0.2);
    };
    // Which analytics the newest records have depends on the day.
    await page.locator('[data-region="table"]').getByRole('row').nth(1).click();
    const legend = page.getByRole('region', { name: 'Legend' });
    await expect(legend.getByRole('button', { name: /^Small vessel [\d,]+$/ })).toBeVisible();
    await expect(legend.getByText('Footprint', { exact: true })).toBeVisible();
    await measure('results');

    await showPanel(page, 'Orders');
    await expect(legend.getByRole('button', { name: 'Orders 8' })).toBeVisible();
    await measure('orders');

    await showPanel(page, 'Review');
    await page.getByRole('button', { name: 'Start review' }).click();
    await expect(page.getByRole('region', { name: 'Chip' })).toHaveAttribute('data-large', 'true');
    await measure('review');
    await page.keyboard.press('q');

    // Unfolded it is larger, but never covers the map; it stays as it is left.
    await page.keyboard.press('Shift+L');
    await expect(legend.getByRole('button', { name: 'Collapse the legend' })).toBeVisible();
    const [box, map] = [await legend.boundingBox(), await mapOf(page).boundingBox()];
    expect(box?.width).toBeLessThanOrEqual(300);
    expect(box?.height).toBeLessThanOrEqual((map?.height ?? 0) / 2);
    await reloadPage(page);
    await expect(legend.getByRole('button', { name: 'Collapse the legend' })).toBeVisible();
  });
});

test.describe('with a few detections', () => {
  test.use({ results: { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 20 } });

  test('jobs and notifications cover no control', async ({ app }) => {
    const { page } = app;
    await tableRows(page).first().click();
    await test.step('the jobs lie below the inspector, not over it, and are reached and closed by keyboard', async () => {
      const tray = page.getByRole('region', { name: 'Background jobs' });
      const inspector = page.getByRole('complementary', { name: 'Inspector' });
      for (const [width, height] of [
        [1440, 900],
        [1280, 720],
        [1024, 640],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.keyboard.press('Shift+J');
        await expect(tray).toBeFocused();
        const [above, below] = [await inspector.boundingBox(), await tray.boundingBox()];
        const end = (above?.y ?? Number.NaN) + (above?.height ?? Number.NaN);
        expect(end, `${width}`).toBeLessThanOrEqual((below?.y ?? Number.NaN) + 1);
        expect(above?.height, `${width}`).toBeGreaterThanOrEqual(250);
        expect(below?.width, `${width}`).toBe(above?.width);
        await page.keyboard.press('Escape');
        await expect(tray).toBeHidden();
      }
    });

    await test.step('a notification has one place, also with an open filter and in a review, and covers no control', async () => {
      const corners: (readonly [state: string, fromRight: number])[] = [];
      const notification = (await failCommands(page, ['Open logs'])).first();
      const check = async (state: string) => {
        await expect.poll(() => controlsUnder(notification), state).toEqual([]);
        const main = await page.locator('[data-region="show"]').boundingBox();
        const box = await notification.boundingBox();
        if (!box || !main) throw new Error('The notification or the map is not on the screen.');
        corners.push([state, Math.round(main.x + main.width - box.x - box.width)]);
        expect(box.y, state).toBeLessThan(150);
      };
      for (const [width, height] of [
        [1440, 900],
        [1024, 640],
      ] as const) {
        await page.setViewportSize({ width, height });
        await check(`results-${width}`);
        await page.keyboard.press('/');
        await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
        await check(`filter-${width}`);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('button', { name: 'Done' })).toBeHidden();
      }
      expect(new Set(corners.map(([, fromRight]) => fromRight)).size, JSON.stringify(corners)).toBe(1);
      await page.setViewportSize({ width: 1440, height: 900 });
      await showPanel(page, 'Review');
      await page.getByRole('button', { name: 'Start review' }).click();
      await expect(page.getByRole('region', { name: 'Chip' })).toHaveAttribute('data-large', 'true');
      await expect.poll(() => controlsUnder(notification), 'review').toEqual([]);
      const [inspector, box] = [
        await page.getByRole('complementary', { name: 'Inspector' }).boundingBox(),
        await notification.boundingBox(),
      ];
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(inspector?.x ?? 0);
      expect(box?.y).toBeLessThan(150);
    });
  });
});

/** The names of the controls that a notification lies over. */
function controlsUnder(notification: Locator): Promise<string[]> {
  return notification.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const controls = document.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href]');
    return [...controls].flatMap((control) => {
      const { left, top, right, bottom } = control.getBoundingClientRect();
      const isUnder = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      const isVisible = control.checkVisibility({ visibilityProperty: true }) && right > left;
      return isUnder && isVisible && !element.contains(control)
        ? [control.getAttribute('aria-label') ?? control.textContent ?? control.tagName]
        : [];
    });
  });
}

test('tools and notifications leave the map and dialogs their place', async ({ app }) => {
  const { page } = app;
  await test.step('the tools are one tab stop, their menus leave the map the keys, and the scale follows the zoom', async () => {
    const tools = page.getByRole('toolbar', { name: 'Map tools' });
    await expect(tools.locator('[tabindex="0"]')).toHaveCount(1);
    await tools.getByRole('button', { name: 'Select on the map' }).focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight');
    const menuButton = tools.getByRole('button', { name: 'Drawing tools' });
    await expect(menuButton).toBeFocused();
    await page.keyboard.press('Enter');
    const circle = page.getByRole('menuitem', { name: /^Draw a circle/ });
    await expect(circle).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /^Edit corners/ })).toContainText(
      'Select an area first.',
    );
    await page.keyboard.press('Escape');
    await expect(circle).toBeHidden();
    await expect(menuButton).toBeFocused();
    await page.keyboard.press('Enter');
    await circle.click();
    await expect(tools.getByRole('button', { name: 'Draw a circle' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(mapOf(page)).toBeFocused();

    const scale = page.getByRole('img', { name: /^Scale bar: [\d,.]+ km, [\d,.]+ nm$/ });
    const before = (await scale.getAttribute('aria-label')) ?? '';
    await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await expect(scale).not.toHaveAttribute('aria-label', before);
    await page.getByRole('button', { name: 'Zoom out', exact: true }).click();
    await expect(scale).toHaveAttribute('aria-label', before);
  });

  await test.step('a notification lies below a wide dialog, not over it', async () => {
    await mapOf(page).focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Copy as MGRS' }).click();
    const notification = page.getByRole('alert').filter({ hasText: /copied/i });
    await notification.hover();
    await page.keyboard.press('Shift+?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toBeVisible();
    for (const size of [
      { width: 1280, height: 720 },
      { width: 1024, height: 640 },
    ]) {
      await page.setViewportSize(size);
      await notification.hover();
      const [box, dialogBox] = [await notification.boundingBox(), await dialog.boundingBox()];
      if (!box || !dialogBox) throw new Error('The notification or the dialog is not on screen.');
      expect(box.y).toBeGreaterThanOrEqual(dialogBox.y + dialogBox.height);
      expect(box.y + box.height).toBeLessThanOrEqual(size.height);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('several notifications next to a dialog can be read without closing the one in front', async () => {
    const all = await failCommands(page, ['Open logs', 'Refresh orders', 'Run all saved searches']);
    await page.keyboard.press('Shift+?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await all.first().hover();
    await expect(all).toHaveCount(3);
    await expect
      .poll(async () => {
        const boxes = await Promise.all((await all.all()).map((each) => each.boundingBox()));
        const edges = boxes.map((box) => ({ top: box?.y ?? -1, bottom: (box?.y ?? 0) + (box?.height ?? 0) }));
        const [lowest, ...others] = edges.toSorted((one, other) => other.bottom - one.bottom);
        const isInside = edges.every(({ top, bottom }) => top >= 0 && bottom <= 720);
        return isInside && others.every(({ bottom }) => bottom <= (lowest?.top ?? 0));
      })
      .toBe(true);
  });
});

/** Time for which a failure is shown, milliseconds. */
const failureDurationMs = 20_000;

/** Runs commands whose calls fail: each shows a notification, which then stays however slow the machine is. */
async function failCommands(page: Page, titles: readonly (keyof typeof failingCalls)[]): Promise<Locator> {
  await page.evaluate((duration) => {
    const start = window.setTimeout;
    window.setTimeout = ((run: () => void, delay?: number) =>
      delay === duration ? 0 : start(run, delay)) as typeof window.setTimeout;
  }, failureDurationMs);
  const shown = page.getByRole('alert').filter({ hasText: / not / });
  for (const title of titles) {
    await page.route(failingCalls[title], (route) => route.abort());
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Search commands/).fill(title);
    await page.keyboard.press('Enter');
    await expect(shown).toHaveCount(titles.indexOf(title) + 1);
  }
  return shown;
}

const failingCalls = {
  'Open logs': /\/api\/[^?]*diagnostics\.openLogs/,
  'Refresh orders': /\/api\/[^?]*orders\.refresh/,
  'Run all saved searches': /\/api\/[^?]*searches\.list/,
};
