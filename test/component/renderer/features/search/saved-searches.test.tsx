import { DatabaseSync } from 'node:sqlite';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expect, onTestFinished, test } from 'vitest';
import { sendJson } from '../../../../builders/http-server.ts';
import { square } from '../../../../builders/new-area.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { type OpenPage, openPage } from '../../../../builders/page/open-page.tsx';
import {
  addAreas,
  choose,
  closeDialog,
  expectInTable,
  runCommand,
  showPanel,
  undo,
  useService,
} from '../../../../builders/page/page-actions.ts';
import {
  fetchToEnd,
  fill,
  findQueryForm,
  limitSearch,
  openAdvanced,
} from '../../../../builders/page/search-form.ts';
import { buildFeature, buildPage, buildRecord } from '../../../../builders/record-builder.ts';
import { startServiceServer } from '../../../../builders/service-server.ts';

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

const searches = () => within(screen.getByRole('region', { name: 'Saved searches' }));

/** The cards of the jobs whose text contains this. */
const findCard = (text: string) =>
  waitFor(() => {
    const cards = within(screen.getByRole('list', { name: 'Jobs and orders' })).getAllByRole('article');
    const card = cards.find(({ textContent }) => textContent.includes(text));
    if (!card) throw new Error(`No job contains “${text}”.`);
    return card;
  });

/** Chooses from the menu of a saved search. */
async function chooseAction({ user }: OpenPage, search: string, action: RegExp | string): Promise<void> {
  await user.click(await searches().findByRole('button', { name: `More actions for ${search}` }));
  await waitFor(() => expect(screen.getByRole('menuitem', { name: action })).toBeEnabled());
  await user.click(screen.getByRole('menuitem', { name: action }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
}

async function openHistory(page: OpenPage) {
  await runCommand(page, 'Show the fetch history');
  return within(await screen.findByRole('dialog', { name: 'History' }));
}

async function restrictUpload(page: OpenPage, days: number): Promise<void> {
  const query = within(await findQueryForm());
  await openAdvanced(page);
  await fill(page, await query.findByLabelText('Uploaded after (UTC)'), daysAgo(days));
}

async function startSaving(page: OpenPage) {
  const { user } = page;
  await openAdvanced(page);
  await user.click(screen.getByRole('button', { name: 'Save search' }));
  return within(await screen.findByRole('dialog', { name: 'Saved search' }));
}

/** Waits until this suggestion is the one that Enter and Tab take. */
const expectHighlighted = (name: string) =>
  waitFor(() => expect(screen.getByRole('option', { name })).toHaveAttribute('data-combobox-selected'));

const expectNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('a search is saved, run, viewed, checked again, compared, and found in the history', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  await findQueryForm();
  expect(screen.queryByRole('region', { name: 'Saved searches' })).toBeNull();
  await limitSearch(page, 150, 500);
  await restrictUpload(page, 3);
  const dialog = await startSaving(page);
  expect(await dialog.findByText(/Maximum records is not saved/)).toBeVisible();
  await fill(page, dialog.getByLabelText('Name'), 'Yellow Sea vessels');
  await user.keyboard('{Enter}');
  await expectNoDialog();
  await screen.findByRole('region', { name: 'Saved searches' });
  expect(await searches().findByText('not fetched yet · by hand')).toBeVisible();

  await user.click(searches().getByRole('button', { name: 'Run Yellow Sea vessels' }));
  const firstRun = await findCard('first run');
  await waitFor(() => expect(firstRun).toHaveAttribute('data-state', 'complete'));
  expect(await searches().findByText(/updated (just now|\d+ min ago)/)).toBeVisible();
  const added = await searches().findByText(/^\+[\d,]+$/);
  expect(added).toBeVisible();
  const fresh = Number(added.textContent.replaceAll(/\D/g, ''));
  await user.click(searches().getByRole('button', { name: 'Open the results of Yellow Sea vessels' }));
  expect(await searches().findByText('0 new')).toBeVisible();
  expect((await screen.findAllByTitle(/from a saved search/i))[0]).toBeInTheDocument();
  await expectInTable(fresh);

  await user.click(searches().getByRole('button', { name: 'More actions for Yellow Sea vessels' }));
  expect(await screen.findByRole('menuitem', { name: /Compare the last two checks/ })).toBeDisabled();
  await user.click(screen.getByRole('menuitem', { name: 'Run full check' }));
  const check = await findCard('everything again');
  await waitFor(() => expect(check).toHaveAttribute('data-state', 'complete'));
  await chooseAction(page, 'Yellow Sea vessels', /Compare the last two checks/);
  const comparison = within(await screen.findByRole('dialog', { name: /Last two checks/ }));
  expect(await comparison.findByText(/records did not change/)).toBeVisible();
  expect(comparison.getByText('Gone · 0')).toBeVisible();
  await closeDialog(page);

  // Taken off the list of jobs, it stays in the history.
  expect(firstRun).not.toBeInTheDocument();
  await user.click(within(check).getByRole('button', { name: 'More about this fetch' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from the list' }));
  const history = await openHistory(page);
  const entries = () => within(history.getByRole('list', { name: 'History' })).getAllByRole('listitem');
  await waitFor(() => expect(entries()).toHaveLength(2));
  await fill(page, history.getByLabelText('Find in the history'), 'first RUN');
  await waitFor(() => expect(entries()).toHaveLength(1));
  await fill(page, history.getByLabelText('Find in the history'), 'no such thing');
  expect(await history.findByText('Nothing found')).toBeVisible();
  await fill(page, history.getByLabelText('Find in the history'), '');
  const [load] = await history.findAllByRole('button', { name: /Load into form/ });
  if (load) await user.click(load);
  await expectNoDialog();
  expect(within(await findQueryForm()).getByText('East Asia')).toBeVisible();

  await chooseAction(page, 'Yellow Sea vessels', 'Delete');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Saved searches' })).toBeNull());
  await undo(page, /Yellow Sea vessels/);
  await screen.findByRole('region', { name: 'Saved searches' });
  expect(await searches().findByText('Yellow Sea vessels')).toBeVisible();

  await user.keyboard('{Escape}');
  const again = await openHistory(page);
  await user.click(again.getByRole('button', { name: 'Clear history…' }));
  await user.click(await again.findByRole('button', { name: 'Clear' }));
  expect(await again.findByText('No fetches yet')).toBeVisible();
});

test('a schedule runs by itself, and a search stays without the service', async () => {
  const core = await openFilledCore();
  const page = openPage(core);
  const { user } = page;
  await restrictUpload(page, 1);
  const dialog = await startSaving(page);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Give the search a name.')).toBeVisible();
  await fill(page, dialog.getByLabelText('Name'), 'Everything, hourly');
  await choose(page, dialog.getByRole('combobox', { name: 'Runs' }), 'Every N hours');
  await fill(page, await dialog.findByLabelText('Time between runs (h)'), '1');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Saved searches' })).toHaveTextContent(
      /updated (just now|\d+ min ago) · hourly/,
    ),
  );
  await chooseAction(page, 'Everything, hourly', 'Pause schedule');
  expect(await searches().findByText(/hourly, paused/)).toBeVisible();

  // One that cannot be read is counted next to it.
  const file = new DatabaseSync(core.workspace()?.path ?? '', { timeout: 30_000 });
  file.exec(
    `INSERT INTO searches (search_id, name, updated_at, body) VALUES ('newer', 'Newer', '2026-11-20T08:00:00.000Z', '{}')`,
  );
  file.close();
  page.close();
  await core.session.signOut();
  openPage(core);
  await waitFor(() => expect(searches().getByText('Everything, hourly')).toBeVisible());
  expect(searches().getByText(/^1 saved search cannot be read\. /)).toBeVisible();
  expect(searches().getByText('They run once you are signed in.')).toBeVisible();
  expect(searches().getByRole('button', { name: 'Run Everything, hourly' })).toBeDisabled();
});

test('the results of an order are saved as a search, and found again by its name', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  await showPanel(page, 'Orders');
  await user.click(await screen.findByText('Pyeongtaek logistics'));
  await user.click(await screen.findByRole('button', { name: 'Save as search' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved search' }));
  expect(dialog.getByLabelText('Name')).toHaveValue('Order “Pyeongtaek logistics”');
  expect(await dialog.findByText(/Ground vehicle, Cars · collected/)).toBeVisible();
  await waitFor(() => expect(dialog.getByLabelText('Name')).toHaveFocus());
  await user.keyboard('{Enter}');
  await expectNoDialog();
  await showPanel(page, 'Get');
  expect(await screen.findByText(/by hand · from an order’s request/)).toBeVisible();
  await user.click(searches().getByRole('button', { name: /^Run Order/ }));
  expect(await searches().findByText(/updated (just now|\d+ min ago)/)).toBeVisible();

  await user.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(screen.getByPlaceholderText(/Search commands/)).toHaveFocus());
  await user.keyboard('pyeongtaek');
  await user.click(await screen.findByRole('button', { name: /Order “Pyeongtaek logistics”.*open results/ }));
  expect(await searches().findByText('0 new')).toBeVisible();
  expect((await screen.findAllByTitle(/from a saved search/i))[0]).toBeInTheDocument();
});

test('a query of the history is fetched again', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  await limitSearch(page, 40, 40);
  await fetchToEnd(page);
  const first = await openHistory(page);
  const entriesOf = (history: typeof first) =>
    within(history.getByRole('list', { name: 'History' })).queryAllByRole('listitem');
  await waitFor(() => expect(entriesOf(first)).toHaveLength(1));
  await user.click(first.getByText('Query text'));
  await waitFor(() =>
    expect(document.querySelector('dialog pre, [role=dialog] pre')).toHaveTextContent('offset: 0'),
  );
  await user.click(first.getByRole('button', { name: /Fetch again/ }));
  await expectNoDialog();
  const jobs = within(screen.getByRole('list', { name: 'Jobs and orders' }));
  await waitFor(() => expect(jobs.getAllByRole('article')).toHaveLength(2));
  const history = await openHistory(page);
  await waitFor(() => expect(entriesOf(history)).toHaveLength(2));
  await choose(page, history.getByRole('combobox', { name: 'Outcome' }), 'Failed');
  expect(await history.findByText('Nothing found')).toBeVisible();
  await choose(page, history.getByRole('combobox', { name: 'Outcome' }), 'Complete');
  expect(await history.findByText('Nothing found')).toBeVisible();
  await choose(page, history.getByRole('combobox', { name: 'Outcome' }), 'Stopped at your limit');
  await waitFor(() => expect(entriesOf(history)).toHaveLength(2));
  const oldest = () => within(entriesOf(history).at(-1) ?? document.body);
  await user.click(oldest().getByRole('button', { name: /Remove from the history/ }));
  await user.click(await oldest().findByRole('button', { name: 'Confirm removal' }));
  await waitFor(() => expect(entriesOf(history)).toHaveLength(1));
});

test('a check of everything shows what is new, gone and changed; a run that fails states why', async () => {
  const service = await startServiceServer();
  onTestFinished(() => service.close());
  const records = (...names: readonly string[]) =>
    names.map((assignedId, index) =>
      buildRecord({
        assignedId,
        uploadTime: '2026-11-10T00:00:00Z',
        features: [31, 32].map((latitude) =>
          buildFeature({ geometry: { type: 'Point', coordinates: [121 + index, latitude] } }),
        ),
      }),
    );
  let held: readonly unknown[] = records('r-stays', 'r-changes', 'r-goes');
  let refuses = false;
  service.fault = ({ path }, response) => {
    if (path !== '/psdm/graphql/gmss') return false;
    if (refuses) sendJson(response, 403, { message: 'Not for this account.' });
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(buildPage(held));
    return true;
  };
  const core = await openFilledCore();
  await useService(core, service.url);
  const page = openPage(core);
  const { user } = page;
  await addAreas(page, [square('Yellow Sea approaches', [120.5, 30.5], 2)]);

  // The area is one of what is shown: two of three records have detections in it.
  const query = within(await findQueryForm());
  await choose(page, await query.findByRole('combobox', { name: /^Area/ }), /Yellow Sea approaches/);
  await user.click(screen.getByRole('button', { name: /^Fetch/ }));
  await expectInTable(4);
  expect((await screen.findAllByTitle(/inside Yellow Sea approaches/i))[0]).toBeInTheDocument();

  const dialog = await startSaving(page);
  await fill(page, dialog.getByLabelText('Name'), 'Approaches');
  expect(await dialog.findByText(/shown inside Yellow Sea approaches/)).toBeVisible();
  await user.keyboard('{Enter}');
  await screen.findByRole('region', { name: 'Saved searches' });
  const run = await searches().findByRole('button', { name: 'Run Approaches' });
  await user.click(run);
  expect(await searches().findByText('+6')).toBeVisible();

  const [stays, changes] = held;
  held = [stays, { ...(changes as object), header: { version: '9.9' } }, ...records('r-new')];
  await chooseAction(page, 'Approaches', 'Run full check');
  expect(await searches().findByText('+8')).toBeVisible();
  await chooseAction(page, 'Approaches', /Compare the last two checks/);
  const comparison = within(await screen.findByRole('dialog', { name: /Last two checks/ }));
  expect(await comparison.findByText('r-new')).toBeVisible();
  await user.click(comparison.getByText('Gone · 1'));
  expect(await comparison.findByText('r-goes')).toBeVisible();
  expect(comparison.getByText(/They stay in the workspace/)).toBeVisible();
  await user.click(comparison.getByText('Changed · 1'));
  expect(await comparison.findByRole('row', { name: /header\.version.*"9\.9"/ })).toBeVisible();
  await user.click(comparison.getByRole('button', { name: 'Show record r-changes' }));
  await expectNoDialog();
  await expectInTable(2);

  await user.click(searches().getByRole('button', { name: 'Open the results of Approaches' }));
  expect(await searches().findByText('0 new')).toBeVisible();

  refuses = true;
  await user.click(run);
  expect(await searches().findByText(/The last run failed\. .*Not for this account/)).toBeVisible();
  // The last run that succeeded; a busy machine may have needed minutes since.
  expect(searches().getByText(/updated (just now|\d+ min ago)/)).toBeVisible();
  refuses = false;
  await user.click(run);
  await waitFor(() => expect(searches().queryByText(/The last run failed/)).toBeNull());
});

test('Enter and Tab take suggested names, a name that is not known is marked and questioned once', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  const query = within(await findQueryForm());
  const region = query.getByRole('combobox', { name: /^Region/ });
  await user.click(region);
  await user.keyboard('east a');
  await expectHighlighted('East Asia');
  await user.keyboard('{Enter}');
  expect(await query.findByText('East Asia')).toBeVisible();
  await user.keyboard('EASTERN');
  await expectHighlighted('Eastern Europe');
  // user-event moves the focus before React has drawn what the key has changed.
  fireEvent.keyDown(region, { key: 'Tab' });
  expect(await query.findByText('Eastern Europe')).toBeVisible();
  await user.click(region);
  await user.keyboard('east,');
  const unknown = await query.findByTitle(
    /not among the 2 regions that the service documents or has returned/,
  );
  expect(unknown).toHaveTextContent('east');
  await user.click(screen.getByRole('button', { name: /^Fetch/ }));
  expect(
    await query.findByText(
      /“east” is not among the 2 regions that the service documents or has returned.*fetch again/,
    ),
  ).toBeVisible();
  expect(screen.queryByRole('article')).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Fetch/ }));
  expect((await screen.findAllByRole('article'))[0]).toBeVisible();
});
