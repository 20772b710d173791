import type { App } from '../app/app-context.tsx';
import { notifyInfo } from '../app/notify.tsx';
import type { Command } from './command.ts';

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
      enabled: () => session.getState().session?.status === 'signed-in' || 'Nobody is signed in.',
      async run() {
        await api.session.signOut.mutate();
        notifyInfo('Signed out. The sign-in token was deleted; everything on this disk is kept.');
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
