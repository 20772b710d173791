import { screen, waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';
import type { OpenPage } from './open-page.tsx';

/** The form of a search, once the user is signed in. */
export function findQueryForm(): Promise<HTMLElement> {
  return screen.findByRole('form', { name: 'Query' });
}

/** Replaces what a field contains, at once: typing would draw the page for each letter. */
export async function fill({ user }: OpenPage, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text !== '') await user.paste(text);
}

/** Fills the form so that a fetch brings `records` of East Asia in pages of `pageSize`. */
export async function limitSearch(page: OpenPage, records: number, pageSize: number): Promise<void> {
  const query = await findQueryForm();
  const [region = query] = await within(query).findAllByLabelText(/^Region/);
  await page.user.type(region, 'East Asia{Enter}{Escape}');
  await page.user.click(within(query).getByText('Limit, sorting and fields'));
  await fill(page, await within(query).findByLabelText('Maximum records'), String(records));
  await fill(page, within(query).getByLabelText('Records per page'), String(pageSize));
}

/** Fetches as the form says, to the end; the card of the job. */
export async function fetchToEnd({ user }: OpenPage): Promise<HTMLElement> {
  await user.click(screen.getByRole('button', { name: 'Fetch' }));
  const jobs = await screen.findByRole('list', { name: 'Jobs' });
  const [card = jobs] = await within(jobs).findAllByRole('article');
  await waitFor(() => expect(card).toHaveAttribute('data-state', 'complete'));
  return card;
}
