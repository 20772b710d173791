import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { appPaths, defaultDataDir } from '../../../electron/app-paths.ts';
import { browserOpener } from '../../../electron/browser/address-file.ts';
import { parseHostFlags } from '../../../electron/browser/host-flags.ts';
import { dataDirFlag } from '../../../electron/desktop/command-line.ts';

describe('appPaths', () => {
  it('loads workers from next to the archive, and the page from inside it', () => {
    const { rendererDir, workers } = appPaths('file:///opt/Sightline/resources/app.asar/dist/main/main.js');
    expect(rendererDir).toBe('/opt/Sightline/resources/app.asar/dist/renderer');
    expect(workers.workspace.pathname).toBe(
      '/opt/Sightline/resources/app.asar.unpacked/dist/main/workers/workspace-worker.mjs',
    );
    expect(workers.demoService.pathname).toBe(
      '/opt/Sightline/resources/app.asar.unpacked/dist/main/workers/demo-service-worker.mjs',
    );
  });

  it('leaves an unpacked build as it is', () => {
    const { workers } = appPaths('file:///home/a%20b/dist/main/browser-host.js');
    expect(workers.workspace.href).toBe('file:///home/a%20b/dist/main/workers/workspace-worker.mjs');
  });
});

describe('defaultDataDir', () => {
  it.each([
    ['linux', {}, '/home/ann/.local/share/sightline'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/sightline'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ann/.local/share/sightline'],
    ['darwin', { XDG_DATA_HOME: '/data' }, '/home/ann/Library/Application Support/Sightline'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Sightline'],
    ['win32', {}, '/home/ann/AppData/Roaming/Sightline'],
  ] as const)('on %s with %o is %s', (platform, environment, expected) => {
    expect(defaultDataDir(platform, environment, '/home/ann')).toBe(expected);
  });
});

describe('parseHostFlags', () => {
  it('has defaults', () => {
    expect(parseHostFlags([])).toEqual({ port: undefined, dataDir: undefined, open: true });
  });

  it('reads all of them', () => {
    expect(parseHostFlags(['--port', '8080', '--data-dir', 'some/where', '--no-open'])).toEqual({
      port: 8080,
      dataDir: path.resolve('some/where'),
      open: false,
    });
  });

  it.each([
    [['--port', '65536']],
    [['--port', '-1']],
    [['--port=1.5']],
    [['--data-dir', '']],
    [['x']],
    [['--x']],
  ])('refuses %j', (args) => {
    expect(() => parseHostFlags(args)).toThrow();
  });
});

describe('dataDirFlag', () => {
  it.each([
    [['electron', '.', '--data-dir', '/d'], '/d'],
    [['electron', '.', '--data-dir=/d=e'], '/d=e'],
    [['electron', '.', '--no-sandbox'], undefined],
    [['electron', '.', '--data-dir'], undefined],
  ])('reads %j as %s', (args, expected) => {
    expect(dataDirFlag(args)).toBe(expected);
  });
});

describe('browserOpener', () => {
  const file = '/home/ann/my data/browser/open-sightline.html';

  it('uses what the platform has, and never a shell', () => {
    expect(browserOpener(file, 'darwin', {})).toEqual({ program: 'open', args: [file] });
    expect(browserOpener(file, 'linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual({
      program: 'xdg-open',
      args: [file],
    });
    expect(browserOpener(file, 'win32', {})?.args.at(-1)).toBe(file);
  });

  it('opens nothing without a display', () => {
    expect(browserOpener(file, 'linux', {})).toBeUndefined();
  });
});
