import { useShallow } from 'zustand/react/shallow';
import { useApp } from '../context/app-context.tsx';
import { useUi } from '../context/use-stores.ts';
import { HelpButton } from '../features/help/help-button.tsx';
import { type PanelGeometry, sideGeometry } from '../stores/panel-layout.ts';
import type { PanelName } from '../stores/ui-store.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { PanelHelpContext } from '../ui/panel-heading.tsx';
import { closeDrawerOnEscape } from './close-drawer-on-escape.ts';
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
      <SidePanel />
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

const WatchPanel = lazyComponent(
  async () => (await import('../features/watch/watch-panel.tsx')).WatchPanel,
  loading,
);
const TeamPanel = lazyComponent(
  async () => (await import('../features/team/team-panel.tsx')).TeamPanel,
  loading,
);

const panels = {
  orders: { label: 'Orders', Panel: OrdersPanel, page: 'orders' },
  areas: { label: 'Areas', Panel: AreasPanel, page: 'areas' },
  results: { label: 'Results', Panel: ResultsPanel, page: 'fetch' },
  review: { label: 'Review', Panel: ReviewPanel, page: 'review' },
  layers: { label: 'Layers', Panel: LayersPanel, page: 'map' },
  watch: { label: 'Watch', Panel: WatchPanel, page: 'watch' },
  team: { label: 'Team', Panel: TeamPanel, page: 'team' },
} as const satisfies Record<PanelName, unknown>;

/** The panel that is selected in the rail. */
function SidePanel() {
  const { label, Panel, page } = panels[useUi((state) => state.panel)];
  return (
    <section className={styles.sidePanel} aria-label={`${label} panel`} data-region="side" tabIndex={-1}>
      <PanelHelpContext value={<HelpButton page={page} panel={label} />}>
        <Panel />
      </PanelHelpContext>
    </section>
  );
}
