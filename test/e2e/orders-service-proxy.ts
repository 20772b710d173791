import { expect, type Page } from '@playwright/test';
import { startDemoService } from '../../electron/core/demo-service/demo-service.ts';
import type { Order } from '../../shared/orders/order.ts';
import { startHttpServer, type TestServer } from '../builders/http-server.ts';

/** A proxy in front of a demo service. */
export type ServiceProxy = TestServer & {
  /** From now on an order reaches the service, but its response is dropped. */
  loseOrderResponses(lose: boolean): void;
  /** Rewrites every list of orders from now on. */
  rewriteOrders(rewrite: (order: Order) => Order | readonly Order[]): void;
};

/** Starts a demo service behind a proxy. */
export async function startServiceProxy(): Promise<ServiceProxy> {
  const service = await startDemoService({});
  let isLosing = false;
  let rewrite: (order: Order) => Order | readonly Order[] = (order) => order;
  const server = await startHttpServer(async ({ method, path, headers, body }, response) => {
    const { authorization, 'content-type': contentType } = headers;
    const served = await fetch(service.baseUrl + path, {
      method,
      headers: {
        ...(authorization && { authorization }),
        ...(contentType && { 'content-type': contentType }),
      },
      ...(body === '' ? {} : { body }),
    });
    const bytes = Buffer.from(await served.arrayBuffer());
    if (isLosing && method === 'POST' && path === '/ios/order') {
      response.destroy();
      return;
    }
    const isList = served.ok && method === 'GET' && path === '/ios/order';
    const type = served.headers.get('content-type');
    response
      .writeHead(served.status, type === null ? {} : { 'content-type': type })
      .end(isList ? JSON.stringify((JSON.parse(String(bytes)) as Order[]).flatMap(rewrite)) : bytes);
  });
  return {
    ...server,
    close: async () => {
      await server.close();
      await service.close();
    },
    loseOrderResponses: (lose) => {
      isLosing = lose;
    },
    rewriteOrders: (next) => {
      rewrite = next;
    },
  };
}

/** Where the demo service of this run listens, once the user has signed in to it. */
export async function demoBaseUrl(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const response = await fetch('/api/session.profiles');
    const profiles: { id: string; baseUrl: string }[] = (await response.json()).result.data;
    return profiles.find(({ id }) => id === 'demo')?.baseUrl ?? '';
  });
}

/** Adds a profile for the service at `baseUrl` and makes it the current one; what is typed then is for this profile. */
export async function useService(page: Page, baseUrl: string): Promise<void> {
  await page.evaluate(async (address) => {
    const post = async (procedure: string, input: unknown) => {
      const response = await fetch(`/api/${procedure}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      const { result } = await response.json();
      if (!result?.data?.ok) throw new Error(`${procedure}: ${JSON.stringify(result)}`);
      return result.data.value;
    };
    const profile = await post('session.saveProfile', {
      name: 'Behind a proxy',
      baseUrl: address,
      imageBaseUrl: address,
    });
    await post('session.selectProfile', profile.id);
  }, baseUrl);
  // The form of the profile before is replaced, with what is typed in it, when the page is notified of the change.
  await expect(page.getByRole('button', { name: 'Workspace: Behind a proxy' })).toBeVisible();
}
