import { copyFileSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Called by electron-builder with a copy of Electron's folder, which it takes over as it is. Removes Electron's own app
 * and the file that names its version, which no installed app needs. On macOS copies the licenses of Electron and
 * Chromium into the app, which alone is packed.
 */
export default function tidyElectron({ appOutDir, electronPlatformName, packager }) {
  const isMac = electronPlatformName === 'darwin';
  const resources = isMac
    ? path.join(appOutDir, 'Electron.app', 'Contents', 'Resources')
    : path.join(appOutDir, 'resources');
  rmSync(path.join(resources, 'default_app.asar'), { force: true });
  rmSync(path.join(appOutDir, 'version'), { force: true });
  if (!isMac) return;
  for (const [name, packed] of [
    ['LICENSE', 'LICENSE.electron.txt'],
    ['LICENSES.chromium.html', 'LICENSES.chromium.html'],
  ]) {
    const source = path.join(packager.config.electronDist, name);
    if (existsSync(source)) copyFileSync(source, path.join(resources, packed));
  }
}
