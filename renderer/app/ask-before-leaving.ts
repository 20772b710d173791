import type { Commands } from '../context/commands.ts';
import type { Stores } from '../stores/stores.ts';

/**
 * Makes the browser, or the desktop app, ask before the page ends while the page alone has reviews, a typed note, drawn
 * areas or a draft that are not saved yet, or the input of a command that is still being loaded.
 */
export function askBeforeLeaving(
  { review, areas, orders }: Pick<Stores, 'review' | 'areas' | 'orders'>,
  commands: Pick<Commands, 'hasWaitingInput'>,
  page: Pick<Window, 'addEventListener'>,
): void {
  page.addEventListener('beforeunload', (event) => {
    const isUnsaved =
      review.getState().pendingWrites > 0 ||
      review.getState().isNoteTyped ||
      areas.getState().unsaved.length > 0 ||
      ['changed', 'failed'].includes(orders.getState().saveState.kind);
    if (isUnsaved || commands.hasWaitingInput()) event.preventDefault();
  });
}
