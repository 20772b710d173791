import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import type { Timeline, TimelineRequest } from '../../../../shared/results/statistics.ts';
import type { Detections } from './memory/column-store.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';

/** Detections over time in bins of equal length; the last one includes its end. */
export function timelineOf(
  memory: DetectionMemory,
  detections: Detections,
  { filter, by, bins, ...range }: TimelineRequest,
): Timeline {
  const times = detections.columns[by];
  const { first, last, missing } = extentOf(times);
  const from = range.from ?? first;
  const to = range.to ?? last;
  if (from === null || to === null) {
    const empty = new Array<number>(bins).fill(0);
    return { from: null, to: null, all: empty, filtered: empty, missing };
  }
  const { bits } = memory.mask(detections, withoutBounds(filter, by));
  const all = new Uint32Array(bins);
  const filtered = new Uint32Array(bins);
  const scale = to > from ? bins / (to - from) : 0;
  for (let index = 0; index < times.length; index += 1) {
    const time = times[index] as number;
    if (!(time >= from && time <= to)) continue;
    const bin = Math.min(bins - 1, Math.floor((time - from) * scale));
    all[bin] = (all[bin] as number) + 1;
    filtered[bin] = (filtered[bin] as number) + (bits[index] as number);
  }
  return { from, to, all: [...all], filtered: [...filtered], missing };
}

/** The filter without its bounds of this time. */
function withoutBounds(filter: DetectionFilter, by: TimelineRequest['by']): DetectionFilter {
  if (by === 'collected') {
    const { collectedFrom: _from, collectedTo: _to, ...rest } = filter;
    return rest;
  }
  const { uploadedFrom: _from, uploadedTo: _to, ...rest } = filter;
  return rest;
}

function extentOf(times: Float64Array) {
  let [first, last, missing] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let index = 0; index < times.length; index += 1) {
    const time = times[index] as number;
    if (time < first) first = time;
    if (time > last) last = time;
    if (Number.isNaN(time)) missing += 1;
  }
  const isEmpty = first > last;
  return { first: isEmpty ? null : first, last: isEmpty ? null : last, missing };
}
