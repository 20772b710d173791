import type { Area } from '../../../shared/areas/area.ts';
import { shapeToPolygon } from '../../../shared/areas/measure-area.ts';
import { maxAreaNameLength, uniqueNames } from '../../../shared/areas/unique-names.ts';
import { formatQuantity } from '../../../shared/format.ts';
import type { App } from '../../context/app-context.tsx';
import { deselectAreas, recordAreaSwap } from '../../context/area-edits.ts';
import { type AreaCommandContext, getAreas } from '../../context/areas.ts';
import type { Command } from '../../context/command.ts';
import { callEdit } from '../../context/edit-history.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { mergeShapesInWorker } from './shapes/shape-operations.ts';
import { texts } from './texts.ts';

/** The areas that are marked in the list, in its order. */
export function markedAreas(app: AreaCommandContext): readonly Area[] {
  const { markedIds } = app.stores.areas.getState();
  return getAreas(app).filter(({ id }) => markedIds.has(id));
}

/** Deletes areas, all or none, without confirmation: it can be undone. */
export async function deleteAreas(app: AreaCommandContext, areas: readonly Area[]): Promise<void> {
  const ids = areas.map(({ id }) => id);
  const count = formatQuantity(ids.length, 'area');
  const result = await callEdit(app, () => app.api.areas.swap.mutate({ remove: ids, restore: [] }));
  if (!result.ok) return notifyFailure(result.failure, texts.failures.someNotDeleted(count));
  deselectAreas(app, ids);
  recordAreaSwap(
    app,
    { added: [], removed: areas },
    { name: texts.edits.deletingSome(count), message: texts.edits.deletedSome(count) },
  );
}

/** Replaces areas that overlap or touch with one area; can be undone. */
export async function mergeAreas(
  app: AreaCommandContext,
  areas: readonly Area[],
  merge: typeof mergeShapesInWorker = mergeShapesInWorker,
): Promise<void> {
  const shape = await merge(areas.map((area) => area.shape));
  const result = shape.ok
    ? await callEdit(app, () =>
        app.api.areas.replace.mutate({
          ids: areas.map(({ id }) => id),
          area: { name: mergedName(app, areas), shape: shape.value },
        }),
      )
    : shape;
  if (!result.ok) return notifyFailure(result.failure, texts.failures.notMerged);
  const ids = areas.map(({ id }) => id);
  deselectAreas(app, ids);
  app.stores.ui.getState().selectArea(result.value.id);
  const count = formatQuantity(ids.length, 'area');
  recordAreaSwap(
    app,
    { added: [result.value], removed: areas },
    { name: texts.edits.merging(count), message: texts.edits.merged(count) },
  );
}

/** Zooms the map to several areas. */
export function zoomToAreas({ engine }: Pick<App, 'engine'>, areas: readonly Area[]): void {
  engine.zoomToGeometry({
    type: 'MultiPolygon',
    coordinates: areas.map(({ shape }) => shapeToPolygon(shape).coordinates),
  });
}

/** The commands about the areas that are marked in the list. */
export function createMarkedAreaCommands(app: App): readonly Command[] {
  const enabled = () => markedAreas(app).length > 0 || texts.commands.selectInList;
  return [
    {
      id: 'areas.mark-all',
      title: texts.commands.selectAll,
      group: 'Areas',
      enabled: () => getAreas(app).length > 0 || texts.commands.noAreas,
      run() {
        app.stores.ui.getState().showPanel('areas');
        app.stores.areas.getState().setMarked(getAreas(app).map(({ id }) => id));
      },
    },
    {
      id: 'areas.order-marked',
      title: texts.commands.orderMarked,
      group: 'Areas',
      enabled,
      run: () =>
        app.commands.runWith('orders.start-for-areas', { areaIds: markedAreas(app).map(({ id }) => id) }),
    },
    {
      id: 'areas.zoom-marked',
      title: texts.commands.zoomMarked,
      group: 'Areas',
      enabled,
      run: () => zoomToAreas(app, markedAreas(app)),
    },
    {
      id: 'areas.merge-marked',
      title: texts.commands.mergeMarked,
      group: 'Areas',
      enabled: () => markedAreas(app).length > 1 || texts.commands.selectTwo,
      run: () => mergeAreas(app, markedAreas(app)),
    },
    {
      id: 'areas.delete-marked',
      title: texts.commands.deleteMarked,
      group: 'Areas',
      enabled,
      run: () => deleteAreas(app, markedAreas(app)),
    },
    {
      id: 'areas.snapping',
      title: texts.commands.snapping,
      group: 'Areas',
      hotkey: 'shift+S',
      run() {
        const { isSnapping, setSnapping } = app.stores.areas.getState();
        setSnapping(!isSnapping);
      },
    },
  ];
}

/** `A and B` or `A and 4 more`; the names of the merged areas may be reused. */
function mergedName(app: AreaCommandContext, areas: readonly Area[]): string {
  const [first, second] = areas;
  const ids = new Set(areas.map(({ id }) => id));
  const otherAreas = getAreas(app).filter(({ id }) => !ids.has(id));
  const baseName = texts.names
    .merged(first?.name ?? '', second?.name ?? '', areas.length)
    .slice(0, maxAreaNameLength);
  const [name = baseName] = uniqueNames(
    [baseName],
    otherAreas.map((area) => area.name),
  );
  return name;
}
