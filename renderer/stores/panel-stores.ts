import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { Failure } from '../../shared/result.ts';
import { emptySearchForm, type SearchForm, searchFormSchema } from '../../shared/results/search-form.ts';
import type { SavedSearchInput } from '../../shared/searches/saved-search.ts';
import type { InboxView } from '../../shared/watch/watch-event.ts';
import type { WatchRuleInput } from '../../shared/watch/watch-rule.ts';
import { persistOptions } from './persist-options.ts';

/** The results form, and why the last attempt to send it failed. */
export type SearchStore = {
  /** Saved across reloads. */
  readonly form: SearchForm;
  /** The regions with which each area was requested last, by its id: the service cannot search by area. Saved, too. */
  readonly regionsOfAreas: Readonly<Record<string, readonly string[]>>;
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
  /** Restricts the form to an area, with the regions that it was requested with last where the form has none. */
  chooseArea(areaId: string): void;
  /** Remembers the regions of a form for its area. */
  rememberRegions(form: Pick<SearchForm, 'areaId' | 'regions'>): void;
  clear(): void;
  setFailure(failure: Failure | null): void;
  setStarting(isStarting: boolean): void;
  addQuestioned(acts: readonly string[]): void;
  setEditedSearch(search: SavedSearchInput): void;
  setComparedRun(run: NonNullable<SearchStore['comparedRun']>): void;
  setChangesOfFetch(fetchId: string): void;
};

const regionsOfAreasSchema = z.record(z.string(), z.array(z.string())).default({});

/** A search store that starts with the form saved in `storage` and saves each change of it there. */
export function createSearchStore(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<SearchStore>()(
    persist(
      (set) => ({
        form: emptySearchForm,
        regionsOfAreas: {},
        failure: null,
        isStarting: false,
        editedSearch: null,
        comparedRun: null,
        changesOfFetch: null,
        questioned: new Set(),
        change: (change) => set(({ form }) => ({ form: { ...form, ...change }, failure: null })),
        chooseArea: (areaId) =>
          set(({ form, regionsOfAreas }) => {
            const regions = form.regions.length > 0 ? form.regions : (regionsOfAreas[areaId] ?? []);
            return { form: { ...form, areaId, regions: [...regions] }, failure: null };
          }),
        rememberRegions: ({ areaId, regions }) =>
          set(({ regionsOfAreas }) =>
            areaId === '' || regions.length === 0
              ? {}
              : { regionsOfAreas: { ...regionsOfAreas, [areaId]: regions } },
          ),
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
        schema: z.object({ form: searchFormSchema, regionsOfAreas: regionsOfAreasSchema }),
        partialize: ({ form, regionsOfAreas }: SearchStore) => ({ form, regionsOfAreas }),
        fromUnversioned: (form) => ({ form, regionsOfAreas: {} }),
      }),
    ),
  );
}

/** State of the watch panel. */
type WatchStore = {
  readonly part: 'inbox' | 'rules';
  readonly view: InboxView;
  /** Number of findings of the view that come before those that the inbox shows. */
  readonly offset: number;
  /** The rule in the form, new or stored; null while no form is open. */
  readonly editedRule: WatchRuleInput | null;
  setPart(part: WatchStore['part']): void;
  /** Shows a view from its first finding on. */
  setView(view: InboxView): void;
  setOffset(offset: number): void;
  /** Opens the form for a rule; null closes it. */
  editRule(rule: WatchRuleInput | null): void;
};

/** A store that shows the open findings. */
export function createWatchStore() {
  return createStore<WatchStore>()((set) => ({
    part: 'inbox',
    view: 'open',
    offset: 0,
    editedRule: null,
    setPart: (part) => set({ part }),
    setView: (view) => set({ view, offset: 0 }),
    setOffset: (offset) => set({ offset }),
    editRule: (editedRule) => set({ editedRule }),
  }));
}

/** Content of a form, and what it began with. */
type Typed = { readonly value: unknown; readonly initial: unknown };

/** Contents of forms, by the id of the form. */
type TypedStore = {
  readonly typed: Readonly<Record<string, Typed>>;
  /** Sets what is typed into a form; undefined: nothing. */
  setTyped(id: string, typed: Typed | undefined): void;
  clear(): void;
};

/** A store of forms into which nothing is typed. */
export function createTypedStore() {
  return createStore<TypedStore>()((set) => ({
    typed: {},
    setTyped: (id, typed) =>
      set(({ typed: { [id]: _former, ...others } }) => ({
        typed: typed === undefined ? others : { ...others, [id]: typed },
      })),
    clear: () => set({ typed: {} }),
  }));
}

/** The page of the guide, and the tour. */
type HelpStore = {
  /** The id of the guide's page that is shown or was shown last; null: its first page. */
  readonly page: string | null;
  /** The step of the tour, counted from 0; null while no tour is taken. */
  readonly tourStep: number | null;
  /** Whether the tour was left or finished once, so that it does not start by itself again. Saved across starts. */
  readonly isTourDone: boolean;
  setPage(page: string): void;
  startTour(): void;
  setTourStep(step: number): void;
  endTour(): void;
};

/** A store without a tour; whether one was taken is saved in `storage`. */
export function createHelpStore(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<HelpStore>()(
    persist(
      (set) => ({
        page: null,
        tourStep: null,
        isTourDone: false,
        setPage: (page) => set({ page }),
        startTour: () => set({ tourStep: 0 }),
        setTourStep: (tourStep) => set({ tourStep }),
        endTour: () => set({ tourStep: null, isTourDone: true }),
      }),
      persistOptions({
        name: 'sightline.tour',
        storage,
        schema: z.object({ isTourDone: z.boolean() }),
        partialize: ({ isTourDone }: HelpStore) => ({ isTourDone }),
      }),
    ),
  );
}
