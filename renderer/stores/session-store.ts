import { createStore } from 'zustand/vanilla';
import type { SessionState } from '../../shared/session/session-state.ts';

/** The state of the connection to the main process; `lost` while the event stream is down. */
export type HostLink = 'connecting' | 'connected' | 'lost';

/** The session as reported by the main process; lives as long as the page. */
export type SessionStore = {
  readonly session: SessionState | null;
  readonly hostLink: HostLink;
  /** While the link is lost: why the host refuses this page, with the remedy; null when that is not the cause. */
  readonly hostRefusal: string | null;
  setSession(session: SessionState): void;
  setHostLink(link: HostLink): void;
  setHostRefusal(reason: string): void;
};

/** An empty session store. */
export function createSessionStore() {
  return createStore<SessionStore>()((set) => ({
    session: null,
    hostLink: 'connecting',
    hostRefusal: null,
    setSession: (session) => set({ session }),
    setHostLink: (hostLink) => set(hostLink === 'connected' ? { hostLink, hostRefusal: null } : { hostLink }),
    setHostRefusal: (hostRefusal) => set({ hostRefusal }),
  }));
}
