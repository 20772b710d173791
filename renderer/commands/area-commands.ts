import type { Area, AreaChange, AreaShape } from '../../shared/areas/area.ts';
import { shapeToPolygon } from '../../shared/areas/measure-area.ts';
import type { Failure, Result } from '../../shared/result.ts';
import { ask } from '../api/ask.ts';
import type { App } from '../app/app-context.tsx';
import { notifyFailure, notifyUndo } from '../app/notify.tsx';
import type { AreaUndo, UnsavedShape } from '../stores/areas-store.ts';
import type { Command } from './command.ts';

/** What work on areas needs of the app. */
export type AreaWork = Pick<App, 'api' | 'stores'>;

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

/** Takes back one change; the latest when none is named. Nothing happens when there is none. */
export async function undoAreaChange(app: AreaWork, key?: number): Promise<void> {
  const { undos, dropUndo } = app.stores.areas.getState();
  const undo = key === undefined ? undos.at(-1) : undos.find((candidate) => candidate.key === key);
  if (!undo) return;
  dropUndo(undo.key);
  const result = await ask(() => takeBack(app, undo));
  if (result.ok) app.stores.ui.getState().selectArea(undo.id);
  else {
    app.stores.areas.getState().pushUndo(undo);
    notifyFailure(result.failure, `${describeUndo(undo)} could not be taken back.`);
  }
}

/** Tries once more to keep a shape that could not be kept. */
export async function retryUnsaved(app: AreaWork, unsaved: UnsavedShape): Promise<void> {
  app.stores.areas.getState().dropUnsaved(unsaved.key);
  if (unsaved.area) await changeAreaShape(app, unsaved.area.id, unsaved.shape);
  else await createArea(app, unsaved.shape);
}

/** What a change was, as a sentence without its full stop: `Deleting “Area 3”`. */
function describeUndo(undo: AreaUndo): string {
  const verbs = { deleted: 'Deleting', renamed: 'Renaming', reshaped: 'Changing the shape of' } as const;
  return `${verbs[undo.kind]} “${undo.name}”`;
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

function takeBack(app: AreaWork, undo: AreaUndo): Promise<Result<Area>> {
  if (undo.kind === 'deleted') return app.api.areas.restore.mutate(undo.id);
  const change: AreaChange =
    undo.kind === 'renamed'
      ? { id: undo.id, name: undo.previousName }
      : { id: undo.id, shape: undo.previousShape };
  return app.api.areas.change.mutate(change);
}

type WithoutKey<T> = T extends unknown ? Omit<T, 'key'> : never;

function offerUndo(app: AreaWork, undo: WithoutKey<AreaUndo>): void {
  const key = app.stores.areas.getState().pushUndo(undo);
  const done = undo.kind === 'deleted' ? 'deleted' : 'changed';
  notifyUndo(`“${undo.name}” ${done}.`, () => undoAreaChange(app, key));
}

/** A shape that took minutes to draw must not be lost with the message about it: the areas panel holds it. */
function keepForRetry(app: AreaWork, unsaved: WithoutKey<UnsavedShape>): void {
  app.stores.areas.getState().keepUnsaved(unsaved);
  app.stores.ui.getState().showPanel('areas');
}

/** The first of “Area 1”, “Area 2”, … that no area has. */
function nextAreaName(areas: readonly Area[]): string {
  const names = new Set(areas.map(({ name }) => name));
  let number = 1;
  while (names.has(`Area ${number}`)) number += 1;
  return `Area ${number}`;
}

function listedAreas(app: AreaWork): readonly Area[] {
  const { areas } = app.stores.workspace.getState();
  return areas.state === 'ready' ? areas.value : [];
}

function findArea(app: AreaWork, id: string): Area | undefined {
  return listedAreas(app).find((area) => area.id === id);
}
