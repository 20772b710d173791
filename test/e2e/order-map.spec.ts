import { startServiceProxy } from '../builders/service-proxy.ts';
import { expect, test } from './fixtures.ts';
import { showPanel } from './sign-in.ts';
import { signInByHand, useService } from './use-service.ts';

test.use({ signedIn: false });

test('clicked orders are shown, overlapping ones are listed, and a long stay is flagged', async ({ app }) => {
  const { page } = app;
  const scale = page.getByRole('contentinfo').getByText(/^1 : /);
  const zoomToArea = async () => {
    const before = (await scale.textContent()) ?? '';
    await page.getByRole('button', { name: 'Zoom to', exact: true }).click();
    await expect(scale).not.toHaveText(before);
  };
  const proxy = await startServiceProxy();
  // Busan has a twin over the same area.
  proxy.rewriteOrders((order) =>
    order.descriptiveName === 'Busan anchorage'
      ? [order, { ...order, id: 'ord-twin', descriptiveName: 'Busan, again' }]
      : order,
  );
  try {
    await useService(page, proxy.url);
    await signInByHand(page);
    await showPanel(page, 'Orders');
    const orders = page.getByRole('list', { name: 'Orders of this account' });
    await orders.getByRole('button', { name: /Pyeongtaek logistics/ }).click();
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
    await map.click();
    const pressed = page.getByRole('region', { name: 'Orders here' });
    await expect(pressed.getByRole('button', { name: /^Busan/ })).toHaveCount(2);
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
