import { describe, expect, it } from 'vitest';
import { createOrdersStore, isDraftStarted } from '../../renderer/stores/orders-store.ts';

describe('orders store', () => {
  it('keeps the draft over a reload of the page', () => {
    const storage = memoryStorage();
    createOrdersStore(storage)
      .getState()
      .changeDraft({ descriptiveName: 'Ningbo', analytics: ['SPEX'] });
    const { draft } = createOrdersStore(storage).getState();
    expect(draft).toMatchObject({ descriptiveName: 'Ningbo', analytics: ['SPEX'] });
    expect(isDraftStarted(draft)).toBe(true);
  });

  it.each(['{', 'null', '{"descriptiveName":3}'])('begins anew when it finds %s', (text) => {
    const { draft } = createOrdersStore(memoryStorage(text)).getState();
    expect(isDraftStarted(draft)).toBe(false);
    expect(draft.ranges).toHaveLength(1);
  });

  it('keeps the contact address for the next order', () => {
    const store = createOrdersStore(memoryStorage());
    store.getState().changeDraft({ contactEmail: 'analyst@example.org', descriptiveName: 'One' });
    store.getState().clearDraft();
    expect(store.getState().draft.contactEmail).toBe('analyst@example.org');
    expect(isDraftStarted(store.getState().draft)).toBe(false);
  });
});

function memoryStorage(text: string | null = null): Storage {
  let kept = text;
  return {
    length: 1,
    clear() {},
    key: () => null,
    removeItem() {},
    getItem: () => kept,
    setItem: (_key, value) => {
      kept = value;
    },
  };
}
