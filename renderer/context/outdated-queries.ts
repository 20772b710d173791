import type { QueryKey } from '@tanstack/react-query';
import type { AppEvent } from '../../shared/events/app-event.ts';
import { listsWithFields, topicOf } from '../../shared/items/item-kinds.ts';
import type { ApiPath, RouterName } from '../api/client.ts';

/** Subject of a `changed` event. */
export type Topic = Extract<AppEvent, { type: 'changed' }>['topic'];

type CachedQuery = { readonly queryKey: QueryKey };

/** Everything that is derived from the results. */
const results: readonly ApiPath[] = [
  'results',
  'passes',
  'sites',
  'problems',
  'orderTracking.ledger',
  'reviewQueue',
  // A verdict gets its detection back when its record is fetched again.
  'reviews.unattached',
  'reviews.history',
  'reviews.detectionId',
  'workspace.overview',
];

/**
 * Queries that are outdated by a change of a topic: the name of a router, for all of its procedures, or the path of one.
 * A topic that is not listed outdates the router of its name.
 * What is not listed depends on its input alone, or is requested whenever it is shown.
 *
 * @example
 * // Saved searches were changed: everything of `searches`, and the list of rules, which shows what they watch.
 * searches: ['searches', 'watch.list']
 */
const outdated: Readonly<Record<Exclude<Topic, RouterName>, readonly ApiPath[]>> &
  Readonly<Partial<Record<Topic, readonly ApiPath[]>>> = {
  // Up to when rules have watched depends on areas and searches; the overview counts areas, orders and drafts.
  areas: ['areas', 'sites', 'watch.list', 'workspace.overview'],
  searches: ['searches', 'watch.list'],
  // Filters, columns and rules may use layers, and what is derived from AIS files.
  layers: ['layers', 'watch.list', ...results],
  ais: ['ais', ...results],
  reviews: results,
  results,
  calibrations: ['chips.calibrations'],
  // Cached chips stay valid.
  chips: ['chips.stats'],
  drafts: ['drafts', 'workspace.overview'],
  marking: ['workspace.marking'],
  'map-sources': ['mapSources'],
  // Looking for matches calls the service, which changes the orders.
  orders: ['orders.list', 'orders.get', 'orders.request', 'orders.preview', 'workspace.overview'],
  'order-notifications': ['orderTracking.notifications'],
  profiles: ['session.profiles'],
  'report-templates': ['exchange.reportTemplates'],
  team: ['team', 'reviews.reviewer'],
  workspace: [],
};

/** Queries over results that do not depend on reviews unless their input mentions them. */
const withoutReviews: ReadonlySet<string> = new Set([
  'orderTracking.ledger',
  'passes.ofRecord',
  'problems.locations',
  'problems.page',
  'problems.rawRecord',
  'results.counts',
  'results.distribution',
  'results.groupCounts',
  'results.parameters',
  'results.properties',
  'results.queueRows',
  'results.recordProcessors',
  'results.records',
  'results.timeline',
  'reviewQueue.ids',
]);

/** Queries of the user's settings, which are the same in all workspaces. */
const settings: readonly ApiPath[] = ['host', 'session.profiles', 'mapSources'];

/** Whether a cached query is outdated by a change of a topic. */
export function isOutdatedBy(topic: Topic): (query: CachedQuery) => boolean {
  const paths = pathsOf(topic);
  return (query) => isBelow(query, paths);
}

/** Whether a change of a topic changes results. */
export function changesResults(topic: Topic): boolean {
  return pathsOf(topic).includes('results');
}

function pathsOf(topic: Topic): readonly ApiPath[] {
  const paths = outdated[topic] ?? [topic as RouterName];
  return listsWithFields().some(({ kind }) => topicOf(kind) === topic)
    ? [...paths, 'watch.list', ...results]
    : paths;
}

/** Whether a cached query may change when reviews change. */
export function dependsOnReviews(query: CachedQuery & { readonly queryHash: string }): boolean {
  if (isBelow(query, ['team'])) return true;
  if (!isBelow(query, results)) return false;
  // The key as text: its path, then its input.
  const input = query.queryHash.slice(JSON.stringify(query.queryKey[0]).length);
  return !withoutReviews.has(pathOf(query)) || /verdict|flagged|note|review/.test(input);
}

/** Whether a cached query is of the user's settings: the sources on the map stay credited in another workspace. */
export function isSetting(query: CachedQuery): boolean {
  return isBelow(query, settings);
}

function isBelow(query: CachedQuery, paths: readonly ApiPath[]): boolean {
  const path = pathOf(query);
  // A preview depends on its input alone.
  return path !== 'results.previewSearch' && paths.some((each) => `${path}.`.startsWith(`${each}.`));
}

/** Path of a query's procedure. */
function pathOf({ queryKey: [path] }: CachedQuery): string {
  return Array.isArray(path) ? path.join('.') : String(path);
}
