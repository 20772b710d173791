import type { Stores } from '../stores/stores.ts';

/**
 * Makes the browser, or the desktop app, ask before the page ends while the page alone has reviews or drawn areas that
 * could not be saved.
 */
export function askBeforeLeaving(
  { review, areas }: Pick<Stores, 'review' | 'areas'>,
  page: Pick<Window, 'addEventListener'>,
): void {
  page.addEventListener('beforeunload', (event) => {
    if (review.getState().pendingWrites > 0 || areas.getState().unsaved.length > 0) event.preventDefault();
  });
}
