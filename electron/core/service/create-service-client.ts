import { z } from 'zod';
import { type Order, orderSchema } from '../../../shared/orders/order.ts';
import { type Result, succeed } from '../../../shared/result.ts';
import {
  type AuthorisedRequest,
  createAuthorisedRequest,
  type EndpointOutcome,
  type EndpointRequest,
} from './authorised-request.ts';
import { createChipRequest } from './chip-request.ts';
import { createHttp, type Http, type HttpResponse } from './http.ts';
import { createPlaceOrder } from './place-order.ts';
import {
  badResponse,
  htmlInstead,
  looksLikeHtml,
  type ResponseContext,
  readJson,
  readText,
  statusFailure,
} from './read-response.ts';
import type { RetryOptions } from './retry.ts';
import type { ServiceAccess } from './service-access.ts';
import type { OrderListing, ServiceClient } from './service-client.ts';
import { createServiceClock } from './service-clock.ts';

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

/** A client for the service of the current profile of `access`, read at each call. */
export function createServiceClient(
  access: ServiceAccess,
  { http = createHttp(), retry = {} }: ServiceClientOptions = {},
): ServiceClient {
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
    laterTime: (now) => clock.laterTime(URL.parse(access.profile().baseUrl)?.origin ?? '', now),
    async listOrders(signal) {
      const result = await get(['ios', 'order'], maxOrderListBytes, 'list of orders', signal);
      if (!result.ok) return result;
      const items = readJson(result.value.response, z.array(z.unknown()), result.value);
      return items.ok ? succeed(readOrders(items.value)) : items;
    },
    async getOrder(orderId, signal) {
      const result = await get(['ios', 'order', orderId], maxOrderBytes, `order ${orderId}`, signal);
      return result.ok ? readJson(result.value.response, orderSchema, result.value) : result;
    },
    async getOrderRequest(requestId, signal) {
      const segments = ['ios', 'order', 'request', requestId];
      const result = await get(segments, maxOrderBytes, `stored request ${requestId}`, signal);
      if (!result.ok) return result;
      const json = readJson(result.value.response, z.looseObject({}), result.value);
      return json.ok ? readText(result.value.response, result.value) : json;
    },
    placeOrder: createPlaceOrder(request, maxOrderBytes),
    async queryPage(queryText, signal, onDelay) {
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

type ServiceResponse = ResponseContext & { readonly response: HttpResponse };

/** Sends a request; fails unless the status is 200. */
async function requestOk(
  request: AuthorisedRequest,
  endpoint: EndpointRequest,
  subject: string,
): Promise<Result<ServiceResponse>> {
  const outcome: EndpointOutcome = await request(endpoint);
  if (!outcome.ok) return { ok: false, failure: outcome.failure };
  const { response, host, secrets } = outcome;
  const serviceResponse: ServiceResponse = { response, host, secrets, subject };
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
