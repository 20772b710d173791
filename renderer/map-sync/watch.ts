import type { StoreApi } from 'zustand/vanilla';

/**
 * Applies a part of a store now and whenever that part is another (`Object.is`). The answer stops it. The selector
 * must return what it finds, not build a new object.
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
