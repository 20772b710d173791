import { describe, expect, test } from 'vitest';
import { offerTour } from '../../../../../renderer/features/help/offer-tour.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import type { SessionState } from '../../../../../shared/session/session-state.ts';
import { signedOut as withWorkspace } from '../../../../builders/session-state.ts';

const signedOut: SessionState = { ...withWorkspace, workspace: 'none' };
const signedIn: SessionState = { ...signedOut, status: 'signed-in', username: 'ana', workspace: 'open' };

function offered(states: readonly SessionState[], isTourDone = false): boolean {
  const stores = createStores();
  if (isTourDone) stores.help.getState().endTour();
  offerTour(stores);
  for (const state of states) stores.session.getState().setSession(state);
  return stores.help.getState().tourStep !== null;
}

describe('offerTour', () => {
  test('starts the tour at the first sign-in ever', () => {
    expect(offered([signedOut])).toBe(false);
    expect(offered([signedOut, signedIn])).toBe(true);
  });

  test('does not start it for an account that is known, nor after it was left', () => {
    expect(offered([{ ...signedOut, username: 'ana' }, signedIn])).toBe(false);
    expect(offered([signedIn])).toBe(false);
    expect(offered([signedOut, signedIn], true)).toBe(false);
  });
});
