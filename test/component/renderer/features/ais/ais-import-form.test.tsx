import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { screen, waitFor, within } from '@testing-library/dom';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { AisImportForm } from '../../../../../renderer/features/ais/ais-import-form.tsx';
import { texts } from '../../../../../renderer/features/ais/texts.ts';
import type { AisFilePreview } from '../../../../../shared/ais/ais-file.ts';
import { positionReport } from '../../../../builders/ais-sentences.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

function Closing({ preview }: { readonly preview: AisFilePreview }) {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? <AisImportForm preview={preview} onDone={() => setOpen(false)} /> : null;
}

/** Opens the form for a file of these lines. */
async function openForm(...lines: readonly string[]) {
  const core = await openFilledCore();
  const file = path.join(await makeTempFolder(), 'reports.csv');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const preview = await core.ais.preview({ path: file, name: 'reports.csv', isTemporary: false });
  if (!preview.ok) throw new Error(preview.failure.message);
  const { user } = openPage(core, { content: <Closing preview={preview.value} /> });
  const form = within(await screen.findByRole('form', { name: 'Import AIS reports from reports.csv' }));
  return { form, user };
}

test('a folder is followed where the user chooses so, and a file is not offered it', async () => {
  const core = await openFilledCore();
  const folder = await makeTempFolder();
  const lines = ['MMSI,BaseDateTime,LAT,LON,SOG', '219000101,2026-10-11T14:10:00,35.0,129.1,8.7'];
  writeFileSync(path.join(folder, 'a.csv'), `${lines.join('\n')}\n`);
  const preview = await core.ais.preview({ path: folder, name: 'reports', isTemporary: false });
  if (!preview.ok) throw new Error(preview.failure.message);
  const { app, user } = openPage(core, { content: <Closing preview={preview.value} /> });
  const form = within(await screen.findByRole('form', { name: 'Import AIS reports from reports' }));
  await user.click(form.getByRole('checkbox', { name: texts.form.follows }));
  await user.click(form.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  await expect
    .poll(async () => await app.api.ais.files.query())
    .toMatchObject({ value: [{ name: 'reports', folder: { path: folder } }] });
  const ofFile = await openForm(...lines);
  expect(ofFile.form.queryByRole('checkbox', { name: texts.form.follows })).toBeNull();
});

test('a file that is understood shows its first row as read, asks nothing, and can be changed', async () => {
  const { form, user } = await openForm(
    'MMSI,BaseDateTime,LAT,LON,SOG',
    '219000101,2026-10-11T14:10:00,35.0,129.1,8.7',
  );
  expect(
    form.getByText(/^2026-10-11 14:10:00Z · 35\.00° N,? 129\.10° E · 8\.7 kn · MMSI 219000101$/),
  ).toBeVisible();
  expect(form.queryAllByRole('combobox')).toEqual([]);
  expect(form.getByRole('button', { name: 'Import' })).toBeEnabled();
  await user.click(form.getByRole('button', { name: 'Change…' }));
  expect(form.getByLabelText('Speed over ground')).toBeVisible();
  await user.selectOptions(form.getByLabelText('Time (UTC)'), '');
  expect(form.getByText(/Choose the column of Time \(UTC\)/)).toBeVisible();
  expect(form.getByRole('button', { name: 'Import' })).toBeDisabled();
});

test('three rows are shown as read, and what the values decided is stated, with the reasons of all columns', async () => {
  const { form, user } = await openForm(
    'MMSI,second,timestamp,LAT,LON,SPEED,received_at',
    ...[0, 1, 2, 3, 4].map(
      (index) =>
        `219000101,x,${index},35.0,${(129 + index * 0.0042).toFixed(4)},124,2026-10-11T14:1${index}:00`,
    ),
  );
  expect(form.getByText('The first rows as read:')).toBeVisible();
  expect(form.getAllByText(/ · 12\.4 kn · MMSI 219000101$/)).toHaveLength(3);
  expect(form.getByText(/^Speeds are in tenths of a knot: 124 in the file, 12\.4 kn by/)).toBeVisible();
  expect(form.getByText(/^“timestamp” has the second of the minute/)).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Change…' }));
  expect(form.getByLabelText('Latitude')).toHaveAccessibleDescription(
    'such as 35.0. By the name of the column, “LAT”.',
  );
  await user.selectOptions(form.getByLabelText('Latitude'), 'SPEED');
  expect(form.getByLabelText('Latitude')).toHaveAccessibleDescription('such as 124');
});

test('longitudes and latitudes of one column that can be exchanged are to be chosen', async () => {
  const { form, user } = await openForm('MMSI,time,position', '219000101,2026-10-11T14:10:00,"35.1, 12.2"');
  expect(
    form.getByText(/“position” has positions, but longitudes and latitudes can be exchanged/),
  ).toBeVisible();
  expect(form.getByRole('button', { name: 'Import' })).toBeDisabled();
  await user.selectOptions(form.getByLabelText('Both coordinates, latitude first'), 'position');
  expect(form.getByText(/35\.10° N,? 12\.20° E/)).toBeVisible();
  expect(form.getByRole('button', { name: 'Import' })).toBeEnabled();
});

test('only the column that is not recognized is to be chosen, without a default', async () => {
  const { form, user } = await openForm('MMSI,when,LAT,LON', '219000101,2026-10-11T14:10:00,35.0,129.1');
  expect(form.getAllByRole('combobox').map((each) => (each as HTMLSelectElement).value)).toContain('');
  expect(form.queryByLabelText('Latitude')).toBeNull();
  expect(form.getByRole('button', { name: 'Import' })).toBeDisabled();
  await user.selectOptions(form.getByLabelText('Time (UTC)'), 'when');
  await waitFor(() => expect(form.getByRole('button', { name: 'Import' })).toBeEnabled());
  expect(form.getByText(/no speed · MMSI 219000101$/)).toBeVisible();
});

test('days and months that can be exchanged are to be chosen', async () => {
  const { form, user } = await openForm(
    'mmsi,time,lon,lat',
    '219000123,03/05/2026 09:31:05,129.2,35',
    '219000124,03/05/2026 09:40:05,129.2,35',
  );
  for (const choice of form.getAllByRole('radio')) expect(choice).not.toBeChecked();
  expect(form.getByRole('button', { name: 'Import' })).toBeDisabled();
  await user.click(form.getByRole('radio', { name: /is 2026-05-03/ }));
  expect(form.getByRole('button', { name: 'Import' })).toBeEnabled();
  expect(form.getByText(/^2026-05-03 09:31:05Z · /)).toBeVisible();
});

test('columns that were chosen are offered again for a file with the same heading', async () => {
  const lines = ['MMSI,when,LAT,LON', '219000101,2026-10-11T14:10:00,35.0,129.1'];
  const first = await openForm(...lines);
  await first.user.selectOptions(first.form.getByLabelText('Time (UTC)'), 'when');
  await waitFor(() => expect(first.form.getByRole('button', { name: 'Import' })).toBeEnabled());
  await first.user.click(first.form.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());

  const { form } = await openForm(...lines);
  expect(form.getByText(/The columns are those that you chose/)).toBeVisible();
  expect(await form.findByText(/^2026-10-11 14:10:00Z · /)).toBeVisible();
  await waitFor(() => expect(form.getByRole('button', { name: 'Import' })).toBeEnabled());
});

test('a file of raw messages shows its first positions, and has no columns to choose', async () => {
  const { form } = await openForm(
    ...positionReport({ mmsi: 219000101, longitude: 129.1, latitude: 35, knots: 8.7 }).map(
      (sentence) => `2026-10-11T14:10:00Z ${sentence}`,
    ),
  );
  expect(form.getByText('The first messages with a position, as read:')).toBeVisible();
  expect(form.getByText(/35\.00° N,? 129\.10° E · 8\.7 kn · MMSI 219000101$/)).toBeVisible();
  expect(form.queryByText(/publisher/)).toBeNull();
  expect(form.queryByRole('button', { name: 'Change…' })).toBeNull();
  expect(form.getByRole('button', { name: 'Import' })).toBeEnabled();
});
