import { expect, test } from 'vitest';
import {
  addAisFigures,
  aisAnswer,
  aisFigureTable,
  aisMethod,
  coverageText,
  knownCount,
  totalOf,
} from '../../../../shared/ais/ais-figures.ts';
import { outcomeOf } from '../../../../shared/ais/ais-outcome.ts';

test('no contact where files do not cover place and time is unknown, and a decision comes first', () => {
  expect(outcomeOf({ state: 'no-contact', cover: 'unknown' }, null)).toBe('unknown');
  expect(outcomeOf({ state: 'no-contact', cover: 'thin' }, null)).toBe('no contact in reach');
  expect(outcomeOf({ state: 'no-contact', cover: 'covered' }, null)).toBe('no contact in reach');
  expect(outcomeOf({ state: 'not-comparable', cover: 'unknown' }, null)).toBe('not comparable');
  expect(outcomeOf({ state: 'matched', cover: 'covered' }, '219000123')).toBe('decided');
  expect(outcomeOf({ state: 'ambiguous', cover: 'covered' }, 'none')).toBe('none of them');
});

test('how well files cover is stated in words, with numbers only where it differs', () => {
  const text = (covered: number, thin: number, unknown: number) =>
    coverageText({ ...addAisFigures([]), coverage: { covered, thin, unknown } });
  expect(text(0, 0, 59)).toBe('unknown');
  expect(text(59, 0, 0)).toBe('yes');
  expect(text(0, 2, 0)).toBe('thin');
  expect(text(1200, 0, 1)).toBe('1,200 yes, 1 unknown');
  expect(text(0, 0, 0)).toBe('no detection');
});

test('the answer counts decisions as known, and no outcome that files do not cover as zero', () => {
  const figures = addAisFigures([
    { outcome: 'matched', cover: 'covered', count: 29 },
    { outcome: 'decided', cover: 'covered', count: 2 },
    { outcome: 'ambiguous', cover: 'covered', count: 41 },
    { outcome: 'no contact in reach', cover: 'thin', count: 34 },
    { outcome: 'none of them', cover: 'covered', count: 1 },
  ]);
  expect(aisAnswer(figures)).toBe(
    '31 known · 41 to decide · 35 without a contact, files cover the place · 0 unknown',
  );
  const more = addAisFigures([
    { outcome: 'unknown', cover: 'unknown', count: 1200 },
    { outcome: 'not comparable', cover: 'covered', count: 3 },
  ]);
  expect(aisAnswer(more)).toMatch(/^0 known · .* · 1,200 unknown · 3 not comparable$/);
  const uncovered = addAisFigures([{ outcome: 'unknown', cover: 'unknown', count: 12 }]);
  expect(aisAnswer(uncovered)).toBe('12 unknown');
});

test('the method calls no ship dark, and states what is inferred', () => {
  expect(aisMethod.join(' ')).not.toMatch(/\bdark\b/i);
  expect(aisMethod.join(' ')).toMatch(/inferred/);
});

test('a pass that no file covers has no zeros but unknown', () => {
  const uncovered = addAisFigures([{ outcome: 'unknown', cover: 'unknown', count: 12 }]);
  const covered = addAisFigures([
    { outcome: 'matched', cover: 'covered', count: 3 },
    { outcome: 'unknown', cover: 'unknown' },
  ]);
  expect(totalOf(uncovered)).toBe(12);
  expect(knownCount(uncovered, 'matched')).toBeNull();
  expect(knownCount(covered, 'ambiguous')).toBe(0);
  expect(knownCount(addAisFigures([]), 'matched')).toBe(0);
  const { columns, rows } = aisFigureTable([
    { title: 'A', figures: uncovered, notSeen: null, files: [], matchedAt: null },
    {
      title: 'B',
      figures: covered,
      notSeen: 0,
      files: ['a.csv', 'b.csv'],
      matchedAt: '2026-11-27T10:00:00Z',
    },
  ]);
  expect(rows.every((row) => row.length === columns.length)).toBe(true);
  const [first = [], second = []] = rows;
  expect(first[columns.indexOf('Unknown')]).toBe('12');
  expect(first.filter((cell) => cell === '0')).toEqual([]);
  expect(first.slice(-2)).toEqual(['unknown', 'no AIS file']);
  expect(second.slice(1)).toEqual([
    ...['3', '0', '0', '0', '0', '1', '0', '0'],
    '3 yes, 1 unknown',
    'a.csv, b.csv, 2026-11-27T10:00:00Z',
  ]);
});
