import { type Session, session } from 'electron/main';
import type { AppHandler } from '../app-handler.ts';
import { isAppAddress } from './app-address.ts';

/** What the page holds itself: such addresses lead to no server. */
const ownSchemes = ['blob:', 'data:'];

/**
 * The session of the one window: it grants nothing, reaches nothing but our own handler, and downloads nothing.
 * `withDeveloperTools` lets the developer tools load themselves.
 */
export function createAppSession(handler: AppHandler, withDeveloperTools: boolean): Session {
  const appSession = session.fromPartition('persist:main');
  appSession.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  appSession.setPermissionCheckHandler(() => false);
  appSession.setDevicePermissionHandler(() => false);
  appSession.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  appSession.on('will-download', (event) => event.preventDefault());
  appSession.webRequest.onBeforeRequest(({ url }, callback) => {
    const { protocol } = new URL(url);
    const isAllowed =
      isAppAddress(url) || ownSchemes.includes(protocol) || (withDeveloperTools && protocol === 'devtools:');
    callback({ cancel: !isAllowed });
  });
  appSession.protocol.handle('app', (request) =>
    isAppAddress(request.url) ? handler(request) : new Response(null, { status: 404 }),
  );
  return appSession;
}
