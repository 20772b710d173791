import { createStore } from 'zustand/vanilla';
import type { MapSourceState } from '../../shared/map-sources/map-source-state.ts';
import type { Loadable } from './workspace-store.ts';

/** How the map gets on with a source. */
export type SourceStatus = {
  /** Tiles in view that are not on this disk while their server cannot be reached. */
  readonly offline: number;
  /** Tiles in view that could not be had for another reason. */
  readonly failed: number;
  /** Why, in the words of the last of them; null where all is well. */
  readonly reason: string | null;
  /** Why nothing of the source can be drawn; null where it can. */
  readonly problem: string | null;
  /** Nothing went wrong, but the source has no tile of what is seen. */
  readonly isEmpty: boolean;
};

/** A source of which nothing went wrong. */
export const soundSource: SourceStatus = {
  offline: 0,
  failed: 0,
  reason: null,
  problem: null,
  isEmpty: false,
};

/** The user's own basemaps; the list is filled by `api/live.ts`, statuses by the map's sync file. */
export type SourcesStore = {
  readonly list: Loadable<readonly MapSourceState[]>;
  /** By id; absent where nothing went wrong. */
  readonly statuses: Readonly<Record<string, SourceStatus>>;
  /** How often the user has wished that missing tiles be asked for again. */
  readonly retries: number;
  /** Null: nothing is known, as of a source that is new. */
  setStatus(id: string, status: SourceStatus | null): void;
  retry(): void;
};

/** A store that has not been filled yet. */
export function createSourcesStore() {
  return createStore<SourcesStore>()((set) => ({
    list: { state: 'loading' },
    statuses: {},
    retries: 0,
    setStatus: (id, status) =>
      set(({ statuses: { [id]: _before, ...others } }) => ({
        statuses: status === null ? others : { ...others, [id]: status },
      })),
    retry: () => set(({ retries }) => ({ retries: retries + 1 })),
  }));
}

/** The sources that are known; none before they were read. */
export function knownSources({ list }: Pick<SourcesStore, 'list'>): readonly MapSourceState[] {
  return list.state === 'ready' ? list.value : noSources;
}

const noSources: readonly MapSourceState[] = [];

/** What to say of a source that is not drawn whole; null where it is. */
export function describeStatus({ offline, failed, reason, problem, isEmpty }: SourceStatus): string | null {
  if (problem !== null) return problem;
  const tiles = (count: number) => `${count} ${count === 1 ? 'tile' : 'tiles'} missing`;
  if (isEmpty) return 'It has no tiles of what the map shows at this zoom.';
  if (offline > 0) return `Offline: ${tiles(offline + failed)} in view. ${reason ?? ''}`.trim();
  return failed > 0 ? `${tiles(failed)} in view. ${reason ?? ''}`.trim() : null;
}
