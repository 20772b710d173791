import { createStore } from 'zustand/vanilla';
import type { SessionState } from '../../shared/session/session-state.ts';

/** The state of the connection to the main process; `lost` while the event stream is down. */
export type HostLink = 'connecting' | 'connected' | 'lost';

/** The session as reported by the main process; lives as long as the page. */
export type SessionStore = {
  readonly session: SessionState | null;
  readonly hostLink: HostLink;
  setSession(session: SessionState): void;
  setHostLink(link: HostLink): void;
};

/** An empty session store. */
export function createSessionStore() {
  return createStore<SessionStore>()((set) => ({
    session: null,
    hostLink: 'connecting',
    setSession: (session) => set({ session }),
    setHostLink: (hostLink) => set({ hostLink }),
  }));
}
