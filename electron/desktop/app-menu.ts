import { Menu, type MenuItemConstructorOptions } from 'electron/main';

/** The menu bar with the system's standard menus. All commands of Sightline are in the page. */
export function createAppMenu(withDeveloperTools: boolean, platform = process.platform): Menu {
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
  ]);
}
