import { type ProxyConfig, session } from 'electron/main';
import type { ProxySettings } from '../../shared/settings/network.ts';
import type { SystemProxies } from '../core/network/network.ts';

/** The session of electron-updater, whose requests follow the same settings (its `NET_SESSION_NAME`). */
const updaterPartition = 'electron-updater';

/**
 * The proxies of the operating system, WPAD and PAC scripts, as Chromium evaluates them. Chromium sends no request for
 * us but those for updates: it would repeat an order on a connection that was reset, and does not reveal whether it was
 * sent.
 */
export function createSystemProxies(): SystemProxies {
  const resolving = session.fromPartition('proxy');
  const updater = session.fromPartition(updaterPartition);
  return {
    resolve: (address) => resolving.resolveProxy(address),
    async follow(settings) {
      const { mode, script } = settings;
      await resolving.setProxy(
        mode === 'script' ? { mode: 'pac_script', pacScript: script } : { mode: 'system' },
      );
      await updater.setProxy(toProxyConfig(settings));
    },
  };
}

function toProxyConfig({ mode, address, script, exceptions }: ProxySettings): ProxyConfig {
  switch (mode) {
    case 'none':
      return { mode: 'direct' };
    case 'script':
      return { mode: 'pac_script', pacScript: script };
    case 'manual':
      return { mode: 'fixed_servers', proxyRules: address, proxyBypassRules: toBypassRules(exceptions) };
    case 'system':
      return { mode: 'system' };
  }
}

/** Chromium's rule for a name does not include the names below it. */
function toBypassRules(exceptions: string): string {
  return exceptions
    .split(/[\s,;]+/)
    .filter((entry) => entry !== '')
    .flatMap((entry) => (/^[\w-][\w.-]*[a-z]$/i.test(entry) ? [entry, `.${entry}`] : [entry]))
    .join(',');
}
