import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpOutcome } from './http.ts';
import { waitWords } from './wait-words.ts';

/** How often and how patiently a request that may be repeated is repeated. */
export type RetryOptions = {
  /** Tries in all, the first included. Default 5. */
  readonly tries?: number;
  /** Waits so many milliseconds; rejects when the signal aborts. */
  readonly wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<unknown>;
  /** A number from 0 to below 1. */
  readonly random?: () => number;
};

/** A request will be tried again: why, and in how many milliseconds. */
export type RetryPause = { readonly reason: string; readonly milliseconds: number };

const firstDelayMs = 500;
const longestDelayMs = 20_000;
/** A service that asks for more patience than this is taken for down. */
const longestRetryAfterMs = 60_000;

/** Statuses of a service that may answer otherwise a moment later. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Carries out `attempt` until it brings something final, at most `tries` times, with "full jitter" in between: a
 * random wait from nothing up to a bound that doubles each time (AWS Architecture Blog, "Exponential Backoff And
 * Jitter", 2015). `Retry-After` holds instead where the service sends it, up to a minute. Only for requests that change
 * nothing. `onPause` is told of each wait.
 */
export async function withRetries(
  attempt: () => Promise<HttpOutcome>,
  signal: AbortSignal | undefined,
  { tries = 5, wait = defaultWait, random = Math.random }: RetryOptions = {},
  onPause: (pause: RetryPause) => void = () => {},
): Promise<HttpOutcome> {
  for (let tried = 1; ; tried += 1) {
    const outcome = await attempt();
    if (tried >= tries || !mayPass(outcome)) return outcome;
    const milliseconds = delayMs(outcome, tried, random);
    onPause({ reason: `${problemOf(outcome)} Try ${tried + 1} of ${tries} follows.`, milliseconds });
    try {
      await wait(milliseconds, signal);
    } catch {
      // Cancelled while waiting: the next attempt answers so at once, without sending.
    }
  }
}

function mayPass(outcome: HttpOutcome): boolean {
  if (outcome.ok) return passingStatuses.has(outcome.response.status);
  return outcome.failure.code === 'unreachable' || outcome.failure.code === 'timeout';
}

function problemOf(outcome: HttpOutcome): string {
  if (!outcome.ok) return outcome.failure.message;
  const { status, headers } = outcome.response;
  const patience = patienceWords(headers['retry-after'], Date.now());
  return [`The service answered with status ${status}.`, ...(patience ? [patience] : [])].join(' ');
}

function delayMs(outcome: HttpOutcome, tried: number, random: () => number): number {
  const asked = outcome.ok ? retryAfterMs(outcome.response.headers['retry-after'], Date.now()) : undefined;
  // A time that has passed says nothing of when; without jitter many would come back at once.
  if (asked !== undefined && asked > 0) return Math.min(asked, longestRetryAfterMs);
  return random() * Math.min(longestDelayMs, firstDelayMs * 2 ** (tried - 1));
}

/** What a `Retry-After` asks for, and that less is waited where that is so; undefined where it asks for nothing. */
export function patienceWords(header: string | undefined, now: number): string | undefined {
  const asked = retryAfterMs(header, now);
  if (asked === undefined || asked === 0) return undefined;
  const capped = asked > longestRetryAfterMs;
  return `It asks for a pause of ${waitWords(asked)}${capped ? `; Sightline waits ${waitWords(longestRetryAfterMs)} at most between two tries` : ''}.`;
}

/** `Fri, 20 Nov 2026 08:00:30 GMT` and the two obsolete forms (RFC 9110, 5.6.7). */
const httpDate = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? [A-Za-z0-9 :-]+$/;

/** `Retry-After` in milliseconds from `now` (RFC 9110, 10.2.3: seconds or a date), or undefined where it has none. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse takes almost anything for a date, `-5` and `1.5` too.
  const date = httpDate.test(value) ? Date.parse(asGmt(value)) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** The asctime form names no zone; all three are GMT. */
function asGmt(date: string): string {
  return date.endsWith('GMT') ? date : `${date} GMT`;
}

function defaultWait(milliseconds: number, signal: AbortSignal | undefined): Promise<unknown> {
  return sleep(milliseconds, undefined, signal ? { signal } : {});
}
