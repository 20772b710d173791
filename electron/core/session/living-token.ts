import { z } from 'zod';
import type { Profile } from '../../../shared/settings/profile.ts';
import type { Login } from '../service/service-client.ts';
import type { Clock } from './clock.ts';

/** A token with the end of its life. */
export type LivingToken = {
  readonly username: string;
  readonly token: string;
  /** Epoch milliseconds of the sign-in by the wall clock. */
  readonly issuedAt: number;
  readonly lifetimeMs: number;
  /** On the monotonic clock, so that setting the wall clock neither shortens nor extends it. */
  readonly endsAt: number;
};

/** What the keychain keeps of a token, as JSON. */
const keptTokenSchema = z.object({
  version: z.literal(1),
  /** The service that gave it: a profile may be given another address, to which the token must not go. */
  origin: z.string(),
  username: z.string(),
  token: z.string().regex(/^[\x21-\x7e]+$/),
  issuedAt: z.number(),
  lifetimeMs: z.number().positive(),
});

/** A year: keeps a nonsensical `expires_in` within what dates can say. */
const longestLifeMs = 365 * 24 * 3_600_000;

/** How far the wall clock may lie before the sign-in without being taken for set back. */
const clockSkewMs = 5 * 60_000;

/** The token of a login that was just answered. */
export function issueToken(username: string, login: Login, clock: Clock): LivingToken {
  const lifetimeMs = Math.min(login.expiresInSeconds * 1000, longestLifeMs);
  return {
    username,
    token: login.token,
    issuedAt: clock.wall(),
    lifetimeMs,
    endsAt: clock.monotonic() + lifetimeMs,
  };
}

export function isAlive(token: LivingToken, clock: Clock): boolean {
  return clock.monotonic() < token.endsAt;
}

/** The text that the keychain keeps. */
export function printKeptToken(
  { username, token, issuedAt, lifetimeMs }: LivingToken,
  profile: Profile,
): string {
  const kept: z.infer<typeof keptTokenSchema> = {
    version: 1,
    origin: originOf(profile),
    username,
    token,
    issuedAt,
    lifetimeMs,
  };
  return JSON.stringify(kept);
}

/**
 * The token of an earlier run. `expired` when its life is over, and when the wall clock stands before the sign-in:
 * it was set back, and how much of the life is left cannot be known. `unusable` when it belongs to another service
 * or cannot be understood.
 */
export function restoreToken(
  text: string,
  profile: Profile,
  clock: Clock,
): LivingToken | { readonly dead: 'expired' | 'unusable'; readonly username?: string } {
  const kept = parseKeptToken(text);
  if (!kept || kept.origin !== originOf(profile)) return { dead: 'unusable' };
  const { username, token, issuedAt, lifetimeMs } = kept;
  const age = clock.wall() - issuedAt;
  const left = lifetimeMs - Math.max(0, age);
  if (age < -clockSkewMs || left <= 0) return { dead: 'expired', username };
  return { username, token, issuedAt, lifetimeMs, endsAt: clock.monotonic() + left };
}

function parseKeptToken(text: string): z.infer<typeof keptTokenSchema> | undefined {
  try {
    return keptTokenSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The demo service is our own and has another port at each start. */
function originOf(profile: Profile): string {
  if (profile.kind === 'demo') return 'demo';
  const url = URL.parse(profile.baseUrl);
  return url ? `${url.protocol}//${url.host}` : profile.baseUrl;
}
