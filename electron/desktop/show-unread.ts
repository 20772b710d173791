import { nativeImage } from 'electron/common';
import { app } from 'electron/main';
import { createRepeatableTask } from '../core/base/repeatable-task.ts';
import type { Core } from '../core/core.ts';
import { reportProblem } from '../report-problem.ts';
import type { MainWindow } from './main-window.ts';
import { type TrayIcon, unreadText } from './tray-icon.ts';

/**
 * Shows the number of unread findings of the watch: as the badge of the app on macOS and in some launchers of Linux, as a
 * dot on its button on Windows, and as the tip of the icon in the notification area. Returns a function that shows it anew.
 */
export function showUnread(
  core: Pick<Core, 'events' | 'watch' | 'tray'>,
  mainWindow: () => MainWindow | undefined,
  tray: TrayIcon,
): () => void {
  const update = async () => {
    const page = await core.watch.inbox({ view: 'unread', offset: 0, limit: 1 });
    const unread = page.ok ? page.value.unread : 0;
    tray.show(core.tray.isOn(), unread);
    if (process.platform === 'win32') {
      mainWindow()
        ?.current()
        ?.setOverlayIcon(unread === 0 ? null : dot(), unread === 0 ? '' : unreadText(unread));
    } else app.setBadgeCount(unread);
  };
  const schedule = createRepeatableTask(() =>
    update().catch((error: unknown) => reportProblem(error, 'counting the unread findings')),
  );
  tray.show(core.tray.isOn(), 0);
  core.events.listen(({ event }) => {
    if (event.type === 'changed' && (event.topic === 'watch' || event.topic === 'workspace')) schedule();
  });
  return schedule;
}

/** A red dot of 16 pixels, as rows of blue, green, red and opacity. */
function dot() {
  const size = 16;
  const pixels = Buffer.alloc(4 * size * size);
  for (let index = 0; index < size * size; index += 1) {
    const [x, y] = [(index % size) - 7.5, Math.floor(index / size) - 7.5];
    if (Math.hypot(x, y) <= 7) pixels.set([0x3b, 0x3b, 0xd9, 0xff], 4 * index);
  }
  return nativeImage.createFromBitmap(pixels, { width: size, height: size });
}
