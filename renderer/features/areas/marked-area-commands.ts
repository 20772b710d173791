import type { Area } from '../../shared/areas/area.ts';
import { shapeToPolygon } from '../../shared/areas/measure-area.ts';
import { longestAreaName, uniqueNames } from '../../shared/areas/unique-names.ts';
import { ask } from '../api/ask.ts';
import type { App } from '../app/app-context.tsx';
import { notifyFailure } from '../app/notify.tsx';
import { mergeShapes } from '../area-shapes/work-shapes.ts';
import { formatQuantity } from '../components/format.ts';
import { offerExchangeBack } from './area-undo.ts';
import type { Command } from './command.ts';
import { type AreaWork, listedAreas } from './listed-areas.ts';

/** The areas that are marked in the list, in its order. */
export function markedAreas(app: Pick<App, 'stores'>): readonly Area[] {
  const { markedIds } = app.stores.areas.getState();
  return listedAreas(app).filter(({ id }) => markedIds.has(id));
}

/** Takes areas away, all or none, without asking: it can be taken back. */
export async function deleteAreas(app: AreaWork, areas: readonly Area[]): Promise<void> {
  const ids = areas.map(({ id }) => id);
  const count = formatQuantity(ids.length, 'area');
  const result = await ask(() => app.api.areas.exchange.mutate({ remove: ids, restore: [] }));
  if (!result.ok) {
    notifyFailure(result.failure, `${count} could not be deleted.`);
    return;
  }
  leaveAreas(app, ids);
  offerExchangeBack(app, {
    what: `Deleting ${count}`,
    message: `${count} deleted.`,
    exchange: { remove: [], restore: ids },
  });
}

/** Puts one area in the place of several that overlap or touch; it can be taken back. */
export async function mergeAreas(
  app: AreaWork,
  areas: readonly Area[],
  merge: typeof mergeShapes = mergeShapes,
): Promise<void> {
  const shape = await merge(areas.map((area) => area.shape));
  const result = shape.ok
    ? await ask(() =>
        app.api.areas.replace.mutate({
          ids: areas.map(({ id }) => id),
          area: { name: mergedName(app, areas), shape: shape.value },
        }),
      )
    : shape;
  if (!result.ok) {
    notifyFailure(result.failure, 'The areas were not merged.');
    return;
  }
  const ids = areas.map(({ id }) => id);
  leaveAreas(app, ids);
  app.stores.ui.getState().selectArea(result.value.id);
  offerExchangeBack(app, {
    what: `Merging ${formatQuantity(ids.length, 'area')}`,
    message: `${formatQuantity(ids.length, 'area')} merged.`,
    exchange: { remove: [result.value.id], restore: ids },
  });
}

/** Brings several areas into the map's view. */
export function zoomToAreas({ engine }: Pick<App, 'engine'>, areas: readonly Area[]): void {
  engine.zoomToGeometry({
    type: 'MultiPolygon',
    coordinates: areas.map(({ shape }) => shapeToPolygon(shape).coordinates),
  });
}

/** The commands about the areas that are marked in the list. */
export function createMarkedAreaCommands(app: App): readonly Command[] {
  const enabled = () => markedAreas(app).length > 0 || 'Mark areas in the list first.';
  return [
    {
      id: 'areas.mark-all',
      title: 'Mark all areas',
      group: 'Areas',
      enabled: () => listedAreas(app).length > 0 || 'There are no areas.',
      run() {
        app.stores.ui.getState().showPanel('areas');
        app.stores.areas.getState().setMarked(listedAreas(app).map(({ id }) => id));
      },
    },
    {
      id: 'areas.zoom-marked',
      title: 'Zoom to the marked areas',
      group: 'Areas',
      enabled,
      run: () => zoomToAreas(app, markedAreas(app)),
    },
    {
      id: 'areas.merge-marked',
      title: 'Merge the marked areas',
      group: 'Areas',
      enabled: () => markedAreas(app).length > 1 || 'Mark at least two areas in the list first.',
      run: () => mergeAreas(app, markedAreas(app)),
    },
    {
      id: 'areas.delete-marked',
      title: 'Delete the marked areas',
      group: 'Areas',
      enabled,
      run: () => deleteAreas(app, markedAreas(app)),
    },
    {
      id: 'areas.snapping',
      title: 'Snap to other areas, or stop snapping',
      group: 'Areas',
      hotkey: 'shift+S',
      run() {
        const { isSnapping, setSnapping } = app.stores.areas.getState();
        setSnapping(!isSnapping);
      },
    },
  ];
}

/** `A and B`, `A and 4 more`; the names of the areas that go are free. */
function mergedName(app: AreaWork, areas: readonly Area[]): string {
  const [first, second] = areas;
  const more = areas.length === 2 ? (second?.name ?? '') : `${areas.length - 1} more`;
  const ids = new Set(areas.map(({ id }) => id));
  const taken = listedAreas(app).filter(({ id }) => !ids.has(id));
  const wanted = `${first?.name ?? ''} and ${more}`.slice(0, longestAreaName);
  const [name = wanted] = uniqueNames(
    [wanted],
    taken.map((area) => area.name),
  );
  return name;
}

/** Puts areas down that are gone. */
function leaveAreas({ stores }: AreaWork, ids: readonly string[]): void {
  const { selectedAreaId, selectArea, tool, setTool } = stores.ui.getState();
  stores.areas.getState().setMarked([]);
  if (selectedAreaId === null || !ids.includes(selectedAreaId)) return;
  selectArea(null);
  if (tool === 'edit') setTool('select');
}
