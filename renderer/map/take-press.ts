import type { Stores } from '../stores/stores.ts';
import type { MapEvents } from './map-types.ts';

/** What was pressed on the map. */
export type MapPress = Parameters<MapEvents['click']>[0];

/**
 * Looks at what was pressed. Detections come before the areas they lie in; a press beside all detections first puts
 * down the one that is looked at, and only the next chooses the area there. The edit tool knows areas only.
 */
export function takePress({ results, ui }: Pick<Stores, 'results' | 'ui'>, press: MapPress): void {
  const [nearest] = press.detections;
  const isEditing = ui.getState().tool === 'edit';
  if (isEditing || (nearest === undefined && results.getState().focusedId === null)) {
    pressArea(ui, press.areas[0] ?? null, isEditing);
    return;
  }
  if (press.adds && nearest !== undefined) results.getState().toggleSelected(nearest);
  else results.getState().focus(nearest ?? null, press.detections);
}

function pressArea(ui: Stores['ui'], id: string | null, isEditing: boolean): void {
  const { selectedAreaId, selectArea, showPanel } = ui.getState();
  if (id === selectedAreaId || (id === null && isEditing)) return;
  selectArea(id);
  if (id !== null) showPanel('areas');
}
