import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpOutcome } from './http.ts';

/** How often and how patiently a request that may be repeated is repeated. */
export type RetryOptions = {
  /** Tries in all, the first included. Default 5. */
  readonly tries?: number;
  /** Waits so many milliseconds; rejects when the signal aborts. */
  readonly wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<unknown>;
  /** A number from 0 to below 1. */
  readonly random?: () => number;
};

const firstDelayMs = 500;
const longestDelayMs = 20_000;
/** A service that asks for more patience than this is taken for down. */
const longestRetryAfterMs = 60_000;

/** Statuses of a service that may answer otherwise a moment later. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Carries out `attempt` until it brings something final, at most `tries` times, with "full jitter" in between: a
 * random wait from nothing up to a bound that doubles each time (AWS Architecture Blog, "Exponential Backoff And
 * Jitter", 2015). `Retry-After` holds instead where the service sends it. Only for requests that change nothing.
 */
export async function withRetries(
  attempt: () => Promise<HttpOutcome>,
  signal: AbortSignal | undefined,
  { tries = 5, wait = defaultWait, random = Math.random }: RetryOptions = {},
): Promise<HttpOutcome> {
  for (let tried = 1; ; tried += 1) {
    const outcome = await attempt();
    if (tried >= tries || !mayPass(outcome)) return outcome;
    try {
      await wait(delayMs(outcome, tried, random), signal);
    } catch {
      // Cancelled while waiting: the next attempt answers so at once, without sending.
    }
  }
}

function mayPass(outcome: HttpOutcome): boolean {
  if (outcome.ok) return passingStatuses.has(outcome.response.status);
  return outcome.failure.code === 'unreachable' || outcome.failure.code === 'timeout';
}

function delayMs(outcome: HttpOutcome, tried: number, random: () => number): number {
  const asked = outcome.ok ? retryAfterMs(outcome.response.headers['retry-after'], Date.now()) : undefined;
  if (asked !== undefined) return Math.min(asked, longestRetryAfterMs);
  return random() * Math.min(longestDelayMs, firstDelayMs * 2 ** (tried - 1));
}

/** `Retry-After` in milliseconds from `now` (RFC 9110, 10.2.3: seconds or a date), or undefined where it has none. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function defaultWait(milliseconds: number, signal: AbortSignal | undefined): Promise<unknown> {
  return sleep(milliseconds, undefined, signal ? { signal } : {});
}
