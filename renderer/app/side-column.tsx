import { useShallow } from 'zustand/react/shallow';
import { useApp } from '../context/app-context.tsx';
import { useUi } from '../context/use-stores.ts';
import { type PanelGeometry, sideGeometry } from '../stores/panel-layout.ts';
import { closeDrawerOnEscape } from './close-drawer-on-escape.ts';
import { PanelResizer } from './panel-resizer.tsx';
import { SidePanel } from './side-panel.tsx';
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
