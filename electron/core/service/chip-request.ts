import { fail, type Result, succeed } from '../../../shared/result.ts';
import { chipRegionSegment } from '../../../shared/results/analytic-name.ts';
import { pngProblem } from '../base/png-check.ts';
import { reportReachability } from './authorised-request.ts';
import type { Http, HttpOutcome, HttpResponse } from './http.ts';
import { badResponse, htmlInstead, looksLikeHtml, statusFailure } from './read-response.ts';
import { type RetryOptions, withRetries } from './retry.ts';
import type { ServiceAccess } from './service-access.ts';
import { hasSameOrigin, serviceUrl } from './service-address.ts';
import type { ServiceClient } from './service-client.ts';

/** The maximum size of a chip in bytes. */
const maxChipBytes = 32 * 2 ** 20;

/**
 * Gets image chips (results document, 4.3). Whether their addresses need credentials is not documented: each is first
 * requested without, and with the token only after a 401 or 403, and only where the token may be sent.
 */
export function createChipRequest(
  access: ServiceAccess,
  http: Http,
  retry: RetryOptions,
): ServiceClient['getChip'] {
  return async (region, chipIdentifier, signal) => {
    const profile = access.profile();
    const segments = [chipRegionSegment(region), `${chipIdentifier}.png`];
    const address = serviceUrl(profile, profile.imageBaseUrl, segments);
    if (!address.ok) return address;
    const url = address.value;
    const isService = hasSameOrigin(url, profile.baseUrl);

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
    if (!open.ok || !needsCredentials(open.response)) return readChip(open, url, []);
    if (!isService && !profile.sendTokenToImages) {
      return fail(
        'forbidden',
        `${url.host} wants credentials for image chips, and the profile “${profile.name}” does not send the token there. Allow it in the profile if ${url.host} belongs to the service.`,
        { status: open.response.status },
      );
    }
    const token = access.token();
    if (token === undefined)
      return fail('signed-out', `${url.host} shows image chips only to those signed in.`);
    return readChip(await request(token), url, [token]);
  };
}

function needsCredentials({ status }: HttpResponse): boolean {
  return status === 401 || status === 403;
}

function readChip(outcome: HttpOutcome, { host }: URL, secrets: readonly string[]): Result<Uint8Array> {
  if (!outcome.ok) return outcome;
  const { response } = outcome;
  const context = { host, subject: 'image chip', secrets };
  // A 401 here does not invalidate the session: image addresses may have other rules than the service.
  if (needsCredentials(response)) {
    return fail('forbidden', `${host} does not let this account have the image chip.`, {
      status: response.status,
    });
  }
  if (response.status !== 200) return { ok: false, failure: statusFailure(response, context) };
  if (looksLikeHtml(response)) return badResponse(response, context, htmlInstead);
  const problem = pngProblem(response.body);
  return problem === undefined ? succeed(response.body) : badResponse(response, context, problem);
}
