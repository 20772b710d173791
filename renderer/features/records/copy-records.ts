import { tabRow } from '../../../shared/csv-cell.ts';
import type { RecordRow } from '../../../shared/results/detection.ts';
import { hasFeatures } from '../../../shared/results/field-list.ts';
import { callApi } from '../../api/call-api.ts';
import { readRows } from '../../api/read-rows.ts';
import type { App } from '../../context/app-context.tsx';
import { copyTable } from '../../context/copy-table.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';
import type { RecordListRequest } from './use-record-list-request.ts';

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
  app: Pick<App, 'api' | 'queryClient'>,
  request: RecordListRequest,
  { offset, count }: { readonly offset: number; readonly count: number },
): Promise<void> {
  if (count > maxCopied) return notifyInfo(texts.copy.tooMany(maxCopied));
  const rows = await readRows<RecordRow>({ offset, count }, (page) =>
    callApi(() => app.api.results.records.query({ ...request, ...page })),
  );
  if (!rows.ok) return notifyFailure(rows.failure, texts.copy.failed);
  const isCopied = await copyTable(app, recordsAsTabs(rows.value));
  notifyInfo(isCopied ? texts.copy.copied(rows.value.length) : texts.copy.denied);
}
