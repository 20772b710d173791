import { createStore } from 'zustand/vanilla';
import type { LonLat } from '../../shared/geo/geometry.ts';
import type { ChannelName } from '../map/detections/detections-messages.ts';
import type { ChannelState, DensityState, DrawingState, MapTool, MapView } from '../map/map-types.ts';

export type PanelName = 'orders' | 'areas' | 'results' | 'review' | 'layers' | 'settings';
/** What lies over the workspace until it is closed; one at a time. */
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

/** What is open and where the map looks; nothing in it is lost when the page goes. */
export type UiStore = {
  readonly panel: PanelName;
  readonly tool: MapTool;
  /** The area that is highlighted on the map and edited with the edit tool. */
  readonly selectedAreaId: string | null;
  readonly coordinateFormat: CoordinateFormat;
  readonly pointer: LonLat | null;
  readonly view: MapView | null;
  readonly inView: number | null;
  /** What is being drawn, for the area read-out beside the tools. */
  readonly drawing: DrawingState | null;
  /** How far the map has come with the filter's mask, with sizes and with headings. */
  readonly mapChannels: Readonly<Record<ChannelName, ChannelState>>;
  /** What the colours of the density view stand for; null while points are shown. */
  readonly density: DensityState | null;
  readonly dialog: DialogName | null;
  readonly dockOpen: boolean;
  /** Whether the dock shows the filter's fields. */
  readonly filterOpen: boolean;
  showPanel(panel: PanelName): void;
  setTool(tool: MapTool): void;
  selectArea(id: string | null): void;
  setCoordinateFormat(format: CoordinateFormat): void;
  openDialog(dialog: DialogName): void;
  closeDialog(): void;
  setDockOpen(open: boolean): void;
  setFilterOpen(open: boolean): void;
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
    drawing: null,
    mapChannels: { mask: { state: 'off' }, size: { state: 'off' }, heading: { state: 'off' } },
    density: null,
    dialog: null,
    dockOpen: true,
    filterOpen: false,
    showPanel: (panel) => set({ panel }),
    setTool: (tool) => set({ tool }),
    selectArea: (selectedAreaId) => set({ selectedAreaId }),
    setCoordinateFormat: (coordinateFormat) => set({ coordinateFormat }),
    openDialog: (dialog) => set({ dialog }),
    closeDialog: () => set({ dialog: null }),
    setDockOpen: (dockOpen) => set({ dockOpen }),
    setFilterOpen: (filterOpen) => set({ filterOpen }),
  }));
}
