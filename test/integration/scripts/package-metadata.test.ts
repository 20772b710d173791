import { Arch, type Configuration, createTargets, Packager, Platform, type Target } from 'electron-builder';
import { beforeAll, expect, it } from 'vitest';
import { appId } from '../../../electron/desktop/app-address.ts';
import { inProject } from '../../../scripts/lib/paths.mjs';

/** What electron-builder computes before it packs; its own types keep some of it private. */
type LinuxTarget = Target & {
  readonly options: Record<string, unknown>;
  readonly helper: {
    computeDesktopEntry(options: object, exec?: string): Promise<string>;
    getDesktopFileName(): string;
  };
  checkOptions?(): Promise<{ readonly maintainer: string; readonly url: string }>;
};
type OpenPackager = {
  createHelper(platform: Platform): Promise<{
    createTargets(names: string[], add: (name: string, create: (dir: string) => Target) => void): void;
  }>;
};

let config: Configuration;
const linuxTargets = new Map<string, LinuxTarget>();

beforeAll(async () => {
  const packager = new Packager({
    projectDir: inProject(),
    targets: createTargets([Platform.LINUX], 'dir', Arch[Arch.x64]),
  });
  await packager.validateConfig();
  config = packager.config;
  const helper = await (packager as unknown as OpenPackager).createHelper(Platform.LINUX);
  helper.createTargets(['deb', 'rpm', 'appimage'], (name, create) => {
    linuxTargets.set(name, create(inProject('release')) as LinuxTarget);
  });
});

function linuxTarget(name: string): LinuxTarget {
  const target = linuxTargets.get(name);
  if (!target) throw new Error(`There is no target ${name}.`);
  return target;
}

it.each(['deb', 'rpm'])('has what a %s must name: homepage and maintainer', async (name) => {
  expect(await linuxTarget(name).checkOptions?.()).toMatchObject({
    url: 'https://sightline.example',
    maintainer: 'Sightline <packages@sightline.example>',
  });
});

it.each(['deb', 'rpm', 'appimage'])(
  'gives the desktop entry of a %s the name by which a window is found',
  async (name) => {
    const { helper, options } = linuxTarget(name);
    expect(helper.getDesktopFileName()).toBe(appId);
    const entry = await helper.computeDesktopEntry(options);
    expect(entry).toContain(`StartupWMClass=${appId}\n`);
    expect(entry).toContain('Categories=Science;');
    expect(entry).toContain('Comment=');
    expect(entry).not.toContain('--no-sandbox');
  },
);

it('has one id on every system, which is no name of a desktop file', () => {
  expect(config.appId).toBe(appId);
  expect(appId.endsWith('.desktop')).toBe(false);
});

it('builds the AppImage without FUSE 2', () => {
  expect(config.toolsets?.appimage).toBe('1.0.3');
});

it('has the targets of every system', () => {
  const { linux, mac, win } = config;
  expect([linux?.target, mac?.target, win?.target]).toEqual([
    ['AppImage', 'deb', 'rpm'],
    ['dmg', 'zip'],
    ['nsis', 'portable'],
  ]);
});
