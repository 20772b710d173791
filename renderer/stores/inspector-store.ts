import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { persistOptions } from './persist-options.ts';

/** Something that the inspector shows. The id of a pass is its key. */
export type InspectedItem =
  | { readonly kind: 'detection'; readonly id: number }
  | { readonly kind: 'record' | 'pass' | 'area' | 'order'; readonly id: string }
  /** A feature of a layer of the user's: the layer's id, a slash and its number. */
  | { readonly kind: 'feature'; readonly id: string };
export type InspectedKind = InspectedItem['kind'];

/** Callback of a store when a click focuses an item, or none of these kinds any more. */
export type InspectorLink = Pick<InspectorStore, 'inspect' | 'leave'>;

/** Maximum length of the trail; the oldest items are dropped. */
const maxTrailLength = 100;

/** Item that the inspector shows, and what it showed before. */
export type InspectorStore = {
  /** The item that is shown. */
  readonly item: InspectedItem | null;
  /** The item that was clicked last. It differs from `item` only while the inspector is pinned. */
  readonly latest: InspectedItem | null;
  /** The items that were shown, oldest first, each different from its neighbors. */
  readonly trail: readonly InspectedItem[];
  /** Index in the trail of the item that is shown, or was shown last; -1 without one. */
  readonly at: number;
  readonly isPinned: boolean;
  /** The item that was shown, and was removed from the trail because it no longer exists. */
  readonly gone: InspectedItem | null;
  /** Names of the folded sections. Saved across starts. */
  readonly foldedSections: readonly string[];
  /** Whether all details of a detection are shown. Saved across starts. */
  readonly areDetailsOpen: boolean;
  /** Follows a click. While the inspector is pinned, the item is shown only once it is unpinned. */
  inspect(item: InspectedItem): void;
  /** Follows a click that leaves an item of these kinds and goes to none. The trail remains. */
  leave(...kinds: readonly InspectedKind[]): void;
  /** Goes to the previous (-1) or next (1) item of the trail. */
  step(by: -1 | 1): void;
  /** Pins the shown item, or unpins it and shows the item that was clicked last. */
  setPinned(isPinned: boolean): void;
  /** Removes an item that no longer exists from the trail. */
  remove(item: InspectedItem): void;
  toggleSection(name: string): void;
  setDetailsOpen(areDetailsOpen: boolean): void;
  /** Clears what belongs to the workspace. */
  clearWorkspaceState(): void;
};

const emptyTrail = { item: null, latest: null, trail: [], at: -1, isPinned: false, gone: null } as const;

/** A store that shows nothing. What is folded is saved in `storage`. */
export function createInspectorStore(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<InspectorStore>()(
    persist(
      (set) => ({
        ...emptyTrail,
        foldedSections: [],
        areDetailsOpen: false,
        inspect: (item) =>
          set((state) => (state.isPinned ? { latest: item } : { latest: item, ...withItem(state, item) })),
        leave: (...kinds) =>
          set(({ isPinned, latest }) => {
            if (!latest || !kinds.includes(latest.kind)) return {};
            return isPinned ? { latest: null } : { latest: null, item: null, gone: null };
          }),
        step: (by) =>
          set((state) => {
            const at = stepIndex(state, by);
            const item = state.trail[at];
            return item ? { item, latest: item, at, gone: null } : {};
          }),
        setPinned: (isPinned) =>
          set((state) => {
            if (isPinned) return state.item ? { isPinned } : {};
            const { latest } = state;
            return { isPinned, ...(latest ? withItem(state, latest) : { item: null }) };
          }),
        remove: (item) =>
          set((state) => {
            const isShown = isSameItem(state.item, item);
            const { trail, at } = withoutItem(state, item);
            return {
              trail,
              at,
              latest: isSameItem(state.latest, item) ? null : state.latest,
              ...(isShown ? { item: null, isPinned: false, gone: item } : {}),
            };
          }),
        toggleSection: (name) =>
          set(({ foldedSections }) => ({
            foldedSections: foldedSections.includes(name)
              ? foldedSections.filter((each) => each !== name)
              : [...foldedSections, name],
          })),
        setDetailsOpen: (areDetailsOpen) => set({ areDetailsOpen }),
        clearWorkspaceState: () => set(emptyTrail),
      }),
      persistOptions({
        name: 'sightline.inspector',
        storage,
        schema: z.object({
          foldedSections: z.array(z.string()).readonly(),
          areDetailsOpen: z.boolean().default(false),
        }),
        partialize: ({ foldedSections, areDetailsOpen }: InspectorStore) => ({
          foldedSections,
          areDetailsOpen,
        }),
      }),
    ),
  );
}

/** Whether two items are the same one. */
export function isSameItem(a: InspectedItem | null | undefined, b: InspectedItem | null): boolean {
  return a?.kind === b?.kind && a?.id === b?.id;
}

/** Whether there is an item before (-1) or after (1) the shown one. */
export function canStep(state: Pick<InspectorStore, 'trail' | 'at' | 'item'>, by: -1 | 1): boolean {
  return state.trail[stepIndex(state, by)] !== undefined;
}

/** While nothing is shown, the previous item is the one that was shown last. */
function stepIndex({ at, item }: Pick<InspectorStore, 'at' | 'item'>, by: -1 | 1): number {
  return item === null && by === -1 ? at : at + by;
}

/** Shows an item. What followed in the trail is dropped, as in the history of a browser. */
function withItem(
  { trail, at }: Pick<InspectorStore, 'trail' | 'at'>,
  item: InspectedItem,
): Pick<InspectorStore, 'item' | 'trail' | 'at' | 'gone'> {
  if (isSameItem(trail[at], item)) return { item, trail, at, gone: null };
  const next = [...trail.slice(0, at + 1), item].slice(-maxTrailLength);
  return { item, trail: next, at: next.length - 1, gone: null };
}

/** The trail without an item, and without the doubles that it leaves behind. */
function withoutItem(
  { trail, at }: Pick<InspectorStore, 'trail' | 'at'>,
  item: InspectedItem,
): Pick<InspectorStore, 'trail' | 'at'> {
  const left: InspectedItem[] = [];
  let leftAt = -1;
  for (const [index, each] of trail.entries()) {
    if (!isSameItem(each, item) && !isSameItem(left.at(-1), each)) left.push(each);
    if (index <= at) leftAt = left.length - 1;
  }
  return { trail: left, at: leftAt };
}
