import { describe, expect, it } from 'vitest';
import { askBeforeLeaving } from '../../../../renderer/app/ask-before-leaving.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';

describe('leaving the page', () => {
  function start() {
    const page = new EventTarget();
    const stores = createStores();
    const command = { isWaiting: false };
    askBeforeLeaving(stores, { hasWaitingInput: () => command.isWaiting }, page as Window);
    const isAsked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    return { stores, command, isAsked };
  }

  it('is confirmed first while a verdict is not saved', () => {
    const { stores, isAsked } = start();
    expect(isAsked()).toBe(false);
    stores.review.getState().setPendingWrites(1);
    expect(isAsked()).toBe(true);
    stores.review.getState().setPendingWrites(0);
    expect(isAsked()).toBe(false);
  });

  it('is confirmed first while a note is typed', () => {
    const { stores, isAsked } = start();
    stores.review.getState().setNoteTyped(true);
    expect(isAsked()).toBe(true);
    stores.review.getState().setNoteTyped(false);
    expect(isAsked()).toBe(false);
  });

  it('is confirmed first while a drawn area is not saved', () => {
    const { stores, isAsked } = start();
    const key = stores.areas.getState().addUnsaved({
      shape: { kind: 'circle', center: [0, 0], radiusMetres: 100 },
      area: null,
      failure: { code: 'disk', message: 'The disk is full.' },
    });
    expect(isAsked()).toBe(true);
    stores.areas.getState().dropUnsaved(key);
    expect(isAsked()).toBe(false);
  });

  it.each([
    { kind: 'changed' },
    { kind: 'failed', failure: { code: 'disk', message: 'It is full.' } },
  ] as const)('is confirmed first while the draft of an order is $kind', (state) => {
    const { stores, isAsked } = start();
    stores.orders.getState().setSaveState(state);
    expect(isAsked()).toBe(true);
    stores.orders.getState().setSaveState({ kind: 'saved' });
    expect(isAsked()).toBe(false);
  });

  it('is confirmed first while the command that saves a drawn area is being loaded', () => {
    const { command, isAsked } = start();
    command.isWaiting = true;
    expect(isAsked()).toBe(true);
    command.isWaiting = false;
    expect(isAsked()).toBe(false);
  });
});
