import { describe, expect, it } from 'vitest';
import { createOrdersStore } from '../../renderer/stores/orders-store.ts';
import { makeDraft } from '../builders/order-draft-builder.ts';

describe('orders store', () => {
  const editing = { id: 'one', name: '', draft: makeDraft(), notes: [] };

  it('tells a draft that was opened from one that was changed since', () => {
    const store = createOrdersStore();
    store.getState().edit(editing, 'kept');
    expect(store.getState().keep).toEqual({ kind: 'kept' });
    store.getState().changeDraft({ descriptiveName: 'Ningbo' });
    expect(store.getState()).toMatchObject({
      keep: { kind: 'changed' },
      editing: { id: 'one', draft: { descriptiveName: 'Ningbo', analytics: editing.draft.analytics } },
    });
  });

  it('changes nothing while no draft is in the form', () => {
    const store = createOrdersStore();
    store.getState().changeDraft({ descriptiveName: 'Ningbo' });
    expect(store.getState()).toMatchObject({ editing: null, keep: { kind: 'kept' } });
  });

  it('forgets how the sending of one draft went when another is opened', () => {
    const store = createOrdersStore();
    store.getState().edit(editing, 'kept');
    store.getState().setSend({ kind: 'failed', failure: { code: 'conflict', message: 'Sent before.' } });
    store.getState().edit({ ...editing, id: 'two' }, 'kept');
    expect(store.getState().send).toEqual({ kind: 'idle' });
  });
});
