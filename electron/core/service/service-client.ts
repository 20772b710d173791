import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { type Order, orderSchema } from '../../../shared/orders/order.ts';
import { type Failure, fail, type Result, succeed } from '../../../shared/result.ts';
import {
  type AuthorisedRequest,
  createAuthorisedRequest,
  type EndpointOutcome,
  type EndpointRequest,
} from './authorised-request.ts';
import { createChipRequest } from './chip-request.ts';
import { createHttp, type Http, type HttpResponse } from './http.ts';
import {
  badResponse,
  decodeText,
  htmlInstead,
  looksLikeHtml,
  type ResponseContext,
  readJson,
  statusFailure,
} from './read-response.ts';
import type { RequestDelay, RetryOptions } from './retry.ts';
import type { ServiceAccess } from './service-access.ts';

/** The user's orders; `problems` names the items of the list that could not be read, a sentence each. */
export type OrderListing = { readonly orders: readonly Order[]; readonly problems: readonly string[] };

type ServiceClientOptions = {
  readonly http?: Http;
  readonly retry?: RetryOptions;
};

/**
 * Maximum sizes of responses in bytes. No limits are documented: these are far above plausible sizes. A page is in
 * memory several times while it is ingested; a larger one is requested in smaller pages.
 */
const maxOrderBytes = 8 * 2 ** 20;
const maxOrderListBytes = 64 * 2 ** 20;
const maxPageBytes = 128 * 2 ** 20;

/**
 * The endpoints of the service of the current profile of `access`, read at each call. Every call is bounded in time and
 * size, follows no redirect, and returns an expected failure as a value. The token is sent only to the profile's origin
 * over HTTPS, or to loopback.
 */
export function createServiceClient(
  access: ServiceAccess,
  { http = createHttp(), retry = {} }: ServiceClientOptions = {},
) {
  const clock = createServiceClock();
  const timedHttp: Http = async (sent) => {
    const outcome = await http(sent);
    if (outcome.ok) clock.observe(sent.url.origin, outcome.response.headers);
    return outcome;
  };
  const request = createAuthorisedRequest(access, timedHttp, retry);
  const get = (
    segments: readonly string[],
    maxBytes: number,
    subject: string,
    signal: AbortSignal | undefined,
  ) => requestOk(request, { method: 'GET', segments, maxBytes, signal, sending: 'repeatable' }, subject);

  return {
    /** The service's time as its responses gave it, or `now` when that is later; epoch milliseconds. */
    laterTime: (now: number) => clock.laterTime(URL.parse(access.profile().baseUrl)?.origin ?? '', now),
    async listOrders(signal?: AbortSignal): Promise<Result<OrderListing>> {
      const result = await get(['ios', 'order'], maxOrderListBytes, 'list of orders', signal);
      if (!result.ok) return result;
      const items = readJson(result.value.response, z.array(z.unknown()), result.value);
      return items.ok ? succeed(readOrders(items.value)) : items;
    },
    async getOrder(orderId: string, signal?: AbortSignal): Promise<Result<Order>> {
      const result = await get(['ios', 'order', orderId], maxOrderBytes, `order ${orderId}`, signal);
      return result.ok ? readJson(result.value.response, orderSchema, result.value) : result;
    },
    /** The stored request, as text, byte for byte. */
    async getOrderRequest(requestId: string, signal?: AbortSignal): Promise<Result<string>> {
      const segments = ['ios', 'order', 'request', requestId];
      const result = await get(segments, maxOrderBytes, `stored request ${requestId}`, signal);
      if (!result.ok) return result;
      const json = readJson(result.value.response, z.looseObject({}), result.value);
      return json.ok ? decodeText(result.value.response, result.value) : json;
    },
    placeOrder: createPlaceOrder(request, maxOrderBytes),
    /** One page of results: the unparsed response body. Retried after transient failures. */
    async queryPage(
      queryText: string,
      signal?: AbortSignal,
      onDelay?: (delay: RequestDelay) => void,
    ): Promise<Result<Uint8Array>> {
      const result = await requestOk(
        request,
        {
          method: 'POST',
          segments: ['psdm', 'graphql', 'gmss'],
          body: queryText,
          maxBytes: maxPageBytes,
          signal,
          sending: 'repeatable',
          onDelay,
          isLong: true,
        },
        'page of results',
      );
      if (!result.ok) return result;
      const { response } = result.value;
      if (looksLikeHtml(response)) return badResponse(response, result.value, htmlInstead);
      return succeed(response.body);
    },
    getChip: createChipRequest(access, http, retry),
  };
}

export type ServiceClient = ReturnType<typeof createServiceClient>;

type ServiceResponse = ResponseContext & { readonly response: HttpResponse };

/** Sends a request; fails unless the status is 200. */
async function requestOk(
  request: AuthorisedRequest,
  endpoint: EndpointRequest,
  subject: string,
): Promise<Result<ServiceResponse>> {
  const outcome: EndpointOutcome = await request(endpoint);
  if (!outcome.ok) return { ok: false, failure: outcome.failure };
  const { response, service, secrets } = outcome;
  const serviceResponse: ServiceResponse = { response, service, secrets, subject };
  if (response.status === 200) return succeed(serviceResponse);
  return { ok: false, failure: statusFailure(response, serviceResponse) };
}

/** Parses each item separately, so that an invalid one does not affect the others. */
function readOrders(items: readonly unknown[]): OrderListing {
  const orders: Order[] = [];
  const problems: string[] = [];
  items.forEach((item, index) => {
    const order = orderSchema.safeParse(item);
    if (order.success) orders.push(order.data);
    else problems.push(`Order ${index + 1} of the list cannot be read: ${firstIssue(order.error)}.`);
  });
  return { orders, problems };
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'it has another shape than documented';
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message;
}

/**
 * `POST /ios/order` (service.md, Ordering endpoints), sent once over a new connection.
 *
 * An order was certainly not accepted when no byte left (the failure has no `status`), or after a 4xx (the failure has
 * its `status`). Everything else that is not a readable order is `unknown-outcome`, even a 5xx, a redirect and a
 * success without an order in it: the service may have taken it before it stumbled.
 */
function createPlaceOrder(
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
    const { service, secrets } = outcome;
    if (!outcome.ok) {
      return outcome.sent
        ? unknownOutcome(service, outcome.failure)
        : { ok: false, failure: outcome.failure };
    }
    const { response } = outcome;
    const context = { service, subject: 'order', secrets };
    if (response.status >= 200 && response.status < 300) {
      const order = readJson(response, orderSchema, context);
      return order.ok ? order : unknownOutcome(service, order.failure);
    }
    const failure = statusFailure(response, context);
    return isRefusal(response.status) ? { ok: false, failure } : unknownOutcome(service, failure);
  };
}

/** 408 means that the request arrived incomplete, but a proxy that sends it cannot be sure. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408;
}

function unknownOutcome(service: string, { message, status, details }: Failure) {
  return fail(
    'unknown-outcome',
    `The order was sent to ${service}, but its answer did not come or cannot be used, so the order may have been taken. ${withoutRetry(message)} Compare with the list of orders before sending again.`,
    { ...(status === undefined ? {} : { status }), ...(details === undefined ? {} : { details }) },
  );
}

/** The message without its advice to try again, which could lead to a second order. */
function withoutRetry(message: string): string {
  return message.replace(/ Try again(?: later)?\./, '');
}

/**
 * The time of the services, from the `Date` of their responses (RFC 9110, 6.6.1), by origin. `monotonic` is a clock that
 * is never adjusted, in milliseconds.
 */
export function createServiceClock(monotonic = () => performance.now()) {
  /** Difference of the service's time from the monotonic clock. */
  const leads = new Map<string, number>();
  return {
    observe(origin: string, { date }: IncomingHttpHeaders): void {
      const time = Date.parse(date ?? '');
      if (!Number.isNaN(time)) leads.set(origin, time - monotonic());
    },
    /** The service's time, or `now` when that is later or no response had a time; epoch milliseconds. */
    laterTime(origin: string, now: number): number {
      // The header is cut to seconds and was on its way, so that it is never ahead of the service.
      return Math.max(now, Math.floor((leads.get(origin) ?? Number.NEGATIVE_INFINITY) + monotonic()));
    },
  };
}
