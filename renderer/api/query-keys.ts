import type {
  LayerColumnRequest,
  LayerFeatureRequest,
  LayerPageRequest,
  LayerSwap,
} from '../../shared/layers/vector-layer.ts';
import type { PassPageRequest } from '../../shared/passes/pass.ts';
import type {
  DetectionFilter,
  DetectionPageRequest,
  RecordPageRequest,
} from '../../shared/results/detection.ts';
import type { DetectionField } from '../../shared/results/detection-field.ts';
import type { SearchForm } from '../../shared/results/search-form.ts';
import type {
  DistributionRequest,
  GroupCountRequest,
  TimelineRequest,
} from '../../shared/results/statistics.ts';
import type { DiffPageRequest } from '../../shared/searches/search-diff.ts';
import type { HistoryPageRequest } from '../../shared/searches/search-history.ts';
import type { SiteSummariesRequest } from '../../shared/sites/site-request.ts';
import type { InboxPage } from '../../shared/watch/watch-event.ts';
import type { WatchRuleSettings } from '../../shared/watch/watch-rule.ts';

/**
 * Keys of everything that TanStack Query caches. The first word is the topic of the `changed` event that invalidates
 * the data (`shared/events/app-event.ts`).
 */
export const queryKeys = {
  hostKind: () => ['host'] as const,
  /** Depends on what is requested alone, so no event invalidates it. */
  reportPreview: (request: string) => ['report-preview', request] as const,
  casePlan: (request: string) => ['case-plan', request] as const,
  reportTemplates: () => ['report-templates', 'list'] as const,
  marking: () => ['marking', 'line'] as const,
  calibrations: () => ['calibrations', 'list'] as const,
  /** Counts without a filter. Not below `results`: live updates limit how often they are requested. */
  workspaceCounts: () => ['counts'] as const,
  areas: () => ['areas', 'list'] as const,
  profiles: () => ['profiles'] as const,
  bookmarks: () => ['bookmarks', 'list'] as const,
  layers: () => ['layers', 'list'] as const,
  aisFiles: () => ['ais', 'files'] as const,
  aisOutcomes: () => ['ais', 'outcomes'] as const,
  aisContacts: (passKey: string) => ['ais', 'contacts', passKey] as const,
  aisUndecided: () => ['ais', 'undecided'] as const,
  aisOfDetection: (id: number) => ['ais', 'detection', id] as const,
  layerComparison: (pair: LayerSwap) => ['layers', 'comparison', pair] as const,
  layerValues: (request: LayerColumnRequest) => ['layers', 'values', request] as const,
  layerFeature: (request: LayerFeatureRequest) => ['layers', 'feature', request] as const,
  layerFeatures: (page: LayerPageRequest) => ['layers', 'features', page] as const,
  orders: () => ['orders', 'list'] as const,
  order: (orderId: string) => ['orders', 'one', orderId] as const,
  orderRequest: (orderId: string) => ['orders', 'request', orderId] as const,
  /** Depends on the draft and the areas, both of which are in the body. */
  orderPreview: (bodyText: string) => ['orders', 'preview', bodyText] as const,
  drafts: () => ['drafts', 'list'] as const,
  orderNotifications: () => ['order-notifications'] as const,
  /** Below `results`: it is derived from them. */
  orderLedger: (orderId: string) => ['results', 'order-ledger', orderId] as const,
  /** Not below `orders`: searching for matches calls the service, which changes the orders. */
  submissionMatches: (submissionId: string) => ['submission-matches', submissionId] as const,
  detectionPage: (page: DetectionPageRequest) => ['results', 'page', page] as const,
  detectionPresence: (id: number) => ['results', 'presence', id] as const,
  detectionDetail: (id: number) => ['results', 'detail', id] as const,
  /** Below `results`: it changes with them. */
  reviewHistory: (id: number) => ['results', 'review-history', id] as const,
  /** Below `results`: a verdict gets its detection back when its record is fetched again. */
  unattachedReviews: (limit: number) => ['results', 'unattached-reviews', limit] as const,
  /** Below `results`: a detection may be removed with its record. */
  conflictDetection: (recordId: string, identity: string) =>
    ['results', 'conflict-detection', recordId, identity] as const,
  detections: (ids: readonly number[]) => ['results', 'detections', ids] as const,
  /** The same rows for the list of a review queue, which shows nothing of their reviews. */
  queueRows: (ids: readonly number[]) => ['results', 'queue-rows', ids] as const,
  /** Ids by image: verdicts change it only where the filter depends on them. */
  chipIds: (filter: DetectionFilter) => ['results', 'chip-ids', filter] as const,
  chipPasses: (filter: DetectionFilter) => ['results', 'chip-passes', filter] as const,
  counts: (filter: DetectionFilter) => ['results', 'counts', filter] as const,
  openConditions: (expressions: readonly string[]) => ['results', 'open-conditions', expressions] as const,
  /** Below `results`: verdicts change it. The areas by id and revision. */
  nextAreaToReview: (areas: readonly string[]) => ['results', 'next-area', areas] as const,
  feed: () => ['results', 'feed'] as const,
  properties: () => ['results', 'properties'] as const,
  fieldValues: (field: DetectionField | null, part: string) => ['results', 'values', field, part] as const,
  timeline: (request: TimelineRequest) => ['results', 'timeline', request] as const,
  groupCounts: (request: GroupCountRequest) => ['results', 'group-counts', request] as const,
  parameters: () => ['results', 'parameters'] as const,
  distribution: (request: DistributionRequest) => ['results', 'distribution', request] as const,
  recordPage: (page: RecordPageRequest) => ['results', 'records', page] as const,
  recordProcessors: (recordId: string) => ['results', 'record-processors', recordId] as const,
  changedRecords: (fetchId: string) => ['results', 'changed-records', fetchId] as const,
  passPage: (page: PassPageRequest) => ['results', 'passes', page] as const,
  placeLooks: (filter: DetectionFilter) => ['results', 'place-looks', filter] as const,
  /** The area by its revision: its shape decides what is inside. */
  siteLooks: (areaId: string, updatedAt: string, filter: DetectionFilter) =>
    ['results', 'site-looks', areaId, updatedAt, filter] as const,
  /** The sites by their revisions. */
  siteSummaries: (sites: readonly string[], request: Omit<SiteSummariesRequest, 'now'>) =>
    ['results', 'site-summaries', sites, request] as const,
  passesOfRecord: (recordId: string) => ['results', 'passes-of-record', recordId] as const,
  passDetail: (key: string) => ['results', 'pass', key] as const,
  comparedPass: (key: string) => ['results', 'compared-pass', key] as const,
  problems: () => ['results', 'problems'] as const,
  /** Depends on the form alone, so no event invalidates it. */
  searchPreview: (form: SearchForm) => ['search-preview', form] as const,
  /** Below `results`: it counts them. */
  workspaceOverview: () => ['results', 'workspace-overview'] as const,
  /** Invalidated when another workspace is opened. */
  workspaceFiles: () => ['workspace-files'] as const,
  savedSearches: () => ['searches', 'list'] as const,
  fetchHistory: (page: Partial<HistoryPageRequest>) => ['searches', 'history', page] as const,
  runComparison: (page: DiffPageRequest) => ['searches', 'comparison', page] as const,
  watchTray: () => ['watch', 'tray'] as const,
  watchRules: () => ['watch', 'list'] as const,
  watchInbox: (page: InboxPage) => ['watch', 'inbox', page] as const,
  watchUnread: () => ['watch', 'unread'] as const,
  watchPreview: (rule: WatchRuleSettings | null) => ['watch', 'preview', rule] as const,
  chipStats: () => ['chips', 'stats'] as const,
  sources: () => ['map-sources', 'list'] as const,
  tileCache: () => ['map-sources', 'cache'] as const,
  reviewer: () => ['reviewer'] as const,
  /** The component that changes it sets it. */
  network: () => ['network'] as const,
  updates: () => ['updates'] as const,
  team: () => ['team', 'state'] as const,
  teamOverview: () => ['team', 'overview'] as const,
  teamQueues: () => ['team', 'queues'] as const,
  /** Stored in the workspace; the component that changes it invalidates it. */
  softCap: () => ['soft-cap'] as const,
} as const;
