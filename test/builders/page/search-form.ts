import { screen, waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';
import type { OpenPage } from './open-page.tsx';

/** The form of a search, once the user is signed in, with none of its parts folded. */
export async function findQueryForm(): Promise<HTMLElement> {
  const form = await screen.findByRole('form', { name: 'Query' });
  for (const part of ['Where', 'What', 'When']) {
    const folded = within(form).queryByRole('button', { name: new RegExp(`^${part} `), expanded: false });
    folded?.click();
    await waitFor(() => expect(folded?.isConnected ?? false).toBe(false));
  }
  return form;
}

/** Opens what is folded as advanced in the form of a search. */
export async function openAdvanced({ user }: OpenPage): Promise<HTMLElement> {
  const form = await findQueryForm();
  const fold = within(form).getByText(/^Advanced/);
  if (!fold.closest('details')?.open) await user.click(fold);
  return form;
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
  await openAdvanced(page);
  await fill(page, await within(query).findByLabelText('Maximum records'), String(records));
  await fill(page, within(query).getByLabelText('Records per page'), String(pageSize));
}

/** Fetches as the form says, to the end; the card of the job. */
export async function fetchToEnd({ user }: OpenPage): Promise<HTMLElement> {
  await user.click(screen.getByRole('button', { name: /^Fetch( again)?$/ }));
  const jobs = await screen.findByRole('list', { name: 'Jobs and orders' });
  const [card = jobs] = await within(jobs).findAllByRole('article');
  await waitFor(() => expect(card).toHaveAttribute('data-state', 'complete'));
  return card;
}
