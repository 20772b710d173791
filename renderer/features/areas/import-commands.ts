import { defaultSite } from '../../../shared/areas/area.ts';
import { databaseStartBytes, describeDatabase } from '../../../shared/areas/import/describe-database.ts';
import { formatMegabytes, importLimits } from '../../../shared/areas/import/import-limits.ts';
import { fail, failBecause, type Result } from '../../../shared/result.ts';
import { areaListQuery } from '../../api/live-queries.ts';
import { type QuerySource, readQuery } from '../../api/read-query.ts';
import type { App } from '../../context/app-context.tsx';
import { recordAreaSwap } from '../../context/area-edits.ts';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { callEdit } from '../../context/edit-history.ts';
import { findTableColumns, saveTableColumns } from '../../context/saved-columns.ts';
import {
  type AreaImport,
  emptyImport,
  type ImportEntry,
  type ImportSource,
  type ParsedAreaFile,
  type ReadingChoices,
  withFailedFile,
  withParsedFile,
  withReadingFile,
  withWaitingFiles,
} from '../../stores/area-import.ts';
import { focusRegion } from '../../ui/focus-region.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { pickFiles } from '../../ui/pick-files.ts';
import { runInWorker } from '../../ui/workers/run-in-worker.ts';
import type { AreaImportRequest } from './import/area-import-worker.ts';
import { texts } from './texts.ts';

/** Extensions that the file dialog offers; the format of a file is detected from its content. */
const fileExtensions =
  '.geojson,.json,.geojsonl,.geojsons,.ndjson,.wkt,.csv,.tsv,.txt,.gz,.kml,.kmz,.gpx,.fgb,.zip';

/** The parts of the app that area imports use. */
export type ImportCommandContext = Pick<App, 'api' | 'queries' | 'engine' | 'queryClient' | 'stores'>;

/** Reads a source; replaced in tests to run without a worker. */
type AreaFileReader = typeof readAreaFile;

/**
 * Reads sources one by one into the open import, or a new one, and previews their areas. Nothing is saved. Closing the
 * import stops reading.
 */
export async function importFiles(
  app: ImportCommandContext,
  sources: readonly ImportSource[],
  read: AreaFileReader = readAreaFile,
): Promise<void> {
  const { areas, ui } = app.stores;
  if (sources.length === 0) return;
  const before = areas.getState().importing ?? emptyImport;
  const firstKey = before.files.length;
  areas.getState().setImporting(withWaitingFiles(before, sources));
  ui.getState().showPanel('areas');
  const keys = sources.map((_, index) => firstKey + index);
  if (await readFiles(app, keys, read)) zoomToImport(app);
}

/** Reads a file of the open import again, as the user chose; its areas are replaced. */
export async function rereadFile(
  app: ImportCommandContext,
  key: number,
  choices: ReadingChoices,
  read: AreaFileReader = readAreaFile,
): Promise<void> {
  updateImport(app, (now) => withReadingFile(now, key, choices));
  await readFiles(app, [key], read);
}

/** Reads files of the open import, one by one; false if it was closed before the end. */
async function readFiles(
  app: ImportCommandContext,
  keys: readonly number[],
  read: AreaFileReader,
): Promise<boolean> {
  const { areas } = app.stores;
  const closing = new AbortController();
  const stopWatching = areas.subscribe(({ importing }) => {
    if (!importing) closing.abort();
  });
  for (const key of keys) {
    updateImport(app, (now) => withReadingFile(now, key));
    const file = areas.getState().importing?.files[key];
    if (!file) break;
    const result = await readAsChosen(app, file, read, closing.signal);
    if (closing.signal.aborted) break;
    updateImport(app, (now) =>
      result.ok ? withParsedFile(now, key, result.value) : withFailedFile(now, key, result.failure),
    );
  }
  stopWatching();
  return !closing.signal.aborted;
}

/** Reads a table by the columns that the user saved for its heading, where none were chosen in this import. */
async function readAsChosen(
  app: ImportCommandContext,
  file: ImportEntry,
  read: AreaFileReader,
  signal: AbortSignal,
): Promise<Result<ParsedAreaFile>> {
  const result = await readSource(file, read, signal);
  if (file.columns || !result.ok || !result.value.table) return result;
  const columns = findTableColumns(app, result.value.table);
  return columns?.geometry === undefined ? result : readSource({ ...file, columns }, read, signal);
}

/** Closes the import and stops reading. */
export function closeImport({ stores }: Pick<App, 'stores'>): void {
  stores.areas.getState().setImporting(null);
}

/** Chooses the candidates that will be saved. */
export function chooseCandidates(app: Pick<App, 'stores'>, keys: Iterable<number>): void {
  updateImport(app, (now) => ({ ...now, chosenKeys: new Set(keys) }));
}

/** Saves the chosen candidates as areas, all of them or none, and offers an undo. */
export async function saveImport(app: ImportCommandContext): Promise<void> {
  const { areas, ui } = app.stores;
  const { importing } = areas.getState();
  if (!importing || importing.isSaving) return;
  const chosen = importing.candidates.filter(({ key }) => importing.chosenKeys.has(key));
  updateImport(app, (now) => ({ ...now, isSaving: true, failure: null }));
  const result = await callEdit(app, () =>
    app.api.areas.createMany.mutate(chosen.map(({ name, shape }) => ({ name, shape }))),
  );
  if (!result.ok) {
    updateImport(app, (now) => ({ ...now, isSaving: false, failure: result.failure }));
    return;
  }
  for (const { table, columns } of importing.files)
    if (table && columns) saveTableColumns(app, table, columns);
  closeImport(app);
  const ids = result.value.map(({ id }) => id);
  areas.getState().setMarked(ids.length > 1 ? ids : []);
  if (ids.length === 1) ui.getState().selectArea(ids[0] ?? null);
  recordAreaSwap(
    app,
    { added: result.value, removed: [] },
    { name: texts.edits.importing(ids.length), message: texts.edits.imported(ids.length) },
  );
}

/** Sites of one file, such as the islands of a feature of a layer. */
const maxSites = 20;

/** Saves the areas of a file as sites, all of them or none, and opens the only one, or the table of sites. */
export async function importSites(
  app: ImportCommandContext & Pick<App, 'commands'>,
  source: ImportSource,
  read: AreaFileReader = readAreaFile,
): Promise<void> {
  const file = await readSource({ source }, read, new AbortController().signal);
  if (!file.ok) return notifyFailure(file.failure, texts.failures.noSite);
  const { areas, notes, error } = file.value;
  if (error) return notifyInfo(`${texts.failures.noSite} ${error.message}`);
  if (areas.length > maxSites) return notifyInfo(texts.failures.tooManySites(areas.length, maxSites));
  const result = await callEdit(app, () =>
    app.api.areas.createMany.mutate(areas.map(({ name, shape }) => ({ name, shape, site: defaultSite }))),
  );
  if (!result.ok) return notifyFailure(result.failure, texts.failures.noSite);
  const added = result.value;
  app.queryClient.setQueryData(areaListQuery(app.queries).queryKey, (list) => list && [...list, ...added]);
  const [only] = added;
  app.stores.ui.getState().selectArea(only && added.length === 1 ? only.id : null);
  recordAreaSwap(
    app,
    { added, removed: [] },
    {
      name: texts.edits.makingSites(added.length),
      message: [texts.edits.madeSites(added.length), ...notes.map(({ message }) => message)].join(' '),
    },
  );
  app.commands.run(added.length === 1 ? 'sites.open' : 'sites.show');
}

/** Highlights a candidate and zooms the map to it. */
export function focusCandidate(app: ImportCommandContext, key: number): void {
  const candidate = app.stores.areas.getState().importing?.candidates.find((each) => each.key === key);
  if (!candidate) return;
  updateImport(app, (now) => ({ ...now, focusedKey: key }));
  app.engine.zoomToArea(candidate.shape);
}

/** Zooms the map to all candidates. */
export function zoomToImport({ engine, stores }: ImportCommandContext): void {
  const candidates = stores.areas.getState().importing?.candidates ?? [];
  engine.zoomToGeometry({
    type: 'MultiPolygon',
    coordinates: candidates.map(({ shape }) => shape.polygon.coordinates),
  });
}

/**
 * Reason why areas cannot be imported now, or true. A preview does not need the list of areas: files are accepted while it
 * loads or when it could not be read. Saving reports the reason of a refusal.
 */
export function canImport(app: QuerySource): true | string {
  return readQuery(app, areaListQuery) !== null || texts.commands.signInFirst;
}

/** The commands about importing areas. */
export function createImportCommands(app: App): readonly Command[] {
  const { areas } = app.stores;
  return [
    {
      id: 'areas.import',
      title: texts.commands.import,
      group: 'Areas',
      hotkey: 'shift+I',
      enabled: () => canImport(app),
      run: async () => {
        const files = await pickFiles(fileExtensions, { multiple: true });
        if (files.length === 0) return;
        const reading = importFiles(app, files);
        focusRegion('side');
        await reading;
      },
    },
    {
      id: 'areas.import-save',
      title: texts.commands.importSelected,
      group: 'Areas',
      enabled: () => (areas.getState().importing?.chosenKeys.size ?? 0) > 0 || texts.commands.noneToImport,
      run: () => saveImport(app),
    },
  ];
}

/** The commands for files of another room, such as the areas of a layer. */
export function createImportInputCommands(app: App): readonly InputCommand[] {
  return [
    {
      id: 'areas.import-files',
      title: texts.commands.import,
      async run({ files }) {
        const allowed = canImport(app);
        if (allowed === true) await importFiles(app, files);
        else notifyInfo(allowed);
      },
    },
    {
      id: 'areas.import-site',
      title: texts.actions.makeSite,
      async run({ file }) {
        const allowed = canImport(app);
        if (allowed === true) await importSites(app, file);
        else notifyInfo(allowed);
      },
    },
  ];
}

function updateImport({ stores }: Pick<App, 'stores'>, next: (now: AreaImport) => AreaImport): void {
  const { importing, setImporting } = stores.areas.getState();
  if (importing) setImporting(next(importing));
}

async function readSource(
  { source, codePage, columns }: Pick<ImportEntry, 'source'> & ReadingChoices,
  read: AreaFileReader,
  signal: AbortSignal,
): Promise<Result<ParsedAreaFile>> {
  let bytes: Uint8Array;
  try {
    if (source.size > importLimits.fileBytes) {
      const start = await source.slice(0, databaseStartBytes).arrayBuffer();
      const database = describeDatabase(new Uint8Array(start));
      if (database !== undefined) return fail('invalid-input', database);
      return fail(
        'too-large',
        texts.import.tooLarge(formatMegabytes(source.size), formatMegabytes(importLimits.fileBytes)),
      );
    }
    bytes = new Uint8Array(await source.arrayBuffer());
  } catch (error) {
    return failBecause('disk', texts.import.notRead, error);
  }
  return read({ name: source.name, bytes, codePage, columns }, signal);
}

/** Timeout of a file; the parsers are bounded, so only a bug in them takes that long. */
const timeoutSeconds = 30;

/** Parses the areas of a file in a new worker. A rejected file is a successful result; see `runInWorker`. */
function readAreaFile(request: AreaImportRequest, signal: AbortSignal): Promise<Result<ParsedAreaFile>> {
  return runInWorker({
    startWorker: () =>
      new Worker(new URL('./import/area-import-worker.ts', import.meta.url), { type: 'module' }),
    request,
    transfer: [request.bytes.buffer as ArrayBuffer],
    signal,
    timeoutSeconds,
    timeoutMessage: texts.import.timeout(timeoutSeconds),
  });
}
