import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Stores } from '../stores/stores.ts';
import { useApp } from './app-context.tsx';

/**
 * A hook that returns a part of a store and renders again when it changes. The selector must return an existing value,
 * not create a new object.
 */
function hookOf<State>(
  storeOf: (stores: Stores) => Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>,
) {
  return function useStorePart<T>(select: (state: State) => T): T {
    return useStore(storeOf(useApp().stores), select);
  };
}

export const useAreasStore = hookOf((stores) => stores.areas);
export const useDock = hookOf((stores) => stores.dock);
export const useHelp = hookOf((stores) => stores.help);
export const useHistory = hookOf((stores) => stores.history);
export const useInspector = hookOf((stores) => stores.inspector);
export const useLayers = hookOf((stores) => stores.layers);
export const useMapView = hookOf((stores) => stores.mapView);
export const useMapDisplay = hookOf((stores) => stores.mapDisplay);
export const useOrderListStore = hookOf((stores) => stores.orderList);
export const useOrders = hookOf((stores) => stores.orders);
export const usePasses = hookOf((stores) => stores.passes);
export const usePassSteps = hookOf((stores) => stores.passSteps);
export const usePlaces = hookOf((stores) => stores.places);
export const useResults = hookOf((stores) => stores.results);
export const useReview = hookOf((stores) => stores.review);
export const useSearch = hookOf((stores) => stores.search);
export const useSession = hookOf((stores) => stores.session);
export const useSettings = hookOf((stores) => stores.settings);
export const useSources = hookOf((stores) => stores.sources);
export const useTypedStore = hookOf((stores) => stores.typed);
export const useUi = hookOf((stores) => stores.ui);
export const useWatch = hookOf((stores) => stores.watch);
export const useWorkspace = hookOf((stores) => stores.workspace);

/** Renders a memoized component again when the settings change, since formatted values depend on them. */
export function useSettingsOfFormats(): void {
  useSettings((state) => state);
}
