import type { Footprint, RecordPage, RecordRow } from '../../shared/results/detection.ts';
import { unwrap } from '../api/failure-error.ts';
import type { App } from '../app/app-context.tsx';
import { notifyInfo } from '../app/notify.tsx';
import { formatCount } from '../components/format.ts';

/** Most records whose footprints lie on the map at once. */
const mostMapped = 5_000;
const recordsInRequest = 1_000;

/** Looks at a record: its footprints lie on the map. */
export async function lookAtRecord(
  { api, stores: { results } }: Pick<App, 'api' | 'stores'>,
  { recordId }: Pick<RecordRow, 'recordId'>,
): Promise<void> {
  results.getState().focusRecord(recordId);
  const footprints = unwrap(await api.results.recordFootprints.query([recordId]));
  // Something else may be looked at by now.
  if (results.getState().focusedRecordId !== recordId) return;
  results.setState({ recordFootprints: footprints });
  if (footprints.length === 0) notifyInfo('This record has no footprint that can be drawn.');
}

/** Lays the footprints of all listed records on the map. */
export async function mapRecords(
  { api, engine, stores: { results } }: App,
  wanted: Omit<RecordPage, 'offset' | 'limit'>,
): Promise<void> {
  results.getState().focusRecord(null);
  const footprints: Footprint[] = [];
  let total = 0;
  for (let offset = 0; offset < mostMapped; offset += recordsInRequest) {
    const page = unwrap(await api.results.records.query({ ...wanted, offset, limit: recordsInRequest }));
    const ids = page.rows.map(({ recordId }) => recordId);
    if (ids.length > 0) footprints.push(...unwrap(await api.results.recordFootprints.query(ids)));
    total = page.total;
    if (offset + recordsInRequest >= total) break;
  }
  if (footprints.length === 0) {
    notifyInfo('None of these records has a footprint that can be drawn.');
    return;
  }
  results.setState({ recordFootprints: footprints });
  engine.zoomToGeometry({
    type: 'GeometryCollection',
    geometries: footprints.map(({ geometry }) => geometry),
  });
  if (total > mostMapped) {
    notifyInfo(
      `The footprints of the last ${formatCount(mostMapped)} of ${formatCount(total)} records are mapped. Restrict the list to see others.`,
    );
  }
}
