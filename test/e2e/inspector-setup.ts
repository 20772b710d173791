import { expect, type Page } from '@playwright/test';
import type { SearchInput } from '../../shared/results/search.ts';
import { waitForTable } from './results-setup.ts';

/** Fetches results through the page's own API and waits until they are in the table. */
export async function fetchResults(page: Page, search: SearchInput): Promise<void> {
  await page.evaluate(async (input) => {
    const response = await fetch('/api/results.startFetch', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const { result } = await response.json();
    if (!result?.data?.ok) throw new Error(`The fetch did not start: ${JSON.stringify(result)}`);
  }, search);
  await expect(page.getByText(/^(Complete$|Stopped at your limit of )/)).toBeVisible();
  await waitForTable(page);
}

/** The rows of the table that are on screen. */
export function tableRows(page: Page) {
  return page
    .locator('[data-region="table"]')
    .getByRole('row')
    .filter({ hasText: /vessel/ });
}
