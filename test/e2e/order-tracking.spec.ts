import { expect, test } from './fixtures.ts';
import { signInByHand, withStates } from './order-tracking-setup.ts';
import { startServiceProxy, useService } from './orders-service-proxy.ts';
import { showPanel } from './sign-in.ts';

test('orders are searched, filtered, sorted and shown on the map', async ({ app }) => {
  const { page } = app;
  await showPanel(page, 'Orders');
  const rows = page.getByRole('list', { name: 'Orders of this account' }).getByRole('listitem');
  await expect(rows).toHaveCount(8);
  await expect(rows.first()).toContainText('Pyeongtaek logistics');
  await expect(rows.first()).toContainText('Ground vehicle, Cars');
  const legend = page.getByRole('region', { name: 'Legend' });
  await expect(legend.getByRole('button', { name: 'Orders 8' })).toBeVisible();
  await app.screenshot('order-list');

  const tools = page.getByRole('search', { name: 'Search orders' });
  const search = tools.getByLabel('Search in names, notes, IDs and requests');
  await search.fill('morning passes');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Busan anchorage');
  await expect(page.getByText('1 of 8 orders.')).toBeVisible();
  await expect(legend.getByRole('button', { name: 'Orders 1 of 8' })).toBeVisible();
  await search.fill('no such thing');
  await expect(page.getByText('No order matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows).toHaveCount(8);

  await tools.getByRole('combobox', { name: 'States' }).click();
  await page.getByRole('option', { name: 'Completed (3)' }).click();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(3);
  await tools.getByRole('combobox', { name: 'Analytics' }).click();
  await page.getByRole('option', { name: /^Change/ }).click();
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Constanta construction');

  await rows
    .first()
    .getByRole('button', { name: /Constanta construction/ })
    .click();
  const fields = page.getByRole('region', { name: 'Order fields' });
  await expect(fields.getByRole('button', { name: 'Copy product ID' }).first()).toBeVisible();
  await fields.getByRole('button', { name: 'Name for the customer ID' }).click();
  await fields.getByRole('textbox', { name: 'Name for the customer ID' }).fill('Harbor authority');
  await page.keyboard.press('Enter');
  await expect(fields.getByText('Harbor authority')).toBeVisible();
  await page.getByRole('button', { name: '← All orders' }).click();
  await tools.getByRole('combobox', { name: 'Customers' }).click();
  await page.getByRole('option', { name: 'Harbor authority (8)' }).click();
  await page.keyboard.press('Escape');
  await app.screenshot('order-filters');
  await page.getByRole('button', { name: 'Show all' }).click();

  await tools.getByRole('combobox', { name: 'Sort' }).click();
  await page.getByRole('option', { name: 'By name' }).click();
  await expect(rows.first()).toContainText('Bosporus queue, December');
  const completed = legend.getByText('Completed 3', { exact: true });
  await legend.getByRole('button', { name: 'Expand the legend' }).click();
  await expect(completed).toBeVisible();
  await tools.getByRole('switch', { name: 'On the map' }).click();
  await expect(completed).toBeHidden();
  await page.reload();
  await showPanel(page, 'Orders');
  await expect(rows.first()).toContainText('Bosporus queue, December');
  await expect(tools.getByRole('switch', { name: 'On the map' })).not.toBeChecked();
});

test.describe('with another service', () => {
  test.use({ signedIn: false });

  test('a change is shown on the page and updates the open order; changes while closed are summarized', async ({
    app,
  }) => {
    const { page } = app;
    const proxy = await startServiceProxy();
    try {
      await useService(page, proxy.url);
      await signInByHand(page);
      await showPanel(page, 'Orders');
      const orders = page.getByRole('list', { name: 'Orders of this account' });
      await orders.getByRole('button', { name: /Bosporus queue/ }).click();
      const history = page.getByRole('list', { name: 'Status history' });
      await expect(history.getByRole('listitem')).toHaveCount(3);

      const accepted = withStates('Bosporus queue, December', 'accepted');
      const onHold = withStates('Pyeongtaek logistics', 'on-hold');
      proxy.rewriteOrders((order) => ({ ...accepted(onHold(order)), priority: 'routine' }));
      const toast = page.getByRole('alert').filter({ hasText: 'Pyeongtaek logistics' });
      // The list is polled once a minute at last, which is too slow for a test.
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/Search commands/).fill('refresh orders');
      await page.getByRole('button', { name: /^Refresh orders/ }).click();
      // The newest is in front and covers the others: under the pointer all are shown.
      await page
        .getByRole('alert')
        .filter({ hasText: /\d more/ })
        .hover();
      await expect(toast).toContainText("on-hold. This state is not in the service's document.");
      await expect(history.getByRole('listitem')).toHaveCount(4);
      await expect(history.getByRole('listitem').last()).toContainText('Accepted');
      await expect(history.getByRole('listitem').last()).toContainText('by: tasking desk');
      // Its duration grows while nothing else happens.
      const duration = history
        .getByRole('listitem')
        .last()
        .getByText(/ so far$/);
      await expect(duration).not.toHaveText((await duration.textContent()) ?? '');
      await expect(
        page.getByRole('region', { name: 'Order fields' }).getByText('priority', { exact: true }),
      ).toBeVisible();
      await app.screenshot('order-detail');

      await toast.getByRole('button', { name: 'Show the order' }).click();
      await expect(
        page
          .getByRole('region', { name: 'Orders panel' })
          .getByRole('heading', { name: 'Pyeongtaek logistics' }),
      ).toBeVisible();
      await expect(history.getByRole('listitem').last()).toContainText('on-hold ?');
      await page.getByRole('button', { name: '← All orders' }).click();
      await expect(orders.getByRole('button', { name: /Pyeongtaek/ })).toContainText('on-hold ?');
      await expect(page.getByRole('region', { name: 'Order notifications' })).toBeHidden();

      const completed = withStates('Yokota and Osan aprons', 'completed');
      proxy.rewriteOrders((order) => completed(accepted(onHold(order))));
      const again = await app.restart();
      await signInByHand(again);
      await showPanel(again, 'Orders');
      const notifications = again.getByRole('region', { name: 'Order notifications' });
      await expect(notifications).toContainText('While Sightline was closed: 1 order now Completed');
      await expect(notifications.getByRole('button', { name: 'Yokota and Osan aprons' })).toBeVisible();
      await app.screenshot('order-news');
      await notifications.getByRole('button', { name: 'Mark as seen' }).click();
      await expect(notifications).toBeHidden();
    } finally {
      await proxy.close();
    }
  });
});

test.describe('with another service', () => {
  test.use({ signedIn: false });

  test('a desktop notification is raised where the browser allows it, and opens its order', async ({
    app,
    context,
  }) => {
    await context.grantPermissions(['notifications']);
    // Headless Chromium shows no notifications; what the page raises is noted instead.
    await context.addInitScript(() => {
      const raised: unknown[] = [];
      class NotedNotification {
        static readonly permission = 'granted';
        onclick: (() => void) | null = null;
        constructor(title: string, options: { body: string }) {
          raised.push({ title, body: options.body, press: () => this.onclick?.() });
        }
        close(): void {}
      }
      Object.assign(globalThis, { Notification: NotedNotification, raised });
    });
    const { page } = app;
    await page.reload();
    const proxy = await startServiceProxy();
    try {
      await useService(page, proxy.url);
      await signInByHand(page);
      await showPanel(page, 'Orders');
      await expect(page.getByRole('list', { name: 'Orders of this account' })).toContainText('Pyeongtaek');
      proxy.rewriteOrders(withStates('Pyeongtaek logistics', 'accepted'));
      const raised = () =>
        page.evaluate(() =>
          (globalThis as unknown as { raised: { title: string; body: string }[] }).raised.map(
            ({ title, body }) => `${title}: ${body}`,
          ),
        );
      // The list is polled once a minute at last, which is too slow for a test.
      await page.getByRole('button', { name: 'Refresh', exact: true }).click();
      await expect
        .poll(raised)
        .toEqual(['Pyeongtaek logistics: Accepted. Order is approved and ready for delivery.']);
      await showPanel(page, 'Results');
      await page.evaluate(() =>
        (globalThis as unknown as { raised: { press(): void }[] }).raised[0]?.press(),
      );
      await expect(
        page
          .getByRole('region', { name: 'Orders panel' })
          .getByRole('heading', { name: 'Pyeongtaek logistics' }),
      ).toBeVisible();
    } finally {
      await proxy.close();
    }
  });
});

test('an order leads to its results, and a ledger states what was imaged', async ({ app }) => {
  const { page } = app;
  await showPanel(page, 'Orders');
  const orders = page.getByRole('list', { name: 'Orders of this account' });
  await orders.getByRole('button', { name: /Busan anchorage/ }).click();
  const ledger = page.getByRole('region', { name: 'Coverage of the ordered areas' });
  await expect(
    ledger.getByText(/^No record of Large vessel in the workspace shows this area from 2026-/),
  ).toBeVisible();
  await expect(ledger.getByText(/Inferred from the footprints/)).toBeVisible();

  await expect(page.getByText(/^Asks for Large vessel, collected from .* in all regions/)).toBeVisible();
  await page.getByRole('button', { name: 'Fetch order results' }).click();
  await expect(page.getByRole('status', { name: 'Fetch for this order' })).toContainText('Complete');
  await expect(ledger.getByText(/^Imaged in \d+ record/)).toBeVisible();
  const summary = ledger.getByText(/^\d+ records?$/);
  await summary.click();
  const passes = ledger.getByRole('table');
  await expect(passes.getByRole('row')).toHaveCount(
    1 + Number.parseInt((await summary.textContent()) ?? '', 10),
  );
  const counts = await passes.getByRole('row').locator('td:last-child').allTextContents();
  const found = counts.reduce((sum, text) => sum + (text === 'none' ? 0 : Number(text)), 0);
  await expect(ledger.getByText(new RegExp(`^${found} detections$`))).toBeVisible();
  await app.screenshot('order-ledger');

  await page
    .getByRole('region', { name: 'Orders panel' })
    .getByRole('button', { name: 'Show these results' })
    .click();
  await expect(page.getByText(/^Showing what was fetched in the areas of the order/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove filter inside an outline' })).toBeVisible();
  await app.screenshot('order-results-shown');

  await ledger.getByRole('button', { name: 'Zoom to' }).click();
  await expect(page.getByRole('contentinfo')).toContainText(/1 : [\d,]{6,9}/);
  await passes.getByRole('button').first().click();
  await expect(page.getByRole('button', { name: /^Remove filter record/i })).toBeVisible();
  await app.screenshot('order-ledger-map');

  await showPanel(page, 'Results');
  const query = page.getByRole('form', { name: 'Query' });
  await expect(query.getByRole('textbox', { name: 'Collected after (UTC)' })).toHaveValue('');
});
