import { app } from 'electron/main';
import { withTimeout } from '../core/base/with-timeout.ts';

/** Chromium's switches for drawing WebGL on the processor. It needs both, and only takes them at its start. */
export const softwareRenderingSwitches: readonly string[] = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Time that the status of the graphics card may take; without it, the window opens as it is. */
const statusMilliseconds = 3000;

/**
 * Begins to watch for the status of the graphics card; call it before `ready`. The returned function resolves to whether
 * the app must be started again with software rendering: on Linux without a graphics card Chromium offers no WebGL 2,
 * and no detection could be drawn. The switches are only trusted pages' to use, and ours is the only one.
 */
export function watchGraphics(): () => Promise<boolean> {
  const updated = new Promise<true>((resolve) => app.once('gpu-info-update', () => resolve(true)));
  return async () => {
    if (process.platform !== 'linux' || app.commandLine.hasSwitch('enable-unsafe-swiftshader')) return false;
    if (!(await withTimeout(statusMilliseconds, updated, false))) return false;
    return !app.getGPUFeatureStatus().webgl2.startsWith('enabled');
  };
}

/**
 * Reason why Chromium's sandbox is off in an AppImage, in a sentence with the remedy; undefined when it is on. The start script of
 * an AppImage passes `--no-sandbox` where the system restricts user namespaces, as Ubuntu does since 24.04.
 */
export function findSandboxProblem(): string | undefined {
  if (process.env.APPIMAGE === undefined || !app.commandLine.hasSwitch('no-sandbox')) return undefined;
  return 'Chromium’s sandbox is off, since this system restricts it for AppImages: a fault in the page would have all rights of your account. Install the deb or rpm package of Sightline instead.';
}
