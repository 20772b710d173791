import { useStore } from 'zustand';
import type { AreasStore } from '../stores/areas-store.ts';
import type { DockStore } from '../stores/dock-store.ts';
import type { HelpStore } from '../stores/help-store.ts';
import type { HistoryStore } from '../stores/history-store.ts';
import type { InspectorStore } from '../stores/inspector-store.ts';
import type { LayersStore } from '../stores/layers-store.ts';
import type { MapDisplayStore } from '../stores/map-display-store.ts';
import type { OrderListStore } from '../stores/order-list-store.ts';
import type { OrdersStore } from '../stores/orders-store.ts';
import type { PassStepsStore } from '../stores/pass-steps-store.ts';
import type { PassesStore } from '../stores/passes-store.ts';
import type { PlacesStore } from '../stores/places-store.ts';
import type { ResultsStore } from '../stores/results-store.ts';
import type { ReviewStore } from '../stores/review-store.ts';
import type { SearchStore } from '../stores/search-store.ts';
import type { SessionStore } from '../stores/session-store.ts';
import type { SettingsStore } from '../stores/settings-store.ts';
import type { SourcesStore } from '../stores/sources-store.ts';
import type { UiStore } from '../stores/ui-store.ts';
import type { WatchStore } from '../stores/watch-store.ts';
import type { WorkspaceStore } from '../stores/workspace-store.ts';
import { useApp } from './app-context.tsx';

/** A part of the store of settings. */
export function useSettings<T>(select: (state: SettingsStore) => T): T {
  return useStore(useApp().stores.settings, select);
}

/** Renders a memoized component again when the settings change, since formatted values depend on them. */
export function useSettingsOfFormats(): void {
  useSettings((state) => state);
}

/** A part of the session store. The selector must return an existing value, not create a new object. */
export function useSession<T>(select: (state: SessionStore) => T): T {
  return useStore(useApp().stores.session, select);
}

/** A part of the store of the watch. */
export function useWatch<T>(select: (state: WatchStore) => T): T {
  return useStore(useApp().stores.watch, select);
}

/** A part of the help store. */
export function useHelp<T>(select: (state: HelpStore) => T): T {
  return useStore(useApp().stores.help, select);
}

/** A part of the workspace store. */
export function useWorkspace<T>(select: (state: WorkspaceStore) => T): T {
  return useStore(useApp().stores.workspace, select);
}

/** A part of the results store. */
export function useResults<T>(select: (state: ResultsStore) => T): T {
  return useStore(useApp().stores.results, select);
}

/** A part of the review store. */
export function useReview<T>(select: (state: ReviewStore) => T): T {
  return useStore(useApp().stores.review, select);
}

/** A part of the store of edits. */
export function useHistory<T>(select: (state: HistoryStore) => T): T {
  return useStore(useApp().stores.history, select);
}

/** A part of the inspector store. */
export function useInspector<T>(select: (state: InspectorStore) => T): T {
  return useStore(useApp().stores.inspector, select);
}

/** A part of the store of the stepping through passes. */
export function usePassSteps<T>(select: (state: PassStepsStore) => T): T {
  return useStore(useApp().stores.passSteps, select);
}

/** A part of the passes store. */
export function usePasses<T>(select: (state: PassesStore) => T): T {
  return useStore(useApp().stores.passes, select);
}

/** A part of the dock store. */
export function useDock<T>(select: (state: DockStore) => T): T {
  return useStore(useApp().stores.dock, select);
}

/** A part of the store of how the map displays detections. */
export function useMapDisplay<T>(select: (state: MapDisplayStore) => T): T {
  return useStore(useApp().stores.mapDisplay, select);
}

/** A part of the layers store. */
export function useLayers<T>(select: (state: LayersStore) => T): T {
  return useStore(useApp().stores.layers, select);
}

/** A part of the places store. */
export function usePlaces<T>(select: (state: PlacesStore) => T): T {
  return useStore(useApp().stores.places, select);
}

/** A part of the search store. */
export function useSearch<T>(select: (state: SearchStore) => T): T {
  return useStore(useApp().stores.search, select);
}

/** A part of the UI store. */
export function useUi<T>(select: (state: UiStore) => T): T {
  return useStore(useApp().stores.ui, select);
}

/** A part of the areas store. */
export function useAreasStore<T>(select: (state: AreasStore) => T): T {
  return useStore(useApp().stores.areas, select);
}

/** A part of the store of the order list. */
export function useOrderListStore<T>(select: (state: OrderListStore) => T): T {
  return useStore(useApp().stores.orderList, select);
}

/** A part of the orders store. */
export function useOrders<T>(select: (state: OrdersStore) => T): T {
  return useStore(useApp().stores.orders, select);
}

/** A part of the store of the user's map sources. */
export function useSources<T>(select: (state: SourcesStore) => T): T {
  return useStore(useApp().stores.sources, select);
}
