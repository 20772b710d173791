import { expect, test } from 'vitest';
import { passColumns } from '../../../../../renderer/features/passes/pass-columns.tsx';
import { recordListColumns } from '../../../../../renderer/features/records/record-columns.tsx';
import { fitColumns } from '../../../../../renderer/ui/table/fit-columns.ts';

const columns = [
  { name: 'time', width: 100 },
  { name: 'product', width: 50, dropOrder: 1 },
  { name: 'mode', width: 50, dropOrder: 2 },
];

test.each([
  [0, ['time', 'product', 'mode']],
  [210, ['time', 'product', 'mode']],
  [209, ['time', 'mode']],
  [159, ['time']],
  [20, ['time']],
])('in a width of %i the columns are %j', (width, names) => {
  expect(fitColumns(columns, width).columns.map(({ name }) => name)).toEqual(names);
});

test('the tracks are those of the columns that are left', () => {
  expect(fitColumns(columns, 200).tracks).toEqual({
    template: 'minmax(100px, 100fr) minmax(50px, 50fr)',
    minWidth: 160,
  });
});

// The dock next to both panels at 1280 × 720, at 1024 × 640 with the inspector, and at 1440 × 900.
test.each([608, 680, 744])('passes and records fit into %i pixels', (width) => {
  for (const all of [passColumns, recordListColumns]) {
    expect(fitColumns<{ width: number; dropOrder?: number }>(all, width).tracks.minWidth).toBeLessThanOrEqual(
      width,
    );
  }
});
