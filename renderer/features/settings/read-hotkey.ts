/** Why a key cannot be chosen for a command. */
export type RefusedKey = 'text' | 'browser' | 'list' | 'bookmarks';

/** What a pressed key is: a hotkey in Mantine's notation, a key that cannot be chosen, or not complete yet. */
export type PressedKey =
  | { readonly kind: 'hotkey'; readonly hotkey: string }
  | { readonly kind: 'refused'; readonly reason: RefusedKey }
  | { readonly kind: 'incomplete' };

const modifiers = ['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'Dead', 'Process', 'CapsLock'];
/** Keys that lists, fields and dialogs handle. */
const listKey = /^(Tab|Enter|Escape| |Backspace|Delete|Home|End|Page(Up|Down)|Arrow(Left|Right|Up|Down))$/;
const textKeys = ['a', 'c', 'v', 'x'];
const browserKeys = ['l', 'n', 'q', 'r', 't', 'w'];

/** Names of keys that have a meaning in Mantine's notation, or would not be readable in it. */
const keyNames: Readonly<Record<string, string>> = { '+': 'plus', '-': 'minus', ' ': 'space' };

/** Reads a pressed key as the key of a command. */
export function readHotkey({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): PressedKey {
  if (modifiers.includes(key)) return { kind: 'incomplete' };
  const isMod = ctrlKey || metaKey;
  if (listKey.test(key) && !isMod && !altKey) return { kind: 'refused', reason: 'list' };
  // Bookmarks have the digit keys with Shift, whose characters depend on the keyboard.
  if (shiftKey && !isMod && !altKey && /^Digit[1-9]$/.test(code)) {
    return { kind: 'refused', reason: 'bookmarks' };
  }
  if (isMod && !altKey && textKeys.includes(key.toLowerCase())) return { kind: 'refused', reason: 'text' };
  if (isMod && !altKey && browserKeys.includes(key.toLowerCase()))
    return { kind: 'refused', reason: 'browser' };
  const name = keyNames[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  const parts = [isMod ? 'mod' : '', altKey ? 'alt' : '', shiftKey ? 'shift' : '', name];
  return { kind: 'hotkey', hotkey: parts.filter(Boolean).join('+') };
}
