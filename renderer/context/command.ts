/** The headings under which commands are listed, in that order. */
export const commandGroups = [
  'View',
  'Map',
  'Areas',
  'Orders',
  'Results',
  'Review',
  'Workspace',
  'Session',
  'Help',
] as const;

/**
 * An action of the analyst. Menus, keys, buttons and the palette run the same command.
 * `enabled` returns true, or the reason why it is disabled, which the palette and the button's tooltip show.
 */
export type Command = {
  readonly id: string;
  readonly title: string;
  readonly group: (typeof commandGroups)[number];
  /** In Mantine's hotkey notation, for example `mod+K` or `R`. */
  readonly hotkey?: string;
  /** Keys that run it during a review or while the review panel is shown, before other commands with the same keys. */
  readonly reviewKeys?: readonly string[];
  /** Whether a key that is held down runs it only once. */
  readonly ignoresKeyRepeat?: boolean;
  enabled?(): true | string;
  run(): void | Promise<void>;
};
