import { DatabaseSync } from 'node:sqlite';
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { findRows } from '../../../../builders/page/detections.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { type OpenPage, openPage } from '../../../../builders/page/open-page.tsx';
import { choose, openSettings } from '../../../../builders/page/page-actions.ts';
import { fill } from '../../../../builders/page/search-form.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const fetched = { region: 'East Asia', maxRecords: 12 };

async function openChipPrefetch({ user }: OpenPage): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Prefetch chips…/ }));
  return screen.findByRole('dialog', { name: 'Prefetch chips' });
}

/** The card of the prefetch in the tray of jobs. */
async function findJob(): Promise<HTMLElement> {
  const tray = within(await screen.findByRole('region', { name: 'Background jobs' }));
  return tray.findByRole('article', { name: 'Chips of all detections' });
}

test('chips are prefetched, counted, limited and cleared', async () => {
  const folder = await makeTempFolder();
  const core = await openFilledCore(fetched, { folder });
  const before = openPage(core);
  const { user } = before;
  await findRows('Detections');
  const dialog = await openChipPrefetch(before);
  await waitFor(() => expect(dialog).toHaveTextContent('0 cached'));
  expect(dialog).toHaveTextContent('Size unknown: no chip is cached yet');
  await user.click(within(dialog).getByRole('button', { name: 'Prefetch chips' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const job = await findJob();
  // Many simulated chips are rendered and fetched: a busy machine needs long for them.
  await waitFor(() => expect(job).toHaveAttribute('data-state', 'complete'), { timeout: 200_000 });
  expect(job).toHaveTextContent(/\d+ fetched \([\d.]+ [kM]B\)/);

  const again = await openChipPrefetch(before);
  // The demo store does not have all of them yet, and some that it has are damaged.
  await waitFor(() => expect(again).toHaveTextContent(/[1-9]\d* cached · \d+ not available yet/));
  expect(again).not.toHaveTextContent('Size unknown');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await openSettings(before, 'Storage');
  expect(await screen.findByText(/^[\d.]+ [kM]B of 4 GB$/)).toBeVisible();
  const limit = await screen.findByLabelText('Limit (GB)');
  await fill(before, limit, '0.001');
  expect(await screen.findByText('Use at least 10 MB.')).toBeVisible();
  await fill(before, limit, '0.5');
  await user.click(screen.getByRole('button', { name: 'Save limit' }));
  expect(await screen.findByText(/ of 500 MB$/)).toBeVisible();
  await before.close();
  await core.close();

  const page = openPage(await openFilledCore(undefined, { folder, demo: false }));
  await page.user.click(await screen.findByRole('button', { name: 'Work offline' }));
  await page.user.click(await screen.findByRole('button', { name: 'Jobs: all ended' }));
  const ended = await findJob();
  await waitFor(() => expect(ended).toHaveTextContent('Complete'));
  await page.user.click(screen.getByRole('button', { name: 'Close the jobs' }));
  const storage = await openSettings(page, 'Storage');
  expect(await screen.findByText(/^[\d.]+ [kM]B of 500 MB$/)).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'Clear…' }));
  const asking = await screen.findByRole('dialog', { name: 'Clear the chip cache?' });
  await page.user.click(within(asking).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(asking).not.toBeInTheDocument());
  await page.user.click(screen.getByRole('button', { name: 'Clear…' }));
  const askingAgain = within(await screen.findByRole('dialog', { name: 'Clear the chip cache?' }));
  await page.user.click(askingAgain.getByRole('button', { name: 'Clear the cache' }));
  await waitFor(() => expect(storage).toHaveTextContent('0 chips of all workspaces'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Clear…' })).toBeDisabled());
});

test('problems are paged, narrowed down, and lead to their record', async () => {
  const core = await openFilledCore(fetched);
  const database = new DatabaseSync(core.session.state().workspacePath ?? '', { timeout: 30_000 });
  database.exec(`INSERT INTO problems (record_id, path, message, seen_at)
    SELECT record_id, 'content.features[' || value || '].geometry', 'Its coordinates are no numbers.', '2026-11-20T08:00:00Z'
    FROM (SELECT record_id FROM records WHERE detections > 0 LIMIT 1), json_each('[' || '0' || ${"replace(hex(zeroblob(69)), '00', ',1')"} || ']')`);
  database.exec(`INSERT INTO problems (record_id, path, message, seen_at)
    SELECT record_id, 'uploadTime', 'It is no time.', '2026-11-20T08:00:00Z' FROM records LIMIT 1`);
  database.close();

  const page = openPage(core);
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: '71 problems in records' }));
  const problems = within(await screen.findByRole('region', { name: 'Problems in records' }));
  const expectItems = (count: number) =>
    waitFor(() => expect(problems.getAllByRole('listitem')).toHaveLength(count));
  await expectItems(50);
  await user.click(problems.getByRole('button', { name: 'Show 21 more' }));
  await expectItems(71);
  const find = problems.getByLabelText('Reason or record ID contains');
  await fill(page, find, 'no time');
  await expectItems(1);
  await user.clear(find);
  await choose(
    page,
    problems.getByRole('combobox', { name: 'Field path' }),
    'content.features[].geometry (70)',
  );
  expect(await problems.findByText('70 problems')).toBeVisible();

  const [show] = problems.getAllByRole('button', { name: 'Show raw record' });
  if (!show) throw new Error('No record can be shown.');
  await user.click(show);
  const raw = await screen.findByRole('region', { name: 'Raw record' });
  await waitFor(() => expect(raw).toHaveTextContent('assignedId'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(raw).not.toBeInTheDocument());
  const [detections] = problems.getAllByRole('button', { name: /^\d+ detections?$/ });
  if (!detections) throw new Error('No detections can be shown.');
  await user.click(detections);
  expect(await screen.findByRole('tab', { name: /^Table · [\d,]+ of / })).toBeVisible();
});
