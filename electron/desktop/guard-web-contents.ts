import type { WebContents } from 'electron/main';
import { isAppAddress } from './app-address.ts';

/** Prevents new windows, embedded pages and navigation to other addresses. */
export function guardWebContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => {
    // The preview of a report is a document of the page itself.
    if (!isAppAddress(event.url) && event.url !== 'about:srcdoc') event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAppAddress(event.url)) event.preventDefault();
  });
}
