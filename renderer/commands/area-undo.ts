import type { Area, AreaChange, AreaExchange } from '../../shared/areas/area.ts';
import { type Result, succeed } from '../../shared/result.ts';
import { ask } from '../api/ask.ts';
import { notifyFailure, notifyUndo } from '../app/notify.tsx';
import type { AreaUndo } from '../stores/areas-store.ts';
import type { AreaWork } from './listed-areas.ts';

/** Takes back one change; the latest when none is named. Nothing happens when there is none. */
export async function undoAreaChange(app: AreaWork, key?: number): Promise<void> {
  const { undos, dropUndo } = app.stores.areas.getState();
  const undo = key === undefined ? undos.at(-1) : undos.find((candidate) => candidate.key === key);
  if (!undo) return;
  dropUndo(undo.key);
  const result = await ask(() => takeBack(app, undo));
  if (result.ok) app.stores.ui.getState().selectArea(result.value?.id ?? null);
  else {
    app.stores.areas.getState().pushUndo(undo);
    notifyFailure(result.failure, `${describeUndo(undo)} could not be taken back.`);
  }
}

/** Remembers how to take a change of one area back, and offers it. */
export function offerUndo(app: AreaWork, undo: WithoutKey<Exclude<AreaUndo, { kind: 'exchanged' }>>): void {
  const key = app.stores.areas.getState().pushUndo(undo);
  const done = undo.kind === 'deleted' ? 'deleted' : 'changed';
  notifyUndo(`“${undo.name}” ${done}.`, () => undoAreaChange(app, key));
}

/**
 * Remembers how to take back what was done to several areas, and offers it. `what` is told when it cannot be taken
 * back (`Importing 12 areas`), `message` now (`12 areas kept.`).
 */
export function offerExchangeBack(
  app: AreaWork,
  change: { readonly what: string; readonly message: string; readonly exchange: AreaExchange },
): void {
  const { what, message, exchange } = change;
  const key = app.stores.areas.getState().pushUndo({ kind: 'exchanged', what, exchange });
  notifyUndo(message, () => undoAreaChange(app, key));
}

/** What a change was, as a sentence without its full stop: `Deleting “Area 3”`. */
function describeUndo(undo: AreaUndo): string {
  if (undo.kind === 'exchanged') return undo.what;
  const verbs = { deleted: 'Deleting', renamed: 'Renaming', reshaped: 'Changing the shape of' } as const;
  return `${verbs[undo.kind]} “${undo.name}”`;
}

/** The area to look at afterwards, if one is there again. */
async function takeBack(app: AreaWork, undo: AreaUndo): Promise<Result<Area | undefined>> {
  if (undo.kind === 'exchanged') {
    const result = await app.api.areas.exchange.mutate(undo.exchange);
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
