import { formatMegabytes, importLimits } from '../../shared/areas/import/import-limits.ts';
import { fail, type Result } from '../../shared/result.ts';
import { ask } from '../api/ask.ts';
import type { App } from '../app/app-context.tsx';
import { focusRegion } from '../app/focus-region.ts';
import {
  type AreaImport,
  emptyImport,
  type ReadFile,
  withFailed,
  withRead,
  withReading,
  withWaiting,
} from '../area-import/area-import.ts';
import { pickFiles } from '../area-import/pick-files.ts';
import { readAreaFile } from '../area-import/read-area-file.ts';
import { formatQuantity } from '../components/format.ts';
import { offerExchangeBack } from './area-undo.ts';
import type { Command } from './command.ts';

/** What importing needs of the app. */
export type ImportWork = Pick<App, 'api' | 'stores' | 'engine'>;

/** Something that can be read: a file, or a text that was pasted. */
export type ImportSource = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

/** How sources are read; a test reads without a worker. */
type Read = typeof readAreaFile;

/**
 * Reads sources one after the other into the import that is open, or a new one, and shows what they hold. Nothing is
 * kept. Reading ends at once when the import is closed.
 */
export async function importFiles(
  app: ImportWork,
  sources: readonly ImportSource[],
  read: Read = readAreaFile,
): Promise<void> {
  const { areas, ui } = app.stores;
  if (sources.length === 0) return;
  const before = areas.getState().importing ?? emptyImport;
  const firstKey = before.files.length;
  areas.getState().setImporting(
    withWaiting(
      before,
      sources.map(({ name }) => name),
    ),
  );
  ui.getState().showPanel('areas');
  const closing = new AbortController();
  const stopWatching = areas.subscribe(({ importing }) => {
    if (!importing) closing.abort();
  });
  for (const [index, source] of sources.entries()) {
    change(app, (now) => withReading(now, firstKey + index));
    const result = await readSource(source, read, closing.signal);
    if (closing.signal.aborted) break;
    change(app, (now) =>
      result.ok
        ? withRead(now, firstKey + index, result.value)
        : withFailed(now, firstKey + index, result.failure),
    );
  }
  stopWatching();
  if (!closing.signal.aborted) zoomToImport(app);
}

/** Closes the import; what was read is forgotten, what is being read is stopped. */
export function closeImport({ stores }: Pick<App, 'stores'>): void {
  stores.areas.getState().setImporting(null);
}

/** Chooses the candidates that will be kept. */
export function chooseCandidates(app: Pick<App, 'stores'>, keys: Iterable<number>): void {
  change(app, (now) => ({ ...now, chosen: new Set(keys) }));
}

/** Keeps the chosen candidates as areas, all of them or none, and offers to take that back. */
export async function keepImport(app: ImportWork): Promise<void> {
  const { areas, ui } = app.stores;
  const { importing } = areas.getState();
  if (!importing || importing.isKeeping) return;
  const chosen = importing.candidates.filter(({ key }) => importing.chosen.has(key));
  change(app, (now) => ({ ...now, isKeeping: true, failure: null }));
  const result = await ask(() =>
    app.api.areas.createMany.mutate(chosen.map(({ name, shape }) => ({ name, shape }))),
  );
  if (!result.ok) {
    change(app, (now) => ({ ...now, isKeeping: false, failure: result.failure }));
    return;
  }
  closeImport(app);
  const ids = result.value.map(({ id }) => id);
  areas.getState().setMarked(ids.length > 1 ? ids : []);
  if (ids.length === 1) ui.getState().selectArea(ids[0] ?? null);
  const count = formatQuantity(ids.length, 'area');
  offerExchangeBack(app, {
    what: `Importing ${count}`,
    message: `${count} imported.`,
    exchange: { remove: ids, restore: [] },
  });
}

/** Brings a candidate into the map's view and highlights it. */
export function lookAtCandidate(app: ImportWork, key: number): void {
  const candidate = app.stores.areas.getState().importing?.candidates.find((each) => each.key === key);
  if (!candidate) return;
  change(app, (now) => ({ ...now, focusedKey: key }));
  app.engine.zoomToArea(candidate.shape);
}

/** Brings all candidates into the map's view. */
export function zoomToImport({ engine, stores }: ImportWork): void {
  const candidates = stores.areas.getState().importing?.candidates ?? [];
  engine.zoomToGeometry({
    type: 'MultiPolygon',
    coordinates: candidates.map(({ shape }) => shape.polygon.coordinates),
  });
}

/** Why areas cannot be imported now, or true. */
export function canImport({ stores }: Pick<App, 'stores'>): true | string {
  const { state } = stores.workspace.getState().areas;
  return state === 'ready' || 'Sign in once first: areas are kept in the workspace.';
}

/** The commands that bring areas in. */
export function createImportCommands(app: App): readonly Command[] {
  const { areas } = app.stores;
  return [
    {
      id: 'areas.import',
      title: 'Import areas…',
      group: 'Areas',
      hotkey: 'shift+I',
      enabled: () => canImport(app),
      run: () =>
        pickFiles((files) => {
          void importFiles(app, files);
          focusRegion('side');
        }),
    },
    {
      id: 'areas.import-keep',
      title: 'Keep the chosen areas of the import',
      group: 'Areas',
      enabled: () => (areas.getState().importing?.chosen.size ?? 0) > 0 || 'No area of an import is chosen.',
      run: () => keepImport(app),
    },
  ];
}

function change({ stores }: Pick<App, 'stores'>, next: (now: AreaImport) => AreaImport): void {
  const { importing, setImporting } = stores.areas.getState();
  if (importing) setImporting(next(importing));
}

async function readSource(source: ImportSource, read: Read, signal: AbortSignal): Promise<Result<ReadFile>> {
  let bytes: Uint8Array;
  if (source.size > importLimits.fileBytes) {
    const [is, most] = [formatMegabytes(source.size), formatMegabytes(importLimits.fileBytes)];
    return fail('too-large', `The file has ${is}; ${most} is the most that is read. Split or simplify it.`);
  }
  try {
    bytes = new Uint8Array(await source.arrayBuffer());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail('disk', `The file could not be read (${reason}). Folders cannot be imported.`);
  }
  return read({ name: source.name, bytes }, signal);
}
