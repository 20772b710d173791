import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { formatUtc } from '../../components/format.ts';

/** One restriction in words, and the members of the filter that make it. */
export type FilterPart = { readonly text: string; readonly members: readonly (keyof DetectionFilter)[] };

/** What the filter restricts, one part for each chip. `areaName` is that of the area it is within, where it is known. */
export function describeFilter(filter: DetectionFilter, areaName?: string): readonly FilterPart[] {
  const parts: FilterPart[] = [];
  const add = (text: string, ...members: readonly (keyof DetectionFilter)[]) => parts.push({ text, members });
  const { analytics, regions, sensors, verdicts, recordId } = filter;
  if (filter.expression) add(filter.expression, 'expression');
  if (filter.text) add(`“${filter.text}”`, 'text');
  if (analytics) add(listOf(analytics.map(analyticDisplayName), 'analytic'), 'analytics');
  if (regions) add(listOf(regions, 'region'), 'regions');
  if (sensors) add(listOf(sensors, 'sensor'), 'sensors');
  for (const [what, from, to] of [
    ['collected', 'collectedFrom', 'collectedTo'],
    ['uploaded', 'uploadedFrom', 'uploadedTo'],
  ] as const) {
    if (filter[from] !== undefined || filter[to] !== undefined) {
      add(`${what} ${describeRange(filter[from], filter[to])}`, from, to);
    }
  }
  if (filter.minConfidence !== undefined) add(`confidence ≥ ${filter.minConfidence}`, 'minConfidence');
  if (verdicts) add(listOf(verdicts, 'verdict'), 'verdicts');
  if (filter.flagged !== undefined) add(filter.flagged ? 'flagged' : 'not flagged', 'flagged');
  if (filter.within) add(areaName === undefined ? 'inside an outline' : `inside ${areaName}`, 'within');
  if (filter.boundingBox) add('in a box', 'boundingBox');
  if (recordId) add(`record ${recordId.slice(0, 8)}…`, 'recordId');
  if (filter.fetchId) add('of one fetch', 'fetchId');
  if (filter.searchId) add('of a saved search', 'searchId');
  return parts;
}

function listOf(names: readonly string[], noun: string): string {
  if (names.length === 0) return `no ${noun}`;
  return names.length <= 2 ? names.join(', ') : `${names.length} ${noun}s`;
}

function describeRange(from: number | undefined, to: number | undefined): string {
  const day = (time: number) => {
    const text = formatUtc(time, { zone: false });
    return text.endsWith('00:00:00') ? text.slice(0, 10) : text.slice(0, 16);
  };
  if (from === undefined) return `before ${day(to ?? 0)}`;
  if (to === undefined) return `from ${day(from)}`;
  return `${day(from)} → ${day(to)}`;
}
