import { beforeEach, describe, expect, it } from 'vitest';
import { areaListQuery } from '../../../../../renderer/api/live-queries.ts';
import type { AreaCommandContext } from '../../../../../renderer/context/areas.ts';
import { undoLastEdit } from '../../../../../renderer/context/edit-history.ts';
import { canImport } from '../../../../../renderer/features/areas/import-commands.ts';
import {
  deleteAreas,
  markedAreas,
  mergeAreas,
} from '../../../../../renderer/features/areas/marked-area-commands.ts';
import { canSimplify } from '../../../../../renderer/features/areas/simplify-commands.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import type { Area, AreaShape, AreaSwap, NewArea } from '../../../../../shared/areas/area.ts';
import { mergeShapes } from '../../../../../shared/areas/merge-shapes.ts';
import { fail, succeed } from '../../../../../shared/result.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';
import { pageApi } from '../../../../builders/page-api.ts';
import { rectangleRing } from '../../../../builders/positions.ts';

const { notifyFailure } = spyOnNotifications();

function square(west: number): AreaShape {
  const ring: [number, number][] = rectangleRing(west, 0, west + 2, 2);
  return { kind: 'polygon', polygon: { type: 'Polygon', coordinates: [ring] } };
}

function area(name: string, west: number): Area {
  return { id: `id-${name}`, name, shape: square(west), squareMetres: 1, createdAt: '', updatedAt: '' };
}

const [a, b, far, taken] = [area('A', 0), area('B', 1), area('Far', 50), area('A and B', 90)];

function start() {
  const calls: { replaced: { ids: string[]; area: NewArea }[]; swapped: AreaSwap[] } = {
    replaced: [],
    swapped: [],
  };
  const procedures = {
    areas: {
      replace: {
        async mutate(input: { ids: string[]; area: NewArea }) {
          calls.replaced.push(input);
          return succeed({ ...input.area, id: 'id-merged' });
        },
      },
      swap: {
        async mutate(swap: AreaSwap) {
          calls.swapped.push(swap);
          return swap.remove.includes(far.id) ? fail('not-found', 'It is gone.') : succeed([]);
        },
      },
    },
  };
  const app: AreaCommandContext = { ...pageApi(procedures), stores: createStores() };
  app.queryClient.setQueryData(areaListQuery(app.queries).queryKey, [a, b, far, taken]);
  return { app, calls };
}

const merge = async (shapes: readonly AreaShape[]) => mergeShapes(shapes);

beforeEach(() => {
  notifyFailure.mockClear();
});

describe('marked areas', () => {
  it('are those of the list, whatever else was marked before', () => {
    const { app } = start();
    app.stores.areas.getState().setMarked([b.id, 'gone', a.id]);
    expect(markedAreas(app)).toEqual([a, b]);
  });

  it('become one with a new name, and are restored with one undo', async () => {
    const { app, calls } = start();
    app.stores.areas.getState().setMarked([a.id, b.id]);
    await mergeAreas(app, [a, b], merge);
    expect(calls.replaced).toMatchObject([{ ids: [a.id, b.id], area: { name: 'A and B (2)' } }]);
    expect(app.stores.ui.getState().selectedAreaId).toBe('id-merged');
    expect(app.stores.areas.getState().markedIds.size).toBe(0);
    await undoLastEdit(app);
    expect(calls.swapped).toMatchObject([
      { remove: ['id-merged'], restore: [a.id, b.id], expected: [{ id: 'id-merged' }] },
    ]);
  });

  it('stay unchanged, with the reason, when they do not touch', async () => {
    const { app, calls } = start();
    app.stores.areas.getState().setMarked([a.id, far.id]);
    await mergeAreas(app, [a, far], merge);
    expect(calls.replaced).toEqual([]);
    expect(notifyFailure).toHaveBeenCalledWith(
      expect.objectContaining({ message: expect.stringContaining('lie apart') }),
      'The areas were not merged.',
    );
    expect(markedAreas(app)).toEqual([a, far]);
  });

  it('are deleted together and restored together, or stay marked', async () => {
    const { app, calls } = start();
    app.stores.ui.getState().selectArea(a.id);
    await deleteAreas(app, [a, b]);
    expect(app.stores.ui.getState().selectedAreaId).toBeNull();
    await undoLastEdit(app);
    expect(calls.swapped).toMatchObject([
      { remove: [a.id, b.id], restore: [] },
      { remove: [], restore: [a.id, b.id] },
    ]);

    app.stores.areas.getState().setMarked([far.id]);
    await deleteAreas(app, [far]);
    expect(markedAreas(app)).toEqual([far]);
  });
});

describe('what can be done with areas', () => {
  it('is reported when there is no workspace to import into', () => {
    const { app } = start();
    expect(canImport(app)).toBe(true);
    app.queryClient.setQueryData(areaListQuery(app.queries).queryKey, null);
    expect(canImport(app)).toMatch(/Sign in/);
  });

  it('includes an import while the list of areas is not loaded', () => {
    const { app } = start();
    app.queryClient.removeQueries({ queryKey: areaListQuery(app.queries).queryKey });
    expect(canImport(app)).toBe(true);
  });

  it('is reported for shapes that cannot be simplified', () => {
    expect(canSimplify(a)).toBe(true);
    expect(canSimplify({ shape: { kind: 'circle', center: [0, 0], radiusMetres: 1 } })).toMatch(/circle/);
  });
});
