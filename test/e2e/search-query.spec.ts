import { expect, test } from './fixtures.ts';
import { fetchToEnd, limitSearch } from './results-setup.ts';

test('a query is built from the tree of fields by keyboard, and fetched', async ({ app }) => {
  const { page } = app;
  await limitSearch(page, 200, 100);
  const query = page.getByRole('form', { name: 'Query' });
  await query.getByText(/^More conditions/).click();
  await query.getByRole('button', { name: 'Edit conditions on other fields' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conditions on other fields' });
  await expect(dialog.getByText('list of objects').first()).toBeVisible();
  await expect(dialog.getByText('type not shown').first()).toBeVisible();
  await app.screenshot('search-conditions-empty');

  await dialog.getByLabel('Find a field').fill('sensor type');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const first = dialog.getByRole('group', { name: 'Condition 1' });
  await expect(first.getByLabel('Value of condition 1')).toBeFocused();
  await page.keyboard.type('SAR');
  await dialog.getByLabel('Find a field').fill('incidence');
  await dialog.getByRole('button', { name: 'Add a condition on content.sensorData.incidenceAngle' }).click();
  const second = dialog.getByRole('group', { name: 'Condition 2' });
  await second.getByLabel('Operator of condition 2').click();
  await page.getByRole('option', { name: 'between' }).click();
  await second.getByLabel('Condition 2 after').fill('steep');
  await second.getByLabel('Condition 2 before').fill('45');
  await expect(second.getByText(/“steep” is not a number/)).toBeVisible();
  await second.getByLabel('Condition 2 after').fill('15');
  await expect(second.getByText(/is not a number/)).toBeHidden();
  await dialog.getByLabel('Find a field').fill('');
  await app.screenshot('search-conditions');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Edit conditions on other fields' })).toContainText(
    'content.sensorData.incidenceAngle between 15 … 45',
  );
  await app.screenshot('search-panel');
  const card = await fetchToEnd(page);
  await expect(card).toContainText('200 records');
});

test('an invalid condition is reported at its row', async ({ app }) => {
  const { page } = app;
  const query = page.getByRole('form', { name: 'Query' });
  await query.getByText(/^More conditions/).click();
  await query.getByRole('button', { name: 'Edit conditions on other fields' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conditions on other fields' });
  await dialog.getByRole('button', { name: 'Enter a path' }).click();
  await expect(dialog.getByLabel('Path of condition 1')).toBeFocused();
  await page.keyboard.type('contents.x');
  await dialog.getByLabel('Value of condition 1').fill('5');
  await expect(
    dialog.getByText(/A path begins with uploadTime, assignedId, header or content/),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Query' }).getByText(/A path begins with/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Jobs' })).toBeHidden();
});

test('an invalid field that was folded away is shown by each fetch', async ({ app }) => {
  const { page } = app;
  const query = page.getByRole('form', { name: 'Query' });
  const fold = query.getByText(/^More conditions/);
  const problem = query.getByText(/“last week” is not a time/);
  await fold.click();
  await query.getByLabel('Uploaded after (UTC)', { exact: true }).fill('last week');
  for (let attempt = 1; attempt <= 2; attempt++) {
    await fold.click();
    await expect(problem).toBeHidden();
    await expect(query.getByLabel('Uploaded after (UTC)', { exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'Fetch', exact: true }).click();
    await expect(problem).toBeVisible();
  }
});

test('the query text is edited, shows where it is wrong, and fills the form', async ({ app }) => {
  const { page } = app;
  await limitSearch(page, 120, 60);
  await page.getByRole('button', { name: 'Query text' }).click();
  const dialog = page.getByRole('dialog', { name: 'Query text' });
  const editor = dialog.getByRole('textbox', { name: 'Query text' });
  await expect(editor).toHaveValue(/limit: 120/);
  const text = await editor.inputValue();

  await editor.fill(
    text.replace('limit: 120', 'limt: 120').replace('{ eq: "East Asia" }', '{ equals: "East Asia" }'),
  );
  const place = dialog.getByRole('button', { name: /Line 2, column 3/ });
  await expect(place).toBeVisible();
  await expect(dialog.getByText(/no parameter “limt”. Did you mean limit/)).toBeVisible();
  await expect(dialog.getByText(/no operator “equals”/)).toBeVisible();
  await app.screenshot('search-query-text-wrong');
  await place.click();
  await expect(editor).toBeFocused();
  expect(
    await editor.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    ),
  ).toBe('limt');
  // What cannot be read is not taken over: the cursor goes to the first place.
  await dialog.getByRole('button', { name: 'Apply to form' }).click();
  await expect(dialog).toBeVisible();

  await editor.fill(
    text
      .replace('limit: 120', 'limit: 80')
      .replace('{ eq: "East Asia" }', '{ eq: "Eastern Europe" }')
      .replace('content: {', 'content: { sensorData: { sensorType: { ne: "EO" } },'),
  );
  await app.screenshot('search-query-text');
  await dialog.getByRole('button', { name: 'Apply to form' }).click();
  await expect(dialog).toBeHidden();
  const query = page.getByRole('form', { name: 'Query' });
  await expect(query.getByText('Eastern Europe', { exact: true })).toBeVisible();
  await expect(query.getByLabel('Maximum records')).toHaveValue('80');
  await expect(query.getByLabel('Records per page')).toHaveValue('60');
  await expect(page.getByRole('button', { name: 'Edit conditions on other fields' })).toContainText(
    'sensorType is not EO',
  );
  const card = await fetchToEnd(page);
  await expect(card).toContainText('80 records');

  // Of later records only the chosen fields come, and what was left out is shown as such.
  await query.getByRole('button', { name: 'Choose fields…' }).click();
  const fields = page.getByRole('dialog', { name: 'Fields of each record' });
  await fields.getByRole('button', { name: 'Headers only' }).click();
  await fields.getByRole('checkbox', { name: 'content.sensorData.polarization' }).check();
  const sensorName = fields.getByRole('checkbox', { name: 'content.sensorData.sensorName' });
  await expect(sensorName).toBeChecked();
  await expect(sensorName).toBeDisabled();
  await expect(fields.getByText('13 chosen fields')).toBeVisible();
  await app.screenshot('search-fields');
  await fields.getByRole('button', { name: 'Done' }).click();
  await query.getByLabel('Start at record').fill('201');
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
  const cards = page.getByRole('list', { name: 'Jobs' }).getByRole('article');
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toHaveAttribute('data-state', 'complete');
  await page.getByRole('tab', { name: 'Records' }).click();
  await expect(page.getByRole('grid', { name: 'Records' }).getByText('not fetched').first()).toBeVisible();
  await app.screenshot('search-not-fetched');
});

test('Enter and Tab take suggested names, a name that is not known is marked and questioned once', async ({
  app,
}) => {
  const { page } = app;
  const query = page.getByRole('form', { name: 'Query' });
  const region = query.getByRole('combobox', { name: /^Region/ });
  await region.click();
  await page.keyboard.type('east a');
  await page.keyboard.press('Enter');
  await expect(query.getByText('East Asia', { exact: true })).toBeVisible();
  await page.keyboard.type('EASTERN');
  await page.keyboard.press('Tab');
  await expect(query.getByText('Eastern Europe', { exact: true })).toBeVisible();
  await region.click();
  await page.keyboard.type('east,');
  const unknown = query.getByTitle('not among the 2 regions that the service documents or has returned');
  await expect(unknown).toContainText('east');
  await app.screenshot('search-unknown-region');
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
  await expect(
    query.getByText(
      /“east” is not among the 2 regions that the service documents or has returned.*fetch again/,
    ),
  ).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('button', { name: 'Fetch', exact: true }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});
