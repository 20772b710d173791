import type { Stores } from '../../stores/stores.ts';

/**
 * Starts the tour at the first sign-in: no account is known, and the tour was never left or finished. Returns a
 * function that stops it.
 */
export function offerTour({ help, session }: Pick<Stores, 'help' | 'session'>): () => void {
  let isFirstStart: boolean | undefined;
  const stop = session.subscribe(({ session: now }) => {
    if (!now) return;
    isFirstStart ??= now.username === undefined && !help.getState().isTourDone;
    if (isFirstStart && now.status !== 'signed-in') return;
    stop();
    if (isFirstStart) help.getState().startTour();
  });
  return stop;
}
