import type { StoreApi } from 'zustand/vanilla';

/**
 * Calls `apply` with the selected part of a store's state, now and whenever it changes (`Object.is`). Returns a
 * function that stops it. The selector must return an existing value, not create a new object.
 */
export function watch<State, Part>(
  store: Pick<StoreApi<State>, 'getState' | 'subscribe'>,
  select: (state: State) => Part,
  apply: (part: Part) => void,
): () => void {
  let last = select(store.getState());
  apply(last);
  return store.subscribe((state) => {
    const next = select(state);
    if (Object.is(next, last)) return;
    last = next;
    apply(next);
  });
}

/** A function that calls all of these. */
export function joinStops(stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}
