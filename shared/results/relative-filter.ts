import { readRelativeTime, resolveRelativeTimes } from '../relative-time.ts';
import type { DetectionFilter, RelativeMember } from './detection.ts';

const minuteMs = 60_000;

/** The start of the minute that a relative time means at `now` (epoch milliseconds); undefined for another text. */
export function resolveFilterTime(text: string, now: number): number | undefined {
  const instant = readRelativeTime(text, now);
  return instant === undefined ? undefined : Math.floor(instant / minuteMs) * minuteMs;
}

/**
 * A change of one member that is written with a text: what it means at `now`, and the text where it is relative to it. A
 * time of another kind gives undefined.
 */
export function relativeChange(
  { relativeTimes }: DetectionFilter,
  member: RelativeMember,
  text: string,
  now: number,
): Partial<DetectionFilter> {
  const value = member === 'expression' ? resolveRelativeTimes(text, now) : resolveFilterTime(text, now);
  if (value === undefined) return {};
  return {
    [member]: value,
    ...(value === text ? {} : { relativeTimes: { ...relativeTimes, [member]: { text, value } } }),
  };
}

/** A filter whose members that were written with relative times are those of `now`, as each time that it is used. */
export function rollFilter(filter: DetectionFilter, now: number): DetectionFilter {
  let rolled = withoutStaleTimes(filter);
  for (const [member, { text }] of Object.entries(rolled.relativeTimes ?? {})) {
    rolled = Object.assign({}, rolled, relativeChange(rolled, member as RelativeMember, text, now));
  }
  return rolled;
}

/** A filter without the texts of members that have been changed in another way. */
export function withoutStaleTimes({ relativeTimes = {}, ...filter }: DetectionFilter): DetectionFilter {
  const valid = Object.entries(relativeTimes).filter(
    ([member, { value }]) => filter[member as RelativeMember] === value,
  );
  return valid.length === 0 ? filter : { ...filter, relativeTimes: Object.fromEntries(valid) };
}
