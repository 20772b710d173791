import { useMemo } from 'react';
import type { TimelineRequest } from '../../../shared/results/statistics.ts';
import { useTimeline } from '../../context/use-results-queries.ts';
import type { TimeSpan } from './time-window.ts';

/** A view that is shorter than this has room for nothing. */
const minSpanMs = 60_000;

/** From the first to the last detection of the workspace, the last included; null where none has such a time. */
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
