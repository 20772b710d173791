import { afterEach, expect, test, vi } from 'vitest';
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
  await proxies.setScript('http://proxy.test/proxy.pac');
  await proxies.setScript(null);
  const script = 'session.setProxy {"mode":"pac_script","pacScript":"http://proxy.test/proxy.pac"}';
  const system = 'session.setProxy {"mode":"system"}';
  expect(electron.calls).toEqual([
    'session.fromPartition proxy',
    'session.fromPartition electron-updater',
    'session.resolveProxy https://service.test/',
    ...[script, script],
    ...[system, system],
  ]);
});
