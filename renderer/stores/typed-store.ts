import { createStore } from 'zustand/vanilla';

/** Content of a form, and what it began with. */
export type Typed = { readonly value: unknown; readonly initial: unknown };

/** Contents of forms, by the id of the form. */
export type TypedStore = {
  readonly typed: Readonly<Record<string, Typed>>;
  /** Sets what is typed into a form; undefined: nothing. */
  setTyped(id: string, typed: Typed | undefined): void;
  clear(): void;
};

/** A store of forms into which nothing is typed. */
export function createTypedStore() {
  return createStore<TypedStore>()((set) => ({
    typed: {},
    setTyped: (id, typed) =>
      set(({ typed: { [id]: _former, ...others } }) => ({
        typed: typed === undefined ? others : { ...others, [id]: typed },
      })),
    clear: () => set({ typed: {} }),
  }));
}
