import type { Area, AreaShape } from '../../shared/areas/area.ts';
import { shapeToPolygon } from '../../shared/areas/measure-area.ts';
import type { Failure } from '../../shared/result.ts';
import { ask } from '../api/ask.ts';
import type { App } from '../app/app-context.tsx';
import { notifyFailure } from '../app/notify.tsx';
import type { UnsavedShape } from '../stores/areas-store.ts';
import { offerUndo, undoAreaChange } from './area-undo.ts';
import type { Command } from './command.ts';
import { createImportCommands } from './import-commands.ts';
import { type AreaWork, findArea, listedAreas, nextAreaName } from './listed-areas.ts';
import { createMarkedAreaCommands } from './marked-area-commands.ts';

/** Keeps a drawn shape as a new area with the next free name, selects it and puts the pen down. */
export async function createArea(app: AreaWork, shape: AreaShape): Promise<void> {
  app.stores.ui.getState().setTool('select');
  const name = nextAreaName(listedAreas(app));
  const result = await ask(() => app.api.areas.create.mutate({ name, shape }));
  if (result.ok) app.stores.ui.getState().selectArea(result.value.id);
  else keepForRetry(app, { shape, area: null, message: result.failure.message });
}

/** Gives an area another shape; the one before can be taken back. */
export async function changeAreaShape(app: AreaWork, id: string, shape: AreaShape): Promise<void> {
  const before = findArea(app, id);
  const name = before?.name ?? 'Area';
  const result = await ask(() => app.api.areas.change.mutate({ id, shape }));
  if (!result.ok) keepForRetry(app, { shape, area: { id, name }, message: result.failure.message });
  else if (before) offerUndo(app, { kind: 'reshaped', id, name, previousShape: before.shape });
}

/** Renames an area. Answers the failure, so that the place where the name was typed can show it. */
export async function renameArea(app: AreaWork, id: string, name: string): Promise<Failure | null> {
  const before = findArea(app, id);
  if (before?.name === name.trim()) return null;
  const result = await ask(() => app.api.areas.change.mutate({ id, name }));
  if (!result.ok) return result.failure;
  if (before) app.stores.areas.getState().pushUndo({ kind: 'renamed', id, name, previousName: before.name });
  return null;
}

/** Takes an area away, without asking: it can be taken back. */
export async function deleteArea(app: AreaWork, id: string): Promise<void> {
  const name = findArea(app, id)?.name ?? 'Area';
  const result = await ask(() => app.api.areas.remove.mutate(id));
  if (!result.ok) {
    notifyFailure(result.failure, `${name} was not deleted.`);
    return;
  }
  const ui = app.stores.ui.getState();
  if (ui.selectedAreaId === id) {
    ui.selectArea(null);
    if (ui.tool === 'edit') ui.setTool('select');
  }
  offerUndo(app, { kind: 'deleted', id, name });
}

/** Tries once more to keep a shape that could not be kept. */
export async function retryUnsaved(app: AreaWork, unsaved: UnsavedShape): Promise<void> {
  app.stores.areas.getState().dropUnsaved(unsaved.key);
  if (unsaved.area) await changeAreaShape(app, unsaved.area.id, unsaved.shape);
  else await createArea(app, unsaved.shape);
}

/** The commands about areas that are there already; the map's commands have the tools that draw new ones. */
export function createAreaCommands(app: App): readonly Command[] {
  const { areas, ui } = app.stores;
  const selected = () => findArea(app, ui.getState().selectedAreaId ?? '');
  const enabled = () => selected() !== undefined || 'Select an area first, on the map or in the list.';
  const withSelected = (act: (area: Area) => void | Promise<void>) => async () => {
    const area = selected();
    if (area) await act(area);
  };
  return [
    ...createImportCommands(app),
    ...createMarkedAreaCommands(app),
    {
      id: 'areas.zoom',
      title: 'Zoom to the selected area',
      group: 'Areas',
      hotkey: 'Z',
      enabled,
      run: withSelected((area) => zoomToArea(app, area)),
    },
    {
      id: 'areas.edit',
      title: 'Edit the shape of the selected area',
      group: 'Areas',
      enabled,
      run: withSelected(({ id }) => editAreaShape(app, id)),
    },
    {
      id: 'areas.rename',
      title: 'Rename the selected area',
      group: 'Areas',
      hotkey: 'F2',
      enabled,
      run: withSelected(({ id }) => {
        ui.getState().showPanel('areas');
        areas.getState().setRenaming(id);
      }),
    },
    {
      id: 'areas.delete',
      title: 'Delete the selected area',
      group: 'Areas',
      enabled,
      run: withSelected(({ id }) => deleteArea(app, id)),
    },
    {
      id: 'areas.undo',
      title: 'Undo the last change of an area',
      group: 'Areas',
      hotkey: 'U',
      enabled: () => areas.getState().undos.length > 0 || 'No change of an area can be taken back.',
      run: () => undoAreaChange(app),
    },
  ];
}

/** Brings the whole area into the map's view. */
export function zoomToArea({ engine }: Pick<App, 'engine'>, { shape }: Pick<Area, 'shape'>): void {
  engine.zoomToGeometry(shapeToPolygon(shape));
}

/** Takes up the edit tool for an area. */
export function editAreaShape({ stores }: AreaWork, id: string): void {
  stores.ui.getState().selectArea(id);
  stores.ui.getState().setTool('edit');
}

/** A shape that took minutes to draw must not be lost with the message about it: the areas panel holds it. */
function keepForRetry(app: AreaWork, unsaved: Omit<UnsavedShape, 'key'>): void {
  app.stores.areas.getState().keepUnsaved(unsaved);
  app.stores.ui.getState().showPanel('areas');
}
