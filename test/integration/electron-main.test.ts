import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Core } from '../../electron/core/core.ts';
import {
  createElectronStub,
  createStubContents,
  type ElectronStub,
  stubEvent,
} from '../builders/electron-stub.ts';
import { stubCore } from '../builders/stub-core.ts';

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

/** Runs electron/main.ts on a stubbed Electron and with a stubbed core; everything between them is real. */
async function runMain(stub: ElectronStub, createCore: () => Promise<Core>): Promise<void> {
  vi.doMock('electron/main', () => stub.main);
  vi.doMock('electron/common', () => stub.common);
  vi.doMock('../../electron/core/create-core.ts', () => ({
    createCore: () => {
      stub.calls.push('createCore');
      return createCore();
    },
  }));
  await import('../../electron/main.ts');
}

/** Runs it until the page is loaded. */
async function open(stub = createElectronStub(), parts: Partial<Core> = {}): Promise<ElectronStub> {
  await runMain(stub, async () => stubCore(parts));
  stub.becomeReady();
  await expect.poll(() => stub.calls.at(-1)).toBe('window.loadURL app://sightline/');
  return stub;
}

describe('starting', () => {
  it('does things in the order that Electron and safety ask for', async () => {
    const stub = await open();
    expect(stub.calls).toEqual([
      `app.setPath userData ${path.join(dataDir, 'electron')}`,
      'app.requestSingleInstanceLock',
      `protocol.registerSchemesAsPrivileged ${JSON.stringify([
        {
          scheme: 'app',
          privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
        },
      ])}`,
      'app.enableSandbox',
      'ready',
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

  it('guards pages before the first one can be made', async () => {
    const stub = createElectronStub();
    await runMain(stub, async () => stubCore());
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
    await runMain(stub, async () => stubCore());
    expect(await stub.exited).toBe(0);
    expect(stub.calls.slice(1)).toEqual(['app.requestSingleInstanceLock', 'app.quit']);
  });

  it('comes to the front when it is started again', async () => {
    const { app, windows } = await open();
    const [window] = windows;
    if (!window) throw new Error('No window was opened.');
    window.isMinimizedNow = true;
    app.emit('second-instance');
    expect([window.isMinimizedNow, window.isHidden, window.isFocused]).toEqual([false, false, true]);
  });
});

describe('what the page may do', () => {
  type Handlers = {
    setPermissionRequestHandler(contents: null, permission: string, answer: (granted: boolean) => void): void;
    setPermissionCheckHandler(contents: null, permission: string): boolean;
    setDevicePermissionHandler(details: object): boolean;
    setDisplayMediaRequestHandler(request: object, answer: (streams: unknown) => void): void;
    'webRequest.onBeforeRequest'(details: { url: string }, answer: (verdict: object) => void): void;
    'protocol.handle app'(request: Request): Promise<Response>;
  };
  const handlersOf = (stub: ElectronStub) => stub.appSession.handlers as unknown as Handlers;

  it('is granted no permission, device or screen', async () => {
    const handlers = handlersOf(await open());
    const answers: unknown[] = [];
    for (const permission of [
      'geolocation',
      'media',
      'notifications',
      'clipboard-read',
      'openExternal',
      'fileSystem',
    ]) {
      handlers.setPermissionRequestHandler(null, permission, (granted) => answers.push(granted));
      answers.push(handlers.setPermissionCheckHandler(null, permission));
    }
    answers.push(handlers.setDevicePermissionHandler({ deviceType: 'usb' }));
    handlers.setDisplayMediaRequestHandler({}, (streams) => answers.push(streams ?? false));
    expect(new Set(answers)).toEqual(new Set([false]));
  });

  it('reaches nothing but its own handler', async () => {
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

describe('ending', () => {
  it('waits until the core has closed, however often it is asked to end', async () => {
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
    expect(stub.calls.filter((call) => call.startsWith('app.exit'))).toEqual([]);
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
    opening.resolve(stubCore({ close }));
    expect(await stub.exited).toBe(0);
    expect(closes).toBe(1);
    expect(stub.windows).toEqual([]);
  });

  it.each(signals)('ends in order on %s', async (signal) => {
    const stub = await open();
    process.emit(signal);
    expect(await stub.exited).toBe(0);
  });

  it('ends all the same when the core does not close in time', async () => {
    const stub = await open(createElectronStub(), { close: () => new Promise(() => {}) });
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vi.useFakeTimers();
    stub.app.quit();
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await stub.exited).toBe(1);
    expect(String(write.mock.calls[0]?.[0])).toContain('did not finish within 10 s');
    write.mockRestore();
  });
});
