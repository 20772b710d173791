import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { ErrorExplanation } from '../../shared/error-text.ts';
import type { BoundingBox } from '../../shared/geo/geometry.ts';
import type { LayerFilePreview } from '../../shared/layers/vector-layer.ts';
import type { SourceStatus } from '../map/sources/source-status.ts';
import { persistOptions } from './persist-options.ts';

/** The headings under which layers are listed, from top to bottom. */
export type LayerSection = 'results' | 'sensors' | 'areas' | 'layers' | 'basemap';

/** A layer as it is defined by the module that draws it. */
export type LayerDefinition = {
  /** Id in the map's layer stack. */
  readonly id: string;
  readonly name: string;
  readonly section: LayerSection;
  /** The layer it is placed directly below until the user moves it; null: on top. */
  readonly below: string | null;
  /** Initial visibility; true by default. */
  readonly visible?: boolean;
  /** Initial opacity, 0…1; 1 by default. */
  readonly opacity?: number;
  /** `#rrggbb` of its swatch in the list, if it has a single color. */
  readonly color?: string;
  /** A short description, such as its origin. */
  readonly detail?: string;
  /** The extent to zoom to. */
  readonly bounds?: BoundingBox;
};

/** A layer in the list. */
export type LayerItem = LayerDefinition & { readonly visible: boolean; readonly opacity: number };

/** The saved state of a layer, retained while the layer does not exist. */
export type SavedLayer = { readonly id: string; readonly visible: boolean; readonly opacity: number };

/** The status of a layer's content. */
export type LayerStatus = {
  /** Number of features; absent where it is unknown. */
  readonly count?: number;
  /** Number of features that could not be drawn. */
  readonly skipped?: number;
  readonly isLoading?: boolean;
  /** Reason why it cannot be drawn. */
  readonly problem?: ErrorExplanation;
};

/** The lines of the graticule. */
export type GraticuleKind = 'degrees' | 'mgrs';
/** All footprints, or only those that are completely in view. */
export type FootprintChoice = 'all' | 'whole';

/** The layers of the map with their order, visibility and opacity. */
export type LayersStore = {
  readonly graticule: GraticuleKind;
  readonly footprints: FootprintChoice;
  /** Whether the legend on the map is a list, not one line. */
  readonly legendUnfolded: boolean;
  /** By id. */
  readonly statuses: Readonly<Record<string, LayerStatus>>;
  /** All existing layers, bottom to top. */
  readonly layers: readonly LayerItem[];
  /** Saved state, bottom to top, of these and of layers that do not exist now, such as removed sources. */
  readonly savedLayers: readonly SavedLayer[];
  /** Tables (CSV) whose columns are to be chosen before they become layers. */
  readonly tables: readonly LayerFilePreview[];
  setTables(tables: readonly LayerFilePreview[]): void;
  /** Adds or updates a layer; visibility, opacity and position are restored from `savedLayers`. */
  upsertLayer(layer: LayerDefinition): void;
  /** Removes a layer from the list; with `forget` also its saved state. */
  removeLayer(id: string, forget?: boolean): void;
  setVisible(id: string, visible: boolean): void;
  setOpacity(id: string, opacity: number): void;
  /** Moves a layer directly above (or, with `below`, below) another one. */
  move(id: string, target: { readonly above: string } | { readonly below: string }): void;
  setGraticule(kind: GraticuleKind): void;
  setFootprints(choice: FootprintChoice): void;
  setLegendUnfolded(legendUnfolded: boolean): void;
  /** Replaces the status of a layer's content. */
  setStatus(id: string, facts: LayerStatus): void;
  /** Resets the order of all layers to the default; visibility and opacity stay. */
  resetOrder(): void;
};

/** The built-in layers, bottom to top. */
const builtInLayers: readonly LayerDefinition[] = [
  {
    id: 'basemap',
    name: 'Land and borders',
    section: 'basemap',
    below: 'graticule',
    detail: '1 : 10,000,000',
  },
  { id: 'graticule', name: 'Graticule', section: 'basemap', below: 'places' },
  { id: 'places', name: 'Names of places', section: 'basemap', below: 'footprints' },
  { id: 'footprints', name: 'Footprints', section: 'sensors', below: 'orders', visible: false },
  { id: 'orders', name: 'Orders', section: 'areas', below: 'areas' },
  { id: 'areas', name: 'Areas of interest', section: 'areas', below: 'detection-areas' },
  { id: 'detection-areas', name: 'Detection outlines', section: 'results', below: 'detections' },
  { id: 'detections', name: 'Detections', section: 'results', below: 'labels' },
  { id: 'labels', name: 'Labels of detections', section: 'results', below: null },
];

const savedStateSchema = z.object({
  savedLayers: z
    .array(z.object({ id: z.string().min(1), visible: z.boolean(), opacity: z.number().min(0).max(1) }))
    .transform((layers) => [...new Map(layers.map((layer) => [layer.id, layer])).values()])
    .readonly(),
  graticule: z.enum(['degrees', 'mgrs']).catch('degrees'),
  footprints: z.enum(['all', 'whole']).catch('all'),
  legendUnfolded: z.boolean().catch(false),
});

/** Before stored values had a version, `savedLayers` was called `kept`. */
const unversionedSchema = z
  .looseObject({ kept: z.unknown() })
  .transform(({ kept, ...others }) => ({ ...others, savedLayers: kept }));

/** A store with the built-in layers in the state saved in `storage`, or else by default; it saves changes there. */
export function createLayersStore(storage: Storage | undefined = globalThis.localStorage) {
  const options = persistOptions({
    name: 'sightline.layers',
    storage,
    schema: savedStateSchema,
    partialize: ({ savedLayers, graticule, footprints, legendUnfolded }: LayersStore) => ({
      savedLayers,
      graticule,
      footprints,
      legendUnfolded,
    }),
    fromUnversioned: (stored) => unversionedSchema.safeParse(stored).data,
    // Layers that were added since then get their default position.
    restore: ({ savedLayers }, { layers }) => arrangeLayers(layers, savedLayers),
  });
  return createStore<LayersStore>()(
    persist((set) => {
      const changeOne = (id: string, change: Partial<SavedLayer>) =>
        set(({ layers, savedLayers }) =>
          arrangeLayers(
            layers,
            savedLayers.map((one) => (one.id === id ? { ...one, ...change } : one)),
          ),
        );
      return {
        ...arrangeLayers(builtInLayers, []),
        graticule: 'degrees',
        footprints: 'all',
        legendUnfolded: false,
        statuses: {},
        tables: [],
        setTables: (tables) => set({ tables }),
        setStatus: (id, status) => set(({ statuses }) => ({ statuses: { ...statuses, [id]: status } })),
        upsertLayer: (layer) =>
          set(({ layers, savedLayers }) =>
            arrangeLayers([...layers.filter(({ id }) => id !== layer.id), layer], savedLayers),
          ),
        removeLayer: (id, forget = false) =>
          set(({ layers, savedLayers }) =>
            arrangeLayers(
              layers.filter((layer) => layer.id !== id),
              forget ? savedLayers.filter((one) => one.id !== id) : savedLayers,
            ),
          ),
        setVisible: (id, visible) => changeOne(id, { visible }),
        setOpacity: (id, opacity) => changeOne(id, { opacity: Math.min(1, Math.max(0, opacity)) }),
        move: (id, target) =>
          set(({ layers, savedLayers }) => arrangeLayers(layers, moveLayer(savedLayers, id, target))),
        setGraticule: (graticule) => set({ graticule }),
        setFootprints: (footprints) => set({ footprints }),
        setLegendUnfolded: (legendUnfolded) => set({ legendUnfolded }),
        resetOrder: () => set(({ layers }) => arrangeLayers(layers, [])),
      };
    }, options),
  );
}

type ListState = Pick<LayersStore, 'layers' | 'savedLayers'>;

/** Orders the defined layers by the saved state; new layers get their default position. */
function arrangeLayers(definitions: readonly LayerDefinition[], saved: readonly SavedLayer[]): ListState {
  const all = insertNewLayers(definitions, saved);
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const layers = all.flatMap(({ id, visible, opacity }) => {
    const definition = byId.get(id);
    return definition ? [{ ...definition, visible, opacity }] : [];
  });
  return { layers, savedLayers: all };
}

/** Adds layers without saved state directly below the layer that they are defined to be below. */
function insertNewLayers(
  definitions: readonly LayerDefinition[],
  saved: readonly SavedLayer[],
): readonly SavedLayer[] {
  const all = [...saved];
  const indexBelow = (id: string | null) =>
    id === null ? all.length : all.findIndex((one) => one.id === id);
  let missing = definitions.filter(({ id }) => !saved.some((one) => one.id === id));
  while (missing.length > 0) {
    const later: LayerDefinition[] = [];
    for (const definition of missing) {
      const index = indexBelow(definition.below);
      if (index === -1) later.push(definition);
      else all.splice(index, 0, toSavedLayer(definition));
    }
    // The layers that they should be below do not exist: insert them on top, where they are visible.
    if (later.length === missing.length) return [...all, ...later.map(toSavedLayer)];
    missing = later;
  }
  return all;
}

function toSavedLayer({ id, visible = true, opacity = 1 }: LayerDefinition): SavedLayer {
  return { id, visible, opacity };
}

function moveLayer(
  all: readonly SavedLayer[],
  id: string,
  target: { readonly above: string } | { readonly below: string },
): readonly SavedLayer[] {
  const one = all.find((candidate) => candidate.id === id);
  const others = all.filter((candidate) => candidate.id !== id);
  const targetIndex = others.findIndex(
    (other) => other.id === ('above' in target ? target.above : target.below),
  );
  if (!one || targetIndex === -1) return all;
  return others.toSpliced('above' in target ? targetIndex + 1 : targetIndex, 0, one);
}

/** The status of the user's sources on the map; their list is a query (`api/source-list-query.ts`). */
type SourcesStore = {
  /** By id; absent for sources without errors. */
  readonly statuses: Readonly<Record<string, SourceStatus>>;
  /** Number of times that the user has requested a retry of missing tiles. */
  readonly retries: number;
  /** Sets the status of a source; null: unknown, as for a new source. */
  setStatus(id: string, status: SourceStatus | null): void;
  retry(): void;
};

/** Creates a store without any statuses. */
export function createSourcesStore() {
  return createStore<SourcesStore>()((set) => ({
    statuses: {},
    retries: 0,
    setStatus: (id, status) =>
      set(({ statuses: { [id]: _before, ...others } }) => ({
        statuses: status === null ? others : { ...others, [id]: status },
      })),
    retry: () => set(({ retries }) => ({ retries: retries + 1 })),
  }));
}
