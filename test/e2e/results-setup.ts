import { expect, type Page } from '@playwright/test';

/** Fills the results form so that a fetch brings `records` of East Asia in pages of `pageSize`. */
export async function limitSearch(page: Page, records: number, pageSize: number): Promise<void> {
  const query = page.getByRole('form', { name: 'Query' });
  await query
    .getByLabel(/^Region/)
    .first()
    .fill('East Asia');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await query.getByText('Limit, sorting and fields').click();
  await query.getByLabel('Maximum records').fill(String(records));
  await query.getByLabel('Records per page').fill(String(pageSize));
}

/** Fetches as the form says, to the end, and waits until the table counts what came; the card of the job. */
export async function fetchToEnd(page: Page) {
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
  const card = page.getByRole('list', { name: 'Jobs' }).getByRole('article').first();
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
