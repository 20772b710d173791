import { ask } from '../../api/ask.ts';
import { notifyFailure } from '../../app/notify.tsx';
import { lookAtRecord } from '../../commands/record-commands.ts';
import type { MapApp } from '../sync.ts';
import type { MapPress } from '../take-press.ts';

/** Whether a press is for the footprints under it: there is nothing else, and nothing is looked at that it puts down. */
export function isFootprintPress(
  { stores: { results, ui } }: Pick<MapApp, 'stores'>,
  press: MapPress,
): boolean {
  return (
    press.footprints.length > 0 &&
    press.detections.length === 0 &&
    press.areas.length === 0 &&
    press.orders.length === 0 &&
    results.getState().focusedId === null &&
    ui.getState().tool !== 'edit'
  );
}

/** Looks at a record of the footprints that were pressed, the last uploaded first; each further press at the next. */
export async function takeFootprintPress(
  app: MapApp,
  { footprints }: Pick<MapPress, 'footprints'>,
): Promise<void> {
  const { api, stores } = app;
  const records = await ask(() => api.results.recordsOfFootprints.query([...footprints]));
  if (!records.ok) {
    notifyFailure(records.failure, 'The records of this footprint could not be found.');
    return;
  }
  const { focusedRecordId } = stores.results.getState();
  const at = focusedRecordId === null ? -1 : records.value.indexOf(focusedRecordId);
  const recordId = records.value[(at + 1) % records.value.length];
  if (recordId !== undefined) await lookAtRecord(app, { recordId });
}
