import { describe, expect, test } from 'vitest';
import {
  applyScroll,
  centerRow,
  type RowLayout,
  revealRow,
  type ScrollPosition,
  stageHeight,
  topPosition,
  visibleRows,
} from '../../../../../renderer/ui/table/use-row-scroll.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';

const rowHeight = 24;
const viewHeight = 150;

describe.each([5, 400, 170_000, 1_000_000, 30_000_000])('with %i rows', (count) => {
  const layout: RowLayout = { count, rowHeight, viewHeight };
  const highest = Math.max(0, stageHeight(layout) - viewHeight);
  const isOnStage = ({ scrollTop }: ScrollPosition) => scrollTop >= -1 && scrollTop <= highest + 1;

  test('the ends of the scroll bar are the first and the last row', () => {
    const end = applyScroll(topPosition, highest, layout);
    expect(visibleRows(end, layout).last).toBe(count - 1);
    expect(visibleRows(applyScroll(end, 0, layout), layout).first).toBe(0);
  });

  test('every row can be shown, whole and on the stage', () => {
    const random = seededRandom(count);
    let place = topPosition;
    for (let step = 0; step < 300; step += 1) {
      const index = random.pick([0, count - 1, random.between(0, count - 1)]);
      place = random.chance(0.5) ? revealRow(place, index, layout) : centerRow(index, layout);
      expect(isOnStage(place)).toBe(true);
      const top = index * rowHeight - place.offset;
      expect(top).toBeGreaterThanOrEqual(place.scrollTop - 0.5);
      expect(top + rowHeight).toBeLessThanOrEqual(place.scrollTop + Math.max(viewHeight, rowHeight) + 0.5);
    }
  });

  test('small steps go from row to row in either direction, without end', () => {
    for (const direction of [1, -1]) {
      let place = centerRow(Math.floor(count / 2), layout);
      let at = place.scrollTop + place.offset;
      for (let step = 0; step < 2000; step += 1) {
        const wanted = Math.min(highest, Math.max(0, place.scrollTop + direction * 100));
        place = applyScroll(place, wanted, layout);
        expect(isOnStage(place)).toBe(true);
        const next = place.scrollTop + place.offset;
        const expected = Math.min(
          Math.max(0, at + direction * 100),
          Math.max(0, count * rowHeight - viewHeight),
        );
        expect(Math.abs(next - expected)).toBeLessThanOrEqual(1);
        at = next;
      }
    }
  });
});

test('the stage stays below what browsers draw', () => {
  expect(stageHeight({ count: 1e9, rowHeight, viewHeight })).toBeLessThan(17_000_000);
});

test('nothing is seen of nothing', () => {
  const { first, last } = visibleRows(topPosition, { count: 0, rowHeight, viewHeight });
  expect(last).toBeLessThan(first);
});
