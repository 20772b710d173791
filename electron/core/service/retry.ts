import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpOutcome } from './http.ts';

/** Options for retries. */
export type RetryOptions = {
  /** Tries in all, the first included. Default 5. */
  readonly tries?: number;
  /** Waits; rejects when the signal aborts. */
  readonly wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<unknown>;
  /** A number from 0 to below 1. */
  readonly random?: () => number;
};

/**
 * Reason why a request takes long: `retry`, a wait before another attempt, and its duration; `slow`, the response comes slowly,
 * and the time until that is aborted.
 */
export type RequestDelay = {
  readonly kind: 'retry' | 'slow';
  readonly reason: string;
  readonly milliseconds: number;
};

const firstDelayMs = 500;
const longestDelayMs = 20_000;
/** The maximum `Retry-After` that is honored; longer ones are capped. */
const longestRetryAfterMs = 60_000;

/** Statuses that may be transient. */
const transientStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Runs `attempt` until its outcome is not transient, at most `tries` times, with "full jitter" in between: a
 * random wait from nothing up to a bound that doubles each time (AWS Architecture Blog, "Exponential Backoff And
 * Jitter", 2015), or after the service's `Retry-After`, up to a minute. Only for idempotent requests. `onDelay` is
 * called before each wait.
 */
export async function withRetries(
  attempt: () => Promise<HttpOutcome>,
  signal: AbortSignal | undefined,
  { tries = 5, wait = defaultWait, random = Math.random }: RetryOptions = {},
  onDelay: (delay: RequestDelay) => void = () => {},
): Promise<HttpOutcome> {
  for (let tried = 1; ; tried += 1) {
    const outcome = await attempt();
    if (tried >= tries || !isTransient(outcome)) return outcome;
    const milliseconds = delayMs(outcome, tried, random);
    const reason = `${problemOf(outcome)} Try ${tried + 1} of ${tries} follows.`;
    onDelay({ kind: 'retry', reason, milliseconds });
    try {
      await wait(milliseconds, signal);
    } catch {
      // Cancelled while waiting: the next attempt fails immediately with `cancelled`, without sending.
    }
  }
}

function isTransient(outcome: HttpOutcome): boolean {
  if (outcome.ok) return transientStatuses.has(outcome.response.status);
  return (
    outcome.failure.code === 'unreachable' || (outcome.failure.code === 'timeout' && !outcome.tookTooLong)
  );
}

function problemOf(outcome: HttpOutcome): string {
  if (!outcome.ok) return outcome.failure.message;
  const { status, headers } = outcome.response;
  const retryAfterText = describeRetryAfter(headers);
  return [`The service answered with status ${status}.`, ...(retryAfterText ? [retryAfterText] : [])].join(
    ' ',
  );
}

function delayMs(outcome: HttpOutcome, tried: number, random: () => number): number {
  const delay = outcome.ok ? retryAfterMs(outcome.response.headers) : undefined;
  // A time in the past gives no delay; without jitter many clients would retry simultaneously.
  if (delay !== undefined && delay > 0) return Math.min(delay, longestRetryAfterMs);
  return random() * Math.min(longestDelayMs, firstDelayMs * 2 ** (tried - 1));
}

/** Describes a `Retry-After`, and its cap if that applies; undefined without a wait. */
export function describeRetryAfter(headers: RetryHeaders): string | undefined {
  const delay = retryAfterMs(headers);
  if (delay === undefined || delay === 0) return undefined;
  const capped = delay > longestRetryAfterMs;
  return `It asks for a pause of ${formatWait(delay)}${capped ? `; Sightline waits ${formatWait(longestRetryAfterMs)} at most between two tries` : ''}.`;
}

/** `Fri, 20 Nov 2026 08:00:30 GMT` and the two obsolete forms (RFC 9110, 5.6.7). */
const httpDate = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? [A-Za-z0-9 :-]+$/;

type RetryHeaders = Pick<IncomingHttpHeaders, 'retry-after' | 'date'>;

/**
 * `Retry-After` in milliseconds (RFC 9110, 10.2.3: seconds or a date), or undefined where it has none. A date is compared
 * with the `Date` of the response, because the clock of this computer may differ from the server's.
 */
export function retryAfterMs(headers: RetryHeaders): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse accepts almost anything as a date, even `-5` and `1.5`.
  const date = httpDate.test(value) ? Date.parse(asGmt(value)) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  const sentAt = Date.parse(headers.date ?? '');
  return Math.max(0, date - (Number.isNaN(sentAt) ? Date.now() : sentAt));
}

/** The asctime form names no zone; all three are GMT. */
function asGmt(date: string): string {
  return date.endsWith('GMT') ? date : `${date} GMT`;
}

function defaultWait(milliseconds: number, signal: AbortSignal | undefined): Promise<unknown> {
  return sleep(milliseconds, undefined, signal ? { signal } : {});
}

/** Formats a wait in the largest unit with at least two: `45 s`, `3 min`, `24 h`, `12 d`, `more than a year`. */
function formatWait(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return seconds < 31_536_000 ? `${Math.round(seconds / 86_400)} d` : 'more than a year';
}
