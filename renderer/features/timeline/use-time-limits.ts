import { useMemo } from 'react';
import type { TimelineRequest } from '../../../shared/results/statistics.ts';
import { useTimeline } from '../../context/use-results-queries.ts';
import type { TimeSpan } from './time-window.ts';

/** Minimum length of the limits, in milliseconds, so that a window can be drawn within them. */
const minSpanMs = 60_000;

/** The limits of a time field over all detections, the last one included; null when no detection has the field. */
export function useTimeLimits(by: TimelineRequest['by']) {
  const whole = useTimeline(useMemo(() => ({ filter: {}, by, bins: 1 }), [by]));
  const { from = null, to = null } = whole.data ?? {};
  const limits = useMemo((): TimeSpan | null => {
    if (from === null || to === null) return null;
    const spare = Math.max(0, (minSpanMs - (to - from)) / 2);
    return { from: Math.floor(from - spare), to: Math.floor(to + spare) + 1 };
  }, [from, to]);
  return { whole, limits };
}
