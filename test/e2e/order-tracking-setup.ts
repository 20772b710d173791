import type { Page } from '@playwright/test';
import type { Order } from '../../shared/orders/order.ts';
import { submitSignIn } from './sign-in.ts';

/** The order of this name with more entries in its history; all others as they are. */
export function withStates(name: string, ...states: readonly string[]): (order: Order) => Order {
  const when = new Date().toISOString();
  const added = states.map((state) => ({ state, when, by: 'tasking desk' }));
  return (order) =>
    order.descriptiveName === name
      ? { ...order, statusHistory: [...(order.statusHistory ?? []), ...added] }
      : order;
}

/** Signs in with the demo service's account where its form does not offer it. */
export async function signInByHand(page: Page): Promise<void> {
  await page.getByLabel('User name').fill('analyst@example.org');
  await page.getByRole('textbox', { name: 'Password' }).fill('sightline');
  await submitSignIn(page);
}
