import { session } from 'electron/main';
import type { SystemProxies } from '../core/network/settings-access.ts';

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
