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

/** Fetches as the form says, to the end; the card of the job. */
export async function fetchToEnd(page: Page) {
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
  const card = page.getByRole('list', { name: 'Jobs' }).getByRole('article').first();
  await expect(card).toHaveAttribute('data-state', 'complete', { timeout: 60_000 });
  return card;
}

/** How many detections the table's heading counts. */
export async function countInTable(page: Page): Promise<number> {
  const heading = page.getByRole('tab', { name: /^Table · / });
  const text = (await heading.textContent()) ?? '';
  return Number(/· ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
}
