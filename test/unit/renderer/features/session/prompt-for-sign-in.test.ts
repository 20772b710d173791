import { beforeEach, expect, it } from 'vitest';
import { promptForSignIn } from '../../../../../renderer/features/session/prompt-for-sign-in.ts';
import { createStores, type Stores } from '../../../../../renderer/stores/stores.ts';
import type { SessionState } from '../../../../../shared/session/session-state.ts';

let stores: Stores;
const become = (status: SessionState['status']) =>
  stores.session.getState().setSession({ status, workspace: 'open' } as SessionState);
const dialog = () => stores.ui.getState().dialog;

beforeEach(() => {
  stores = createStores();
  promptForSignIn(stores);
  become('signed-in');
});

it('opens the sign-in form when the token expires', () => {
  become('expired');
  expect(dialog()).toBe('sign-in');
});

it('leaves a dialog open that may hold input, and opens the form after it', () => {
  stores.ui.getState().openDialog('case-open');
  become('expired');
  expect(dialog()).toBe('case-open');
  stores.ui.getState().closeDialog();
  expect(dialog()).toBe('sign-in');
  stores.ui.getState().closeDialog();
  expect(dialog()).toBeNull();
});

it('opens no form after that dialog when the user has signed in since', () => {
  stores.ui.getState().openDialog('settings');
  become('expired');
  become('signed-in');
  stores.ui.getState().closeDialog();
  expect(dialog()).toBeNull();
});
