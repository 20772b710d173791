import type { Order } from '../../../shared/orders/order.ts';
import type { Result } from '../../../shared/result.ts';
import type { RetryPause } from './retry.ts';

/** A token as login returned it. */
export type Login = { readonly token: string; readonly expiresInSeconds: number };

/** The user's orders; `problems` names the items of the list that could not be read, a sentence each. */
export type OrderListing = { readonly orders: readonly Order[]; readonly problems: readonly string[] };

/**
 * The service's endpoints, the only code that talks to the network. Every call is bounded in time and size, follows
 * no redirect, and answers an expected failure as a value. The token goes only to the profile's own origin over
 * HTTPS, or to loopback.
 */
export type ServiceClient = {
  listOrders(signal?: AbortSignal): Promise<Result<OrderListing>>;
  getOrder(orderId: string, signal?: AbortSignal): Promise<Result<Order>>;
  /** The stored request, as text, byte for byte. */
  getOrderRequest(requestId: string, signal?: AbortSignal): Promise<Result<string>>;
  /**
   * Sends one order, once. `unknown-outcome` means that it may have been taken. With every other failure it was not:
   * the service refused it when the failure has a `status`, and nothing was sent when it has none.
   */
  placeOrder(bodyText: string): Promise<Result<Order>>;
  /** One page of results: the response body's bytes, unparsed. Retried within its own bounds, which `onPause` hears of. */
  queryPage(
    queryText: string,
    signal?: AbortSignal,
    onPause?: (pause: RetryPause) => void,
  ): Promise<Result<Uint8Array>>;
  /** A chip's PNG bytes, checked. `not-found` means: not there yet. */
  getChip(region: string, chipIdentifier: string, signal?: AbortSignal): Promise<Result<Uint8Array>>;
};
