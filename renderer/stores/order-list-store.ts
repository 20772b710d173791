import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import {
  emptyOrderListFilter,
  newestOrdersFirst,
  type OrderListFilter,
  type OrderListSort,
} from '../../shared/orders/list/order-list-filter.ts';
import { persistOptions } from './persist-options.ts';

/** Settings of orders in the list and on the map. */
export type OrderListStore = {
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
