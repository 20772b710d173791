import type { SessionState } from '../../shared/session/session-state.ts';

/** A session of the demo service, signed out, with a workspace open. */
export const signedOut: SessionState = {
  profile: {
    id: 'demo',
    kind: 'demo',
    name: 'Demo service',
    baseUrl: 'http://127.0.0.1:1',
    imageBaseUrl: 'http://127.0.0.1:1/images',
    brand: 'svc',
    bracedQueryBody: false,
    sendTokenToImages: false,
  },
  status: 'signed-out',
  tokenStorage: 'none',
  connection: 'unknown',
  workspace: 'open',
};
