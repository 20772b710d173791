import { succeed } from '../../shared/result.ts';
import { type App, useApp } from './app-context.tsx';
import { recordEdit } from './edit-history.ts';
import { useTypedStore } from './use-stores.ts';

/** A form or field that Escape closes. */
export type TypedForm = {
  /** Key of the typed text until it is saved or discarded. */
  readonly id: string;
  /** Name of the typed text: `the name of “Area 3”`. */
  readonly what: string;
  /** Shows the form again, or the panel that it is in. */
  readonly show: () => void;
  /** Closes it; a field that is open only while something is typed into it is closed anyway. */
  readonly hide?: () => void;
};

/** Returns the content of a form, at first `initial`, and the function that changes it. */
export function useTyped<Value>(
  id: string,
  initial: Value,
): readonly [Value, (change: Value | ((before: Value) => Value)) => void] {
  const { stores } = useApp();
  const typed = useTypedStore((state) => state.typed[id]);
  const change = (next: Value | ((before: Value) => Value)) => {
    const { setTyped, typed: all } = stores.typed.getState();
    const before = all[id] ?? { initial, value: initial };
    const value = next instanceof Function ? next(before.value as Value) : next;
    setTyped(id, { initial: before.initial, value });
  };
  return [typed ? (typed.value as Value) : initial, change];
}

/** Whether something is typed into a form, which is then open. */
export function useIsTyped(id: string): boolean {
  return useTypedStore((state) => Object.hasOwn(state.typed, id));
}

/** Forgets what was typed into a form, since it was saved. */
export function forgetTyped({ stores }: Pick<App, 'stores'>, id: string): void {
  stores.typed.getState().setTyped(id, undefined);
}

/** Discards what was typed into a form that is closed without saving; it is offered back. */
export function discardTyped(app: App, { id, what, show, hide }: TypedForm): void {
  const { setTyped, typed } = app.stores.typed.getState();
  const discarded = typed[id];
  setTyped(id, undefined);
  if (!discarded || JSON.stringify(discarded.value) === JSON.stringify(discarded.initial)) return;
  recordDiscard(app, what, {
    restore() {
      setTyped(id, discarded);
      show();
    },
    discard() {
      setTyped(id, undefined);
      hide?.();
    },
  });
}

/** Offers back what was typed: Undo restores it, Redo discards it again. */
export function recordDiscard(
  app: Pick<App, 'stores'>,
  what: string,
  { restore, discard }: { readonly restore: () => unknown; readonly discard: () => unknown },
): void {
  const edit = {
    name: `discarding what was typed as ${what}`,
    async undo() {
      await restore();
      return succeed(undefined);
    },
    async redo() {
      await discard();
      return succeed(undefined);
    },
  };
  recordEdit(app, edit, `What you typed as ${what} was discarded.`);
}
