import { createAreasStore } from './areas-store.ts';
import { createColumnsStore } from './columns-store.ts';
import { createDockStore } from './dock-store.ts';
import { createHistoryStore } from './history-store.ts';
import { createInspectorStore } from './inspector-store.ts';
import { createLayersStore, createSourcesStore } from './layers-store.ts';
import { createMapDisplayStore, createMapViewStore, createPlacesStore } from './map-stores.ts';
import { createOrderListStore, createOrdersStore } from './orders-store.ts';
import { createHelpStore, createSearchStore, createTypedStore, createWatchStore } from './panel-stores.ts';
import { createPassStepsStore } from './pass-steps-store.ts';
import { createPassesStore } from './passes-store.ts';
import { createResultsStore } from './results-store.ts';
import { createReviewStore } from './review-store.ts';
import { createSessionStore } from './session-store.ts';
import { createSettingsStore } from './settings-store.ts';
import { createUiStore } from './ui-store.ts';
import { createWorkspaceContentStore } from './workspace-store.ts';

type CreatedStores = ReturnType<typeof createStores>;

/** The page's stores. Their state is changed by their actions only, so that `setState` is not part of the type. */
export type Stores = {
  readonly [Name in keyof CreatedStores]: Pick<
    CreatedStores[Name],
    'getState' | 'getInitialState' | 'subscribe'
  >;
};

/** Creates new stores, for the app or a test. What they focus is shown by the inspector. */
export function createStores() {
  const inspector = createInspectorStore();
  const link = inspector.getState();
  return {
    settings: createSettingsStore(),
    inspector,
    session: createSessionStore(),
    workspace: createWorkspaceContentStore(),
    history: createHistoryStore(),
    typed: createTypedStore(),
    areas: createAreasStore(),
    columns: createColumnsStore(),
    orders: createOrdersStore(link),
    orderList: createOrderListStore(),
    results: createResultsStore(undefined, link),
    review: createReviewStore(),
    dock: createDockStore(),
    passes: createPassesStore(undefined, link),
    passSteps: createPassStepsStore(),
    search: createSearchStore(),
    mapDisplay: createMapDisplayStore(),
    mapView: createMapViewStore(),
    places: createPlacesStore(),
    layers: createLayersStore(),
    sources: createSourcesStore(),
    help: createHelpStore(),
    watch: createWatchStore(),
    ui: createUiStore(undefined, link),
  };
}
