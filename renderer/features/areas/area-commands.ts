import type { Area, AreaShape } from '../../../shared/areas/area.ts';
import { maxAreaNameLength, uniqueNames } from '../../../shared/areas/unique-names.ts';
import type { Failure } from '../../../shared/result.ts';
import { areaListQuery } from '../../api/live-queries.ts';
import type { App } from '../../context/app-context.tsx';
import { deselectAreas, recordAreaChange, recordAreaSwap } from '../../context/area-edits.ts';
import { type AreaCommandContext, findArea, getAreas, zoomToArea } from '../../context/areas.ts';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { callEdit } from '../../context/edit-history.ts';
import type { UnsavedShape } from '../../stores/areas-store.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { createImportCommands } from './import-commands.ts';
import { createMarkedAreaCommands } from './marked-area-commands.ts';
import { texts } from './texts.ts';

/** Saves a drawn shape as a new area with the next free name, selects it and activates the select tool. */
export async function createArea(app: AreaCommandContext, shape: AreaShape): Promise<void> {
  app.stores.ui.getState().setTool('select');
  const name = nextAreaName(getAreas(app));
  const result = await callEdit(app, () => app.api.areas.create.mutate({ name, shape }));
  if (!result.ok) {
    holdForRetry(app, { shape, area: null, failure: result.failure });
    return;
  }
  recordAreaSwap(app, { added: [result.value], removed: [] }, { name: texts.edits.adding(name) });
  const { ui, orders, workspace } = app.stores;
  const areaId = result.value.id;
  ui.getState().selectArea(areaId);
  const { view, editing, changeDraft } = orders.getState();
  // What is drawn beside an order form is for that order.
  if (ui.getState().panel === 'orders' && view.kind === 'form' && editing)
    changeDraft({ areas: [...editing.draft.areas, { kind: 'area', areaId }] });
  else workspace.getState().setCompleted({ kind: 'area', areaId });
}

/** The changes of shapes that are being saved: the lists of areas of their apps do not have them yet. */
const savingShape = new WeakMap<object, Promise<Area | undefined>>();

/**
 * Changes the shape of an area; can be undone. When the area has changed since the change began (by default, since it
 * was shown), the shape is held with the reason. Null changes it anyway.
 */
export async function changeAreaShape(
  app: AreaCommandContext,
  id: string,
  shape: AreaShape,
  base: Pick<Area, 'updatedAt'> | null | undefined = findArea(app, id),
): Promise<void> {
  const { areas } = app.stores;
  const former = savingShape.get(areas);
  const saving = former
    ? former.then((saved) => saveShape(app, id, shape, saved?.id === id ? saved : base))
    : saveShape(app, id, shape, base);
  savingShape.set(areas, saving);
  await saving;
  if (savingShape.get(areas) === saving) savingShape.delete(areas);
}

/** Returns the changed area; undefined when it was not changed. */
async function saveShape(
  app: AreaCommandContext,
  id: string,
  shape: AreaShape,
  base: Pick<Area, 'updatedAt'> | null | undefined,
): Promise<Area | undefined> {
  const expected = base ? { expected: base.updatedAt } : {};
  const result = await callEdit(app, () => app.api.areas.change.mutate({ id, shape, ...expected }));
  if (!result.ok) {
    const name = findArea(app, id)?.name ?? texts.failures.thisArea;
    holdForRetry(app, { shape, area: { id, name }, failure: result.failure });
    return undefined;
  }
  const { after } = result.value;
  showChangedArea(app, after);
  const { name } = after;
  recordAreaChange(app, result.value, {
    name: texts.edits.changingShape(name),
    message: texts.edits.changed(name),
  });
  return after;
}

/** The next change of the area names this state of it, before the list is loaded again. */
function showChangedArea({ queries, queryClient }: AreaCommandContext, changed: Area): void {
  queryClient.setQueryData(areaListQuery(queries).queryKey, (list) =>
    list?.map((area) => (area.id === changed.id ? changed : area)),
  );
}

/** Renames an area. Returns the failure, so that the name field can show it. */
export async function renameArea(app: AreaCommandContext, id: string, name: string): Promise<Failure | null> {
  if (findArea(app, id)?.name === name.trim()) return null;
  const result = await callEdit(app, () => app.api.areas.change.mutate({ id, name }));
  if (!result.ok) return result.failure;
  showChangedArea(app, result.value.after);
  recordAreaChange(app, result.value, { name: texts.edits.renaming(result.value.before.name) });
  return null;
}

/** Saves a copy of an area under a free name, and selects it; can be undone. */
export async function duplicateArea(app: AreaCommandContext, { name, shape }: Area): Promise<void> {
  const copyName = `${name.slice(0, maxAreaNameLength - copySuffix.length)}${copySuffix}`;
  const [freeName = copyName] = uniqueNames(
    [copyName],
    getAreas(app).map((area) => area.name),
  );
  const result = await callEdit(app, () => app.api.areas.create.mutate({ name: freeName, shape }));
  if (!result.ok) return notifyFailure(result.failure, texts.failures.notDuplicated(name));
  recordAreaSwap(
    app,
    { added: [result.value], removed: [] },
    { name: texts.edits.duplicating(name), message: texts.edits.duplicated(name, freeName) },
  );
  app.stores.ui.getState().selectArea(result.value.id);
}

const copySuffix = texts.edits.copySuffix;

/** Shows the search form for an area: fetches that it begins show what lies inside. */
function searchInArea(app: App, { id }: Area): void {
  app.stores.search.getState().chooseArea(id);
  app.stores.ui.getState().showPanel('results');
}

/** Deletes an area without confirmation: it can be undone. */
export async function deleteArea(app: AreaCommandContext, id: string): Promise<void> {
  const result = await callEdit(app, () => app.api.areas.remove.mutate(id));
  if (!result.ok) return notifyFailure(result.failure, texts.failures.notDeleted(findArea(app, id)?.name));
  const { name } = result.value;
  deselectAreas(app, [id]);
  recordAreaSwap(
    app,
    { added: [], removed: [result.value] },
    { name: texts.edits.deleting(name), message: texts.edits.deleted(name) },
  );
}

/** Tries again to save a shape that could not be saved; as a new area when its own no longer exists. */
export async function retryUnsavedShape(app: AreaCommandContext, unsaved: UnsavedShape): Promise<void> {
  app.stores.areas.getState().dropUnsaved(unsaved.key);
  if (unsaved.area && findArea(app, unsaved.area.id))
    await changeAreaShape(app, unsaved.area.id, unsaved.shape, null);
  else await createArea(app, unsaved.shape);
}

/** The commands about existing areas; the tools that draw new ones are among the map commands. */
export function createAreaCommands(app: App): readonly Command[] {
  const { areas, ui } = app.stores;
  const selected = () => findArea(app, ui.getState().selectedAreaId ?? '');
  const enabled = () => selected() !== undefined || texts.commands.selectFirst;
  const withSelected = (act: (area: Area) => void | Promise<void>) => async () => {
    const area = selected();
    if (area) await act(area);
  };
  return [
    ...createImportCommands(app),
    ...createMarkedAreaCommands(app),
    {
      id: 'areas.zoom',
      title: texts.commands.zoom,
      group: 'Areas',
      hotkey: 'shift+Z',
      enabled,
      run: withSelected((area) => zoomToArea(app, area)),
    },
    {
      id: 'areas.edit',
      title: texts.commands.edit,
      group: 'Areas',
      enabled,
      run: withSelected(({ id }) => editAreaShape(app, id)),
    },
    {
      id: 'areas.rename',
      title: texts.commands.rename,
      group: 'Areas',
      hotkey: 'F2',
      enabled,
      run: withSelected(({ id }) => {
        ui.getState().showPanel('areas');
        areas.getState().setRenaming(id);
      }),
    },
    {
      id: 'areas.duplicate',
      title: texts.commands.duplicate,
      group: 'Areas',
      enabled,
      run: withSelected((area) => duplicateArea(app, area)),
    },
    {
      id: 'areas.search',
      title: texts.commands.search,
      group: 'Areas',
      enabled,
      run: withSelected((area) => searchInArea(app, area)),
    },
    {
      id: 'areas.delete',
      title: texts.commands.delete,
      group: 'Areas',
      enabled,
      run: withSelected(({ id }) => deleteArea(app, id)),
    },
  ];
}

/** The commands with which the map and other features save shapes. */
export function createAreaInputCommands(app: AreaCommandContext): readonly InputCommand[] {
  return [
    { id: 'areas.create', title: texts.commands.save, run: ({ shape }) => createArea(app, shape) },
    {
      id: 'areas.change-shape',
      title: texts.commands.save,
      run: ({ areaId, shape }) => changeAreaShape(app, areaId, shape),
    },
  ];
}

/** Selects an area and activates the edit tool. */
export function editAreaShape({ stores }: AreaCommandContext, id: string): void {
  stores.ui.getState().selectArea(id);
  stores.ui.getState().setTool('edit');
}

/** A shape that took minutes to draw must not be lost with an error message: the areas panel holds it. */
function holdForRetry(app: AreaCommandContext, unsaved: Omit<UnsavedShape, 'key'>): void {
  app.stores.areas.getState().addUnsaved(unsaved);
  app.stores.ui.getState().showPanel('areas');
}

/** The first unused name of “Area 1”, “Area 2”, …. */
export function nextAreaName(areas: readonly Area[]): string {
  const names = new Set(areas.map(({ name }) => name));
  let number = 1;
  while (names.has(texts.names.numbered(number))) number += 1;
  return texts.names.numbered(number);
}
