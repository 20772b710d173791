import { createStore } from 'zustand/vanilla';
import type { Area, AreaShape } from '../../shared/areas/area.ts';
import type { SimplifiedPolygon } from '../../shared/areas/simplify-polygon.ts';
import type { Failure } from '../../shared/result.ts';
import type { Measurement } from '../map/measure/measurement.ts';
import type { AreaImport } from './area-import.ts';

/** An area that is being simplified; the area is unchanged until the simplification is applied. */
export type AreaSimplification = {
  readonly areaId: string;
  /** `updatedAt` of the area that is simplified; when it changes, the simplification is dropped. */
  readonly updatedAt: string;
  /** Requested number of vertices. */
  readonly vertices: number;
  /** The last computed shape, for the preview. */
  readonly result: SimplifiedPolygon | null;
  /** Reason why it could not be computed. */
  readonly failure: Failure | null;
  readonly isWorking: boolean;
};

/** A drawn shape that could not be saved, held until it is saved or discarded. */
export type UnsavedShape = {
  readonly key: number;
  readonly shape: AreaShape;
  /** The area that the shape was drawn for; null for a new area. */
  readonly area: { readonly id: string; readonly name: string } | null;
  /** Reason why it was not saved. */
  readonly failure: Failure;
};

/** The state of editing areas, without the areas themselves; it exists as long as the page. */
export type AreasStore = {
  readonly unsaved: readonly UnsavedShape[];
  /** The area whose name is being typed in the panel. */
  readonly renamingId: string | null;
  /** The areas marked in the list for a bulk action. May contain ids of deleted areas. */
  readonly markedIds: ReadonlySet<string>;
  /** Files that are previewed before any of their areas is saved. */
  readonly importing: AreaImport | null;
  readonly simplification: AreaSimplification | null;
  /** Whether drawn points snap to corners and edges of nearby areas. */
  readonly isSnapping: boolean;
  readonly measurement: Measurement | null;
  /** The last assigned `key`. */
  readonly lastKey: number;
  addUnsaved(shape: WithoutKey<UnsavedShape>): number;
  dropUnsaved(key: number): void;
  setRenaming(id: string | null): void;
  toggleMarked(id: string): void;
  setMarked(ids: Iterable<string>): void;
  setImporting(importing: AreaImport | null): void;
  setSimplification(simplification: AreaSimplification | null): void;
  /** Drops the simplification if its area is no longer in the list, or has changed. */
  dropOutdatedSimplification(areas: readonly Area[]): void;
  setMeasurement(measurement: Measurement | null): void;
  setSnapping(on: boolean): void;
  /** Clears what belongs to the workspace. Unsaved shapes stay: they can be saved in the next one. */
  clearWorkspaceState(): void;
};

type WithoutKey<T> = T extends unknown ? Omit<T, 'key'> : never;

/** An areas store with nothing being edited. */
export function createAreasStore() {
  return createStore<AreasStore>()((set, get) => ({
    unsaved: [],
    renamingId: null,
    markedIds: new Set(),
    importing: null,
    simplification: null,
    isSnapping: true,
    measurement: null,
    lastKey: 0,
    addUnsaved: (shape) => {
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
    setSimplification: (simplification) => set({ simplification }),
    dropOutdatedSimplification: (all) =>
      set(({ simplification }) => {
        const area = all.find(({ id }) => id === simplification?.areaId);
        return simplification && area?.updatedAt !== simplification.updatedAt ? { simplification: null } : {};
      }),
    setMeasurement: (measurement) => set({ measurement }),
    setSnapping: (isSnapping) => set({ isSnapping }),
    clearWorkspaceState: () =>
      set({ renamingId: null, markedIds: new Set(), importing: null, simplification: null }),
  }));
}
