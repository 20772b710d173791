/**
 * One thing the analyst can do. Menu, key, button and palette all run the same command.
 * `enabled` returns true, or the reason why it cannot be done now, which the palette and the button's tip show.
 */
export type Command = {
  readonly id: string;
  readonly title: string;
  readonly group:
    | 'Session'
    | 'View'
    | 'Areas'
    | 'Orders'
    | 'Results'
    | 'Review'
    | 'Workspace'
    | 'Map'
    | 'Help';
  /** Shown and bound: Mantine's hotkey notation, for example `mod+K` or `R`. */
  readonly hotkey?: string;
  /** Keys that are its while a review is under way or its panel is shown, before other commands with the same keys. */
  readonly reviewKeys?: readonly string[];
  /** A key that is held down runs it only once. */
  readonly isOnce?: boolean;
  enabled?(): true | string;
  run(): void | Promise<void>;
};
