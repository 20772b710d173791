import { createStore } from 'zustand/vanilla';
import type { SourceStatus } from '../map/sources/source-status.ts';

/** The status of the user's sources on the map; their list is a query (`api/source-list-query.ts`). */
export type SourcesStore = {
  /** By id; absent for sources without errors. */
  readonly statuses: Readonly<Record<string, SourceStatus>>;
  /** Number of times that the user has requested a retry of missing tiles. */
  readonly retries: number;
  /** Sets the status of a source; null: unknown, as for a new source. */
  setStatus(id: string, status: SourceStatus | null): void;
  retry(): void;
};

/** Creates a store without any statuses. */
export function createSourcesStore() {
  return createStore<SourcesStore>()((set) => ({
    statuses: {},
    retries: 0,
    setStatus: (id, status) =>
      set(({ statuses: { [id]: _before, ...others } }) => ({
        statuses: status === null ? others : { ...others, [id]: status },
      })),
    retry: () => set(({ retries }) => ({ retries: retries + 1 })),
  }));
}
