import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { fill, findQueryForm } from '../../../../builders/page/search-form.ts';

const findPanel = (name: string) => screen.findByRole('region', { name: `${name} panel` });

test('the palette finds commands, states why some cannot run, and runs the others', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  await findQueryForm();
  const map = screen.getByRole('application');
  const findField = () => screen.findByPlaceholderText(/Search commands/);
  map.focus();
  await user.keyboard('{Control>}k{/Control}');
  const first = await findField();
  await waitFor(() => expect(first).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(map).toHaveFocus());
  await user.keyboard('{Control>}k{/Control}');
  const search = await findField();
  await waitFor(() => expect(search).toHaveFocus());
  await fill(page, search, 'export');
  expect(await screen.findByRole('button', { name: /^Export detections/ })).toHaveTextContent(
    'There are no detections in this workspace yet.',
  );

  await fill(page, search, 'layers panel');
  await user.keyboard('{Enter}');
  const layers = await findPanel('Layers');
  await waitFor(() => expect(layers).toHaveFocus());
  await waitFor(() => expect(screen.queryByPlaceholderText(/Search commands/)).toBeNull());

  await user.keyboard('{Control>}k{/Control}');
  await fill(page, await findField(), 'no such thing');
  expect(await screen.findByText('No match for “no such thing”.')).toBeVisible();
});

test('letters typed at once after the key of the palette are written into its field', async () => {
  const { user } = openPage(await openFilledCore());
  await findQueryForm();
  const field = () => screen.queryByPlaceholderText(/Search commands/);
  // Opened once, so that its code is loaded.
  await user.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(field()).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(field()).toBeNull());
  // A busy page handles the next key before it draws another frame.
  const key = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new KeyboardEvent('keydown', key));
  expect(document.activeElement?.matches('[role="dialog"] input') ?? false).toBe(true);
  await user.keyboard('layers panel');
  expect(field()).toHaveValue('layers panel');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(field()).toBeNull());
});

test('the count of unfinished orders opens them', async () => {
  const { user } = openPage(await openFilledCore());
  const count = await screen.findByRole('button', { name: /^\d+ unfinished orders?$/ });
  const unfinished = Number.parseInt(count.textContent, 10);
  await user.click(count);
  const orders = within(await screen.findByRole('list', { name: 'Orders of this account' }));
  await waitFor(() => expect(orders.getAllByRole('listitem')).toHaveLength(unfinished));
  expect(orders.queryByText('Completed')).toBeNull();
});

test('what moved is found by its former name', async () => {
  const page = openPage(await openFilledCore());
  await findQueryForm();
  await page.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByPlaceholderText(/Search commands/);
  for (const [name, command] of [
    ['Results panel', 'Show the Get panel'],
    ['orders panel', 'Show the Orders panel'],
    ['areas panel', 'Show the Areas panel'],
    ['focus the map', 'Show only the map, or the panels again'],
    ['dock', 'Show or hide the table'],
    ['on this disk', 'Settings: Workspace'],
    ['timeline', 'Show the timeline'],
    ['records', 'Show the records, including those without detections'],
  ] as const) {
    await fill(page, field, name);
    expect(await screen.findByRole('button', { name: new RegExp(`^${command}`) }), name).toBeVisible();
  }
});

test('the palette finds ports by the start of their names, after commands, and goes there', async () => {
  const page = openPage(await openFilledCore());
  await findQueryForm();
  await page.user.keyboard('{Control>}k{/Control}');
  const search = await screen.findByPlaceholderText(/Search commands/);
  await fill(page, search, 'ais');
  expect(screen.queryByText(/^Port · /)).toBeNull();
  await fill(page, search, 'pusan');
  expect(screen.queryByText(/^Port · /)).toBeNull();
  await fill(page, search, 'busan');
  await page.user.click(await screen.findByRole('button', { name: /^Busan\s*Port · 35/ }));
  await waitFor(() => expect(page.app.stores.places.getState().mark?.label).toBe('Busan'));
});

test('the palette finds orders by name', async () => {
  const page = openPage(await openFilledCore());
  await screen.findByRole('button', { name: /^\d+ unfinished orders?$/ });
  expect(screen.getByRole('contentinfo')).toHaveTextContent(/\d+ unfinished orders?/);
  await page.user.keyboard('{Control>}k{/Control}');
  await fill(page, await screen.findByPlaceholderText(/Search commands/), 'kerch');
  await page.user.click(await screen.findByRole('button', { name: /Kerch approaches/ }));
  const panel = await findPanel('Orders');
  await waitFor(() => expect(panel).toHaveTextContent('Kerch approaches'));
});

test('keys choose panels, but not while typing or in a dialog', async () => {
  const { user } = openPage(await openFilledCore());
  await findQueryForm();
  for (const [key, name] of [
    ['1', 'Orders'],
    ['2', 'Areas'],
    ['4', 'Review'],
    ['5', 'Layers'],
    ['3', 'Get'],
  ] as const) {
    await user.keyboard(key);
    expect(await findPanel(name)).toBeVisible();
  }
  // A frame can take long on a busy machine: a field entered before it ends keeps the focus.
  const field = within(await findQueryForm()).getByLabelText('Collected after (UTC)');
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '3', code: 'Digit3', bubbles: true }));
  field.focus();
  await nextFrame();
  await nextFrame();
  expect(field).toHaveFocus();

  await user.keyboard('1');
  expect(await findPanel('Get')).toBeVisible();
  await user.tab();

  await user.click(screen.getByRole('heading', { name: 'Get', level: 2 }));
  await user.keyboard('{Shift>}?{/Shift}');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await waitFor(() => expect(help).toHaveTextContent('Fetch results'));
  expect(help).toHaveTextContent('Ctrl K');
  await user.keyboard('1');
  expect(help).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(help).not.toBeInTheDocument());
  expect(await findPanel('Get')).toBeVisible();
});

test('the table can be hidden and shown', async () => {
  const { user } = openPage(await openFilledCore());
  const text = 'No detections on this disk yet';
  // It is not there before it has content, unless it is called.
  await findQueryForm();
  expect(screen.queryByText(text)).toBeNull();
  await user.keyboard('d');
  expect(await screen.findByText(text)).toBeVisible();
  await user.keyboard('d');
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
});

test('F6 goes through the regions, also from a field', async () => {
  const { user } = openPage(await openFilledCore({ region: 'East Asia', maxRecords: 20 }));
  await screen.findByRole('grid', { name: 'Detections' });
  const focusedRegion = () =>
    document.activeElement?.closest('[data-region]:not([data-region="table"])')?.getAttribute('data-region');
  within(await findQueryForm())
    .getByLabelText('Collected after (UTC)')
    .focus();
  for (const region of ['show', 'map', 'dock', 'inspector', 'status', 'header', 'rail', 'side']) {
    await user.keyboard('{F6}');
    await expect.poll(focusedRegion).toBe(region);
  }
  await user.keyboard('{Shift>}{F6}{/Shift}');
  await expect.poll(focusedRegion).toBe('rail');
});
