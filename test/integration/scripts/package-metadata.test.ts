import { mkdtempSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Arch, type Configuration, createTargets, Packager, Platform, type Target } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appId } from '../../../electron/desktop/app-address.ts';
import { inProject } from '../../../scripts/lib/paths.mjs';

/** What electron-builder computes before it packs; its own types keep some of it private. */
type LinuxTarget = Target & {
  readonly helper: { getDesktopFileName(): string; readonly mimeTypeFiles: Promise<string> };
  checkOptions?(): Promise<{ readonly maintainer: string; readonly url: string }>;
};
type WindowsTarget = Target & {
  readonly options: { readonly oneClick?: boolean; readonly perMachine?: boolean };
  computeFinalScript(script: string, isInstaller: boolean, archs: ReadonlyMap<Arch, string>): Promise<string>;
};
type OpenPackager = {
  createHelper(platform: Platform): Promise<{
    createTargets(names: string[], add: (name: string, create: (dir: string) => Target) => void): void;
  }>;
};

const packageTargets = ['deb', 'rpm'] as const;
const linuxNames = [...packageTargets, 'appimage'] as const;

let folder: string;
let config: Configuration;
const targets = new Map<string, Target>();
/** What electron-builder was about to build last. */
let computed: unknown;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-metadata-'));
  await mkdir(path.join(folder, 'linux-unpacked', 'resources'), { recursive: true });
  for (const [platform, names] of [
    [Platform.LINUX, linuxNames],
    [Platform.WINDOWS, ['nsis', 'portable']],
  ] as const) {
    const packager = new Packager({
      projectDir: inProject(),
      targets: createTargets([platform], 'dir', Arch[Arch.x64]),
      effectiveOptionComputed: async (options) => {
        computed = options;
        return true;
      },
    });
    await packager.validateConfig();
    config = packager.config;
    // Set by a build only.
    Object.assign(packager, { _framework: { name: 'electron' } });
    const helper = await (packager as unknown as OpenPackager).createHelper(platform);
    helper.createTargets([...names], (name, create) => targets.set(name, create(folder)));
  }
});

afterAll(() => rm(folder, { recursive: true }));

function target<T extends Target>(name: string): T {
  const found = targets.get(name);
  if (!found) throw new Error(`There is no target ${name}.`);
  return found as T;
}

/** The arguments of fpm, the program that makes a deb or rpm, and the desktop entry in it. */
async function fpmCall(name: string): Promise<{ args: readonly string[]; desktopEntry: string }> {
  await target(name).build(path.join(folder, 'linux-unpacked'), Arch.x64);
  const [args, desktopFile] = computed as [readonly string[], string];
  return { args, desktopEntry: readFileSync(desktopFile, 'utf8') };
}

describe.each(packageTargets)('a %s', (name) => {
  it('has what it must name: homepage, maintainer and license', async () => {
    expect(await target<LinuxTarget>(name).checkOptions?.()).toMatchObject({
      url: 'https://sightline.example',
      maintainer: 'Sightline <packages@sightline.example>',
    });
    const { license } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
    expect(readFileSync(inProject('LICENSE.txt'), 'utf8')).toContain('All rights reserved');
    expect((await fpmCall(name)).args.join(' ')).toContain(`--license ${license}`);
  });

  it('installs the app, its command, icons, desktop entry and file types', async () => {
    const { args } = await fpmCall(name);
    const installed = args.filter((arg) => arg.includes('=/')).map((arg) => arg.split('=')[1]);
    expect(installed).toEqual([
      '/usr/bin/sightline',
      '/opt/Sightline',
      ...[16, 32, 48, 64, 128, 256, 512, 1024].map(
        (size) => `/usr/share/icons/hicolor/${size}x${size}/apps/sightline-app.png`,
      ),
      '/usr/share/mime/packages/sightline-app.xml',
      `/usr/share/applications/${appId}.desktop`,
    ]);
    const command = readFileSync(inProject('assets', 'command-line', 'usr-bin-sightline'), 'utf8');
    expect(command).toContain('exec /opt/Sightline/resources/bin/sightline "$@"');
  });

  it('links no other program as the command', async () => {
    const { args } = await fpmCall(name);
    const script = readFileSync(args[args.indexOf('--after-install') + 1] ?? '', 'utf8');
    expect(script).toContain("'/usr/bin/sightline-app'");
    expect(script).not.toContain("'/usr/bin/sightline'");
    expect(script).toContain('update-mime-database');
  });
});

async function desktopEntryOf(name: string): Promise<string> {
  if (name !== 'appimage') return (await fpmCall(name)).desktopEntry;
  await target(name).build(path.join(folder, 'linux-unpacked'), Arch.x64);
  return (computed as { readonly desktop: string }).desktop;
}

it.each(linuxNames)(
  'a %s has the desktop entry by which its window, menu and files are found',
  async (name) => {
    expect(target<LinuxTarget>(name).helper.getDesktopFileName()).toBe(appId);
    const entry = await desktopEntryOf(name);
    expect(entry).toContain(`StartupWMClass=${appId}\n`);
    expect(entry).toContain('Categories=Science;');
    expect(entry).toContain('Comment=');
    expect(entry).toContain('MimeType=application/geopackage+sqlite3;application/vnd.sightline.case+zip;');
    expect(entry).toMatch(/^Exec=.* %U$/m);
  },
);

it.each(packageTargets)('the desktop entry of a %s leaves the sandbox on', async (name) => {
  expect(await desktopEntryOf(name)).not.toContain('--no-sandbox');
});

it('names the file types by their extensions', async () => {
  const types = readFileSync(await target<LinuxTarget>('deb').helper.mimeTypeFiles, 'utf8');
  expect(types).toMatch(/type="application\/geopackage\+sqlite3">\s*<glob pattern="\*\.gpkg"\/>/);
  expect(types).toMatch(/type="application\/vnd\.sightline\.case\+zip">\s*<glob pattern="\*\.sightline"\/>/);
});

it('registers its file types on Windows, with the file as one argument', async () => {
  const installer = target<WindowsTarget>('nsis');
  const script = await installer.computeFinalScript('', true, new Map());
  for (const type of ['"gpkg" "GeoPackage"', '"sightline" "Sightline case package"']) {
    expect(script).toMatch(new RegExp(`APP_ASSOCIATE ${type}.*"\\$appExe \\$\\\\"%1\\$\\\\""`));
  }
});

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
