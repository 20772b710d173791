import { nativeImage } from 'electron/common';
import { Menu, Tray } from 'electron/main';
import icon from '../../assets/icons/32x32.png?inline';
import { formatQuantity } from '../../shared/format.ts';

/** The icon in the notification area, whose menu opens the window and quits. */
export function createTrayIcon(actions: { readonly open: () => void; readonly quit: () => void }) {
  // Without a reference it may be garbage collected, and would disappear.
  let tray: Tray | undefined;
  const create = () => {
    const created = new Tray(trayImage());
    created.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Sightline', click: actions.open },
        { label: 'Quit', click: actions.quit },
      ]),
    );
    created.on('click', actions.open);
    return created;
  };
  return {
    /** Shows it with the number of unread findings as its tip, or removes it. */
    show(isOn: boolean, unread: number): void {
      if (!isOn) {
        tray?.destroy();
        tray = undefined;
        return;
      }
      tray ??= create();
      tray.setToolTip(unread === 0 ? 'Sightline' : `Sightline: ${unreadText(unread)}`);
    },
  };
}

/** The icon with which Sightline stays while its window is closed. */
export type TrayIcon = ReturnType<typeof createTrayIcon>;

/** The menu bar of macOS shows an image in its size in points, which here are 16. */
function trayImage() {
  if (process.platform !== 'darwin') return nativeImage.createFromDataURL(icon);
  const image = nativeImage.createEmpty();
  image.addRepresentation({ scaleFactor: 2, width: 32, height: 32, dataURL: icon });
  return image;
}

/** Number of unread findings, in words. */
export function unreadText(unread: number): string {
  return formatQuantity(unread, 'unread finding');
}
