import { randomUUID } from 'node:crypto';
import type { DemoAccount } from '../demo-credentials.ts';
import { checkOrderBody } from '../orders/order-body.ts';
import { planOrder } from '../orders/order-plan.ts';
import { mayRead, type StoredOrder, toOrderAnswer } from '../orders/stored-order.ts';
import { type Answer, errorAnswer, jsonAnswer } from './answer.ts';
import { readBody } from './read-body.ts';
import type { AccountHandler } from './service-context.ts';

/** `POST /ios/order` (ordering document, 4.2). The answer goes out when the order is kept, not before. */
export const placeOrder: AccountHandler = async (context, { request }, account) => {
  const body = await readBody(request, 'application/json');
  if (!body.ok) return body.answer;
  const parsed = parseJson(body.text);
  if (parsed === undefined) return errorAnswer(400, 'The body is not JSON.');
  const check = checkOrderBody(parsed.value);
  if (!check.ok) {
    const [first] = check.problems;
    const reason = first === undefined ? '' : ` ${first.field || 'The body'}: ${first.message}.`;
    return errorAnswer(400, `The order cannot be processed.${reason}`, { problems: check.problems });
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
  return jsonAnswer(201, toOrderAnswer(order, createdAt));
};

/** `GET /ios/order` (4.4): all orders of the account's customer, oldest first. */
export const listOrders: AccountHandler = (context, _call, account) =>
  jsonAnswer(
    200,
    context.state
      .orders()
      .filter((order) => mayRead(account, order))
      .map((order) => toOrderAnswer(order, context.now())),
  );

/** `GET /ios/order/{orderId}` (4.3). */
export const getOrder: AccountHandler = (context, { parameters: [orderId] }, account) => {
  const order = context.state.orders().find(({ id }) => id === orderId);
  return answerIfReadable(order, account, 'order', (found) =>
    jsonAnswer(200, toOrderAnswer(found, context.now())),
  );
};

/** `GET /ios/order/request/{requestId}` (4.5): the request, byte for byte as it was sent. */
export const getOrderRequest: AccountHandler = (context, { parameters: [requestId] }, account) => {
  const order = context.state.orders().find((known) => known.requestId === requestId);
  return answerIfReadable(order, account, 'request', ({ requestText }) => ({
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: requestText,
  }));
};

function answerIfReadable(
  order: StoredOrder | undefined,
  account: DemoAccount,
  what: string,
  answer: (order: StoredOrder) => Answer,
): Answer {
  if (order === undefined) return errorAnswer(404, `There is no such ${what}.`);
  if (!mayRead(account, order)) return errorAnswer(403, `The ${what} belongs to another customer.`);
  return answer(order);
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
