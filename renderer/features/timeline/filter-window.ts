import type { DetectionFilter } from '../../../shared/results/detection.ts';
import type { TimelineRequest } from '../../../shared/results/statistics.ts';
import type { TimeSpan } from './time-window.ts';

type TimeField = TimelineRequest['by'];

const filterMembers = {
  collected: ['collectedFrom', 'collectedTo'],
  uploaded: ['uploadedFrom', 'uploadedTo'],
} as const;

/** The window to which a filter restricts a time field; an open end is that of `limits`. Null without a restriction. */
export function windowOf(filter: DetectionFilter, by: TimeField, limits: TimeSpan): TimeSpan | null {
  const [fromMember, toMember] = filterMembers[by];
  const [from, to] = [filter[fromMember], filter[toMember]];
  if (from === undefined && to === undefined) return null;
  return { from: from ?? limits.from, to: to ?? limits.to };
}

/** The filter change that restricts a time field to a window; null removes the restriction. */
export function windowChange(by: TimeField, window: TimeSpan | null): Partial<DetectionFilter> {
  const [fromMember, toMember] = filterMembers[by];
  return { [fromMember]: window?.from, [toMember]: window?.to };
}

/** The filter without the restriction of a time field. */
export function withoutWindow(filter: DetectionFilter, by: TimeField): DetectionFilter {
  const rest = { ...filter };
  for (const member of filterMembers[by]) delete rest[member];
  return rest;
}
