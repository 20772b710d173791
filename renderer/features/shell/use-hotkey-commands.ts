import { useHotkeys } from '@mantine/hooks';
import { useApp } from '../../app/app-context.tsx';
import { isNothingOpen } from '../../app/is-nothing-open.ts';
import type { Command } from '../../commands/command.ts';
import { isReviewing } from '../../stores/review-store.ts';

type Binding = [string, (event: KeyboardEvent) => void, { preventDefault: false }];

/** Also what text fields do with their text. */
const textKeys: readonly string[] = ['mod+z'];

/**
 * Binds the keys of all commands. Keys with `mod` work everywhere; the others not while typing and not while a
 * dialog, menu or list is open, which have keys of their own. Those of a review come before others that are the same.
 */
export function useHotkeyCommands(): void {
  const { commands, stores } = useApp();
  const bind = (key: string, { id, isOnce }: Command, mayRun: () => boolean): Binding => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || (isOnce && event.repeat) || !mayRun()) return;
      event.preventDefault();
      commands.run(id);
    };
    return [key, press, { preventDefault: false }];
  };
  const list = commands.list();
  const keyed = list.flatMap((command) => (command.hotkey ? [{ key: command.hotkey, command }] : []));
  const mayReview = ({ enabled }: Command) => {
    if (!isNothingOpen()) return false;
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
      (command.reviewKeys ?? []).map((key) => bind(key, command, () => mayReview(command))),
    ),
    ...keyed
      .filter((entry) => !worksEverywhere(entry))
      .map(({ key, command }) => bind(key, command, isNothingOpen)),
  ]);
}

function worksEverywhere({ key }: { readonly key: string }): boolean {
  return key.startsWith('mod+') && !textKeys.includes(key.toLowerCase());
}
