import { describe, expect, test } from 'vitest';
import {
  chipAboveOrBelow,
  countLines,
  groupOfChip,
  groupOfLine,
  layOutChips,
  lineOfChip,
  visibleItems,
} from '../../../../../../renderer/features/review/chips/chip-grid-layout.ts';

// Lines: 0 heading, 1–3 and 4–6 chips; 7 heading, 8–10; 11 heading, 12–14, 15–17.
const layout = layOutChips({ counts: [5, 2, 6], columns: 4, linesPerChipRow: 3 });

describe('chips under their headings', () => {
  test('take a line for each heading, and rows of their own', () => {
    expect(countLines(layout)).toBe(18);
    expect(countLines(layOutChips({ counts: [], columns: 4, linesPerChipRow: 3 }))).toBe(0);
  });

  test('are seen as far as their lines are', () => {
    expect(visibleItems(layout, 0, 4)).toEqual([
      { kind: 'heading', group: 0, line: 0 },
      { kind: 'chips', group: 0, line: 1, from: 0, to: 4 },
      { kind: 'chips', group: 0, line: 4, from: 4, to: 5 },
    ]);
    expect(visibleItems(layout, 6, 11)).toEqual([
      { kind: 'chips', group: 0, line: 4, from: 4, to: 5 },
      { kind: 'heading', group: 1, line: 7 },
      { kind: 'chips', group: 1, line: 8, from: 5, to: 7 },
      { kind: 'heading', group: 2, line: 11 },
    ]);
    expect(visibleItems(layout, 17, 40)).toEqual([{ kind: 'chips', group: 2, line: 15, from: 11, to: 13 }]);
  });

  test('are found by their place', () => {
    expect([0, 3, 4, 5, 12].map((place) => lineOfChip(layout, place))).toEqual([1, 1, 4, 8, 15]);
    expect([4, 5, 6, 7].map((place) => groupOfChip(layout, place))).toEqual([0, 1, 1, 2]);
    expect([0, 6, 7, 10, 11, 17].map((line) => groupOfLine(layout, line))).toEqual([0, 0, 1, 1, 2, 2]);
  });

  test('are reached above and below, across headings and in shorter rows', () => {
    const down = (place: number) => chipAboveOrBelow(layout, place, 1);
    const up = (place: number) => chipAboveOrBelow(layout, place, -1);
    expect(down(0)).toBe(4);
    expect(down(2)).toBe(4);
    expect(down(4)).toBe(5);
    expect(down(6)).toBe(8);
    expect(down(10)).toBe(12);
    expect(down(12)).toBe(12);
    expect(up(12)).toBe(8);
    expect(up(10)).toBe(6);
    expect(up(8)).toBe(6);
    expect(up(6)).toBe(4);
    expect(up(0)).toBe(0);
  });

  test('are found at once among a million', () => {
    const many = layOutChips({
      counts: Array.from({ length: 50_000 }, () => 20),
      columns: 7,
      linesPerChipRow: 5,
    });
    expect(countLines(many)).toBe(50_000 * (1 + 3 * 5));
    const [part] = visibleItems(many, 400_000, 400_000);
    expect(part).toMatchObject({ kind: 'heading', group: 25_000 });
  });
});
