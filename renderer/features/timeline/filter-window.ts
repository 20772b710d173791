import type { DetectionFilter } from '../../../shared/results/detection.ts';
import type { TimelineRequest } from '../../../shared/results/statistics.ts';
import type { TimeSpan } from './time-window.ts';

type TimeField = TimelineRequest['by'];

const filterMembers = {
  collected: ['collectedFrom', 'collectedTo'],
  uploaded: ['uploadedFrom', 'uploadedTo'],
} as const;

/** The window that a filter leaves of a time, where open ends are the limits; null when it does not restrict it. */
export function windowOf(filter: DetectionFilter, by: TimeField, limits: TimeSpan): TimeSpan | null {
  const [fromMember, toMember] = filterMembers[by];
  const [from, to] = [filter[fromMember], filter[toMember]];
  if (from === undefined && to === undefined) return null;
  return { from: from ?? limits.from, to: to ?? limits.to };
}

/** The change of a filter that restricts a time to a window, or with null removes that restriction. */
export function windowChange(by: TimeField, window: TimeSpan | null): Partial<DetectionFilter> {
  const [fromMember, toMember] = filterMembers[by];
  return { [fromMember]: window?.from, [toMember]: window?.to };
}

/** The filter without its bounds of a time. */
export function withoutWindow(filter: DetectionFilter, by: TimeField): DetectionFilter {
  const rest = { ...filter };
  for (const member of filterMembers[by]) delete rest[member];
  return rest;
}
