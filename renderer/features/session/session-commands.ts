import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { notifyInfo } from '../../ui/notify.tsx';
import { selectProfile } from './select-profile.ts';

/** Signing in and out, and profiles. */
export function createSessionCommands({ api, stores: { session, ui } }: App): readonly Command[] {
  return [
    {
      id: 'session.sign-in',
      title: 'Sign in',
      group: 'Session',
      enabled: () => session.getState().session !== null || 'The page is not connected yet.',
      run: () => ui.getState().openDialog('sign-in'),
    },
    {
      id: 'session.sign-out',
      title: 'Sign out',
      group: 'Session',
      hotkey: 'shift+O',
      enabled: () => session.getState().session?.status === 'signed-in' || 'No user is signed in.',
      async run() {
        await api.session.signOut.mutate();
        notifyInfo('Signed out. The sign-in token was deleted; all data on this disk remains.');
      },
    },
    {
      id: 'session.profiles',
      title: 'Manage profiles',
      group: 'Session',
      run: () => ui.getState().showPanel('settings'),
    },
  ];
}

/** The command with which another feature selects a profile. */
export function createSessionInputCommands(app: App): readonly InputCommand[] {
  return [
    {
      id: 'session.select-profile',
      title: 'Select the profile',
      async run({ profileId }) {
        await selectProfile(app, profileId);
      },
    },
  ];
}
