import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { choose, countInTable, expectInTable } from '../../../../builders/page/page-actions.ts';

test('places are a column, a filter, a group of passes and a row of the statistics', async () => {
  const page = openPage(
    await openFilledCore({ region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 60 }),
  );
  const { user, app } = page;
  const counted = await app.api.results.groupCounts.query({ filter: {}, by: 'place' });
  const counts = counted.ok ? counted.value : [];
  const [busiest] = counts.filter(({ key }) => key !== null);
  const nowhere = counts.find(({ key }) => key === null);
  if (!busiest?.key || !nowhere)
    throw new Error(`No place and no detection without one: ${JSON.stringify(counts)}`);
  await countInTable();
  const grid = within(await screen.findByRole('grid', { name: 'Detections' }));
  expect(grid.getByRole('columnheader', { name: /^Place/ })).toBeVisible();

  // A filter of what is shown.
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const editor = within(await screen.findByLabelText('Filter what is shown'));
  await choose(
    page,
    await editor.findByRole('combobox', { name: /^Place/ }),
    `${busiest.key} · ${busiest.count}`,
  );
  await user.click(editor.getByRole('button', { name: 'Done' }));
  await expectInTable(busiest.count);
  expect(screen.getByRole('region', { name: 'Show' })).toHaveTextContent(`Near ${busiest.key}`);
  expect((await grid.findAllByText(busiest.key))[0]).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear all' }));

  // Rows of the statistics, also for what is near no port.
  await user.click(screen.getByRole('tab', { name: 'Statistics' }));
  await choose(page, await screen.findByRole('combobox', { name: 'Statistics of' }), 'Place');
  expect(await screen.findByRole('row', { name: new RegExp(`^${busiest.key}\\b`) })).toHaveTextContent(
    busiest.count.toLocaleString('en-US'),
  );
  expect(screen.getByRole('row', { name: /^No named port within 25 nm/ })).toHaveTextContent(
    nowhere.count.toLocaleString('en-US'),
  );
  expect(await screen.findByRole('columnheader', { name: 'Per pass' })).toBeVisible();
  expect(screen.getByRole('img', { name: /^Detections per pass that shows the place/ })).toBeVisible();

  // Groups of passes, with a menu for each row.
  await user.click(screen.getByRole('tab', { name: /^Passes/ }));
  await choose(page, await screen.findByRole('combobox', { name: 'Group passes' }), 'By place');
  const passes = await screen.findByRole('grid', { name: 'Passes' });
  const heading = await waitFor(() => {
    const found = passes.querySelector('tr[aria-expanded]');
    if (!found) throw new Error('No group is shown.');
    return found;
  });
  await waitFor(() => expect(passes.querySelector('tr[aria-expanded]')).toHaveTextContent(/\d+ pass/));
  passes.focus();
  await user.keyboard('{Home}{ArrowDown}');
  const chosen = () => passes.querySelector('tr[aria-selected="true"]');
  await waitFor(() => expect(chosen()).toBeInTheDocument());
  const place = chosen()?.querySelectorAll('td')[1]?.textContent ?? '';
  expect(passes.querySelector('tr[aria-expanded]')).toHaveTextContent(place);
  await user.keyboard('{Shift>}{F10}{/Shift}');
  const menu = await screen.findByRole('menu');
  expect(menu).toHaveAttribute('aria-label', expect.stringMatching(`^Pass ${place} · `));
  const zoom = within(menu).getByRole('menuitem', { name: /^Zoom to/ });
  expect(zoom).toBeVisible();
  zoom.focus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(menu).not.toBeInTheDocument());
  await waitFor(() => expect(passes).toHaveFocus());

  await user.pointer({ target: passes.querySelector('tr[aria-expanded]') ?? heading, keys: '[MouseRight]' });
  await user.click(await screen.findByRole('menuitem', { name: /^Show only detections near / }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Show' })).toHaveTextContent('Near '));
});
