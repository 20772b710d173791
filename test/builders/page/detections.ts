import { screen, waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';
import type { OpenPage } from './open-page.tsx';

/** The rows of a grid that are loaded; at least two. */
export async function findRows(name: string): Promise<[HTMLElement, HTMLElement, ...HTMLElement[]]> {
  const grid = within(await screen.findByRole('grid', { name }));
  return waitFor(() => {
    const [first, second, ...others] = grid
      .getAllByRole('row')
      .filter((row) => row.querySelector('td')?.textContent);
    if (!first || !second) throw new Error('There are less than two rows.');
    return [first, second, ...others];
  });
}

/** The chip of the focused detection. */
export function findChip(): Promise<HTMLElement> {
  return screen.findByRole('region', { name: 'Chip' });
}

/** A chip's state once it is known: an image, or why there is none. */
export const isChipSettled = /^(?!loading$)/;

/** Focuses the first row whose chip is there, since the demo service lacks a few; its index in the table. */
export async function focusWithChip({ user }: OpenPage): Promise<number> {
  for (const [index, row] of (await findRows('Detections')).entries()) {
    await user.click(row);
    const chip = await findChip();
    await waitFor(() => expect(chip.dataset.chip).toMatch(isChipSettled));
    if (chip.dataset.chip === 'image') return index;
  }
  throw new Error('No detection of the table has a chip.');
}
