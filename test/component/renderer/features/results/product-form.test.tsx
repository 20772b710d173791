import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { closeFilter, countInTable, openExpression, undo } from '../../../../builders/page/page-actions.ts';
import { fill } from '../../../../builders/page/search-form.ts';

const fetched = { region: 'Eastern Europe', analytic: 'LargeVesselDetection', maxRecords: 60 };

const findInspected = () => screen.findByRole('region', { name: 'Detection' });

/** The row of the first detection. */
async function findFirstRow(): Promise<HTMLElement> {
  await countInTable();
  const grid = await screen.findByRole('grid', { name: 'Detections' });
  const [row = grid] = await within(grid).findAllByRole('row', { name: /vessel/ });
  return row;
}

test('detections in the public product form are filtered by class, shown by families and counted', async () => {
  const page = openPage(await openFilledCore(fetched));
  const { user } = page;
  await findFirstRow();
  const field = await openExpression(page);
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('ais');
  expect(await screen.findByText('AIS, as the service states it')).toBeVisible();
  await user.clear(field);
  await user.keyboard('class_share.tan');
  expect(
    await screen.findByRole('option', { name: /class_share\.Tanker share of this class/ }),
  ).toBeVisible();
  await user.keyboard('{Tab}');
  await user.keyboard('> 0.3');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field).toHaveValue('class_share.Tanker > 0.3'));
  await fill(page, field, 'mmsi is not empty and class_share >= 0.6');
  await user.keyboard('{Enter}');
  await closeFilter(page);
  await user.click(await findFirstRow());
  const inspected = within(await findInspected());
  expect(await inspected.findByRole('heading', { name: 'AIS, as the service states it' })).toBeVisible();
  expect(inspected.getByText(/[A-Z][a-z ]+ 0\.\d+, [A-Z][a-z ]+ 0\.\d+/)).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const columns = within(await screen.findByRole('dialog', { name: 'Columns' }));
  await fill(page, await columns.findByRole('textbox', { name: 'Find a column' }), 'len');
  expect(await columns.findByRole('region', { name: 'From the SAR image' })).toBeVisible();
  await user.keyboard('{Escape}');

  await user.click(screen.getByRole('tab', { name: 'Statistics' }));
  await user.click(await screen.findByRole('combobox', { name: 'Statistics of' }));
  expect(await screen.findByRole('option', { name: 'AIS length (m)' })).toBeInTheDocument();
});

test('the form for a meaning shows what another window has set since it was filled in', async () => {
  const page = openPage(await openFilledCore(fetched));
  const { user, app } = page;
  await user.click(await findFirstRow());
  const inspected = within(await findInspected());
  await user.click(await inspected.findByRole('button', { name: 'Correct…' }));
  const form = within(await inspected.findByRole('form', { name: 'Correct what a property means' }));
  await user.selectOptions(form.getByRole('combobox', { name: 'Property' }), 'detectionNumber');
  await user.selectOptions(form.getByRole('combobox', { name: 'Means' }), 'length');
  // What another window sends.
  const detail = await app.api.results.detail.query(1);
  if (!detail.ok || !detail.value) throw new Error('There is no detection 1.');
  const { productType, documentVersion } = detail.value.record;
  await app.api.results.correct.mutate({
    format: { productType, documentVersion },
    property: 'detectionNumber',
    expected: null,
    to: { meaning: 'widthMetres', unit: 'm' },
  });
  await waitFor(() =>
    expect(form.getByRole('status')).toHaveTextContent(
      'changed elsewhere while this form was open. Now: detectionNumber means width, m. Saving replaces it.',
    ),
  );
  await user.click(form.getByRole('button', { name: 'Save meaning' }));
  expect(await screen.findByText('detectionNumber means length, m.')).toBeVisible();
  await undo(page, 'detectionNumber means length, m.');
  expect(await screen.findByText('Undone: correcting the meaning of detectionNumber.')).toBeVisible();
  expect(await inspected.findByText(/^Width \(Detection number/)).toBeVisible();
});
