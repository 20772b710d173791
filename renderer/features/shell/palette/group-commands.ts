import { type Command, commandGroups } from '../../../context/command.ts';

/** Commands with the heading they are listed under. */
export type CommandGroup = { readonly group: Command['group']; readonly commands: readonly Command[] };

/** Groups commands, in the order in which groups are listed; empty groups are left out. */
export function groupCommands(commands: readonly Command[]): readonly CommandGroup[] {
  return commandGroups
    .map((group) => ({ group, commands: commands.filter((command) => command.group === group) }))
    .filter((entry) => entry.commands.length > 0);
}
