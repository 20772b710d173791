/** Set-up of component tests: a document in this process. Requests and signals stay Node's own, which the core needs. */
import { Window } from 'happy-dom';
import { afterEach } from 'vitest';

/** Globals that Node has, too, but whose instances happy-dom does not accept. */
const replaced = new Set([
  'Event',
  'EventTarget',
  'CustomEvent',
  'navigator',
  'localStorage',
  'sessionStorage',
]);

/** A worker of the map, which has no canvas to draw on here: it never responds. */
class SilentWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
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
  define('Worker', SilentWorker);
  define('requestIdleCallback', (run: () => void) => setTimeout(run, 0));
  define('cancelIdleCallback', clearTimeout);
  Object.defineProperty(document, 'fonts', { value: new EventTarget() });
  // Without layout, a list of many rows would draw none of them. The map has no size: it would draw.
  const sizes = { offsetWidth: 1200, offsetHeight: 600, clientWidth: 1200, clientHeight: 600 };
  for (const [name, size] of Object.entries(sizes)) {
    const get = function (this: HTMLElement) {
      return this.closest('[data-region="map"]') ? 0 : size;
    };
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get });
  }
}

// It looks for the document when it is loaded.
const { configure } = await import('@testing-library/dom');
// A busy machine may take long over anything; what is awaited mostly comes at once.
configure({
  asyncUtilTimeout: 60_000,
  getElementError: (message, container) =>
    new Error(
      `${message?.split('\n\n')[0]} It has: ${container.textContent?.replaceAll(/--[\w-]+:[^;]*;/g, '').slice(-2_000)}`,
    ),
});
await import('@testing-library/jest-dom/vitest');

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
