import { useEffect, useEffectEvent } from 'react';

/** The fields of a key press that determine its key, of an event of the browser or of React. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  readonly getModifierState?: (name: 'AltGraph') => boolean;
};

/** `keyCode` of a key that an input method handles; some browsers state nothing else. */
const inputMethodCode = 229;

/**
 * Lets keys of an input method, with which Japanese, Chinese and Korean are typed, act on its conversion only: no listener
 * of the page receives them, and Enter and Escape end the conversion rather than save or discard a text. Must be called
 * before anything else listens.
 */
export function holdBackConversions(page: Window): void {
  page.addEventListener('keydown', stopConversion, { capture: true });
}

function stopConversion(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === inputMethodCode) event.stopImmediatePropagation();
}

/** Signs of the places that have letters in layouts of other scripts. */
const signs: Readonly<Record<string, string>> = {
  Backquote: '`',
  Backslash: '\\',
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Equal: '=',
  Minus: '-',
  Period: '.',
  Quote: "'",
  Semicolon: ';',
  Slash: '/',
};

const letterOfPlace = /^Key([A-Z])$/;
const digitOfPlace = /^Digit(\d)$/;

/**
 * The key by which commands are chosen: what it types, but in a layout of another script than Latin the letter, digit or
 * sign at its place on a Latin keyboard.
 */
export function pressedKey({ key, code, shiftKey }: Pick<KeyPress, 'key' | 'code' | 'shiftKey'>): string {
  // The browser fills in a field with a key press that has no key.
  if (typeof key !== 'string') return '';
  if (!isOfOtherScript(key)) return key;
  const letter = letterOfPlace.exec(code)?.[1];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  return digitOfPlace.exec(code)?.[1] ?? signs[code] ?? key;
}

/** Whether a key types a letter or digit that is not Latin; keys that type nothing have Latin names. */
function isOfOtherScript(key: string): boolean {
  return /[^\P{L}\p{Script=Latin}]|\p{M}|[^\P{Nd}0-9]/u.test(key);
}

/** Names of keys in hotkeys. */
const namedKeys: Readonly<Record<string, string>> = { plus: '+', minus: '-', space: ' ' };

type Modifier = 'alt' | 'ctrl' | 'meta' | 'mod' | 'shift';
const modifiers: ReadonlySet<string> = new Set<Modifier>(['alt', 'ctrl', 'meta', 'mod', 'shift']);

/** A hotkey in parts: modifiers, and its key as it is typed, in lower case. */
function parseHotkey(hotkey: string): { readonly has: (name: Modifier) => boolean; readonly key: string } {
  const parts = hotkey.toLowerCase().split('+');
  const name = parts.find((part) => !modifiers.has(part)) ?? '';
  return { has: (modifier) => parts.includes(modifier), key: namedKeys[name] ?? name };
}

/** Whether a key is a sign, for which layouts need Shift or AltGr or neither. */
function isSign(key: string): boolean {
  return /^[^\p{L}\p{M}\p{N}\s]$/u.test(key);
}

/** A hotkey as it is compared with others: Shift means nothing with a sign. */
export function canonicalHotkey(hotkey: string): string {
  const { has, key } = parseHotkey(hotkey);
  const names = (['alt', 'ctrl', 'meta', 'mod', 'shift'] as const).filter(
    (name) => has(name) && !(name === 'shift' && isSign(key)),
  );
  return [...names, key].join('+');
}

/**
 * Whether a key press is that of a hotkey, such as `C`, `shift+C`, `mod+K`, `?` or `shift+Digit1`, which is a place. `mod` is
 * Ctrl or Cmd. Letters are found by `pressedKey`; signs whatever modifiers a layout needs for them.
 */
export function matchesHotkey(hotkey: string, event: KeyPress): boolean {
  const { has, key } = parseHotkey(hotkey);
  const { ctrlKey, metaKey, altKey, shiftKey, code } = event;
  const isSame = pressedKey(event).toLowerCase() === key || code?.toLowerCase() === key;
  if (!isSame) return false;
  const isControl = ctrlKey || metaKey;
  if (isSign(key)) {
    if (has('mod')) return isControl && has('alt') === altKey;
    // Systems report AltGr as Ctrl with Alt, and of Option as Alt.
    return (!isControl || isAltGraph(event)) && (altKey || !has('alt'));
  }
  const isModified = has('mod') ? isControl : has('ctrl') === ctrlKey && has('meta') === metaKey;
  return isModified && has('alt') === altKey && has('shift') === shiftKey;
}

/** Whether AltGr is pressed, which types signs in many layouts. */
export function isAltGraph(event: KeyPress): boolean {
  return event.getModifierState?.('AltGraph') === true || (event.ctrlKey && event.altKey);
}

/** A hotkey and what it does; it is not prevented from doing what the browser does with it. */
export type KeyBinding = readonly [hotkey: string, onPress: (event: KeyboardEvent) => void];

const fields = 'input, textarea, select';

/**
 * Binds keys of the page. `outside`: they do nothing while the focus is in fields or in text that can be edited, or in such
 * text only; absent: they act everywhere.
 */
export function useKeys(bindings: readonly KeyBinding[], outside?: 'fields' | 'text'): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const element = target instanceof HTMLElement ? target : null;
    if (outside !== undefined && element?.isContentEditable) return;
    if (outside === 'fields' && element?.matches(fields)) return;
    for (const [hotkey, onPress] of bindings) if (matchesHotkey(hotkey, event)) onPress(event);
  });
  useEffect(() => {
    const root = document.documentElement;
    root.addEventListener('keydown', onKeyDown);
    return () => root.removeEventListener('keydown', onKeyDown);
  }, []);
}
