import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Order } from '../../shared/orders/order.ts';
import { buildPng } from './chip-png.ts';
import { type ReceivedRequest, sendJson, startHttpServer, type TestServer } from './http-server.ts';
import { buildFeature, buildPage, buildRecord } from './record-builder.ts';

/** A small service whose responses a test can replace; the demo service is the one that follows service.md. */
export type ServiceServer = TestServer & {
  /** Tokens that it accepts. */
  readonly tokens: Set<string>;
  /** The submitted orders, with their stored requests. */
  readonly orders: Order[];
  readonly storedRequests: Map<string, string>;
  /** Called before each response; returns true when the test responds itself, or never. */
  fault: (request: ReceivedRequest, response: ServerResponse) => boolean | Promise<boolean>;
  /** The correct response to a query. */
  pageOf(query: string): Buffer;
  /** Offsets of the requested pages, in order. */
  offsets(): number[];
};

/** The number of detections per record. */
export const detectionsPerRecord = 3;

/** Starts a service with this number of records and no orders; it accepts `test-token` and any password. */
export async function startServiceServer(
  recordCount = 0,
  tls?: { readonly key: string; readonly cert: string },
): Promise<ServiceServer> {
  const records = Array.from({ length: recordCount }, (_none, index) => buildNumberedRecord(index));
  const tokens = new Set(['test-token']);
  const orders: Order[] = [];
  const storedRequests = new Map<string, string>();
  const server = await startHttpServer(async (request, response) => {
    if (await service.fault(request, response)) return;
    const { method, path } = request;
    if (path === '/pas/login') {
      const token = randomUUID();
      tokens.add(token);
      return sendJson(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 3600 });
    }
    if (path.startsWith('/images/')) {
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(buildPng());
      return;
    }
    const token = request.headers.authorization?.replace('Bearer ', '');
    if (token === undefined || !tokens.has(token)) return sendJson(response, 401, {});
    if (path === '/psdm/graphql/gmss') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(service.pageOf(request.body));
      return;
    }
    if (path === '/ios/order' && method === 'POST') {
      return sendJson(response, 201, takeOrder(service, request.body));
    }
    if (path === '/ios/order') return sendJson(response, 200, orders);
    const stored = storedRequests.get(path.replace('/ios/order/request/', ''));
    if (stored !== undefined) {
      response.writeHead(200).end(stored);
      return;
    }
    const order = orders.find(({ id }) => path === `/ios/order/${id}`);
    sendJson(response, order ? 200 : 404, order ?? {});
  }, tls);
  const service: ServiceServer = {
    ...server,
    tokens,
    orders,
    storedRequests,
    fault: () => false,
    pageOf: (query) => pageOf(query, records),
    offsets: () =>
      server.requests.flatMap(({ path, body }) =>
        path === '/psdm/graphql/gmss' ? [parameter(body, 'offset') ?? 0] : [],
      ),
  };
  return service;
}

/** Accepts an order as the service does, and returns its response. */
export function takeOrder({ orders, storedRequests }: ServiceServer, body: string): Order {
  const requestId = randomUUID();
  storedRequests.set(requestId, body);
  const order: Order = {
    id: `order-${orders.length + 1}`,
    descriptiveName: JSON.parse(body).descriptiveName,
    request: requestId,
    statusHistory: [{ state: 'created', when: new Date().toISOString() }],
  };
  orders.push(order);
  return order;
}

function buildNumberedRecord(index: number): Record<string, unknown> {
  return buildRecord({
    assignedId: `00000000-0000-4000-9000-${index.toString(16).padStart(12, '0')}`,
    features: Array.from({ length: detectionsPerRecord }, (_none, feature) =>
      buildFeature({ properties: { sarChipIdentifier: `chip-${index}-${feature}` } }),
    ),
  });
}

function pageOf(query: string, records: readonly unknown[]): Buffer {
  const offset = parameter(query, 'offset') ?? 0;
  const end = offset + (parameter(query, 'limit') ?? 500);
  const next = end < records.length ? { nextOffset: end } : {};
  return Buffer.from(buildPage(records.slice(offset, end), next));
}

function parameter(query: string, name: string): number | undefined {
  const value = new RegExp(`\\b${name}: (\\d+)`).exec(query)?.[1];
  return value === undefined ? undefined : Number(value);
}
