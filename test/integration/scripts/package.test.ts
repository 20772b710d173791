import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createPackage, listPackage, statFile } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasKeytar, packageBin } from '../../../scripts/lib/packages.mjs';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { requireBuild } from '../../builders/built-app.ts';

let folder: string;
let resources: string;
let program: string;

beforeAll(async () => {
  requireBuild();
  folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-package-'));
  const electronDist = path.join(folder, 'electron');
  await makeFakeElectron(electronDist);
  runNode(
    packageBin('electron-builder', 'electron-builder'),
    ...['--linux', 'dir', '--publish', 'never'],
    `-c.electronDist=${electronDist}`,
    `-c.directories.output=${path.join(folder, 'release')}`,
  );
  program = path.join(folder, 'release', 'linux-unpacked', 'sightline');
  resources = path.join(folder, 'release', 'linux-unpacked', 'resources');
});

afterAll(() => rmSync(folder, { recursive: true }));

it('packs the built app and nothing else', () => {
  const files = listPackage(path.join(resources, 'app.asar'), { isPack: false });
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
  expect(files).toContain('/dist/renderer/index.html');
});

it('has the size that is expected of each kind of file', () => {
  // Megabytes. Land at 1:10 million is in the page (3.7) and in the worker of the demo service (6.4).
  const largest: Record<string, number> = { main: 2, worker: 11, page: 10.5, keytar: 1 };
  const archive = path.join(resources, 'app.asar');
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

it('lays the workers and the native module beside the archive, where they can be loaded', () => {
  const unpacked = (file: string) => path.join(resources, 'app.asar.unpacked', file);
  for (const worker of [
    'workspace-worker',
    'workspace-tools-worker',
    'export-worker',
    'demo-service-worker',
    'capabilities-worker',
  ]) {
    const text = readFileSync(unpacked(`dist/main/workers/${worker}.mjs`), 'utf8');
    const imported = [...text.matchAll(/^import\b[^'"]*['"]([^'"]+)['"]/gm)].map((match) => match[1]);
    expect(imported.length).toBeGreaterThan(0);
    expect(imported.filter((name) => !isBuiltin(name ?? ''))).toEqual([]);
  }
  expect(existsSync(unpacked('node_modules/keytar/build/Release/keytar.node'))).toBe(hasKeytar());
});

it('turns off every back door of Electron and seals the archive', async () => {
  const fuses = await getCurrentFuseWire(program);
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
async function makeFakeElectron(electronDist: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(inProject('node_modules', 'electron', 'package.json'), 'utf8'));
  mkdirSync(path.join(electronDist, 'resources'), { recursive: true });
  mkdirSync(path.join(electronDist, 'locales'));
  writeFileSync(path.join(electronDist, 'version'), version);
  await createPackage(
    path.join(electronDist, 'locales'),
    path.join(electronDist, 'resources', 'default_app.asar'),
  );
  cpSync(inProject('node_modules', 'electron', 'LICENSE'), path.join(electronDist, 'LICENSE'));
  // The sentinel, the version of the wire, the number of fuses, and each of them off ("0").
  const wire = Buffer.concat([
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, 9]),
    Buffer.from('0'.repeat(9)),
  ]);
  const electron = Buffer.concat([Buffer.alloc(64), wire, Buffer.alloc(64)]);
  writeFileSync(path.join(electronDist, 'electron'), electron, { mode: 0o755 });
}

function runNode(...args: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: inProject(),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args[0]} ended with ${status}:\n${stdout}\n${stderr}`);
}
