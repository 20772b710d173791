import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { canonicalHotkey, type KeyPress, matchesHotkey, pressedKey } from '../../../../renderer/ui/keys.ts';
import { inProject } from '../../../../scripts/lib/paths.mjs';

const press = (more: Partial<KeyPress>): KeyPress => ({
  ...{ key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...more,
});
const shiftKey = true;
const ctrlKey = true;
const altKey = true;

describe('a key press', () => {
  test.each<[layout: string, Partial<KeyPress>, hotkey: string]>([
    ['English', { key: 'c', code: 'KeyC' }, 'C'],
    ['English with caps lock', { key: 'C', code: 'KeyC' }, 'C'],
    ['Russian', { key: 'с', code: 'KeyC' }, 'C'],
    ['Russian with Shift', { key: 'С', code: 'KeyC', shiftKey }, 'shift+C'],
    ['Russian', { key: 'х', code: 'BracketLeft' }, '['],
    ['Russian', { key: 'ю', code: 'Period' }, '.'],
    ['Russian with Ctrl', { key: 'л', code: 'KeyK', ctrlKey }, 'mod+K'],
    ['Russian with Ctrl and Shift', { key: 'Я', code: 'KeyZ', ctrlKey, shiftKey }, 'mod+shift+Z'],
    ['Ukrainian', { key: 'ч', code: 'KeyX' }, 'X'],
    ['Greek', { key: 'ψ', code: 'KeyC' }, 'C'],
    ['Hebrew', { key: 'ב', code: 'KeyC' }, 'C'],
    ['Arabic', { key: 'ؤ', code: 'KeyC' }, 'C'],
    ['Arabic, two letters on a key', { key: 'لا', code: 'KeyB' }, 'B'],
    ['Arabic digits', { key: '٣', code: 'Digit3' }, '3'],
    ['Korean', { key: 'ㅊ', code: 'KeyC' }, 'C'],
    ['Japanese kana', { key: 'そ', code: 'KeyC' }, 'C'],
    ['Thai, a vowel above', { key: 'ิ', code: 'KeyB' }, 'B'],
    ['Hindi', { key: 'म', code: 'KeyC' }, 'C'],
    ['German, where Z is at the place of Y', { key: 'z', code: 'KeyY' }, 'Z'],
    ['French, where A is at the place of Q', { key: 'a', code: 'KeyQ' }, 'A'],
    ['English', { key: '?', code: 'Slash', shiftKey }, 'shift+?'],
    ['French', { key: '?', code: 'KeyM', shiftKey }, '?'],
    ['a layout with ? without Shift', { key: '?', code: 'Digit1' }, 'shift+?'],
    ['German', { key: '/', code: 'Digit7', shiftKey }, '/'],
    ['German', { key: '+', code: 'BracketRight' }, 'plus'],
    ['English', { key: '+', code: 'Equal', shiftKey }, 'plus'],
    ['German', { key: '[', code: 'Digit8', ctrlKey, altKey }, '['],
    ['German on a Mac', { key: '[', code: 'Digit5', altKey }, '['],
    ['German on Linux', { key: '[', code: 'Digit8', getModifierState: (name) => name === 'AltGraph' }, '['],
    ['French', { key: '.', code: 'Comma', shiftKey, ctrlKey }, 'mod+.'],
    ['any, by place', { key: '&', code: 'Digit1', shiftKey }, 'shift+Digit1'],
    ['any', { key: 'Escape', code: 'Escape' }, 'Escape'],
    ['any', { key: 'F6', code: 'F6', shiftKey }, 'shift+F6'],
  ])('of a layout, %s: %j is %s', (_layout, event, hotkey) => {
    expect(matchesHotkey(hotkey, press(event))).toBe(true);
  });

  test.each<[Partial<KeyPress>, hotkey: string]>([
    [{ key: 'c', code: 'KeyC', shiftKey }, 'C'],
    [{ key: 'c', code: 'KeyC', ctrlKey }, 'C'],
    [{ key: 'c', code: 'KeyC', altKey }, 'C'],
    [{ key: 'с', code: 'KeyC', ctrlKey }, 'C'],
    [{ key: 'y', code: 'KeyZ' }, 'Z'],
    [{ key: 'ć', code: 'KeyC' }, 'C'],
    [{ key: 'k', code: 'KeyK' }, 'mod+K'],
    [{ key: '.', code: 'Period' }, 'mod+.'],
    [{ key: '.', code: 'Period', ctrlKey }, '.'],
    [{ key: '1', code: 'Digit1', shiftKey }, '1'],
    [{ key: 'F6', code: 'F6', shiftKey }, 'F6'],
    [{ key: '-', code: 'Minus' }, 'plus'],
    [{ key: 'Dead', code: 'KeyC' }, 'C'],
  ])('%j is not %s', (event, hotkey) => {
    expect(matchesHotkey(hotkey, press(event))).toBe(false);
  });

  test('without a key, as the browser fills in fields, is none', () => {
    expect(pressedKey({ key: undefined as unknown as string, code: '', shiftKey: false })).toBe('');
  });
});

test.each([
  ['shift+?', '?'],
  ['shift+plus', 'plus'],
  ['Shift+c', 'shift+C'],
  ['mod+shift+.', 'mod+.'],
])('%s and %s are one key', (one, other) => {
  expect(canonicalHotkey(one)).toBe(canonicalHotkey(other));
});

/** Code that reads letters of keys: by `key` alone they would be those of a Latin layout. */
const lettersByKey = /\.key\.toLowerCase\(\)|\bkey === '[a-z]'/i;

test('no part of the page reads a letter but by its place, or installs keys of its own', () => {
  const files = readdirSync(inProject('renderer'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const sources = files.map((file) => [file, readFileSync(inProject('renderer', file), 'utf8')] as const);
  const reading = sources.filter(
    ([, text]) =>
      /KeyboardEvent|onKeyDown/.test(text) && lettersByKey.test(text) && !text.includes('pressedKey('),
  );
  expect(reading.map(([file]) => file)).toEqual([]);
});
