import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import type {
  App,
  BrowserWindow,
  Dialog,
  GPUFeatureStatus,
  Menu,
  Rectangle,
  Screen,
  Session,
  session,
  WebContents,
} from 'electron/main';

/** Records whether an event was prevented. */
export type StubEvent = { readonly url?: string; isPrevented: boolean; preventDefault(): void };

/** A stub of Electron that records calls in order. */
export type ElectronStub = ReturnType<typeof createElectronStub>;

/**
 * A fresh stub. With `isFirstInstance` false another Sightline holds the single-instance lock. `webgl2` is the status of
 * the graphics card, `workArea` that of the only display.
 */
export function createElectronStub({
  isFirstInstance = true,
  switches = [] as readonly string[],
  webgl2 = 'enabled',
  workArea = { x: 0, y: 0, width: 1920, height: 1040 } as Rectangle,
} = {}) {
  const calls: string[] = [];
  const replaceSignalHandlers = rememberSignalHandlers();
  const note = (call: string): void => {
    calls.push(call);
  };
  const paths = new Map<string, string>();
  const ready = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<number>();

  const app = Object.assign(
    new EventEmitter(),
    {
      isPackaged: true,
      setPath: (name, folder) => {
        note(`app.setPath ${name} ${folder}`);
        mkdirSync(folder, { recursive: true });
        paths.set(name, folder);
      },
      setAppUserModelId: (id) => note(`app.setAppUserModelId ${id}`),
      getPath: (name) => paths.get(name) ?? '',
      requestSingleInstanceLock: () => {
        note('app.requestSingleInstanceLock');
        return isFirstInstance;
      },
      enableSandbox: () => note('app.enableSandbox'),
      whenReady: () => ready.promise,
      getGPUFeatureStatus: () => ({ webgl2 }) as GPUFeatureStatus,
      setBadgeCount: (count) => {
        note(`app.setBadgeCount ${count}`);
        return true;
      },
      releaseSingleInstanceLock: () => note('app.releaseSingleInstanceLock'),
      relaunch: ({ execPath, args = [] } = {}) =>
        note(['app.relaunch', ...(execPath === undefined ? [] : [execPath]), ...args].join(' ')),
      /**
       * The order of Electron: before-quit, windows close unless a page holds one open, then will-quit, which may be
       * held back.
       */
      quit: () => {
        note('app.quit');
        app.emit('before-quit', stubEvent());
        isQuitting = true;
        for (const window of windows) window.close();
        isQuitting = windows.every((window) => window.isDestroyed());
        if (!isQuitting) return;
        const event = stubEvent();
        app.emit('will-quit', event);
        if (!event.isPrevented) exited.resolve(0);
      },
      exit: (code = 0) => {
        note(`app.exit ${code}`);
        exited.resolve(code);
      },
    } satisfies Pick<
      App,
      | 'isPackaged'
      | 'setPath'
      | 'setAppUserModelId'
      | 'getPath'
      | 'requestSingleInstanceLock'
      | 'enableSandbox'
      | 'whenReady'
      | 'getGPUFeatureStatus'
      | 'setBadgeCount'
      | 'releaseSingleInstanceLock'
      | 'relaunch'
      | 'quit'
      | 'exit'
    >,
    {
      commandLine: { hasSwitch: (name) => switches.includes(name) } satisfies Pick<
        Electron.CommandLine,
        'hasSwitch'
      >,
    },
  );

  const appSession = createSession(note);
  const powerMonitor = new EventEmitter();
  const windows: StubWindow[] = [];
  let isQuitting = false;
  /** Replaced by tests whose page loads later, or not at all. */
  let load = async (): Promise<void> => {};
  const BrowserWindow: new (options: Record<string, unknown>) => StubWindow = class extends StubWindow {
    constructor(options: Record<string, unknown>) {
      super(options, note);
      note('new BrowserWindow');
      this.load = load;
      windows.push(this);
      // Electron does not emit it while the app is quitting.
      this.once('closed', () => {
        if (!isQuitting) app.emit('window-all-closed');
      });
    }
  };

  const responses = {
    saveResponse: { canceled: true, filePath: '' },
    openResponse: { canceled: true, filePaths: [] as string[] },
    /** The index of the button that the user clicks; undefined leaves the dialog open until its signal closes it. */
    clickedButton: undefined as number | undefined,
  };
  const dialog = Object.assign(responses, {
    showSaveDialog: async (...args: readonly unknown[]) => {
      note(`dialog.showSaveDialog ${JSON.stringify(args.at(-1))}`);
      return responses.saveResponse;
    },
    showOpenDialog: async () => responses.openResponse,
    showErrorBox: (title: string, content: string) => note(`dialog.showErrorBox ${title}: ${content}`),
    showMessageBox: async (...args: readonly unknown[]) => {
      const { message, cancelId, signal } = args.at(-1) as Electron.MessageBoxOptions;
      note(`dialog.showMessageBox ${message}`);
      const response = await new Promise<number>((resolve) => {
        if (responses.clickedButton !== undefined) resolve(responses.clickedButton);
        signal?.addEventListener('abort', () => resolve(cancelId ?? 0));
      });
      return { response, checkboxChecked: false };
    },
    showMessageBoxSync: (...args: readonly unknown[]) => {
      const { message, cancelId } = args.at(-1) as Electron.MessageBoxSyncOptions;
      note(`dialog.showMessageBoxSync ${message}`);
      return responses.clickedButton ?? cancelId ?? 0;
    },
  } satisfies Pick<
    Dialog,
    'showSaveDialog' | 'showOpenDialog' | 'showErrorBox' | 'showMessageBox' | 'showMessageBoxSync'
  >);
  const trays: StubTray[] = [];
  const Tray: new (image: unknown) => StubTray = class extends StubTray {
    constructor(image: unknown) {
      super(image);
      trays.push(this);
    }
  };
  const shell = {
    showItemInFolder: (file) => note(`shell.showItemInFolder ${file}`),
    openPath: async (folder) => {
      note(`shell.openPath ${folder}`);
      return '';
    },
  } satisfies Pick<Electron.Shell, 'showItemInFolder' | 'openPath'>;

  return {
    calls,
    app,
    appSession,
    windows,
    powerMonitor,
    dialog,
    /** The icons in the notification area that were made, also those that were removed. */
    trays,
    /** Makes every window opened from now on load its page by `action`. */
    loadBy: (action: () => Promise<void>) => {
      load = action;
    },
    /** The exit code, once the app has ended. */
    exited: exited.promise,
    /** Ends the app as the end of its process does. */
    end: exited.resolve,
    becomeReady: () => {
      note('ready');
      replaceSignalHandlers(() => app.quit());
      ready.resolve();
    },
    /** Exports of `electron/main`. */
    main: {
      app,
      BrowserWindow,
      dialog,
      Menu: {
        buildFromTemplate: (template) => ({ template }) as unknown as Menu,
        setApplicationMenu: () => note('Menu.setApplicationMenu'),
      } satisfies Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu'>,
      Tray,
      Notification: { isSupported: () => false } satisfies Pick<typeof Electron.Notification, 'isSupported'>,
      powerMonitor,
      safeStorage: createSafeStorageStub(),
      protocol: {
        registerSchemesAsPrivileged: (schemes) =>
          note(`protocol.registerSchemesAsPrivileged ${JSON.stringify(schemes)}`),
      } satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged'>,
      screen: { getDisplayMatching: () => ({ workArea }) as Electron.Display } satisfies Pick<
        Screen,
        'getDisplayMatching'
      >,
      session: {
        fromPartition: (partition: string) => {
          note(`session.fromPartition ${partition}`);
          return appSession as unknown as Session;
        },
      } satisfies Pick<typeof session, 'fromPartition'>,
    },
    /** Exports of `electron/common`. */
    common: {
      shell,
      nativeImage: {
        createFromDataURL: (dataURL: string) => ({ dataURL }),
        createEmpty: () => ({
          addRepresentation(added: Electron.AddRepresentationOptions) {
            Object.assign(this, added);
          },
        }),
      },
      crashReporter: {
        start: (options) => note(`crashReporter.start ${JSON.stringify(options)}`),
      } satisfies Pick<Electron.CrashReporter, 'start'>,
    },
  };
}

/**
 * The handlers of signals until now. The returned function does what Electron does before `ready` (InstallShutdownSignalHandlers
 * in electron_browser_main_parts_posix.cc): the handlers since then have no effect any more, and a signal quits the app
 * unless a later handler replaces this one.
 */
function rememberSignalHandlers(): (quit: () => void) => void {
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  return (quit) => {
    for (const signal of signals) {
      const others = before.get(signal) ?? [];
      for (const listener of process.listeners(signal)) {
        if (!others.includes(listener)) process.off(signal, listener);
      }
      const first = () => {
        if (process.listeners(signal).every((listener) => listener === first || others.includes(listener)))
          quit();
      };
      process.on(signal, first);
    }
  };
}

type UsedOfWindow = Pick<
  BrowserWindow,
  | 'loadURL'
  | 'show'
  | 'hide'
  | 'focus'
  | 'close'
  | 'restore'
  | 'maximize'
  | 'isVisible'
  | 'isMinimized'
  | 'isMaximized'
  | 'isDestroyed'
  | 'getNormalBounds'
  | 'setBackgroundColor'
>;

/** A stub of a window. As Electron's, it throws when it is used after it was closed. */
export class StubWindow extends EventEmitter implements UsedOfWindow {
  readonly options: Record<string, unknown>;
  readonly note: (call: string) => void;
  readonly webContents: EventEmitter & Pick<WebContents, 'reload' | 'forcefullyCrashRenderer'>;
  load = async (): Promise<void> => {};
  isShown = false;
  isMinimizedNow = false;
  isMaximizedNow = false;
  isFocused = false;
  /** Whether the page's `beforeunload` holds the window open. */
  hasUnsavedWork = false;
  private isClosed = false;

  constructor(options: Record<string, unknown>, note: (call: string) => void) {
    super();
    this.options = options;
    this.note = note;
    this.webContents = Object.assign(new EventEmitter(), {
      reload: () => this.call('reload'),
      forcefullyCrashRenderer: () => this.call('forcefullyCrashRenderer'),
    });
  }

  async loadURL(address: string): Promise<void> {
    this.call(`loadURL ${address}`);
    await this.load();
  }

  setBackgroundColor(color: string): void {
    this.requireOpen();
    this.call(`setBackgroundColor ${color}`);
  }

  show(): void {
    this.requireOpen();
    this.isShown = true;
    this.emit('show');
  }

  hide(): void {
    this.requireOpen();
    this.isShown = false;
  }

  focus(): void {
    this.requireOpen();
    this.isFocused = true;
  }

  /** Steps of Electron: asks, closes, and destroys. */
  close(): void {
    if (this.isClosed) return;
    const closing = stubEvent();
    this.emit('close', closing);
    if (closing.isPrevented) return;
    const unload = stubEvent();
    if (this.hasUnsavedWork) this.webContents.emit('will-prevent-unload', unload);
    if (this.hasUnsavedWork && !unload.isPrevented) return;
    this.isClosed = true;
    this.emit('closed');
  }

  restore(): void {
    this.requireOpen();
    this.isMinimizedNow = false;
  }

  maximize(): void {
    this.requireOpen();
    this.isMaximizedNow = true;
  }

  isVisible(): boolean {
    this.requireOpen();
    return this.isShown;
  }

  isMinimized(): boolean {
    this.requireOpen();
    return this.isMinimizedNow;
  }

  isMaximized(): boolean {
    this.requireOpen();
    return this.isMaximizedNow;
  }

  getNormalBounds(): Rectangle {
    this.requireOpen();
    const { x = 10, y = 10, width, height } = this.options as Partial<Rectangle>;
    return { x, y, width: width ?? 0, height: height ?? 0 };
  }

  isDestroyed(): boolean {
    return this.isClosed;
  }

  private call(name: string): void {
    this.requireOpen();
    this.note(`window.${name}`);
  }

  private requireOpen(): void {
    if (this.isClosed) throw new TypeError('Object has been destroyed');
  }
}

/** A stub of the icon in the notification area. */
class StubTray extends EventEmitter {
  readonly image: unknown;
  tip = '';
  isRemoved = false;
  items: readonly { readonly label: string; readonly click: () => void }[] = [];
  constructor(image: unknown) {
    super();
    this.image = image;
  }
  setToolTip(tip: string): void {
    this.tip = tip;
  }
  setContextMenu({ template }: { readonly template: StubTray['items'] }): void {
    this.items = template;
  }
  destroy(): void {
    this.isRemoved = true;
  }
}

/** A stub of the encryption: reversed text behind the version of a key of the system, or of none with `version` v10. */
export function createSafeStorageStub() {
  const stub = { version: 'v11', isAvailable: true, shouldReEncrypt: false };
  const reversed = (text: string) => [...text].toReversed().join('');
  return Object.assign(stub, {
    isAsyncEncryptionAvailable: async () => stub.isAvailable,
    encryptStringAsync: async (text) => Buffer.from(stub.version + reversed(text)),
    decryptStringAsync: async (bytes) => ({
      result: reversed(bytes.toString('utf8').slice(stub.version.length)),
      shouldReEncrypt: stub.shouldReEncrypt,
    }),
    getSelectedStorageBackend: () => 'gnome_libsecret' as const,
  } satisfies Pick<
    Electron.SafeStorage,
    'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
  >);
}

/** A `preventDefault`-able event. */
export function stubEvent(url?: string): StubEvent {
  const event: StubEvent = {
    ...(url === undefined ? {} : { url }),
    isPrevented: false,
    preventDefault: () => {
      event.isPrevented = true;
    },
  };
  return event;
}

/** A page's web contents, to be guarded. */
export function createStubContents() {
  let openHandler: ((details: { url: string }) => { action: string }) | undefined;
  return Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (handler: typeof openHandler) => {
      openHandler = handler;
    },
    /** The result of a `window.open`. */
    open: (url: string) => openHandler?.({ url }).action,
  });
}

function createSession(note: (call: string) => void) {
  const handlers: Record<string, (...args: never[]) => unknown> = {};
  /** Keeps the handler, which is the last argument. */
  const keep =
    (name: string) =>
    (...args: readonly unknown[]) => {
      note(`session.${name}`);
      handlers[name] = args.at(-1) as (typeof handlers)[string];
    };
  return Object.assign(
    new EventEmitter(),
    { handlers },
    {
      resolveProxy: async (address) => {
        note(`session.resolveProxy ${address}`);
        return 'PROXY proxy.test:8080; DIRECT';
      },
      setProxy: async (config) => note(`session.setProxy ${JSON.stringify(config)}`),
      flushStorageData: () => note('session.flushStorageData'),
      setPermissionRequestHandler: keep('setPermissionRequestHandler'),
      setPermissionCheckHandler: keep('setPermissionCheckHandler'),
      setDevicePermissionHandler: keep('setDevicePermissionHandler'),
      setDisplayMediaRequestHandler: keep('setDisplayMediaRequestHandler'),
    } satisfies Pick<
      Session,
      | 'resolveProxy'
      | 'setProxy'
      | 'flushStorageData'
      | 'setPermissionRequestHandler'
      | 'setPermissionCheckHandler'
      | 'setDevicePermissionHandler'
      | 'setDisplayMediaRequestHandler'
    >,
    {
      webRequest: { onBeforeRequest: keep('webRequest.onBeforeRequest') } satisfies Pick<
        Session['webRequest'],
        'onBeforeRequest'
      >,
      protocol: {
        handle: (scheme, handler) => keep(`protocol.handle ${scheme}`)(handler),
      } satisfies Pick<Session['protocol'], 'handle'>,
    },
  );
}
