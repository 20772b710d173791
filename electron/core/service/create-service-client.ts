import { z } from 'zod';
import { type Order, orderSchema } from '../../../shared/orders/order.ts';
import { type Result, succeed } from '../../../shared/result.ts';
import type { ServiceAccess } from '../session/session.ts';
import {
  type AnswerContext,
  badResponse,
  htmlInstead,
  looksLikeHtml,
  readJson,
  readText,
  statusFailure,
} from './answer.ts';
import {
  type AuthorisedRequest,
  createAuthorisedRequest,
  type EndpointOutcome,
  type EndpointRequest,
} from './authorised-request.ts';
import { createChipRequest } from './chip-request.ts';
import { createHttp, type Http, type HttpResponse } from './http.ts';
import { createPlaceOrder } from './place-order.ts';
import type { RetryOptions } from './retry.ts';
import type { OrderListing, ServiceClient } from './service-client.ts';

type ServiceClientOptions = {
  readonly http?: Http;
  readonly retry?: RetryOptions;
};

/** How many bytes the answers may have. Nothing is documented: far above what is plausible. */
const maxOrderBytes = 8 * 2 ** 20;
const maxOrderListBytes = 64 * 2 ** 20;
const maxPageBytes = 256 * 2 ** 20;

/** The endpoints of the service that `access` names at the time of each call. */
export function createServiceClient(
  access: ServiceAccess,
  { http = createHttp(), retry = {} }: ServiceClientOptions = {},
): ServiceClient {
  const request = createAuthorisedRequest(access, http, retry);
  const get = (
    segments: readonly string[],
    maxBytes: number,
    subject: string,
    signal: AbortSignal | undefined,
  ) => answered(request, { method: 'GET', segments, maxBytes, signal, sending: 'repeatable' }, subject);

  return {
    async listOrders(signal) {
      const answer = await get(['ios', 'order'], maxOrderListBytes, 'list of orders', signal);
      if (!answer.ok) return answer;
      const items = readJson(answer.value.response, z.array(z.unknown()), answer.value);
      return items.ok ? succeed(readOrders(items.value)) : items;
    },
    async getOrder(orderId, signal) {
      const answer = await get(['ios', 'order', orderId], maxOrderBytes, `order ${orderId}`, signal);
      return answer.ok ? readJson(answer.value.response, orderSchema, answer.value) : answer;
    },
    async getOrderRequest(requestId, signal) {
      const segments = ['ios', 'order', 'request', requestId];
      const answer = await get(segments, maxOrderBytes, `stored request ${requestId}`, signal);
      if (!answer.ok) return answer;
      const json = readJson(answer.value.response, z.looseObject({}), answer.value);
      return json.ok ? readText(answer.value.response, answer.value) : json;
    },
    placeOrder: createPlaceOrder(request, maxOrderBytes),
    async queryPage(queryText, signal, onPause) {
      const answer = await answered(
        request,
        {
          method: 'POST',
          segments: ['psdm', 'graphql', 'gmss'],
          body: queryText,
          maxBytes: maxPageBytes,
          signal,
          sending: 'repeatable',
          onPause,
        },
        'page of results',
      );
      if (!answer.ok) return answer;
      const { response } = answer.value;
      if (looksLikeHtml(response)) return badResponse(response, answer.value, htmlInstead);
      return succeed(response.body);
    },
    getChip: createChipRequest(access, http, retry),
  };
}

type Answer = AnswerContext & { readonly response: HttpResponse };

/** The answer with status 200, or why there is none. */
async function answered(
  request: AuthorisedRequest,
  endpoint: EndpointRequest,
  subject: string,
): Promise<Result<Answer>> {
  const outcome: EndpointOutcome = await request(endpoint);
  if (!outcome.ok) return { ok: false, failure: outcome.failure };
  const { response, host, secrets } = outcome;
  const answer: Answer = { response, host, secrets, subject };
  if (response.status === 200) return succeed(answer);
  return { ok: false, failure: statusFailure(response, answer) };
}

/** Each item on its own, so that one that cannot be read does not take the others with it. */
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
