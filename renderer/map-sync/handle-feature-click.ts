import { toFeatureId } from '../stores/feature-id.ts';
import type { Stores } from '../stores/stores.ts';
import type { MapClick } from './handle-map-click.ts';

/**
 * Shows the clicked feature of a layer of the user's in the inspector, or leaves the one that is shown. Everything else
 * has priority, and a click that unfocuses a detection. Returns false when the click has another target.
 */
export function handleFeatureClick(
  { results, ui, inspector }: Pick<Stores, 'results' | 'ui' | 'inspector'>,
  { detections, areas, orders, footprints, layerFeatures }: MapClick,
): boolean {
  const isForOthers =
    detections.length + areas.length + orders.length + footprints.length > 0 ||
    results.getState().focusedId !== null ||
    ui.getState().tool === 'edit';
  if (isForOthers) return false;
  const [top] = layerFeatures;
  if (!top) {
    inspector.getState().leave('feature');
    return false;
  }
  ui.getState().selectArea(null);
  inspector.getState().inspect({ kind: 'feature', id: toFeatureId({ id: top.layerId, fid: top.fid }) });
  return true;
}
