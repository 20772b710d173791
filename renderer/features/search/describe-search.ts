import { formatUtc } from '../../../shared/format.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import type { SearchInput } from '../../../shared/results/search.ts';
import type { SavedSearchStatus } from '../../../shared/searches/saved-search.ts';
import { describeSchedule } from '../../../shared/searches/schedule.ts';

/** The conditions of a search, in one line. */
export function describeSearch(search: SearchInput, areaName?: string): string {
  const { collectedAfter, collectedBefore, uploadedAfter, uploadedBefore, conditions = [] } = search;
  return [
    search.regions.join(', ') || 'all regions',
    search.analytics.map(analyticDisplayName).join(', ') || 'all analytics',
    ...describeRange('collected', collectedAfter, collectedBefore),
    ...describeRange('uploaded', uploadedAfter, uploadedBefore),
    ...conditions.map(({ path }) => path.split('.').at(-1) ?? path),
    ...(search.fields === 'headers' ? ['headers only'] : []),
    ...(search.fields === 'without-features' ? ['without features'] : []),
    ...(areaName === undefined ? [] : [`shown inside ${areaName}`]),
  ].join(' · ');
}

function describeRange(
  what: string,
  after: string | undefined,
  before: string | undefined,
): readonly string[] {
  const minute = (instant: string) => formatUtc(instant, { zone: false }).slice(0, 16);
  if (after !== undefined && before !== undefined) return [`${what} ${minute(after)} → ${minute(before)}`];
  if (after !== undefined) return [`${what} after ${minute(after)}`];
  return before === undefined ? [] : [`${what} before ${minute(before)}`];
}

/** The status of a saved search: `updated 12 min ago · every 6 hours`. `now` in epoch milliseconds. */
export function describeSearchStatus({ search, lastRun, watermark }: SavedSearchStatus, now: number): string {
  const schedule = search.paused
    ? `${describeSchedule(search.schedule)}, paused`
    : describeSchedule(search.schedule);
  return `${describeLastRun(lastRun?.job.state, watermark, now)} · ${schedule}`;
}

function describeLastRun(state: string | undefined, watermark: string | null, now: number): string {
  if (state === 'queued' || state === 'running') return 'running';
  if (state === 'waiting') return 'waiting for sign-in';
  return watermark === null ? 'not fetched yet' : `updated ${formatAgo(now - Date.parse(watermark))}`;
}

/** How long ago: `just now`, `12 min ago`, `5 h ago`, `yesterday`, `9 days ago`. */
export function formatAgo(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}
