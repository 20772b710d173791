import type { Page } from '@playwright/test';
import { square } from '../builders/new-area.ts';
import { isLongRun } from '../builders/test-tier.ts';
import { addAreas } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { fetchResults, isChipSettled } from './inspector-setup.ts';
import { beginOrder, fillOrder } from './order-form-setup.ts';
import { openTab } from './results-setup.ts';
import { seriousFindings } from './serious-findings.ts';
import { closeSettings, openSettings, showPanel, signInToDemo } from './sign-in.ts';

test.use({ results: { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 20 } });

/** The commands that open a dialog which needs no other state than a few detections. */
const dialogCommands = [
  'Show keyboard shortcuts',
  'Open the user’s guide',
  'Export detections',
  'Go to coordinates or a place',
  'Export or print the map image',
  'Prefetch chips',
  'Show the query text',
  'More conditions of the query',
  'Choose the fields of each record to fetch',
  'Save the query as a search',
  'Show the fetch history',
  'Enter the coordinates of an area',
  'Compact the workspace…',
  'Open another workspace…',
  'Rebuild the workspace from raw records…',
  'Merge reviews of another workspace…',
  'Export a case…',
  'Import a case…',
];

test.describe('at the first start', () => {
  test.use({ signedIn: false, results: null });

  test('axe-core finds nothing serious on panels, tabs, orders and passes', async ({ app }, testInfo) => {
    const { page } = app;
    const findings: Record<string, string[]> = {};
    const check = async (state: string) => {
      findings[state] = await seriousFindings(page);
    };

    await expect(page.getByRole('button', { name: 'Start with the demo' })).toBeVisible();
    await check('first screen');
    await page.getByRole('button', { name: 'Sign in to a service…' }).click();
    await expect(page.getByRole('dialog', { name: 'New profile' })).toBeVisible();
    await check('profile of a service');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Use these' })).toBeVisible();
    await check('sign-in');
    await page.keyboard.press('Escape');
    await signInToDemo(page);
    await check('no results yet');
    await fetchResults(page, { regions: ['East Asia'], analytics: ['LargeVesselDetection'], maxRecords: 20 });

    for (const name of ['Orders', 'Areas', 'Review', 'Layers', 'Get'] as const) {
      await showPanel(page, name);
      await check(`${name} panel`);
    }

    const table = page.locator('[data-region="table"]');
    await table.getByRole('row').nth(1).click();
    await expect(page.getByRole('region', { name: 'Detection fields' })).toBeVisible();
    await check('a detection in the inspector');
    for (const name of ['Timeline', 'Records', 'Chips']) {
      await openTab(page, name);
      await check(`${name} tab`);
    }
    for (const name of ['Statistics', 'Passes', 'Table']) {
      const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) });
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await check(`${name} tab`);
    }

    const area = square('East China Sea', [122, 28], 2);
    await addAreas(page, [area]);
    const order = await beginOrder(page);
    await expect(order).toBeVisible();
    await check('order form');
    await fillOrder(order, 'Accessible', [area.name]);
    await check('order form, filled in');

    await page.getByRole('tab', { name: 'Passes' }).click();
    await page.getByRole('grid', { name: 'Passes' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+ArrowDown');
    await page.keyboard.press('Space');
    await check('two passes in the inspector');
    await page.getByRole('button', { name: 'Compare two' }).click();
    await expect(page.getByRole('region', { name: 'Comparison of two passes' })).toBeVisible();
    await check('a comparison of two passes');

    const counts = Object.entries(findings).map(([state, { length }]) => `${state}: ${length}`);
    testInfo.annotations.push({ type: 'serious findings', description: counts.join(', ') });
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });
});

test('axe-core finds nothing serious in dialogs, settings, reviews and both themes', async ({
  app,
}, testInfo) => {
  const { page } = app;

  await test.step('in forced colors states and progress use the colors of the system, and swatches keep theirs', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const row = page.locator('[data-region="table"]').getByRole('row').nth(1);
    await row.click();
    const [highlight, highlightText] = await page.evaluate(() => {
      const probe = document.createElement('span');
      Object.assign(probe.style, {
        background: 'Highlight',
        color: 'HighlightText',
        forcedColorAdjust: 'none',
      });
      document.body.append(probe);
      const { backgroundColor, color } = getComputedStyle(probe);
      probe.remove();
      return [backgroundColor, color] as const;
    });
    await expect(row).toHaveCSS('background-color', highlight);
    await expect(row.getByRole('gridcell').first()).toHaveCSS('color', highlightText);
    const results = page.getByRole('navigation').getByRole('button', { name: 'Get', exact: true });
    await expect(results).toHaveCSS('background-color', highlight);
    const tab = page.getByRole('tab', { name: /^Table/ });
    await expect(tab).toHaveCSS('border-bottom-color', highlight);
    await expect(page.getByRole('tab', { name: /^Statistics/ })).not.toHaveCSS(
      'border-bottom-color',
      highlight,
    );
    // A mark keeps its color, which is what the map shows: that of large vessels or, on some days, of both kinds.
    const colorOfMark = /^rgb\((216, 88, 65|254, 228, 59)\)$/;
    await expect(row.locator('svg path')).toHaveCSS('fill', colorOfMark);
    await expect(page.locator('[data-legend-entry] svg[viewBox="-9 -9 18 18"] path').first()).toHaveCSS(
      'fill',
      colorOfMark,
    );
    const progress = page.getByRole('progressbar', { name: /^Progress of / }).first();
    await expect(progress.locator('> *')).toHaveCSS('background-color', highlight);
    await page.getByRole('navigation').getByRole('button', { name: 'Layers' }).click();
    const swatch = page.getByRole('region', { name: 'Layers panel' }).locator('[data-kind="line"]').first();
    const [own, forced] = await swatch.evaluate((element: HTMLElement) => {
      const probe = document.createElement('span');
      probe.style.color = element.style.color;
      document.body.append(probe);
      const replaced = getComputedStyle(probe).color;
      probe.style.forcedColorAdjust = 'none';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return [color, replaced] as const;
    });
    expect(own).not.toBe(forced);
    await expect(swatch).toHaveCSS('color', own);
    await page.emulateMedia({ forcedColors: 'none' });
  });

  await test.step('axe-core finds nothing serious in the dialogs', async () => {
    const findings: Record<string, string[]> = {};
    const check = async (state: string) => {
      findings[state] = await seriousFindings(page, '[role="dialog"]');
    };
    for (const title of dialogCommands) {
      await page.getByRole('application', { name: /^Map/ }).focus();
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/Search commands/).fill(title);
      const palette = page.getByRole('dialog', { name: 'Command palette' });
      await palette.getByRole('button', { name: title }).first().click();
      await expect(palette).toBeHidden();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await check(title);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await page.keyboard.press('Control+k');
    await expect(page.getByPlaceholder(/Search commands/)).toBeFocused();
    await check('command palette');
    await page.keyboard.press('Escape');

    const counts = Object.entries(findings).map(([state, { length }]) => `${state}: ${length}`);
    testInfo.annotations.push({ type: 'serious findings', description: counts.join(', ') });
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });

  await test.step('axe-core finds nothing serious in the settings and in the light theme', async () => {
    const findings: Record<string, string[]> = {};
    const check = async (state: string) => {
      findings[state] = await seriousFindings(page);
    };
    const settings = await openSettings(page, 'Appearance');
    for (const button of await settings.getByRole('navigation').getByRole('button').all()) {
      await button.click();
      await expect(button).toHaveAttribute('aria-current', 'page');
      await check(`settings: ${await button.textContent()}`);
    }
    await settings.getByRole('button', { name: 'Appearance' }).click();
    await settings.getByText('Light', { exact: true }).click();
    await check('settings in the light theme');
    await closeSettings(page);
    await check('results in the light theme');
    await page.locator('[data-region="table"]').getByRole('row').nth(1).click();
    const confirm = page.getByRole('group', { name: 'Verdict' }).getByRole('button', { name: /^Confirm/ });
    await confirm.click();
    await expect(confirm).toHaveAttribute('aria-pressed', 'true');
    await check('a confirmed detection in the light theme');

    const counts = Object.entries(findings).map(([state, { length }]) => `${state}: ${length}`);
    testInfo.annotations.push({ type: 'serious findings', description: counts.join(', ') });
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });

  await test.step('axe-core finds nothing serious in the inspector and in a review', async () => {
    const findings: Record<string, string[]> = {};
    const check = async (state: string) => {
      findings[state] = await seriousFindings(page);
    };
    await page.locator('[data-region="table"]').getByRole('row').nth(1).click();
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    const crumbs = inspector.getByRole('navigation', { name: 'Inspected item' });
    await crumbs.locator('button:not([title])').click();
    await expect(inspector.getByRole('region', { name: 'Pass', exact: true })).toContainText('Vendor ID');
    await check('a pass in the inspector');
    await openTab(page, 'Records');
    await page.getByRole('grid', { name: 'Records' }).getByRole('row').nth(1).click();
    await expect(inspector.getByRole('region', { name: 'Inspected record' })).toContainText('Record ID');
    await check('a record in the inspector');
    await page.getByRole('tab', { name: /^Table/ }).click();
    await addAreas(page, [square('Harbor', [128, 35], 1)]);
    await showPanel(page, 'Areas');
    await page
      .getByRole('region', { name: 'Areas panel' })
      .getByRole('button', { name: /^Harbor/ })
      .click();
    await expect(inspector.getByRole('region', { name: 'Area', exact: true })).toContainText('Shape');
    await check('an area in the inspector');
    await page.getByRole('navigation').getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Start review' }).click();
    const stage = page.getByRole('region', { name: 'Detection under review' });
    await expect(stage).toBeFocused();
    await expect(stage.getByRole('region', { name: 'Chip' })).toHaveAttribute('data-chip', isChipSettled);
    await check('a running review');
    await page.keyboard.press('c');
    await stage.getByRole('button', { name: 'End review' }).click();
    const summary = page.getByRole('region', { name: 'Review summary' });
    await expect(summary.getByRole('table', { name: 'By place' })).toBeVisible();
    await check('the summary of a review');
    await page.getByRole('button', { name: 'Start another review' }).click();
    const asking = page.getByRole('dialog', { name: 'Start another review?' });
    await expect(asking).toBeVisible();
    await check('another review instead of one that is not complete');
    await asking.getByRole('button', { name: 'Start another review' }).click();
    await expect(summary).toBeHidden();

    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });

  await test.step('a notification is readable in both themes, and covers neither the inspector nor a dialog', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await letFailuresStay(page);
    const refused = 'The host ended in the middle of its resp';
    await page.route(/\/api\/[^?]*session\.signOut/, (route) =>
      route.fulfill({ status: 500, contentType: 'text/plain', body: refused }),
    );
    const notification = page.locator('.mantine-Notification-root').last();
    const findings: Record<string, string[]> = {};
    for (const colorScheme of ['dark', 'light'] as const) {
      const settings = await openSettings(page, 'Appearance');
      await settings.getByText(colorScheme === 'light' ? 'Light' : 'Dark', { exact: true }).click();
      await closeSettings(page);
      await page.locator('[data-region="table"]').getByRole('row').nth(1).click();
      await page.keyboard.press('Shift+O');
      await expect(notification).toHaveAttribute('role', 'alert');
      findings[colorScheme] = await seriousFindings(page);
      const inspector = await page.getByRole('complementary', { name: 'Inspector' }).boundingBox();
      const shown = await notification.boundingBox();
      if (!inspector || !shown) throw new Error('Notification and inspector are not on the screen.');
      expect(shown.x + shown.width).toBeLessThanOrEqual(inspector.x);
      await page.keyboard.press('Shift+?');
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      findings[`${colorScheme}, with a dialog`] = await seriousFindings(page);
      const below = await notification.boundingBox();
      const covered = await dialog.boundingBox();
      if (!below || !covered) throw new Error('Notification and dialog are not on the screen.');
      expect(below.y).toBeGreaterThanOrEqual(covered.y + covered.height);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await notification.getByRole('button', { name: 'Hide this message' }).click();
    }
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });

  for (const scheme of isLongRun ? ['Dark', 'Light'] : ['Light']) {
    await test.step(`axe-core finds nothing serious in the main states with a notification open, ${scheme}`, async () => {
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.route(/\/api\/[^?]*session\.signOut/, (route) => route.abort());
      const notification = page.locator('.mantine-Notification-root').last();
      const findings: Record<string, string[]> = {};
      const check = async (state: string) => {
        await expect(notification, state).toBeVisible();
        findings[state] = await seriousFindings(page);
      };
      const rail = page.getByRole('navigation');
      const settings = await openSettings(page, 'Appearance');
      await settings.getByText(scheme, { exact: true }).click();
      await closeSettings(page);
      await page.keyboard.press('Shift+O');
      await page.locator('[data-region="table"]').getByRole('row').nth(1).click();
      await page.keyboard.press('/');
      await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
      await check('a detection and the filter');
      await page.keyboard.press('Escape');
      for (const [tab, panel] of [
        ['Statistics', 'Orders'],
        ['Passes', 'Areas'],
        ['Sites', 'Watch'],
        ['AIS', 'Layers'],
        ['Table', 'Get'],
      ] as const) {
        if (tab === 'Sites' || tab === 'AIS') await openTab(page, tab);
        else await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
        await showPanel(page, panel);
        await check(`the tab ${tab} and the panel ${panel}`);
      }
      await rail.getByRole('button', { name: 'Review', exact: true }).click();
      await page.getByRole('button', { name: 'Start review' }).click();
      await expect(page.getByRole('region', { name: 'Chip' })).toHaveAttribute('data-large', 'true');
      await check('a review');
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    });
  }
});

/** A failure is shown for 20 seconds, which a busy machine may need for a look at the page; here it stays. */
async function letFailuresStay(page: Page): Promise<void> {
  await page.evaluate(() => {
    const start = window.setTimeout;
    window.setTimeout = ((run: () => void, delay?: number) =>
      delay === 20_000 ? 0 : start(run, delay)) as typeof window.setTimeout;
  });
}
