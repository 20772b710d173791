import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createPackage, listPackage, statFile } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasKeytar, packageBin } from '../../../scripts/lib/packages.mjs';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { requireBuild } from '../../builders/built-app.ts';

/** A system for which the app is packed here, with its Electron and what electron-builder makes of it. */
type Packed = {
  readonly system: 'linux' | 'mac' | 'win';
  /** The folder of the packed app, its resources and its program, relative to the output folder. */
  readonly app: string;
  readonly resources: string;
  readonly program: string;
  /** Paths of the program and the resources in Electron's own folder. */
  readonly electron: { readonly program: string; readonly resources: string };
};

const systems: readonly Packed[] = [
  {
    system: 'linux',
    app: 'linux-unpacked',
    resources: 'linux-unpacked/resources',
    program: 'linux-unpacked/sightline-app',
    electron: { program: 'electron', resources: 'resources' },
  },
  {
    system: 'mac',
    app: 'mac/Sightline.app',
    resources: 'mac/Sightline.app/Contents/Resources',
    program: 'mac/Sightline.app/Contents/MacOS/Sightline',
    electron: {
      program: 'Electron.app/Contents/MacOS/Electron',
      resources: 'Electron.app/Contents/Resources',
    },
  },
  {
    system: 'win',
    app: 'win-unpacked',
    resources: 'win-unpacked/resources',
    program: 'win-unpacked/Sightline.exe',
    electron: { program: 'electron.exe', resources: 'resources' },
  },
];

describe.each(systems)('packed for $system', ({ system, ...paths }) => {
  let folder: string;
  const inOutput = (file: string) => path.join(folder, 'release', file);
  const inResources = (file: string) => inOutput(path.join(paths.resources, file));

  beforeAll(async () => {
    requireBuild();
    folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-package-'));
    const electronDist = path.join(folder, 'electron');
    await makeFakeElectron(electronDist, paths.electron);
    runNode(
      packageBin('electron-builder', 'electron-builder'),
      ...[`--${system}`, 'dir', '--x64', '--publish', 'never'],
      `-c.electronDist=${electronDist}`,
      `-c.directories.output=${path.join(folder, 'release')}`,
      ...notPossibleHere(system, folder),
    );
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('packs the built app and nothing else', () => {
    const files = listPackage(inResources('app.asar'), { isPack: false });
    const kinds = new Set(files.map(kindOf));
    expect(kinds).toEqual(
      new Set([
        'folder',
        'package.json',
        'license',
        'main',
        'worker',
        'page',
        ...(hasKeytar() ? ['keytar'] : []),
      ]),
    );
    expect(files).toContain('/dist/main/main.js');
    // Entries for Node.js, as which the installed program does not start.
    expect(files).not.toContain('/dist/main/cli.js');
    expect(files).not.toContain('/dist/main/browser-host.js');
    expect(files).toContain('/dist/renderer/index.html');
  });

  it('has the size that is expected of each kind of file', () => {
    // Megabytes. Land at 1:10 million is in the page (3.7, at 1:110 million 0.1) and in a file that workers share
    // (5.2); the pictures of the guide are in the page (1.9); electron-updater is in a chunk of its own of the main
    // process (0.5); the writer of DOCX is in a chunk of its own of the workers (0.8).
    const largest: Record<string, number> = { main: 2.5, worker: 10.2, page: 12.3, keytar: 1 };
    const archive = inResources('app.asar');
    const sizes: Record<string, number> = {};
    for (const file of listPackage(archive, { isPack: false })) {
      const entry = statFile(archive, file.slice(1));
      if ('size' in entry) sizes[kindOf(file)] = (sizes[kindOf(file)] ?? 0) + entry.size / 1e6;
    }
    const tooLarge = Object.entries(sizes).filter(([kind, size]) => size > (largest[kind] ?? 0.1));
    expect(tooLarge, JSON.stringify(sizes)).toEqual([]);
    expect(sizes.page).toBeGreaterThan(1);
    expect(sizes.worker).toBeGreaterThan(1);
  });

  it('lays the workers and the native module next to the archive, where they can be loaded', () => {
    const unpacked = (file: string) => inResources(path.join('app.asar.unpacked', file));
    const files = readdirSync(unpacked('dist/main/workers')).filter((file) => file.endsWith('.mjs'));
    const workers = ['workspace', 'workspace-tools', 'export', 'demo-service', 'capabilities', 'team'];
    expect(files).toEqual(expect.arrayContaining(workers.map((name) => `${name}-worker.mjs`)));
    for (const file of files) {
      const text = readFileSync(unpacked(`dist/main/workers/${file}`), 'utf8');
      const imported = [...text.matchAll(/^import\b[^'"]*['"]([^'"]+)['"]/gm)].map((match) => match[1] ?? '');
      expect(imported.length > 0 || !file.endsWith('-worker.mjs')).toBe(true);
      const others = imported.filter((name) => !isBuiltin(name));
      expect(others.filter((name) => !files.includes(name.replace(/^\.\//, '')))).toEqual([]);
    }
    expect(existsSync(unpacked('node_modules/keytar/build/Release/keytar.node'))).toBe(hasKeytar());
  });

  it('turns off every back door of Electron and seals the archive', async () => {
    const fuses = await getCurrentFuseWire(inOutput(paths.program));
    expect(fuses).toMatchObject({
      [FuseV1Options.RunAsNode]: FuseState.DISABLE,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FuseState.DISABLE,
      [FuseV1Options.EnableNodeCliInspectArguments]: FuseState.DISABLE,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: FuseState.DISABLE,
      [FuseV1Options.OnlyLoadAppFromAsar]: FuseState.ENABLE,
      [FuseV1Options.EnableCookieEncryption]: FuseState.DISABLE,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: FuseState.ENABLE,
    });
  });

  it('leaves out Electron’s own app, and has its licenses', () => {
    expect(existsSync(inResources('default_app.asar'))).toBe(false);
    expect(existsSync(inOutput(path.join(paths.app, 'version')))).toBe(false);
    const licenses = system === 'mac' ? paths.resources : paths.app;
    for (const name of ['LICENSE.electron.txt', 'LICENSES.chromium.html']) {
      expect(existsSync(inOutput(path.join(licenses, name))), name).toBe(true);
    }
  });

  if (system === 'mac') {
    it('opens workspaces', () => {
      const plist = readFileSync(inOutput(path.join(paths.app, 'Contents', 'Info.plist')), 'utf8');
      const types = plist.split('<key>CFBundleTypeExtensions</key>').slice(1);
      expect(types).toHaveLength(1);
      expect(types[0]).toMatch(/<string>gpkg<\/string>[\s\S]*<key>LSHandlerRank<\/key>\s*<string>Alternate</);
    });
  }

  it('has the command `sightline`, which finds its program', () => {
    const name = system === 'win' ? 'sightline.cmd' : 'sightline';
    const script = inResources(path.join('bin', name));
    const [relative = ''] = /(?:\.\.[\\/])+[\w./\\-]+/.exec(readFileSync(script, 'utf8')) ?? [];
    const program = path.join(path.dirname(script), ...relative.split(/[\\/]/));
    expect(program).toBe(inOutput(paths.program));
    if (system !== 'win') expect(statSync(script).mode & 0o111).toBe(0o111);
  });
});

/**
 * Flags for what cannot be done here: the program that pretends to be Electron is no Windows program in which an icon
 * and a checksum could be set, and the tool that converts an icon for macOS would be downloaded.
 */
function notPossibleHere(system: Packed['system'], folder: string): readonly string[] {
  if (system === 'win') return ['-c.win.signAndEditExecutable=false', '-c.disableAsarIntegrity=true'];
  if (system === 'linux') return [];
  const icon = path.join(folder, 'icon.icns');
  writeFileSync(icon, '');
  return [`-c.mac.icon=${icon}`, '-c.mac.identity=null'];
}

function kindOf(file: string): string {
  if (path.extname(file) === '') return 'folder';
  if (file === '/package.json') return 'package.json';
  if (file === '/LICENSE.txt') return 'license';
  if (file.startsWith('/dist/main/workers/')) return 'worker';
  if (/^\/dist\/main\/.*\.js$/.test(file)) return 'main';
  if (file.startsWith('/dist/renderer/') && !file.endsWith('.map')) return 'page';
  if (file.startsWith('/node_modules/keytar/')) return 'keytar';
  return file;
}

/** An unpacked Electron as far as packaging looks: its files, and a program that holds nothing but its fuses. */
async function makeFakeElectron(
  electronDist: string,
  { program, resources }: Packed['electron'],
): Promise<void> {
  const { version } = JSON.parse(readFileSync(inProject('node_modules', 'electron', 'package.json'), 'utf8'));
  const at = (...names: string[]) => path.join(electronDist, ...names);
  mkdirSync(at(resources), { recursive: true });
  mkdirSync(at('locales'));
  writeFileSync(at('version'), version);
  await createPackage(at('locales'), at(resources, 'default_app.asar'));
  cpSync(inProject('node_modules', 'electron', 'LICENSE'), at('LICENSE'));
  writeFileSync(at('LICENSES.chromium.html'), '<html></html>');
  // The sentinel, the version of the wire, the number of fuses, and each of them off ("0").
  const wire = Buffer.concat([
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, 9]),
    Buffer.from('0'.repeat(9)),
  ]);
  const electron = Buffer.concat([Buffer.alloc(64), wire, Buffer.alloc(64)]);
  mkdirSync(path.dirname(at(program)), { recursive: true });
  writeFileSync(at(program), electron, { mode: 0o755 });
  if (!program.includes('.app')) return;
  // On macOS the fuses are in a framework; the helpers are apps of their own.
  const contents = at('Electron.app', 'Contents');
  const framework = path.join(contents, 'Frameworks', 'Electron Framework.framework');
  mkdirSync(framework, { recursive: true });
  writeFileSync(path.join(framework, 'Electron Framework'), electron);
  writeFileSync(path.join(contents, 'Info.plist'), plistOf('Electron'));
  for (const helper of ['', ' (Renderer)', ' (Plugin)', ' (GPU)']) {
    const name = `Electron Helper${helper}`;
    const helperContents = path.join(contents, 'Frameworks', `${name}.app`, 'Contents');
    mkdirSync(path.join(helperContents, 'MacOS'), { recursive: true });
    writeFileSync(path.join(helperContents, 'MacOS', name), '', { mode: 0o755 });
    writeFileSync(path.join(helperContents, 'Info.plist'), plistOf(name));
  }
}

function plistOf(name: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string></dict></plist>
`;
}

function runNode(...args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: inProject(),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}:\n${stdout}\n${stderr}`);
}
