import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { inProject } from '../../scripts/lib/paths.mjs';
import { bytes, startFaultServer, status } from '../builders/fault-server.ts';
import { square } from '../builders/new-area.ts';
import { rectangle } from '../builders/positions.ts';
import { buildPage } from '../builders/record-builder.ts';
import { addAreas } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { tableRows } from './inspector-setup.ts';
import { closeFilter, fetchToEnd, limitSearch, openExpression, unfoldQuery } from './results-setup.ts';
import { seriousFindings } from './serious-findings.ts';
import { showPanel, waitUntilSignedIn } from './sign-in.ts';
import { signInByHand, useService } from './use-service.ts';

const controls = 'button, a[href], input, select, textarea, summary';

/**
 * The names of the controls that can be seen, without those in rows of tables, in the details of what is inspected, whose
 * number depends on the record, and the note that the host of the tests has no keychain.
 */
async function visibleControls(page: Page): Promise<string[]> {
  const names = await page
    .locator(`:is(${controls}):visible`)
    .evaluateAll((elements) =>
      elements
        .filter((element) => !element.closest('[role="row"], [role="rowgroup"], table, [data-details]'))
        .map((element) => element.getAttribute('aria-label') ?? element.textContent.trim()),
    );
  return names.filter((name) => name !== 'Signed in until exit');
}

/** The names of the buttons that are drawn as the primary one. */
async function primaryButtons(page: Page): Promise<string[]> {
  return page
    .locator('[data-variant="filled"]:is(button, a):visible')
    .evaluateAll((elements) => elements.map(({ textContent }) => textContent.trim()));
}

const harbour = JSON.stringify({
  type: 'Feature',
  properties: { name: 'Harbour' },
  geometry: rectangle(129, 35, 129.5, 35.5),
});

type State = {
  /** The only primary button; null where there is only to wait, or to judge. */
  readonly primary: RegExp | null;
  readonly mostControls: number;
};

/** Sets the colors of all but the map, as the setting does. */
async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((scheme) => {
    document.documentElement.dataset.mantineColorScheme = scheme;
  }, colorScheme);
}

/** Pictures of each state, made on request only: `SIGHTLINE_DESK_PICTURES=light` or `dark`, in `test/.output/desk`. */
const pictures = process.env.SIGHTLINE_DESK_PICTURES;
const sizes = {
  '1024': [1024, 640],
  '1280': [1280, 720],
  '1440': [1440, 900],
  '1920': [1920, 1080],
  '200%': [720, 450],
} as const;

/** Saves a picture of the page in each size; 200 % is that of a window of 1440 × 900. */
async function takePictures(page: Page, name: string): Promise<void> {
  const former = page.viewportSize();
  for (const [size, [width, height]] of Object.entries(sizes)) {
    await page.setViewportSize({ width, height });
    const frames = () =>
      page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            let left = 6;
            const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve());
            next();
          }),
      );
    await frames();
    await page.screenshot({ path: inProject('test', '.output', 'desk', `${name} ${size} ${pictures}.png`) });
  }
  if (former) await page.setViewportSize(former);
}

/** Expects of the screen as it is now that it offers one next action, and not too much else. */
async function expectCalm(page: Page, name: string, { primary, mostControls }: State): Promise<void> {
  await test.step(name, async () => {
    const expected = primary === null ? [] : [expect.stringMatching(primary)];
    await expect.poll(() => primaryButtons(page)).toEqual(expected);
    const found = await visibleControls(page);
    test.info().annotations.push({ type: name, description: `${found.length} controls` });
    expect.soft(found.length, found.join(' | ')).toBeLessThanOrEqual(mostControls);
    // What is hidden beside the window could be scrolled to, and the whole desk with it.
    const overflow = await page.evaluate(() => {
      const shell = document.querySelector('[class*="_shell_"]');
      return shell ? shell.scrollWidth - shell.clientWidth : 0;
    });
    expect.soft(overflow, `${name}: pixels beside the window`).toBe(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await setColorScheme(page, colorScheme);
      expect.soft(await seriousFindings(page), `${name}, ${colorScheme}`).toEqual([]);
    }
    if (pictures === undefined) return;
    await setColorScheme(page, pictures === 'light' ? 'light' : 'dark');
    await takePictures(page, name);
  });
}

test.beforeEach(async ({ context }) => {
  if (pictures === undefined) return;
  test.setTimeout(1_800_000);
  if (pictures !== 'light') return;
  await context.addInitScript(() => {
    if (window.top !== window) return;
    localStorage.setItem('sightline.settings', JSON.stringify({ state: { theme: 'light' }, version: 1 }));
  });
});

test.describe('from the first start', () => {
  test.use({ signedIn: false });

  test('each state has one next action, and few other controls', async ({ app }) => {
    const { page } = app;
    await page.getByRole('button', { name: 'Start with the demo' }).waitFor();
    await expectCalm(page, 'first', { primary: /^Start with the demo/, mostControls: 6 });

    await page.getByRole('button', { name: 'Start with the demo' }).click();
    await waitUntilSignedIn(page);
    await expectCalm(page, 'get', { primary: /^Fetch$/, mostControls: 48 });

    const query = page.getByRole('form', { name: 'Query' });
    await test.step('in a low window the button of the form is in sight, in a narrow one its panel can be opened again', async () => {
      await page.setViewportSize({ width: 1280, height: 640 });
      await expect(query.getByRole('button', { name: 'Fetch' })).toBeInViewport({ ratio: 1 });
      await page.setViewportSize({ width: 1024, height: 640 });
      await expect.poll(() => primaryButtons(page)).toEqual(['Choose what to fetch']);
      await page.getByRole('button', { name: 'Choose what to fetch' }).click();
      await expect(query.getByRole('button', { name: 'Fetch' })).toBeInViewport({ ratio: 1 });
      await expect.poll(() => primaryButtons(page)).toEqual(['Fetch']);
      await page.setViewportSize({ width: 1440, height: 900 });
    });
    await query
      .getByLabel(/^Region/)
      .first()
      .fill('East Asia');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await query.getByRole('checkbox', { name: /^Ships/ }).check();
    await query.getByRole('button', { name: '24 h' }).click();
    await fetchToEnd(page);
    await expectCalm(page, 'fetched', { primary: /^Review [\d,]+$/, mostControls: 45 });

    await test.step('the map went to what has come, and a card goes back', async () => {
      const card = page.getByRole('status').filter({ hasText: 'Go back' });
      await card.getByRole('button', { name: 'Go back' }).click();
      await expect(card).toBeHidden();
    });

    await tableRows(page).first().click();
    await page
      .getByRole('complementary', { name: 'Inspector' })
      .getByRole('button', { name: 'Confirm' })
      .waitFor();
    await expectCalm(page, 'inspected', { primary: /^Review [\d,]+$/, mostControls: 100 });
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const filter = page.getByRole('search').getByLabel('Text in any field');
    await filter.fill('CHIP-');
    await closeFilter(page);
    await expectCalm(page, 'filtered', { primary: /^Review [\d,]+$/, mostControls: 100 });
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await filter.fill('no detection has this text');
    await closeFilter(page);
    await expectCalm(page, 'filtered to nothing', { primary: /^Show all [\d,]+$/, mostControls: 100 });
    await page.getByRole('button', { name: /^Show all [\d,]+$/ }).click();

    await showPanel(page, 'Hand on');
    await expectCalm(page, 'hand on', { primary: /^Export /, mostControls: 100 });

    await addAreas(page, [square('Yellow Sea', [122, 34], 1)]);
    await showPanel(page, 'Get');
    await page.getByRole('button', { name: 'Order new images…' }).click();
    const form = page.getByRole('form', { name: 'New order' });
    await form.waitFor();
    await expectCalm(page, 'order drafted', { primary: /^Choose an area$/, mostControls: 100 });
    await form.getByRole('combobox', { name: 'Areas' }).click();
    await page.getByRole('option', { name: /^Yellow Sea/ }).click();
    await page.keyboard.press('Escape');
    await expectCalm(page, 'times missing', { primary: /^Set the time range$/, mostControls: 100 });
    await form.getByRole('button', { name: 'Next 30 d' }).click();
    await form.getByLabel('Contact email').fill('');
    await expectCalm(page, 'address missing', { primary: /^Add the contact email$/, mostControls: 100 });
    await form.getByLabel('Contact email').fill('analyst@example.org');
    await expectCalm(page, 'order ready', {
      primary: /^Send order 1 area · [\d,]+ km² · 30 d$/,
      mostControls: 100,
    });
    await form.getByRole('button', { name: /^Send order/ }).click();
    await page.getByRole('list', { name: 'Status history' }).waitFor();
    await expectCalm(page, 'order sent', { primary: /^Review [\d,]+$/, mostControls: 100 });

    await showPanel(page, 'Review');
    await page.getByRole('button', { name: 'AN: account', exact: false }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await showPanel(page, 'Get');
    await expectCalm(page, 'signed out with data', { primary: /^Review [\d,]+$/, mostControls: 62 });
  });
});

test.describe('with results', () => {
  test.use({ results: { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 20 } });

  test('each state of a review, of imports and of a workspace that is not written has one next action', async ({
    app,
  }) => {
    let { page } = app;
    await openExpression(page);
    await page.keyboard.type('id <= 2');
    await page.keyboard.press('Enter');
    await closeFilter(page);
    await page.getByRole('button', { name: 'Review 2', exact: true }).click();
    const reviewed = page.getByRole('region', { name: 'Detection under review' });
    await expect(reviewed).toBeFocused();
    // None of the verdicts is suggested.
    await expectCalm(page, 'reviewing', { primary: null, mostControls: 60 });
    await page.keyboard.press('c');
    await expect(page.getByText('1 of 2', { exact: false }).first()).toBeVisible();
    await page.keyboard.press('c');
    await page.getByRole('region', { name: 'Review summary' }).waitFor();
    await expectCalm(page, 'review ended', { primary: /^Export confirmed · 2$/, mostControls: 58 });
    await page.getByRole('region', { name: 'Finished review' }).waitFor();

    await showPanel(page, 'Orders');
    const completed = page
      .getByRole('list', { name: 'Orders of this account' })
      .getByRole('listitem')
      .filter({ hasText: 'Completed' })
      .first();
    await completed.getByRole('button').first().click();
    await expectCalm(page, 'order completed', { primary: /^Fetch order results$/, mostControls: 60 });

    await showPanel(page, 'Get');
    const chooser = page.waitForEvent('filechooser');
    await (await unfoldQuery(page)).getByRole('button', { name: 'Import areas…' }).click();
    const file = { name: 'harbour.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(harbour) };
    await (await chooser).setFiles(file);
    await page.getByRole('button', { name: 'Import 1 area' }).waitFor();
    await expectCalm(page, 'import of areas', { primary: /^Import 1 area$/, mostControls: 60 });
    await page.getByRole('button', { name: 'Discard' }).click();

    const folder = path.join(app.dataDir, 'workspaces');
    page = await app.restart({
      whileStopped() {
        for (const name of readdirSync(folder).filter((each) => each.endsWith('.gpkg'))) {
          const database = new DatabaseSync(path.join(folder, name));
          // As a later Sightline leaves it.
          database.exec("UPDATE app_meta SET value = '999' WHERE key = 'schema_version'");
          database.close();
        }
      },
    });
    await page.getByRole('button', { name: 'Work offline' }).click();
    await page.getByText('open read-only').first().waitFor();
    await expectCalm(page, 'read-only', { primary: /^Export [\d,]+$/, mostControls: 60 });
  });
});

test.describe('with a service that is slow, fails, and has nothing', () => {
  test.use({ signedIn: false });

  test('each state of a first fetch has one next action', async ({ app }) => {
    const { page } = app;
    const service = await startFaultServer(35);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    service.fault = async ({ path: requested }, response) => {
      if (requested !== '/psdm/graphql/gmss') return false;
      await released;
      status(404)(response);
      return true;
    };
    try {
      await useService(page, service.url);
      await signInByHand(page);
      await page.getByRole('button', { name: 'Fetch', exact: true }).click();
      await expectCalm(page, 'fetching', { primary: null, mostControls: 50 });
      release();
      await page.locator('article[data-state="failed"]').waitFor();
      await expectCalm(page, 'failed', { primary: /^Fetch again$/, mostControls: 50 });
      service.alterAt(0, () => bytes(buildPage([])));
      await page.getByRole('button', { name: 'Fetch again', exact: true }).click();
      await page.locator('article[data-state="complete"]').waitFor();
      await expectCalm(page, 'empty results', { primary: /^Fetch again$/, mostControls: 50 });
    } finally {
      release();
      await service.close();
    }
  });
});

test.describe('with results and without the service', () => {
  test('each state offline has one next action', async ({ app }) => {
    let { page } = app;
    await limitSearch(page, 40, 20);
    await fetchToEnd(page);
    page = await app.restart({ demo: 'off' });
    await page.getByRole('button', { name: 'Work offline' }).click();
    await expectCalm(page, 'offline', { primary: /^Review [\d,]+$/, mostControls: 62 });
  });
});
