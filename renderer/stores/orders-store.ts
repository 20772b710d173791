import { createStore } from 'zustand/vanilla';
import type { OrderDraft } from '../../shared/orders/order-draft.ts';
import type { OverlapCheck } from '../../shared/orders/overlap-check.ts';
import type { Submission } from '../../shared/orders/submission.ts';
import type { Failure } from '../../shared/result.ts';

/** What the orders panel shows. */
export type OrdersView =
  | { readonly kind: 'list' }
  | { readonly kind: 'form' }
  | { readonly kind: 'drafts' }
  | { readonly kind: 'order'; readonly id: string }
  | { readonly kind: 'submission'; readonly id: string };

/** The draft in the form. */
export type EditedDraft = {
  readonly id: string;
  /** As the analyst calls the draft itself; empty: it goes by the name of the order. */
  readonly name: string;
  readonly draft: OrderDraft;
  /** What is to be known of where it came from, a sentence each. They go with the form. */
  readonly notes: readonly string[];
};

/** Whether the workspace has the draft as it stands in the form. */
export type KeepState =
  /** Begun, and nothing is filled in yet: the workspace does not have it. */
  | { readonly kind: 'new' }
  | { readonly kind: 'kept' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** How the last attempt to send stands. */
export type SendState =
  | { readonly kind: 'idle' }
  /** The draft is being compared with known orders and results. */
  | { readonly kind: 'checking' }
  /** The comparison found something: the analyst decides. */
  | { readonly kind: 'checked'; readonly check: OverlapCheck }
  | { readonly kind: 'sending' }
  /** The service did not take it, or it never left: nothing was ordered and the draft stays. */
  | { readonly kind: 'not-taken'; readonly submission: Submission }
  /** The draft was not even judged sendable, or the workspace could not keep it. */
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The orders panel's view, and the order being written. */
export type OrdersStore = {
  readonly view: OrdersView;
  /** Null before an order was begun, and after it was placed. */
  readonly editing: EditedDraft | null;
  readonly keep: KeepState;
  readonly send: SendState;
  show(view: OrdersView): void;
  /** Puts another draft into the form, or none. `keep` says whether the workspace has it. */
  edit(editing: EditedDraft | null, keep: 'new' | 'kept' | 'changed'): void;
  changeDraft(change: Partial<OrderDraft>): void;
  renameDraft(name: string): void;
  setKeep(keep: KeepState): void;
  setSend(send: SendState): void;
};

/** An orders store with nothing in the form. */
export function createOrdersStore() {
  return createStore<OrdersStore>()((set) => ({
    view: { kind: 'list' },
    editing: null,
    keep: { kind: 'kept' },
    send: { kind: 'idle' },
    show: (view) => set({ view }),
    edit: (editing, keep) => set({ editing, keep: { kind: keep }, send: { kind: 'idle' } }),
    changeDraft: (change) =>
      set(({ editing }) =>
        editing
          ? { editing: { ...editing, draft: { ...editing.draft, ...change } }, keep: { kind: 'changed' } }
          : {},
      ),
    renameDraft: (name) =>
      set(({ editing }) => (editing ? { editing: { ...editing, name }, keep: { kind: 'changed' } } : {})),
    setKeep: (keep) => set({ keep }),
    setSend: (send) => set({ send }),
  }));
}
