import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { isChipSettled } from './inspector-setup.ts';
import { closeFilter, countInTable, openExpression, openTab } from './results-setup.ts';
import { showPanel } from './sign-in.ts';

test.use({ results: { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 40 } });

const total = 200;
const beforeRestart = 120;

/** The keys pressed for the detections of a review, repeated. */
const pattern = ['c', 'c', 'x', 'c', 'u', 'c', 'x', 'c', 'c', 'x'] as const;
const words = { c: 'confirmed', x: 'rejected', u: 'unsure' } as const;

test('200 chips are reviewed by keyboard, with a restart in between, and table and export agree', async ({
  app,
}) => {
  test.setTimeout(600_000);
  let { page } = app;
  await filterTo(page, `id <= ${total}`);
  await expect.poll(() => countInTable(page)).toBe(total);

  await showPanel(page, 'Review');
  await expect(page.getByRole('radio', { name: 'Shown detections' })).toBeChecked();
  await expect(page.getByText('200 detections without a verdict to review.')).toBeVisible();
  await page.getByRole('button', { name: 'Start review' }).click();
  const chip = page.getByRole('region', { name: 'Chip' });
  await expect(chip).toHaveAttribute('data-large', 'true');
  await expect(chip).toHaveAttribute('data-chip', isChipSettled);
  await expect(page.getByRole('region', { name: 'Detection under review' })).toBeFocused();

  // A note, which is no verdict: what is typed is no key of the review.
  const noted = Number(await chip.getAttribute('data-detection'));
  await page.keyboard.press('n');
  const note = page.getByRole('textbox', { name: `Note on detection ${noted}` });
  await expect(note).toBeFocused();
  await page.keyboard.type('cxu');
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
  await page.keyboard.press('n');
  await expect(note).toBeFocused();
  await page.keyboard.type('Two hulls, check');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Review', exact: true })).toContainText('Two hulls, check');
  await expect(page.getByRole('region', { name: 'Detection under review' })).toBeFocused();
  await expectJudged(page, 0);
  // A flag, too.
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: /^Flag/ })).toHaveAttribute('aria-pressed', 'true');

  await judge(page, 0, 60);
  await expectJudged(page, 60);
  // Each verdict and the detection after it are announced, and the focus stays on the chip.
  const announcements = page.getByRole('status', { name: 'Announcements' });
  await expect(announcements).toHaveText(/^Detection \d+ rejected\. Next: detection \d+, 61 of 200\.$/);
  await expect(page.getByRole('region', { name: 'Detection under review' })).toBeFocused();
  // A review that is ended early has a summary, too, and can be continued; replacing it is confirmed first.
  await page.getByRole('button', { name: 'End review' }).click();
  const early = page.getByRole('region', { name: 'Review summary' });
  await expect(early).toBeFocused();
  await expect(early).toContainText(
    /60 of 200 detections reviewed; \d+ (?:min|s)(?: \d+ s)? in this session, without pauses and gaps of more than 2 min/,
  );
  await expect(early).toContainText('140 detections have no verdict yet.');
  await expect(announcements).toHaveText('The review was ended early. 140 detections have no verdict yet.');
  await page.getByRole('button', { name: 'Start another review' }).click();
  const asking = page.getByRole('dialog', { name: 'Start another review?' });
  await expect(asking).toContainText('140 detections of this one have no verdict');
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(asking).toBeHidden();
  await early.getByRole('button', { name: /^Review the \d+ unsure again$/ }).click();
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(asking).toBeHidden();
  await early.getByRole('button', { name: 'Continue the review' }).click();
  await expect(page.getByRole('region', { name: 'Detection under review' })).toBeFocused();
  // The last verdict was a slip: it is taken back, and given anew.
  const slip = await chip.getAttribute('data-detection');
  await page.keyboard.press('x');
  await expectJudged(page, 61);
  await page.keyboard.press('z');
  await expectJudged(page, 60);
  await expect(chip).toHaveAttribute('data-detection', slip ?? '');
  await judge(page, 60, beforeRestart);
  await expectJudged(page, beforeRestart);
  // Forward and back again, without a verdict.
  const before = await chip.getAttribute('data-detection');
  await page.keyboard.press('ArrowRight');
  await expect(chip).not.toHaveAttribute('data-detection', before ?? '');
  await page.keyboard.press('k');
  await expect(chip).toHaveAttribute('data-detection', before ?? '');
  await expectJudged(page, beforeRestart);

  // What is shown at once takes a moment to be written.
  const underWay = page.getByRole('region', { name: 'Review in progress' });
  await expect(underWay).toHaveAttribute('data-saved', 'true');
  page = await app.restart({ demo: 'off' });
  await page.getByRole('button', { name: 'Work offline' }).click();
  await showPanel(page, 'Review');
  await expectJudged(page, beforeRestart);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('region', { name: 'Chip' })).toHaveAttribute('data-detection', before ?? '');
  await judge(page, beforeRestart, total);
  const finished = page.getByRole('region', { name: 'Review summary' });
  await expect(finished).toBeVisible();

  const expected = { confirmed: 0, rejected: 0, unsure: 0 };
  for (let at = 0; at < total; at += 1) expected[words[keyAt(at)]] += 1;
  await expect(
    finished.getByRole('button', { name: `Review the ${expected.unsure} unsure again` }),
  ).toBeEnabled();
  await expect(
    finished.getByRole('button', { name: `Export confirmed · ${expected.confirmed}` }),
  ).toBeEnabled();
  await expect(finished).toContainText(`${total} of ${total} · nothing left`);
  await expect(finished).toBeFocused();

  const panel = page.getByRole('region', { name: 'Finished review' });
  await panel.getByRole('button', { name: `Export reviewed (${total})` }).click();
  await page.getByRole('button', { name: `Export ${total} detections` }).click();
  const jobs = page
    .getByRole('region', { name: 'Background jobs' })
    .getByRole('article', { name: /^Export to / });
  await expect(jobs.getByText('Complete')).toBeVisible();
  const file = await jobs.getByRole('list', { name: 'Exported files' }).locator('span').first().textContent();
  const { features } = JSON.parse(await readFile(file ?? '', 'utf8')) as {
    features: { properties: Record<string, unknown> }[];
  };
  const exported = Object.groupBy(features, ({ properties }) => String(properties.verdict));
  expect(
    Object.fromEntries(Object.entries(exported).map(([verdict, some]) => [verdict, some?.length ?? 0])),
  ).toEqual(expected);
  expect(features.filter(({ properties }) => properties.note === 'Two hulls, check')).toHaveLength(1);

  await panel.getByRole('button', { name: `Show rejected (${expected.rejected})` }).click();
  await expect.poll(() => countInTable(page)).toBe(expected.rejected);
});

test('chips are reviewed in the grid, and one by one in a small window', async ({ app }) => {
  const { page } = app;
  await test.step('many chips are reviewed at a time in the grid', async () => {
    await openTab(page, 'Chips');
    const grid = page.getByRole('listbox', { name: 'Chips' });
    const tiles = grid.getByRole('option');
    await expect(tiles.first()).toHaveAttribute('data-chip', isChipSettled);
    const { image, before, count } = await findImage(page, 3);
    // Only those near the view are rendered.
    const tile = (index: number) => grid.locator(`#chip-tile-${before + index}`);
    const scrollUp = async () => {
      await grid.hover();
      await page.mouse.wheel(0, -100_000);
    };

    // One after the other.
    await tile(0).click();
    await page.keyboard.press('x');
    await expect(tile(0)).toHaveAttribute('data-verdict', 'rejected');
    await page.keyboard.press('u');
    await expect(tile(1)).toHaveAttribute('data-verdict', 'unsure');

    // A flag goes to the chip for which the key was pressed, also when another is chosen while its review is read.
    await tile(0).click();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const reading = /\/api\/[^?]*results\.detections\b/;
    await page.route(reading, async (route) => {
      await released;
      await route.continue();
    });
    const requested = page.waitForRequest(reading);
    await page.keyboard.press('f');
    await requested;
    await page.keyboard.press('ArrowRight');
    await expect(tile(1)).toHaveAttribute('aria-selected', 'true');
    release();
    await expect(tile(0).locator('[data-flag]')).toBeVisible();
    await expect(tile(1).locator('[data-flag]')).toHaveCount(0);
    await page.unroute(reading);
    await tile(0).click();
    await page.keyboard.press('f');
    await expect(tile(0).locator('[data-flag]')).toHaveCount(0);

    // The selection is reviewed, not the chip that was just deselected; Shift selects from the same chip in another list.
    await tile(0).click();
    await tile(1).click({ modifiers: ['ControlOrMeta'] });
    await tile(1).click({ modifiers: ['ControlOrMeta'] });
    await page.keyboard.press('c');
    await expect(tile(0)).toHaveAttribute('data-verdict', 'confirmed');
    await expect(tile(1)).toHaveAttribute('data-verdict', 'unsure');
    await page.keyboard.press('z');
    await expect(tile(0)).toHaveAttribute('data-verdict', 'rejected');
    const first = await page.getByRole('region', { name: 'Chip' }).getAttribute('data-detection');
    const all = await countInTable(page);
    await tile(2).click();
    await filterTo(page, `id != ${first}`);
    await expect.poll(() => countInTable(page)).toBe(all - 1);
    await tile(2).click({ modifiers: ['Shift'] });
    await expect(grid.locator('[aria-selected="true"]')).toHaveCount(2);
    await page.getByRole('button', { name: /^Remove filter/ }).click();
    await expect.poll(() => countInTable(page)).toBe(all);

    // All of an image at once, taken back and given again.
    await scrollUp();
    await expect(tile(0)).toBeVisible();
    await selectAll(page).nth(image).click();
    await expect(tile(0)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('c');
    await expect(tile(0)).toHaveAttribute('data-verdict', 'confirmed');
    await expect.poll(() => headingText(page, image, 3)).toBe(`${count} reviewed`);
    await page.keyboard.press('z');
    await scrollUp();
    await expect(tile(0)).toHaveAttribute('data-verdict', 'rejected');
    await expect.poll(() => headingText(page, image, 3)).toBe('2 reviewed');

    // What was selected elsewhere is judged only after asking.
    await tile(0).click();
    await tile(2).click({ modifiers: ['Shift'] });
    await page.getByRole('heading', { name: 'Get', level: 2 }).click();
    await page.keyboard.press('c');
    const asking = page.getByRole('dialog', { name: 'Confirm 3 detections?' });
    await asking.getByRole('button', { name: 'Confirm 3' }).click();
    await expect.poll(() => headingText(page, image, 3)).toBe('3 reviewed');
    await expect(tile(0)).toHaveAttribute('data-verdict', 'confirmed');
  });

  await test.step('in a small window the panel that lies over the review closes, and opens again', async () => {
    await page.setViewportSize({ width: 1024, height: 640 });
    await showPanel(page, 'Review');
    const panel = page.getByRole('region', { name: 'Review panel' });
    await page.getByRole('button', { name: 'Start review' }).click();
    const stage = page.getByRole('region', { name: 'Detection under review' });
    await expect(stage).toBeFocused();
    await expect(panel).toBeHidden();
    await stage.getByRole('button', { name: /^Confirm/ }).click();
    await page.keyboard.press('Control+b');
    await expect(panel).toContainText('1 of');
    await page.keyboard.press('Control+b');
    await expect(panel).toBeHidden();
  });
});

/** Reviews the detections from one index to another by keyboard. */
async function judge(page: Page, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += 1) await page.keyboard.press(keyAt(at));
}

function keyAt(at: number): (typeof pattern)[number] {
  return pattern[at % pattern.length] ?? 'c';
}

async function expectJudged(page: Page, judged: number): Promise<void> {
  await expect(page.getByRole('progressbar', { name: 'Reviewed' })).toHaveAttribute(
    'aria-valuenow',
    String(judged),
  );
}

async function filterTo(page: Page, expression: string): Promise<void> {
  await openExpression(page);
  await page.getByRole('combobox', { name: 'Filter expression' }).fill(expression);
  await page.keyboard.press('Enter');
  await closeFilter(page);
}

/** The first image with at least so many chips, and how many chips are before it: what was found depends on the day. */
async function findImage(page: Page, least: number) {
  let before = 0;
  for (let image = 0; ; image += 1) {
    const text = (await headingText(page, image, 2)) ?? '';
    const count = Number(/^([\d,]+) detections?$/.exec(text)?.[1]?.replace(',', ''));
    expect(count, text).toBeGreaterThan(0);
    if (count >= least) return { image, before, count };
    before += count;
  }
}

/** A part of an image's heading. */
async function headingText(page: Page, image: number, part: number): Promise<string | null> {
  return selectAll(page).nth(image).locator('..').locator('span').nth(part).textContent();
}

/** The button in the heading of each image. The headings are next to the list box, which may contain options only. */
function selectAll(page: Page) {
  return page.getByRole('tabpanel').getByRole('button', { name: 'Select all' });
}
