import { createStore } from 'zustand/vanilla';
import type { AreaShape } from '../../shared/areas/area.ts';

/** A change of an area that is done and can be taken back. Plain data: `undoAreaChange` knows how. */
export type AreaUndo = { readonly key: number; readonly id: string; readonly name: string } & (
  | { readonly kind: 'deleted' }
  | { readonly kind: 'renamed'; readonly previousName: string }
  | { readonly kind: 'reshaped'; readonly previousShape: AreaShape }
);

/** A shape the analyst drew that could not be kept, held until it is saved or thrown away. */
export type UnsavedShape = {
  readonly key: number;
  readonly shape: AreaShape;
  /** The area whose shape it was to become; null when it was to become a new area. */
  readonly area: { readonly id: string; readonly name: string } | null;
  /** Why it was not kept, ready to be shown. */
  readonly message: string;
};

/** What is known of the analyst's work on areas beside the areas themselves; lives as long as the page. */
export type AreasStore = {
  /** Oldest first, at most `undoLimit`. */
  readonly undos: readonly AreaUndo[];
  readonly unsaved: readonly UnsavedShape[];
  /** The area whose name is being typed in the panel. */
  readonly renamingId: string | null;
  /** Numbers for `key`s. */
  readonly lastKey: number;
  /** Remembers a change and returns its key. */
  pushUndo(undo: WithoutKey<AreaUndo>): number;
  dropUndo(key: number): void;
  keepUnsaved(shape: WithoutKey<UnsavedShape>): number;
  dropUnsaved(key: number): void;
  setRenaming(id: string | null): void;
};

type WithoutKey<T> = T extends unknown ? Omit<T, 'key'> : never;

const undoLimit = 50;

/** A store without changes to take back. */
export function createAreasStore() {
  return createStore<AreasStore>()((set, get) => ({
    undos: [],
    unsaved: [],
    renamingId: null,
    lastKey: 0,
    pushUndo: (undo) => {
      const key = get().lastKey + 1;
      set(({ undos }) => ({ lastKey: key, undos: [...undos, { ...undo, key }].slice(-undoLimit) }));
      return key;
    },
    dropUndo: (key) => set(({ undos }) => ({ undos: undos.filter((undo) => undo.key !== key) })),
    keepUnsaved: (shape) => {
      const key = get().lastKey + 1;
      set(({ unsaved }) => ({ lastKey: key, unsaved: [...unsaved, { ...shape, key }] }));
      return key;
    },
    dropUnsaved: (key) => set(({ unsaved }) => ({ unsaved: unsaved.filter((shape) => shape.key !== key) })),
    setRenaming: (renamingId) => set({ renamingId }),
  }));
}
