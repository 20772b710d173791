/** The headings under which commands are listed, in that order. */
export const commandGroups = [
  'Edit',
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
  /** Further words that find it in the palette. */
  readonly keywords?: string;
  readonly group: (typeof commandGroups)[number];
  /** Notation of `matchesHotkey`, for example `mod+K` or `R`. */
  readonly hotkey?: string;
  /** Whether a visible part of the page shows the key; only then does it act. Without this it always does. */
  isKeyShown?(): boolean;
  /** A second key that does the same everywhere. */
  readonly otherHotkey?: string;
  /** Keys that run it only during a review or while the review panel, which shows them, is open. */
  readonly reviewKeys?: readonly string[];
  /** Whether a key that is held down runs it only once. */
  readonly ignoresKeyRepeat?: boolean;
  /** Whether the first key after a dialog does not run it: it may have been meant for the dialog. */
  ignoresKeyAfterDialog?(): boolean;
  /** Whether screens list it; without this they always do. For features that are not visible before they are set up. */
  isListed?(): boolean;
  enabled?(): true | string;
  run(): void | Promise<void>;
};
