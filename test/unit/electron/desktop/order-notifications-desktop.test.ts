import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import type { MainWindow } from '../../../../electron/desktop/main-window.ts';
import { createOpenedFiles } from '../../../../electron/desktop/opened-files.ts';

afterEach(() => {
  vi.doUnmock('electron/main');
  vi.doUnmock('electron/common');
  vi.resetModules();
});

/** The desktop host on an Electron that notes what is done. */
async function openHost({ isSupported = true } = {}) {
  const calls: string[] = [];
  const raised: EventEmitter[] = [];
  class NotedNotification extends EventEmitter {
    static isSupported = () => isSupported;
    readonly text: string;
    constructor({ title, body }: { title: string; body: string }) {
      super();
      this.text = `${title}: ${body}`;
      raised.push(this);
    }
    show(): void {
      calls.push(`show ${this.text}`);
    }
  }
  vi.doMock('electron/main', () => ({
    Notification: NotedNotification,
    dialog: {},
  }));
  vi.doMock('electron/common', () => ({ shell: {} }));
  const { createDesktopHost } = await import('../../../../electron/desktop/desktop-host.ts');
  const window: MainWindow = {
    current: () => undefined,
    load: async () => {},
    focus: () => calls.push('focus'),
  };
  return { host: createDesktopHost(() => window, createOpenedFiles()), calls, raised };
}

test('a clicked notification brings the window to the front, then runs its action', async () => {
  const { host, calls, raised } = await openHost();
  host.notify({ title: 'Busan', body: 'Accepted.' }, () => calls.push('pressed'));
  expect(calls).toEqual(['show Busan: Accepted.']);
  raised[0]?.emit('click');
  expect(calls.slice(1)).toEqual(['focus', 'pressed']);
});

test('without support nothing is raised', async () => {
  const { host, calls } = await openHost({ isSupported: false });
  host.notify({ title: 'Busan', body: 'Accepted.' }, () => calls.push('pressed'));
  expect(calls).toEqual([]);
});
