import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { findRows } from '../../../builders/page/detections.ts';
import { openFilledCore } from '../../../builders/page/filled-core.ts';
import { Faults, openPage } from '../../../builders/page/open-page.tsx';
import { countInTable, expectInTable, openExpression, openTab } from '../../../builders/page/page-actions.ts';
import { fill } from '../../../builders/page/search-form.ts';

async function openDock() {
  const core = await openFilledCore({ region: 'East Asia', maxRecords: 300 });
  const faults = new Faults();
  const page = openPage(core, { faults });
  await waitFor(async () => expect(await countInTable()).toBeGreaterThan(500));
  return { ...page, page, faults, all: await countInTable() };
}

test('an expression is completed by keyboard, marked where it is wrong, and filters', async () => {
  const { page, user, all } = await openDock();
  const field = await openExpression(page);
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('leng');
  expect(await screen.findByRole('option', { name: /^length_m number, [\d,]+$/ })).toBeVisible();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field).toHaveValue('length_m '));
  await user.keyboard('> 100 and sensor = ');
  await waitFor(() => expect(screen.getAllByRole('option')[0]?.textContent).toMatch(/^".+"[\d,]+$/));
  await user.keyboard('{Tab}');
  await waitFor(() => expect((field as HTMLInputElement).value).toMatch(/sensor = ".+" $/));
  // Whole: nothing is suggested, and Enter applies it.
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await countInTable()).toBeLessThan(all));
  const filtered = await countInTable();

  // What cannot be read changes nothing, and is reported.
  await user.keyboard('40 m');
  await waitFor(() => expect(field).toHaveAttribute('aria-invalid', 'true'));
  expect(await screen.findByText(/The filter is unchanged\.$/)).toBeVisible();
  expect(await countInTable()).toBe(filtered);

  // A name that no property has is reported, with what may have been meant.
  await fill(page, field, 'Length_M > 100');
  expect(await screen.findByText(/Did you mean length_m\?$/)).toBeVisible();
  await user.keyboard('{Enter}');
  // Also where the editor is closed: in the bar and in the empty table.
  const problem = 'No detection has a property “Length_M”. Did you mean length_m?';
  const shown = within(screen.getByRole('region', { name: 'Show' }));
  expect(await shown.findByRole('img', { name: problem })).toBeVisible();
  expect(await within(screen.getByRole('tabpanel')).findByText(problem)).toBeVisible();

  await user.clear(field);
  await expectInTable(all);
  await user.click(screen.getByRole('button', { name: 'Recent expressions' }));
  const [recent = field] = await screen.findAllByRole('menuitem', { name: /^length_m > 100 and sensor = / });
  await user.click(recent);
  await expectInTable(filtered);
});

test('the table is filtered by a value, its rows are copied, and its columns are retained', async () => {
  const { page, user, all, core } = await openDock();
  const grid = await screen.findByRole('grid', { name: 'Detections' });
  // Which detection is the newest depends on the time of day; which analytic is the first does not.
  await user.click(within(grid).getByRole('button', { name: /^Analytic/ }));
  await waitFor(() =>
    expect(within(grid).getByRole('columnheader', { name: /^Analytic/ })).toHaveAttribute(
      'aria-sort',
      expect.stringMatching(/ending$/),
    ),
  );
  await user.keyboard('g');
  await fill(page, await screen.findByLabelText(/^Row number/), '#1');
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(grid).toHaveAttribute('aria-activedescendant', expect.stringMatching(/^detection-row-\d+$/)),
  );
  await waitFor(() => {
    const row = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    expect(row?.querySelector('td')).toHaveTextContent(/^1$/);
  });
  await waitFor(() => expect(screen.queryByLabelText(/^Row number/)).toBeNull());

  await user.keyboard('t');
  await waitFor(() => expect(grid).toHaveFocus());
  await user.keyboard('{Home}');
  // The menu is about a value: there is none in a row that is not loaded yet.
  await waitFor(() => expect(document.querySelector('#detection-row-0 td')?.textContent).toMatch(/\d/));
  await user.keyboard('{ArrowRight}{ArrowRight}');
  await waitFor(() => expect(grid).toHaveAttribute('aria-activedescendant', 'detection-cell-0-1'));
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await user.click(await screen.findByRole('menuitem', { name: 'Filter by this value' }));
  await waitFor(async () => expect(await countInTable()).toBeLessThan(all));
  const listed = await countInTable();

  await user.keyboard('t');
  await waitFor(() => expect(grid).toHaveFocus());
  await user.keyboard('{Control>}a{/Control}');
  expect(await screen.findByText(`${listed.toLocaleString('en-US')} selected`)).toBeVisible();

  await user.keyboard('{Control>}c{/Control}');
  expect(await screen.findByText(/rows? copied\.$/)).toBeVisible();
  const copied = await navigator.clipboard.readText();
  expect(copied.split('\n')).toHaveLength(listed + 1);
  expect(copied).toMatch(/^ID\tAnalytic\t/);

  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Copy selection as GeoJSON/ }));
  expect(await screen.findByText(/detections? copied as GeoJSON\.$/)).toBeVisible();
  expect(JSON.parse(await navigator.clipboard.readText()).features).toHaveLength(listed);

  // Of the selection, one press away.
  await user.click(screen.getByRole('button', { name: 'Export of the selection' }));
  const exporting = within(await screen.findByRole('dialog'));
  expect(await exporting.findByRole('radio', { name: /^Selected/ })).toBeChecked();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Statistics of the selection' }));
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Selected' })).toBeChecked());
  await user.click(screen.getByRole('button', { name: 'Review of the selection' }));
  expect(await screen.findByText(/^Selection of [\d,]+ detections?$/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /^End review/ }));
  await user.click(await screen.findByRole('button', { name: 'Start another review' }));
  const asking = within(await screen.findByRole('dialog', { name: 'Start another review?' }));
  await user.click(asking.getByRole('button', { name: 'Start another review' }));
  await user.click(await screen.findByRole('tab', { name: /^Table/ }));

  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  await fill(page, await screen.findByRole('textbox', { name: 'Find a column' }), 'latitude');
  await user.click(await screen.findByRole('checkbox', { name: /^Latitude/ }));
  await user.keyboard('{Escape}');
  const header = (fromEnd: number) =>
    within(screen.getByRole('grid', { name: 'Detections' }))
      .getAllByRole('columnheader')
      .at(-fromEnd);
  await waitFor(() => expect(header(1)).toHaveTextContent('Latitude'));
  within(screen.getByRole('grid', { name: 'Detections' }))
    .getByRole('button', { name: /^Latitude/ })
    .focus();
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  await waitFor(() => expect(header(2)).toHaveTextContent('Latitude'));
  await page.close();
  openPage(core);
  await screen.findByRole('grid', { name: 'Detections' });
  await waitFor(() => expect(header(2)).toHaveTextContent('Latitude'));
});

test('a timeline that could not be counted is counted again on request', async () => {
  const { user, faults } = await openDock();
  faults.set('results.timeline', 'failing');
  await openTab({ user }, 'Timeline');
  const dock = within(screen.getByRole('tabpanel'));
  const [retry] = await dock.findAllByRole('button', { name: 'Try again' });
  if (!retry) throw new Error('Nothing can be tried again.');
  expect(dock.queryByRole('slider', { name: 'Time window' })).toBeNull();
  faults.set('results.timeline');
  await user.click(retry);
  expect(await dock.findByRole('slider', { name: 'Time window' })).toBeVisible();
  await waitFor(() => expect(dock.queryByRole('button', { name: 'Try again' })).toBeNull());
});

test('statistics are numbers that filter and can be copied', async () => {
  const { user, all, faults } = await openDock();
  await user.click(screen.getByRole('tab', { name: 'Statistics' }));
  const numbers = () => within(screen.getByRole('region', { name: 'Numbers' }));
  await screen.findByRole('region', { name: 'Numbers' });
  const counts = await waitFor(() => {
    const cells = numbers()
      .getAllByRole('row')
      .flatMap((row) => row.querySelector('td:nth-child(2)')?.textContent ?? []);
    expect(cells.length).toBeGreaterThan(0);
    return cells;
  });
  expect(counts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)).toBe(all);
  const base = `Share of ${all.toLocaleString('en-US')}`;
  expect(numbers().getByRole('columnheader', { name: base })).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Copy CSV' }));
  expect(await screen.findByText('Statistics copied as CSV.')).toBeVisible();
  const csv = await navigator.clipboard.readText();
  expect(csv.split(/\r?\n/)).toHaveLength(counts.length + 1);

  // Numbers of the former filter are not copied.
  faults.set('results.groupCounts', 'pending');
  const [filterByFirst] = numbers().getAllByRole('button');
  if (!filterByFirst) throw new Error('No row filters.');
  await user.click(filterByFirst);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Copy CSV' })).toBeDisabled());
  expect(screen.getByRole('button', { name: 'Copy image' })).toBeDisabled();
  expect(numbers().getAllByRole('row')[1]).toBeVisible();
  faults.set('results.groupCounts');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Copy CSV' })).toBeEnabled());
  await expectInTable(Number(counts[0]?.replaceAll(',', '')));
  // What is typed replaces the chosen text.
  const topic = screen.getByRole('combobox', { name: 'Statistics of' });
  await user.click(topic);
  await user.keyboard('confid');
  await waitFor(() => expect(topic).toHaveValue('confid'));
  await user.click(await screen.findByRole('option', { name: 'Confidence' }));
  await waitFor(() => expect(numbers().getByText('Median')).toBeVisible());
  // Until the numbers of another topic arrive, there are none under its title.
  faults.set('results.distribution', 'pending');
  await user.click(topic);
  await user.keyboard('Length');
  const [length = topic] = await screen.findAllByRole('option', { name: /^Length/ });
  await user.click(length);
  expect(await within(screen.getByRole('tabpanel')).findByText('Counting…')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Numbers' })).toBeNull();
  faults.set('results.distribution');
  await screen.findByRole('region', { name: 'Numbers' });
  await waitFor(() => expect(numbers().getByText('Median')).toBeVisible());

  await user.click(topic);
  await user.keyboard('Pass');
  await user.click(await screen.findByRole('option', { name: 'Pass (image)' }));
  const firstPass = await waitFor(() => {
    const row = numbers().getAllByRole('row')[1];
    if (!row) throw new Error('There is no pass.');
    expect(within(row).getByRole('button')).toHaveTextContent(/^\d{4}-\d\d-\d\d .*Z · /);
    return row;
  });
  const ofPass = Number(/^[\d,]+/.exec(within(firstPass).getAllByRole('cell')[1]?.textContent.trim() ?? ''));
  await user.click(within(firstPass).getByRole('button'));
  await expectInTable(ofPass);
  // Under a filter each row states the number without it, too.
  await waitFor(() => expect(numbers().getAllByText(/of [\d,]+ in all/)[0]).toBeVisible());
});

test('records in which nothing was found are listed and mapped', async () => {
  const { user } = await openDock();
  await openTab({ user }, 'Records');
  await user.click(await screen.findByText('No detections'));
  const grid = await screen.findByRole('grid', { name: 'Records' });
  await waitFor(() => expect(within(grid).getAllByText('Nothing found')[0]).toBeVisible());
  await findRows('Records');
  grid.focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(grid.querySelectorAll('[data-focused]')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Map all footprints' }));
  await waitFor(() => expect(grid.querySelectorAll('[data-focused]')).toHaveLength(0));
  expect(await screen.findByText(/^[1-9]\d* on the map/)).toBeVisible();
});
