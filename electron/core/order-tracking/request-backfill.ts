import type { KnownOrder } from '../../../shared/orders/order.ts';
import type { FailureCode } from '../../../shared/result.ts';
import type { OrderRepository } from '../orders/order-repository.ts';

/** Failure codes that are specific to one order. */
const orderSpecificCodes: ReadonlySet<FailureCode> = new Set([
  'not-found',
  'forbidden',
  'bad-response',
  'too-large',
]);

/** Fetches the stored requests that are missing in the workspace, which lists, searches and the map need. */
export type RequestBackfill = {
  /** Sequential; resolves with the number fetched. A request that failed permanently is not fetched again. */
  run(orders: readonly KnownOrder[], shouldContinue: () => boolean): Promise<number>;
};

export function createRequestBackfill(request: OrderRepository['request']): RequestBackfill {
  const unavailable = new Set<string>();
  return {
    async run(orders, shouldContinue) {
      let fetchedCount = 0;
      for (const { order, requestText } of orders) {
        if (requestText !== undefined || !order.request || unavailable.has(order.request)) continue;
        if (!shouldContinue()) break;
        const fetched = await request(order.id);
        if (fetched.ok) fetchedCount += 1;
        else if (orderSpecificCodes.has(fetched.failure.code)) unavailable.add(order.request);
        else break;
      }
      return fetchedCount;
    },
  };
}
