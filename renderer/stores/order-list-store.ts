import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import {
  newestOrdersFirst,
  noOrderListFilter,
  type OrderListFilter,
  type OrderListSort,
} from '../../shared/orders/order-list-filter.ts';

/** How the orders are listed and shown on the map, and what was begun for them. */
export type OrderListStore = {
  /** Restricts the list and the map alike. */
  readonly filter: OrderListFilter;
  readonly sort: OrderListSort;
  /** Whether the areas of the orders lie on the map. */
  readonly onMap: boolean;
  /** Orders under the last press on the map, when there were several. */
  readonly pressedIds: readonly string[];
  /** The job that fetches the results of an order, by the order's id. */
  readonly fetchJobs: Readonly<Record<string, string>>;
  setFilter(change: Partial<OrderListFilter>): void;
  clearFilter(): void;
  setSort(sort: OrderListSort): void;
  setOnMap(onMap: boolean): void;
  setPressed(ids: readonly string[]): void;
  linkFetch(orderId: string, jobId: string): void;
  /** Another workspace: nothing of the old one's orders stays. */
  forgetOrders(): void;
};

const storageKey = 'sightline.order-list';

/** What is kept over reloads. A filter is not: orders that a forgotten filter hides look lost. */
const keptSchema = z.object({
  sort: z.object({
    field: z.enum(['created', 'changed', 'name', 'state']),
    order: z.enum(['ASC', 'DESC']),
  }),
  onMap: z.boolean(),
});

/** A store that begins with what is found in `storage` and keeps sort and map there. */
export function createOrderListStore(storage: Storage | undefined = globalThis.localStorage) {
  const store = createStore<OrderListStore>()((set) => ({
    filter: noOrderListFilter,
    ...readKept(storage),
    pressedIds: [],
    fetchJobs: {},
    setFilter: (change) => set(({ filter }) => ({ filter: { ...filter, ...change } })),
    clearFilter: () => set({ filter: noOrderListFilter }),
    setSort: (sort) => set({ sort }),
    setOnMap: (onMap) => set({ onMap }),
    setPressed: (pressedIds) => set({ pressedIds }),
    linkFetch: (orderId, jobId) =>
      set(({ fetchJobs }) => ({ fetchJobs: { ...fetchJobs, [orderId]: jobId } })),
    forgetOrders: () => set({ filter: noOrderListFilter, pressedIds: [], fetchJobs: {} }),
  }));
  store.subscribe(({ sort, onMap }, before) => {
    if (sort !== before.sort || onMap !== before.onMap) {
      storage?.setItem(storageKey, JSON.stringify({ sort, onMap }));
    }
  });
  return store;
}

/** What another version wrote, or nobody, is nothing. */
function readKept(storage: Storage | undefined): z.infer<typeof keptSchema> {
  try {
    return keptSchema.parse(JSON.parse(storage?.getItem(storageKey) ?? ''));
  } catch {
    return { sort: newestOrdersFirst, onMap: true };
  }
}
