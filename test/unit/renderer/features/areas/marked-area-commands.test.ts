import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../../renderer/api/client.ts';
import { notifyFailure } from '../../renderer/app/notify.tsx';
import { undoAreaChange } from '../../renderer/commands/area-undo.ts';
import { canImport } from '../../renderer/commands/import-commands.ts';
import type { AreaWork } from '../../renderer/commands/listed-areas.ts';
import { deleteAreas, markedAreas, mergeAreas } from '../../renderer/commands/marked-area-commands.ts';
import { canSimplify } from '../../renderer/commands/simplify-commands.ts';
import { createStores } from '../../renderer/stores/stores.ts';
import type { Area, AreaExchange, AreaShape, NewArea } from '../../shared/areas/area.ts';
import { mergedShape } from '../../shared/areas/merged-shape.ts';
import { fail, succeed } from '../../shared/result.ts';

vi.mock('../../renderer/app/notify.tsx', () => ({ notifyFailure: vi.fn(), notifyUndo: vi.fn() }));

function square(west: number): AreaShape {
  const ring: [number, number][] = [
    [west, 0],
    [west + 2, 0],
    [west + 2, 2],
    [west, 2],
    [west, 0],
  ];
  return { kind: 'polygon', polygon: { type: 'Polygon', coordinates: [ring] } };
}

function area(name: string, west: number): Area {
  return { id: `id-${name}`, name, shape: square(west), squareMetres: 1, createdAt: '', updatedAt: '' };
}

const [a, b, far, taken] = [area('A', 0), area('B', 1), area('Far', 50), area('A and B', 90)];

function start() {
  const calls: { replaced: { ids: string[]; area: NewArea }[]; exchanged: AreaExchange[] } = {
    replaced: [],
    exchanged: [],
  };
  const api = {
    areas: {
      replace: {
        async mutate(input: { ids: string[]; area: NewArea }) {
          calls.replaced.push(input);
          return succeed({ ...input.area, id: 'id-merged' });
        },
      },
      exchange: {
        async mutate(exchange: AreaExchange) {
          calls.exchanged.push(exchange);
          return exchange.remove.includes(far.id) ? fail('not-found', 'It is gone.') : succeed([]);
        },
      },
    },
  } as unknown as Api;
  const app: AreaWork = { api, stores: createStores() };
  app.stores.workspace.setState({ areas: { state: 'ready', value: [a, b, far, taken] } });
  return { app, calls };
}

const merge = async (shapes: readonly AreaShape[]) => mergedShape(shapes);

beforeEach(() => {
  vi.mocked(notifyFailure).mockClear();
});

describe('marked areas', () => {
  it('are those of the list, whatever else was marked before', () => {
    const { app } = start();
    app.stores.areas.getState().setMarked([b.id, 'gone', a.id]);
    expect(markedAreas(app)).toEqual([a, b]);
  });

  it('become one with a name of its own, and come back with one undo', async () => {
    const { app, calls } = start();
    app.stores.areas.getState().setMarked([a.id, b.id]);
    await mergeAreas(app, [a, b], merge);
    expect(calls.replaced).toMatchObject([{ ids: [a.id, b.id], area: { name: 'A and B (2)' } }]);
    expect(app.stores.ui.getState().selectedAreaId).toBe('id-merged');
    expect(app.stores.areas.getState().markedIds.size).toBe(0);
    await undoAreaChange(app);
    expect(calls.exchanged).toEqual([{ remove: ['id-merged'], restore: [a.id, b.id] }]);
  });

  it('stay as they are, with the reason, when they lie apart', async () => {
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

  it('are deleted together and had back together, or stay marked', async () => {
    const { app, calls } = start();
    app.stores.ui.getState().selectArea(a.id);
    await deleteAreas(app, [a, b]);
    expect(app.stores.ui.getState().selectedAreaId).toBeNull();
    await undoAreaChange(app);
    expect(calls.exchanged).toEqual([
      { remove: [a.id, b.id], restore: [] },
      { remove: [], restore: [a.id, b.id] },
    ]);

    app.stores.areas.getState().setMarked([far.id]);
    await deleteAreas(app, [far]);
    expect(markedAreas(app)).toEqual([far]);
  });
});

describe('what can be done with areas', () => {
  it('is told when there is no workspace to import into', () => {
    const { app } = start();
    expect(canImport(app)).toBe(true);
    app.stores.workspace.setState({ areas: { state: 'none' } });
    expect(canImport(app)).toMatch(/Sign in/);
  });

  it('is told of shapes that cannot be simpler', () => {
    expect(canSimplify(a)).toBe(true);
    expect(canSimplify({ shape: { kind: 'circle', center: [0, 0], radiusMetres: 1 } })).toMatch(/circle/);
  });
});
