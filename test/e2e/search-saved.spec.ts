import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from './fixtures.ts';
import { fetchToEnd, limitSearch } from './results-setup.ts';
import { showPanel } from './sign-in.ts';

test('a search is saved, run, viewed, checked again, compared, and found in the history', async ({ app }) => {
  const { page } = app;
  const searches = page.getByRole('region', { name: 'Saved searches' });
  await expect(searches.getByText(/None yet/)).toBeVisible();
  await limitSearch(page, 150, 500);
  const query = page.getByRole('form', { name: 'Query' });
  await query.getByText(/^More conditions/).click();
  await query.getByLabel('Uploaded after (UTC)', { exact: true }).fill(daysAgo(3));
  await page.getByRole('button', { name: 'Save search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved search' });
  await expect(dialog.getByText(/Maximum records is not saved/)).toBeVisible();
  await dialog.getByLabel('Name').fill('Yellow Sea vessels');
  await app.screenshot('search-save');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(searches.getByText('not fetched yet · by hand')).toBeVisible();

  await searches.getByRole('button', { name: 'Run Yellow Sea vessels' }).click();
  const cards = page.getByRole('list', { name: 'Jobs' }).getByRole('article');
  await expect(cards.filter({ hasText: 'first run' })).toHaveAttribute('data-state', 'complete');
  await expect(searches.getByText(/updated (just now|\d+ min ago)/)).toBeVisible();
  await expect(searches.getByText(/^\+[\d,]+$/)).toBeVisible();
  await app.screenshot('search-saved-list');
  const fresh = Number((await searches.getByText(/^\+[\d,]+$/).textContent())?.replaceAll(/\D/g, ''));
  await searches.getByRole('button', { name: 'Open the results of Yellow Sea vessels' }).click();
  await expect(searches.getByText('0 new')).toBeVisible();
  await expect(page.getByTitle('from a saved search').first()).toBeAttached();
  await expect(page.getByText(`Table · ${fresh.toLocaleString('en-US')}`)).toBeVisible();

  await searches.getByRole('button', { name: 'More actions for Yellow Sea vessels' }).click();
  await expect(page.getByRole('menuitem', { name: /Compare the last two checks/ })).toBeDisabled();
  await page.getByRole('menuitem', { name: 'Run full check' }).click();
  await expect(cards.filter({ hasText: 'everything again' })).toHaveAttribute('data-state', 'complete');
  await searches.getByRole('button', { name: 'More actions for Yellow Sea vessels' }).click();
  await app.screenshot('search-menu');
  await page.getByRole('menuitem', { name: /Compare the last two checks/ }).click();
  const comparison = page.getByRole('dialog', { name: /Last two checks/ });
  await expect(comparison.getByText(/records did not change/)).toBeVisible();
  await expect(comparison.getByText('Gone · 0')).toBeVisible();
  await app.screenshot('search-comparison');
  await page.keyboard.press('Escape');

  // Taken off the list of jobs, it stays in the history.
  await expect(cards.filter({ hasText: 'first run' })).toBeHidden();
  await cards.filter({ hasText: 'everything again' }).getByRole('button', { name: 'Dismiss' }).click();
  await searches.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  const entries = history.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(entries).toHaveCount(2);
  await app.screenshot('search-history');
  await history.getByLabel('Find in the history').fill('first RUN');
  await expect(entries).toHaveCount(1);
  await history.getByLabel('Find in the history').fill('no such thing');
  await expect(history.getByText('Nothing found')).toBeVisible();
  await history.getByLabel('Find in the history').fill('');
  await entries
    .first()
    .getByRole('button', { name: /Load into form/ })
    .click();
  await expect(history).toBeHidden();
  await expect(query.getByText('East Asia', { exact: true })).toBeVisible();

  await searches.getByRole('button', { name: 'More actions for Yellow Sea vessels' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(searches.getByText(/None yet/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(searches.getByText('Yellow Sea vessels')).toBeVisible();

  await page.keyboard.press('Escape');
  await searches.getByRole('button', { name: 'History' }).click();
  await history.getByRole('button', { name: 'Clear history…' }).click();
  await history.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(history.getByText('No fetches yet')).toBeVisible();
});

test('a schedule runs by itself, and a search stays without the service', async ({ app }) => {
  const { page } = app;
  const query = page.getByRole('form', { name: 'Query' });
  await query.getByText(/^More conditions/).click();
  await query.getByLabel('Uploaded after (UTC)', { exact: true }).fill(daysAgo(1));
  await page.getByRole('button', { name: 'Save search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved search' });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Give the search a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Everything, hourly');
  await dialog.getByRole('combobox', { name: 'Runs' }).click();
  await page.getByRole('option', { name: 'Every N hours' }).click();
  await dialog.getByLabel('Hours between runs').fill('1');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const searches = page.getByRole('region', { name: 'Saved searches' });
  await expect(searches.getByText(/updated (just now|\d+ min ago) · hourly/)).toBeVisible();
  await searches.getByRole('button', { name: 'More actions for Everything, hourly' }).click();
  await page.getByRole('menuitem', { name: 'Pause schedule' }).click();
  await expect(searches.getByText(/hourly, paused/)).toBeVisible();

  // One that cannot be read is counted next to it.
  const folder = path.join(app.dataDir, 'workspaces');
  const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.gpkg'));
  const file = new DatabaseSync(path.join(folder, name), { timeout: 30_000 });
  file.exec(
    `INSERT INTO searches (search_id, name, updated_at, body) VALUES ('newer', 'Newer', '2026-11-20T08:00:00.000Z', '{}')`,
  );
  file.close();
  const offline = await app.restart({ demo: 'off' });
  // It handles keys once it has the focus.
  await expect(offline.getByRole('dialog').getByLabel('Password', { exact: true })).toBeFocused();
  await offline.keyboard.press('Escape');
  const there = offline.getByRole('region', { name: 'Saved searches' });
  await expect(there.getByText('Everything, hourly')).toBeVisible();
  await expect(there.getByText(/^1 saved search cannot be read\. /)).toBeVisible();
  await expect(there.getByText('They run once you are signed in.')).toBeVisible();
  await expect(there.getByRole('button', { name: 'Run Everything, hourly' })).toBeDisabled();
  await app.screenshot('search-offline');
});

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

test('the results of an order are saved as a search, and found again by its name', async ({ app }) => {
  const { page } = app;
  await showPanel(page, 'Orders');
  await page.getByRole('list', { name: 'Orders of this account' }).getByText('Pyeongtaek logistics').click();
  await page.getByRole('button', { name: 'Save as search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved search' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Order “Pyeongtaek logistics”');
  await expect(dialog.getByText(/Ground vehicle, Cars · collected/)).toBeVisible();
  // The dialog takes the focus a moment after it has opened; until then Enter would press the button behind it.
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await showPanel(page, 'Results');
  const searches = page.getByRole('region', { name: 'Saved searches' });
  await expect(searches.getByText(/by hand · from an order’s request/)).toBeVisible();
  await searches.getByRole('button', { name: /^Run Order/ }).click();
  await expect(searches.getByText(/updated (just now|\d+ min ago)/)).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder(/Search commands/)).toBeFocused();
  await page.keyboard.type('pyeongtaek');
  await page.getByRole('button', { name: /Order “Pyeongtaek logistics”.*open results/ }).click();
  await expect(searches.getByText('0 new')).toBeVisible();
  await expect(page.getByTitle('from a saved search').first()).toBeAttached();
});

test('a query of the history is fetched again', async ({ app }) => {
  const { page } = app;
  await limitSearch(page, 40, 40);
  await fetchToEnd(page);
  const open = () => page.getByRole('button', { name: 'History', exact: true }).click();
  await open();
  const history = page.getByRole('dialog', { name: 'History' });
  const entries = history.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(entries).toHaveCount(1);
  await entries.first().getByText('Query text').click();
  await expect(entries.first().locator('pre')).toContainText('offset: 0');
  await entries
    .first()
    .getByRole('button', { name: /Fetch again/ })
    .click();
  await expect(history).toBeHidden();
  await expect(page.getByRole('list', { name: 'Jobs' }).getByRole('article')).toHaveCount(2);
  await open();
  await expect(entries).toHaveCount(2);
  await history.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect(history.getByText('Nothing found')).toBeVisible();
  await history.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: 'Complete' }).click();
  await expect(history.getByText('Nothing found')).toBeVisible();
  await history.getByRole('combobox', { name: 'Outcome' }).click();
  await page.getByRole('option', { name: 'Stopped at your limit' }).click();
  await expect(entries).toHaveCount(2);
  await entries
    .last()
    .getByRole('button', { name: /Remove from the history/ })
    .click();
  await entries.last().getByRole('button', { name: 'Confirm removal' }).click();
  await expect(entries).toHaveCount(1);
});
