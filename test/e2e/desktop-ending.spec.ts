import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { tableRows } from './inspector-setup.ts';

test.use({ results: { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 20 } });

test('a note that is being typed when the system ends its session is saved with the desktop app', async ({
  app,
}) => {
  const { page } = app;
  await postUnsavedWork(page);
  await openNote(page);
  await page.keyboard.type('Two hulls, moo');
  await expect.poll(() => page.evaluate(() => document.body.dataset.unsaved)).toBe('true');

  let notes: readonly unknown[] = [];
  await app.restart({
    bySystem: true,
    whileStopped() {
      notes = readNotes(path.join(app.dataDir, 'workspaces'));
    },
  });
  expect(notes).toEqual(['Two hulls, moo']);
});

/** The notes in the workspaces of a folder. */
function readNotes(folder: string): readonly unknown[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.gpkg'))
    .flatMap((name) => {
      const database = new DatabaseSync(path.join(folder, name), { readOnly: true });
      const rows = database.prepare('SELECT note FROM reviews').all();
      database.close();
      return rows.map(({ note }) => note);
    });
}

/** Opens the note of the first detection. */
async function openNote(page: Page): Promise<void> {
  await tableRows(page).first().click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('button', { name: /^(Add a|Edit the) note$/ }).click();
  const note = page.getByRole('textbox', { name: /^Note on detection/ });
  await expect(note).toBeEditable();
}

/** Posts all the time whether the page would hold its window open, which the stand-in for Electron cannot ask it. */
function postUnsavedWork(page: Page): Promise<void> {
  return page.evaluate(() => {
    const post = async (): Promise<void> => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      const body = String(event.defaultPrevented);
      await fetch('/stand-in/unsaved', { method: 'POST', body });
      document.body.dataset.unsaved = body;
      setTimeout(run, 20);
    };
    // The host may have ended.
    const run = () => void post().catch(() => undefined);
    run();
  });
}
