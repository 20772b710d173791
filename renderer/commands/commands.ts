import type { Command } from './command.ts';

/** All commands of the app. Menus, keys, buttons and the palette run them by id. */
export type Commands = {
  list(): readonly Command[];
  byId(id: string): Command | undefined;
  /** Runs the command if it is enabled, else tells why not. Throws when there is no such command. */
  run(id: string): void;
};

/** What the registry tells of a command that could not run, or that failed. */
export type CommandReports = {
  refused(command: Command, reason: string): void;
  failed(command: Command, error: unknown): void;
};

/** A registry that commands are added to once the app they act on exists. */
export function createCommands(reports: CommandReports): Commands & { add(more: readonly Command[]): void } {
  const commands = new Map<string, Command>();
  const byHotkey = new Map<string, string>();
  return {
    list: () => [...commands.values()],
    byId: (id) => commands.get(id),
    run(id) {
      const command = commands.get(id);
      if (!command) throw new Error(`There is no command "${id}".`);
      void runCommand(command, reports);
    },
    add(more) {
      for (const command of more) {
        if (commands.has(command.id)) throw new Error(`Two commands are called "${command.id}".`);
        const hotkeys = [
          ...(command.hotkey ? [command.hotkey] : []),
          ...(command.reviewKeys ?? []).map((key) => `review ${key}`),
        ];
        for (const hotkey of hotkeys) {
          const rival = byHotkey.get(hotkey.toLowerCase());
          if (rival) throw new Error(`"${hotkey}" is the key of "${rival}" and of "${command.id}".`);
          byHotkey.set(hotkey.toLowerCase(), command.id);
        }
        commands.set(command.id, command);
      }
    },
  };
}

async function runCommand(command: Command, reports: CommandReports): Promise<void> {
  const enabled = command.enabled?.() ?? true;
  if (enabled !== true) {
    reports.refused(command, enabled);
    return;
  }
  try {
    await command.run();
  } catch (error) {
    reports.failed(command, error);
  }
}
