import { useHotkeys } from '@mantine/hooks';
import { useApp } from '../../app/app-context.tsx';
import { isNothingOpen } from '../../app/is-nothing-open.ts';
import type { Command } from '../../commands/command.ts';

/**
 * Binds the keys of all commands. Keys with `mod` work everywhere; the others not while typing and not while a
 * dialog, menu or list is open, which have keys of their own.
 */
export function useHotkeyCommands(): void {
  const { commands } = useApp();
  const bind = (list: readonly Command[], mayRun: () => boolean) =>
    list.flatMap(({ id, hotkey }): [string, (event: KeyboardEvent) => void, { preventDefault: false }][] => {
      if (!hotkey) return [];
      const press = (event: KeyboardEvent) => {
        if (event.defaultPrevented || !mayRun()) return;
        event.preventDefault();
        commands.run(id);
      };
      return [[hotkey, press, { preventDefault: false }]];
    });
  const list = commands.list();
  useHotkeys(
    bind(list.filter(hasModifier), () => true),
    [],
    true,
  );
  useHotkeys(
    bind(
      list.filter((command) => !hasModifier(command)),
      isNothingOpen,
    ),
  );
}

function hasModifier({ hotkey }: Command): boolean {
  return hotkey?.startsWith('mod+') ?? false;
}
