import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { anchorageRecords } from '../../../../builders/anchorage-records.ts';
import { square } from '../../../../builders/new-area.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import {
  addAreas,
  chooseFiles,
  countInTable,
  runCommand,
  showPanel,
} from '../../../../builders/page/page-actions.ts';

test('all areas that are checked become sites in one step, with undo', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  const records = anchorageRecords(Date.now() - 7_200_000).map((record) => JSON.stringify(record));
  await runCommand(page, 'Import raw records from files');
  await chooseFiles(page, new File([records.join('\n')], 'records.ndjson'));
  await countInTable();
  await addAreas(page, [square('One', [121, 31], 0.3), square('Other', [10, 54], 0.3)]);
  const areas = within(await showPanel(page, 'Areas'));
  await areas.findByText(/^2 areas/);
  await user.click(areas.getByRole('checkbox', { name: 'Select all' }));
  await user.click(await areas.findByRole('button', { name: 'Make sites' }));
  const dock = await screen.findByRole('tabpanel', { name: 'Sites' });
  const list = { name: 'Sites, the most unusual last pass first' };
  const rows = within(await within(dock).findByRole('region', list));
  await waitFor(() => expect(rows.getAllByRole('row')).toHaveLength(3));
  expect(areas.queryByRole('button', { name: 'Make sites' })).toBeNull();
  await user.click(rows.getByRole('button', { name: 'One' }));
  const answer = within(await within(dock).findByRole('region', { name: 'Answer' }));
  expect(answer.getByRole('heading')).toHaveTextContent(
    /^Large vessel at One: usual are \d+ to \d+ in a pass of its kind; the last pass, .* had 41: unusual\.$/,
  );
  expect(
    answer.getByText(/^1 unusual pass, the last on .*\. 25 of 30 passes can be compared\./),
  ).toBeVisible();
  await user.click(within(dock).getByText('How compared'));
  expect(within(dock).getByText(/^Counted are passes that show the site/)).toBeVisible();
  await user.click(within(dock).getByRole('button', { name: 'All sites' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(dock).toHaveTextContent('No area is a site yet'));
});
