import type { Commands } from '../context/commands.ts';
import type { Stores } from '../stores/stores.ts';

/**
 * Makes the browser, or the desktop app, ask before the page ends while the page alone has reviews or drawn areas that
 * could not be saved, or the input of a command that is still being loaded.
 */
export function askBeforeLeaving(
  { review, areas }: Pick<Stores, 'review' | 'areas'>,
  commands: Pick<Commands, 'hasWaitingInput'>,
  page: Pick<Window, 'addEventListener'>,
): void {
  page.addEventListener('beforeunload', (event) => {
    const isUnsaved = review.getState().pendingWrites > 0 || areas.getState().unsaved.length > 0;
    if (isUnsaved || commands.hasWaitingInput()) event.preventDefault();
  });
}
