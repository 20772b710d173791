import { showOrder } from '../context/show-order.ts';
import type { MapEvents } from '../map/map-types.ts';
import { toFeatureId } from '../stores/feature-id.ts';
import type { Stores } from '../stores/stores.ts';

/** A click on the map. */
export type MapClick = Parameters<MapEvents['click']>[0];

/**
 * Focuses the clicked detection or selects the clicked area. Detections have priority over the areas around them. A
 * click that hits none first unfocuses the focused one; the next click selects the area. The edit tool handles areas
 * only.
 */
export function handleMapClick({ results, ui }: Pick<Stores, 'results' | 'ui'>, click: MapClick): void {
  const [nearest] = click.detections;
  const isEditing = ui.getState().tool === 'edit';
  if (isEditing || (nearest === undefined && results.getState().focusedId === null)) {
    clickArea(ui, click.areas[0] ?? null, isEditing);
    return;
  }
  if (click.isAdditive && nearest !== undefined) results.getState().toggleSelected(nearest);
  else results.getState().focus(nearest ?? null, click.detections, click.detectionCount);
}

function clickArea(ui: Stores['ui'], id: string | null, isEditing: boolean): void {
  const { selectedAreaId, selectArea, changePanel } = ui.getState();
  if (id === selectedAreaId || (id === null && isEditing)) return;
  selectArea(id);
  // A hidden panel stays hidden: the click was about the map.
  if (id !== null) changePanel('areas');
}

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

/**
 * Shows the clicked order, or lists several. Clicks on detections, and clicks that unfocus the focused one, have
 * priority. Orders have priority over areas while their panel is open. Returns false when the click has another target.
 */
export function handleOrderClick(stores: Stores, click: MapClick): boolean {
  const { tool, panel } = stores.ui.getState();
  const isForOthers =
    click.orders.length === 0 ||
    tool === 'edit' ||
    click.detections.length > 0 ||
    stores.results.getState().focusedId !== null ||
    (click.areas.length > 0 && panel !== 'orders');
  if (isForOthers) return false;
  const [first, ...others] = click.orders;
  stores.orderList.getState().setClicked(others.length > 0 ? click.orders : []);
  showOrder({ stores }, others.length > 0 ? null : (first ?? null));
  return true;
}
