import { getHotkeyHandler } from '@mantine/hooks';
import { expect, test, vi } from 'vitest';
import { readHotkey } from '../../../../../renderer/features/settings/keys-section.tsx';

const none = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  [{ key: 'g' }, 'G'],
  [{ key: 'G', shiftKey: true }, 'shift+G'],
  [{ key: 'g', ctrlKey: true, altKey: true }, 'mod+alt+G'],
  [{ key: '+', ctrlKey: true }, 'mod+plus'],
  [{ key: '-' }, 'minus'],
  [{ key: 'F8' }, 'F8'],
  [{ key: 'ArrowLeft', altKey: true }, 'alt+ArrowLeft'],
  [{ key: '?', code: 'Slash', shiftKey: true }, 'shift+?'],
])('%j is read as the hotkey %s, which it matches', (event, hotkey) => {
  const pressed = { ...none, ...event };
  expect(readHotkey(pressed)).toEqual({ kind: 'hotkey', hotkey });
  const onKey = vi.fn();
  getHotkeyHandler([[hotkey, onKey, { preventDefault: false }]])(pressed as KeyboardEvent);
  expect(onKey).toHaveBeenCalledOnce();
});

test.each([
  [{ key: 'Enter' }, 'list'],
  [{ key: 'ArrowDown', shiftKey: true }, 'list'],
  [{ key: 'c', ctrlKey: true }, 'text'],
  [{ key: 'w', metaKey: true }, 'browser'],
  [{ key: '!', code: 'Digit1', shiftKey: true }, 'bookmarks'],
])('%j is refused: %s', (event, reason) => {
  expect(readHotkey({ ...none, ...event })).toEqual({ kind: 'refused', reason });
});

test('a modifier alone is not complete', () => {
  expect(readHotkey({ ...none, key: 'Shift', shiftKey: true })).toEqual({ kind: 'incomplete' });
});
