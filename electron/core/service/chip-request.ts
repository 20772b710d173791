import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Profile } from '../../../shared/settings/profile.ts';
import { pngProblem } from '../base/png-check.ts';
import { reportReachability } from './authorised-request.ts';
import type { Http, HttpOutcome, HttpResponse } from './http.ts';
import { badResponse, htmlInstead, looksLikeHtml, statusFailure } from './read-response.ts';
import { type RetryOptions, withRetries } from './retry.ts';
import type { ServiceAccess } from './service-access.ts';
import { hasSameOrigin, serviceName, serviceUrl, signInFirst } from './service-address.ts';

/** The maximum size of a chip in bytes. */
const maxChipBytes = 32 * 2 ** 20;

/**
 * Gets the checked PNG of image chips (service.md, Chips); `not-found` means: not there yet. Whether their addresses need credentials is not documented: each is first
 * requested without, and with the token only after a 401 or 403, and only where the token may be sent. A `/` in an
 * identifier is part of a file's name. After a 404, and only then, it is requested once as a separator of folders.
 */
export function createChipRequest(
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
