import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { countInTable } from '../../../../builders/page/page-actions.ts';

test('fields that are needed less are found by name, and shown at once where one of them restricts', async () => {
  const { app, user } = openPage(await openFilledCore({ region: 'East Asia', maxRecords: 20 }));
  await countInTable();
  app.commands.run('results.filter');
  const editor = within(await screen.findByLabelText('Filter what is shown'));
  for (const field of ['Analytic', 'Verdict', 'Area', 'Collected from (UTC)', 'Length (m), at least'])
    expect(editor.getByLabelText(field)).toBeVisible();
  expect(editor.queryByLabelText('Uploaded from (UTC)')).toBeNull();
  await user.click(editor.getByRole('button', { name: 'More fields' }));
  expect(editor.getByLabelText('Uploaded from (UTC)')).toBeVisible();
  await user.type(editor.getByLabelText('More fields'), 'sens');
  expect(editor.getByLabelText('Sensor')).toBeVisible();
  expect(editor.queryByLabelText('Uploaded from (UTC)')).toBeNull();
  await user.type(editor.getByLabelText('More fields'), 'xyz');
  expect(editor.getByText('No field has this name.')).toBeVisible();
  await user.click(editor.getByRole('button', { name: 'Close the filter' }));
  app.stores.results.getState().setFilter({ regions: ['East Asia'] });
  app.commands.run('results.filter');
  const again = within(await screen.findByLabelText('Filter what is shown'));
  expect(await again.findByLabelText('Uploaded from (UTC)')).toBeVisible();
});
