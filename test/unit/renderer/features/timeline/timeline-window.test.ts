import { describe, expect, test } from 'vitest';
import {
  windowChange,
  windowOf,
  withoutWindow,
} from '../../../../../renderer/features/timeline/filter-window.ts';
import {
  durationOf,
  followWindow,
  nextWindow,
  resizeWindow,
  shiftWindow,
  windowBetween,
  zoomView,
} from '../../../../../renderer/features/timeline/time-window.ts';

const limits = { from: 0, to: 1_000_000 };

describe('a window of time', () => {
  test('moves with its length, and not past the ends', () => {
    expect(shiftWindow({ from: 100, to: 300 }, 50, limits)).toEqual({ from: 150, to: 350 });
    expect(shiftWindow({ from: 100, to: 300 }, -500, limits)).toEqual({ from: 0, to: 200 });
    expect(shiftWindow({ from: 100, to: 300 }, 2_000_000, limits)).toEqual({ from: 999_800, to: 1_000_000 });
  });

  test('is stretched at one end and never turns round', () => {
    expect(resizeWindow({ from: 5_000, to: 9_000 }, 'to', 1_000, limits)).toEqual({
      from: 5_000,
      to: 10_000,
    });
    expect(resizeWindow({ from: 5_000, to: 9_000 }, 'to', -9_000, limits)).toEqual({
      from: 5_000,
      to: 6_000,
    });
    expect(resizeWindow({ from: 5_000, to: 9_000 }, 'from', 9_000, limits)).toEqual({
      from: 8_000,
      to: 9_000,
    });
    expect(resizeWindow({ from: 5_000, to: 9_000 }, 'from', -9_000, limits)).toEqual({ from: 0, to: 9_000 });
  });

  test('is drawn in whole bins, in either direction', () => {
    const view = { from: 0, to: 100 };
    expect(windowBetween(12, 38, view, 10)).toEqual({ from: 10, to: 40 });
    expect(windowBetween(38, 12, view, 10)).toEqual({ from: 10, to: 40 });
    expect(windowBetween(-5, 500, view, 10)).toEqual({ from: 0, to: 100 });
  });

  test('is played to the end, and its last step ends there', () => {
    let window: { from: number; to: number } | null = { from: 0, to: 300_000 };
    const seen = [];
    while (window) {
      seen.push(window.to);
      window = nextWindow(window, 250_000, limits);
    }
    expect(seen).toEqual([300_000, 550_000, 800_000, 1_000_000]);
  });
});

describe('the view of the timeline', () => {
  test('zooms around a time, which stays where it is', () => {
    const view = zoomView({ from: 0, to: 1_000_000 }, 0.5, 250_000, limits);
    expect(view).toEqual({ from: 125_000, to: 625_000 });
    expect(zoomView({ from: 125_000, to: 625_000 }, 2, 250_000, limits)).toBeNull();
  });

  test('is not shorter than a minute', () => {
    const view = zoomView({ from: 0, to: 100_000 }, 0.001, 50_000, limits);
    expect(view && durationOf(view)).toBe(60_000);
  });

  test('follows a window that leaves it', () => {
    const view = { from: 0, to: 100_000 };
    expect(followWindow(view, { from: 50_000, to: 90_000 }, limits)).toBe(view);
    expect(followWindow(view, { from: 80_000, to: 120_000 }, limits)).toEqual({ from: 20_000, to: 120_000 });
    expect(followWindow(view, { from: 0, to: 500_000 }, limits)).toEqual({ from: 0, to: 500_000 });
  });
});

describe('the filter and the window', () => {
  test('go over into each other', () => {
    const window = { from: 10, to: 20 };
    expect(windowOf({ text: 'x', ...windowChange('uploaded', window) }, 'uploaded', limits)).toEqual(window);
    expect(windowOf({ collectedFrom: 5 }, 'collected', limits)).toEqual({ from: 5, to: limits.to });
    expect(windowOf({ collectedFrom: 5 }, 'uploaded', limits)).toBeNull();
    expect(windowChange('collected', null)).toEqual({ collectedFrom: undefined, collectedTo: undefined });
  });

  test('bounds of the time shown are put aside, others are not', () => {
    expect(withoutWindow({ collectedFrom: 1, uploadedTo: 2, text: 'x' }, 'collected')).toEqual({
      uploadedTo: 2,
      text: 'x',
    });
  });
});
