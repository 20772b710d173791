import { tabRow } from '../../../../shared/csv-cell.ts';
import {
  type LayerFeatureRow,
  type LayerListRequest,
  type VectorLayer,
  wasCut,
} from '../../../../shared/layers/vector-layer.ts';
import { callApi } from '../../../api/call-api.ts';
import { readRows } from '../../../api/read-rows.ts';
import type { App } from '../../../context/app-context.tsx';
import { copyTable } from '../../../context/copy-table.ts';
import { notifyFailure, notifyInfo } from '../../../ui/notify.tsx';
import { texts } from '../texts.ts';

/** Features in one copy. */
const maxCopied = 20_000;

/** Features as lines of cells with tabs between them, with a header, for spreadsheets. */
export function featuresAsTabs(
  { attributes }: Pick<VectorLayer, 'attributes'>,
  rows: readonly LayerFeatureRow[],
): string {
  const header = [texts.table.number, ...attributes.map(({ name }) => name)];
  return [header, ...rows.map(({ fid, values }) => [fid, ...values])].map(tabRow).join('\n');
}

/** Copies listed features; states it where a long text was cut. */
export async function copyFeatures(
  app: Pick<App, 'api' | 'queryClient'>,
  layer: VectorLayer,
  request: LayerListRequest,
  range: { readonly offset: number; readonly count: number },
): Promise<void> {
  if (range.count > maxCopied) return notifyInfo(texts.table.tooMany(maxCopied));
  const rows = await readRows<LayerFeatureRow>(range, (page) =>
    callApi(() => app.api.layers.features.query({ ...request, ...page })),
  );
  if (!rows.ok) return notifyFailure(rows.failure, texts.table.notCopied);
  if (!(await copyTable(app, featuresAsTabs(layer, rows.value)))) return notifyInfo(texts.table.denied);
  const isCut = rows.value.some(({ values }) => values.some(wasCut));
  notifyInfo(texts.table.copied(rows.value.length, isCut));
}
