import type { Area, AreaChange, AreaSwap } from '../../../shared/areas/area.ts';
import { type Result, succeed } from '../../../shared/result.ts';
import { callApi } from '../../api/call-api.ts';
import type { AreaCommandContext } from '../../context/areas.ts';
import type { AreaUndo } from '../../stores/areas-store.ts';
import { notifyFailure, notifyUndo } from '../../ui/notify.tsx';

/** Undoes the change with the given key, or the latest one. Does nothing when there is none. */
export async function undoAreaChange(app: AreaCommandContext, key?: number): Promise<void> {
  const { undos, dropUndo } = app.stores.areas.getState();
  const undo = key === undefined ? undos.at(-1) : undos.find((candidate) => candidate.key === key);
  if (!undo) return;
  dropUndo(undo.key);
  const result = await callApi(() => revertChange(app, undo));
  if (result.ok) app.stores.ui.getState().selectArea(result.value?.id ?? null);
  else {
    app.stores.areas.getState().pushUndo(undo);
    notifyFailure(result.failure, `${describeUndo(undo)} could not be undone.`);
  }
}

/** Stores an undo of a change of one area, and offers it in a notification. */
export function offerUndo(
  app: AreaCommandContext,
  undo: WithoutKey<Exclude<AreaUndo, { kind: 'swapped' }>>,
): void {
  const key = app.stores.areas.getState().pushUndo(undo);
  const done = undo.kind === 'deleted' ? 'deleted' : 'changed';
  notifyUndo(`“${undo.name}” ${done}.`, () => undoAreaChange(app, key));
}

/**
 * Stores an undo of a change of several areas, and offers it in a notification. `message` is shown now
 * (`12 areas imported.`), `what` names the change if the undo fails (`Importing 12 areas`).
 */
export function offerSwapUndo(
  app: AreaCommandContext,
  change: { readonly what: string; readonly message: string; readonly swap: AreaSwap },
): void {
  const { what, message, swap } = change;
  const key = app.stores.areas.getState().pushUndo({ kind: 'swapped', what, swap });
  notifyUndo(message, () => undoAreaChange(app, key));
}

/** Names a change, as a sentence without its full stop: `Deleting “Area 3”`. */
function describeUndo(undo: AreaUndo): string {
  if (undo.kind === 'swapped') return undo.what;
  const verbs = { deleted: 'Deleting', renamed: 'Renaming', reshaped: 'Changing the shape of' } as const;
  return `${verbs[undo.kind]} “${undo.name}”`;
}

/** Reverts a change and returns the area to select afterwards, if any. */
async function revertChange(app: AreaCommandContext, undo: AreaUndo): Promise<Result<Area | undefined>> {
  if (undo.kind === 'swapped') {
    const result = await app.api.areas.swap.mutate(undo.swap);
    return result.ok ? succeed(result.value[0]) : result;
  }
  if (undo.kind === 'deleted') return app.api.areas.restore.mutate(undo.id);
  const change: AreaChange =
    undo.kind === 'renamed'
      ? { id: undo.id, name: undo.previousName }
      : { id: undo.id, shape: undo.previousShape };
  return app.api.areas.change.mutate(change);
}

type WithoutKey<T> = T extends unknown ? Omit<T, 'key'> : never;
