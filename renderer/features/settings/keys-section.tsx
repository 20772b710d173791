import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { type Command, commandGroups } from '../../context/command.ts';
import { findKeyOwner } from '../../context/commands.ts';
import { useSettings } from '../../context/use-stores.ts';
import { announce } from '../../ui/announce.tsx';
import { HotkeyText, hotkeyText } from '../../ui/hotkey-text.tsx';
import { isAltGraph, type KeyPress, pressedKey } from '../../ui/keys.ts';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './keys-section.module.css';
import { texts } from './texts.ts';

/** The key of each command, which can be changed. */
export function KeysSection() {
  const { commands } = useApp();
  const { keys, change } = useSettings((state) => state);
  const [query, setQuery] = useState('');
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.list().filter((command) => {
    const all = `${command.title} ${keysOf(command).map(hotkeyText).join(' ')}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  return (
    <>
      <p className={styles.about}>{texts.keys.about}</p>
      <div className={styles.tools}>
        <TextInput
          aria-label={texts.keys.search}
          placeholder={texts.keys.search}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <Button disabled={Object.keys(keys).length === 0} onClick={() => change({ keys: {} })}>
          {texts.keys.resetAll}
        </Button>
      </div>
      {found.length === 0 ? <p className="muted">{texts.keys.noMatch(query.trim())}</p> : null}
      {commandGroups.map((group) => {
        const members = found.filter((command) => command.group === group);
        return members.length === 0 ? null : (
          <section key={group} aria-label={group}>
            <h3 className={styles.group}>{group}</h3>
            {members.map((command) => (
              <KeyRow key={command.id} command={command} />
            ))}
          </section>
        );
      })}
    </>
  );
}

function KeyRow({ command }: { readonly command: Command }) {
  const { commands } = useApp();
  const { keys, change } = useSettings((state) => state);
  const [isRecording, setRecording] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { id, title } = command;
  const isChanged = keys[id] !== undefined;

  const end = () => {
    setRecording(false);
    setProblem(null);
  };
  const save = (hotkey: string) => {
    change({ keys: { ...keys, [id]: hotkey } });
    announce(texts.keys.changed(title, hotkey === '' ? null : hotkeyText(hotkey)));
    end();
  };
  const reset = () => {
    const { [id]: _, ...others } = keys;
    const owner = findKeyOwner(commands.list(), id, commands.defaultKey(id) ?? '');
    if (owner) setProblem(texts.keys.conflict(owner.title));
    else {
      change({ keys: others });
      end();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isRecording) return;
    // The keys of the other commands must not act, and Tab must leave the button.
    event.stopPropagation();
    if (event.key === 'Tab') return;
    event.preventDefault();
    if (event.key === 'Escape') return end();
    if (event.key === 'Backspace' || event.key === 'Delete') return save('');
    const pressed = readHotkey(event.nativeEvent);
    if (pressed.kind === 'incomplete') return;
    if (pressed.kind === 'refused') return setProblem(texts.keys.refused[pressed.reason]);
    const owner = findKeyOwner(commands.list(), id, pressed.hotkey);
    if (owner) setProblem(texts.keys.taken(hotkeyText(pressed.hotkey), owner.title));
    else save(pressed.hotkey);
  };

  return (
    <div className={styles.row}>
      <span>{title}</span>
      <span className={styles.keys}>
        {keysOf(command).map((key) => (
          <HotkeyText key={key} hotkey={key} />
        ))}
      </span>
      {isChanged ? (
        <TextButton aria-label={texts.keys.resetOf(title)} onClick={reset}>
          {texts.keys.reset}
        </TextButton>
      ) : null}
      <Button
        size="compact-sm"
        className={styles.change}
        variant={isRecording ? 'filled' : 'default'}
        aria-label={isRecording ? texts.keys.recordingOf(title) : texts.keys.changeOf(title)}
        // Escape ends the recording, not the dialog.
        data-mantine-stop-propagation={isRecording || undefined}
        onClick={() => (isRecording ? end() : setRecording(true))}
        onKeyDown={onKeyDown}
        onBlur={end}
      >
        {isRecording ? texts.keys.recording : texts.keys.change}
      </Button>
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function keysOf({ hotkey, otherHotkey, reviewKeys = [] }: Command): readonly string[] {
  return [hotkey, otherHotkey, ...reviewKeys].filter((key) => key !== undefined);
}

/** Reason why a key cannot be chosen for a command. */
type RefusedKey = 'text' | 'browser' | 'list' | 'bookmarks';

/** Meaning of a pressed key: a hotkey, a key that cannot be chosen, or not complete yet. */
type PressedKey =
  | { readonly kind: 'hotkey'; readonly hotkey: string }
  | { readonly kind: 'refused'; readonly reason: RefusedKey }
  | { readonly kind: 'incomplete' };

const modifiers = ['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'Dead', 'Process', 'CapsLock'];
/** Keys that lists, fields and dialogs handle. */
const listKey = /^(Tab|Enter|Escape| |Backspace|Delete|Home|End|Page(Up|Down)|Arrow(Left|Right|Up|Down))$/;
const textKeys = ['a', 'c', 'v', 'x'];
const browserKeys = ['l', 'n', 'q', 'r', 't', 'w'];

/** Names of keys that have a meaning in hotkeys, or would not be readable in them. */
const keyNames: Readonly<Record<string, string>> = { '+': 'plus', '-': 'minus', ' ': 'space' };

/** Reads a pressed key as the key of a command. */
export function readHotkey(event: KeyPress): PressedKey {
  const { code, shiftKey } = event;
  if (modifiers.includes(event.key)) return { kind: 'incomplete' };
  const key = pressedKey(event);
  // A sign that is typed with AltGr is that sign.
  const isTyped = key.length === 1 && !/[\p{L}\p{N}\s]/u.test(key) && isAltGraph(event);
  const isMod = !isTyped && (event.ctrlKey || event.metaKey);
  const altKey = !isTyped && event.altKey;
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
