import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { type OpenPage, openPage } from '../../../../builders/page/open-page.tsx';
import {
  chooseFiles,
  countInTable,
  expectInTable,
  openSettings,
} from '../../../../builders/page/page-actions.ts';
import { fill } from '../../../../builders/page/search-form.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const fetched = { region: 'East Asia', maxRecords: 60 };

/** The card of a job once it is complete; a job that opens the workspace again is drawn anew. */
function findComplete(title: string | RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    const card = screen.getByRole('article', { name: title });
    expect(card).toHaveAttribute('data-state', 'complete');
    return card;
  });
}

/** The file that a job offers as a download. */
async function download(card: HTMLElement, name: string): Promise<File> {
  const link = await within(card).findByRole('link', { name: /Download/ });
  const response = await fetch(link.getAttribute('href') ?? '');
  return new File([await response.blob()], name);
}

const findDialog = () => screen.findByRole('dialog');

const expectNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Clicks a button of the workspace's settings. */
async function startTool(page: OpenPage, button: string): Promise<void> {
  const settings = within(await openSettings(page, 'Workspace'));
  await page.user.click(await settings.findByRole('button', { name: button }));
}

test('a workspace is copied, compacted, left for an empty one, and opened again from the copy', async () => {
  const page = openPage(await openFilledCore(fetched));
  const { user } = page;
  const detections = await countInTable();
  await startTool(page, 'Save a copy…');
  const copyCard = await findComplete(/^Copy to/);
  const copy = await download(copyCard, 'copy.gpkg');
  await user.click(within(copyCard).getByRole('button', { name: 'Dismiss' }));

  await startTool(page, 'Compact…');
  const compact = await findDialog();
  await waitFor(() => expect(compact).toHaveTextContent('record by record'));
  await user.click(within(compact).getByRole('button', { name: 'Compact' }));
  expect(await findComplete('Compact the workspace')).toHaveTextContent('before');
  await expectInTable(detections);

  await startTool(page, 'Open another…');
  const dialog = within(await findDialog());
  const list = within(await dialog.findByRole('list', { name: 'Workspaces' }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  await fill(page, dialog.getByLabelText('Name of the new workspace'), 'Case Ningbo');
  await user.click(dialog.getByRole('button', { name: 'Create and open' }));
  await expectNoDialog();

  const settings = within(await openSettings(page, 'Workspace'));
  expect((await settings.findAllByText('Case Ningbo'))[0]).toBeVisible();
  await user.click(settings.getByRole('button', { name: 'Open another…' }));
  const other = within(await findDialog());
  await user.click(await other.findByRole('button', { name: 'Choose a file…' }));
  await chooseFiles(page, copy);
  expect(await other.findByText('copy.gpkg')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('60 records'));
  await user.click(other.getByRole('button', { name: 'Open' }));
  await expectNoDialog();
  await expectInTable(detections);
});

test('the contents of a damaged workspace are recovered', async () => {
  const folder = await makeTempFolder();
  const core = await openFilledCore(fetched, { folder });
  const before = openPage(core);
  const detections = await countInTable();
  const file = core.workspace()?.path ?? '';
  before.close();
  await core.close();
  // While it is closed, something destroys its beginning.
  zero(file);
  const page = openPage(await openFilledCore(fetched, { folder, demo: false }));
  // No one is signed in, and rescuing needs no one.
  await page.user.click(within(await findDialog()).getByRole('button', { name: 'Close' }));
  await expectNoDialog();
  await page.user.click(await screen.findByRole('button', { name: 'Recover its contents…' }));
  const dialog = within(await findDialog());
  expect(await dialog.findByRole('radio', { name: /damaged/ })).toBeChecked();
  await page.user.click(dialog.getByRole('button', { name: 'Rebuild' }));
  expect(await findComplete('Rebuild the workspace')).toHaveTextContent('60 records');
  await expectInTable(detections);
});

test('a case is exported, and imported as a new workspace', async () => {
  const page = openPage(await openFilledCore(fetched));
  const { user } = page;
  const detections = await countInTable();
  await startTool(page, 'Export a case…');
  const exporting = within(await findDialog());
  expect(await exporting.findByRole('radio', { name: /^All/ })).toBeChecked();
  await user.click(exporting.getByRole('button', { name: 'Export the case' }));
  const card = await findComplete(/^Case /);
  expect(card).toHaveTextContent('60 records');
  const file = await download(card, 'case.gpkg');

  await startTool(page, 'Import a case…');
  const dialog = await findDialog();
  await user.click(await within(dialog).findByRole('button', { name: 'Choose a case…' }));
  await chooseFiles(page, file);
  await waitFor(() => expect(dialog).toHaveTextContent('everything in the workspace'));
  await user.click(within(dialog).getByRole('radio', { name: 'As a new workspace' }));
  await user.click(within(dialog).getByRole('button', { name: 'Import' }));
  await expectNoDialog();
  await findComplete(/^Import/);
  await expectInTable(detections);
});

test('conflicting reviews of a case are shown, and resolved one by one', async () => {
  const folder = await makeTempFolder();
  const core = await openFilledCore(fetched, { folder });
  const workspace = core.workspace()?.path ?? '';
  await core.close();
  inFile(
    workspace,
    `INSERT INTO reviews (detection_id, record_id, identity, verdict, flagged, note, reviewer, reviewed_at)
     SELECT fid, record_id, 'chip 0 ' || chip_identifier, 'confirmed', 0, 'tug beside it',
       'anna', '2026-11-20T08:00:00.000Z' FROM detections WHERE chip_identifier NOT NULL ORDER BY fid LIMIT 3`,
  );
  const openAs = async () => {
    const opened = await openFilledCore(fetched, { folder, demo: false });
    const page = openPage(opened);
    await page.user.click(within(await findDialog()).getByRole('button', { name: 'Close' }));
    await expectNoDialog();
    return page;
  };
  const anna = await openAs();
  await startTool(anna, 'Export a case…');
  const exporting = within(await findDialog());
  await anna.user.click(await exporting.findByRole('button', { name: 'Export the case' }));
  const made = await findComplete(/^Case /);
  expect(made).toHaveTextContent('3 reviews');
  const file = await download(made, 'case.gpkg');
  anna.close();
  await anna.core.close();

  inFile(workspace, "UPDATE reviews SET verdict = 'rejected', note = '', flagged = 1, reviewer = 'berta'");
  const berta = await openAs();
  const { user } = berta;
  await startTool(berta, 'Import a case…');
  const dialog = within(await findDialog());
  await user.click(await dialog.findByRole('button', { name: 'Choose a case…' }));
  await chooseFiles(berta, file);
  const conflicts = within(await dialog.findByRole('list', { name: 'Conflicts' }));
  const [first = document.body, ...others] = conflicts.getAllByRole('listitem');
  expect(others).toHaveLength(2);
  expect(first).toHaveTextContent('Here: rejected, flagged (berta');
  expect(first).toHaveTextContent('Case: confirmed, “tug beside it” (anna');
  await user.click(within(first).getByRole('checkbox'));
  await user.click(dialog.getByRole('button', { name: 'Import' }));
  expect(await findComplete(/^Import/)).toHaveTextContent('1 review');
  berta.close();
  await berta.core.close();
  const reviewers = inFile(workspace, 'SELECT reviewer FROM reviews ORDER BY detection_id');
  expect(reviewers.map(({ reviewer }) => reviewer).toSorted()).toEqual(['anna', 'berta', 'berta']);
});

function inFile(file: string, text: string) {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(text).all();
  } finally {
    database.close();
  }
}

function zero(file: string): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(100), 0, 100, 0);
  closeSync(handle);
}
