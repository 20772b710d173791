import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { countInTable, findNotification, undo } from '../../../../builders/page/page-actions.ts';

test('a typed note is saved when the field is left, and never replaces another unseen', async () => {
  const page = openPage(
    await openFilledCore({ region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 20 }),
  );
  const { user, app } = page;
  await countInTable();
  const grid = await screen.findByRole('grid', { name: 'Detections' });
  const clickRow = async (place: number) => {
    const rows = await within(grid).findAllByRole('row', { name: /vessel/ });
    await user.click(rows[place] ?? grid);
  };
  const review = () => screen.getByRole('region', { name: 'Review' });
  const inspector = within(screen.getByRole('complementary', { name: 'Inspector' }));
  const note = () => screen.queryByRole('textbox', { name: /^Note on detection/ });
  const openNote = async (place: number): Promise<number> => {
    await clickRow(place);
    await user.click(await inspector.findByRole('button', { name: /^(Add a|Edit the) note$/ }));
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Note on detection/ });
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
    return Number(/\d+/.exec(field.getAttribute('aria-label') ?? ''));
  };
  const storedNote = async (id: number) => {
    const detections = await app.api.results.detections.query([id]);
    return detections.ok ? detections.value[0]?.review?.note : undefined;
  };
  /** Changes the note of a detection past this page. */
  const setNote = async (id: number, text: string) => {
    const change = { ids: [id], change: { note: text }, batch: crypto.randomUUID() };
    const written = await app.api.reviews.set.mutate(change);
    if (!written.ok) throw new Error(written.failure.message);
  };

  // Left by a click on another detection.
  const id = await openNote(0);
  await user.keyboard('Two hulls');
  await clickRow(1);
  expect(await screen.findByText(`The note on detection ${id} was set.`)).toBeVisible();
  await expect.poll(() => storedNote(id)).toBe('Two hulls');

  // Escape saves nothing, and can be undone.
  await openNote(0);
  await user.keyboard(' or three{Escape}');
  await waitFor(() => expect(note()).toBeNull());
  await clickRow(1);
  await undo(page, `What you typed as the note on detection ${id} was discarded.`);
  await waitFor(() => expect(note()).toHaveValue('Two hulls or three'));
  note()?.focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(note()).toBeNull());
  await waitFor(() => expect(review()).toHaveTextContent('Two hulls'));
  expect(await storedNote(id)).toBe('Two hulls');

  // Another person changes it while it is typed.
  await openNote(0);
  await user.keyboard(', moored');
  await setNote(id, 'One hull and a barge');
  const warning = /^This note was changed meanwhile: “One hull and a barge”/;
  expect(await inspector.findByText(warning)).toBeVisible();
  expect(note()).toHaveValue('Two hulls, moored');
  await user.keyboard('{Escape}');
  expect(await storedNote(id)).toBe('One hull and a barge');
  await openNote(0);
  await user.keyboard('.');
  await setNote(id, 'A barge');
  expect(await inspector.findByText(/^This note was changed meanwhile: “A barge”/)).toBeVisible();
  await clickRow(1);
  expect(await screen.findByText(/It replaces one that was changed meanwhile/)).toBeVisible();
  await expect.poll(() => storedNote(id)).toBe('One hull and a barge.');

  // What is too long to be saved is not lost either.
  await openNote(0);
  const long = 'A hull. '.repeat(1_300).trim();
  await user.paste(` ${long}`);
  expect(await inspector.findByText('A note has at most 10,000 characters. Shorten it.')).toBeVisible();
  await clickRow(1);
  const stored = await findNotification(new RegExp(`The note on detection ${id} was not saved`));
  expect(stored).toHaveTextContent('What you typed is kept until you close this.');
  await user.click(within(stored).getByRole('button', { name: 'Copy the note' }));
  await waitFor(() => expect(stored).not.toBeInTheDocument());
  expect(await navigator.clipboard.readText()).toBe(`One hull and a barge. ${long}`);
  expect(await storedNote(id)).toBe('One hull and a barge.');
});
