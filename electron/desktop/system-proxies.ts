import { session } from 'electron/main';
import type { SystemProxies } from '../core/network/network.ts';

/** The session of electron-updater, whose requests follow the same settings (its `NET_SESSION_NAME`). */
const updaterPartition = 'electron-updater';

/**
 * The proxies of the operating system, WPAD and PAC scripts, as Chromium evaluates them. Chromium sends no request for
 * us: it would repeat an order on a connection that was reset, and does not reveal whether it was sent.
 */
export function createSystemProxies(): SystemProxies {
  const sessions = [session.fromPartition('proxy'), session.fromPartition(updaterPartition)] as const;
  return {
    resolve: (address) => sessions[0].resolveProxy(address),
    async setScript(script) {
      const config =
        script === null ? { mode: 'system' as const } : { mode: 'pac_script' as const, pacScript: script };
      await Promise.all(sessions.map((each) => each.setProxy(config)));
    },
  };
}
