import { tabRow } from '../../../shared/csv-cell.ts';
import type { Footprint, RecordPageRequest, RecordRow } from '../../../shared/results/detection.ts';
import { hasFeatures } from '../../../shared/results/field-list.ts';
import { readRows } from '../../api/read-rows.ts';
import type { App } from '../../context/app-context.tsx';
import type { InputCommand } from '../../context/command-inputs.ts';
import { copyTable } from '../../context/copy-table.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';
import type { RecordListRequest } from './use-record-list-request.ts';

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
  if (footprints.length === 0) return notifyInfo(texts.footprints.noneOfList);
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

/** Records in one copy. */
const maxCopied = 20_000;

const columns: readonly (readonly [name: string, read: (row: RecordRow) => string | number | null])[] = [
  ['record_id', ({ recordId }) => recordId],
  ['uploaded_utc', ({ uploadedAt }) => uploadedAt],
  ['collected_utc', ({ collectedAt }) => collectedAt],
  ['analytics', ({ analytics }) => analytics.join(', ')],
  ['region', ({ region }) => region],
  ['sensors', ({ sensorNames }) => sensorNames.join(', ')],
  ['image_product', ({ productType }) => productType],
  // Without its features it is not known how many detections a record has.
  ['matching_detections', (row) => (hasFeatures(row.fields) ? row.shownDetections : null)],
  ['detections', (row) => (hasFeatures(row.fields) ? row.detections : null)],
  ['problems', ({ problems }) => problems],
];

/** Records as lines of cells with tabs between them, with a header, for spreadsheets; an unknown value is empty. */
export function recordsAsTabs(rows: readonly RecordRow[]): string {
  const lines = rows.map((row) => columns.map(([, read]) => read(row)));
  return [columns.map(([name]) => name), ...lines].map(tabRow).join('\n');
}

/** Copies one record, by its index in the list, or all that are listed. */
export async function copyRecords(
  app: Pick<App, 'api' | 'queries' | 'queryClient'>,
  request: RecordListRequest,
  { offset, count }: { readonly offset: number; readonly count: number },
): Promise<void> {
  if (count > maxCopied) return notifyInfo(texts.copy.tooMany(maxCopied));
  const rows = await readRows<RecordRow>({ offset, count }, (page) =>
    app.api.results.records.query({ ...request, ...page }),
  );
  if (!rows.ok) return notifyFailure(rows.failure, texts.copy.failed);
  const isCopied = await copyTable(app, recordsAsTabs(rows.value));
  notifyInfo(isCopied ? texts.copy.copied(rows.value.length) : texts.copy.denied);
}
