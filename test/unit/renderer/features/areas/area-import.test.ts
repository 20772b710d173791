import { describe, expect, it, vi } from 'vitest';
import type { Api } from '../../../../../renderer/api/client.ts';
import { undoLastEdit } from '../../../../../renderer/context/edit-history.ts';
import {
  chooseCandidates,
  closeImport,
  type ImportCommandContext,
  importFiles,
  rereadFile,
  saveImport,
} from '../../../../../renderer/features/areas/import-commands.ts';
import type { ImportSource, ParsedAreaFile } from '../../../../../renderer/stores/area-import.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import type { AreaSwap, NewArea } from '../../../../../shared/areas/area.ts';
import { importLimits } from '../../../../../shared/areas/import/import-limits.ts';
import { fail, type Result, succeed } from '../../../../../shared/result.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';
import { positions } from '../../../../builders/positions.ts';

spyOnNotifications();

const triangle: [number, number][] = positions('0 0, 1 0, 0 1, 0 0');

function holding(...names: string[]): ParsedAreaFile {
  const shape = { kind: 'polygon', polygon: { type: 'Polygon', coordinates: [triangle] } } as const;
  const areas = names.map((name) => ({
    name,
    shape: { ...shape, polygon: { type: 'Polygon' as const, coordinates: [triangle] } },
    squareMetres: 1,
    vertices: 3,
  }));
  return { verdict: 'accept', areas, notes: [] };
}

const rejected: ParsedAreaFile = {
  verdict: 'reject',
  areas: [],
  notes: [],
  error: { code: 'no-polygon', message: 'There is no polygon in it.', field: 'file', place: 'bad.kml' },
};

function source(name: string, size = 3): ImportSource {
  return { name, size, arrayBuffer: async () => new ArrayBuffer(size), slice: () => new Blob() };
}

function start() {
  const calls: { created: NewArea[][]; swapped: AreaSwap[] } = { created: [], swapped: [] };
  const state = { failing: false };
  const response = <T>(value: T): Promise<Result<T>> =>
    Promise.resolve(state.failing ? fail('disk', 'The disk is full.') : succeed(value));
  const api = {
    areas: {
      createMany: {
        mutate(areas: NewArea[]) {
          calls.created.push(areas);
          return response(areas.map((area, index) => ({ ...area, id: `id-${index}` })));
        },
      },
      swap: {
        mutate(swap: AreaSwap) {
          calls.swapped.push(swap);
          return response([]);
        },
      },
    },
  } as unknown as Api;
  const engine = { zoomToGeometry: vi.fn(), zoomToArea: vi.fn() };
  const app = { api, stores: createStores(), engine } as unknown as ImportCommandContext;
  return { app, calls, state, importing: () => app.stores.areas.getState().importing };
}

describe('an import', () => {
  it('shows the content of each file, in the order of the files, and saves nothing', async () => {
    const { app, calls, importing } = start();
    const files: Record<string, Result<ParsedAreaFile>> = {
      'a.kml': succeed(holding('A', 'B')),
      'bad.kml': succeed(rejected),
      'slow.zip': fail('timeout', 'Reading was stopped.'),
      'c.wkt': succeed(holding('C')),
    };
    await importFiles(
      app,
      Object.keys(files).map((name) => source(name)),
      async ({ name }) => {
        const result = files[name];
        if (!result) throw new Error(name);
        return result;
      },
    );
    expect(importing()?.files).toMatchObject([
      { name: 'a.kml', state: 'read', areaCount: 2 },
      { name: 'bad.kml', state: 'rejected', error: { code: 'no-polygon' } },
      { name: 'slow.zip', state: 'failed', failure: { code: 'timeout' } },
      { name: 'c.wkt', state: 'read', areaCount: 1 },
    ]);
    expect(importing()?.candidates.map(({ key, name }) => [key, name])).toEqual([
      [0, 'A'],
      [1, 'B'],
      [2, 'C'],
    ]);
    expect(importing()?.chosenKeys).toEqual(new Set([0, 1, 2]));
    expect(calls.created).toEqual([]);
    expect(app.stores.ui.getState().panel).toBe('areas');
  });

  it('adds more files to the open import', async () => {
    const { app, importing } = start();
    await importFiles(app, [source('a')], async () => succeed(holding('A')));
    await importFiles(app, [source('b')], async () => succeed(holding('B')));
    expect(importing()?.files.map(({ key, name }) => [key, name])).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
    expect(importing()?.candidates.map(({ name }) => name)).toEqual(['A', 'B']);
  });

  it('names a file that is too large without reading it, and one that cannot be read', async () => {
    const { app, importing } = start();
    const read = vi.fn();
    const folder: ImportSource = {
      ...source('folder'),
      arrayBuffer: () => Promise.reject(new Error('not a file')),
    };
    await importFiles(app, [source('huge.kml', importLimits.fileBytes + 1), folder], read);
    expect(importing()?.files).toMatchObject([
      { state: 'failed', failure: { code: 'too-large' } },
      { state: 'failed', failure: { details: expect.stringContaining('not a file') } },
    ]);
    expect(read).not.toHaveBeenCalled();
  });

  it('names a workspace that is too large to be read, and what to do with it', async () => {
    const { app, importing } = start();
    const workspace: ImportSource = {
      ...source('work.gpkg', importLimits.fileBytes + 1),
      slice: () => new Blob([`SQLite format 3\0${'\0'.repeat(52)}GPKG … CREATE TABLE app_meta (…)`]),
    };
    await importFiles(app, [workspace], vi.fn());
    expect(importing()?.files).toMatchObject([
      { state: 'failed', failure: { message: expect.stringContaining('Open another') } },
    ]);
  });

  it('stops reading when it is closed, and forgets what comes later', async () => {
    const { app, importing } = start();
    const signals: AbortSignal[] = [];
    const done = importFiles(app, [source('a'), source('b')], (_request, signal) => {
      signals.push(signal);
      return new Promise((settle) => {
        signal.addEventListener('abort', () => settle(fail('cancelled', 'stopped')));
      });
    });
    await eventually(() => expect(signals).toHaveLength(1));
    closeImport(app);
    await done;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(importing()).toBeNull();
  });

  it('saves the chosen areas together, and all of them can be undone', async () => {
    const { app, calls, importing } = start();
    await importFiles(app, [source('a')], async () => succeed(holding('A', 'B', 'C')));
    chooseCandidates(app, [0, 2]);
    await saveImport(app);
    expect(calls.created.map((areas) => areas.map(({ name }) => name))).toEqual([['A', 'C']]);
    expect(importing()).toBeNull();
    await undoLastEdit(app);
    expect(calls.swapped).toMatchObject([
      { remove: ['id-0', 'id-1'], restore: [], expected: [{ id: 'id-0' }, { id: 'id-1' }] },
    ]);
  });

  it('reads a file again in the code page that is chosen, and replaces its areas only', async () => {
    const { app, importing } = start();
    await importFiles(app, [source('a'), source('b')], async ({ name }) => succeed(holding(`${name}?`, 'x')));
    chooseCandidates(app, [0, 2, 3]);
    const requests: unknown[] = [];
    await rereadFile(app, 0, { codePage: 'Windows-1250' }, async ({ name, codePage }) => {
      requests.push([name, codePage]);
      return succeed(holding(`${name}!`, 'x'));
    });
    expect(requests).toEqual([['a', 'Windows-1250']]);
    expect(importing()?.candidates.map(({ key, name }) => [key, name])).toEqual([
      [0, 'a!'],
      [1, 'x'],
      [2, 'b?'],
      [3, 'x'],
    ]);
    expect(importing()?.chosenKeys).toEqual(new Set([0, 2, 3]));
    // Another number of areas: which of them were chosen before is not known.
    await rereadFile(app, 0, { codePage: 'Big5' }, async () => succeed(holding('only')));
    expect(importing()?.candidates.map(({ name }) => name)).toEqual(['only', 'b?', 'x']);
    expect(importing()?.chosenKeys.has(importing()?.candidates[0]?.key ?? -1)).toBe(true);
    await rereadFile(app, 0, { codePage: 'UTF-8' }, async () => succeed(rejected));
    expect(importing()?.candidates.map(({ name }) => name)).toEqual(['b?', 'x']);
    expect(importing()?.files[0]).toMatchObject({ state: 'rejected', codePage: 'UTF-8' });
  });

  it('stays open with the reason when nothing could be saved', async () => {
    const { app, state, importing } = start();
    await importFiles(app, [source('a')], async () => succeed(holding('A')));
    state.failing = true;
    await saveImport(app);
    expect(importing()).toMatchObject({ isSaving: false, failure: { message: 'The disk is full.' } });
    state.failing = false;
    await saveImport(app);
    expect(importing()).toBeNull();
  });
});
