import type { Commands } from '../context/commands.ts';
import type { Stores } from '../stores/stores.ts';

/**
 * Makes the browser or the desktop app ask before a page with unsaved content ends. Unsaved content is reviews, a typed
 * note, drawn areas, a draft, or the input of a command that is still loading.
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
