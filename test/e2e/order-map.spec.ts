import { expect, test } from './fixtures.ts';
import { signInByHand } from './order-tracking-setup.ts';
import { startServiceProxy, useService } from './orders-service-proxy.ts';
import { showPanel } from './sign-in.ts';

test.use({ signedIn: false });

const hour = 3_600_000;

test('clicked orders are shown, overlapping ones are listed, and a long stay is flagged', async ({ app }) => {
  const { page } = app;
  const scale = page.getByRole('contentinfo').getByText(/^1 : /);
  const zoomToArea = async () => {
    const before = (await scale.textContent()) ?? '';
    await page.getByRole('button', { name: 'Zoom to', exact: true }).click();
    await expect(scale).not.toHaveText(before);
  };
  const proxy = await startServiceProxy();
  const longAgo = new Date(Date.now() - 200 * hour).toISOString();
  // Busan has a twin over the same area, and Pyeongtaek has been under review for more than a week.
  proxy.rewriteOrders((order) => {
    if (order.descriptiveName === 'Busan anchorage') {
      return [order, { ...order, id: 'ord-twin', descriptiveName: 'Busan, again' }];
    }
    if (order.descriptiveName !== 'Pyeongtaek logistics') return order;
    return { ...order, statusHistory: order.statusHistory?.map((entry) => ({ ...entry, when: longAgo })) };
  });
  try {
    await useService(page, proxy.url);
    await signInByHand(page);
    await showPanel(page, 'Orders');
    const orders = page.getByRole('list', { name: 'Orders of this account' });
    const late = orders.getByRole('button', { name: /Pyeongtaek logistics/ });
    await expect(late.getByText('longer than usual')).toBeVisible();
    await expect(orders.getByText('longer than usual')).toHaveCount(1);
    await late.click();
    await expect(page.getByText(/Longer than usual: Under review for 8 d.*; usually about/)).toBeVisible();
    const history = page.getByRole('list', { name: 'Status history' });
    await expect(history.getByRole('listitem').last()).toContainText(/usually \d+ h \d+ m/);

    await zoomToArea();
    await page.getByRole('button', { name: '← All orders' }).click();
    const map = page.getByRole('application');
    await map.click();
    await expect(
      page
        .getByRole('region', { name: 'Orders panel' })
        .getByRole('heading', { name: 'Pyeongtaek logistics' }),
    ).toBeVisible();

    await page.getByRole('button', { name: '← All orders' }).click();
    await orders.getByRole('button', { name: /Busan anchorage/ }).click();
    await zoomToArea();
    await app.screenshot('order-map');
    await map.click();
    const pressed = page.getByRole('region', { name: 'Orders here' });
    await expect(pressed.getByRole('button', { name: /^Busan/ })).toHaveCount(2);
    await app.screenshot('orders-pressed');
    await pressed.getByRole('button', { name: /Busan, again/ }).click();
    await expect(
      page.getByRole('region', { name: 'Orders panel' }).getByRole('heading', { name: 'Busan, again' }),
    ).toBeVisible();
    await page.getByRole('button', { name: '← All orders' }).click();
    await pressed.getByRole('button', { name: 'Close' }).click();
    await expect(pressed).toBeHidden();

    await page.keyboard.press('l');
    await map.click();
    await expect(pressed).toBeHidden();
    await expect(page.getByRole('switch', { name: 'On the map' })).not.toBeChecked();
  } finally {
    await proxy.close();
  }
});
