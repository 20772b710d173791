import type { KnownOrder } from '../../../shared/orders/order.ts';
import type { FailureCode } from '../../../shared/result.ts';
import type { Orders } from '../orders/orders.ts';

/** Failures that another order's request may not have. */
const ofThisOrder: ReadonlySet<FailureCode> = new Set([
  'not-found',
  'forbidden',
  'bad-response',
  'too-large',
]);

/** Fetches the stored requests that the workspace lacks, so that lists, searches and the map know what was ordered. */
export type RequestBackfill = {
  /** One request after the other; resolves with how many came. A request that cannot be had is not asked for again. */
  run(orders: readonly KnownOrder[], isWanted: () => boolean): Promise<number>;
};

export function createRequestBackfill(request: Orders['request']): RequestBackfill {
  const hopeless = new Set<string>();
  return {
    async run(orders, isWanted) {
      let came = 0;
      for (const { order, requestText } of orders) {
        if (requestText !== undefined || !order.request || hopeless.has(order.request)) continue;
        if (!isWanted()) break;
        const fetched = await request(order.id);
        if (fetched.ok) came += 1;
        else if (ofThisOrder.has(fetched.failure.code)) hopeless.add(order.request);
        else break;
      }
      return came;
    },
  };
}
