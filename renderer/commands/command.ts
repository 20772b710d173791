/**
 * One thing the analyst can do. Menu, key, button and palette all run the same command.
 * `enabled` returns true, or the reason why it cannot be done now, which the palette and the button's tip show.
 */
export type Command = {
  readonly id: string;
  readonly title: string;
  readonly group: 'Session' | 'View' | 'Areas' | 'Orders' | 'Results' | 'Workspace' | 'Map' | 'Help';
  /** Shown and bound: Mantine's hotkey notation, for example `mod+K` or `R`. */
  readonly hotkey?: string;
  enabled?(): true | string;
  run(): void | Promise<void>;
};
