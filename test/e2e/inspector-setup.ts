import { expect, type Page } from '@playwright/test';
import type { SearchInput } from '../../shared/results/search.ts';
import { waitForTable } from './results-setup.ts';

/** Fetches results through the page's own API and waits until they are in the table. */
export async function fetchResults(page: Page, search: SearchInput): Promise<void> {
  const id = await page.evaluate(async (input) => {
    const response = await fetch('/api/results.startFetch', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const { result } = await response.json();
    if (!result?.data?.ok) throw new Error(`The fetch did not start: ${JSON.stringify(result)}`);
    return result.data.value.id as string;
  }, search);
  const state = () =>
    page.evaluate(async (jobId) => {
      const jobs: { id: string; state: string }[] = (await (await fetch('/api/jobs.list')).json()).result
        .data;
      return jobs.find((job) => job.id === jobId)?.state;
    }, id);
  await expect.poll(state).toBe('complete');
  await waitForTable(page);
}

/** The rows of the table that are on screen. */
export function tableRows(page: Page) {
  return page
    .locator('[data-region="table"]')
    .getByRole('row')
    .filter({ hasText: /vessel/ });
}

/** Focuses the first row whose chip is there, since the demo service lacks a few; its place in the table. */
export async function focusWithChip(page: Page): Promise<number> {
  const chip = page.getByRole('region', { name: 'Chip' });
  for (let place = 0; place < 8; place += 1) {
    await tableRows(page).nth(place).click();
    await expect(chip).toHaveAttribute('data-chip', isChipSettled);
    if ((await chip.getAttribute('data-chip')) === 'image') return place;
  }
  throw new Error('Eight detections in a row have no chip.');
}

/** A chip's state once it is known: an image, or why there is none. */
export const isChipSettled = /^(?!loading$)/;
