import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { LonLat } from '../../shared/geo/geometry.ts';
import type { OpenedFile } from '../../shared/workspace/opened-file.ts';
import type { ChannelName } from '../map/detections/detections-messages.ts';
import type { ChannelState, DensityState, DrawingState, MapTool, MapView } from '../map/map-types.ts';
import type { InspectorLink } from './inspector-store.ts';
import { isDrawer, type PanelLayout, type PanelSlot, type WindowSize } from './panel-layout.ts';
import { persistOptions } from './persist-options.ts';

export type PanelName = 'orders' | 'areas' | 'results' | 'review' | 'hand-on' | 'layers' | 'watch' | 'team';
/** The sections of the settings dialog, as they are listed. */
export const settingsSections = [
  'appearance',
  'units',
  'keys',
  'limits',
  'profiles',
  'workspace',
  'storage',
  'network',
  'team',
  'updates',
  'about',
] as const;
export type SettingsSection = (typeof settingsSections)[number];
/** The dialogs of the page; at most one is open. */
export type DialogName =
  | 'sign-in'
  | 'export'
  | 'fetch-chips'
  | 'query-text'
  | 'conditions'
  | 'record-fields'
  | 'save-search'
  | 'compare-runs'
  | 'changed-records'
  | 'history'
  | 'typed-area'
  | 'go-to'
  | 'picture'
  | 'help'
  | 'guide'
  | 'settings'
  | 'workspace-compact'
  | 'workspace-open'
  | 'workspace-rebuild'
  | 'case-export'
  | 'case-open'
  | 'review-merge'
  | 'diagnostics';
export type CoordinateFormat = 'decimal' | 'dms' | 'mgrs';

/** The view of two compared maps. */
export type ComparedView = {
  readonly scaleDenominator: number;
  readonly inView: Readonly<Record<'a' | 'b', number>>;
  /** Whether the maps overlap, with a divider between their visible parts. */
  readonly isSwipe: boolean;
};

/** Number of hulls on the map, and how many of them have the usual width; `isCrowded` where there are too many for any. */
export type DrawnHulls = { readonly count: number; readonly usualWidth: number; readonly isCrowded: boolean };

/** The state of the user interface. Of it, `open` and `sizes` are saved for each workspace. */
export type UiStore = PanelLayout & {
  /** The content of the left panel, also while that is hidden. */
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
  /** The shape that is being drawn, for the area read-out next to the tools. */
  readonly drawing: DrawingState | null;
  /** The reason why the last point or change was refused; null after the next accepted one. */
  readonly refusal: string | null;
  /** The state of the filter's mask, of sizes, headings and colors on the map. */
  readonly mapChannels: Readonly<Record<ChannelName, ChannelState>>;
  /** The color scale of the density view; null while points are shown. */
  readonly density: DensityState | null;
  /** The hulls that are drawn; null where none can be. */
  readonly hulls: DrawnHulls | null;
  /** Whether labels of detections are being loaded; until then those of before are drawn. */
  readonly areLabelsLoading: boolean;
  /** Number of detections in the square of the density view under the pointer; null without one. */
  readonly countInSquare: number | null;
  readonly dialog: DialogName | null;
  /** The file that the open dialog is about, if it was opened in the desktop's file manager. */
  readonly offeredFile: OpenedFile | null;
  /** The section that the settings dialog shows. */
  readonly settingsSection: SettingsSection;
  /** Whether the tray of jobs is open. */
  readonly jobsOpen: boolean;
  /** Whether the filter editor is open, and how it shows the filter. */
  readonly filterOpen: boolean;
  readonly filterMode: 'fields' | 'expression';
  /** Shows a panel at the left, also if that was hidden. */
  showPanel(panel: PanelName): void;
  /** Changes the content of the left panel without showing it if it is hidden. */
  changePanel(panel: PanelName): void;
  /** Shows or hides a panel; showing one also ends the focus on the map. */
  setPanelOpen(slot: PanelSlot, isOpen: boolean): void;
  /** Hides the inspector while there is nothing to show in it, unless it is opened all the same. */
  setInspectorEmpty(isEmpty: boolean): void;
  /** Hides the dock while there is nothing to show in it, unless it is opened all the same. */
  setDockEmpty(isEmpty: boolean): void;
  /** Sets the width or height of a panel in CSS pixels; null: the default one. */
  setPanelSize(slot: PanelSlot, size: number | null): void;
  /** Hides all panels, or restores them as they were. */
  setMapFocused(isMapFocused: boolean): void;
  setWindowSize(size: WindowSize): void;
  /** Restores the panels as they were left in a workspace; null restores the defaults. */
  openWorkspace(path: string | null): void;
  setTool(tool: MapTool): void;
  selectArea(id: string | null): void;
  setCoordinateFormat(format: CoordinateFormat): void;
  openDialog(dialog: DialogName): void;
  /** Opens the dialog that opens a workspace, or the one that imports a case, for this file. */
  offerFile(file: OpenedFile, dialog?: 'workspace-open' | 'case-open'): void;
  /** Opens the settings at a section, or at the one that was shown last. */
  openSettings(section?: SettingsSection): void;
  closeDialog(): void;
  /** Closes all that lies over the map, and shows the dock where it has room below it. */
  showResults(): void;
  setDockOpen(open: boolean): void;
  setJobsOpen(open: boolean): void;
  setFilterOpen(open: boolean): void;
  setFilterMode(mode: UiStore['filterMode']): void;
  setPointer(position: LonLat | null): void;
  setView(view: MapView): void;
  setInView(count: number): void;
  setComparedView(view: ComparedView | null): void;
  setDrawing(drawing: DrawingState | null): void;
  setRefusal(reason: string | null): void;
  setMapChannel(name: ChannelName, state: ChannelState): void;
  setDensity(density: DensityState | null): void;
  setHulls(hulls: DrawnHulls | null): void;
  setLabelsLoading(areLoading: boolean): void;
  setCountInSquare(count: number | null): void;
};

const perSlot = <Value extends z.ZodType>(value: Value) =>
  z.object({ side: value, inspector: value, dock: value }).readonly();

const savedLayoutSchema = z.object({ open: perSlot(z.boolean()), sizes: perSlot(z.number().nullable()) });

const defaultLayout = {
  open: { side: true, inspector: true, dock: true },
  sizes: { side: null, inspector: null, dock: null },
} as const satisfies z.infer<typeof savedLayoutSchema>;

const closedDrawers = { side: false, inspector: false, dock: false } as const;

/**
 * A store that shows the results panel and the select tool. Which panels are open, and their sizes, are saved in
 * `storage`; `inspector` receives the selected area.
 */
export function createUiStore(
  storage: Storage | undefined = globalThis.localStorage,
  inspector?: InspectorLink,
) {
  const store = createStore<UiStore>()(
    persist(
      (set) => ({
        panel: 'results',
        tool: 'select',
        selectedAreaId: null,
        coordinateFormat: 'decimal',
        pointer: null,
        view: null,
        inView: null,
        comparedView: null,
        drawing: null,
        refusal: null,
        mapChannels: {
          mask: { state: 'off' },
          size: { state: 'off' },
          heading: { state: 'off' },
          color: { state: 'off' },
        },
        density: null,
        hulls: null,
        areLabelsLoading: false,
        countInSquare: null,
        dialog: null,
        offeredFile: null,
        settingsSection: 'appearance',
        jobsOpen: false,
        filterOpen: false,
        filterMode: 'fields',
        ...defaultLayout,
        drawers: closedDrawers,
        isInspectorEmpty: false,
        isDockEmpty: false,
        isMapFocused: false,
        windowSize: { width: 1440, height: 900 },
        showPanel: (panel) => set((state) => ({ panel, ...withPanel(state, 'side', true) })),
        changePanel: (panel) => set({ panel }),
        setPanelOpen: (slot, isOpen) => set((state) => withPanel(state, slot, isOpen)),
        setDockEmpty: (isDockEmpty) => set({ isDockEmpty }),
        setInspectorEmpty: (isInspectorEmpty) => set({ isInspectorEmpty }),
        setPanelSize: (slot, size) => set(({ sizes }) => ({ sizes: { ...sizes, [slot]: size } })),
        setMapFocused: (isMapFocused) => set({ isMapFocused }),
        setWindowSize: (windowSize) => set({ windowSize }),
        openWorkspace(path) {
          store.persist.setOptions({ name: keyOf(path) });
          void store.persist.rehydrate();
        },
        setTool: (tool) => set({ tool, refusal: null }),
        selectArea(selectedAreaId) {
          set({ selectedAreaId });
          if (selectedAreaId === null) inspector?.leave('area');
          else inspector?.inspect({ kind: 'area', id: selectedAreaId });
        },
        setCoordinateFormat: (coordinateFormat) => set({ coordinateFormat }),
        openDialog: (dialog) => set({ dialog, offeredFile: null }),
        offerFile: (offeredFile, dialog = 'workspace-open') => set({ offeredFile, dialog }),
        closeDialog: () => set({ dialog: null, offeredFile: null }),
        showResults: () =>
          set(({ open }) => ({
            ...{ dialog: null, offeredFile: null, jobsOpen: false, filterOpen: false },
            ...{ drawers: closedDrawers, open: { ...open, dock: true }, isDockEmpty: false },
            isMapFocused: false,
          })),
        openSettings: (section) =>
          set(({ settingsSection }) => ({
            dialog: 'settings',
            offeredFile: null,
            settingsSection: section ?? settingsSection,
          })),
        setDockOpen: (isOpen) => set((state) => withPanel(state, 'dock', isOpen)),
        setJobsOpen: (jobsOpen) => set({ jobsOpen }),
        setFilterOpen: (filterOpen) => set({ filterOpen }),
        setFilterMode: (filterMode) => set({ filterMode }),
        setPointer: (pointer) => set({ pointer }),
        setView: (view) => set({ view }),
        setInView: (inView) => set({ inView }),
        setComparedView: (comparedView) => set({ comparedView }),
        setDrawing: (drawing) =>
          set((state) => ({
            drawing,
            refusal: drawing?.vertices === state.drawing?.vertices ? state.refusal : null,
          })),
        setRefusal: (refusal) => set({ refusal }),
        setMapChannel: (name, state) =>
          set(({ mapChannels }) => ({ mapChannels: { ...mapChannels, [name]: state } })),
        setDensity: (density) => set({ density }),
        setHulls: (hulls) => set({ hulls }),
        setLabelsLoading: (areLabelsLoading) => set({ areLabelsLoading }),
        setCountInSquare: (countInSquare) => set({ countInSquare }),
      }),
      persistOptions({
        name: keyOf(null),
        storage,
        // A workspace without a saved layout gets the default one instead of that of the previous workspace.
        schema: savedLayoutSchema.catch(defaultLayout),
        partialize: ({ open, sizes }: UiStore) => ({ open, sizes }),
      }),
    ),
  );
  return store;
}

function keyOf(workspacePath: string | null): string {
  return workspacePath === null ? 'sightline.panels' : `sightline.panels.${workspacePath}`;
}

/** The layout with a panel shown or hidden. Where there is no room for it next to the map, it is over the map. */
function withPanel(
  { open, drawers, windowSize, isInspectorEmpty, isDockEmpty, isMapFocused }: PanelLayout,
  slot: PanelSlot,
  isOpen: boolean,
): Pick<PanelLayout, 'open' | 'drawers' | 'isInspectorEmpty' | 'isDockEmpty' | 'isMapFocused'> {
  return {
    isInspectorEmpty: isInspectorEmpty && !(slot === 'inspector' && isOpen),
    isDockEmpty: isDockEmpty && !(slot === 'dock' && isOpen),
    ...(isDrawer(slot, windowSize)
      ? { open, drawers: { ...drawers, [slot]: isOpen } }
      : { open: { ...open, [slot]: isOpen }, drawers }),
    isMapFocused: isMapFocused && !isOpen,
  };
}
