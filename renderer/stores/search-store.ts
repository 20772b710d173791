import { createStore } from 'zustand/vanilla';
import type { Failure } from '../../shared/result.ts';
import { emptySearchForm, type SearchForm, searchFormSchema } from '../../shared/results/search-form.ts';
import type { SavedSearchToKeep } from '../../shared/searches/saved-search.ts';

/** The results form, and why the last attempt to send it failed. */
export type SearchStore = {
  /** Kept over reloads. */
  readonly form: SearchForm;
  readonly failure: Failure | null;
  /** A fetch is being started. */
  readonly starting: boolean;
  /** The saved search that the dialog for saving shows. */
  readonly saving: SavedSearchToKeep | null;
  /** The full run that the dialog for comparing shows, and the name of its search. */
  readonly comparing: { readonly fetchId: string; readonly name: string } | null;
  change(change: Partial<SearchForm>): void;
  clear(): void;
};

const storageKey = 'sightline.search-form';

/** A search store that begins with the form found in `storage` and writes each change of it there. */
export function createSearchStore(storage: Storage | undefined = globalThis.localStorage) {
  const store = createStore<SearchStore>()((set) => ({
    form: readForm(storage),
    failure: null,
    starting: false,
    saving: null,
    comparing: null,
    change: (change) => set(({ form }) => ({ form: { ...form, ...change }, failure: null })),
    clear: () => set({ form: emptySearchForm, failure: null }),
  }));
  store.subscribe(({ form }, before) => {
    if (form !== before.form) storage?.setItem(storageKey, JSON.stringify(form));
  });
  return store;
}

/** What another version wrote, or nobody, is no form. */
function readForm(storage: Storage | undefined): SearchForm {
  try {
    return searchFormSchema.parse(JSON.parse(storage?.getItem(storageKey) ?? ''));
  } catch {
    return emptySearchForm;
  }
}
