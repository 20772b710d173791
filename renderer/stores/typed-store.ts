import { createStore } from 'zustand/vanilla';

/** What is typed into a form, and what it began with. */
export type Typed = { readonly value: unknown; readonly initial: unknown };

/** What is typed into open forms, by the id of the form. */
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
