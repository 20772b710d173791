import { readFile } from 'node:fs/promises';
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { Faults, openPage } from '../../../../builders/page/open-page.tsx';
import {
  closeDialog,
  closeFilter,
  countInTable,
  expectInTable,
  expectSettled,
  filterTo,
  openSettings,
} from '../../../../builders/page/page-actions.ts';
import {
  fetchToEnd,
  fill,
  findQueryForm,
  limitSearch,
  openAdvanced,
} from '../../../../builders/page/search-form.ts';

test('wrong fields are named with their value, and nothing is fetched', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  const form = within(await findQueryForm());
  await fill(page, form.getByLabelText('Collected after (UTC)'), 'some day');
  await openAdvanced(page);
  // Fields that are emptied again stay where they are.
  await fill(page, await form.findByLabelText('Maximum records'), '5');
  await fill(page, form.getByLabelText('Maximum records'), '');
  await fill(page, form.getByLabelText('Records per page'), '9000');
  await user.click(screen.getByRole('button', { name: 'Fetch' }));
  expect(await screen.findByText(/“some day” is not a time/)).toBeVisible();
  expect(screen.getByText(/“9000”: Type a whole number from 1 to 5,000/)).toBeVisible();
  expect(page.app.stores.workspace.getState().jobs).toEqual([]);

  // What is typed survives a reload.
  page.close();
  const reloaded = openPage(page.core);
  const after = within(await findQueryForm()).getByLabelText('Collected after (UTC)');
  expect(after).toHaveValue('some day');
  // A time relative to now becomes the one that it means.
  await fill(reloaded, after, 'yesterday');
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  expect(await screen.findByText(`Means ${yesterday} 00:00 UTC.`)).toBeVisible();
  await reloaded.user.tab();
  await waitFor(() => expect(after).toHaveValue(`${yesterday} 00:00`));
});

test('the query text is what the form requests, and a missing region is advised on', async () => {
  const page = openPage(await openFilledCore());
  await findQueryForm();
  expect(await screen.findByText(/pages may be shorter/)).toBeVisible();
  await limitSearch(page, 100, 50);
  await waitFor(() => expect(screen.queryByText(/pages may be shorter/)).toBeNull());
  await page.user.click(screen.getByRole('button', { name: /^Query text/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Query text' });
  const shown = () => dialog.querySelector('pre')?.textContent;
  await waitFor(() => expect(shown()).toContain('svc_udp_analyticgeojsonrecord('));
  expect(shown()).toContain('"East Asia"');
  expect(shown()).toContain('limit: 50');
});

test('results are fetched, browsed by keyboard, filtered and exported', async () => {
  const faults = new Faults();
  const page = openPage(await openFilledCore(), { faults });
  const { user } = page;
  await limitSearch(page, 400, 200);
  const card = await fetchToEnd(page);
  expect(card).toHaveTextContent('2 pages · 400 records (400 new)');
  const settings = within(await openSettings(page, 'Workspace'));
  expect(await settings.findByText(/detections · 400 records/)).toBeVisible();
  await closeDialog(page);
  await expectSettled(page);
  const all = await countInTable();
  expect(all).toBeGreaterThan(400);

  const grid = await screen.findByRole('grid', { name: 'Detections' });
  await user.keyboard('t');
  await waitFor(() => expect(grid).toHaveFocus());
  await user.keyboard('{ArrowDown} ');
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(await screen.findByText('3 selected')).toBeVisible();
  await waitFor(() => expect(within(grid).getAllByRole('row', { selected: true })).toHaveLength(3));
  const inspector = within(screen.getByRole('complementary', { name: 'Inspector' }));
  await waitFor(() => {
    const cursor = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '') ?? grid;
    const [id] = within(cursor).getAllByRole('cell');
    const heading = inspector.getByRole('heading', { level: 2 });
    expect(heading).toHaveTextContent(new RegExp(` ${id?.textContent}$`));
  });

  // A row can be selected before it has been loaded.
  faults.set('results.page', 'pending');
  await user.keyboard('{End}');
  await waitFor(() => expect(grid).toHaveAttribute('aria-activedescendant', `detection-row-${all - 1}`));
  await user.keyboard(' ');
  faults.set('results.page');
  expect(await screen.findByText('4 selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear the selection' }));
  await waitFor(() => expect(screen.queryByText('4 selected')).toBeNull());
  grid.focus();
  await user.keyboard(' ');
  expect(await screen.findByText('1 selected')).toBeVisible();

  await user.click(within(grid).getByRole('button', { name: /^Conf\./ }));
  const confidence = () => within(grid).getByRole('columnheader', { name: /Conf\./ });
  await waitFor(() => expect(confidence()).toHaveAttribute('aria-sort', 'ascending'));
  const firstRow = () => within(grid).getAllByRole('row')[1] ?? grid;
  await waitFor(() => expect(within(firstRow()).getAllByRole('cell')[0]).toHaveTextContent(/\d/));
  // In another order, the index of the row that was selected last is another row: Shift does not begin there.
  await user.keyboard('{Shift>}');
  await user.click(firstRow());
  await user.keyboard('{/Shift}');
  await waitFor(() => expect(firstRow()).toHaveAttribute('aria-selected', 'true'));
  expect(screen.getByText('1 selected')).toBeVisible();
  // A sort that takes long can be cancelled: the order before it is shown again.
  faults.set('results.page', 'pending');
  await user.click(within(grid).getByRole('button', { name: /^Conf\./ }));
  const sorting = await screen.findByText(/Sorting by Confidence…/);
  const note = sorting.closest<HTMLElement>('[role="status"]') ?? sorting;
  await user.click(within(note).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(sorting).not.toBeInTheDocument());
  expect(confidence()).toHaveAttribute('aria-sort', 'ascending');
  faults.set('results.page');

  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const editor = within(await screen.findByLabelText('Filter what is shown'));
  await fill(page, await editor.findByLabelText('Minimum confidence'), '0.8');
  expect(await screen.findByRole('tab', { name: /^Table · [\d,]+ of / })).toBeVisible();
  const filtered = await countInTable();
  expect(filtered).toBeLessThan(all);
  await closeFilter(page);

  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Export…' }));
  await user.click(await screen.findByRole('radio', { name: /^Filtered: / }));
  await user.click(await screen.findByRole('button', { name: /^Export [\d,]+ detections/ }));
  const jobs = within(await screen.findByRole('region', { name: 'Background jobs' }));
  const job = await jobs.findByRole('article', { name: /^Export to / });
  await waitFor(() => expect(job).toHaveTextContent('Complete'));
  const files = within(job).getByRole('list', { name: 'Exported files' });
  const collection = JSON.parse(await readFile(files.querySelector('span')?.textContent ?? '', 'utf8'));
  expect(collection.features).toHaveLength(filtered);
  await user.click(within(job).getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(job).not.toBeInTheDocument());

  await user.click(screen.getByRole('button', { name: 'Remove filter confidence ≥ 0.8' }));
  await expectInTable(all);
  // A text that was typed just before the editor is closed filters, too.
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await fill(page, await screen.findByLabelText('Text in any field'), 'no such text');
  await closeFilter(page);
  expect(await screen.findByRole('tab', { name: /^Table · 0 of / })).toBeVisible();
});

test('a fetch is cancelled and goes on to the full count', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  await limitSearch(page, 1000, 50);
  await user.click(screen.getByRole('button', { name: 'Fetch' }));
  const jobs = await screen.findByRole('list', { name: 'Jobs and orders' });
  const card = () => within(jobs).getByRole('article');
  await waitFor(() => expect(card()).toHaveTextContent(/[1-9]\d* pages?/));
  await user.click(within(card()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(card()).toHaveTextContent('Canceled; fetched data is saved'));
  expect(within(card()).getByRole('progressbar')).not.toHaveAttribute('aria-valuenow', '100');
  const resume = () => within(card()).getByRole('button', { name: 'Resume' });
  await waitFor(() => expect(resume()).toBeEnabled());
  await user.click(resume());
  await waitFor(() => expect(card()).toHaveAttribute('data-state', 'complete'));
  expect(card()).toHaveTextContent('20 pages · 1,000 records (1,000 new)');

  await user.click(within(card()).getByRole('button', { name: 'More about this fetch' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Show these results' }));
  expect(await screen.findByRole('button', { name: /^Remove filter returned by East Asia/ })).toBeVisible();
});

test('a workspace opens with the filter with which it was left, and one click clears it', async () => {
  const core = await openFilledCore({ region: 'East Asia', maxRecords: 100 });
  const page = openPage(core);
  const all = await countInTable();
  await filterTo(page, 'id <= 20');
  await expectInTable(20);
  page.close();
  const reloaded = openPage(core);
  await expectInTable(20);
  const bar = screen.getByRole('region', { name: 'Show' });
  expect(bar).toHaveTextContent('ID ≤ 20');
  await reloaded.user.click(within(bar).getByRole('button', { name: 'Clear all' }));
  await expectInTable(all);
});

test('all ships can be filtered by at once, whichever analytic the service found them with', async () => {
  const { app, user } = openPage(await openFilledCore({ region: 'East Asia', maxRecords: 60 }));
  await countInTable();
  await user.keyboard('/');
  const editor = within(await screen.findByLabelText('Filter what is shown'));
  await user.click(await editor.findByRole('combobox', { name: 'Analytic' }));
  await user.click(await screen.findByRole('option', { name: /^All ships · [\d,]+$/ }));
  const { analytics = [] } = app.stores.results.getState().filter;
  expect(analytics).toContain('LargeVesselDetection');
  expect(analytics).toContain('SmallVesselDetection');
  const groups = await app.queryClient.fetchQuery(
    app.queries.results.groupCounts.queryOptions({ filter: {}, by: 'analytic' }),
  );
  const ships = groups.flatMap(({ key, count }) => (analytics.includes(String(key)) ? [count] : []));
  await expectInTable(ships.reduce((sum, count) => sum + count, 0));
  expect(ships.length).toBeGreaterThan(1);
});

test('the places of the filter are listed with how many match the rest of it', async () => {
  const page = openPage(await openFilledCore({ region: 'East Asia', maxRecords: 60 }));
  const { app, user } = page;
  await countInTable();
  app.stores.results.getState().setFilter({ analytics: ['LargeVesselDetection'] });
  await user.keyboard('/');
  const editor = within(await screen.findByLabelText('Filter what is shown'));
  await user.click(await editor.findByLabelText('Place · nearest port within 25 nm'));
  // The busiest place of all analytics has more of them.
  await waitFor(async () => {
    const [busiest] = await screen.findAllByRole('option', { name: / · [\d,]+$/ });
    expect(busiest?.textContent).toMatch(/ · [1-9]/);
  });
  const [place = document.body] = screen.getAllByRole('option', { name: / · [\d,]+$/ });
  const count = Number(place.textContent.split(' · ')[1]?.replaceAll(',', ''));
  await user.click(place);
  await expectInTable(count);
});
