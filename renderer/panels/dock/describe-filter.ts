import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { formatUtc } from '../../components/format.ts';

/** One restriction in words, and the members of the filter that make it. */
export type FilterPart = { readonly text: string; readonly members: readonly (keyof DetectionFilter)[] };

/** What the filter restricts, one part for each chip. */
export function describeFilter(filter: DetectionFilter): readonly FilterPart[] {
  const parts: FilterPart[] = [];
  const { analytics, regions, collectedFrom, collectedTo, minConfidence, boundingBox, text, recordId } =
    filter;
  if (text) parts.push({ text: `“${text}”`, members: ['text'] });
  if (analytics)
    parts.push({ text: listOf(analytics.map(analyticDisplayName), 'analytic'), members: ['analytics'] });
  if (regions) parts.push({ text: listOf(regions, 'region'), members: ['regions'] });
  if (collectedFrom !== undefined || collectedTo !== undefined) {
    parts.push({
      text: describeRange(collectedFrom, collectedTo),
      members: ['collectedFrom', 'collectedTo'],
    });
  }
  if (minConfidence !== undefined) {
    parts.push({ text: `confidence ≥ ${minConfidence}`, members: ['minConfidence'] });
  }
  if (boundingBox) parts.push({ text: 'in a box', members: ['boundingBox'] });
  if (recordId) parts.push({ text: `record ${recordId.slice(0, 8)}…`, members: ['recordId'] });
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
  if (from === undefined) return `collected before ${day(to ?? 0)}`;
  if (to === undefined) return `collected from ${day(from)}`;
  return `collected ${day(from)} → ${day(to)}`;
}
