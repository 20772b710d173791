import type { Command } from './command.ts';

/** Commands under the heading they are shown with. */
export type CommandGroup = { readonly group: Command['group']; readonly commands: readonly Command[] };

const order: readonly Command['group'][] = [
  'View',
  'Map',
  'Areas',
  'Orders',
  'Results',
  'Review',
  'Session',
  'Help',
];

/** The commands by group, in the order in which groups are shown everywhere; empty groups are left out. */
export function groupCommands(commands: readonly Command[]): readonly CommandGroup[] {
  return order
    .map((group) => ({ group, commands: commands.filter((command) => command.group === group) }))
    .filter((entry) => entry.commands.length > 0);
}
