import type { WorkspaceStore } from '../workspace.ts';
import type { StoreMethod } from '../workspace-rpc.ts';
import type { QueryNeeds } from './memory/detection-memory.ts';

/** What a method needs: of detections, and whether it needs the images. */
type MethodNeeds = QueryNeeds & { readonly images?: true };

type NeedsOf = {
  readonly [Method in StoreMethod]?: (...args: Parameters<WorkspaceStore[Method]>) => MethodNeeds;
};

/** What queries need of all detections that may take long to read, sort or search for the first time. */
const needsOf: NeedsOf = {
  counts: (filter) => ({ filter }),
  detectionPage: ({ filter, sort }) => ({ filter, sort }),
  detectionRowIndex: ({ filter, sort }) => ({ filter, sort }),
  matchMask: (filter) => ({ filter }),
  matchingIds: (filter) => ({ filter }),
  reviewQueue: (filter, order) => ({ filter, ...(order === 'pass' ? {} : { sort: order }) }),
  queuePasses: (filter) => ({ filter }),
  feedValues: (field) => ({ fields: [field] }),
  feedColors: (field) => ({ fields: [field, 'not_fetched'] }),
  groupCounts: ({ filter, by }) => ({ filter, ...(by === 'day' ? {} : { fields: [by] }) }),
  distribution: ({ filter, field }) => ({ filter, fields: [field] }),
  timeline: ({ filter }) => ({ filter }),
  fieldValues: (field) => ({ fields: [field] }),
  recordPage: ({ filter }) => ({ filter }),
  passPage: ({ filter }) => ({ filter, images: true }),
  passDetail: () => ({ images: true }),
  passOutlines: () => ({ images: true }),
  passFilter: () => ({ images: true }),
  passIds: () => ({ images: true }),
  passStops: () => ({ images: true }),
  passShare: () => ({ images: true }),
  passRecords: () => ({ images: true }),
  passesOfRecord: () => ({ images: true }),
  passCoverage: (filter) => ({ filter, images: true }),
};

/** What a call needs of all detections; undefined when it needs nothing that takes long. */
export function readQueryNeeds(method: StoreMethod, args: readonly unknown[]): MethodNeeds | undefined {
  // The caller is typed by the interface that the table is typed by.
  const read = needsOf[method] as ((...values: readonly unknown[]) => MethodNeeds) | undefined;
  return read?.(...args);
}
