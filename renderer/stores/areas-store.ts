import { createStore } from 'zustand/vanilla';
import type { AreaExchange, AreaShape } from '../../shared/areas/area.ts';
import type { SimplifiedPolygon } from '../../shared/areas/simplified-polygon.ts';
import type { Failure } from '../../shared/result.ts';
import type { AreaImport } from '../area-import/area-import.ts';
import type { Measurement } from '../map/measure/measurement.ts';

/** A change of areas that is done and can be taken back. Plain data: `undoAreaChange` knows how. */
export type AreaUndo = { readonly key: number } & (
  | ({ readonly id: string; readonly name: string } & (
      | { readonly kind: 'deleted' }
      | { readonly kind: 'renamed'; readonly previousName: string }
      | { readonly kind: 'reshaped'; readonly previousShape: AreaShape }
    ))
  /** Several at once; `what` is the change as a sentence without its full stop, such as `Importing 12 areas`. */
  | { readonly kind: 'exchanged'; readonly what: string; readonly exchange: AreaExchange }
);

/** An area that is being made simpler; nothing is changed until it is applied. */
export type Simplifying = {
  readonly areaId: string;
  /** The state of the area that is worked on; once it has another, this is over. */
  readonly updatedAt: string;
  /** As many vertices as are asked for. */
  readonly vertices: number;
  /** What was worked out last, to be looked at. */
  readonly simpler: SimplifiedPolygon | null;
  /** Why it could not be worked out. */
  readonly failure: Failure | null;
  readonly isWorking: boolean;
};

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
  /** The areas marked in the list, to do something with all of them. It may name ones that are gone. */
  readonly markedIds: ReadonlySet<string>;
  /** Files that are looked at before anything of them is kept. */
  readonly importing: AreaImport | null;
  readonly simplifying: Simplifying | null;
  /** Whether points that are placed jump to corners and edges of areas near them. */
  readonly isSnapping: boolean;
  readonly measurement: Measurement | null;
  /** Numbers for `key`s. */
  readonly lastKey: number;
  /** Remembers a change and returns its key. */
  pushUndo(undo: WithoutKey<AreaUndo>): number;
  dropUndo(key: number): void;
  keepUnsaved(shape: WithoutKey<UnsavedShape>): number;
  dropUnsaved(key: number): void;
  setRenaming(id: string | null): void;
  toggleMarked(id: string): void;
  setMarked(ids: Iterable<string>): void;
  setImporting(importing: AreaImport | null): void;
  setSimplifying(simplifying: Simplifying | null): void;
  setSnapping(on: boolean): void;
  /** Forgets what belongs to the workspace. Shapes that are not saved stay: they can be kept in the next one. */
  leaveWorkspace(): void;
};

type WithoutKey<T> = T extends unknown ? Omit<T, 'key'> : never;

const undoLimit = 50;

/** A store without changes to take back. */
export function createAreasStore() {
  return createStore<AreasStore>()((set, get) => ({
    undos: [],
    unsaved: [],
    renamingId: null,
    markedIds: new Set(),
    importing: null,
    simplifying: null,
    isSnapping: true,
    measurement: null,
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
    toggleMarked: (id) =>
      set(({ markedIds }) => {
        const next = new Set(markedIds);
        if (!next.delete(id)) next.add(id);
        return { markedIds: next };
      }),
    setMarked: (ids) => set({ markedIds: new Set(ids) }),
    setImporting: (importing) => set({ importing }),
    setSimplifying: (simplifying) => set({ simplifying }),
    setSnapping: (isSnapping) => set({ isSnapping }),
    leaveWorkspace: () =>
      set({ undos: [], renamingId: null, markedIds: new Set(), importing: null, simplifying: null }),
  }));
}
