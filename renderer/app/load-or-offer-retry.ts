import { notifyUntilClosed } from '../ui/notify.tsx';

const texts = {
  notLoaded: 'A part of the page could not be loaded',
  hint: 'Sightline may have ended, or the connection to it is lost.',
  tryAgain: 'Try again',
} as const;

/**
 * Loads code of the page. When that fails, a notification offers to try again. Closing it tries again, too: without the
 * code, commands would wait and show nothing.
 */
export async function loadOrOfferRetry<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch {
    await new Promise<void>((resolve) => {
      notifyUntilClosed(
        texts.notLoaded,
        texts.hint,
        { label: texts.tryAgain, run: resolve },
        { onClose: resolve },
      );
    });
    return loadOrOfferRetry(load);
  }
}
