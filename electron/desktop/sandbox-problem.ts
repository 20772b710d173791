import { app } from 'electron/main';

/**
 * Reason why Chromium's sandbox is off in an AppImage, in a sentence with the remedy; undefined when it is on. The start script of
 * an AppImage passes `--no-sandbox` where the system restricts user namespaces, as Ubuntu does since 24.04.
 */
export function findSandboxProblem(): string | undefined {
  if (process.env.APPIMAGE === undefined || !app.commandLine.hasSwitch('no-sandbox')) return undefined;
  return 'Chromium’s sandbox is off, since this system restricts it for AppImages: a fault in the page would have all rights of your account. Install the deb or rpm package of Sightline instead.';
}
