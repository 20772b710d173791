import type { PassPage } from '../../shared/passes/pass.ts';
import type { DetectionFilter, DetectionPage, RecordPage } from '../../shared/results/detection.ts';
import type { DetectionField } from '../../shared/results/detection-field.ts';
import type { SearchForm } from '../../shared/results/search-form.ts';
import type {
  DistributionRequest,
  GroupCountRequest,
  TimelineRequest,
} from '../../shared/results/statistics.ts';
import type { HistoryPage } from '../../shared/searches/history.ts';
import type { DiffPage } from '../../shared/searches/search-diff.ts';

/**
 * Keys of everything that TanStack Query caches. The first word is that of the `changed` event which makes the
 * cached answer stale (`shared/events/app-event.ts`); `api/live.ts` invalidates by it.
 */
export const queryKeys = {
  bookmarks: () => ['bookmarks', 'list'] as const,
  orders: () => ['orders', 'list'] as const,
  order: (orderId: string) => ['orders', 'one', orderId] as const,
  orderRequest: (orderId: string) => ['orders', 'request', orderId] as const,
  /** Follows from the draft and the areas, both of which the body tells. */
  orderPreview: (bodyText: string) => ['orders', 'preview', bodyText] as const,
  drafts: () => ['drafts', 'list'] as const,
  orderNews: () => ['order-news'] as const,
  /** Below `results`: it is made of them. */
  orderLedger: (orderId: string) => ['results', 'order-ledger', orderId] as const,
  /** Not below `orders`: looking for matches asks the service, which makes the orders change. */
  submissionMatches: (submissionId: string) => ['submission-matches', submissionId] as const,
  detectionPage: (page: DetectionPage) => ['results', 'page', page] as const,
  detectionDetail: (id: number) => ['results', 'detail', id] as const,
  /** Below `results`: what is said of them changes with them. */
  reviewHistory: (id: number) => ['results', 'review-history', id] as const,
  detections: (ids: readonly number[]) => ['results', 'detections', ids] as const,
  /** Ids by image: verdicts change it only where the filter asks for them. */
  chipIds: (filter: DetectionFilter) => ['results', 'chip-ids', filter] as const,
  chipPasses: (filter: DetectionFilter) => ['results', 'chip-passes', filter] as const,
  counts: (filter: DetectionFilter) => ['results', 'counts', filter] as const,
  feed: () => ['results', 'feed'] as const,
  properties: () => ['results', 'properties'] as const,
  fieldValues: (field: DetectionField | null, part: string) => ['results', 'values', field, part] as const,
  timeline: (request: TimelineRequest) => ['results', 'timeline', request] as const,
  groupCounts: (request: GroupCountRequest) => ['results', 'group-counts', request] as const,
  distribution: (request: DistributionRequest) => ['results', 'distribution', request] as const,
  recordPage: (page: RecordPage) => ['results', 'records', page] as const,
  passPage: (page: PassPage) => ['results', 'passes', page] as const,
  passDetail: (key: string) => ['results', 'pass', key] as const,
  comparedPass: (key: string) => ['results', 'compared-pass', key] as const,
  problems: () => ['results', 'problems'] as const,
  /** Follows from the form alone, so no event makes it stale. */
  searchPreview: (form: SearchForm) => ['search-preview', form] as const,
  /** Below `results`: it counts them. */
  workspaceOverview: () => ['results', 'workspace-overview'] as const,
  /** Made stale with the workspace itself. */
  workspaceFiles: () => ['workspace-files'] as const,
  savedSearches: () => ['searches', 'list'] as const,
  fetchHistory: (page: Partial<HistoryPage>) => ['searches', 'history', page] as const,
  runComparison: (page: DiffPage) => ['searches', 'comparison', page] as const,
  chipStats: () => ['chips', 'stats'] as const,
  tileCache: () => ['map-sources', 'cache'] as const,
  reviewer: () => ['reviewer'] as const,
  /** Kept with the workspace; whoever changes it says so. */
  softCap: () => ['soft-cap'] as const,
} as const;
