import { beforeEach, expect, it } from 'vitest';
import { selectProfile } from '../../../../../renderer/features/session/session-commands.ts';
import { createStores, type Stores } from '../../../../../renderer/stores/stores.ts';
import { type Result, succeed } from '../../../../../shared/result.ts';
import type { SessionState } from '../../../../../shared/session/session-state.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';

spyOnNotifications();

function sessionOf(id: string, status: SessionState['status'] = 'signed-out'): SessionState {
  return {
    profile: { id, name: id, kind: 'custom', brand: 'svc', baseUrl: '', imageBaseUrl: '' } as never,
    status,
    tokenStorage: 'none',
    connection: 'unknown',
    workspace: 'open',
  };
}

let stores: Stores;
let respond: (result: Result<SessionState>) => void;
const select = () => selectProfile({ api: api as never, stores }, 'other');
const api = {
  session: {
    selectProfile: {
      mutate: () =>
        new Promise<Result<SessionState>>((resolve) => {
          respond = resolve;
        }),
    },
  },
};
const isOpen = () => stores.ui.getState().dialog === 'sign-in';

beforeEach(() => {
  stores = createStores();
  stores.session.getState().setSession(sessionOf('first'));
});

it('opens the sign-in form for a profile without a token', async () => {
  const selected = select();
  respond(succeed(sessionOf('other')));
  expect(await selected).toBeNull();
  expect(isOpen()).toBe(true);
});

it('opens none for a profile that is signed in', async () => {
  const selected = select();
  respond(succeed(sessionOf('other', 'signed-in')));
  await selected;
  expect(isOpen()).toBe(false);
});

it('does not open the form again that the user closed before the response arrived', async () => {
  const selected = select();
  stores.session.getState().setSession(sessionOf('other'));
  expect(isOpen()).toBe(true);
  stores.ui.getState().closeDialog();
  respond(succeed(sessionOf('other')));
  await selected;
  expect(isOpen()).toBe(false);
});
