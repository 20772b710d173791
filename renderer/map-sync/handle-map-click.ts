import type { MapEvents } from '../map/map-types.ts';
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
