import { z } from 'zod';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { Profile } from '../../../shared/settings/profile.ts';
import { errorReason } from './error-reason.ts';
import type { Http, HttpResponse } from './http.ts';
import { type ResponseContext, readJson, statusFailure } from './read-response.ts';
import { serviceName, serviceUrl } from './service-address.ts';

/** A token as login returned it; `expiresInSeconds` is undefined when the service did not give it. */
export type Login = { readonly token: string; readonly expiresInSeconds: number | undefined };

/** Requests a token from a profile's service. */
export type LogIn = (
  profile: Profile,
  username: string,
  password: string,
  signal?: AbortSignal,
) => Promise<Result<Login>>;

/**
 * A login response (service.md, Login). A token must be a valid header value. The lifetime may be absent, or text:
 * it is not needed, because the service refuses a token that has expired.
 */
const loginSchema = z.object({
  access_token: z
    .string()
    .max(16_384, 'longer than 16,384 characters')
    .regex(/^[\x21-\x7e]+$/, 'not printable ASCII without spaces'),
  token_type: z
    .string()
    .regex(/^bearer$/i, 'not Bearer')
    .optional(),
  expires_in: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d+(?:\.\d+)?$/, 'not a number')
        .transform(Number),
    ])
    .pipe(z.number().positive())
    .nullish(),
});

/**
 * `POST /pas/login`, sent once. Failure codes: `wrong-credentials`, `forbidden`, `not-found`, `server-error`,
 * `bad-response` and those of `Http`. No message repeats the password or the token.
 */
export function createLogIn(http: Http): LogIn {
  return async (profile, username, password, signal) => {
    const url = serviceUrl(profile, profile.baseUrl, ['pas', 'login']);
    if (!url.ok) return url;
    const body = new URLSearchParams({ grant_type: 'password', username, password });
    const outcome = await http({
      method: 'POST',
      url: url.value,
      headers: { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
      maxBytes: 2 ** 20,
      connection: 'fresh',
      signal,
    });
    if (!outcome.ok) return { ok: false, failure: outcome.failure };
    const name = serviceName(profile, url.value);
    const service = name === profile.name ? name : `${profile.name} (${name})`;
    const secrets = [password, new URLSearchParams({ password }).toString()];
    const context = { service, subject: 'sign-in', secrets };
    if (outcome.response.status !== 200) return loginFailure(outcome.response, context);
    const login = readJson(outcome.response, loginSchema, context);
    if (!login.ok) return login;
    return succeed({
      token: login.value.access_token,
      expiresInSeconds: login.value.expires_in ?? undefined,
    });
  };
}

function loginFailure(response: HttpResponse, context: ResponseContext) {
  const { status } = response;
  const { service } = context;
  const reason = errorReason(response, context.secrets);
  const quoted = reason === undefined ? '' : ` It says: “${reason}”`;
  switch (status) {
    case 401:
      return fail(
        'wrong-credentials',
        `${service} refused the user name or the password. Check both.${quoted}`,
        { status },
      );
    case 400:
      // 401 is documented for wrong credentials and 400 for an unprocessable body; services may use 400 for both.
      return fail(
        'wrong-credentials',
        `${service} refused the sign-in as not usable (status 400). Check user name and password, and the base address in the profile.${quoted}`,
        { status },
      );
    case 403:
      return fail(
        'forbidden',
        `${service} does not let this account in. Accounts are created by its operator: ask there for access.${quoted}`,
        { status },
      );
    case 404:
    case 405:
      return fail(
        'not-found',
        `${service} has no sign-in where it is expected (status ${status}). Check the base address in the profile.`,
        { status },
      );
    default:
      return { ok: false as const, failure: statusFailure(response, context) };
  }
}
