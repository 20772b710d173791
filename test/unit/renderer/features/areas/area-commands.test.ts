import { beforeEach, describe, expect, it, vi } from 'vitest';
import { areaListQuery } from '../../../../../renderer/api/live-queries.ts';
import type { AreaCommandContext } from '../../../../../renderer/context/areas.ts';
import { redoLastEdit, undoLastEdit } from '../../../../../renderer/context/edit-history.ts';
import {
  changeAreaShape,
  createArea,
  deleteArea,
  duplicateArea,
  renameArea,
  retryUnsavedShape,
} from '../../../../../renderer/features/areas/area-commands.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import type { Area, AreaChange, AreaShape, AreaSwap, NewArea } from '../../../../../shared/areas/area.ts';
import { fail, type Result, succeed } from '../../../../../shared/result.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';
import { pageApi } from '../../../../builders/page-api.ts';

const { notifyFailure } = spyOnNotifications();

const shape: AreaShape = { kind: 'circle', center: [122, 30], radiusMetres: 1000 };
const wider: AreaShape = { ...shape, radiusMetres: 2000 };

/** The areas of a workspace, in a map, with a switch that makes every change fail. */
function createFakeAreas() {
  const areas = new Map<string, Area>();
  const deleted = new Map<string, Area>();
  const state = { failing: false };
  let revision = 0;
  const guarded = <T>(response: () => T): Promise<Result<T>> =>
    Promise.resolve(state.failing ? fail('disk', 'The disk is full.') : succeed(response()));
  const put = (area: Area) => {
    areas.set(area.id, area);
    return area;
  };
  const found = (id: string) => {
    const area = areas.get(id);
    if (!area) throw new Error(`no area ${id}`);
    return area;
  };
  const remove = (id: string) => {
    const area = found(id);
    deleted.set(id, area);
    areas.delete(id);
    return area;
  };
  const api = {
    create: {
      mutate: (area: NewArea) =>
        guarded(() =>
          put({ ...area, id: `id-${areas.size + 1}`, squareMetres: 1, createdAt: '', updatedAt: '' }),
        ),
    },
    change: {
      mutate: ({ id, name, shape: next, expected }: AreaChange) =>
        expected !== undefined && expected !== areas.get(id)?.updatedAt
          ? Promise.resolve(fail('conflict', 'The area has been changed since.'))
          : guarded(() => {
              const before = found(id);
              revision += 1;
              const updatedAt = String(revision);
              const after = { ...before, name: name ?? before.name, shape: next ?? before.shape, updatedAt };
              return { before, after: put(after) };
            }),
    },
    remove: { mutate: (id: string) => guarded(() => remove(id)) },
    swap: {
      mutate: ({ remove: ids, restore, revert = [], expected = [] }: AreaSwap) =>
        expected.some(({ id, updatedAt }) => areas.get(id)?.updatedAt !== updatedAt)
          ? Promise.resolve(fail('conflict', 'The area has been changed since.'))
          : guarded(() => {
              for (const id of ids) remove(id);
              for (const area of revert) put({ ...found(area.id), ...area });
              return restore.map((id) => {
                const area = deleted.get(id);
                if (!area) throw new Error(`no deleted area ${id}`);
                return put(area);
              });
            }),
    },
  };
  return { areas, state, api };
}

let fake: ReturnType<typeof createFakeAreas>;
let app: AreaCommandContext;

/** Work of `context/live-updates.ts` after each change. */
function showAreas() {
  app.queryClient.setQueryData(areaListQuery(app.queries).queryKey, [...fake.areas.values()]);
}

async function createShown(of: AreaShape): Promise<Area> {
  await createArea(app, of);
  showAreas();
  const area = [...fake.areas.values()].at(-1);
  if (!area) throw new Error('No area was created.');
  return area;
}

const editNames = () => app.stores.history.getState().done.map(({ name }) => name);

beforeEach(() => {
  vi.clearAllMocks();
  fake = createFakeAreas();
  app = {
    ...pageApi({ areas: fake.api }),
    stores: createStores(),
  };
  showAreas();
});

describe('areas', () => {
  it('duplicates an area under a free name, as one edit', async () => {
    const area = await createShown(shape);
    await duplicateArea(app, area);
    showAreas();
    await duplicateArea(app, area);
    showAreas();
    expect([...fake.areas.values()].map(({ name }) => name)).toEqual([
      'Area 1',
      'Area 1 copy',
      'Area 1 copy (2)',
    ]);
    expect([...fake.areas.values()].map((each) => each.shape)).toEqual([shape, shape, shape]);
    expect(app.stores.ui.getState().selectedAreaId).toBe('id-3');
    expect(editNames().at(-1)).toBe('duplicating “Area 1”');
    await undoLastEdit(app);
    expect(fake.areas.size).toBe(2);
  });

  it('duplicates the longest possible name', async () => {
    const area = await createShown(shape);
    await duplicateArea(app, { ...area, name: 'x'.repeat(200) });
    expect([...fake.areas.values()].at(-1)?.name).toBe(`${'x'.repeat(195)} copy`);
  });

  it('names a drawn shape with the next free number, selects it and activates the select tool', async () => {
    app.stores.ui.getState().setTool('circle');
    const first = await createShown(shape);
    const second = await createShown(shape);
    await deleteArea(app, first.id);
    showAreas();
    expect([first.name, second.name]).toEqual(['Area 1', 'Area 2']);
    expect((await createShown(shape)).name).toBe('Area 1');
    expect(app.stores.ui.getState().tool).toBe('select');
  });

  it('holds a shape that could not be saved until a retry saves it', async () => {
    fake.state.failing = true;
    await createArea(app, shape);
    const [unsaved] = app.stores.areas.getState().unsaved;
    expect(unsaved).toMatchObject({ shape, area: null, failure: { message: 'The disk is full.' } });
    expect(app.stores.ui.getState().panel).toBe('areas');

    if (unsaved) await retryUnsavedShape(app, unsaved);
    expect(app.stores.areas.getState().unsaved).toHaveLength(1);

    fake.state.failing = false;
    const [again] = app.stores.areas.getState().unsaved;
    if (again) await retryUnsavedShape(app, again);
    expect(app.stores.areas.getState().unsaved).toEqual([]);
    expect([...fake.areas.values()].map((area) => area.shape)).toEqual([shape]);
  });

  it('holds a changed shape with the area it belongs to', async () => {
    const { id, name } = await createShown(shape);
    fake.state.failing = true;
    await changeAreaShape(app, id, wider);
    expect(app.stores.areas.getState().unsaved[0]).toMatchObject({ shape: wider, area: { id, name } });
    expect(editNames()).toEqual(['adding “Area 1”']);
  });

  it('saves a changed shape as a new area when its own is gone', async () => {
    const { id } = await createShown(shape);
    fake.state.failing = true;
    await changeAreaShape(app, id, wider);
    fake.state.failing = false;
    await deleteArea(app, id);
    showAreas();
    const [unsaved] = app.stores.areas.getState().unsaved;
    if (unsaved) await retryUnsavedShape(app, unsaved);
    expect(app.stores.areas.getState().unsaved).toEqual([]);
    expect([...fake.areas.values()].map((area) => area.shape)).toEqual([wider]);
  });

  it('changes the shape of an area that was renamed before the list was loaded again', async () => {
    const { id } = await createShown(shape);
    expect(await renameArea(app, id, 'Harbor')).toBeNull();
    await changeAreaShape(app, id, wider);
    expect(fake.areas.get(id)).toMatchObject({ name: 'Harbor', shape: wider });
  });

  it('replaces a shape of another window only when the user tries again', async () => {
    const { id, name } = await createShown(shape);
    const widest = { ...shape, radiusMetres: 9000 };
    await fake.api.change.mutate({ id, shape: widest });
    await changeAreaShape(app, id, wider);
    expect(fake.areas.get(id)?.shape).toEqual(widest);
    const [unsaved] = app.stores.areas.getState().unsaved;
    expect(unsaved).toMatchObject({
      shape: wider,
      area: { id, name },
      failure: { message: expect.stringContaining('changed since') },
    });
    if (unsaved) await retryUnsavedShape(app, unsaved);
    expect(fake.areas.get(id)?.shape).toEqual(wider);
    await undoLastEdit(app);
    expect(fake.areas.get(id)?.shape).toEqual(widest);
  });

  it('saves changes that follow each other faster than the list is loaded', async () => {
    const { id } = await createShown(shape);
    const radii = [2000, 3000, 4000];
    await Promise.all(radii.map((radiusMetres) => changeAreaShape(app, id, { ...shape, radiusMetres })));
    await changeAreaShape(app, id, { ...shape, radiusMetres: 5000 });
    expect(fake.areas.get(id)?.shape).toEqual({ ...shape, radiusMetres: 5000 });
    expect(app.stores.areas.getState().unsaved).toEqual([]);
  });

  it('undoes changes, the latest first', async () => {
    const { id } = await createShown(shape);
    await changeAreaShape(app, id, wider);
    showAreas();
    expect(await renameArea(app, id, 'Harbour')).toBeNull();
    showAreas();
    await deleteArea(app, id);
    showAreas();
    expect(app.stores.ui.getState().selectedAreaId).toBeNull();

    await undoLastEdit(app);
    expect(fake.areas.get(id)).toMatchObject({ name: 'Harbour', shape: wider });
    await undoLastEdit(app);
    expect(fake.areas.get(id)).toMatchObject({ name: 'Area 1', shape: wider });
    await undoLastEdit(app);
    expect(fake.areas.get(id)).toMatchObject({ name: 'Area 1', shape });
    await undoLastEdit(app);
    expect(fake.areas.size).toBe(0);
    for (let count = 0; count < 4; count += 1) await redoLastEdit(app);
    expect(fake.areas.size).toBe(0);
    await undoLastEdit(app);
    expect(fake.areas.get(id)).toMatchObject({ name: 'Harbour', shape: wider });
  });

  it('changes nothing, and reports it, when another window has changed the area since', async () => {
    const { id } = await createShown(shape);
    await changeAreaShape(app, id, wider);
    await fake.api.change.mutate({ id, name: 'Of another window' });
    await undoLastEdit(app);
    expect(fake.areas.get(id)).toMatchObject({ name: 'Of another window', shape: wider });
    await undoLastEdit(app);
    expect(fake.areas.has(id)).toBe(true);
    expect(notifyFailure.mock.calls.map(([failure, title]) => [failure.code, title])).toEqual([
      ['conflict', 'Not undone: changing the shape of “Area 1”.'],
      ['conflict', 'Not undone: adding “Area 1”.'],
    ]);
    expect(editNames()).toEqual([]);
  });

  it('can undo a change later after a failed undo', async () => {
    const { id } = await createShown(shape);
    await deleteArea(app, id);
    fake.state.failing = true;
    await undoLastEdit(app);
    expect(fake.areas.size).toBe(0);
    fake.state.failing = false;
    await undoLastEdit(app);
    expect(fake.areas.has(id)).toBe(true);
  });

  it('changes nothing when the new name is the old one', async () => {
    const { id, name } = await createShown(shape);
    expect(await renameArea(app, id, ` ${name} `)).toBeNull();
    expect(editNames()).toEqual(['adding “Area 1”']);
  });
});
