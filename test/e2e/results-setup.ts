import { expect, type Locator, type Page } from '@playwright/test';

/** Fills the results form so that a fetch brings `records` of East Asia in pages of `pageSize`. */
export async function limitSearch(page: Page, records: number, pageSize: number): Promise<void> {
  const query = await unfoldQuery(page);
  await query
    .getByLabel(/^Region/)
    .first()
    .fill('East Asia');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await query.getByText(/^Advanced/).click();
  await query.getByLabel('Maximum records').fill(String(records));
  await query.getByLabel('Records per page').fill(String(pageSize));
}

/** The form of a search, with none of its parts folded. */
export async function unfoldQuery(page: Page): Promise<Locator> {
  const query = page.getByRole('form', { name: 'Query' });
  await expect(query).toBeVisible();
  for (const part of ['Where', 'What', 'When']) {
    const folded = query.getByRole('button', { name: new RegExp(`^${part} `), expanded: false });
    if (await folded.isVisible()) await folded.click();
  }
  return query;
}

/** Fetches as the form says, to the end, and waits until the table counts what came; the card of the job. */
export async function fetchToEnd(page: Page) {
  await page.getByRole('button', { name: /^Fetch( again)?$/ }).click();
  const card = page.getByRole('list', { name: 'Jobs and orders' }).getByRole('article').first();
  await expect(card).toHaveAttribute('data-state', 'complete');
  await waitForTable(page);
  return card;
}

/** Waits until the table counts what the workspace holds. */
export async function waitForTable(page: Page): Promise<void> {
  const held = await page.evaluate(async () => {
    const response = await fetch('/api/results.counts?input={}');
    return (await response.json()).result.data.value.detections as number;
  });
  if (held === 0) return;
  // Without a filter this is the only number, with one it is the last.
  await expect.poll(async () => numbersIn((await tableHeading(page).textContent()) ?? '').at(-1)).toBe(held);
  await expect(tableHeading(page).locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Number of detections in the table's heading, for the filter that is set now. */
export async function countInTable(page: Page): Promise<number> {
  await expect(tableHeading(page).locator('[aria-busy="true"]')).toHaveCount(0);
  const [count = Number.NaN] = numbersIn((await tableHeading(page).textContent()) ?? '');
  return count;
}

/** Number of detections in view in the status bar, which are those on the map. */
export async function countInView(page: Page): Promise<number> {
  const text = (await page.getByText(/^In view [\d,]+$/).textContent()) ?? '';
  return Number(text.replace(/[^\d]/g, ''));
}

/** Zooms to all detections, so many, once the map has them: the table may count them first. */
export async function showAllOnMap(page: Page, count: number): Promise<void> {
  await page.getByRole('application', { name: /^Map/ }).focus();
  await expect(async () => {
    await page.keyboard.press('h');
    await expect.poll(() => countInView(page), { timeout: 5_000 }).toBe(count);
  }).toPass();
}

/** Chooses one of the views behind “More”. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More views' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
}

/** The button that opens the symbology, among the tools that few need at once. */
export async function findSymbology(page: Page): Promise<Locator> {
  const button = page.getByRole('button', { name: 'Symbology' });
  const more = page.getByRole('button', { name: 'More map tools' });
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
  return button;
}

function tableHeading(page: Page) {
  return page.getByRole('tab', { name: /^Table · / });
}

function numbersIn(text: string): number[] {
  return Array.from(text.matchAll(/\d[\d,]*/g), ([digits]) => Number(digits.replaceAll(',', '')));
}

/** Opens the filter editor by keyboard, as an expression. */
export async function openExpression(page: Page): Promise<void> {
  await page.keyboard.press('/');
  const editor = page.getByRole('search', { name: 'Filter what is shown' });
  await editor.getByRole('button', { name: 'As an expression' }).click();
  await expect(editor.getByRole('combobox', { name: 'Filter expression' })).toBeFocused();
}

/** Closes the filter editor, which lies over the map. */
export async function closeFilter(page: Page): Promise<void> {
  const editor = page.getByRole('search', { name: 'Filter what is shown' });
  await editor.getByRole('button', { name: 'Done' }).click();
  await expect(editor).toBeHidden();
}
