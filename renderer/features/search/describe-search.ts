import { formatCount, formatDuration, formatUtc } from '../../../shared/format.ts';
import { describeAnalytics } from '../../../shared/results/analytics.ts';
import { type FieldList, pathsOfFieldList } from '../../../shared/results/field-list.ts';
import type { SearchInput } from '../../../shared/results/search.ts';
import type { SavedSearchStatus } from '../../../shared/searches/saved-search.ts';
import { describeRuns } from '../../../shared/searches/schedule.ts';
import { texts } from './texts.ts';

/** The conditions of a search, in one line. */
export function describeSearch(search: SearchInput, areaName?: string): string {
  const { collectedAfter, collectedBefore, uploadedAfter, uploadedBefore, conditions = [] } = search;
  const { collectedRanges = [], recordIds = [] } = search;
  return [
    search.regions.join(', ') || texts.described.allRegions,
    describeAnalytics(search.analytics).join(', ') || texts.described.allAnalytics,
    ...describeRange(texts.described.collected, collectedAfter, collectedBefore),
    ...(collectedRanges.length > 0 ? [texts.described.ranges(collectedRanges.length)] : []),
    ...(recordIds.length > 0 ? [texts.described.recordIds(recordIds.length)] : []),
    ...describeRange(texts.described.uploaded, uploadedAfter, uploadedBefore),
    ...conditions.map(({ path }) => path.split('.').at(-1) ?? path),
    ...describeFields(search.fields ?? 'all'),
    ...(search.startOffset === undefined
      ? []
      : [texts.described.fromRecord(formatCount(search.startOffset + 1))]),
    ...(areaName === undefined ? [] : [texts.described.inside(areaName)]),
  ].join(' · ');
}

function describeFields(fields: FieldList): readonly string[] {
  if (fields === 'all') return [];
  if (fields === 'headers') return [texts.described.headersOnly];
  if (fields === 'without-features') return [texts.described.withoutFeatures];
  return [texts.described.fields(pathsOfFieldList(fields).length)];
}

function describeRange(
  what: string,
  after: string | undefined,
  before: string | undefined,
): readonly string[] {
  const minute = (instant: string) => formatUtc(instant, { zone: false }).slice(0, 16);
  if (after !== undefined && before !== undefined) return [`${what} ${minute(after)} → ${minute(before)}`];
  if (after !== undefined) return [texts.described.after(what, minute(after))];
  return before === undefined ? [] : [texts.described.before(what, minute(before))];
}

/** The status of a saved search: `updated 12 min ago · every 6 h`. `now` in epoch milliseconds. */
export function describeSearchStatus({ search, lastRun, watermark }: SavedSearchStatus, now: number): string {
  return `${describeLastRun(lastRun?.job.state, watermark, now)} · ${describeRuns(search)}`;
}

function describeLastRun(state: string | undefined, watermark: string | null, now: number): string {
  if (state === 'queued' || state === 'running') return texts.described.running;
  if (state === 'waiting') return texts.described.waiting;
  return watermark === null
    ? texts.described.notFetched
    : texts.described.updated(formatAgo(now - Date.parse(watermark)));
}

/** The time since an instant: `just now`, `12 min ago`, `5 h 4 min ago`. */
export function formatAgo(milliseconds: number): string {
  return milliseconds < 60_000
    ? texts.ago.justNow
    : texts.ago.since(formatDuration(milliseconds - (milliseconds % 60_000)));
}
