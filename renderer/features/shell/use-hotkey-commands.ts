import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useApp } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { useSettings } from '../../context/use-stores.ts';
import { isPanelShown } from '../../stores/panel-layout.ts';
import { isReviewing } from '../../stores/review-store.ts';
import { isFirstScreen } from '../../stores/session-store.ts';
import { isNoModalOpen, isNoOverlayOpen } from '../../ui/is-no-overlay-open.ts';
import { type KeyBinding, useKeys } from '../../ui/keys.ts';

/** Keys without `mod` that mean nothing while typing. */
const functionKeys: readonly string[] = ['f1', 'f6', 'shift+f6'];

/** Also what text fields do with their text, where these keys are theirs. */
const textKeys: readonly string[] = ['mod+z', 'mod+shift+z', 'mod+y'];

/**
 * Binds the keys of all commands. Keys with `mod` work everywhere, undo and redo outside of text fields and modal
 * dialogs. Others work neither while typing, except F1 and F6, nor while a dialog, menu or list handles keys.
 */
export function useHotkeyCommands(): void {
  const { commands, stores } = useApp();
  // Bound again when they change.
  useSettings((state) => state.keys);
  const areComplete = useSyncExternalStore(commands.subscribe, commands.areComplete);
  const isAfterDialog = useAfterDialog();
  const bind = (
    key: string,
    { id, ignoresKeyRepeat: isOnce, ignoresKeyAfterDialog }: Command,
    canRun: () => boolean,
  ): KeyBinding => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || (isOnce && event.repeat) || !canRun()) return;
      if (isAfterDialog() && ignoresKeyAfterDialog?.()) return;
      event.preventDefault();
      commands.run(id);
    };
    return [key, onKeyDown];
  };
  const list = commands.list();
  const keyed = list.flatMap((command) =>
    [command.hotkey, command.otherHotkey].flatMap((key) => (key === undefined ? [] : [{ key, command }])),
  );
  // What they act on is not there yet.
  const areLettersBound = () => isNoOverlayOpen() && !isFirstScreen(stores.session.getState());
  const canReview = ({ enabled }: Command) => {
    if (!areLettersBound()) return false;
    const ui = stores.ui.getState();
    if (isReviewing(stores.review.getState())) return !ui.isMapFocused;
    return ui.panel === 'review' && isPanelShown(ui, 'side') && (enabled?.() ?? true) === true;
  };
  useKeys(keyed.filter(worksEverywhere).map(({ key, command }) => bind(key, command, canRunKey(key))));
  useKeys(
    keyed
      .filter(isTextKey)
      .map(({ key, command }) =>
        bind(key, command, () => !isTextField(document.activeElement) && isNoModalOpen()),
      ),
  );
  // After a click on a checkbox or a switch, which has the focus then, keys act as before.
  useKeys(
    [
      ...list.flatMap((command) =>
        (command.reviewKeys ?? []).map((key) =>
          bind(key, command, () => !hasOwnKeys() && canReview(command)),
        ),
      ),
      ...keyed
        .filter((entry) => !worksEverywhere(entry) && !isTextKey(entry))
        .map(({ key, command }) =>
          bind(key, command, () => !hasOwnKeys() && areLettersBound() && (command.isKeyShown?.() ?? true)),
        ),
    ],
    'text',
  );
  useEarlyKeys(areComplete);
}

/** Whether the key that is being handled is the first one since a modal dialog was closed, with no click between. */
function useAfterDialog(): () => boolean {
  const state = useRef({ wasOpen: false, isFirst: false });
  useEffect(() => {
    const record = () => {
      const isOpen = !isNoModalOpen();
      state.current = { wasOpen: isOpen, isFirst: state.current.wasOpen && !isOpen };
    };
    for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, record, true);
    return () => {
      for (const type of ['keydown', 'pointerdown']) document.removeEventListener(type, record, true);
    };
  }, []);
  return () => state.current.isFirst;
}

const fields = 'input, textarea, select, [contenteditable]';
const controls = 'button, a, summary, [role="button"], [role="tab"]';
const pressKeys: ReadonlySet<string> = new Set(['Enter', ' ']);

/** Repeats the recent key presses that had no command yet, once all commands are loaded. */
export function useEarlyKeys(areComplete: boolean): void {
  const early = useRef<KeyboardEvent[]>([]);
  useEffect(() => {
    if (areComplete) {
      // At the element where commands listen, since the focused element has handled its keys already.
      for (const event of recentKeys(early.current.splice(0), performance.now()))
        document.documentElement.dispatchEvent(new KeyboardEvent('keydown', event));
      return;
    }
    const record = (event: KeyboardEvent) => {
      // Repeated, it would no longer come from the field, nor meet the list or dialog that it was meant for.
      const isForField = event.target instanceof Element && event.target.matches(fields);
      // It has pressed the control, and repeated it would close the menu that this has opened.
      const isPress =
        pressKeys.has(event.key) && event.target instanceof Element && event.target.matches(controls);
      const isHandled = event.defaultPrevented || isForField || isPress;
      if (!isHandled && isNoOverlayOpen()) early.current.push(event);
    };
    document.addEventListener('keydown', record);
    return () => document.removeEventListener('keydown', record);
  }, [areComplete]);
}

type KeyedCommand = { readonly key: string };

/** F6 goes to regions behind an open dialog, menu or list; F1 opens a dialog, and may close a list. */
function canRunKey(key: string): () => boolean {
  if (key === 'F1') return isNoModalOpen;
  return isFunctionKey(key) ? isNoOverlayOpen : () => true;
}

function worksEverywhere(entry: KeyedCommand): boolean {
  return isFunctionKey(entry.key) || (entry.key.startsWith('mod+') && !isTextKey(entry));
}

function isTextKey({ key }: KeyedCommand): boolean {
  return textKeys.includes(key.toLowerCase());
}

/** Commands whose content is behind an open dialog. */
function isFunctionKey(key: string): boolean {
  return functionKeys.includes(key.toLowerCase());
}

/** Maximum age of a replayed key press: an older one would act on newer content. */
const maxAgeMs = 10_000;

/** The ones of these keys that may still act. `now` in milliseconds as `performance.now()`. */
export function recentKeys<Key extends Pick<KeyboardEvent, 'timeStamp'>>(
  keys: readonly Key[],
  now: number,
): readonly Key[] {
  return keys.filter(({ timeStamp }) => now - timeStamp < maxAgeMs);
}

/** Types of `input` that only the space bar and Enter operate. */
const pressedTypes: ReadonlySet<string> = new Set(['button', 'checkbox', 'file', 'reset', 'submit']);

/** Types of `input` in which no text is typed. */
const otherTypes: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'radio',
  'range',
  'reset',
  'submit',
]);

/** Whether the element with the focus uses letters or arrow keys itself. */
function hasOwnKeys(): boolean {
  const element = document.activeElement;
  if (element instanceof HTMLInputElement) return !pressedTypes.has(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}

/** Whether text can be typed into an element, so that undo there is the field's own. */
function isTextField(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly;
  if (element instanceof HTMLInputElement) return !element.readOnly && !otherTypes.has(element.type);
  return element instanceof HTMLElement && element.isContentEditable;
}
