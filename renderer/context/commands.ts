import { canonicalHotkey } from '../ui/keys.ts';
import type { Command } from './command.ts';
import type { CommandInputs, InputCommand, InputCommandOf } from './command-inputs.ts';

/** All commands of the app. Menus, keys, buttons and the palette run them by id. */
export type Commands = {
  list(): readonly Command[];
  byId(id: string): Command | undefined;
  /** The key of a command as long as the user chooses no other. */
  defaultKey(id: string): string | undefined;
  /**
   * Runs the command if it is enabled, else reports why not; one that is still being loaded, as soon as it is there.
   * Throws when there is no such command.
   */
  run(id: string): void;
  /** Runs a command that takes an input. Resolves when it has ended; a failure is reported, not thrown. */
  runWith<Id extends keyof CommandInputs>(id: Id, input: CommandInputs[Id]): Promise<void>;
  /** Whether a command was run with an input, such as a drawn area, and is still being loaded. */
  hasWaitingInput(): boolean;
  /** Whether no more commands are being loaded. */
  areComplete(): boolean;
  /** Calls `listener` when `areComplete` becomes true. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
};

/** The commands, and how they are added. */
export type CommandRegistry = Commands & {
  add(more: readonly Command[]): void;
  addWithInput(more: readonly InputCommand[]): void;
  /** Expects more commands, until `loading` resolves. What is run before then and not there yet waits for it. */
  expectMore(loading: Promise<unknown>): void;
};

/** Called when a command is disabled or fails. */
export type CommandObserver = {
  onDisabled(command: Command, reason: string): void;
  onFailed(command: Pick<Command, 'title'>, error: unknown): void;
};

/**
 * A command registry; commands are added once the app exists. `chosenKeys` returns the keys that the user has chosen, by
 * command id.
 */
export function createCommands(
  reports: CommandObserver,
  chosenKeys: () => Readonly<Record<string, string>> = () => ({}),
): CommandRegistry {
  const commands = new Map<string, Command>();
  const inputCommands = new Map<string, InputCommand>();
  const byHotkey = new Map<string, string>();
  const listeners = new Set<() => void>();
  let loading: Promise<unknown> | undefined;
  let waitingInputs = 0;
  const withChosenKey = (command: Command): Command => {
    const keys = chosenKeys();
    const chosen = keys[command.id];
    // A later version may give a command the key that was chosen for another one.
    const isTaken = Object.values(keys).some((key) => key !== '' && isSameKey(key, command.hotkey));
    const hotkey = chosen ?? (isTaken ? '' : command.hotkey);
    if (hotkey === command.hotkey) return command;
    const { hotkey: _, ...others } = command;
    return hotkey ? { ...others, hotkey } : others;
  };
  const run = (id: string) => {
    const command = commands.get(id);
    if (command) void runCommand(command, reports);
    else if (loading) void loading.then(() => run(id));
    else throw new Error(`There is no command "${id}".`);
  };
  return {
    list: () => [...commands.values()].filter(({ isListed }) => isListed?.() ?? true).map(withChosenKey),
    byId(id) {
      const command = commands.get(id);
      return command && withChosenKey(command);
    },
    defaultKey: (id) => commands.get(id)?.hotkey,
    run,
    async runWith<Id extends keyof CommandInputs>(id: Id, input: CommandInputs[Id]) {
      if (!inputCommands.has(id) && loading) {
        waitingInputs += 1;
        await loading;
        waitingInputs -= 1;
      }
      // Commands are registered by id, so this one takes the input of its id.
      const command = inputCommands.get(id) as InputCommandOf<Id> | undefined;
      if (!command) throw new Error(`There is no command "${id}" that takes an input.`);
      try {
        await command.run(input);
      } catch (error) {
        reports.onFailed(command, error);
      }
    },
    hasWaitingInput: () => waitingInputs > 0,
    areComplete: () => loading === undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    expectMore(more) {
      loading = more.then(() => {
        loading = undefined;
        for (const listener of listeners) listener();
      });
    },
    addWithInput(more) {
      for (const command of more) {
        if (inputCommands.has(command.id)) throw new Error(`Two commands are called "${command.id}".`);
        inputCommands.set(command.id, command);
      }
    },
    add(more) {
      for (const command of more) {
        if (commands.has(command.id)) throw new Error(`Two commands are called "${command.id}".`);
        // A key means the same wherever it acts: a second meaning in another panel would be a trap.
        for (const hotkey of keysOf(command)) {
          const rival = byHotkey.get(canonicalHotkey(hotkey));
          if (rival) throw new Error(`"${hotkey}" is the key of "${rival}" and of "${command.id}".`);
          byHotkey.set(canonicalHotkey(hotkey), command.id);
        }
        commands.set(command.id, command);
      }
    },
  };
}

/** The command that has a key, other than that with `id`. */
export function findKeyOwner(list: readonly Command[], id: string, key: string): Command | undefined {
  return list.find((command) => command.id !== id && keysOf(command).some((each) => isSameKey(each, key)));
}

function isSameKey(key: string, other: string | undefined): boolean {
  return other !== undefined && canonicalHotkey(key) === canonicalHotkey(other);
}

/** All keys of a command. */
function keysOf({ hotkey, otherHotkey, reviewKeys = [] }: Command): readonly string[] {
  return [hotkey, otherHotkey, ...reviewKeys].filter((key) => key !== undefined);
}

async function runCommand(command: Command, reports: CommandObserver): Promise<void> {
  const enabled = command.enabled?.() ?? true;
  if (enabled !== true) {
    reports.onDisabled(command, enabled);
    return;
  }
  try {
    await command.run();
  } catch (error) {
    reports.onFailed(command, error);
  }
}
