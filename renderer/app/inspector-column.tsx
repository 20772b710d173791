import { useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useApp } from '../context/app-context.tsx';
import { useReviewStage } from '../context/use-review-stage.ts';
import { useReview, useUi } from '../context/use-stores.ts';
import { HelpButton } from '../features/help/help-button.tsx';
import type { InspectorParts } from '../features/inspector/inspector.tsx';
import { type InspectorContent, inspectorGeometry, type PanelGeometry } from '../stores/panel-layout.ts';
import { reviewedId } from '../stores/review-store.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { PanelHelpContext } from '../ui/panel-heading.tsx';
import { closeDrawerOnEscape } from './close-drawer-on-escape.ts';
import { PanelResizer } from './panel-resizer.tsx';
import styles from './workspace-shell.module.css';

const inspectorId = 'inspector';

const loading = <LoadingState label="Loading…" />;
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
        <PanelHelpContext value={<HelpButton page="inspect" panel="Inspector" />}>
          <Inspector parts={parts} />
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
