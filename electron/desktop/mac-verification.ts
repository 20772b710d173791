import type { AutoUpdater } from 'electron/main';

/**
 * Resolves once macOS has verified the package that it was given. Rejects with its refusal, also when Squirrel finds no
 * update in it.
 */
export function waitForVerification(updater: Pick<AutoUpdater, 'on' | 'off'>): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const settle = (action: () => void) => {
      updater.off('update-downloaded', onVerified);
      updater.off('update-not-available', onNone);
      updater.off('error', onError);
      action();
    };
    const onVerified = () => settle(resolve);
    const onNone = () =>
      settle(() =>
        reject(new Error('macOS found no update in the package. Install the newer version by hand.')),
      );
    const onError = (error: Error) => settle(() => reject(error));
    updater.on('update-downloaded', onVerified);
    updater.on('update-not-available', onNone);
    updater.on('error', onError);
  });
}
