import { type Order, orderSchema } from '../../../shared/orders/order.ts';
import { type Failure, fail, type Result } from '../../../shared/result.ts';
import type { AuthorisedRequest } from './authorised-request.ts';
import { readJson, statusFailure } from './read-response.ts';

/**
 * `POST /ios/order` (service.md, Ordering endpoints), sent once over a new connection.
 *
 * An order was certainly not accepted when no byte left (the failure has no `status`), or after a 4xx (the failure has
 * its `status`). Everything else that is not a readable order is `unknown-outcome`, even a 5xx, a redirect and a
 * success without an order in it: the service may have taken it before it stumbled.
 */
export function createPlaceOrder(
  request: AuthorisedRequest,
  maxBytes: number,
): (bodyText: string) => Promise<Result<Order>> {
  return async (bodyText) => {
    const outcome = await request({
      method: 'POST',
      segments: ['ios', 'order'],
      body: bodyText,
      maxBytes,
      sending: 'once',
    });
    const { host, secrets } = outcome;
    if (!outcome.ok) {
      return outcome.sent ? unknownOutcome(host, outcome.failure) : { ok: false, failure: outcome.failure };
    }
    const { response } = outcome;
    const context = { host, subject: 'order', secrets };
    if (response.status >= 200 && response.status < 300) {
      const order = readJson(response, orderSchema, context);
      return order.ok ? order : unknownOutcome(host, order.failure);
    }
    const failure = statusFailure(response, context);
    return isRefusal(response.status) ? { ok: false, failure } : unknownOutcome(host, failure);
  };
}

/** 408 means that the request arrived incomplete, but a proxy that sends it cannot be sure. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408;
}

function unknownOutcome(host: string, { message, status, details }: Failure) {
  return fail(
    'unknown-outcome',
    `The order was sent to ${host}, but its answer did not come or cannot be used, so the order may have been taken. ${withoutRetry(message)} Compare with the list of orders before sending again.`,
    { ...(status === undefined ? {} : { status }), ...(details === undefined ? {} : { details }) },
  );
}

/** The message without its advice to try again, which could lead to a second order. */
function withoutRetry(message: string): string {
  return message.replace(/ Try again(?: later)?\./, '');
}
