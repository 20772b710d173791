import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { appVersion } from '../../../../electron/core/base/app-version.ts';
import { createEvents } from '../../../../electron/core/base/events.ts';
import { createDirectAccess } from '../../../../electron/core/service/network-access.ts';
import { openSettingsFile } from '../../../../electron/core/settings/settings-file.ts';
import { createUpdates } from '../../../../electron/core/updates/create-updates.ts';
import { createUpdateInstaller } from '../../../../electron/desktop/update-installer.ts';
import { eventually } from '../../../builders/eventually.ts';
import { startHttpServer, type TestServer } from '../../../builders/http-server.ts';
import { channelFile, describeRelease } from '../../../builders/release.ts';
import { makeTempFolder } from '../../../builders/workspace-builder.ts';

const servers: TestServer[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) await server.close();
});

const newer = '99.1.0';
const packageName = `Sightline-${newer}.AppImage`;
/** A program that notes the arguments that it was started with, as the new AppImage is. */
const program = (note: string) => `#!/bin/sh\necho "started $@" > '${note}'\n`;
/** An installed AppImage with its updates, and a server or a folder that offers them. */
async function install(release: Readonly<Record<string, string>>, name = 'Sightline.AppImage') {
  const folder = await makeTempFolder();
  const appImage = path.join(folder, name);
  await writeFile(appImage, 'the former version');
  vi.stubEnv('APPIMAGE', appImage);
  const server = await startHttpServer(({ path: requested }, response) => {
    const contents = release[path.posix.basename(requested)];
    response.writeHead(contents === undefined ? 404 : 200).end(contents);
  });
  servers.push(server);
  let last: (() => boolean) | undefined;
  const settings = await openSettingsFile(path.join(folder, 'settings.json'));
  const updatesFolder = path.join(folder, 'updates');
  const resources = path.join(folder, 'resources');
  await mkdir(resources);
  await writeFile(path.join(resources, 'app-update.yml'), 'updaterCacheDirName: sightline-updater\n');
  const installer = createUpdateInstaller({
    app: { isPackaged: true, relaunch: () => {}, quit: () => {}, whenReady: async () => {} },
    folder: updatesFolder,
    resources,
    platform: 'linux',
    quitTo: (work) => {
      last = work;
    },
  });
  const network = createDirectAccess();
  const updates = createUpdates({ settings, network, events: createEvents(), installer });
  return { appImage, folder, server, settings, updates, updatesFolder, runLast: () => last?.() };
}

const isLinux = process.platform === 'linux';
if (!isLinux) process.stderr.write('Skipped: updates of an AppImage are installed on Linux only.\n');

describe.runIf(isLinux)('updates', () => {
  it('ask nothing before an address is set', async () => {
    const { updates, server } = await install({});
    await updates.checkAtStart();
    expect(await updates.check()).toMatchObject({ ok: false, failure: { code: 'not-found' } });
    expect(server.requests).toEqual([]);
    expect(updates.state()).toMatchObject({ address: '', problem: null, stage: { kind: 'none' } });
  });

  it('are announced, fetched when requested, verified, and installed at the end', async () => {
    const note = path.join(await makeTempFolder(), 'note');
    const contents = program(note);
    const { updates, server, appImage, runLast } = await install({
      [channelFile]: describeRelease(newer, contents, packageName),
      [packageName]: contents,
    });
    await updates.setAddress(server.url);
    await updates.checkAtStart();
    expect(updates.state().stage).toEqual({
      kind: 'available',
      update: {
        version: newer,
        releasedAt: '2026-12-01T10:00:00.000Z',
        bytes: contents.length,
        from: new URL(server.url).host,
      },
    });
    expect(server.requests.map((request) => request.path)).toEqual([`/${channelFile}`]);
    // Nothing in the request identifies the installation.
    const names = Object.keys(server.requests[0]?.headers ?? {}).toSorted();
    expect(names).toEqual(['accept-encoding', 'connection', 'host', 'user-agent']);
    expect(server.requests[0]?.headers['user-agent']).toBe('Sightline');

    expect(await updates.fetchPackage()).toMatchObject({ ok: true, value: { stage: { kind: 'ready' } } });
    expect(await readFile(appImage, 'utf8')).toBe('the former version');
    expect(updates.installAndRestart()).toEqual({ ok: true, value: undefined });
    const { argv } = process;
    process.argv = ['sightline-app', '--data-dir', '/elsewhere'];
    expect(runLast()).toBe(true);
    expect(await readFile(appImage, 'utf8')).toBe(contents);
    await eventually(async () => {
      expect(await readFile(note, 'utf8')).toBe('started --data-dir /elsewhere\n');
    });
    process.argv = argv;
  });

  it('leave the former version where they cannot be installed, and fail with the reason', async () => {
    const { updates, server, appImage, runLast, folder } = await install({
      [channelFile]: describeRelease(newer, 'newer', packageName),
      [packageName]: 'newer',
    });
    await updates.setAddress(server.url);
    await updates.check();
    expect(await updates.fetchPackage()).toMatchObject({ ok: true });
    expect(updates.installAndRestart()).toMatchObject({ ok: true });
    // Where the new one would be completed.
    await mkdir(`${appImage}.incomplete`);
    expect(runLast).toThrow(/incomplete/);
    expect(await readFile(appImage, 'utf8')).toBe('the former version');
    expect((await readdir(folder)).filter((name) => name.endsWith('.AppImage'))).toEqual([
      path.basename(appImage),
    ]);
  });

  it('keep the version in the name of the file up to date', async () => {
    const note = path.join(await makeTempFolder(), 'note');
    const { updates, server, folder, runLast } = await install(
      { [channelFile]: describeRelease(newer, program(note), packageName), [packageName]: program(note) },
      'Sightline-0.1.0.AppImage',
    );
    await updates.setAddress(server.url);
    await updates.check();
    await updates.fetchPackage();
    updates.installAndRestart();
    expect(runLast()).toBe(true);
    expect((await readdir(folder)).filter((name) => name.includes('AppImage'))).toEqual([packageName]);
    await eventually(() => expect(existsSync(note)).toBe(true));
  });

  it('refuse a package that is not the one described, and leave nothing of it', async () => {
    const { updates, server, appImage, updatesFolder } = await install({
      [channelFile]: describeRelease(newer, 'the described package', packageName),
      [packageName]: 'another package',
    });
    await updates.setAddress(server.url);
    await updates.check();
    expect(await updates.fetchPackage()).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('its checksum differs') },
    });
    expect(updates.state().stage).toMatchObject({ kind: 'available' });
    expect(updates.installAndRestart()).toMatchObject({ ok: false });
    expect(await readFile(appImage, 'utf8')).toBe('the former version');
    const left = await readdir(updatesFolder, { recursive: true });
    expect(left.filter((name) => name.includes('AppImage'))).toEqual([]);
  });

  it('read no package from another server', async () => {
    const other = await startHttpServer((_request, response) => void response.end('x'));
    servers.push(other);
    const { updates, server } = await install({
      [channelFile]: describeRelease(newer, 'x', `${other.url}/${packageName}`),
    });
    await updates.setAddress(server.url);
    await updates.check();
    expect(await updates.fetchPackage()).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('another server') },
    });
    expect(other.requests).toEqual([]);
  });

  it.each([appVersion, '0.0.1'])('offer no version that is not newer: %s', async (version) => {
    const { updates, server } = await install({ [channelFile]: describeRelease(version, 'x', packageName) });
    await updates.setAddress(server.url);
    expect(await updates.check()).toMatchObject({
      ok: true,
      value: { stage: { kind: 'current', offered: version } },
    });
    expect(await updates.fetchPackage()).toMatchObject({ ok: false });
  });

  it('come from a folder, without any request', async () => {
    const contents = program(path.join(await makeTempFolder(), 'note'));
    const { updates, server, folder } = await install({});
    const medium = path.join(folder, 'medium');
    await mkdir(medium);
    const description = path.join(medium, channelFile);
    await writeFile(description, describeRelease(newer, contents, packageName));
    expect(await updates.checkFile(description)).toMatchObject({
      ok: true,
      value: { stage: { kind: 'available', update: { version: newer, from: medium } } },
    });
    expect(await updates.fetchPackage()).toMatchObject({
      ok: false,
      failure: { message: `${packageName} is not in ${medium}.` },
    });
    await writeFile(path.join(medium, packageName), contents);
    expect(await updates.fetchPackage()).toMatchObject({ ok: true, value: { stage: { kind: 'ready' } } });
    expect(server.requests).toEqual([]);
  });

  it('name what keeps them from being read', async () => {
    const { updates, server } = await install({ [channelFile]: 'files: [' });
    await updates.setAddress(`${server.url}/nowhere/`);
    expect(await updates.check()).toMatchObject({ ok: false });
    await server.close();
    servers.splice(0);
    expect(await updates.check()).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining(new URL(server.url).host) },
    });
    expect(updates.state().stage).toEqual({ kind: 'none' });
  });

  it('are refused in an address without encryption', async () => {
    const { updates } = await install({});
    await updates.setAddress('http://updates.test/sightline');
    expect(await updates.check()).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('without encryption') },
    });
  });
});

describe('an installation that cannot be updated', () => {
  const problemOf = async (
    platform: NodeJS.Platform,
    { environment = {}, files = {}, isPackaged = true } = {} as {
      environment?: Record<string, string>;
      files?: Record<string, string>;
      isPackaged?: boolean;
    },
  ) => {
    const resources = await makeTempFolder();
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(resources, name), text);
    const app = { isPackaged, relaunch: () => {}, quit: () => {}, whenReady: async () => {} };
    return createUpdateInstaller({
      app,
      folder: resources,
      resources,
      quitTo: () => {},
      platform,
      environment,
    }).problem;
  };

  it('states why, and what to do', async () => {
    expect(await problemOf('linux', { isPackaged: false })).toContain('git pull');
    expect(await problemOf('linux')).toContain('not installed from a package');
    expect(await problemOf('win32', { environment: { PORTABLE_EXECUTABLE_DIR: 'C:\\' } })).toContain(
      'portable',
    );
    // Without a publisher electron-updater would accept any signature.
    const unsigned = { 'app-update.yml': 'provider: generic\n' };
    expect(await problemOf('win32', { files: unsigned })).toContain('not signed');
  });

  it('is none of a signed installer, a deb, an AppImage or a macOS app', async () => {
    const signed = { 'app-update.yml': 'provider: generic\npublisherName:\n  - Sightline\n' };
    expect(await problemOf('win32', { files: signed })).toBeNull();
    expect(await problemOf('linux', { files: { 'package-type': 'deb\n' } })).toBeNull();
    expect(await problemOf('linux', { environment: { APPIMAGE: '/x' } })).toBeNull();
    expect(await problemOf('darwin')).toBeNull();
  });
});
