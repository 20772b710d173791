import { formatBytes } from '../../../shared/format.ts';
import type { Http, HttpOutcome, HttpRequest, SlowExchange } from './http.ts';
import { reachabilityAfter } from './reachability.ts';
import type { ResponseContext } from './read-response.ts';
import { type RequestDelay, type RetryOptions, withRetries } from './retry.ts';
import type { ServiceAccess } from './service-access.ts';
import { serviceName, serviceUrl, signInFirst } from './service-address.ts';

/** A request to an endpoint of the current profile that needs the token. */
export type EndpointRequest = Pick<HttpRequest, 'method' | 'body' | 'maxBytes' | 'isLong' | 'signal'> & {
  readonly segments: readonly string[];
  /**
   * `repeatable`: idempotent, so it is retried after transient failures. `once`: sent once, over a new connection.
   */
  readonly sending: 'repeatable' | 'once';
  /** Called before each wait for a retry, and again and again while a response comes slowly. */
  readonly onDelay?: ((delay: RequestDelay) => void) | undefined;
};

export type EndpointOutcome = HttpOutcome & Omit<ResponseContext, 'subject'>;

export type AuthorisedRequest = (request: EndpointRequest) => Promise<EndpointOutcome>;

/**
 * Sends requests with the token of the session, and reports reachability and refused tokens to the session. Profile
 * and token are read once per call, so that a switch of the account does not affect retries.
 */
export function createAuthorisedRequest(
  access: ServiceAccess,
  http: Http,
  retry: RetryOptions,
): AuthorisedRequest {
  return async ({ segments, sending, onDelay, ...rest }) => {
    const profile = access.profile();
    const token = access.token();
    if (token === undefined) {
      const { failure } = signInFirst(profile);
      return { ok: false, failure, sent: false, service: profile.name, secrets: [] };
    }
    const url = serviceUrl(profile, profile.baseUrl, segments);
    if (!url.ok) return { ok: false, failure: url.failure, sent: false, service: profile.name, secrets: [] };
    const service = serviceName(profile, url.value);
    const request: HttpRequest = {
      ...rest,
      url: url.value,
      connection: sending === 'once' ? 'fresh' : 'reused',
      onSlow: onDelay && ((slow) => onDelay(describeSlow(service, slow))),
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${token}`,
        ...(rest.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
    };
    const outcome =
      sending === 'once'
        ? await http(request)
        : await withRetries(() => http(request), rest.signal, retry, onDelay);
    reportReachability(access, outcome);
    if (outcome.ok && outcome.response.status === 401) access.reportRefusedToken(token);
    return { ...outcome, service, secrets: [token] };
  };
}

function describeSlow(service: string, { receivedBytes, elapsedMs, leftMs }: SlowExchange): RequestDelay {
  const what = receivedBytes === 0 ? 'nothing' : formatBytes(receivedBytes);
  const reason = `The response of ${service} comes slowly: ${what} in ${Math.round(elapsedMs / 1000)} s.`;
  return { kind: 'slow', reason, milliseconds: leftMs };
}

/** Reports to the session whether the service was reached; cancelled and unsent requests are not reported. */
export function reportReachability(access: ServiceAccess, outcome: HttpOutcome): void {
  const reach = outcome.ok ? 'reached' : reachabilityAfter(outcome.failure);
  if (reach === 'reached') access.reportConnection();
  else if (reach === 'not-reached' && !outcome.ok) access.reportConnection(outcome.failure);
}
