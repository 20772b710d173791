import { startDemoService } from '../../electron/core/demo-service/demo-service.ts';
import type { Order } from '../../shared/orders/order.ts';
import { startHttpServer, type TestServer } from './http-server.ts';

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
