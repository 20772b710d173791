import { type BrowserWindow, dialog } from 'electron/main';

/**
 * Asks the user when the page holds its window open because it has work that could not be saved: Electron shows no
 * question of its own and would not close. Where `mayAsk` is false the window closes without a question.
 */
export function askBeforeUnload(window: BrowserWindow, mayAsk: () => boolean): void {
  window.webContents.on('will-prevent-unload', (event) => {
    // Preventing the default of this event lets the page end.
    if (!mayAsk() || wantsToDiscard(window)) event.preventDefault();
  });
}

function wantsToDiscard(window: BrowserWindow): boolean {
  // The page waits for the event, so that the question must not be asynchronous.
  const response = dialog.showMessageBoxSync(window, {
    type: 'warning',
    message: 'Closing the window loses changes',
    detail:
      'Verdicts, flags, notes or drawn areas are not saved in the workspace yet. Sightline keeps trying to save them while its window is open; the window shows the reason.',
    buttons: ['Discard the changes', 'Keep the window open'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
