import { z } from 'zod';

/**
 * A UTC instant in ISO 8601; values written by Sightline always have `Z` and milliseconds
 * (`2026-11-20T08:00:00.000Z`).
 */
export const utcInstantSchema = z.iso.datetime({
  offset: false,
  message: 'must be a UTC time such as 2026-11-20T08:00:00Z',
});

/** Now, as a UTC instant in ISO 8601 with milliseconds. */
export function nowUtc(now: number = Date.now()): string {
  return new Date(now).toISOString();
}

/** Now, but at least one millisecond after another UTC instant, so that the two differ. */
export function nowUtcAfter(previous: string, now: number = Date.now()): string {
  return nowUtc(Math.max(now, Date.parse(previous) + 1));
}

const dayMs = 86_400_000;

/**
 * A time of another computer: `now` instead of one more than a day after it, which would stay in front of every later
 * one. One of a clock that is a bit ahead stays, since it identifies a state.
 */
export function limitTime(at: string, now: string): string {
  return Date.parse(at) > Date.parse(now) + dayMs ? now : at;
}
