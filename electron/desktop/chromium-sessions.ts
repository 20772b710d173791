import { type Session, session, type WebContents } from 'electron/main';
import type { AppHandler } from '../app-handler.ts';
import type { SystemProxies } from '../core/network/settings-access.ts';
import { isAppAddress } from './app-address.ts';

/** URL schemes of data inside of the page, which cause no network request. */
const localSchemes = ['blob:', 'data:'];

/**
 * The session of the window: it lets the app's page write to the clipboard, grants no other permission, allows requests to the app's handler only, and no downloads.
 * `withDeveloperTools` allows loading the developer tools.
 */
export function createAppSession(handler: AppHandler, withDeveloperTools: boolean): Session {
  const appSession = session.fromPartition('persist:main');
  appSession.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl }) =>
    callback(isGranted(permission, requestingUrl)),
  );
  appSession.setPermissionCheckHandler((_contents, permission, origin) => isGranted(permission, origin));
  appSession.setDevicePermissionHandler(() => false);
  appSession.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  appSession.on('will-download', (event) => event.preventDefault());
  appSession.webRequest.onBeforeRequest(({ url }, callback) => {
    const { protocol } = new URL(url);
    const isAllowed =
      isAppAddress(url) ||
      localSchemes.includes(protocol) ||
      (withDeveloperTools && protocol === 'devtools:');
    callback({ cancel: !isAllowed });
  });
  appSession.protocol.handle('app', (request) =>
    isAppAddress(request.url) ? handler(request) : new Response(null, { status: 404 }),
  );
  return appSession;
}

/** The page copies charts and texts. Reading the clipboard stays refused; the page gets what the user pastes. */
function isGranted(permission: string, requestingAddress: string): boolean {
  return permission === 'clipboard-sanitized-write' && isAppAddress(requestingAddress);
}

/** Prevents new windows, embedded pages and navigation to other addresses. */
export function guardWebContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => {
    // The preview of a report is a document of the page itself.
    if (!isAppAddress(event.url) && event.url !== 'about:srcdoc') event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
}

/**
 * The proxies of the operating system, WPAD and PAC scripts, as Chromium evaluates them. Chromium sends no request for
 * us: it would repeat an order on a connection that was reset, and does not reveal whether it was sent.
 */
export function createSystemProxies(): SystemProxies {
  const resolving = session.fromPartition('proxy');
  return {
    resolve: (address) => resolving.resolveProxy(address),
    follow: ({ mode, script }) =>
      resolving.setProxy(mode === 'script' ? { mode: 'pac_script', pacScript: script } : { mode: 'system' }),
  };
}
