import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { SessionState } from '../../shared/session/session-state.ts';
import { persistOptions } from './persist-options.ts';

/** The state of the connection to the main process; `lost` while the event stream is down. */
export type HostLink = 'connecting' | 'connected' | 'lost';

/** The session as reported by the main process. */
export type SessionStore = {
  readonly session: SessionState | null;
  /** Whether the last session had something to show. Saved across starts, for the time until the session is known. */
  readonly hadContent: boolean;
  readonly hostLink: HostLink;
  /** While the link is lost: why the host refuses this page, with the remedy; null when that is not the cause. */
  readonly hostRefusal: string | null;
  setSession(session: SessionState): void;
  setHostLink(link: HostLink): void;
  setHostRefusal(reason: string): void;
};

/** A store without a session. */
export function createSessionStore(storage: Storage | undefined = globalThis.localStorage) {
  return createStore<SessionStore>()(
    persist(
      (set) => ({
        session: null,
        hadContent: false,
        hostLink: 'connecting',
        hostRefusal: null,
        setSession: (session) => set({ session, hadContent: hasContent(session) }),
        setHostLink: (hostLink) =>
          set(hostLink === 'connected' ? { hostLink, hostRefusal: null } : { hostLink }),
        setHostRefusal: (hostRefusal) => set({ hostRefusal }),
      }),
      persistOptions({
        name: 'sightline.session',
        storage,
        schema: z.object({ hadContent: z.boolean() }),
        partialize: ({ hadContent }: SessionStore) => ({ hadContent }),
      }),
    ),
  );
}

/** Also while the workspace cannot be opened: the menu of the workspace has what helps. */
function hasContent({ workspace, workspaceProblem, status }: SessionState): boolean {
  return workspace !== 'none' || workspaceProblem !== undefined || status === 'signed-in';
}

/** Whether the page shows the map and how to start, since no workspace is open and no user is signed in. */
export function isFirstScreen({ hadContent }: Pick<SessionStore, 'hadContent'>): boolean {
  return !hadContent;
}
