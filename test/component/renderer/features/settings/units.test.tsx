import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { choose, closeDialog, countInTable, openSettings } from '../../../../builders/page/page-actions.ts';

test('units, times and notation change the table, the inspector and the status bar, and are retained', async () => {
  const core = await openFilledCore({
    region: 'East Asia',
    analytic: 'LargeVesselDetection',
    maxRecords: 20,
  });
  const page = openPage(core);
  const { user } = page;
  await countInTable();
  const table = () => within(screen.getByRole('grid', { name: 'Detections' }));
  const row = () => table().getAllByRole('row')[1] ?? document.body;
  await waitFor(() => expect(row()).toHaveTextContent(/\d m/));
  await user.click(row());
  const inspector = screen.getByRole('complementary', { name: 'Inspector' });
  expect(table().getByRole('columnheader', { name: /Collected \(UTC\)/ })).toBeVisible();

  const settings = within(await openSettings(page, 'Units and time'));
  const sample = () => settings.getByRole('status', { name: 'Looks like' });
  expect(sample()).toHaveTextContent(
    /^320\.6 m · 23\.15 km · 4\.12 km² · .* · 2026-11-20 01:21:45Z · 13,495$/,
  );
  for (const choice of ['ft', 'nm', 'ha', /^Local/]) await user.click(settings.getByText(choice));
  await choose(page, settings.getByRole('combobox', { name: 'Coordinates' }), 'MGRS');
  const language = settings.getByRole('combobox', { name: 'Language of numbers and dates' });
  await choose(page, language, /^German/);
  await waitFor(() =>
    expect(sample()).toHaveTextContent(/^1\.051,8 ft · 12,50 nm · 412 ha · 52S.* (GMT|UTC).* · 13\.495$/),
  );
  await closeDialog(page);

  const expectChosen = async () => {
    await waitFor(() => expect(row()).toHaveTextContent(/\d ft/));
    expect(row()).toHaveTextContent(/\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d (GMT|UTC)/);
    expect(table().getByRole('columnheader', { name: /Collected/ })).not.toHaveTextContent('UTC');
    expect(screen.getByRole('button', { name: 'Pointer position in MGRS' })).toBeVisible();
  };
  await expectChosen();
  await waitFor(() => expect(inspector).toHaveTextContent(/\d ft/));
  page.close();
  openPage(core);
  await countInTable();
  await expectChosen();
});
