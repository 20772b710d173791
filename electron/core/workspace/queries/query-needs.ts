import type { WorkspaceStore } from '../workspace.ts';
import type { StoreMethod } from '../workspace-rpc.ts';
import type { QueryNeeds } from './memory/detection-memory.ts';

type NeedsOf = {
  readonly [Method in StoreMethod]?: (...args: Parameters<WorkspaceStore[Method]>) => QueryNeeds;
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
  feedValues: (field) => ({ field }),
  feedColors: (field) => ({ field }),
  groupCounts: ({ filter, by }) => ({ filter, ...(by === 'day' ? {} : { field: by }) }),
  distribution: ({ filter, field }) => ({ filter, field }),
  timeline: ({ filter }) => ({ filter }),
  fieldValues: (field) => ({ field }),
  recordPage: ({ filter }) => ({ filter }),
  passPage: ({ filter }) => ({ filter }),
  passCoverage: (filter) => ({ filter }),
};

/** What a call needs of all detections; undefined when it needs nothing that takes long. */
export function readQueryNeeds(method: StoreMethod, args: readonly unknown[]): QueryNeeds | undefined {
  // The caller is typed by the interface that the table is typed by.
  const read = needsOf[method] as ((...values: readonly unknown[]) => QueryNeeds) | undefined;
  return read?.(...args);
}
