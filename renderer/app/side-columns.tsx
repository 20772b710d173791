import { type KeyboardEvent, useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { type App, useApp } from '../context/app-context.tsx';
import { useReviewStage } from '../context/use-review-stage.ts';
import { useReview, useUi } from '../context/use-stores.ts';
import { HelpButton } from '../features/help/help-button.tsx';
import type { InspectorParts } from '../features/inspector/inspector.tsx';
import { BackToGet } from '../features/shell/get-sections.tsx';
import {
  type InspectorContent,
  inspectorGeometry,
  type PanelGeometry,
  type PanelSlot,
  sideGeometry,
} from '../stores/panel-layout.ts';
import { reviewedId } from '../stores/review-store.ts';
import type { PanelName } from '../stores/ui-store.ts';
import { isNoOverlayOpen } from '../ui/is-no-overlay-open.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { PanelHelpContext } from '../ui/panel-heading.tsx';
import { IsPanelShown } from '../ui/primary-button.tsx';
import { PanelResizer } from './panel-resizer.tsx';
import styles from './workspace-shell.module.css';

const sideId = 'side-panel';

/** The geometry of the left panel. */
export function useSideGeometry(): PanelGeometry {
  return useUi(useShallow(sideGeometry));
}

/** The left panel with its edge. While hidden it keeps its state, such as the scroll position. */
export function SideColumn() {
  const app = useApp();
  const { ui } = app.stores;
  const geometry = useSideGeometry();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the drawer from anywhere in it
    <div
      id={sideId}
      className={styles.side}
      data-drawer={geometry.isDrawer || undefined}
      data-hidden={!geometry.isShown || undefined}
      onKeyDown={(event) => geometry.isDrawer && closeDrawerOnEscape(event, app, 'side')}
    >
      <IsPanelShown value={geometry.isShown}>
        <SidePanel />
      </IsPanelShown>
      <PanelResizer
        slot="side"
        label="Left panel width"
        controls={sideId}
        geometry={geometry}
        onResize={(size) => ui.getState().setPanelSize('side', size)}
      />
    </div>
  );
}

const loading = <LoadingState label="Loading…" />;
const AreasPanel = lazyComponent(
  async () => (await import('../features/areas/areas-panel.tsx')).AreasPanel,
  loading,
);
const LayersPanel = lazyComponent(
  async () => (await import('../features/layers/layers-panel.tsx')).LayersPanel,
  loading,
);
const OrdersPanel = lazyComponent(
  async () => (await import('../features/orders/orders-panel.tsx')).OrdersPanel,
  loading,
);
const ResultsPanel = lazyComponent(async () => (await import('./results-panel.tsx')).ResultsPanel, loading);
const ReviewPanel = lazyComponent(
  async () => (await import('../features/review/review-panel.tsx')).ReviewPanel,
  loading,
);

const HandOnPanel = lazyComponent(
  async () => (await import('../features/export/hand-on.tsx')).HandOnPanel,
  loading,
);
const WatchPanel = lazyComponent(
  async () => (await import('../features/watch/watch-panel.tsx')).WatchPanel,
  loading,
);
const TeamPanel = lazyComponent(
  async () => (await import('../features/team/team-panel.tsx')).TeamPanel,
  loading,
);

const panels = {
  orders: { label: 'Orders', Panel: OrdersPanel, page: 'areas-and-orders' },
  areas: { label: 'Areas', Panel: AreasPanel, page: 'areas-and-orders' },
  results: { label: 'Get', Panel: ResultsPanel, page: 'get' },
  review: { label: 'Review', Panel: ReviewPanel, page: 'review' },
  'hand-on': { label: 'Hand on', Panel: HandOnPanel, page: 'hand-on' },
  layers: { label: 'Layers', Panel: LayersPanel, page: 'map' },
  watch: { label: 'Watch', Panel: WatchPanel, page: 'sites-and-watch' },
  team: { label: 'Team', Panel: TeamPanel, page: 'workspaces' },
} as const satisfies Record<PanelName, unknown>;

/** The panel that is selected in the rail. */
function SidePanel() {
  const { label, Panel, page } = panels[useUi((state) => state.panel)];
  return (
    <section className={styles.sidePanel} aria-label={`${label} panel`} data-region="side" tabIndex={-1}>
      <PanelHelpContext value={<HelpButton page={page} panel={label} />}>
        <BackToGet />
        <Panel />
      </PanelHelpContext>
    </section>
  );
}

const inspectorId = 'inspector';

const Inspector = lazyComponent(
  async () => (await import('../features/inspector/inspector.tsx')).Inspector,
  loading,
);
const AisSection = lazyComponent(async () => (await import('../features/ais/ais-section.tsx')).AisSection);
const InspectedArea = lazyComponent(
  async () => (await import('../features/areas/inspected-area.tsx')).InspectedArea,
  loading,
);
const InspectedOrder = lazyComponent(
  async () => (await import('../features/orders/inspected-order.tsx')).InspectedOrder,
  loading,
);
const InspectedFeature = lazyComponent(
  async () => (await import('../features/layers/vector-layers/inspected-feature.tsx')).InspectedFeature,
  loading,
);
const PassDetailPane = lazyComponent(
  async () => (await import('../features/passes/pass-detail-pane.tsx')).PassDetailPane,
  loading,
);
const InspectedRecord = lazyComponent(
  async () => (await import('../features/records/inspected-record.tsx')).InspectedRecord,
  loading,
);

/** Content that other features show in the inspector. */
const parts: InspectorParts = {
  ais: (detection) => <AisSection key={detection.id} detection={detection} />,
  record: (id) => <InspectedRecord recordId={id} />,
  pass: (id) => <PassDetailPane passKey={id} />,
  area: (id) => <InspectedArea areaId={id} />,
  order: (id) => <InspectedOrder orderId={id} />,
  feature: (id) => <InspectedFeature featureId={id} />,
};

/** The geometry of the inspector. */
export function useInspectorGeometry(): PanelGeometry {
  const content = useInspectorContent();
  return useUi(useShallow((state) => inspectorGeometry(state, content)));
}

/** The inspector with its edge. While hidden it keeps its state, such as the scroll position. */
export function InspectorColumn() {
  const app = useApp();
  const { ui } = app.stores;
  const geometry = useInspectorGeometry();
  const isChipLarge = useInspectorContent() === 'large-chip';
  const isNoteOpen = useReview((state) => state.notedId !== null && state.notedId !== reviewedId(state));
  const isNeeded = isChipLarge || isNoteOpen;
  // A large chip and a note are shown in the inspector; during a review both are next to it.
  useEffect(() => {
    if (isNeeded) ui.getState().setPanelOpen('inspector', true);
  }, [isNeeded, ui]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the drawer from anywhere in it
    <div
      id={inspectorId}
      className={styles.inspectorColumn}
      data-drawer={geometry.isDrawer || undefined}
      data-hidden={!geometry.isShown || undefined}
      onKeyDown={(event) => geometry.isDrawer && closeDrawerOnEscape(event, app, 'inspector')}
    >
      <aside className={styles.inspector} aria-label="Inspector" data-region="inspector" tabIndex={-1}>
        <PanelHelpContext value={<HelpButton page="review" panel="Inspector" />}>
          <IsPanelShown value={geometry.isShown}>
            <Inspector parts={parts} />
          </IsPanelShown>
        </PanelHelpContext>
      </aside>
      {isChipLarge ? null : (
        <PanelResizer
          slot="inspector"
          label="Inspector width"
          controls={inspectorId}
          geometry={geometry}
          onResize={(size) => ui.getState().setPanelSize('inspector', size)}
        />
      )}
    </div>
  );
}

function useInspectorContent(): InspectorContent {
  const stage = useReviewStage();
  const isChipLarge = useReview((state) => state.isChipLarge);
  if (stage) return 'review';
  return isChipLarge ? 'large-chip' : 'item';
}

/** Closes a panel that lies over the map and goes to the map, unless a list or menu in the panel handles the key. */
function closeDrawerOnEscape(
  event: KeyboardEvent,
  { engine, stores }: Pick<App, 'engine' | 'stores'>,
  slot: PanelSlot,
): void {
  if (event.key !== 'Escape' || event.defaultPrevented || !isNoOverlayOpen()) return;
  event.preventDefault();
  stores.ui.getState().setPanelOpen(slot, false);
  engine.focus();
}
