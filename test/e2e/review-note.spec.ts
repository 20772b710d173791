import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { tableRows } from './inspector-setup.ts';

test.use({ results: { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 20 } });

test('a typed note is saved when the field is left, and never replaces another unseen', async ({
  app,
  context,
}) => {
  const { page } = app;
  const rows = tableRows(page);
  const review = page.getByRole('region', { name: 'Review', exact: true });
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const note = page.getByRole('textbox', { name: /^Note on detection/ });
  const openNote = async (place: number): Promise<number> => {
    await rows.nth(place).click();
    await inspector.getByRole('button', { name: /^(Add a|Edit the) note$/ }).click();
    await expect(note).toBeEditable();
    await note.press('Control+End');
    return Number(/\d+/.exec((await note.getAttribute('aria-label')) ?? ''));
  };

  // Left by a click on another detection.
  const id = await openNote(0);
  await page.keyboard.type('Two hulls');
  await rows.nth(1).click();
  await expect(page.getByText(`The note on detection ${id} was set.`)).toBeVisible();
  await expect.poll(() => storedNote(page, id)).toBe('Two hulls');

  // Escape saves nothing, and can be undone.
  await openNote(0);
  await page.keyboard.type(' or three');
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
  await rows.nth(1).click();
  await page
    .locator('.mantine-Notification-root')
    .filter({ hasText: `What you typed as the note on detection ${id} was discarded.` })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(note).toHaveValue('Two hulls or three');
  await note.press('Escape');
  await expect(note).toBeHidden();
  await expect(review).toContainText('Two hulls');
  expect(await storedNote(page, id)).toBe('Two hulls');

  // Another person changes it while it is typed.
  await openNote(0);
  await page.keyboard.type(', moored');
  await setNote(page, id, 'One hull and a barge');
  const warning = inspector.getByText(/^This note was changed meanwhile: “One hull and a barge”/);
  await expect(warning).toBeVisible();
  await expect(note).toHaveValue('Two hulls, moored');
  await app.screenshot('review-note-changed');
  await page.keyboard.press('Escape');
  expect(await storedNote(page, id)).toBe('One hull and a barge');
  await openNote(0);
  await page.keyboard.type('.');
  await setNote(page, id, 'A barge');
  await expect(inspector.getByText(/^This note was changed meanwhile: “A barge”/)).toBeVisible();
  await rows.nth(1).click();
  await expect(page.getByText(/It replaces one that was changed meanwhile/)).toBeVisible();
  await expect.poll(() => storedNote(page, id)).toBe('One hull and a barge.');

  // What is too long to be saved is not lost either.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openNote(0);
  const long = 'A hull. '.repeat(1_300).trim();
  await page.keyboard.insertText(` ${long}`);
  await expect(inspector.getByText('A note has at most 10,000 characters. Shorten it.')).toBeVisible();
  await rows.nth(1).click();
  const stored = page
    .locator('.mantine-Notification-root')
    .filter({ hasText: `The note on detection ${id} was not saved` });
  await expect(stored).toContainText('What you typed is kept until you close this.');
  await app.screenshot('review-note-kept');
  await stored.getByRole('button', { name: 'Copy the note' }).click();
  await expect(stored).toBeHidden();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`One hull and a barge. ${long}`);
  expect(await storedNote(page, id)).toBe('One hull and a barge.');
});

/** The note of a detection in the workspace. */
function storedNote(page: Page, id: number): Promise<string | undefined> {
  return page.evaluate(async (detectionId) => {
    const input = encodeURIComponent(JSON.stringify([detectionId]));
    const { result } = await (await fetch(`/api/results.detections?input=${input}`)).json();
    return result.data.value[0]?.review?.note;
  }, id);
}

/** Changes the note of a detection past this page. */
function setNote(page: Page, id: number, note: string): Promise<void> {
  return page.evaluate(
    async ([detectionId, text]) => {
      const response = await fetch('/api/reviews.set', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ids: [detectionId], change: { note: text }, batch: crypto.randomUUID() }),
      });
      const { result } = await response.json();
      if (!result?.data?.ok) throw new Error(`The note was not set: ${JSON.stringify(result)}`);
    },
    [id, note] as const,
  );
}
