import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { square } from '../../../../builders/new-area.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { addAreas, showPanel } from '../../../../builders/page/page-actions.ts';
import { fill, findQueryForm, openAdvanced } from '../../../../builders/page/search-form.ts';

test('a rule reports that ships over 200 m stay for two passes over a place, and shows the passes', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  await addAreas(page, [square('Busan roads', [129.0, 34.9], 0.2)]);
  const query = within(await findQueryForm());
  await openAdvanced(page);
  const day = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 16).replace('T', ' ');
  await fill(page, await query.findByLabelText('Uploaded after (UTC)'), day);
  await user.click(screen.getByRole('button', { name: 'Save search' }));
  const saving = await screen.findByRole('dialog', { name: 'Saved search' });
  await fill(page, within(saving).getByLabelText('Name'), 'Korea Strait');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(saving).not.toBeInTheDocument());

  const panel = within(await showPanel(page, 'Watch'));
  await user.click(await panel.findByText('Rules'));
  await user.click(await panel.findByRole('button', { name: 'New rule…' }));
  const dialog = await screen.findByRole('dialog', { name: 'New rule' });
  const form = within(dialog);
  await fill(page, await form.findByRole('textbox', { name: 'Name' }), 'Large ships stay');
  await form.findByRole('option', { name: 'Korea Strait' });
  await user.selectOptions(form.getByRole('combobox', { name: 'Saved search' }), 'Korea Strait');
  await form.findByRole('option', { name: 'Busan roads' });
  await user.selectOptions(form.getByRole('combobox', { name: 'Place' }), 'Busan roads');
  await fill(page, form.getByRole('textbox', { name: 'Only detections that match' }), 'length > 200');
  await user.selectOptions(
    form.getByRole('combobox', { name: 'Report' }),
    'At least a number of them in passes in a row',
  );
  expect(await form.findByRole('textbox', { name: 'In passes in a row' })).toHaveValue('2');
  form.getByRole('textbox', { name: 'Name' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  const rule = await panel.findByRole('listitem', { name: 'Large ships stay' });
  await user.click(within(rule).getByRole('button', { name: 'Fetch now: Large ships stay' }));
  await waitFor(() => expect(rule).toHaveTextContent(/Watched until \d{4}-/));
  await user.click(panel.getByText(/^Inbox/));
  const findings = within(await panel.findByRole('list', { name: 'Findings, last found first' }));
  const first = () => findings.getAllByRole('listitem')[0] ?? rule;
  await waitFor(() =>
    expect(first()).toHaveTextContent(
      /At least \d+ matching detections? at Busan roads \([^)]+\) in each of \d+ passes in a row\./,
    ),
  );
  expect(first()).toHaveTextContent(/^Large ships stay · \d{4}-\d\d-\d\d/);
  expect(panel.getByText(/^1 rule watches · \d+ findings? unread$/)).toBeVisible();
  await user.click(within(first()).getByText('Evidence'));
  await waitFor(() => expect(first()).toHaveTextContent('whether they are the same objects is not known'));
  expect(first()).toHaveTextContent(/covers 9\d|covers 100/);
  await user.click(within(first()).getByRole('button', { name: /^Show on the map/ }));
  expect(await within(first()).findByRole('button', { name: 'Mark as unread' })).toBeVisible();
});
