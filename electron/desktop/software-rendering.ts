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
