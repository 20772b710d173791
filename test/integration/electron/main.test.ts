import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AppHandler } from '../../../electron/app-handler.ts';
import { createEvents } from '../../../electron/core/base/events.ts';
import type { Core } from '../../../electron/core/core.ts';
import type { CoreOptions } from '../../../electron/core/core-options.ts';
import { succeed } from '../../../shared/result.ts';
import {
  createElectronStub,
  createStubContents,
  type ElectronStub,
  type StubEvent,
  type StubWindow,
  stubEvent,
} from '../../builders/electron-stub.ts';
import { stubCore } from '../../builders/stub-core.ts';

let dataDir: string;
const argv = process.argv;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let listenersBefore: Map<string, readonly unknown[]>;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sightline-main-'));
  process.argv = ['electron', '.', '--data-dir', dataDir];
  listenersBefore = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
});

afterEach(async () => {
  process.argv = argv;
  for (const signal of signals) {
    const added = process.listeners(signal).filter((one) => !listenersBefore.get(signal)?.includes(one));
    for (const listener of added) process.off(signal, listener);
  }
  vi.resetModules();
  await rm(dataDir, { recursive: true });
});

/** A stub whose inbox is never read to the end, so that the count of unread findings adds no calls. */
function coreWithoutCount(parts: Partial<Core> = {}): Core {
  const inbox = () => new Promise(() => {});
  return stubCore({ watch: { inbox } as unknown as Core['watch'], ...parts });
}

/** Runs electron/main.ts on a stubbed Electron and with a stubbed core; everything between them is real. */
async function runMain(
  stub: ElectronStub,
  createCore: (options: CoreOptions) => Promise<Core>,
): Promise<void> {
  vi.doMock('electron/main', () => stub.main);
  vi.doMock('electron/common', () => stub.common);
  vi.doMock('../../../electron/core/create-core.ts', () => ({
    createCore: (options: CoreOptions) => {
      stub.calls.push('createCore');
      return createCore(options);
    },
  }));
  vi.doMock('../../../electron/end-process.ts', () => ({
    limitShutdown: (code: number) => {
      stub.calls.push(`limitShutdown ${code}`);
      return () => stub.calls.push('limit lifted');
    },
    endProcess: (code: number) => {
      stub.calls.push(`endProcess ${code}`);
      stub.end(code);
    },
  }));
  await import('../../../electron/main.ts');
}

/** Runs it until the page is loaded. */
async function open(stub = createElectronStub(), parts: Partial<Core> = {}): Promise<ElectronStub> {
  await runMain(stub, async () => coreWithoutCount(parts));
  stub.app.emit('gpu-info-update');
  stub.becomeReady();
  await expect.poll(() => stub.calls).toContain('window.loadURL app://sightline/');
  return stub;
}

describe('starting', () => {
  it('does things in the order that Electron and safety require', async () => {
    const stub = await open();
    expect(stub.calls).toEqual([
      `app.setPath userData ${path.join(dataDir, 'electron')}`,
      'crashReporter.start {"uploadToServer":false}',
      'app.setAppUserModelId app.sightline.Sightline',
      'app.requestSingleInstanceLock',
      `protocol.registerSchemesAsPrivileged ${JSON.stringify([
        {
          scheme: 'app',
          privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
        },
      ])}`,
      'app.enableSandbox',
      'ready',
      'session.fromPartition proxy',
      'createCore',
      'session.fromPartition persist:main',
      'session.setPermissionRequestHandler',
      'session.setPermissionCheckHandler',
      'session.setDevicePermissionHandler',
      'session.setDisplayMediaRequestHandler',
      'session.webRequest.onBeforeRequest',
      'session.protocol.handle app',
      'Menu.setApplicationMenu',
      'new BrowserWindow',
      'window.loadURL app://sightline/',
    ]);
  });

  it.each([
    [
      'an AppImage without the sandbox',
      '/opt/Sightline.AppImage',
      ['no-sandbox'],
      /sandbox is off.*deb or rpm/,
    ],
    ['an AppImage with it', '/opt/Sightline.AppImage', [], undefined],
    ['another package, where the user switched it off', undefined, ['no-sandbox'], undefined],
  ])('gives the core what to report of %s', async (_what, appImage, switches, problem) => {
    vi.stubEnv('APPIMAGE', appImage);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const stub = createElectronStub({ switches });
    let given: CoreOptions | undefined;
    await runMain(stub, async (options) => {
      given = options;
      return coreWithoutCount();
    });
    stub.app.emit('gpu-info-update');
    stub.becomeReady();
    await expect.poll(() => stub.calls).toContain('window.loadURL app://sightline/');
    if (problem) expect(given?.hostProblem).toMatch(problem);
    else expect(given?.hostProblem).toBeUndefined();
  });

  it('guards pages before the first one can be made', async () => {
    const stub = createElectronStub();
    await runMain(stub, async () => coreWithoutCount());
    expect(stub.app.listenerCount('web-contents-created')).toBe(1);
    expect(stub.calls).not.toContain('ready');
  });

  it('gives the page a sandbox and no way to Node', async () => {
    const { windows, appSession } = await open();
    expect(windows).toHaveLength(1);
    expect(windows[0]?.options.webPreferences).toEqual({
      session: appSession,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
    });
  });

  it('does not bring the sandbox back where it was switched off', async () => {
    const stub = await open(createElectronStub({ switches: ['no-sandbox'] }));
    expect(stub.calls).not.toContain('app.enableSandbox');
  });

  it('shows why its data folder cannot be used, and ends without anything else', async () => {
    const file = path.join(dataDir, 'file');
    await writeFile(file, '');
    process.argv = ['electron', '.', '--data-dir', file];
    const stub = createElectronStub();
    await runMain(stub, async () => coreWithoutCount());
    expect(await stub.exited).toBe(5);
    expect(stub.calls).toEqual([
      `dialog.showErrorBox Sightline could not start: The data folder ${file} cannot be used: ${file} is a file, not a folder; correct that, or start Sightline with another folder (--data-dir).`,
      'app.exit 5',
    ]);
  });

  it('shows why it cannot start, and ends', async () => {
    const stub = createElectronStub();
    await runMain(stub, async () => {
      throw new Error('The disk is full.');
    });
    stub.becomeReady();
    expect(await stub.exited).toBe(1);
    expect(stub.calls).toContain('dialog.showErrorBox Sightline could not start: The disk is full.');
    expect(stub.windows).toHaveLength(0);
  });
});

describe('single instance', () => {
  it('ends at once when another one runs, and touches nothing', async () => {
    const stub = createElectronStub({ isFirstInstance: false });
    await runMain(stub, async () => coreWithoutCount());
    expect(await stub.exited).toBe(0);
    expect(stub.calls.slice(3)).toEqual(['app.requestSingleInstanceLock', 'app.quit']);
  });

  it('comes to the front when it is started again', async () => {
    const stub = await open();
    const window = windowOf(stub);
    window.isMinimizedNow = true;
    stub.app.emit('second-instance', {}, ['sightline-app'], '/');
    expect([window.isMinimizedNow, window.isShown, window.isFocused]).toEqual([false, true, true]);
  });
});

describe('with the setting to stay in the notification area', () => {
  async function openInTray(isOn = true) {
    const events = createEvents();
    const setting = { isOn };
    const parts = {
      events,
      tray: { isOn: () => setting.isOn, set: async () => succeed(undefined) },
      watch: {
        inbox: async () => succeed({ events: [], total: 12, unread: 12 }),
      } as unknown as Core['watch'],
    };
    const stub = await open(createElectronStub(), parts);
    const window = windowOf(stub);
    window.emit('ready-to-show');
    return { stub, window, events, setting };
  }

  it('hides the window in place of closing it, opens it again, and quits by the menu of the icon', async () => {
    const { stub, window } = await openInTray();
    window.close();
    expect([window.isShown, window.isDestroyed()]).toEqual([false, false]);
    const [tray] = stub.trays;
    tray?.emit('click');
    expect([window.isShown, window.isFocused]).toEqual([true, true]);
    window.close();
    stub.app.emit('activate');
    expect(window.isShown).toBe(true);
    expect(tray?.items.map(({ label }) => label)).toEqual(['Open Sightline', 'Quit']);
    tray?.items[1]?.click();
    expect(window.isDestroyed()).toBe(true);
    expect(await stub.exited).toBe(0);
  });

  it('hides it again after the user has left it open with unsaved work', async () => {
    const { stub, window } = await openInTray();
    window.hasUnsavedWork = true;
    stub.dialog.clickedButton = 1;
    stub.app.quit();
    expect(window.isDestroyed()).toBe(false);
    window.close();
    expect(window.isShown).toBe(false);
  });

  it.each([
    ['linux', { dataURL: expect.stringMatching(/^data:image\/png;base64,/) }],
    [
      'darwin',
      { dataURL: expect.stringMatching(/^data:image\/png;base64,/), scaleFactor: 2, width: 32, height: 32 },
    ],
  ])('shows an icon of 32 pixels, which are 16 points on macOS: %s', async (platform, image) => {
    const { stub, setting, events } = await openInTray(false);
    const own = process.platform;
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: own }));
    Object.defineProperty(process, 'platform', { value: platform });
    setting.isOn = true;
    events.publish({ type: 'changed', topic: 'watch' });
    await expect.poll(() => stub.trays[0]?.image).toMatchObject(image);
  });

  it('shows how many findings are unread at the start, and again when the window is shown', async () => {
    const { stub, window } = await openInTray();
    const times = () => stub.calls.filter((call) => call === 'app.setBadgeCount 12').length;
    await expect.poll(times).toBeGreaterThan(0);
    const before = times();
    window.close();
    stub.trays[0]?.emit('click');
    await expect.poll(times).toBeGreaterThan(before);
    expect(stub.trays[0]?.tip).toBe('Sightline: 12 unread findings');
  });

  it('shows how many findings are unread, and follows the setting', async () => {
    const { stub, window, events, setting } = await openInTray(false);
    expect(stub.trays).toEqual([]);
    setting.isOn = true;
    events.publish({ type: 'changed', topic: 'watch' });
    await expect.poll(() => stub.trays[0]?.tip).toBe('Sightline: 12 unread findings');
    expect(stub.calls).toContain('app.setBadgeCount 12');
    setting.isOn = false;
    events.publish({ type: 'changed', topic: 'watch' });
    await expect.poll(() => stub.trays[0]?.isRemoved).toBe(true);
    window.close();
    expect(window.isDestroyed()).toBe(true);
  });
});

function windowOf(stub: ElectronStub): StubWindow {
  const [window] = stub.windows;
  if (!window) throw new Error('No window was opened.');
  return window;
}

describe('the window', () => {
  it.each(['ready-to-show', 'the end of loading'])('is shown on %s', async (event) => {
    const loading = Promise.withResolvers<void>();
    const stub = createElectronStub();
    stub.loadBy(() => loading.promise);
    const window = windowOf(await open(stub));
    expect(window.isShown).toBe(false);
    if (event === 'ready-to-show') window.emit(event);
    else loading.resolve();
    await expect.poll(() => window.isShown).toBe(true);
  });

  it('is shown after ten seconds though neither happens', async () => {
    vi.useFakeTimers();
    const stub = createElectronStub();
    stub.loadBy(() => new Promise(() => {}));
    await runMain(stub, async () => coreWithoutCount());
    stub.becomeReady();
    stub.app.emit('gpu-info-update');
    await vi.waitFor(() => expect(stub.windows).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(9_000);
    expect(windowOf(stub).isShown).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(windowOf(stub).isShown).toBe(true);
    vi.useRealTimers();
  });

  it('may be closed while the page is loading', async () => {
    const loading = Promise.withResolvers<void>();
    const stub = createElectronStub();
    stub.loadBy(() => loading.promise);
    windowOf(await open(stub)).close();
    loading.reject(new Error('ERR_FAILED (-2) loading app://sightline/'));
    expect(await stub.exited).toBe(0);
    expect(stub.calls.filter((call) => call.startsWith('dialog.'))).toEqual([]);
  });

  it('closes the core when the page cannot be loaded', async () => {
    let closes = 0;
    const close = async () => {
      closes += 1;
    };
    const stub = createElectronStub();
    stub.loadBy(async () => {
      throw new Error('ERR_FAILED (-2)');
    });
    await open(stub, { close });
    expect(await stub.exited).toBe(1);
    expect(stub.calls).toContain('dialog.showErrorBox Sightline could not start: ERR_FAILED (-2)');
    expect(closes).toBe(1);
  });

  it('comes back where it was closed, within the display that is there', async () => {
    const first = await open();
    const window = windowOf(first);
    Object.assign(window.options, { x: 3000, y: -50, width: 2400, height: 800 });
    window.maximize();
    window.close();
    expect(await first.exited).toBe(0);
    vi.resetModules();

    const second = windowOf(
      await open(createElectronStub({ workArea: { x: 1920, y: 30, width: 1280, height: 1000 } })),
    );
    expect(second.options).toMatchObject({ x: 1920, y: 30, width: 1280, height: 800 });
    await expect.poll(() => second.isMaximizedNow).toBe(true);
  });

  it('opens in its initial size when what was saved cannot be read', async () => {
    await mkdir(path.join(dataDir, 'electron'));
    await writeFile(path.join(dataDir, 'electron', 'window.json'), '{"bounds":');
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { options } = windowOf(await open());
    expect(options).toMatchObject({ width: 1440, height: 900 });
    expect(String(write.mock.calls[0]?.[0])).toContain('reading the position of the window');
    write.mockRestore();
  });
});

it('colors the window as the theme of the page', async () => {
  const stub = await open();
  const { webContents } = windowOf(stub);
  webContents.emit('did-change-theme-color', {}, '#e9edf1');
  webContents.emit('did-change-theme-color', {}, null);
  expect(stub.calls.filter((call) => call.includes('setBackgroundColor'))).toEqual([
    'window.setBackgroundColor #e9edf1',
  ]);
});

describe('a page that fails', () => {
  const gone = (window: StubWindow, reason: string) =>
    window.webContents.emit('render-process-gone', {}, { reason, exitCode: 5 });
  const reloads = (stub: ElectronStub) => stub.calls.filter((call) => call === 'window.reload').length;

  beforeEach(() => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    vi.mocked(process.stderr.write).mockRestore();
  });

  it('is reloaded three times in a minute, then on request only', async () => {
    const stub = await open();
    const window = windowOf(stub);
    for (const _time of [1, 2, 3]) gone(window, 'crashed');
    expect(reloads(stub)).toBe(3);
    stub.dialog.clickedButton = 0;
    gone(window, 'oom');
    await expect.poll(() => reloads(stub)).toBe(4);
    expect(stub.calls).toContain('dialog.showMessageBox The window of Sightline keeps crashing');
    gone(window, 'crashed');
    expect(reloads(stub)).toBe(5);
  });

  it('ends the app in order when the user chooses so', async () => {
    const stub = await open();
    stub.dialog.clickedButton = 1;
    for (const _time of [1, 2, 3, 4]) gone(windowOf(stub), 'crashed');
    expect(await stub.exited).toBe(0);
  });

  it('is not reloaded when its process ended with the window', async () => {
    const stub = await open();
    gone(windowOf(stub), 'clean-exit');
    expect(reloads(stub)).toBe(0);
  });

  it('that does not respond is ended when the user chooses so, and not once it responds again', async () => {
    const stub = await open();
    const window = windowOf(stub);
    const ended = () => stub.calls.includes('window.forcefullyCrashRenderer');
    window.emit('unresponsive');
    window.emit('unresponsive');
    expect(stub.calls.filter((call) => call.includes('does not respond'))).toHaveLength(1);
    window.emit('responsive');
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended()).toBe(false);
    stub.dialog.clickedButton = 0;
    window.emit('unresponsive');
    await expect.poll(ended).toBe(true);
  });
});

describe('installing an update', () => {
  /** An open app whose core notes that it is closed, with what installs updates. */
  async function openWithInstaller() {
    const stub = createElectronStub();
    let options: CoreOptions | undefined;
    await runMain(stub, async (given) => {
      options = given;
      return coreWithoutCount({ close: async () => void stub.calls.push('core.close') });
    });
    stub.app.emit('gpu-info-update');
    stub.becomeReady();
    await expect.poll(() => stub.calls).toContain('window.loadURL app://sightline/');
    return { stub, install: () => options?.updateInstaller?.installAndRestart() };
  }

  /** Replaces what installs by a program that notes it, or fails. */
  function stubInstaller(install: () => boolean): void {
    vi.doMock('../../../electron/desktop/update-installer.ts', () => ({
      createUpdateInstaller: ({ quitTo }: { quitTo(work: () => boolean): void }) => ({
        problem: null,
        verification: '',
        installAndRestart: () => quitTo(install),
      }),
    }));
  }

  afterEach(() => {
    vi.doUnmock('../../../electron/desktop/update-installer.ts');
  });

  it('closes the core before', async () => {
    const { stub, install } = await openWithInstaller();
    install();
    expect(await stub.exited).toBe(0);
    expect(stub.calls.slice(-6)).toEqual([
      'app.quit',
      'limitShutdown 1',
      'session.flushStorageData',
      'core.close',
      'app.releaseSingleInstanceLock',
      'endProcess 0',
    ]);
  });

  it('is called off for good when the user keeps the window open', async () => {
    const installed: string[] = [];
    stubInstaller(() => installed.push('installed') > 0);
    const { stub, install } = await openWithInstaller();
    const window = windowOf(stub);
    window.hasUnsavedWork = true;
    install();
    expect(window.isDestroyed()).toBe(false);
    window.hasUnsavedWork = false;
    window.close();
    expect(await stub.exited).toBe(0);
    expect(installed).toEqual([]);
  });

  it('that fails is shown, and the former version started again with its arguments', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    stubInstaller(() => {
      throw new Error('The disk is full.');
    });
    const { stub, install } = await openWithInstaller();
    install();
    expect(await stub.exited).toBe(0);
    expect(stub.calls.slice(-6)).toEqual([
      'core.close',
      'limit lifted',
      'dialog.showErrorBox The update was not installed: The disk is full.\n\nSightline starts again in its former version.',
      `app.relaunch . --data-dir ${dataDir}`,
      'app.releaseSingleInstanceLock',
      'endProcess 0',
    ]);
    vi.mocked(process.stderr.write).mockRestore();
  });
});

describe('a machine without a graphics card', () => {
  const relaunches = (stub: ElectronStub) => stub.calls.filter((call) => call.startsWith('app.relaunch'));

  async function start(stub: ElectronStub): Promise<ElectronStub> {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await runMain(stub, async () => coreWithoutCount());
    stub.app.emit('gpu-info-update');
    stub.becomeReady();
    return stub;
  }

  afterEach(() => {
    vi.mocked(process.stderr.write).mockRestore();
  });

  const isLinux = process.platform === 'linux';
  if (!isLinux) process.stderr.write('Skipped: software rendering is only started on Linux.\n');
  it.runIf(isLinux)('starts again with software rendering, without a window', async () => {
    const stub = await start(createElectronStub({ webgl2: 'unavailable_software' }));
    expect(await stub.exited).toBe(0);
    expect(relaunches(stub)).toEqual([
      `app.relaunch . --data-dir ${dataDir} --use-angle=swiftshader --enable-unsafe-swiftshader`,
    ]);
    expect(stub.windows).toEqual([]);
  });

  it.runIf(isLinux)('starts an AppImage again by its file, since its mount ends with it', async () => {
    vi.stubEnv('APPIMAGE', '/apps/Sightline.AppImage');
    const stub = await start(createElectronStub({ webgl2: 'unavailable_software' }));
    expect(await stub.exited).toBe(0);
    expect(relaunches(stub)[0]).toMatch(
      `app.relaunch /apps/Sightline.AppImage --appimage-extract-and-run . --data-dir ${dataDir} --use-angle=`,
    );
    vi.unstubAllEnvs();
  });

  it('starts again only once', async () => {
    const stub = await start(
      createElectronStub({ webgl2: 'unavailable_software', switches: ['enable-unsafe-swiftshader'] }),
    );
    await expect.poll(() => stub.windows).toHaveLength(1);
    expect(relaunches(stub)).toEqual([]);
  });
});

describe('what the page may do', () => {
  type Handlers = {
    setPermissionRequestHandler(
      contents: null,
      permission: string,
      answer: (granted: boolean) => void,
      details: { requestingUrl: string },
    ): void;
    setPermissionCheckHandler(contents: null, permission: string, origin: string): boolean;
    setDevicePermissionHandler(details: object): boolean;
    setDisplayMediaRequestHandler(request: object, answer: (streams: unknown) => void): void;
    'webRequest.onBeforeRequest'(details: { url: string }, answer: (verdict: object) => void): void;
    'protocol.handle app'(request: Request): Promise<Response>;
  };
  const handlersOf = (stub: ElectronStub) => stub.appSession.handlers as unknown as Handlers;

  it('may write to the clipboard, and no other page may', async () => {
    const handlers = handlersOf(await open());
    const granted = (permission: string, requestingUrl: string) => {
      const results = [handlers.setPermissionCheckHandler(null, permission, requestingUrl)];
      handlers.setPermissionRequestHandler(null, permission, (isGranted) => results.push(isGranted), {
        requestingUrl,
      });
      return results;
    };
    expect(granted('clipboard-sanitized-write', 'app://sightline/')).toEqual([true, true]);
    expect(granted('clipboard-read', 'app://sightline/')).toEqual([false, false]);
    for (const address of ['https://example.org/', 'app://other/', 'null', '']) {
      expect(granted('clipboard-sanitized-write', address), address).toEqual([false, false]);
    }
  });

  it('is granted no other permission, device or screen', async () => {
    const handlers = handlersOf(await open());
    const responses: unknown[] = [];
    for (const permission of [
      'geolocation',
      'media',
      'notifications',
      'clipboard-read',
      'openExternal',
      'fileSystem',
    ]) {
      handlers.setPermissionRequestHandler(null, permission, (granted) => responses.push(granted), {
        requestingUrl: 'app://sightline/',
      });
      responses.push(handlers.setPermissionCheckHandler(null, permission, 'app://sightline/'));
    }
    responses.push(handlers.setDevicePermissionHandler({ deviceType: 'usb' }));
    handlers.setDisplayMediaRequestHandler({}, (streams) => responses.push(streams ?? false));
    expect(new Set(responses)).toEqual(new Set([false]));
  });

  it('reaches nothing but the app’s handler', async () => {
    const handlers = handlersOf(await open());
    const isCancelled = (url: string) => {
      let verdict = {};
      handlers['webRequest.onBeforeRequest']({ url }, (given) => {
        verdict = given;
      });
      return verdict;
    };
    for (const url of ['app://sightline/', 'app://sightline/api/host', 'blob:app://sightline/1', 'data:,1']) {
      expect(isCancelled(url), url).toEqual({ cancel: false });
    }
    for (const url of [
      'http://127.0.0.1:1/',
      'https://example.org/',
      'file:///etc/passwd',
      'app://other/',
      'ws://127.0.0.1/',
      'devtools://devtools/bundled/inspector.html',
      'chrome://gpu/',
    ]) {
      expect(isCancelled(url), url).toEqual({ cancel: true });
    }
  });

  it('opens no window, embeds no page and goes nowhere else', async () => {
    const stub = await open();
    const contents = createStubContents();
    stub.app.emit('web-contents-created', {}, contents);
    expect(contents.open('https://example.org/')).toBe('deny');
    expect(contents.open('app://sightline/')).toBe('deny');

    const isPrevented = (name: string, url?: string) => {
      const event = stubEvent(url);
      contents.emit(name, event);
      return event.isPrevented;
    };
    expect(isPrevented('will-attach-webview')).toBe(true);
    for (const name of ['will-frame-navigate', 'will-redirect']) {
      for (const url of ['https://example.org/', 'file:///etc/passwd', 'app://other/', 'data:text/html,x']) {
        expect(isPrevented(name, url), `${name} ${url}`).toBe(true);
      }
      expect(isPrevented(name, 'app://sightline/')).toBe(false);
    }
    const download = stubEvent();
    stub.appSession.emit('will-download', download);
    expect(download.isPrevented).toBe(true);
  });

  it('is served by the one handler, with its policy', async () => {
    const handlers = handlersOf(await open());
    const ask = (url: string) => handlers['protocol.handle app'](new Request(url));
    const answer = await ask('app://sightline/api/host');
    expect(await answer.json()).toEqual({ result: { data: { kind: 'electron' } } });
    const policy = (await ask('app://sightline/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect((await ask('app://elsewhere/api/host')).status).toBe(404);
  });
});

describe('a page with reviews that are not saved', () => {
  const question = 'dialog.showMessageBoxSync Closing the window loses changes';
  const withUnsavedWork = async () => {
    const stub = await open();
    windowOf(stub).hasUnsavedWork = true;
    return stub;
  };

  it('leaves the window and the app open when the user cancels', async () => {
    const stub = await withUnsavedWork();
    windowOf(stub).close();
    stub.app.quit();
    expect(stub.calls.filter((call) => call === question)).toHaveLength(2);
    expect(windowOf(stub).isDestroyed()).toBe(false);
    expect(stub.calls.filter((call) => call.startsWith('limitShutdown'))).toEqual([]);
  });

  it('is closed when the user gives them up', async () => {
    const stub = await withUnsavedWork();
    stub.dialog.clickedButton = 0;
    windowOf(stub).close();
    expect(stub.calls).toContain(question);
    expect(await stub.exited).toBe(0);
  });

  /** The ways in which the system ends the app. */
  const ends: Record<string, (stub: ElectronStub) => StubEvent | undefined> = {
    'a signal': () => void process.emit('SIGTERM'),
    'the end of the session on Windows': (stub) => {
      const event = stubEvent();
      windowOf(stub).emit('query-session-end', event);
      return event;
    },
    'the end of the session on Windows, now': (stub) => void windowOf(stub).emit('session-end', stubEvent()),
    'the shutdown of Linux': (stub) => {
      const event = stubEvent();
      stub.powerMonitor.emit('shutdown', event);
      return event;
    },
  };

  it.each(Object.entries(ends))('is closed without a question by %s', async (_name, end) => {
    const stub = await withUnsavedWork();
    vi.useFakeTimers();
    const event = end(stub);
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await stub.exited).toBe(0);
    expect(stub.calls).not.toContain(question);
    // The system waits for the end.
    expect(event?.isPrevented).not.toBe(false);
  });

  it.each(Object.entries(ends))('is given time to save it by %s', async (_name, end) => {
    const events = createEvents();
    const stub = await open(createElectronStub(), { events });
    const window = windowOf(stub);
    window.hasUnsavedWork = true;
    const published: string[] = [];
    events.listen(({ event }) => published.push(event.type));
    vi.useFakeTimers();
    end(stub);
    expect(published).toEqual(['ending']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(window.isDestroyed()).toBe(false);
    window.hasUnsavedWork = false;
    await vi.advanceTimersByTimeAsync(200);
    expect(window.isDestroyed()).toBe(true);
    vi.useRealTimers();
    expect(await stub.exited).toBe(0);
    expect(published).toEqual(['ending']);
  });
});

describe('a file that the user opens with the app', () => {
  const taken = async (stub: ElectronStub) => {
    const handle = stub.appSession.handlers['protocol.handle app'] as unknown as AppHandler;
    const response = await handle(
      new Request('app://sightline/api/workspace.takeOpenedFile', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      }),
    );
    return (await response.json()).result.data;
  };

  it('is given to the page, once, when the app was started with it', async () => {
    process.argv = [...process.argv, '/home/kim/Busan.gpkg'];
    const stub = await open();
    expect(await taken(stub)).toEqual({
      ok: true,
      value: { id: expect.any(String), name: 'Busan.gpkg' },
    });
    expect(await taken(stub)).toEqual({ ok: true, value: null });
  });

  it('is given to the page when the app is started again with it, relative to the folder of that start', async () => {
    const events = createEvents();
    const stub = await open(createElectronStub(), { events });
    const published: string[] = [];
    events.listen(({ event }) => published.push(event.type));
    stub.app.emit('second-instance', {}, ['sightline-app', '--no-sandbox', 'case.gpkg'], '/media/usb');
    expect(published).toEqual(['file-opened']);
    expect(windowOf(stub).isFocused).toBe(true);
    expect(await taken(stub)).toMatchObject({ value: { name: 'case.gpkg' } });
  });

  it('is given to the page when macOS passes it before the app is ready', async () => {
    const stub = createElectronStub();
    await runMain(stub, async () => coreWithoutCount());
    const event = stubEvent();
    stub.app.emit('open-file', event, '/Users/kim/Busan.gpkg');
    expect(event.isPrevented).toBe(true);
    stub.app.emit('gpu-info-update');
    stub.becomeReady();
    await expect.poll(() => stub.calls).toContain('window.loadURL app://sightline/');
    expect(await taken(stub)).toMatchObject({ value: { name: 'Busan.gpkg' } });
  });

  it('is no other kind of file, and no data folder', async () => {
    process.argv = ['electron', '.', '/home/kim/picture.png', '--data-dir', dataDir];
    expect(await taken(await open())).toEqual({ ok: true, value: null });
  });
});

describe('starting again while closing', () => {
  it('opens a new window once the core has closed', async () => {
    const closing = Promise.withResolvers<void>();
    const stub = await open(createElectronStub(), { close: () => closing.promise });
    windowOf(stub).close();
    stub.app.emit('second-instance', {}, ['sightline-app'], '/');
    stub.app.emit('second-instance', {}, ['sightline-app'], '/');
    closing.resolve();
    expect(await stub.exited).toBe(0);
    expect(stub.calls.slice(-3)).toEqual([
      `app.relaunch . --data-dir ${dataDir}`,
      'app.releaseSingleInstanceLock',
      'endProcess 0',
    ]);
    expect(stub.calls.filter((call) => call.startsWith('app.relaunch'))).toHaveLength(1);
  });
});

describe('ending', () => {
  it('waits until the core has closed, however often quitting is requested', async () => {
    const closing = Promise.withResolvers<void>();
    let closes = 0;
    const close = () => {
      closes += 1;
      return closing.promise;
    };
    const stub = await open(createElectronStub(), { close });
    stub.app.emit('window-all-closed');
    stub.app.quit();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(stub.calls.filter((call) => /^(app.exit|endProcess)/.test(call))).toEqual([]);
    closing.resolve();
    expect(await stub.exited).toBe(0);
    expect(closes).toBe(1);
  });

  it('waits for a core that is still opening, closes it, and opens no window any more', async () => {
    const opening = Promise.withResolvers<Core>();
    const stub = createElectronStub();
    await runMain(stub, () => opening.promise);
    stub.becomeReady();
    await expect.poll(() => stub.calls).toContain('createCore');
    stub.app.quit();
    let closes = 0;
    const close = async () => {
      closes += 1;
    };
    opening.resolve(coreWithoutCount({ close }));
    expect(await stub.exited).toBe(0);
    expect(closes).toBe(1);
    expect(stub.windows).toEqual([]);
  });

  it.each(signals)('ends in order on %s', async (signal) => {
    const stub = await open();
    process.emit(signal);
    expect(await stub.exited).toBe(0);
  });

  it('ends in order at an uncaught error, and logs it; a rejection is only logged', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const before = new Set<unknown>(process.listeners('uncaughtException'));
    const rejectionsBefore = new Set<unknown>(process.listeners('unhandledRejection'));
    let closes = 0;
    const stub = await open(createElectronStub(), {
      close: async () => {
        closes += 1;
      },
    });
    const [onError, ...others] = process.listeners('uncaughtException').filter((each) => !before.has(each));
    const [onRejection] = process
      .listeners('unhandledRejection')
      .filter((each) => !rejectionsBefore.has(each));
    expect(others).toEqual([]);
    onRejection?.(new Error('a lost promise'), Promise.resolve());
    await new Promise((resolve) => setImmediate(resolve));
    expect(closes).toBe(0);
    onError?.(new Error('a lost error'), 'uncaughtException');
    onError?.(new Error('another one'), 'uncaughtException');
    expect(await stub.exited).toBe(1);
    expect(closes).toBe(1);
    const log = await readFile(path.join(dataDir, 'logs', 'app.log'), 'utf8');
    expect(log.match(/problem .*/g)).toHaveLength(3);
    const printed = write.mock.calls.map(([text]) => String(text)).join('');
    for (const text of ['a lost promise', 'a lost error', 'another one']) expect(printed).toContain(text);
    if (onError) process.off('uncaughtException', onError);
    if (onRejection) process.off('unhandledRejection', onRejection);
    write.mockRestore();
  });

  it('limits the time of closing, whatever hangs', async () => {
    const stub = await open(createElectronStub(), { close: () => new Promise(() => {}) });
    stub.app.quit();
    stub.app.quit();
    expect(stub.calls.filter((call) => call.startsWith('limitShutdown'))).toEqual(['limitShutdown 1']);
  });
});
