import type { Stores } from '../stores/stores.ts';

/** Sets the size of the window in the store, now and whenever it changes. */
export function followWindowSize(
  ui: Pick<Stores['ui'], 'getState'>,
  page: Pick<Window, 'innerWidth' | 'innerHeight' | 'addEventListener'>,
): void {
  const update = () => ui.getState().setWindowSize({ width: page.innerWidth, height: page.innerHeight });
  update();
  page.addEventListener('resize', update);
}
