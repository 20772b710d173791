import type { Order } from '../../../shared/orders/order.ts';
import type { Result } from '../../../shared/result.ts';
import type { RequestDelay } from './retry.ts';

/** A token as login returned it; `expiresInSeconds` is undefined when the service did not give it. */
export type Login = { readonly token: string; readonly expiresInSeconds: number | undefined };

/** The user's orders; `problems` names the items of the list that could not be read, a sentence each. */
export type OrderListing = { readonly orders: readonly Order[]; readonly problems: readonly string[] };

/**
 * The service's endpoints. Every call is bounded in time and size, follows no redirect, and returns an expected failure
 * as a value. The token is sent only to the profile's origin over HTTPS, or to loopback.
 */
export type ServiceClient = {
  /** The service's time as its responses gave it, or `now` when that is later; epoch milliseconds. */
  laterTime(now: number): number;
  listOrders(signal?: AbortSignal): Promise<Result<OrderListing>>;
  getOrder(orderId: string, signal?: AbortSignal): Promise<Result<Order>>;
  /** The stored request, as text, byte for byte. */
  getOrderRequest(requestId: string, signal?: AbortSignal): Promise<Result<string>>;
  /**
   * Sends one order, once. `unknown-outcome` means that it may have been taken. With every other failure it was not:
   * the service refused it when the failure has a `status`, and nothing was sent when it has none.
   */
  placeOrder(bodyText: string): Promise<Result<Order>>;
  /** One page of results: the unparsed response body. Retried after transient failures. */
  queryPage(
    queryText: string,
    signal?: AbortSignal,
    onDelay?: (delay: RequestDelay) => void,
  ): Promise<Result<Uint8Array>>;
  /** A chip's PNG bytes, checked. `not-found` means: not there yet. */
  getChip(region: string, chipIdentifier: string, signal?: AbortSignal): Promise<Result<Uint8Array>>;
};
