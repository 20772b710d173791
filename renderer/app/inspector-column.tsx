import { useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useApp } from '../context/app-context.tsx';
import { useReview, useUi } from '../context/use-stores.ts';
import { InspectedArea } from '../features/areas/inspected-area.tsx';
import { Inspector, type InspectorParts } from '../features/inspector/inspector.tsx';
import { InspectedOrder } from '../features/orders/inspected-order.tsx';
import { PassDetailPane } from '../features/passes/pass-detail-pane.tsx';
import { InspectedRecord } from '../features/records/inspected-record.tsx';
import { inspectorGeometry, type PanelGeometry } from '../stores/panel-layout.ts';
import { isReviewing } from '../stores/review-store.ts';
import { closeDrawerOnEscape } from './close-drawer-on-escape.ts';
import { PanelResizer } from './panel-resizer.tsx';
import styles from './workspace-shell.module.css';

const inspectorId = 'inspector';

/** What other features show in the inspector. */
const parts: InspectorParts = {
  record: (id) => <InspectedRecord recordId={id} />,
  pass: (id) => <PassDetailPane passKey={id} />,
  area: (id) => <InspectedArea areaId={id} />,
  order: (id) => <InspectedOrder orderId={id} />,
};

/** The geometry of the inspector; a chip that is judged takes more room than the map. */
export function useInspectorGeometry(): PanelGeometry {
  const isChipLarge = useIsChipLarge();
  return useUi(useShallow((state) => inspectorGeometry(state, isChipLarge)));
}

/** The inspector with its edge. While hidden it keeps its state, such as the scroll position. */
export function InspectorColumn() {
  const app = useApp();
  const { ui } = app.stores;
  const geometry = useInspectorGeometry();
  const isChipLarge = useIsChipLarge();
  const isNoteOpen = useReview((state) => state.notedId !== null);
  const isNeeded = isChipLarge || isNoteOpen;
  // A review and a note take place in the inspector.
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
        <Inspector parts={parts} />
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

function useIsChipLarge(): boolean {
  return useReview((state) => state.isChipLarge || isReviewing(state));
}
