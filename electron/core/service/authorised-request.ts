import { fail } from '../../../shared/result.ts';
import type { ServiceAccess } from '../session/session.ts';
import type { AnswerContext } from './answer.ts';
import type { Http, HttpOutcome, HttpRequest } from './http.ts';
import { reachAfter } from './reach.ts';
import { type RetryOptions, type RetryPause, withRetries } from './retry.ts';
import { serviceUrl } from './service-address.ts';

/** A request to an endpoint of the current profile that needs the token. */
export type EndpointRequest = Pick<HttpRequest, 'method' | 'body' | 'maxBytes' | 'signal'> & {
  readonly segments: readonly string[];
  /**
   * `repeatable`: changes nothing, so it is tried again when the service may answer otherwise. `once`: sent once,
   * over a connection of its own.
   */
  readonly sending: 'repeatable' | 'once';
  /** Told of each wait before another try. */
  readonly onPause?: ((pause: RetryPause) => void) | undefined;
};

export type EndpointOutcome = HttpOutcome & Omit<AnswerContext, 'subject'>;

export type AuthorisedRequest = (request: EndpointRequest) => Promise<EndpointOutcome>;

/**
 * Sends requests with the token of the session, and tells the session what came of them. Profile and token are
 * those of the moment of the call, over all tries: a sign-in with another account meanwhile changes nothing.
 */
export function createAuthorisedRequest(
  access: ServiceAccess,
  http: Http,
  retry: RetryOptions,
): AuthorisedRequest {
  return async ({ segments, sending, onPause, ...rest }) => {
    const profile = access.profile();
    const token = access.token();
    const url = serviceUrl(profile, profile.baseUrl, segments);
    if (!url.ok) return { ok: false, failure: url.failure, sent: false, host: profile.name, secrets: [] };
    const { host } = url.value;
    if (token === undefined) {
      const { failure } = fail('signed-out', `Sign in to ${profile.name} first.`);
      return { ok: false, failure, sent: false, host, secrets: [] };
    }
    const request: HttpRequest = {
      ...rest,
      url: url.value,
      connection: sending === 'once' ? 'fresh' : 'reused',
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${token}`,
        ...(rest.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
    };
    const outcome =
      sending === 'once'
        ? await http(request)
        : await withRetries(() => http(request), rest.signal, retry, onPause);
    reportReach(access, outcome);
    if (outcome.ok && outcome.response.status === 401) access.tokenRefused(token);
    return { ...outcome, host, secrets: [token] };
  };
}

/** Tells the session whether the service could be reached; what was cancelled or never tried says nothing. */
export function reportReach(access: ServiceAccess, outcome: HttpOutcome): void {
  const reach = outcome.ok ? 'reached' : reachAfter(outcome.failure);
  if (reach === 'reached') access.reached();
  else if (reach === 'not-reached' && !outcome.ok) access.reached(outcome.failure.message);
}
