import type { Failure } from '../../../shared/result.ts';
import type { SessionState } from '../../../shared/session/session-state.ts';
import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/** Signing in and out, and profiles. */
export function createSessionCommands({ api, stores: { session, ui } }: App): readonly Command[] {
  return [
    {
      id: 'session.sign-in',
      title: texts.commands.signIn,
      group: 'Session',
      enabled: () => session.getState().session !== null || texts.commands.notConnected,
      run: () => ui.getState().openDialog('sign-in'),
    },
    {
      id: 'session.sign-out',
      title: texts.commands.signOut,
      group: 'Session',
      hotkey: 'shift+O',
      enabled: () => session.getState().session?.status === 'signed-in' || texts.commands.notSignedIn,
      async run() {
        const wasStored = session.getState().session?.tokenStorage === 'keychain';
        const { keychainProblem, keychainDetails: details } = unwrap(await api.session.signOut.mutate());
        if (!wasStored || keychainProblem === undefined) notifyInfo(texts.commands.signedOut);
        else
          notifyFailure({ code: 'disk', message: keychainProblem, details }, texts.commands.tokenNotDeleted);
      },
    },
    {
      id: 'session.profiles',
      title: texts.commands.manageProfiles,
      group: 'Session',
      run: () => ui.getState().openSettings('profiles'),
    },
  ];
}

/** The command with which another feature selects a profile. */
export function createSessionInputCommands(app: App): readonly InputCommand[] {
  return [
    {
      id: 'session.select-profile',
      title: texts.commands.selectProfile,
      async run({ profileId }) {
        await selectProfile(app, profileId);
      },
    },
  ];
}

/** Selects a profile, and opens the sign-in form if it has no valid token. Returns the failure, if any. */
export async function selectProfile(
  { api, stores }: Pick<App, 'api' | 'stores'>,
  id: string,
): Promise<Failure | null> {
  if (stores.session.getState().session?.profile.id === id) return null;
  let isShown = false;
  const show = ({ status }: SessionState) => {
    // Only once: the user may have closed the form before the response arrives.
    if (isShown) return;
    isShown = true;
    if (status !== 'signed-in') stores.ui.getState().openDialog('sign-in');
  };
  const stopWatching = stores.session.subscribe(({ session }) => {
    if (session?.profile.id === id) show(session);
  });
  const failure = await trySelect();
  stopWatching();
  if (failure) notifyFailure(failure, texts.commands.profileNotChanged);
  return failure;

  async function trySelect(): Promise<Failure | null> {
    try {
      const selected = await api.session.selectProfile.mutate(id);
      if (!selected.ok) return selected.failure;
      show(selected.value);
      return null;
    } catch (error) {
      return toFailure(error);
    }
  }
}
