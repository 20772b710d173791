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
  const [fetched = 0] = numbersIn(/[\d,]+ detections?/.exec((await card.textContent()) ?? '')?.[0] ?? '');
  if (fetched === 0) return card;
  await expect
    .poll(async () => Math.max(...numbersIn((await tableHeading(page).textContent()) ?? '')))
    .toBeGreaterThanOrEqual(fetched);
  return card;
}

/** How many detections the table's heading counts, for the filter that is set now. */
export async function countInTable(page: Page): Promise<number> {
  await expect(tableHeading(page).locator('[aria-busy="true"]')).toHaveCount(0);
  const [count = Number.NaN] = numbersIn((await tableHeading(page).textContent()) ?? '');
  return count;
}

function tableHeading(page: Page) {
  return page.getByRole('tab', { name: /^Table · / });
}

function numbersIn(text: string): number[] {
  return Array.from(text.matchAll(/\d[\d,]*/g), ([digits]) => Number(digits.replaceAll(',', '')));
}
