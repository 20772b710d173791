import { EventEmitter } from 'node:events';

/** What a guarded event is told: whether somebody forbade it. */
type StubEvent = { readonly url?: string; isPrevented: boolean; preventDefault(): void };

type Handler = (request: Request) => Promise<Response>;

/** An Electron that opens nothing and notes, in order, what is asked of it. */
export type ElectronStub = ReturnType<typeof createElectronStub>;

/** A fresh stub. With `isFirstInstance` false another Sightline holds the single-instance lock. */
export function createElectronStub({ isFirstInstance = true, switches = [] as readonly string[] } = {}) {
  const calls: string[] = [];
  const note = (call: string) => calls.push(call);
  const ready = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<number>();

  const app = Object.assign(new EventEmitter(), {
    isPackaged: true,
    commandLine: { hasSwitch: (name: string) => switches.includes(name) },
    setPath: (name: string, folder: string) => note(`app.setPath ${name} ${folder}`),
    requestSingleInstanceLock: () => {
      note('app.requestSingleInstanceLock');
      return isFirstInstance;
    },
    enableSandbox: () => note('app.enableSandbox'),
    whenReady: () => ready.promise,
    /** As Electron does: windows close, then will-quit, which may be held back. */
    quit: () => {
      note('app.quit');
      const event = stubEvent();
      app.emit('will-quit', event);
      if (!event.isPrevented) exited.resolve(0);
    },
    exit: (code: number) => {
      note(`app.exit ${code}`);
      exited.resolve(code);
    },
  });

  const appSession = createSession(note);
  const windows: StubWindow[] = [];
  const BrowserWindow: new (options: Record<string, unknown>) => StubWindow = class extends StubWindow {
    constructor(options: Record<string, unknown>) {
      super(options, note);
      note('new BrowserWindow');
      windows.push(this);
    }
  };

  const dialog = {
    saveAnswer: { canceled: true, filePath: '' },
    showSaveDialog: async () => dialog.saveAnswer,
    openAnswer: { canceled: true, filePaths: [] as readonly string[] },
    showOpenDialog: async () => dialog.openAnswer,
    showErrorBox: (title: string, content: string) => note(`dialog.showErrorBox ${title}: ${content}`),
  };
  const shell = { showItemInFolder: (file: string) => note(`shell.showItemInFolder ${file}`) };

  return {
    calls,
    app,
    appSession,
    windows,
    dialog,
    /** The exit code, once the app has ended. */
    exited: exited.promise,
    becomeReady: () => {
      note('ready');
      ready.resolve();
    },
    /** What `electron/main` exports. */
    main: {
      app,
      BrowserWindow,
      dialog,
      Menu: {
        buildFromTemplate: (template: unknown) => template,
        setApplicationMenu: () => note('Menu.setApplicationMenu'),
      },
      Notification: { isSupported: () => false },
      protocol: {
        registerSchemesAsPrivileged: (schemes: unknown) =>
          note(`protocol.registerSchemesAsPrivileged ${JSON.stringify(schemes)}`),
      },
      session: {
        fromPartition: (partition: string) => {
          note(`session.fromPartition ${partition}`);
          return appSession;
        },
      },
    },
    /** What `electron/common` exports. */
    common: { shell },
  };
}

/** A window that nobody sees. */
export class StubWindow extends EventEmitter {
  readonly options: Record<string, unknown>;
  readonly note: (call: string) => unknown;
  isHidden = true;
  isMinimizedNow = false;
  isFocused = false;

  constructor(options: Record<string, unknown>, note: (call: string) => unknown) {
    super();
    this.options = options;
    this.note = note;
  }

  async loadURL(address: string): Promise<void> {
    this.note(`window.loadURL ${address}`);
  }

  show(): void {
    this.isHidden = false;
  }

  focus(): void {
    this.isFocused = true;
  }

  isMinimized(): boolean {
    return this.isMinimizedNow;
  }

  restore(): void {
    this.isMinimizedNow = false;
  }
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
    /** What becomes of a `window.open`. */
    open: (url: string) => openHandler?.({ url }).action,
  });
}

function createSession(note: (call: string) => void) {
  const handlers: Record<string, (...args: never[]) => unknown> = {};
  const keep = (name: string) => (handler: (...args: never[]) => unknown) => {
    note(`session.${name}`);
    handlers[name] = handler;
  };
  return Object.assign(new EventEmitter(), {
    handlers,
    setPermissionRequestHandler: keep('setPermissionRequestHandler'),
    setPermissionCheckHandler: keep('setPermissionCheckHandler'),
    setDevicePermissionHandler: keep('setDevicePermissionHandler'),
    setDisplayMediaRequestHandler: keep('setDisplayMediaRequestHandler'),
    webRequest: { onBeforeRequest: keep('webRequest.onBeforeRequest') },
    protocol: {
      handle: (scheme: string, handler: Handler) => keep(`protocol.handle ${scheme}`)(handler as never),
    },
  });
}
