import { createRandom } from '../data/random.ts';
import type { DemoAccount } from '../demo-credentials.ts';
import { ownMember } from '../query/filter.ts';
import type { OrderEcho } from './order-body.ts';
import type { PlannedStatus } from './order-plan.ts';
import type { StoredOrder } from './state-file.ts';

/** An order as the service returns it (service.md, Orders). */
export type OrderResponse = OrderEcho & {
  readonly id: string;
  readonly request: string;
  readonly owner: string;
  readonly customer: string;
  readonly products: readonly string[];
  readonly statusHistory: readonly PlannedStatus[];
};

/** An order at an instant (epoch milliseconds UTC). Completed orders have products. */
export function toOrderResponse(order: StoredOrder, now: number): OrderResponse {
  const statusHistory = order.plan.filter(({ when }, index) => index === 0 || Date.parse(when) <= now);
  const isCompleted = statusHistory.at(-1)?.state === 'completed';
  const random = createRandom('products', order.id);
  return {
    id: order.id,
    ...echoOf(order.requestText),
    request: order.requestId,
    owner: order.owner,
    customer: order.customer,
    products: isCompleted ? Array.from({ length: random.integer(1, 4) }, () => random.uuid()) : [],
    statusHistory,
  };
}

/** Whether an account may read an order: its own, or one of its customer's. */
export function mayRead(account: DemoAccount, order: StoredOrder): boolean {
  return order.customer === account.customerId;
}

function echoOf(requestText: string): OrderEcho {
  const request: unknown = JSON.parse(requestText);
  const echo: Record<string, string> = {};
  for (const name of ['descriptiveName', 'purchaseReason', 'customerNotes']) {
    const value = ownMember(request, name);
    if (typeof value === 'string') echo[name] = value;
  }
  return echo;
}
