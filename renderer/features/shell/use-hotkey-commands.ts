import { useHotkeys } from '@mantine/hooks';
import { useApp } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { isReviewing } from '../../stores/review-store.ts';
import { isNoOverlayOpen } from '../../ui/is-no-overlay-open.ts';

type Binding = [string, (event: KeyboardEvent) => void, { preventDefault: false }];

/** Keys that text fields handle, and that a command gets only outside of them. */
const textKeys: readonly string[] = ['mod+z'];

/**
 * Binds the keys of all commands. Keys with `mod` work everywhere; the others not while typing and not while a
 * dialog, menu or list is open, which handle keys themselves. During a review, its keys take precedence over equal keys of other commands.
 */
export function useHotkeyCommands(): void {
  const { commands, stores } = useApp();
  const bind = (key: string, { id, ignoresKeyRepeat: isOnce }: Command, canRun: () => boolean): Binding => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || (isOnce && event.repeat) || !canRun()) return;
      event.preventDefault();
      commands.run(id);
    };
    return [key, onKeyDown, { preventDefault: false }];
  };
  const list = commands.list();
  const keyed = list.flatMap((command) => (command.hotkey ? [{ key: command.hotkey, command }] : []));
  const canReview = ({ enabled }: Command) => {
    if (!isNoOverlayOpen()) return false;
    if (isReviewing(stores.review.getState())) return true;
    return stores.ui.getState().panel === 'review' && (enabled?.() ?? true) === true;
  };
  useHotkeys(
    keyed.filter(worksEverywhere).map(({ key, command }) => bind(key, command, () => true)),
    [],
    true,
  );
  useHotkeys([
    ...list.flatMap((command) =>
      (command.reviewKeys ?? []).map((key) => bind(key, command, () => canReview(command))),
    ),
    ...keyed
      .filter((entry) => !worksEverywhere(entry))
      .map(({ key, command }) => bind(key, command, isNoOverlayOpen)),
  ]);
}

function worksEverywhere({ key }: { readonly key: string }): boolean {
  return key.startsWith('mod+') && !textKeys.includes(key.toLowerCase());
}
