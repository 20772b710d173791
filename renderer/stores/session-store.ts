import { createStore } from 'zustand/vanilla';
import type { SessionState } from '../../shared/session/session-state.ts';
import type { Profile } from '../../shared/settings/profile.ts';

/** Whether the main process itself answers the page; `lost` while the event stream is down. */
export type HostLink = 'connecting' | 'connected' | 'lost';

/** Who is signed in, as the main process says; lives as long as the page. */
export type SessionStore = {
  readonly session: SessionState | null;
  readonly profiles: readonly Profile[];
  readonly hostLink: HostLink;
  readonly hostKind: 'electron' | 'browser' | null;
};

/** An empty session store. */
export function createSessionStore() {
  return createStore<SessionStore>()(() => ({
    session: null,
    profiles: [],
    hostLink: 'connecting',
    hostKind: null,
  }));
}
