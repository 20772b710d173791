import { z } from 'zod';
import { createStore } from 'zustand/vanilla';
import { type OrderForm, orderFormSchema } from '../../shared/orders/order-form.ts';
import type { Submission } from '../../shared/orders/submission.ts';
import type { Failure } from '../../shared/result.ts';

/** What the orders panel shows. */
export type OrdersView =
  | { readonly kind: 'list' }
  | { readonly kind: 'form' }
  | { readonly kind: 'order'; readonly id: string }
  | { readonly kind: 'submission'; readonly id: string };

/** How the last attempt to send stands. */
export type SendState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending' }
  /** The service did not take it, or it never left: nothing was ordered and the form is kept. */
  | { readonly kind: 'not-taken'; readonly submission: Submission }
  /** The form was not even judged sendable, or the workspace could not keep it. */
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The orders panel's view, and the order being written. */
export type OrdersStore = {
  readonly view: OrdersView;
  /** The order being written; kept over reloads until it is accepted. */
  readonly draft: OrderForm;
  readonly send: SendState;
  show(view: OrdersView): void;
  changeDraft(change: Partial<OrderForm>): void;
  /** Begins a new order. The contact address stays: it rarely changes from one order to the next. */
  clearDraft(): void;
  setSend(send: SendState): void;
};

const emptyDraft: OrderForm = {
  descriptiveName: '',
  purchaseReason: '',
  customerNotes: '',
  contactEmail: '',
  analytics: [],
  ranges: [{ from: '', to: '' }],
  areaIds: [],
};

const storageKey = 'sightline.order-draft';

/** An orders store that begins with the draft found in `storage` and writes each change of it there. */
export function createOrdersStore(storage: Storage | undefined = globalThis.localStorage) {
  const store = createStore<OrdersStore>()((set) => ({
    view: { kind: 'list' },
    draft: readDraft(storage),
    send: { kind: 'idle' },
    show: (view) => set({ view }),
    changeDraft: (change) => set(({ draft }) => ({ draft: { ...draft, ...change } })),
    clearDraft: () =>
      set(({ draft }) => ({
        draft: { ...emptyDraft, contactEmail: draft.contactEmail },
        send: { kind: 'idle' },
      })),
    setSend: (send) => set({ send }),
  }));
  store.subscribe(({ draft }, before) => {
    if (draft !== before.draft) storage?.setItem(storageKey, JSON.stringify(draft));
  });
  return store;
}

/** Whether anything but the contact address has been written. */
export function isDraftStarted(draft: OrderForm): boolean {
  return JSON.stringify({ ...draft, contactEmail: '' }) !== JSON.stringify(emptyDraft);
}

const draftTextSchema = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    context.addIssue({ code: 'custom', message: String(cause) });
    return z.NEVER;
  }
});

/** What another version wrote, or nobody, is no draft. */
function readDraft(storage: Storage | undefined): OrderForm {
  const parsed = draftTextSchema.pipe(orderFormSchema).safeParse(storage?.getItem(storageKey));
  return parsed.success ? parsed.data : emptyDraft;
}
