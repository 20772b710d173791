import { Menu, type MenuItemConstructorOptions } from 'electron/main';

/**
 * The menu bar with the system's standard menus. All commands of Sightline are in the page; the logs can be opened here,
 * too, for when the page does not work.
 */
export function createAppMenu(
  withDeveloperTools: boolean,
  openLogs: () => void,
  platform = process.platform,
): Menu {
  const developerItems: MenuItemConstructorOptions[] = withDeveloperTools
    ? [{ role: 'reload' }, { role: 'toggleDevTools' }, { type: 'separator' }]
    : [];
  return Menu.buildFromTemplate([
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { role: 'fileMenu' },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        ...developerItems,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [{ label: 'Open logs', click: openLogs }] },
  ]);
}
