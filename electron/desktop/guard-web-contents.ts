import type { WebContents } from 'electron/main';
import { reportProblem } from '../report-problem.ts';
import { isAppAddress } from './app-address.ts';

/** Keeps a page where it is: no other window, no embedded page, no way to another address. */
export function guardWebContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
  contents.on('render-process-gone', (_event, details) => {
    reportProblem(`${details.reason} (exit code ${details.exitCode})`, 'the page ended');
  });
}
