import type { Page } from '@playwright/test';
import { startDemoService } from '../../electron/core/demo-service/demo-service.ts';
import type { Order } from '../../shared/orders/order.ts';
import { startHttpServer, type TestServer } from '../builders/http-server.ts';
import { submitSignIn } from './sign-in.ts';

/** A proxy in front of a demo service that can rewrite its list of orders. */
export type RewritingProxy = TestServer & {
  /** Rewrites every list of orders from now on. */
  rewriteOrders(rewrite: (order: Order) => Order | readonly Order[]): void;
};

/** Starts a demo service behind a proxy. */
export async function startRewritingProxy(): Promise<RewritingProxy> {
  const service = await startDemoService({});
  let rewrite: (order: Order) => Order | readonly Order[] = (order) => order;
  const server = await startHttpServer(async (request, response) => {
    const { authorization, 'content-type': contentType } = request.headers;
    const answer = await fetch(service.baseUrl + request.path, {
      method: request.method,
      headers: {
        ...(authorization && { authorization }),
        ...(contentType && { 'content-type': contentType }),
      },
      ...(request.body === '' ? {} : { body: request.body }),
    });
    const text = await answer.text();
    const isList = answer.ok && request.method === 'GET' && request.path === '/ios/order';
    const body = isList ? JSON.stringify((JSON.parse(text) as Order[]).flatMap(rewrite)) : text;
    response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
      .end(body);
  });
  return {
    ...server,
    close: async () => {
      await server.close();
      await service.close();
    },
    rewriteOrders: (next) => {
      rewrite = next;
    },
  };
}

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
