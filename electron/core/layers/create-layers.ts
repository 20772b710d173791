import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { formatMegabytes, importLimits } from '../../../shared/areas/import/import-limits.ts';
import { formatQuantity } from '../../../shared/format.ts';
import { boundsOf } from '../../../shared/geo/bounds-of.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { layerColors } from '../../../shared/layers/layer-colors.ts';
import {
  type LayerFilePreview,
  layerSuccession,
  maxLayerNameLength,
  type ReceivedLayers,
  type VectorLayer,
} from '../../../shared/layers/vector-layer.ts';
import { maxFileNameLength, toSavedText } from '../../../shared/printable-text.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { TableColumns, TablePreview } from '../../../shared/tables/table-columns.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import { type ChosenFile, createFileIds } from '../base/file-ids.ts';
import { writePartAndPublish } from '../base/part-files.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import type { ToolProgress } from '../base/tool-context.ts';
import { writeFailure } from '../base/write-error.ts';
import { JobFailure, type JobRunner, newJob } from '../jobs/job-runner.ts';
import { layerTableName } from '../workspace/file/layers/layer-table.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
  readWorkspace,
} from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { GeoJsonPage, GeoJsonRequest } from '../workspace/read/layers/layer-geojson.ts';
import { markingOf } from '../workspace/read/marking.ts';
import type { ForeignLayerTask, LayerFileTask, ReadLayer } from './read-layer-file.ts';

/** A file to be written; `downloadUrl` where the host offers it for download. */
type ExportTarget = { readonly path: string; readonly downloadUrl?: string };

type LayersDeps = {
  readonly workspace: GetWorkspace;
  readonly jobs: Pick<JobRunner, 'start'>;
  readonly events: Pick<Events, 'publish'>;
  /** Reads a file in a thread of its own. */
  readonly readLayerFile: (
    task: LayerFileTask,
    options: { readonly signal: AbortSignal; readonly onProgress: (progress: ToolProgress) => void },
  ) => Promise<Result<readonly ReadLayer[]>>;
  readonly previewLayerFile: (task: Pick<LayerFileTask, 'path' | 'name'>) => Promise<TablePreview | null>;
  /** Copies a layer of another workspace file in a thread of its own. */
  readonly copyForeignLayer: (
    task: ForeignLayerTask,
    options: { readonly signal: AbortSignal },
  ) => Promise<Result<undefined>>;
  readonly temporaryFolder: string;
};

/** Imports of layers of the user's own into the open workspace. */
export function createLayers(deps: LayersDeps) {
  const { workspace, jobs, events, readLayerFile, temporaryFolder } = deps;
  const ids = createFileIds();
  // An import removes what others left behind, and would take one that is running for such.
  const imports = createSerialQueue();
  return {
    /**
     * Copies layers of another workspace: a newer content replaces the one here, unless that was replaced here, too.
     */
    receive: (
      target: Workspace,
      from: string,
      layers: readonly VectorLayer[],
      signal: AbortSignal,
    ): Promise<ReceivedLayers> => imports.run(() => receiveLayers({ ...deps, target, from, signal }, layers)),
    /** The columns of a chosen file that is a table, to be imported by `startPreviewed`. */
    async preview(file: ChosenFile): Promise<Result<LayerFilePreview>> {
      const table = await deps.previewLayerFile({ path: file.path, name: file.name });
      return succeed({ file: ids.getId(file), name: file.name, table });
    },
    async startPreviewed(fileId: string, columns: TableColumns | null): Promise<Result<Job>> {
      const file = ids.findFile(fileId);
      if (!file) return fail('not-found', 'This file was chosen in another run. Choose it again.');
      return this.start(file, columns);
    },
    /** Starts the import as a job. A temporary file is deleted when it has ended. */
    async start(file: ChosenFile, columns: TableColumns | null = null): Promise<Result<Job>> {
      const writable = getWritableWorkspace(workspace);
      const removeTemporary = () => (file.isTemporary ? rm(file.path, { force: true }) : undefined);
      if (!writable.ok) {
        await removeTemporary();
        return writable;
      }
      return jobs.start({
        job: newJob({ kind: 'import', title: `Import a layer from ${file.name}` }),
        run: ({ signal, progress }) =>
          imports.run(async () => {
            const folder = path.join(temporaryFolder, `layer-${randomUUID()}`);
            try {
              signal.throwIfAborted();
              await mkdir(folder, { recursive: true });
              const read = await readLayerFile(
                {
                  ...{ path: file.path, name: file.name, to: path.join(folder, 'layer') },
                  columns: columns ?? undefined,
                },
                { signal, onProgress: progress },
              );
              if (!read.ok) throw new JobFailure(read.failure);
              const layers = read.value;
              const added: VectorLayer[] = [];
              for (const layer of layers)
                added.push(await addLayer(writable.value, layer, file.name, signal, progress));
              return describe(added, layers);
            } finally {
              events.publish({ type: 'changed', topic: 'layers' });
              // Also what a thread left that was ended.
              await rm(folder, { recursive: true, force: true });
              await removeTemporary();
            }
          }),
      });
    },
    /**
     * The areas of a layer, or of one feature, as GeoJSON. Fails with `invalid-input` when they are more than an import of
     * areas reads.
     */
    areas: (id: string, only?: number): Promise<Result<string>> =>
      readWorkspace(workspace, (opened) => readAreas(opened, id, only)),
    /** Writes a layer to a GeoJSON file, as a job. */
    async exportFile(id: string, target: ExportTarget): Promise<Result<Job>> {
      const opened = getOpenWorkspace(workspace);
      if (!opened.ok) return opened;
      const layer = (await opened.value.listLayers()).find((one) => one.id === id);
      if (!layer) return fail('not-found', 'This layer does not exist.');
      const { features: total } = layer;
      const unit = 'features';
      const file = { name: path.basename(target.path), ...target };
      return jobs.start({
        job: newJob({
          kind: 'export',
          title: `Export ${layer.name} to ${file.name}`,
          export: { written: 0, total, unit, files: [] },
        }),
        async run({ signal, report }) {
          let written = 0;
          const onPage = (features: number) => {
            signal.throwIfAborted();
            written += features;
            report({ export: { written, total, unit, files: [] } });
          };
          try {
            const marking = await markingOf(opened.value);
            await writePartAndPublish(target.path, geoJsonText(opened.value, layer, marking, onPage));
          } catch (error) {
            if (signal.aborted) throw signal.reason;
            throw new JobFailure(writeFailure(error, target.path));
          }
          return { export: { written, total: written, unit, files: [file] } };
        },
      });
    },
  };
}

const collectionStart = '{"type":"FeatureCollection","features":[\n';
const collectionEnd = '\n]}\n';

async function readAreas(
  workspace: Workspace,
  id: string,
  only: number | undefined,
): Promise<Result<string>> {
  const parts: string[] = [];
  let length = 0;
  const request = { areasOnly: true, ...(only === undefined ? {} : { only }) };
  for await (const { text } of geoJsonPages(workspace, id, request)) {
    if (text !== '') parts.push(text);
    length += text.length;
    if (length > importLimits.fileBytes) {
      const limit = formatMegabytes(importLimits.fileBytes);
      return fail(
        'invalid-input',
        `The areas of this layer have more than ${limit}, the limit. Import fewer.`,
      );
    }
  }
  if (parts.length === 0) {
    const what = only === undefined ? 'layer' : 'feature';
    return fail('invalid-input', `This ${what} has no areas, only points and lines.`);
  }
  return succeed(`${collectionStart}${parts.join(',\n')}${collectionEnd}`);
}

/** A collection with where its features are from, as foreign members (RFC 7946, 6.1). */
async function* geoJsonText(
  workspace: Workspace,
  { id, name, date, license, accuracyMeters, file, importedAt }: VectorLayer,
  marking: string,
  onPage: (features: number) => void,
): AsyncGenerator<string> {
  const source = { name, date, license, accuracyMeters, file, importedAt };
  const marked = marking === '' ? '' : `"marking":${JSON.stringify(marking)},`;
  yield `{"type":"FeatureCollection",${marked}"source":${JSON.stringify(source)},"features":[\n`;
  let separator = '';
  for await (const { text, features } of geoJsonPages(workspace, id, { areasOnly: false })) {
    onPage(features);
    if (text === '') continue;
    yield separator + text;
    separator = ',\n';
  }
  yield collectionEnd;
}

async function* geoJsonPages(
  workspace: Workspace,
  id: string,
  request: Omit<GeoJsonRequest, 'after'>,
): AsyncGenerator<GeoJsonPage> {
  for (let after: number | null = Number.MIN_SAFE_INTEGER; after !== null; ) {
    const page: GeoJsonPage | undefined = await workspace.layerGeoJson(id, { ...request, after });
    if (!page) throw new Error('The layer was deleted while it was read.');
    yield page;
    after = page.last;
  }
}

async function addLayer(
  workspace: Workspace,
  { path: from, notes: _notes, fileNotes: _fileNotes, ...read }: ReadLayer,
  fileName: string,
  signal: AbortSignal,
  progress: (progress: ToolProgress) => void,
): Promise<VectorLayer> {
  const present = await workspace.listLayers();
  const id = randomUUID();
  const name = freeLayerName(
    read.name,
    present.map((layer) => layer.name),
  );
  const layer: VectorLayer = {
    ...read,
    id,
    name,
    table: layerTableName(name, id),
    file: toSavedText(fileName, maxFileNameLength),
    importedAt: nowUtc(),
    date: '',
    license: '',
    accuracyMeters: null,
    style: {
      ...{ color: layerColors[present.length % layerColors.length] ?? '#63affd', label: null },
      ...read.style,
    },
  };
  await copyLayer(workspace, from, layer, signal, progress);
  return layer;
}

type LayerName = Pick<VectorLayer, 'id' | 'name'>;

/** A receipt of layers of the workspace file `from`. */
type Receipt = Pick<LayersDeps, 'copyForeignLayer' | 'temporaryFolder'> & {
  readonly target: Workspace;
  readonly from: string;
  readonly signal: AbortSignal;
};

/** Copies a layer of another workspace file under an id, and a name that is free. */
async function copyForeign(
  { target, from, signal, copyForeignLayer, temporaryFolder }: Receipt,
  layer: VectorLayer,
  { id, name: requested }: LayerName,
): Promise<VectorLayer> {
  const taken = (await target.listLayers()).map(({ name }) => name);
  const name = freeLayerName(requested, taken);
  const copy = { ...layer, id, name, table: layerTableName(name, id) };
  const folder = path.join(temporaryFolder, `layer-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true });
    const to = path.join(folder, 'layer');
    const copied = await copyForeignLayer({ path: from, layer, to }, { signal });
    if (!copied.ok) throw new JobFailure(copied.failure);
    await copyLayer(target, to, copy, signal, () => {});
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return copy;
}

async function receiveLayers(receipt: Receipt, layers: readonly VectorLayer[]): Promise<ReceivedLayers> {
  const { target } = receipt;
  let count = 0;
  const diverged: string[] = [];
  for (const { isStatedHere: _, ...layer } of layers) {
    const here = (await target.listLayers()).find(({ id }) => id === layer.id);
    const succession = here ? layerSuccession(here, layer) : 'newer';
    if (!here) await copyForeign(receipt, layer, layer);
    const isReplaced = here && succession === 'newer' && (await replaceLayer(receipt, here, layer));
    if (!here || isReplaced) count += 1;
    else if (succession === 'newer' || succession === 'diverged') diverged.push(here.name);
  }
  return { count, diverged };
}

/** Replaces the content of a layer. False where the user has replaced it since. */
async function replaceLayer(receipt: Receipt, here: VectorLayer, layer: VectorLayer): Promise<boolean> {
  const { target } = receipt;
  const named = { id: randomUUID(), name: `${here.name} (other content)` };
  const copy = await copyForeign(receipt, layer, named);
  const swap = { id: here.id, otherId: copy.id, table: here.table, otherTable: copy.table };
  if (!(await target.swapLayers(swap, nowUtc()))) {
    await target.deleteLayer(copy.id);
    return false;
  }
  if (!(await target.deleteReplacedLayer(copy.id, layer))) {
    const taken = (await target.listLayers()).map(({ name }) => name);
    const name = freeLayerName(`${here.name} (before ${layer.importedAt.slice(0, 10)})`, taken);
    await target.changeLayer({ id: copy.id, name }, nowUtc());
  }
  return true;
}

async function copyLayer(
  workspace: Workspace,
  from: string,
  layer: VectorLayer,
  signal: AbortSignal,
  progress: (progress: ToolProgress) => void,
): Promise<void> {
  await workspace.beginLayer(layer);
  try {
    let copied = 0;
    // Other programs may number features from below zero.
    for (let last: number | null = Number.MIN_SAFE_INTEGER; last !== null; ) {
      signal.throwIfAborted();
      const batch = await workspace.copyLayerRows(from, layer, last);
      copied += batch.copied;
      last = batch.last;
      progress({ done: copied, total: layer.features, unit: 'features' });
    }
    await workspace.finishLayer(layer);
  } catch (error) {
    await workspace.discardUnfinishedLayers().catch(() => undefined);
    throw error;
  }
}

/** A name that no other layer has. */
function freeLayerName(requested: string, taken: readonly string[]): string {
  const base = toSavedText(requested, maxLayerNameLength - 8) || 'Layer';
  let name = base;
  for (let number = 2; taken.includes(name); number += 1) name = `${base} (${number})`;
  return name;
}

/** A line across the box of a layer, in steps below 180°, which have one direction. */
function outlineOf({ bounds }: VectorLayer): number[][][] {
  if (!bounds) return [];
  const [west, south, east, north] = bounds;
  const width = east < west ? east + 360 - west : east - west;
  return [[0, 1, 2, 3].map((step) => [west + (step * width) / 3, step === 0 ? south : north])];
}

function describe(added: readonly VectorLayer[], read: readonly ReadLayer[]) {
  const parts = added.map(({ name, features }) => `“${name}” with ${formatQuantity(features, 'feature')}`);
  const bounds = boundsOf({ type: 'MultiLineString', coordinates: added.flatMap(outlineOf) });
  return {
    outcome: `Imported ${parts.join(', ')}.`,
    ...(bounds ? { imported: { kind: 'layers', bounds } as const } : {}),
    warnings: read.flatMap(({ name, notes, fileNotes = [] }) => [
      ...fileNotes,
      ...(read.length > 1 ? notes.map((note) => `${name}: ${note}`) : notes),
    ]),
  };
}
