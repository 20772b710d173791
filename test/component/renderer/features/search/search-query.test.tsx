import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { type OpenPage, openPage } from '../../../../builders/page/open-page.tsx';
import { openTab } from '../../../../builders/page/page-actions.ts';
import {
  fetchToEnd,
  fill,
  findQueryForm,
  limitSearch,
  openAdvanced,
} from '../../../../builders/page/search-form.ts';

async function editConditions(page: OpenPage): Promise<HTMLElement> {
  const { user } = page;
  const query = await openAdvanced(page);
  await user.click(await within(query).findByRole('button', { name: /^Edit conditions on other fields/ }));
  return screen.findByRole('dialog', { name: 'Conditions on other fields' });
}

test('a query is built from the tree of fields by keyboard, and fetched', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  await limitSearch(page, 200, 100);
  const dialog = within(await editConditions(page));
  expect((await dialog.findAllByText('list of objects'))[0]).toBeVisible();
  expect(dialog.getAllByText('type not shown')[0]).toBeVisible();

  await user.type(dialog.getByLabelText('Find a field'), 'sensor type');
  await user.keyboard('{Tab}{Enter}');
  const first = within(await dialog.findByRole('group', { name: 'Condition 1' }));
  await waitFor(() => expect(first.getByLabelText('Value of condition 1')).toHaveFocus());
  await user.keyboard('SAR');
  await fill(page, dialog.getByLabelText('Find a field'), 'incidence');
  const add = /^Add a condition on content\.sensorData\.incidenceAngle/;
  await user.click(await dialog.findByRole('button', { name: add }));
  const second = within(await dialog.findByRole('group', { name: 'Condition 2' }));
  await user.click(second.getByLabelText('Operator of condition 2'));
  await user.click(await screen.findByRole('option', { name: 'between' }));
  await fill(page, await second.findByLabelText('Condition 2 after'), 'steep');
  await fill(page, second.getByLabelText('Condition 2 before'), '45');
  expect(await second.findByText(/“steep” is not a number/)).toBeVisible();
  await fill(page, second.getByLabelText('Condition 2 after'), '15');
  await waitFor(() => expect(second.queryByText(/is not a number/)).toBeNull());
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Edit conditions on other fields/ })).toHaveTextContent(
      'content.sensorData.incidenceAngle between 15 … 45',
    ),
  );
  expect(await fetchToEnd(page)).toHaveTextContent('200 records');
});

test('an invalid condition is reported at its row', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  const dialog = within(await editConditions(page));
  await user.click(await dialog.findByRole('button', { name: 'Enter a path' }));
  await waitFor(() => expect(dialog.getByLabelText('Path of condition 1')).toHaveFocus());
  await user.keyboard('contents.x');
  await fill(page, dialog.getByLabelText('Value of condition 1'), '5');
  expect(
    await dialog.findByText(/A path begins with uploadTime, assignedId, header or content/),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await user.click(await screen.findByRole('button', { name: /^Fetch( again)?$/ }));
  const query = await findQueryForm();
  expect(await within(query).findByText(/A path begins with/)).toBeVisible();
  expect(page.app.stores.workspace.getState().jobs).toEqual([]);
});

test('an invalid field that was folded away is shown by each fetch', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  const query = within(await findQueryForm());
  const fold = await query.findByText(/^Advanced/);
  const problem = /“last week” is not a time/;
  const uploaded = () => query.queryByLabelText('Uploaded after (UTC)', { exact: true });
  await user.click(fold);
  const field = await query.findByLabelText('Uploaded after (UTC)', { exact: true });
  await fill(page, field, 'last week');
  for (let attempt = 1; attempt <= 2; attempt++) {
    await user.click(fold);
    await waitFor(() => expect(fold.closest('details')).not.toHaveAttribute('open'));
    await user.click(screen.getByRole('button', { name: /^Fetch( again)?$/ }));
    await waitFor(() => expect(fold.closest('details')).toHaveAttribute('open'));
    expect(await query.findByText(problem)).toBeVisible();
    expect(uploaded()).toBeVisible();
  }
});

test('the query text is edited, shows where it is wrong, and fills the form', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  await limitSearch(page, 120, 60);
  await user.click(screen.getByRole('button', { name: /^Query text/ }));
  const dialogElement = await screen.findByRole('dialog', { name: 'Query text' });
  const dialog = within(dialogElement);
  const editor = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Query text' });
  await waitFor(() => expect(editor.value).toContain('limit: 120'));
  const text = editor.value;

  await paste(
    page,
    editor,
    text.replace('limit: 120', 'limt: 120').replace('{ eq: "East Asia" }', '{ equals: "East Asia" }'),
  );
  const position = await dialog.findByRole('button', { name: /Line 2, column 3/ });
  expect(dialog.getByText(/no parameter “limt”. Did you mean limit/)).toBeVisible();
  expect(dialog.getByText(/no operator “equals”/)).toBeVisible();
  await user.click(position);
  await waitFor(() => expect(editor).toHaveFocus());
  expect(editor.value.slice(editor.selectionStart, editor.selectionEnd)).toBe('limt');
  // What cannot be read is not applied: the cursor goes to the first fault.
  await user.click(dialog.getByRole('button', { name: 'Apply to form' }));
  expect(dialogElement).toBeVisible();

  await paste(
    page,
    editor,
    text
      .replace('limit: 120', 'limit: 80')
      .replace('{ eq: "East Asia" }', '{ eq: "Eastern Europe" }')
      .replace('content: {', 'content: { sensorData: { sensorType: { ne: "EO" } },'),
  );
  await user.click(dialog.getByRole('button', { name: 'Apply to form' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Query text' })).toBeNull());
  const query = within(await findQueryForm());
  expect(await query.findByText('Eastern Europe')).toBeVisible();
  expect(query.getByLabelText('Maximum records')).toHaveValue('80');
  expect(query.getByLabelText('Records per page')).toHaveValue('60');
  expect(screen.getByRole('button', { name: /^Edit conditions on other fields/ })).toHaveTextContent(
    'sensorType is not EO',
  );
  expect(await fetchToEnd(page)).toHaveTextContent('80 records');

  // Of later records only the chosen fields come, and what was left out is shown as such.
  await user.click(query.getByRole('button', { name: 'Choose fields…' }));
  const fields = within(await screen.findByRole('dialog', { name: 'Fields of each record' }));
  await user.click(await fields.findByRole('button', { name: /^Headers only/ }));
  await user.click(fields.getByRole('checkbox', { name: /content\.sensorData\.polarization/ }));
  const sensorName = fields.getByRole('checkbox', { name: /content\.sensorData\.sensorName/ });
  await waitFor(() => expect(sensorName).toBeChecked());
  expect(sensorName).toBeDisabled();
  expect(fields.getByText('13 chosen fields')).toBeVisible();
  await user.click(fields.getByRole('button', { name: 'Done' }));
  await fill(page, query.getByLabelText('Start at record'), '201');
  await user.click(screen.getByRole('button', { name: /^Fetch( again)?$/ }));
  const jobs = within(screen.getByRole('list', { name: 'Jobs and orders' }));
  await waitFor(() => expect(jobs.getAllByRole('article')).toHaveLength(2));
  await waitFor(() => expect(jobs.getAllByRole('article')[0]).toHaveAttribute('data-state', 'complete'));
  await openTab(page, 'Records');
  const records = within(await screen.findByRole('grid', { name: 'Records' }));
  expect((await records.findAllByText('not fetched'))[0]).toBeVisible();
});

/** Replaces a long text at once: typing it would draw the page for each letter. */
async function paste({ user }: OpenPage, field: HTMLTextAreaElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}
