/** Set-up of component tests: a document in this process. Requests and signals stay Node's own, which the core needs. */
import { Worker as Thread } from 'node:worker_threads';
import { Window } from 'happy-dom';
import { afterEach } from 'vitest';
import type { StoreApi } from 'zustand/vanilla';

/** Globals that Node has, too, but whose instances happy-dom does not accept. */
const replaced = new Set([
  'Event',
  'EventTarget',
  'CustomEvent',
  'navigator',
  'localStorage',
  'sessionStorage',
]);

/** Makes the scope of a thread that of a browser's worker. */
const workerScope = `
  const { parentPort, workerData } = require('node:worker_threads');
  Object.assign(globalThis, { self: globalThis, postMessage: (data) => parentPort.postMessage(data) });
  const loaded = import(workerData);
  parentPort.on('message', (data) => loaded.then(() => self.onmessage({ data })));`;

/** A worker of the page, in a thread. Those of the map, which has no canvas to draw on here, never respond. */
class PageWorker extends EventTarget {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onerror: ((error: Error) => void) | null = null;
  readonly #thread: Thread | undefined;

  constructor({ href }: URL) {
    super();
    if (href.includes('/renderer/map/')) return;
    this.#thread = new Thread(workerScope, { eval: true, workerData: href })
      .on('message', (data) => this.onmessage?.({ data }))
      .on('error', (error) => this.onerror?.(error));
    this.#thread.unref();
  }

  postMessage(data: unknown): void {
    this.#thread?.postMessage(data);
  }

  terminate(): void {
    void this.#thread?.terminate();
  }
}

/** Draws nothing; measures and reads nothing but zeros. */
const blankContext = new Proxy(
  {},
  {
    get: () => (_left: number, _top: number, width: number, height: number) => ({
      width: 0,
      data: new Uint8ClampedArray((width || 0) * (height || 0) * 4),
    }),
    set: () => true,
  },
);

class BlankCanvas {
  readonly getContext = () => blankContext;
}

class BlankPath {
  readonly rect = () => {};
  readonly moveTo = () => {};
  readonly lineTo = () => {};
  readonly closePath = () => {};
}

/** The size of a PNG, of which nothing is drawn. */
async function readBitmap(file: Blob) {
  const header = new DataView(await file.slice(0, 24).arrayBuffer());
  return { width: header.getUint32(16), height: header.getUint32(20), close: () => {} };
}

const define = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });

// Files of a process share their modules, and so the document that those have found.
if (!('document' in globalThis)) {
  const window = new Window({ url: 'http://127.0.0.1/', width: 1440, height: 900 });
  for (const name of Object.getOwnPropertyNames(window)) {
    if (!(name in globalThis) || replaced.has(name)) define(name, Reflect.get(window, name));
  }
  define('window', globalThis);
  define('Worker', PageWorker);
  define('OffscreenCanvas', BlankCanvas);
  define('Path2D', BlankPath);
  define('createImageBitmap', readBitmap);
  HTMLCanvasElement.prototype.getContext = () => blankContext as never;
  define('requestIdleCallback', (run: () => void) => setTimeout(run, 0));
  define('cancelIdleCallback', clearTimeout);
  Object.defineProperty(document, 'fonts', { value: new EventTarget() });
  // Styles are not applied. To compute those of a sheet for every element that is looked for takes a third of the time.
  Object.defineProperty(HTMLStyleElement.prototype, 'sheet', { value: null });
  // Without layout, a list of many rows would draw none of them. The map has no size: it would draw.
  const sizes = { offsetWidth: 1200, offsetHeight: 600, clientWidth: 1200, clientHeight: 600 };
  for (const [name, size] of Object.entries(sizes)) {
    const get = function (this: HTMLElement) {
      return this.closest('[data-region="map"]') ? 0 : size;
    };
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get });
  }
  // A menu is hidden while the button that has opened it has no size.
  HTMLElement.prototype.getBoundingClientRect = function () {
    return new DOMRect(0, 0, this.offsetWidth, this.offsetHeight);
  };
}

// It looks for the document when it is loaded.
const { configure } = await import('@testing-library/dom');
// A busy machine may take long over anything; what is awaited mostly comes at once.
configure({
  asyncUtilTimeout: 60_000,
  getElementError: (message) => new Error(`${message?.split('\n\n')[0]} It has: ${shownText()}`),
});
await import('@testing-library/jest-dom/vitest');

const { exportChoice } = await import('../../../renderer/features/export/export-commands.ts');
const { pictureChoice } = await import('../../../renderer/map-sheet/picture-choice.ts');
const { expressionHistory } = await import('../../../renderer/features/results/filter/expression-history.ts');
const { notifications } = await import('@mantine/notifications');
const reset = <State>(store: StoreApi<State>) => store.setState(store.getInitialState(), true);

afterEach(() => {
  // A page reads these choices when it is loaded, but its modules are loaded once for all tests of the process.
  reset(exportChoice);
  reset(pictureChoice);
  reset(expressionHistory);
  // These are shown to the next page, too.
  notifications.clean();
  notifications.cleanQueue();
  localStorage.clear();
  sessionStorage.clear();
});

/** The text of the document, without its styles: cheap, since each attempt to find what is awaited reads it. */
function shownText(): string {
  const styles = [...document.body.querySelectorAll('style')];
  return styles.reduce((text, style) => text.replace(style.textContent, ''), document.body.textContent);
}
