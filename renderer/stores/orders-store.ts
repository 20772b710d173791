import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { OrderDraft } from '../../shared/orders/draft/order-draft.ts';
import {
  emptyOrderListFilter,
  newestOrdersFirst,
  type OrderListFilter,
  type OrderListSort,
} from '../../shared/orders/list/order-list-filter.ts';
import type { OverlapCheck } from '../../shared/orders/overlap/overlap-check.ts';
import type { Submission } from '../../shared/orders/request/submission.ts';
import type { Failure } from '../../shared/result.ts';
import type { InspectorLink } from './inspector-store.ts';
import { persistOptions } from './persist-options.ts';

/** Content of the orders panel. */
export type OrdersView =
  | { readonly kind: 'list' }
  | { readonly kind: 'form' }
  | { readonly kind: 'drafts' }
  | { readonly kind: 'order'; readonly id: string }
  | { readonly kind: 'submission'; readonly id: string };

/** The draft in the form. */
export type EditedDraft = {
  readonly id: string;
  /** The name of the draft; when empty, the name of the order is shown. */
  readonly name: string;
  readonly draft: OrderDraft;
  /** Notes about its origin, one sentence each. They are discarded with the form. */
  readonly notes: readonly string[];
};

/** Whether the draft in the form is saved in the workspace. */
export type DraftSaveState =
  /** Nothing is filled in yet, so the draft is not in the workspace. */
  | { readonly kind: 'new' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The state of the last attempt to send. */
export type SendState =
  | { readonly kind: 'idle' }
  /** The draft is being compared with known orders and results. */
  | { readonly kind: 'checking' }
  /** The comparison found overlaps: the analyst decides. */
  | {
      readonly kind: 'checked';
      readonly check: OverlapCheck;
      /** The last submission of the draft, which ordered nothing and will be retried. */
      readonly retryOf: string | undefined;
    }
  | { readonly kind: 'sending' }
  /** The service rejected the request, or it was not sent: nothing was ordered and the draft remains. */
  | { readonly kind: 'rejected'; readonly submission: Submission }
  /** The draft is invalid, or the workspace could not save it. */
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The view of the orders panel, and the order that is being edited. */
export type OrdersStore = {
  readonly view: OrdersView;
  /** Null before an order was started, and after it was placed. */
  readonly editing: EditedDraft | null;
  readonly saveState: DraftSaveState;
  readonly send: SendState;
  show(view: OrdersView): void;
  /** Opens another draft in the form, or none. `saveState` is its initial state. */
  edit(editing: EditedDraft | null, saveState: 'new' | 'saved' | 'changed'): void;
  changeDraft(change: Partial<OrderDraft>): void;
  renameDraft(name: string): void;
  setSaveState(saveState: DraftSaveState): void;
  setSend(send: SendState): void;
  /** Shows the list with an empty form, as for another workspace. */
  reset(): void;
};

/** An orders store with nothing in the form. `inspector` receives the order that is shown. */
export function createOrdersStore(inspector?: InspectorLink) {
  const store = createStore<OrdersStore>()((set) => ({
    view: { kind: 'list' },
    editing: null,
    saveState: { kind: 'saved' },
    send: { kind: 'idle' },
    show(view) {
      set({ view });
      if (view.kind === 'order') inspector?.inspect({ kind: 'order', id: view.id });
    },
    edit: (editing, saveState) => set({ editing, saveState: { kind: saveState }, send: { kind: 'idle' } }),
    changeDraft: (change) =>
      set(({ editing }) =>
        editing
          ? {
              editing: { ...editing, draft: { ...editing.draft, ...change } },
              saveState: { kind: 'changed' },
            }
          : {},
      ),
    renameDraft: (name) =>
      set(({ editing }) =>
        editing ? { editing: { ...editing, name }, saveState: { kind: 'changed' } } : {},
      ),
    setSaveState: (saveState) => set({ saveState }),
    setSend: (send) => set({ send }),
    reset: () => set(store.getInitialState()),
  }));
  return store;
}

/** Settings of orders in the list and on the map. */
type OrderListStore = {
  /** The filter of the list and of the map. */
  readonly filter: OrderListFilter;
  readonly sort: OrderListSort;
  /** Whether the areas of the orders are shown on the map. */
  readonly onMap: boolean;
  /** Orders under the last click on the map, if there were several. */
  readonly clickedIds: readonly string[];
  setFilter(change: Partial<OrderListFilter>): void;
  clearFilter(): void;
  setSort(sort: OrderListSort): void;
  setOnMap(onMap: boolean): void;
  setClicked(ids: readonly string[]): void;
  /** Clears everything that belongs to the orders of a workspace. */
  clearOrders(): void;
};

/** The state saved across reloads. It excludes the filter: orders hidden by a forgotten filter would seem lost. */
const savedStateSchema = z.object({
  sort: z.object({
    field: z.enum(['created', 'changed', 'name', 'state']),
    order: z.enum(['ASC', 'DESC']),
  }),
  onMap: z.boolean(),
});

/** A store that starts with the state saved in `storage` and saves `sort` and `onMap` there. */
export function createOrderListStore(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<OrderListStore>()(
    persist(
      (set) => ({
        filter: emptyOrderListFilter,
        sort: newestOrdersFirst,
        onMap: true,
        clickedIds: [],
        setFilter: (change) => set(({ filter }) => ({ filter: { ...filter, ...change } })),
        clearFilter: () => set({ filter: emptyOrderListFilter }),
        setSort: (sort) => set({ sort }),
        setOnMap: (onMap) => set({ onMap }),
        setClicked: (clickedIds) => set({ clickedIds }),
        clearOrders: () => set({ filter: emptyOrderListFilter, clickedIds: [] }),
      }),
      persistOptions({
        name: 'sightline.order-list',
        storage,
        schema: savedStateSchema,
        partialize: ({ sort, onMap }: OrderListStore) => ({ sort, onMap }),
      }),
    ),
  );
}
