import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  foreignOrderId,
  foreignRequestId,
  limitedDemoCredentials,
} from '../../../../../electron/core/demo-service/demo-credentials.ts';
import type { DemoService } from '../../../../../electron/core/demo-service/demo-service.ts';
import type { OrderResponse } from '../../../../../electron/core/demo-service/orders/stored-order.ts';
import {
  createTestClock,
  fullOrderRequest,
  postOrder,
  signIn,
  startTestDemoService,
} from '../../../../builders/demo-service.ts';

const clock = createTestClock();
let service: DemoService;
let headers: { Authorization: string };

beforeAll(async () => {
  service = await startTestDemoService({ now: clock.now });
  headers = await signIn(service);
});
afterAll(() => service.close());

const get = (path: string, as = headers, from = service) => fetch(from.baseUrl + path, { headers: as });
const listOrders = async () => (await (await get('/ios/order')).json()) as OrderResponse[];
const lastState = (order: OrderResponse) => order.statusHistory.at(-1)?.state;
const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe('orders of the demo service', () => {
  it('are there from the start, in many states', async ({ onTestFinished }) => {
    const untouched = await startTestDemoService({ now: clock.now });
    onTestFinished(() => untouched.close());
    const own = await signIn(untouched);
    const orders = (await (await get('/ios/order', own, untouched)).json()) as OrderResponse[];
    expect(orders).toHaveLength(8);
    expect(new Set(orders.map(lastState))).toEqual(
      new Set(['completed', 'closed', 'cancelled', 'in-progress', 'payment-pending', 'under-review']),
    );
    for (const order of orders) {
      expect(order.products.length > 0).toBe(lastState(order) === 'completed');
      expect(order.products.filter((product) => !uuid.test(product))).toEqual([]);
      const request = await get(`/ios/order/request/${order.request}`, own, untouched);
      expect(await request.json()).toMatchObject({ descriptiveName: order.descriptiveName });
    }
  });

  it('are created with 201, and read back with the request that was sent', async () => {
    const request = { ...fullOrderRequest(), unknownMember: { kept: [1, 2.5, null] } };
    const response = await postOrder(service, headers, request);
    expect(response.status).toBe(201);
    const order = (await response.json()) as OrderResponse;
    expect(order).toEqual({
      id: expect.any(String),
      descriptiveName: request.descriptiveName,
      purchaseReason: request.purchaseReason,
      customerNotes: request.customerNotes,
      request: expect.stringMatching(uuid),
      owner: expect.stringMatching(uuid),
      customer: expect.stringMatching(uuid),
      products: [],
      statusHistory: [{ state: 'created', when: new Date(clock.now()).toISOString() }],
    });
    expect(await (await get(`/ios/order/${order.id}`)).json()).toEqual(order);
    expect(await (await get(`/ios/order/request/${order.request}`)).json()).toEqual(request);
    expect((await listOrders()).at(-1)).toEqual(order);
  });

  it('keep the request byte for byte', async () => {
    const text = ` ${JSON.stringify(fullOrderRequest(), null, 3)}\n`;
    const { request } = (await (await postOrder(service, headers, text)).json()) as OrderResponse;
    expect(await (await get(`/ios/order/request/${request}`)).text()).toBe(text);
  });

  it('leave out what was not given', async () => {
    const { request } = fullOrderRequest();
    const order = await (await postOrder(service, headers, { request })).json();
    expect(order).not.toHaveProperty('descriptiveName');
    expect(order).not.toHaveProperty('purchaseReason');
  });

  it('are refused with 400 and the fields that are wrong, and nothing is created', async () => {
    const before = (await listOrders()).length;
    const body = fullOrderRequest();
    body.request.contactEmail = 'nobody';
    body.request.workflowRequest.analytics = ['Mystery'];
    const response = await postOrder(service, headers, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      status: 400,
      reason: expect.stringContaining('request.contactEmail'),
      problems: [{ field: 'request.contactEmail' }, { field: 'request.workflowRequest.analytics.0' }],
    });
    expect(await listOrders()).toHaveLength(before);
  });

  it('move on with time to a final state', async () => {
    const placed = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const response = await postOrder(service, headers, fullOrderRequest());
        return (await response.json()) as OrderResponse;
      }),
    );
    const readAll = () =>
      Promise.all(
        placed.map(async ({ id }) => (await (await get(`/ios/order/${id}`)).json()) as OrderResponse),
      );
    clock.advance(45_000);
    const midway = await readAll();
    expect(midway.filter((order) => order.statusHistory.length < 2)).toEqual([]);
    clock.advance(10 * 60_000);
    const ended = await readAll();
    expect(
      ended.map(lastState).filter((state) => !['completed', 'closed', 'cancelled'].includes(state ?? '')),
    ).toEqual([]);
    for (const [index, order] of ended.entries()) {
      const earlier = midway[index]?.statusHistory ?? [];
      expect(order.statusHistory.slice(0, earlier.length)).toEqual(earlier);
      expect(order.products.length > 0).toBe(lastState(order) === 'completed');
    }
  });

  it('of another customer are forbidden, unknown ones are not found', async () => {
    const limited = await signIn(service, limitedDemoCredentials);
    const [first] = await listOrders();
    for (const as of [headers, limited]) {
      expect((await get(`/ios/order/${foreignOrderId}`, as)).status).toBe(403);
      expect((await get(`/ios/order/request/${foreignRequestId}`, as)).status).toBe(403);
      expect((await get('/ios/order/ord-unknown', as)).status).toBe(404);
      expect((await get('/ios/order/request/unknown', as)).status).toBe(404);
    }
    expect((await get(`/ios/order/${first?.id}`, limited)).status).toBe(403);
    expect(await (await get('/ios/order', limited)).json()).toEqual([]);
    expect((await listOrders()).map(({ id }) => id)).not.toContain(foreignOrderId);
  });
});
