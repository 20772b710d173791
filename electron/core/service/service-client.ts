import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { type Order, orderSchema } from '../../../shared/orders/order.ts';
import { type Failure, fail, type Result, succeed } from '../../../shared/result.ts';
import type { Profile } from '../../../shared/settings/profile.ts';
import { pngProblem } from '../base/png-check.ts';
import {
  type AuthorisedRequest,
  createAuthorisedRequest,
  type EndpointOutcome,
  type EndpointRequest,
  reportReachability,
} from './authorised-request.ts';
import { createHttp, type Http, type HttpOutcome, type HttpResponse } from './http.ts';
import {
  badResponse,
  decodeText,
  htmlInstead,
  looksLikeHtml,
  type ResponseContext,
  readJson,
  statusFailure,
} from './read-response.ts';
import { type RequestDelay, type RetryOptions, withRetries } from './retry.ts';
import type { ServiceAccess } from './service-access.ts';
import { hasSameOrigin, serviceName, serviceUrl, signInFirst } from './service-address.ts';

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

/** The maximum size of a chip in bytes. */
const maxChipBytes = 32 * 2 ** 20;

/**
 * Gets the checked PNG of image chips (service.md, Chips); `not-found` means: not there yet. Whether their addresses need credentials is not documented: each is first
 * requested without, and with the token only after a 401 or 403, and only where the token may be sent. A `/` in an
 * identifier is part of a file's name. After a 404, and only then, it is requested once as a separator of folders.
 */
function createChipRequest(
  access: ServiceAccess,
  http: Http,
  retry: RetryOptions,
): (region: string, chipIdentifier: string, signal?: AbortSignal) => Promise<Result<Uint8Array>> {
  const getAt = async (url: URL, profile: Profile, signal?: AbortSignal): Promise<Result<Uint8Array>> => {
    const isService = hasSameOrigin(url, profile.baseUrl);
    const service = isService ? serviceName(profile, url) : url.host;
    const request = async (token?: string): Promise<HttpOutcome> => {
      const headers = { Accept: 'image/png', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
      const attempt = () =>
        http({ method: 'GET', url, headers, maxBytes: maxChipBytes, connection: 'reused', signal });
      // The chip is being displayed: after two attempts the failure is shown.
      const outcome = await withRetries(attempt, signal, { tries: 2, ...retry });
      if (isService) reportReachability(access, outcome);
      return outcome;
    };

    const open = await request();
    if (!open.ok || !needsCredentials(open.response)) return readChip(open, service, []);
    if (!isService && !profile.sendTokenToImages) {
      return fail(
        'forbidden',
        `${url.host} requires credentials for image chips, and the profile “${profile.name}” does not send the token there. Allow it in the profile if ${url.host} belongs to the service.`,
        { status: open.response.status },
      );
    }
    const token = access.token();
    if (token === undefined)
      return fail('signed-out', `${service} shows image chips only to those signed in.`);
    return readChip(await request(token), service, [token]);
  };

  return async (region, chipIdentifier, signal) => {
    const profile = access.profile();
    const folder = chipRegionSegment(region);
    const address = serviceUrl(profile, profile.imageBaseUrl, [folder, `${chipIdentifier}.png`]);
    // The built-in service has an address once it runs, which a sign-in starts.
    if (!address.ok)
      return profile.imageBaseUrl === '' && access.token() === undefined ? signInFirst(profile) : address;
    const chip = await getAt(address.value, profile, signal);
    if (chip.ok || chip.failure.code !== 'not-found' || !chipIdentifier.includes('/')) return chip;
    // A store may have the identifier as folders. Segments that would lead elsewhere have no such address.
    const folders = serviceUrl(profile, profile.imageBaseUrl, [
      folder,
      ...`${chipIdentifier}.png`.split('/'),
    ]);
    return folders.ok && !hasDotSegment(chipIdentifier) ? getAt(folders.value, profile, signal) : chip;
  };
}

/** Whether a segment is empty, or means this folder or its parent; the last one only without its `.png`. */
function hasDotSegment(chipIdentifier: string): boolean {
  return chipIdentifier.split('/').some((segment) => /^\.{0,2}$/.test(segment));
}

function needsCredentials({ status }: HttpResponse): boolean {
  return status === 401 || status === 403;
}

function readChip(outcome: HttpOutcome, service: string, secrets: readonly string[]): Result<Uint8Array> {
  if (!outcome.ok) return outcome;
  const { response } = outcome;
  const context = { service, subject: 'image chip', secrets };
  // A 401 here does not invalidate the session: image addresses may have other rules than the service.
  if (needsCredentials(response)) {
    return fail('forbidden', `${service} does not let this account have the image chip.`, {
      status: response.status,
    });
  }
  if (response.status !== 200) return { ok: false, failure: statusFailure(response, context) };
  if (looksLikeHtml(response)) return badResponse(response, context, htmlInstead);
  const problem = pngProblem(response.body);
  return problem === undefined ? succeed(response.body) : badResponse(response, context, problem);
}

/**
 * Returns a region as written in chip addresses, with a hyphen for each space (results-api.md, Chips). It is not
 * URL-encoded.
 */
export function chipRegionSegment(region: string): string {
  return region.replaceAll(' ', '-');
}
