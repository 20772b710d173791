import type { Page } from '@playwright/test';
import { addAreas, square } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { startServiceProxy, useService } from './orders-service-proxy.ts';
import { showPanel, submitSignIn } from './sign-in.ts';

test('an order is validated field by field, previewed, sent once, and tracked', async ({ app }) => {
  const { page } = app;
  await addAreas(page, [square('Yellow Sea', [122, 34], 3), square('Date line', [178, -10], 5)]);
  await showPanel(page, 'Orders');
  await page.getByRole('button', { name: 'New order' }).click();
  const form = page.getByRole('form', { name: 'New order' });
  const send = form.getByRole('button', { name: 'Send order' });

  await expect(form.getByLabel('Contact email')).toHaveValue('analyst@example.org');
  await send.click();
  await expect(form.getByText('No analytic is chosen. Choose at least one.')).toBeVisible();
  await expect(form.getByRole('checkbox', { name: 'Small vessel' })).toBeFocused();

  await form.getByLabel('Contact email').fill('analyst');
  await expect(form.getByText('“analyst” is not an e-mail address')).toBeVisible();
  await form.getByLabel('Contact email').fill('analyst@example.org');
  await form.getByLabel('Name (optional)').fill('Yellow Sea weekly');
  await form.getByRole('checkbox', { name: 'Small vessel' }).check();
  await form.getByRole('textbox', { name: 'From (UTC)' }).fill('2026-11-08');
  await form.getByRole('textbox', { name: 'To (UTC)' }).fill('2026-11-01');
  await expect(form.getByText(/The range ends at or before its start/)).toBeVisible();
  await form.getByRole('textbox', { name: 'To (UTC)' }).fill('2026-11-15 12:00');
  await form.getByRole('checkbox', { name: /Yellow Sea/ }).check();
  await form.getByRole('checkbox', { name: /Date line/ }).check();
  await expect(form.getByText(/crosses the antimeridian and is sent as 2 areas/)).toBeVisible();
  await expect(form.getByText('7 d 12 h in 1 range')).toBeVisible();

  await form.getByText('JSON of the request').click();
  const shown = form.locator('pre');
  await expect(shown).toContainText('"descriptiveName": "Yellow Sea weekly"');
  const body = await shown.innerText();
  expect(JSON.parse(body).request.aois).toHaveLength(3);
  await app.screenshot('order-form');

  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  // The form that was open comes back.
  await expect(form.getByLabel('Name (optional)')).toHaveValue('Yellow Sea weekly');
  await page.getByRole('button', { name: '← All orders' }).click();
  await page.getByRole('button', { name: 'Drafts and templates (1)' }).click();
  await page
    .getByRole('list', { name: 'Drafts' })
    .getByRole('button', { name: /^Yellow Sea weekly/ })
    .click();
  await expect(form.getByLabel('Name (optional)')).toHaveValue('Yellow Sea weekly');
  await send.click();

  const history = page.getByRole('list', { name: 'Status history' });
  await expect(history.getByRole('listitem')).toContainText([/Created/]);
  await page.getByText('JSON', { exact: true }).click();
  expect(JSON.parse(await page.locator('pre').innerText())).toEqual(JSON.parse(body));
  await app.screenshot('order');

  await page.getByRole('button', { name: '← All orders' }).click();
  const orders = page.getByRole('list', { name: 'Orders of this account' });
  await expect(orders.getByRole('button', { name: /Yellow Sea weekly/ })).toHaveCount(1);
  await app.screenshot('orders');

  await orders.getByRole('button', { name: /Yellow Sea weekly/ }).click();
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(form.getByLabel('Name (optional)')).toHaveValue('Yellow Sea weekly');
  await expect(form.getByRole('checkbox', { name: /Date line/ })).toBeChecked();
  await expect(form.getByRole('textbox', { name: 'From (UTC)' })).toHaveValue('');
  await expect(page.getByText(/Set a new time range\. It was ordered for 2026-11-08/)).toBeVisible();
});

test.describe('with another service', () => {
  test.use({ signedIn: false });

  test('an order whose response was lost waits for the decision and is not sent again', async ({ app }) => {
    const { page } = app;
    const startedAt = Date.now();
    const proxy = await startServiceProxy();
    try {
      await useService(page, proxy.url);
      await page.getByLabel('User name').fill('analyst@example.org');
      await page.getByRole('textbox', { name: 'Password' }).fill('sightline');
      await submitSignIn(page);
      await addAreas(page, [square('Yellow Sea', [122, 34], 3)]);
      await fillOrder(page, 'Lost on the way');
      proxy.loseOrderResponses(true);
      await page.getByRole('button', { name: 'Send order' }).click();

      await expect(page.getByText(/no response arrived/)).toBeVisible();
      await expect(page.getByText('Its stored request is the same as what was sent.')).toBeVisible();
      await app.screenshot('order-unknown-outcome');

      await page.getByRole('button', { name: '← All orders' }).click();
      await page.getByRole('button', { name: 'Drafts and templates (1)' }).click();
      const draft = page
        .getByRole('list', { name: 'Drafts' })
        .getByRole('button', { name: /^Lost on the way/ });
      await expect(draft).toContainText('unknown outcome');
      await draft.click();
      await expect(page.getByRole('button', { name: 'This is the order' })).toBeVisible();
      await page.getByRole('button', { name: '← All orders' }).click();
      await page.getByRole('button', { name: 'New order' }).click();
      await page.getByRole('button', { name: 'Check it' }).click();
      await page.getByRole('button', { name: 'This is the order' }).click();
      const question = page.getByRole('dialog', { name: 'Is this the order?' });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(question).toBeHidden();
      await page.getByRole('button', { name: 'This is the order' }).click();
      await question.getByRole('button', { name: 'It is the order' }).click();
      await expect(page.getByRole('list', { name: 'Status history' })).toBeVisible();
      await page.getByRole('button', { name: '← All orders' }).click();
      await expect(page.getByText('Needs your decision')).toBeHidden();

      // Comparing asks the service; what that brings must not make the page compare again, and so for ever.
      // The list is polled too, at most once in about two seconds.
      const listings = proxy.requests.filter(({ method, path }) => method === 'GET' && path === '/ios/order');
      expect(listings.length).toBeLessThan(10 + (Date.now() - startedAt) / 2_000);
      const sent = proxy.requests.filter(({ method, path }) => method === 'POST' && path === '/ios/order');
      expect(sent).toHaveLength(1);
    } finally {
      await proxy.close();
    }
  });
});

async function fillOrder(page: Page, name: string): Promise<void> {
  await showPanel(page, 'Orders');
  await page.getByRole('button', { name: 'New order' }).click();
  const form = page.getByRole('form', { name: 'New order' });
  await form.getByLabel('Name (optional)').fill(name);
  await form.getByRole('checkbox', { name: 'Small vessel' }).check();
  await form.getByRole('button', { name: 'Last 7 days' }).click();
  await form.getByRole('checkbox', { name: /Yellow Sea/ }).check();
}
