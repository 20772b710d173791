import { screen, waitFor, within } from '@testing-library/dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Order } from '../../../../../shared/orders/order.ts';
import { square } from '../../../../builders/new-area.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { beginOrder, chooseArea, findOrderForm } from '../../../../builders/page/order-form.ts';
import {
  addAreas,
  choose,
  findNotification,
  runCommand,
  showPanel,
  useService,
} from '../../../../builders/page/page-actions.ts';
import { fill, findQueryForm } from '../../../../builders/page/search-form.ts';
import { startServiceProxy } from '../../../../builders/service-proxy.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const hour = 3_600_000;

/** The order of this name with another state in its history; all others as they are. */
function withState(name: string, state: string): (order: Order) => Order {
  const added = { state, when: new Date().toISOString(), by: 'tasking desk' };
  return (order) =>
    order.descriptiveName === name
      ? { ...order, statusHistory: [...(order.statusHistory ?? []), added] }
      : order;
}

async function startProxy() {
  const proxy = await startServiceProxy();
  onTestFinished(() => proxy.close());
  return proxy;
}

/** The rows of the list of orders. */
function orderRows(): HTMLElement[] {
  const list = screen.queryByRole('list', { name: 'Orders of this account' });
  return list ? within(list).queryAllByRole('listitem') : [];
}

const findPanelHeading = async (name: string) =>
  within(await screen.findByRole('region', { name: 'Orders panel' })).findByRole('heading', { name });

async function history(): Promise<HTMLElement[]> {
  return within(await screen.findByRole('list', { name: 'Status history' })).findAllByRole('listitem');
}

test('orders are searched, filtered, sorted and shown on the map', async () => {
  const core = await openFilledCore();
  const page = openPage(core);
  const { user } = page;
  await showPanel(page, 'Orders');
  await waitFor(() => expect(orderRows()).toHaveLength(8));
  expect(orderRows()[0]).toHaveTextContent('Pyeongtaek logistics');
  await waitFor(() => expect(orderRows()[0]).toHaveTextContent('Ground vehicle, Cars'));
  const legend = within(screen.getByRole('region', { name: 'Legend' }));
  expect(await legend.findByRole('button', { name: 'Orders 8' })).toBeVisible();

  const tools = within(screen.getByLabelText('Search orders'));
  const search = tools.getByLabelText('Search in names, notes, IDs and requests');
  await fill(page, search, 'morning passes');
  await waitFor(() => expect(orderRows()).toHaveLength(1));
  expect(orderRows()[0]).toHaveTextContent('Busan anchorage');
  expect(screen.getByText('1 of 8 orders.')).toBeVisible();
  expect(await legend.findByRole('button', { name: 'Orders 1 of 8' })).toBeVisible();
  await fill(page, search, 'no such thing');
  expect(await screen.findByText('No order matches')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(orderRows()).toHaveLength(8));

  await choose(page, tools.getByRole('combobox', { name: /^States/ }), 'Completed (3)');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(orderRows()).toHaveLength(3));
  await choose(page, tools.getByRole('combobox', { name: /^Analytics/ }), /^Change/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(orderRows()).toHaveLength(1));
  expect(orderRows()[0]).toHaveTextContent('Constanta construction');

  await user.click(screen.getByRole('button', { name: /Constanta construction/ }));
  const fields = within(await screen.findByRole('region', { name: 'Order fields' }));
  expect((await fields.findAllByRole('button', { name: 'Copy product ID' }))[0]).toBeVisible();
  await user.click(fields.getByRole('button', { name: 'Name for the customer ID' }));
  await fill(
    page,
    await fields.findByRole('textbox', { name: 'Name for the customer ID' }),
    'Harbor authority',
  );
  await user.keyboard('{Enter}');
  expect(await fields.findByText('Harbor authority')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '← All orders' }));
  const again = within(await screen.findByLabelText('Search orders'));
  await choose(page, again.getByRole('combobox', { name: /^Customers/ }), 'Harbor authority (8)');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Show all' }));

  await choose(page, again.getByRole('combobox', { name: /^Sort/ }), 'By name');
  await waitFor(() => expect(orderRows()[0]).toHaveTextContent('Bosporus queue, December'));
  await user.click(legend.getByRole('button', { name: /^Expand the legend/ }));
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Legend' })).toHaveTextContent(/Completed ?3/),
  );
  await user.click(again.getByRole('switch', { name: 'On the map' }));
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Legend' })).not.toHaveTextContent(/Completed ?3/),
  );
  page.close();
  const reloaded = openPage(core);
  await showPanel(reloaded, 'Orders');
  await waitFor(() => expect(orderRows()[0]).toHaveTextContent('Bosporus queue, December'));
  expect(screen.getByRole('switch', { name: 'On the map' })).not.toBeChecked();
});

test('a change is shown on the page and updates the open order; changes while closed are summarized', async () => {
  const proxy = await startProxy();
  const folder = await makeTempFolder();
  const core = await openFilledCore(undefined, { folder });
  await useService(core, proxy.url);
  const page = openPage(core);
  const { user } = page;
  await showPanel(page, 'Orders');
  await user.click(await screen.findByRole('button', { name: /Bosporus queue/ }));
  expect(await history()).toHaveLength(3);

  const accepted = withState('Bosporus queue, December', 'accepted');
  const onHold = withState('Pyeongtaek logistics', 'on-hold');
  proxy.rewriteOrders((order) => ({ ...accepted(onHold(order)), priority: 'routine' }));
  // The list is polled once a minute at last, which is too slow for a test.
  await runCommand(page, 'Refresh orders');
  const toast = await findNotification(/Pyeongtaek logistics/);
  expect(toast).toHaveTextContent("on-hold. This state is not in the service's document.");
  await waitFor(async () => expect(await history()).toHaveLength(4));
  const last = (await history()).at(-1) ?? toast;
  expect(last).toHaveTextContent('Accepted');
  expect(last).toHaveTextContent('by: tasking desk');
  // Its duration grows while nothing else happens.
  const { textContent: duration } = await within(last).findByText(/ so far$/);
  await waitFor(() => expect(within(last).getByText(/ so far$/)).not.toHaveTextContent(duration));
  const fields = within(await screen.findByRole('region', { name: 'Order fields' }));
  expect(await fields.findByText('priority')).toBeVisible();

  await user.click(within(toast).getByRole('button', { name: 'Show the order' }));
  expect(await findPanelHeading('Pyeongtaek logistics')).toBeVisible();
  await waitFor(async () => expect((await history()).at(-1)).toHaveTextContent('on-hold ?'));
  await user.click(screen.getByRole('button', { name: '← All orders' }));
  expect(await screen.findByRole('button', { name: /Pyeongtaek/ })).toHaveTextContent('on-hold ?');
  expect(screen.queryByRole('region', { name: 'Order notifications' })).toBeNull();

  const completed = withState('Yokota and Osan aprons', 'completed');
  proxy.rewriteOrders((order) => completed(accepted(onHold(order))));
  page.close();
  await core.close();
  const restarted = await openFilledCore(undefined, { folder });
  await useService(restarted, proxy.url);
  const again = openPage(restarted);
  await showPanel(again, 'Orders');
  const notifications = await screen.findByRole('region', { name: 'Order notifications' });
  expect(notifications).toHaveTextContent('While Sightline was closed: 1 order now Completed');
  expect(within(notifications).getByRole('button', { name: 'Yokota and Osan aprons' })).toBeVisible();
  await again.user.click(within(notifications).getByRole('button', { name: 'Mark as seen' }));
  await waitFor(() => expect(notifications).not.toBeInTheDocument());
});

test('a desktop notification is raised where the browser allows it, and opens its order', async () => {
  const raised: { readonly text: string; onclick: (() => void) | null }[] = [];
  class NotedNotification {
    static readonly permission = 'granted';
    readonly text: string;
    onclick: (() => void) | null = null;
    constructor(title: string, { body }: { body: string }) {
      this.text = `${title}: ${body}`;
      raised.push(this);
    }
    close(): void {}
  }
  vi.stubGlobal('Notification', NotedNotification);
  const proxy = await startProxy();
  const core = await openFilledCore();
  await useService(core, proxy.url);
  const page = openPage(core);
  await showPanel(page, 'Orders');
  expect(await screen.findByText(/Pyeongtaek logistics/)).toBeVisible();
  // A request for the list that is under way would not contain what changes now.
  await page.app.api.orders.refresh.mutate();
  proxy.rewriteOrders(withState('Pyeongtaek logistics', 'accepted'));
  await page.user.click(screen.getByRole('button', { name: 'Refresh' }));
  await expect
    .poll(() => raised.map(({ text }) => text))
    .toEqual(['Pyeongtaek logistics: Accepted. Order is approved and ready for delivery.']);
  await showPanel(page, 'Get');
  raised[0]?.onclick?.();
  expect(await findPanelHeading('Pyeongtaek logistics')).toBeVisible();
});

test('an order leads to its results, and a ledger states what was imaged', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  await showPanel(page, 'Orders');
  await user.click(await screen.findByRole('button', { name: /Busan anchorage/ }));
  const ledger = within(await screen.findByRole('region', { name: 'Coverage of the ordered areas' }));
  expect(
    await ledger.findByText(/^No record of Large vessel in the workspace shows this area from 2026-/),
  ).toBeVisible();
  expect(ledger.getByText(/Inferred from the footprints/)).toBeVisible();

  expect(await screen.findByText(/^Asks for Large vessel, collected from .* in all regions/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Fetch order results' }));
  const status = await screen.findByRole('status', { name: 'Fetch for this order' });
  await waitFor(() => expect(status).toHaveTextContent('Complete'));
  // What lies in its areas is shown by itself, and again on request.
  await user.click(await screen.findByRole('button', { name: 'Remove filter inside an outline' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Remove filter inside an outline' })).toBeNull(),
  );
  expect(await ledger.findByText(/^Imaged in \d+ record/)).toBeVisible();
  const summary = await ledger.findByText(/^\d+ records?$/);
  await user.click(summary);
  const table = await ledger.findByRole('table');
  const passes = within(table);
  expect(passes.getAllByRole('row')).toHaveLength(1 + Number.parseInt(summary.textContent, 10));
  const counts = [...table.querySelectorAll('td:last-child')].map(({ textContent }) => textContent);
  const found = counts.reduce((sum, text) => sum + (text === 'none' ? 0 : Number(text)), 0);
  expect(ledger.getByText(new RegExp(`^${found} detections$`))).toBeVisible();

  const panel = within(screen.getByRole('region', { name: 'Orders panel' }));
  await user.click(panel.getByRole('button', { name: 'Show these results' }));
  expect(await screen.findByText(/^Showing what was fetched in the areas of the order/)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Remove filter inside an outline' })).toBeVisible();
  const zoomed = vi.spyOn(page.app.engine.camera, 'fitBounds');
  await user.click(ledger.getByRole('button', { name: 'Zoom to' }));
  expect(zoomed).toHaveBeenCalledOnce();
  const [firstPass] = passes.getAllByRole('button');
  if (firstPass) await user.click(firstPass);
  expect(await screen.findByRole('button', { name: /^Remove filter record/i })).toBeVisible();

  await showPanel(page, 'Get');
  const query = within(await findQueryForm());
  expect(query.getByRole('textbox', { name: 'Collected after (UTC)' })).toHaveValue('');
});

test('an order that stays in a state for longer than usual is flagged', async () => {
  const proxy = await startProxy();
  const longAgo = new Date(Date.now() - 200 * hour).toISOString();
  proxy.rewriteOrders((order) =>
    order.descriptiveName === 'Pyeongtaek logistics'
      ? { ...order, statusHistory: order.statusHistory?.map((entry) => ({ ...entry, when: longAgo })) }
      : order,
  );
  const core = await openFilledCore();
  await useService(core, proxy.url);
  const page = openPage(core);
  await showPanel(page, 'Orders');
  const late = await screen.findByRole('button', { name: /Pyeongtaek logistics/ });
  expect(await within(late).findByText('longer than usual')).toBeVisible();
  expect(screen.getAllByText('longer than usual')).toHaveLength(1);
  await page.user.click(late);
  expect(await screen.findByText(/Longer than usual: Under review for 8 d.*; usually about/)).toBeVisible();
  expect((await history()).at(-1)).toHaveTextContent(/usually \d+ h/);
});

test('an order is validated field by field, previewed, sent once, and tracked', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  await addAreas(page, [square('Yellow Sea', [122, 34], 3), square('Date line', [178, -10], 5)]);
  const element = await beginOrder(page);
  const form = within(element);
  await waitFor(() => expect(form.getByLabelText('Contact email')).toHaveValue('analyst@example.org'));
  await chooseArea(page, element, 'Yellow Sea');
  await user.click(form.getByRole('button', { name: 'Choose what to look for' }));
  expect(await form.findByText('No analytic is chosen. Choose at least one.')).toBeVisible();
  await waitFor(() => expect(form.getByRole('checkbox', { name: /^Ships / })).toHaveFocus());

  await fill(page, form.getByLabelText('Contact email'), 'analyst');
  expect(await form.findByText(/“analyst” is not an e-mail address/)).toBeVisible();
  await fill(page, form.getByLabelText('Contact email'), 'analyst@example.org');
  await fill(page, form.getByLabelText('Name (optional)'), 'Yellow Sea weekly');
  await user.click(form.getByRole('checkbox', { name: 'Small vessel' }));
  await fill(page, form.getByRole('textbox', { name: 'From (UTC)' }), '2026-11-08');
  await fill(page, form.getByRole('textbox', { name: 'To (UTC)' }), '2026-11-01');
  expect(await form.findByText(/The range ends at or before its start/)).toBeVisible();
  await fill(page, form.getByRole('textbox', { name: 'To (UTC)' }), '2026-11-15 12:00');
  await chooseArea(page, element, 'Date line');
  expect(await form.findByText(/crosses the antimeridian and is sent as 2 areas/)).toBeVisible();
  await user.click(form.getByText('This order'));
  expect(await form.findByText('7 d 12 h')).toBeVisible();

  await user.click(form.getByText('JSON of the request'));
  const shown = () => document.querySelector('pre')?.textContent ?? '';
  await waitFor(() => expect(shown()).toContain('"descriptiveName": "Yellow Sea weekly"'));
  const body = JSON.parse(shown());
  expect(body.request.aois).toHaveLength(3);

  expect(await screen.findByText('Draft saved')).toBeVisible();
  page.close();
  const reloaded = openPage(page.core);
  // The form that was open comes back.
  const back = within(await findOrderForm());
  await waitFor(() => expect(back.getByLabelText('Name (optional)')).toHaveValue('Yellow Sea weekly'));
  await reloaded.user.click(screen.getByRole('button', { name: '← All orders' }));
  await reloaded.user.click(await screen.findByRole('button', { name: 'Drafts and templates (1)' }));
  const drafts = within(await screen.findByRole('list', { name: 'Drafts' }));
  await reloaded.user.click(drafts.getByRole('button', { name: /^Yellow Sea weekly/ }));
  const opened = within(await findOrderForm());
  await waitFor(() => expect(opened.getByLabelText('Name (optional)')).toHaveValue('Yellow Sea weekly'));
  await reloaded.user.click(opened.getByRole('button', { name: /^Send order/ }));

  expect((await history())[0]).toHaveTextContent(/Created/);
  await reloaded.user.click(await screen.findByText('JSON'));
  await waitFor(() => expect(JSON.parse(shown())).toEqual(body));

  await reloaded.user.click(screen.getByRole('button', { name: '← All orders' }));
  await waitFor(() => expect(orderRows().length).toBeGreaterThan(0));
  const sent = await screen.findAllByRole('button', { name: /Yellow Sea weekly/ });
  expect(sent).toHaveLength(1);
  for (const row of sent) await reloaded.user.click(row);
  await reloaded.user.click(await screen.findByRole('button', { name: 'Order again' }));
  const copy = within(await findOrderForm());
  await waitFor(() => expect(copy.getByLabelText('Name (optional)')).toHaveValue('Yellow Sea weekly'));
  expect(await copy.findByText(/^Date line · /)).toBeVisible();
  expect(copy.getByRole('textbox', { name: 'From (UTC)' })).toHaveValue('');
  expect(screen.getByText(/Set a new time range\. It was ordered for 2026-11-08/)).toBeVisible();
});

test('an order whose response was lost waits for the decision and is not sent again', async () => {
  const startedAt = Date.now();
  const proxy = await startProxy();
  const core = await openFilledCore();
  await useService(core, proxy.url);
  const page = openPage(core);
  const { user } = page;
  await addAreas(page, [square('Yellow Sea', [122, 34], 3)]);
  const element = await beginOrder(page);
  const form = within(element);
  await fill(page, form.getByLabelText('Name (optional)'), 'Lost on the way');
  await user.click(form.getByRole('checkbox', { name: 'Small vessel' }));
  await user.click(form.getByRole('button', { name: 'Last 7 d' }));
  await chooseArea(page, element, 'Yellow Sea');
  proxy.loseOrderResponses(true);
  await user.click(form.getByRole('button', { name: /^Send order/ }));

  expect(await screen.findByText(/no response arrived/)).toBeVisible();
  expect(await screen.findByText('Its stored request is the same as what was sent.')).toBeVisible();

  await user.click(screen.getByRole('button', { name: '← All orders' }));
  await user.click(await screen.findByRole('button', { name: 'Drafts and templates (1)' }));
  const drafts = within(await screen.findByRole('list', { name: 'Drafts' }));
  const draft = drafts.getByRole('button', { name: /^Lost on the way/ });
  expect(draft).toHaveTextContent('unknown outcome');
  await user.click(draft);
  expect(await screen.findByRole('button', { name: 'This is the order' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: '← All orders' }));
  await user.click(await screen.findByRole('button', { name: 'New order' }));
  await user.click(await screen.findByRole('button', { name: 'Check it' }));
  await user.click(await screen.findByRole('button', { name: 'This is the order' }));
  const question = await screen.findByRole('dialog', { name: 'Is this the order?' });
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'This is the order' }));
  const again = within(await screen.findByRole('dialog', { name: 'Is this the order?' }));
  await user.click(again.getByRole('button', { name: 'It is the order' }));
  expect(await screen.findByRole('list', { name: 'Status history' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: '← All orders' }));
  await waitFor(() => expect(screen.queryByText('Needs your decision')).toBeNull());
  expect(orderRows().length).toBeGreaterThan(0);

  // Comparing asks the service; what that brings must not make the page compare again, and so for ever.
  // The list is polled too, at most once in about two seconds.
  const listings = proxy.requests.filter(({ method, path }) => method === 'GET' && path === '/ios/order');
  expect(listings.length).toBeLessThan(10 + (Date.now() - startedAt) / 2_000);
  const sent = proxy.requests.filter(({ method, path }) => method === 'POST' && path === '/ios/order');
  expect(sent).toHaveLength(1);
});
