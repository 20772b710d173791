import { createStore } from 'zustand/vanilla';
import type { LonLat } from '../../shared/geo/geometry.ts';
import type { ChannelName } from '../map/detections/detections-messages.ts';
import type { ChannelState, DensityState, DrawingState, MapTool, MapView } from '../map/map-types.ts';

export type PanelName = 'orders' | 'areas' | 'results' | 'review' | 'layers' | 'settings';
/** The dialogs of the page; at most one is open. */
export type DialogName =
  | 'sign-in'
  | 'export'
  | 'fetch-chips'
  | 'query-text'
  | 'conditions'
  | 'save-search'
  | 'compare-runs'
  | 'history'
  | 'typed-area'
  | 'go-to'
  | 'picture'
  | 'help'
  | 'workspace-compact'
  | 'workspace-open'
  | 'workspace-rebuild'
  | 'package-export'
  | 'package-open'
  | 'review-merge';
export type CoordinateFormat = 'decimal' | 'dms' | 'mgrs';

/** The view of two compared maps. */
export type ComparedView = {
  readonly scaleDenominator: number;
  readonly inView: Readonly<Record<'a' | 'b', number>>;
  /** Whether the maps overlap, with a divider between their visible parts. */
  readonly isSwipe: boolean;
};

/** The state of the user interface; none of it is saved. */
export type UiStore = {
  readonly panel: PanelName;
  readonly tool: MapTool;
  /** The area that is highlighted on the map and edited with the edit tool. */
  readonly selectedAreaId: string | null;
  readonly coordinateFormat: CoordinateFormat;
  readonly pointer: LonLat | null;
  readonly view: MapView | null;
  readonly inView: number | null;
  /** The compared maps while they are shown: their scale, and the number of detections in the extent of each. */
  readonly comparedView: ComparedView | null;
  /** The shape that is being drawn, for the area read-out beside the tools. */
  readonly drawing: DrawingState | null;
  /** The state of the filter's mask, of sizes and of headings on the map. */
  readonly mapChannels: Readonly<Record<ChannelName, ChannelState>>;
  /** The colour scale of the density view; null while points are shown. */
  readonly density: DensityState | null;
  readonly dialog: DialogName | null;
  readonly dockOpen: boolean;
  /** Whether the tray of jobs is open. */
  readonly jobsOpen: boolean;
  /** Whether the filter editor is open, and how it shows the filter. */
  readonly filterOpen: boolean;
  readonly filterMode: 'fields' | 'expression';
  showPanel(panel: PanelName): void;
  setTool(tool: MapTool): void;
  selectArea(id: string | null): void;
  setCoordinateFormat(format: CoordinateFormat): void;
  openDialog(dialog: DialogName): void;
  closeDialog(): void;
  setDockOpen(open: boolean): void;
  setJobsOpen(open: boolean): void;
  setFilterOpen(open: boolean): void;
  setFilterMode(mode: UiStore['filterMode']): void;
  setPointer(position: LonLat | null): void;
  setView(view: MapView): void;
  setInView(count: number): void;
  setComparedView(view: ComparedView | null): void;
  setDrawing(drawing: DrawingState | null): void;
  setMapChannel(name: ChannelName, state: ChannelState): void;
  setDensity(density: DensityState | null): void;
};

/** A store that shows the results panel and the select tool. */
export function createUiStore() {
  return createStore<UiStore>()((set) => ({
    panel: 'results',
    tool: 'select',
    selectedAreaId: null,
    coordinateFormat: 'decimal',
    pointer: null,
    view: null,
    inView: null,
    comparedView: null,
    drawing: null,
    mapChannels: { mask: { state: 'off' }, size: { state: 'off' }, heading: { state: 'off' } },
    density: null,
    dialog: null,
    dockOpen: true,
    jobsOpen: false,
    filterOpen: false,
    filterMode: 'fields',
    showPanel: (panel) => set({ panel }),
    setTool: (tool) => set({ tool }),
    selectArea: (selectedAreaId) => set({ selectedAreaId }),
    setCoordinateFormat: (coordinateFormat) => set({ coordinateFormat }),
    openDialog: (dialog) => set({ dialog }),
    closeDialog: () => set({ dialog: null }),
    setDockOpen: (dockOpen) => set({ dockOpen }),
    setJobsOpen: (jobsOpen) => set({ jobsOpen }),
    setFilterOpen: (filterOpen) => set({ filterOpen }),
    setFilterMode: (filterMode) => set({ filterMode }),
    setPointer: (pointer) => set({ pointer }),
    setView: (view) => set({ view }),
    setInView: (inView) => set({ inView }),
    setComparedView: (comparedView) => set({ comparedView }),
    setDrawing: (drawing) => set({ drawing }),
    setMapChannel: (name, state) =>
      set(({ mapChannels }) => ({ mapChannels: { ...mapChannels, [name]: state } })),
    setDensity: (density) => set({ density }),
  }));
}
