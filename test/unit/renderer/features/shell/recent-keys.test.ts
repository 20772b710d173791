import { expect, test } from 'vitest';
import { recentKeys } from '../../../../../renderer/features/shell/use-hotkey-commands.ts';

test('a key acts late only shortly after it was pressed, as when commands come after a second attempt', () => {
  const keys = [
    { key: 'c', timeStamp: 1_000 },
    { key: 'x', timeStamp: 59_000 },
  ];
  expect(recentKeys(keys, 60_000).map(({ key }) => key)).toEqual(['x']);
});
