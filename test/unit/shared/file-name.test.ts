import { describe, expect, test } from 'vitest';
import { cutText, textStart } from '../../../shared/cut-text.ts';
import { toFileName } from '../../../shared/file-name.ts';
import { seededRandom } from '../../builders/seeded-random.ts';

test.each([
  ['Yellow Sea.draft.json', 'Yellow Sea.draft.json'],
  ['منطقة 12.draft.json', 'منطقة 12.draft.json'],
  ['黄海 한국.geojson', '黄海 한국.geojson'],
  ['Gdan\u0301sk.csv', 'Gdańsk.csv'],
  ['CON', 'CON_'],
  ['con.json', 'con_.json'],
  ['NUL.draft.json', 'NUL_.draft.json'],
  ['Com1', 'Com1_'],
  ['LPT²', 'LPT²_'],
  ['CONTROL.json', 'CONTROL.json'],
  ['a/b\\c:d*e?f"g<h>i|j.csv', 'a-b-c-d-e-f-g-h-i-j.csv'],
  ['../../etc/passwd', 'etc-passwd'],
  ['.hidden', 'hidden'],
  ['name. .', 'name'],
  ['tab\tline\nnul\0.csv', 'tab line nul.csv'],
  ['\u202etxt.exe', 'txt.exe'],
  ['family 👨‍👩‍👧.csv', 'family 👨‍👩‍👧.csv'],
  ['', 'export'],
  ['...', 'export'],
  ['\u200b', 'export'],
])('%j is the file name %j', (text, expected) => {
  expect(toFileName(text, 'export')).toBe(expected);
});

test('10,000 random texts give names that every file system accepts', () => {
  const { between, pick } = seededRandom(38);
  const parts = [
    'CON',
    '.',
    ' ',
    '/',
    '\0',
    'é',
    'e\u0301',
    '👨‍👩‍👧',
    '\ud83d',
    '\u202e',
    '漢',
    'a',
    '.json',
    '\u0301',
    '-',
    '~',
    '🇰🇷',
    '.漢漢漢漢漢漢漢漢漢漢',
  ];
  for (let round = 0; round < 10_000; round += 1) {
    // Few different parts make the longest names.
    const chosen = Array.from({ length: between(1, 12) }, () => pick(parts));
    const ending = pick(['', '.draft.json', '.漢漢漢漢漢漢漢漢漢漢.json']);
    const text = Array.from({ length: between(0, 120) }, () => pick(chosen)).join('') + ending;
    const name = toFileName(text, 'export');
    expect(name.isWellFormed(), text).toBe(true);
    // With what is added to the name of its part file.
    expect(Buffer.byteLength(name) + 15, text).toBeLessThanOrEqual(255);
    expect(name, text).not.toMatch(/[\p{Cc}<>:"/\\|?*]|^[.\s-]|[.\s]$|^(?:con|nul)(?:\.|$)/iu);
  }
});

describe('a cut splits no letter', () => {
  const letters = ['👨‍👩‍👧', '🇰🇷', 'e\u0301', '각', '👍🏽', 'नि', '\r\n'];
  test.each(letters)('%j', (letter) => {
    for (let length = 0; length < 6 + letter.length; length += 1) {
      const text = `abc${letter}def`;
      const found = textStart(text, length);
      expect(found.length).toBeLessThanOrEqual(length);
      expect(text.startsWith(found)).toBe(true);
      expect(found.length <= 3 || found.startsWith(`abc${letter}`), `${length}`).toBe(true);
      expect(cutText(text, Math.max(1, length)).length).toBeLessThanOrEqual(Math.max(1, length));
    }
  });

  test('a letter with endless marks is cut between characters', () => {
    const endless = `a${'\u0301'.repeat(500)}`;
    expect(textStart(endless, 20)).toBe(endless.slice(0, 20));
    expect(textStart('🛰', 1)).toBe('');
    expect(cutText('short', 5)).toBe('short');
  });
});
