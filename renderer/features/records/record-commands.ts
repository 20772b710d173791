import type { Footprint, RecordPageRequest, RecordRow } from '../../../shared/results/detection.ts';
import type { App } from '../../context/app-context.tsx';
import type { InputCommand } from '../../context/command-inputs.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/** Maximum number of records whose footprints are shown on the map. */
const maxMappedRecords = 5_000;
const recordsPerRequest = 1_000;

/** Focuses a record and shows its footprints on the map. */
export async function focusRecord(
  { api, stores: { results } }: Pick<App, 'api' | 'stores'>,
  { recordId }: Pick<RecordRow, 'recordId'>,
): Promise<void> {
  results.getState().focusRecord(recordId);
  const { recordFootprints: shown } = results.getState();
  const footprints = unwrap(await api.results.recordFootprints.query([recordId]));
  // Another record may have been focused in the meantime, or all were shown.
  if (results.getState().recordFootprints !== shown) return;
  results.getState().setRecordFootprints(footprints);
  if (footprints.length === 0) notifyInfo(texts.footprints.noneOfRecord);
}

/** Shows the footprints of all listed records on the map. */
export async function showRecordsOnMap(
  { api, engine, stores: { results } }: App,
  query: Omit<RecordPageRequest, 'offset' | 'limit'>,
): Promise<void> {
  results.getState().focusRecord(null);
  const { recordFootprints: shown } = results.getState();
  const footprints: Footprint[] = [];
  let total = 0;
  for (let offset = 0; offset < maxMappedRecords; offset += recordsPerRequest) {
    const page = unwrap(await api.results.records.query({ ...query, offset, limit: recordsPerRequest }));
    const ids = page.rows.map(({ recordId }) => recordId);
    if (ids.length > 0) footprints.push(...unwrap(await api.results.recordFootprints.query(ids)));
    // Other footprints were requested in the meantime, or another workspace was opened.
    if (results.getState().recordFootprints !== shown) return;
    total = page.total;
    if (offset + recordsPerRequest >= total) break;
  }
  if (footprints.length === 0) {
    notifyInfo(texts.footprints.noneOfList);
    return;
  }
  results.getState().setRecordFootprints(footprints);
  engine.zoomToGeometry({
    type: 'GeometryCollection',
    geometries: footprints.map(({ geometry }) => geometry),
  });
  if (total > maxMappedRecords) {
    notifyInfo(texts.footprints.onlySome(maxMappedRecords, total));
  }
}

/** The command with which other features show a record. */
export function createRecordInputCommands(app: App): readonly InputCommand[] {
  return [{ id: 'records.focus', title: texts.commands.show, run: (input) => focusRecord(app, input) }];
}
