import { tabRow } from '../../../../shared/csv-cell.ts';
import { formatBytes } from '../../../../shared/format.ts';
import { representativePoint } from '../../../../shared/geo/representative-point.ts';
import {
  type LayerFeatureRequest,
  type LayerFeatureRow,
  type LayerListRequest,
  layerFileExtensions,
  type VectorLayer,
  wasCut,
} from '../../../../shared/layers/vector-layer.ts';
import type { Failure } from '../../../../shared/result.ts';
import { exclusionCondition } from '../../../../shared/results/exclusions.ts';
import { withCondition } from '../../../../shared/results/filter-by-value.ts';
import { hasAreas } from '../../../../shared/results/layer-fields.ts';
import { readHostKind } from '../../../api/read-query.ts';
import { readRows } from '../../../api/read-rows.ts';
import { uploadFile } from '../../../api/upload-file.ts';
import type { App } from '../../../context/app-context.tsx';
import { canWrite } from '../../../context/can-write.ts';
import type { Command } from '../../../context/command.ts';
import type { InputCommand } from '../../../context/command-inputs.ts';
import { copyTable } from '../../../context/copy-table.ts';
import { startJob } from '../../../context/start-job.ts';
import { toFeatureId } from '../../../stores/feature-id.ts';
import { toFailure } from '../../../ui/failure-error.ts';
import { notifyFailure, notifyInfo, notifyProgress } from '../../../ui/notify.tsx';
import { pickFiles } from '../../../ui/pick-files.ts';
import { texts } from '../texts.ts';

const extensions = layerFileExtensions.map((extension) => `.${extension}`).join(',');

/** The commands of the layers of the user's own. */
export function createVectorLayerCommands(app: App): readonly Command[] {
  return [
    {
      id: 'layers.import',
      title: texts.own.import,
      group: 'Map',
      enabled: () => canWrite(app, texts.own.noWorkspace),
      run: () => chooseAndImport(app),
    },
    {
      id: 'layers.attributes',
      title: texts.table.show,
      group: 'View',
      run: () => showAttributes(app),
    },
  ];
}

/** The command for files that were dropped on the window. */
export function createVectorLayerInputCommands(app: App): readonly InputCommand[] {
  return [
    {
      id: 'layers.import-files',
      title: texts.own.import,
      async run({ files }) {
        const allowed = canWrite(app, texts.own.noWorkspace);
        if (allowed !== true) return notifyInfo(allowed);
        for (const file of files) await sendAndImport(app, file);
      },
    },
  ];
}

async function chooseAndImport(app: App): Promise<void> {
  if (readHostKind(app) !== 'browser') return startImport(app, null);
  const [file] = await pickFiles(extensions);
  if (file) await sendAndImport(app, file);
}

/** Sends a file to the main process, with its progress and a way to cancel, which imports it. */
async function sendAndImport(app: App, file: File): Promise<void> {
  const cancellation = new AbortController();
  const { signal } = cancellation;
  const total = formatBytes(file.size);
  const notification = notifyProgress(texts.own.sending(file.name, formatBytes(0), total), {
    label: texts.own.cancelSending,
    run: () => cancellation.abort(),
  });
  try {
    const sent = await uploadFile(file, {
      signal,
      onProgress: ({ sentBytes }) =>
        notification.update(texts.own.sending(file.name, formatBytes(sentBytes), total)),
    });
    if (sent.ok) await startImport(app, sent.value);
    else if (!signal.aborted) showFailure(sent.failure);
  } catch (error) {
    showFailure(toFailure(error));
  } finally {
    notification.close();
  }
}

async function startImport(app: App, uploadId: string | null): Promise<void> {
  const chosen = await app.api.layers.previewFile.mutate({ uploadId });
  if (!chosen.ok) return showFailure(chosen.failure);
  const preview = chosen.value;
  if (preview === null) return;
  const { layers, ui } = app.stores;
  if (preview.table) {
    layers.getState().setTables([...layers.getState().tables, preview]);
    return ui.getState().showPanel('layers');
  }
  const failure = await startJob(app, () => app.api.layers.importFile.mutate({ file: preview.file }));
  if (failure) showFailure(failure);
}

function showFailure(failure: Failure): void {
  notifyFailure(failure, texts.own.notImported);
}

/** Distance from points and lines within which detections are hidden, until the expression is edited. */
const hiddenMeters = 200;

/** Hides the detections inside the areas of a layer, or near its points and lines, by a condition of the filter. */
export function hideDetections({ stores }: Pick<App, 'stores'>, layer: VectorLayer): void {
  const meters = hasAreas(layer) ? null : hiddenMeters;
  const { filter, replaceFilter } = stores.results.getState();
  replaceFilter(withCondition(filter, exclusionCondition({ layer: layer.name, meters })));
  notifyInfo(meters === null ? texts.own.hiddenInside(layer.name) : texts.own.hiddenNear(layer.name, meters));
}

/** Previews the areas of a layer as those of a file, so that they can become areas of interest. */
export async function importLayerAreas({ api, commands }: App, { id, name }: VectorLayer): Promise<void> {
  const read = await api.layers.areas.query(id);
  if (!read.ok) return notifyFailure(read.failure, texts.own.notUsed);
  await commands.runWith('areas.import-files', { files: [new File([read.value], `${name}.geojson`)] });
}

/** Writes a layer to a file that the user chooses. */
export async function exportLayer(app: App, { id, name }: VectorLayer): Promise<void> {
  const failure = await startJob(app, () => app.api.layers.exportFile.mutate({ id, name }));
  if (failure) notifyFailure(failure, texts.own.notExported);
}

/** Lists the features of a layer in the dock, or of the layer that was listed last. */
export function showAttributes({ stores: { dock, ui } }: Pick<App, 'stores'>, layerId?: string): void {
  const changes = dock.getState().layers.layerId !== layerId && layerId !== undefined;
  if (changes) dock.getState().changeLayers({ layerId, text: '', sort: { column: null, order: 'ASC' } });
  dock.getState().setTab('layers');
  ui.getState().setDockOpen(true);
  dock.getState().changeLayers({ isFocusRequested: true });
}

/** Shows a feature in the inspector and on the map, which goes there when it is out of view. */
export async function inspectFeature(app: App, feature: LayerFeatureRequest): Promise<void> {
  const { engine, stores } = app;
  stores.results.getState().focus(null);
  stores.ui.getState().selectArea(null);
  stores.inspector.getState().inspect({ kind: 'feature', id: toFeatureId(feature) });
  const geometry = await readGeometry(app, feature);
  const { latest } = stores.inspector.getState();
  // Another one may have been chosen in the meantime.
  if (!geometry || latest?.kind !== 'feature' || latest.id !== toFeatureId(feature)) return;
  const position = representativePoint(geometry);
  if (position && !engine.camera.isInView(position)) engine.zoomToGeometry(geometry);
}

/** Zooms the map to a feature. */
export async function zoomToFeature(app: App, feature: LayerFeatureRequest): Promise<void> {
  const geometry = await readGeometry(app, feature);
  if (geometry) app.engine.zoomToGeometry(geometry);
  else if (geometry === null) notifyInfo(texts.table.noGeometry);
}

/** Null when the feature has none; undefined when it could not be read, which is shown. */
async function readGeometry({ queries, queryClient }: App, feature: LayerFeatureRequest) {
  try {
    return (await queryClient.fetchQuery(queries.layers.feature.queryOptions(feature)))?.geometry ?? null;
  } catch (error) {
    notifyFailure(toFailure(error), texts.table.notRead);
    return undefined;
  }
}

/** Makes a site of a feature's areas. */
export async function makeSite({ api, commands }: App, layer: VectorLayer, fid: number): Promise<void> {
  const read = await api.layers.areasOfFeature.query({ id: layer.id, fid });
  if (!read.ok) return notifyFailure(read.failure, texts.own.noSite);
  await commands.runWith('areas.import-site', { file: new File([read.value], `${layer.name}.geojson`) });
}

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
  app: Pick<App, 'api' | 'queries' | 'queryClient'>,
  layer: VectorLayer,
  request: LayerListRequest,
  range: { readonly offset: number; readonly count: number },
): Promise<void> {
  if (range.count > maxCopied) return notifyInfo(texts.table.tooMany(maxCopied));
  const rows = await readRows<LayerFeatureRow>(range, (page) =>
    app.api.layers.features.query({ ...request, ...page }),
  );
  if (!rows.ok) return notifyFailure(rows.failure, texts.table.notCopied);
  if (!(await copyTable(app, featuresAsTabs(layer, rows.value)))) return notifyInfo(texts.table.denied);
  const isCut = rows.value.some(({ values }) => values.some(wasCut));
  notifyInfo(texts.table.copied(rows.value.length, isCut));
}
