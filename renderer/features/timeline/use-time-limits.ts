import { useMemo } from 'react';
import type { TimelineRequest } from '../../../shared/results/statistics.ts';
import { useTimeline } from '../../context/use-results-queries.ts';
import { usePassSteps } from '../../context/use-stores.ts';
import type { TimeSpan } from './time-window.ts';

/** Minimum length of the limits, in milliseconds, so that a window can be drawn within them. */
const minSpanMs = 60_000;

/**
 * The limits of a time field over all detections, the last one included; null when no detection has the field. Passes
 * that the analyst steps through are within the limits of the collection time, also empty ones at either end.
 */
export function useTimeLimits(by: TimelineRequest['by']) {
  const whole = useTimeline(useMemo(() => ({ filter: {}, by, bins: 1 }), [by]));
  const stops = usePassSteps(({ steps }) => (by === 'collected' ? steps?.stops : undefined));
  const { from = null, to = null } = whole.data ?? {};
  const limits = useMemo(
    () => (from === null || to === null ? null : timeLimits({ from, to }, stops)),
    [from, to, stops],
  );
  return { whole, limits };
}

/** A span that contains the first and last time of the detections and the times of the passes, and ends after them. */
export function timeLimits(
  { from, to }: TimeSpan,
  stops: readonly { readonly startedAt: number | null }[] = [],
): TimeSpan {
  const times = stops.flatMap(({ startedAt }) => startedAt ?? []);
  const [first, last] = [
    times.reduce((one, other) => Math.min(one, other), from),
    times.reduce((one, other) => Math.max(one, other), to),
  ];
  const spare = Math.max(0, (minSpanMs - (last - first)) / 2);
  return { from: Math.floor(first - spare), to: Math.floor(last + spare) + 1 };
}
