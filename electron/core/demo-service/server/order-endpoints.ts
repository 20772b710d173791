import { randomUUID } from 'node:crypto';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import type { DemoAccount } from '../demo-credentials.ts';
import { checkOrderBody } from '../orders/order-body.ts';
import { planOrder } from '../orders/order-plan.ts';
import { mayRead, type StoredOrder, toOrderResponse } from '../orders/stored-order.ts';
import { type EndpointResponse, errorResponse, jsonResponse } from './endpoint-response.ts';
import { readBody } from './read-body.ts';
import type { AccountHandler } from './service-context.ts';

/** `POST /ios/order` (service.md, Ordering endpoints). The response is sent only after the order has been saved. */
export const placeOrder: AccountHandler = async (context, { request }, account) => {
  const body = await readBody(request, 'application/json');
  if (!body.ok) return body.response;
  const parsed = parseBoundedJson(body.text);
  if (parsed === undefined) return errorResponse(400, 'The body is not JSON.');
  const check = checkOrderBody(parsed);
  if (!check.ok) {
    const [first] = check.problems;
    const reason = first === undefined ? '' : ` ${first.field || 'The body'}: ${first.message}.`;
    return errorResponse(400, `The order cannot be processed.${reason}`, { problems: check.problems });
  }
  const id = `ord-${randomUUID()}`;
  const createdAt = context.now();
  const order: StoredOrder = {
    id,
    requestId: randomUUID(),
    owner: account.userId,
    customer: account.customerId,
    requestText: body.text,
    plan: planOrder(id, createdAt, context.orderPace),
  };
  context.state.add(order);
  return jsonResponse(201, toOrderResponse(order, createdAt));
};

/** `GET /ios/order` (4.4): all orders of the account's customer, oldest first. */
export const listOrders: AccountHandler = (context, _call, account) =>
  jsonResponse(
    200,
    context.state
      .orders()
      .filter((order) => mayRead(account, order))
      .map((order) => toOrderResponse(order, context.now())),
  );

/** `GET /ios/order/{orderId}` (4.3). */
export const getOrder: AccountHandler = (context, { parameters: [orderId] }, account) => {
  const order = context.state.orders().find(({ id }) => id === orderId);
  return respondIfReadable(order, account, 'order', (found) =>
    jsonResponse(200, toOrderResponse(found, context.now())),
  );
};

/** `GET /ios/order/request/{requestId}` (4.5): the request, byte for byte as it was sent. */
export const getOrderRequest: AccountHandler = (context, { parameters: [requestId] }, account) => {
  const order = context.state.orders().find((known) => known.requestId === requestId);
  return respondIfReadable(order, account, 'request', ({ requestText }) => ({
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: requestText,
  }));
};

function respondIfReadable(
  order: StoredOrder | undefined,
  account: DemoAccount,
  what: string,
  answer: (order: StoredOrder) => EndpointResponse,
): EndpointResponse {
  if (order === undefined) return errorResponse(404, `There is no such ${what}.`);
  if (!mayRead(account, order)) return errorResponse(403, `The ${what} belongs to another customer.`);
  return answer(order);
}
