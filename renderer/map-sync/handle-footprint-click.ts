import { notifyFailure } from '../ui/notify.tsx';
import type { MapClick } from './handle-map-click.ts';
import type { MapApp } from './map-app.ts';

/**
 * Whether a click selects footprints: it hits nothing else, and there is no focused detection that it would unfocus.
 */
export function isFootprintClick(
  { stores: { results, ui } }: Pick<MapApp, 'stores'>,
  click: MapClick,
): boolean {
  return (
    click.footprints.length > 0 &&
    click.detections.length === 0 &&
    click.areas.length === 0 &&
    click.orders.length === 0 &&
    results.getState().focusedId === null &&
    ui.getState().tool !== 'edit'
  );
}

/** Focuses a record of the clicked footprints, the last uploaded first; each further click the next one. */
export async function handleFootprintClick(
  { api, commands, stores }: MapApp,
  { footprints }: Pick<MapClick, 'footprints'>,
): Promise<void> {
  const records = await api.results.recordsOfFootprints.query([...footprints]);
  if (!records.ok) return notifyFailure(records.failure, 'The records of this footprint could not be found.');
  const { focusedRecordId } = stores.results.getState();
  const at = focusedRecordId === null ? -1 : records.value.indexOf(focusedRecordId);
  const recordId = records.value[(at + 1) % records.value.length];
  if (recordId !== undefined) await commands.runWith('records.focus', { recordId });
}
