import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { Failure } from '../../shared/result.ts';
import { emptySearchForm, type SearchForm, searchFormSchema } from '../../shared/results/search-form.ts';
import type { SavedSearchInput } from '../../shared/searches/saved-search.ts';
import { persistOptions } from './persist-options.ts';

/** The results form, and why the last attempt to send it failed. */
export type SearchStore = {
  /** Saved across reloads. */
  readonly form: SearchForm;
  readonly failure: Failure | null;
  /** A fetch is being started. */
  readonly isStarting: boolean;
  /** The saved search that the dialog for saving shows. */
  readonly editedSearch: SavedSearchInput | null;
  /** The full run that the dialog for comparing shows, and the name of its search. */
  readonly comparedRun: { readonly fetchId: string; readonly name: string } | null;
  /** The fetch of which the dialog of changed records shows them. */
  readonly changesOfFetch: string | null;
  /** Acts that were questioned once: a name that is not known, or fetching everything. Repeated, they are done. */
  readonly questioned: ReadonlySet<string>;
  change(change: Partial<SearchForm>): void;
  clear(): void;
  setFailure(failure: Failure | null): void;
  setStarting(isStarting: boolean): void;
  addQuestioned(acts: readonly string[]): void;
  setEditedSearch(search: SavedSearchInput): void;
  setComparedRun(run: NonNullable<SearchStore['comparedRun']>): void;
  setChangesOfFetch(fetchId: string): void;
};

/** A search store that starts with the form saved in `storage` and saves each change of it there. */
export function createSearchStore(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<SearchStore>()(
    persist(
      (set) => ({
        form: emptySearchForm,
        failure: null,
        isStarting: false,
        editedSearch: null,
        comparedRun: null,
        changesOfFetch: null,
        questioned: new Set(),
        change: (change) => set(({ form }) => ({ form: { ...form, ...change }, failure: null })),
        clear: () => set({ form: emptySearchForm, failure: null }),
        setFailure: (failure) => set({ failure }),
        setStarting: (isStarting) => set({ isStarting }),
        addQuestioned: (acts) => set(({ questioned }) => ({ questioned: new Set([...questioned, ...acts]) })),
        setEditedSearch: (editedSearch) => set({ editedSearch }),
        setComparedRun: (comparedRun) => set({ comparedRun }),
        setChangesOfFetch: (changesOfFetch) => set({ changesOfFetch }),
      }),
      persistOptions({
        name: 'sightline.search-form',
        storage,
        schema: z.object({ form: searchFormSchema }),
        partialize: ({ form }: SearchStore) => ({ form }),
        fromUnversioned: (form) => ({ form }),
      }),
    ),
  );
}
