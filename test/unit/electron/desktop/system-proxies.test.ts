import { afterEach, expect, test, vi } from 'vitest';
import { defaultProxySettings } from '../../../../shared/settings/network.ts';
import { createElectronStub } from '../../../builders/electron-stub.ts';

afterEach(() => {
  vi.doUnmock('electron/main');
  vi.resetModules();
});

test('Chromium names the proxies, and evaluates the script of the settings', async () => {
  const electron = createElectronStub();
  vi.doMock('electron/main', () => electron.main);
  const { createSystemProxies } = await import('../../../../electron/desktop/chromium-sessions.ts');
  const proxies = createSystemProxies();
  expect(await proxies.resolve('https://service.test/')).toBe('PROXY proxy.test:8080; DIRECT');
  const script = 'http://proxy.test/proxy.pac';
  await proxies.follow({ ...defaultProxySettings, mode: 'script', script });
  await proxies.follow({ ...defaultProxySettings, mode: 'manual', address: 'http://a:1' });
  expect(electron.calls).toEqual([
    'session.fromPartition proxy',
    'session.resolveProxy https://service.test/',
    `session.setProxy {"mode":"pac_script","pacScript":"${script}"}`,
    'session.setProxy {"mode":"system"}',
  ]);
});
