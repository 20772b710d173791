import type { Area, AreaSwap, ChangedArea } from '../../shared/areas/area.ts';
import type { Result } from '../../shared/result.ts';
import type { AreaCommandContext } from './areas.ts';
import { recordEdit } from './edit-history.ts';

type AreaRevision = Pick<Area, 'id' | 'updatedAt'>;

/** Records that an area was renamed or got another shape. `name` is a phrase: `renaming “Area 3”`. */
export function recordAreaChange(
  app: AreaCommandContext,
  change: ChangedArea,
  text: { readonly name: string; readonly message?: string },
): void {
  recordAreaChanges(app, [change], text);
}

/** Records that areas were changed at once. */
export function recordAreaChanges(
  app: AreaCommandContext,
  changes: readonly ChangedArea[],
  { name, message }: { readonly name: string; readonly message?: string },
): void {
  const former = changes.map(({ before }) => before);
  const latter = changes.map(({ after }) => after);
  const setTo = async (states: readonly Area[], expected: readonly Area[]) => {
    const done = await swapAreas(app, { revert: [...states], expected: [...expected] });
    const [only] = states;
    if (done.ok && only && states.length === 1) app.stores.ui.getState().selectArea(only.id);
    return done;
  };
  recordEdit(app, { name, undo: () => setTo(former, latter), redo: () => setTo(latter, former) }, message);
}

/** Records that areas were added, deleted, or replaced by others. `name` is a phrase: `importing 12 areas`. */
export function recordAreaSwap(
  app: AreaCommandContext,
  { added, removed }: { readonly added: readonly Area[]; readonly removed: readonly Area[] },
  { name, message }: { readonly name: string; readonly message?: string },
): void {
  const exchange = async (present: readonly AreaRevision[], deleted: readonly AreaRevision[]) => {
    const remove = present.map(({ id }) => id);
    const restore = deleted.map(({ id }) => id);
    const done = await swapAreas(app, { remove, restore, expected: [...present] });
    if (!done.ok) return done;
    deselectAreas(app, remove);
    if (restore[0] !== undefined) app.stores.ui.getState().selectArea(restore[0]);
    return done;
  };
  recordEdit(
    app,
    { name, undo: () => exchange(added, removed), redo: () => exchange(removed, added) },
    message,
  );
}

/** Clears marks and selection of deleted areas, and removes them from the inspector's trail. */
export function deselectAreas({ stores }: AreaCommandContext, ids: readonly string[]): void {
  const { selectedAreaId, selectArea, tool, setTool } = stores.ui.getState();
  const { markedIds, setMarked } = stores.areas.getState();
  const removed = new Set(ids);
  setMarked([...markedIds].filter((id) => !removed.has(id)));
  for (const id of removed) stores.inspector.getState().remove({ kind: 'area', id });
  if (selectedAreaId === null || !removed.has(selectedAreaId)) return;
  selectArea(null);
  if (tool === 'edit') setTool('select');
}

/** Areas have no more than these members in a swap, so that a large import is undone with a small request. */
function swapAreas(
  { api }: AreaCommandContext,
  { remove = [], restore = [], revert = [], expected = [] }: Partial<AreaSwap>,
): Promise<Result<readonly Area[]>> {
  return api.areas.swap.mutate({
    remove,
    restore,
    revert: revert.map(({ id, name, shape, updatedAt, site }) => ({
      ...{ id, name, shape, updatedAt },
      ...(site ? { site } : {}),
    })),
    expected: expected.map(({ id, updatedAt }) => ({ id, updatedAt })),
  });
}
