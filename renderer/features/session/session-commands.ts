import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { selectProfile } from './select-profile.ts';
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
