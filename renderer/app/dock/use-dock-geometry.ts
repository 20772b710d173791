import { useShallow } from 'zustand/react/shallow';
import { useUi } from '../../context/use-stores.ts';
import { dockGeometry, type PanelGeometry } from '../../stores/panel-layout.ts';

/** The geometry of the dock. */
export function useDockGeometry(): PanelGeometry {
  return useUi(useShallow(dockGeometry));
}
