import { afterEach, expect, test, vi } from 'vitest';
import { defaultProxySettings } from '../../../../shared/settings/network.ts';
import { createElectronStub } from '../../../builders/electron-stub.ts';

afterEach(() => {
  vi.doUnmock('electron/main');
  vi.resetModules();
});

test('Chromium names the proxies, and evaluates the script of the settings also for updates', async () => {
  const electron = createElectronStub();
  vi.doMock('electron/main', () => electron.main);
  const { createSystemProxies } = await import('../../../../electron/desktop/system-proxies.ts');
  const proxies = createSystemProxies();
  expect(await proxies.resolve('https://service.test/')).toBe('PROXY proxy.test:8080; DIRECT');
  const settings = { ...defaultProxySettings, address: 'http://a:1', exceptions: 'example.org 10.0.0.0/8' };
  const script = 'http://proxy.test/proxy.pac';
  await proxies.follow({ ...settings, mode: 'manual' });
  await proxies.follow({ ...settings, mode: 'script', script });
  await proxies.follow({ ...settings, mode: 'none' });
  await proxies.follow(settings);
  const pac = { mode: 'pac_script', pacScript: script };
  const manual = {
    mode: 'fixed_servers',
    proxyRules: 'http://a:1',
    proxyBypassRules: 'example.org,.example.org,10.0.0.0/8',
  };
  const system = { mode: 'system' };
  const configs = [system, manual, pac, pac, system, { mode: 'direct' }, system, system];
  expect(electron.calls).toEqual([
    'session.fromPartition proxy',
    'session.fromPartition electron-updater',
    'session.resolveProxy https://service.test/',
    ...configs.map((config) => `session.setProxy ${JSON.stringify(config)}`),
  ]);
});
