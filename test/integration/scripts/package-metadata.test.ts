import { mkdtempSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  AppInfo,
  Arch,
  type Configuration,
  createTargets,
  Packager,
  Platform,
  type Target,
} from 'electron-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appId } from '../../../electron/desktop/app-address.ts';
import { inProject } from '../../../scripts/lib/paths.mjs';

/** Metadata that electron-builder computes before it packs; its own types keep some of it private. */
type LinuxTarget = Target & {
  readonly helper: { getDesktopFileName(): string; readonly mimeTypeFiles: Promise<string> };
  checkOptions?(): Promise<{ readonly maintainer: string; readonly url: string }>;
};
type WindowsTarget = Target & {
  readonly options: {
    readonly oneClick?: boolean;
    readonly perMachine?: boolean;
    readonly requestExecutionLevel?: string;
  };
  readonly packager: {
    expandArtifactNamePattern(options: object, ext: string, arch: Arch, pattern: string): string;
    getResource(custom: undefined, name: string): Promise<string | null>;
  };
  computeFinalScript(script: string, isInstaller: boolean, archs: ReadonlyMap<Arch, string>): Promise<string>;
};
type DmgTarget = Target & {
  options: { icon?: string | null };
  computeDmgOptions(app: string): Promise<{
    readonly format: string;
    readonly contents: readonly { readonly type: string; readonly path: string }[];
  }>;
};
type ZipTarget = Target & { readonly isWriteUpdateInfo: boolean };
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
/** Last build of electron-builder. */
let computed: unknown;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-metadata-'));
  await mkdir(path.join(folder, 'linux-unpacked', 'resources'), { recursive: true });
  for (const [platform, names] of [
    [Platform.LINUX, linuxNames],
    [Platform.WINDOWS, ['nsis', 'portable']],
    [Platform.MAC, ['dmg', 'zip']],
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
    Object.assign(packager, { _framework: { name: 'electron' }, _appInfo: new AppInfo(packager, null) });
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
    expect(entry).toContain('MimeType=application/geopackage+sqlite3;');
    expect(entry).toMatch(/^Exec=.* %U$/m);
  },
);

it.each(packageTargets)('the desktop entry of a %s leaves the sandbox on', async (name) => {
  expect(await desktopEntryOf(name)).not.toContain('--no-sandbox');
});

it('names the file types by their extensions', async () => {
  const types = readFileSync(await target<LinuxTarget>('deb').helper.mimeTypeFiles, 'utf8');
  expect(types).toMatch(/type="application\/geopackage\+sqlite3">\s*<glob pattern="\*\.gpkg"\/>/);
});

it('offers itself for GeoPackages on Windows, and is not made their default', async () => {
  const { packager } = target<WindowsTarget>('nsis');
  const included = await packager.getResource(undefined, 'installer.nsh');
  const own = readFileSync(included ?? '', 'utf8');
  expect(own).toContain('"Software\\Classes\\.gpkg\\OpenWithProgids" "Sightline.gpkg"');
  expect(own).not.toMatch(/WriteRegStr \S+ "Software\\Classes\\\.gpkg"/);
});

it('installs on Windows for one user, without questions or rights of an administrator', () => {
  const { oneClick = true, perMachine = false } = target<WindowsTarget>('nsis').options;
  expect({ oneClick, perMachine }).toEqual({ oneClick: true, perMachine: false });
});

it('has a portable program for Windows that registers nothing and needs no rights', async () => {
  const portable = target<WindowsTarget>('portable');
  expect(await portable.computeFinalScript('', true, new Map())).not.toContain('APP_ASSOCIATE');
  expect(portable.options.requestExecutionLevel ?? 'user').toBe('user');
});

it.each([
  ['nsis', /^Sightline-Setup-\d+\.\d+\.\d+\.exe$/],
  ['portable', /^Sightline-Portable-\d+\.\d+\.\d+\.exe$/],
])('a %s has a name of its own, without a space', (name, pattern) => {
  const { packager, options } = target<WindowsTarget>(name);
  expect(packager.expandArtifactNamePattern(options, 'exe', Arch.x64, '')).toMatch(pattern);
});

it('has a disk image for macOS with the app and the folder of applications', async () => {
  const dmg = target<DmgTarget>('dmg');
  // Otherwise a tool that converts the icon would be downloaded.
  dmg.options = { ...dmg.options, icon: null };
  const { format, contents } = await dmg.computeDmgOptions('/Sightline.app');
  expect(format).toBe('UDZO');
  expect(contents.map(({ type, path: file }) => [type, file])).toEqual([
    ['file', '/Sightline.app'],
    ['link', '/Applications'],
  ]);
});

it('has a zip for macOS, from which updates are installed', () => {
  expect(target<ZipTarget>('zip').isWriteUpdateInfo).toBe(true);
});

it('describes each package for updates, and uploads none', () => {
  expect(config.publish).toEqual({ provider: 'generic', url: 'https://sightline.example/updates' });
  const script = readFileSync(inProject('scripts', 'package.mjs'), 'utf8');
  expect(script).toMatch(/'--publish',\s*'never'/);
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
