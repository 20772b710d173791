import { createStore } from 'zustand/vanilla';
import type { SourceStatus } from '../map/sources/source-status.ts';

/** What the map reports of the user's sources; their list is a query (`api/source-list-query.ts`). */
export type SourcesStore = {
  /** By id; absent for sources without errors. */
  readonly statuses: Readonly<Record<string, SourceStatus>>;
  /** How often the user has requested to retry missing tiles. */
  readonly retries: number;
  /** Null: the status is unknown, as of a new source. */
  setStatus(id: string, status: SourceStatus | null): void;
  retry(): void;
};

/** A store without reports. */
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
