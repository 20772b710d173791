import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { chooseFiles, expectInTable, runCommand } from '../../../../builders/page/page-actions.ts';
import { buildFeature, buildRecord, buildUuid } from '../../../../builders/record-builder.ts';

test('raw records are imported from files and from a folder, and what is not taken is listed', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  const record = () =>
    JSON.stringify(buildRecord({ assignedId: buildUuid(), features: [buildFeature(), buildFeature()] }));
  await runCommand(page, 'Import raw records from files');
  await chooseFiles(page, new File([`${record()}\n{"assignedId":\n${record()}\n`], 'first.ndjson'));
  const jobs = await screen.findByRole('region', { name: 'Background jobs' });
  const latest = () => within(jobs).getAllByRole('article')[0] ?? jobs;
  await waitFor(() => expect(latest()).toHaveTextContent('2 new records. Not taken: 1 item'));
  await waitFor(() => expect(latest()).toHaveTextContent('Complete'));
  await expectInTable(4);
  await user.click(within(latest()).getByText(/^\d+ notes?$/));
  await waitFor(() => expect(latest()).toHaveTextContent('line 2: is not valid JSON'));

  // The provenance is the file, never a query.
  const [row = jobs] = await screen.findAllByRole('row', { name: /vessel/ });
  await user.click(row);
  const inspector = within(screen.getByRole('complementary', { name: 'Inspector' }));
  const origin = await inspector.findByRole('region', { name: 'Record' });
  await waitFor(() => expect(origin).toHaveTextContent(/From file\s*first\.ndjson/));
  expect(within(origin).queryByText('Query that fetched it')).toBeNull();

  await runCommand(page, 'Import raw records from a folder');
  await chooseFiles(page, new File([record()], 'second.json'), new File(['not a record'], 'notes.txt'));
  await expectInTable(6);
});
