import type { IncomingHttpHeaders } from 'node:http';

/**
 * The time of the services, from the `Date` of their responses (RFC 9110, 6.6.1), by origin. `monotonic` is a clock that
 * is never adjusted, in milliseconds.
 */
export function createServiceClock(monotonic = () => performance.now()) {
  /** What the service's time exceeds the monotonic clock by. */
  const leads = new Map<string, number>();
  return {
    observe(origin: string, { date }: IncomingHttpHeaders): void {
      const time = Date.parse(date ?? '');
      if (!Number.isNaN(time)) leads.set(origin, time - monotonic());
    },
    /** The service's time, or `now` when that is later or no response had a time; epoch milliseconds. */
    laterTime(origin: string, now: number): number {
      // The header is cut to seconds and was on its way, so that it is never ahead of the service.
      return Math.max(now, Math.floor((leads.get(origin) ?? Number.NEGATIVE_INFINITY) + monotonic()));
    },
  };
}
