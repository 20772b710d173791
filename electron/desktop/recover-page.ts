import { app, type BrowserWindow, dialog, type RenderProcessGoneDetails } from 'electron/main';
import { reportProblem } from '../report-problem.ts';

/** A page that ends more often than this within `reloadPeriod` is not reloaded without a request. */
const maxReloads = 3;
const reloadPeriodMilliseconds = 60_000;

/**
 * Reloads the window's page when its process ends, at most three times in a minute. Then, and when the page does not
 * respond, the user decides. What the page had not yet sent to the core is lost with its process.
 */
export function recoverPage(window: BrowserWindow): void {
  const { webContents } = window;
  let reloadTimes: readonly number[] = [];

  const onGone = async ({ reason, exitCode }: RenderProcessGoneDetails) => {
    // The process also ends, cleanly, when the window is closed.
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    reportProblem(`${reason} (exit code ${exitCode})`, 'the page ended');
    const now = Date.now();
    reloadTimes = [...reloadTimes.filter((time) => now - time < reloadPeriodMilliseconds), now];
    if (reloadTimes.length <= maxReloads) return webContents.reload();
    const wantsReload = await choose(window, {
      message: 'The window of Sightline keeps crashing',
      detail: `${crashCause(reason)} Everything that was saved is still in the workspace.`,
      buttons: ['Reload', 'Quit'],
    });
    if (window.isDestroyed()) return;
    if (!wantsReload) return app.quit();
    reloadTimes = [];
    webContents.reload();
  };

  let responding: AbortController | undefined;
  const onUnresponsive = async () => {
    if (responding) return;
    responding = new AbortController();
    reportProblem('no response', 'the page');
    const { signal } = responding;
    const wantsReload = await choose(window, {
      message: 'The window of Sightline does not respond',
      detail: 'Wait until it has finished, or reload it. A reload loses what is being typed; jobs continue.',
      buttons: ['Reload', 'Wait'],
      signal,
    });
    // The dialog also closes when the page responds again.
    const isResponding = signal.aborted;
    responding = undefined;
    if (!wantsReload || isResponding || window.isDestroyed()) return;
    webContents.forcefullyCrashRenderer();
  };

  webContents.on('render-process-gone', (_event, details) => {
    onGone(details).catch((error: unknown) => reportProblem(error, 'recovering the page'));
  });
  window.on('unresponsive', () => {
    onUnresponsive().catch((error: unknown) => reportProblem(error, 'asking about the page'));
  });
  window.on('responsive', () => responding?.abort());
}

/** Asks the user; whether they chose the first button. */
async function choose(
  window: BrowserWindow,
  { signal, ...request }: { message: string; detail: string; buttons: string[]; signal?: AbortSignal },
): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    defaultId: request.buttons.length - 1,
    cancelId: request.buttons.length - 1,
    noLink: true,
    ...request,
    ...(signal ? { signal } : {}),
  });
  return response === 0;
}

function crashCause(reason: RenderProcessGoneDetails['reason']): string {
  if (reason === 'oom') return 'It ran out of memory.';
  if (reason === 'launch-failed') return 'The system could not start its process.';
  return `Its process ended (${reason}).`;
}
