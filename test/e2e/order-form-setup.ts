import { expect, type Locator, type Page } from '@playwright/test';
import { demoCredentials } from '../../electron/core/demo-service/demo-credentials.ts';
import { demoBaseUrl } from './orders-service-proxy.ts';
import { showPanel } from './sign-in.ts';

/** Starts a new order; returns its form. */
export async function beginOrder(page: Page): Promise<Locator> {
  await showOrderList(page);
  await page.getByRole('button', { name: 'New order' }).click();
  return page.getByRole('form', { name: 'New order' });
}

/** Shows the list of orders, also where the panel shows an order or the drafts. */
async function showOrderList(page: Page): Promise<void> {
  await showPanel(page, 'Orders');
  const back = page.getByRole('button', { name: '← All orders' });
  await expect(back.or(page.getByRole('button', { name: 'New order' }))).toBeVisible();
  if (await back.isVisible()) await back.click();
}

/** Fills in what every order needs, for areas that are there. */
export async function fillOrder(form: Locator, name: string, areas: readonly string[]): Promise<void> {
  await form.getByLabel('Name (optional)').fill(name);
  await form.getByRole('checkbox', { name: 'Small vessel' }).check();
  await fillRange(form, '2026-11-01', '2026-11-08');
  for (const area of areas) await form.getByRole('checkbox', { name: new RegExp(`^${area}`) }).check();
}

/** Types the only range of the form. */
export async function fillRange(form: Locator, from: string, to: string): Promise<void> {
  await form.getByRole('textbox', { name: 'From (UTC)' }).fill(from);
  await form.getByRole('textbox', { name: 'To (UTC)' }).fill(to);
}

/** Imports a draft, a template or a request as text, from the list of drafts. */
export async function importJson(page: Page, json: unknown): Promise<void> {
  await showOrderList(page);
  await page.getByRole('button', { name: /^Drafts and templates/ }).click();
  await page.getByRole('button', { name: 'Import…' }).click();
  await page.getByLabel('JSON of a draft, a template or an order request').fill(JSON.stringify(json));
  await page.getByRole('button', { name: 'Import the text' }).click();
}

/** The requests that the demo service stored, by order name, read directly from the service. */
export async function storedRequests(page: Page): Promise<ReadonlyMap<string, unknown>> {
  const base = await demoBaseUrl(page);
  const login = await fetch(`${base}/pas/login`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', ...demoCredentials }),
  });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const get = async (path: string) =>
    (await fetch(base + path, { headers: { authorization: `Bearer ${token}` } })).json();
  const orders = (await get('/ios/order')) as { descriptiveName: string; request: string }[];
  const requests = orders.map(
    async ({ descriptiveName, request }): Promise<[string, unknown]> => [
      descriptiveName,
      await get(`/ios/order/request/${request}`),
    ],
  );
  return new Map(await Promise.all(requests));
}
