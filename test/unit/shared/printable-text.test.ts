import { expect, test } from 'vitest';
import { toPrintable, toPrintableJson, toSingleLine } from '../../../shared/printable-text.ts';

const hostile = ' a\u0000\u001bb\r\n\tc\u2028d\u202ee\u200f\u061c\u0085 ';

test('text on a terminal has no control characters but line feed and tab', () => {
  expect(toPrintable(hostile)).toBe(' a��b�\n\tc�d�e��� ');
});

test('JSON on a terminal has them as escapes', () => {
  const json = toPrintableJson({ text: hostile });
  expect(json).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028]/u);
  expect(JSON.parse(json)).toEqual({ text: hostile });
});

test('a text in one line has single spaces in their place', () => {
  expect(toSingleLine(hostile)).toBe('a b c d e');
  expect(toSingleLine('\u202e')).toBe('');
});
