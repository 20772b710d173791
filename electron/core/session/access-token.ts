import { z } from 'zod';
import type { Profile } from '../../../shared/settings/profile.ts';
import { parseBoundedJson } from '../base/bounded-json.ts';
import type { Login } from '../service/login.ts';
import type { Clock } from './clock.ts';

/** An access token with its expiry. */
export type AccessToken = {
  readonly username: string;
  readonly token: string;
  /** Epoch milliseconds of the sign-in by the wall clock. */
  readonly issuedAt: number;
  /** Null when the service did not give it. */
  readonly lifetimeMs: number | null;
  /** Expiry on the monotonic clock, so that setting the wall clock does not affect it. Infinite when it is unknown. */
  readonly endsAt: number;
};

/** The JSON of a token in the keychain. */
const storedTokenSchema = z.object({
  version: z.literal(1),
  /** The service that issued it: the token must not be sent to another address of the profile. */
  origin: z.string(),
  username: z.string(),
  token: z.string().regex(/^[\x21-\x7e]+$/),
  issuedAt: z.number(),
  lifetimeMs: z.number().positive().nullable(),
});

/** A year: caps an implausible `expires_in` to a valid date range. */
const longestLifeMs = 365 * 24 * 3_600_000;

/** Tolerated difference by which the wall clock may be before the sign-in. */
const clockSkewMs = 5 * 60_000;

/** Creates the token of a login response. */
export function issueToken(username: string, login: Login, clock: Clock): AccessToken {
  const { expiresInSeconds } = login;
  const lifetimeMs = expiresInSeconds === undefined ? null : Math.min(expiresInSeconds * 1000, longestLifeMs);
  return {
    username,
    token: login.token,
    issuedAt: clock.wall(),
    lifetimeMs,
    endsAt: clock.monotonic() + (lifetimeMs ?? Number.POSITIVE_INFINITY),
  };
}

export function isUnexpired(token: AccessToken, clock: Clock): boolean {
  return clock.monotonic() < token.endsAt;
}

/** The text that is stored in the keychain. */
export function serializeToken({ endsAt: _, ...token }: AccessToken, profile: Profile): string {
  const stored: z.infer<typeof storedTokenSchema> = { version: 1, origin: originOf(profile), ...token };
  return JSON.stringify(stored);
}

/**
 * Restores the token of an earlier run. `expired` after its lifetime, and when the wall clock is before the sign-in: it
 * was set back, so the remaining lifetime is unknown. `unusable` when it belongs to another service or cannot be parsed.
 */
export function restoreToken(
  text: string,
  profile: Profile,
  clock: Clock,
): AccessToken | { readonly invalid: 'expired' | 'unusable'; readonly username?: string } {
  const stored = parseStoredToken(text);
  if (!stored || stored.origin !== originOf(profile)) return { invalid: 'unusable' };
  const { username, token, issuedAt, lifetimeMs } = stored;
  const age = clock.wall() - issuedAt;
  const left = (lifetimeMs ?? Number.POSITIVE_INFINITY) - Math.max(0, age);
  if (age < -clockSkewMs || left <= 0) return { invalid: 'expired', username };
  return { username, token, issuedAt, lifetimeMs, endsAt: clock.monotonic() + left };
}

function parseStoredToken(text: string): z.infer<typeof storedTokenSchema> | undefined {
  return storedTokenSchema.safeParse(parseBoundedJson(text)).data;
}

/** The origin of a profile's service; the demo service has another port at each start. */
function originOf(profile: Profile): string {
  if (profile.kind === 'demo') return 'demo';
  const url = URL.parse(profile.baseUrl);
  return url ? `${url.protocol}//${url.host}` : profile.baseUrl;
}
