import { expect, test } from 'vitest';
import { describeInView } from '../../../../../renderer/features/shell/status-bar.tsx';

test('while passes are compared, the count in view is that of their maps', () => {
  expect(describeInView({ comparedView: null, inView: null })).toBeNull();
  expect(describeInView({ comparedView: null, inView: 1200 })).toBe('In view 1,200');
  const view = { scaleDenominator: 50_000, inView: { a: 3, b: 12 } };
  expect(describeInView({ comparedView: { ...view, isSwipe: false }, inView: 1200 })).toBe(
    'In view A 3 · B 12',
  );
  expect(describeInView({ comparedView: { ...view, isSwipe: true }, inView: 1200 })).toBe(
    'In extent A 3 · B 12',
  );
});
