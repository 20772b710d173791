/** The form of an order, in tests of the page. */
import { screen, waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { demoCredentials } from '../../../electron/core/demo-service/demo-credentials.ts';
import { demoProfileId } from '../../../shared/settings/profile.ts';
import type { OpenPage } from './open-page.tsx';
import { choose, showPanel } from './page-actions.ts';
import { fill } from './search-form.ts';

/** Starts a new order; its form. */
export async function beginOrder(page: OpenPage): Promise<HTMLElement> {
  await showOrderList(page);
  await page.user.click(await screen.findByRole('button', { name: 'New order' }));
  return findOrderForm();
}

/** The form of the draft that is open. */
export function findOrderForm(): Promise<HTMLElement> {
  return screen.findByRole('form', { name: 'New order' });
}

/** Shows the list of orders, also where the panel shows an order or the drafts. */
export async function showOrderList(page: OpenPage): Promise<void> {
  const panel = within(await showPanel(page, 'Orders'));
  const back = { name: '← All orders' };
  await waitFor(() =>
    expect(panel.queryByRole('button', back) ?? panel.getByRole('button', { name: 'New order' })),
  );
  const button = panel.queryByRole('button', back);
  if (button) await page.user.click(button);
}

/** Fills in what every order needs, for areas that are there. */
export async function fillOrder(
  page: OpenPage,
  element: HTMLElement,
  name: string,
  areas: readonly string[],
): Promise<void> {
  const form = within(element);
  await fill(page, form.getByLabelText('Name (optional)'), name);
  await page.user.click(form.getByRole('checkbox', { name: 'Small vessel' }));
  await fillRange(page, element, '2026-11-01', '2026-11-08');
  for (const area of areas) await chooseArea(page, element, area);
}

/** Adds an area of the workspace to the order in a form. */
export async function chooseArea(page: OpenPage, form: HTMLElement, name: string): Promise<void> {
  await choose(page, within(form).getByRole('combobox', { name: 'Areas' }), new RegExp(`^${name} ·`));
  await page.user.keyboard('{Escape}');
}

/** Fills in the only range of the form. */
export async function fillRange(page: OpenPage, form: HTMLElement, from: string, to: string): Promise<void> {
  await fill(page, within(form).getByRole('textbox', { name: 'From (UTC)' }), from);
  await fill(page, within(form).getByRole('textbox', { name: 'To (UTC)' }), to);
}

/** Imports a draft, a template or a request as text, from the list of drafts. */
export async function importJson(page: OpenPage, json: unknown): Promise<void> {
  const { user } = page;
  await showOrderList(page);
  await user.click(await screen.findByRole('button', { name: /^Drafts and templates/ }));
  await user.click(await screen.findByRole('button', { name: 'Import…' }));
  const field = await screen.findByLabelText('JSON of a draft, a template or an order request');
  await fill(page, field, JSON.stringify(json));
  await user.click(screen.getByRole('button', { name: 'Import the text' }));
}

/** The requests that the demo service has stored, by order name, read directly from the service. */
export async function storedRequests({ core }: OpenPage): Promise<ReadonlyMap<string, unknown>> {
  const base = core.session.profiles().find(({ id }) => id === demoProfileId)?.baseUrl;
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
