import { expect, test, vi } from 'vitest';
import { changesResults, isOutdatedBy } from '../../../../renderer/context/outdated-queries.ts';

// Bookmarks stand for a list whose items are values of fields.
vi.mock(import('../../../../shared/items/item-kinds.ts'), async (original) => {
  const kinds = await original();
  Object.assign(kinds.itemKinds.bookmarks, { fields: {} });
  return kinds;
});

test('a list whose items are values of fields outdates what is derived from results', () => {
  const isOutdated = isOutdatedBy('bookmarks');
  const query = (...path: string[]) => ({ queryKey: [path] });
  expect(isOutdated(query('bookmarks', 'list'))).toBe(true);
  expect(isOutdated(query('results', 'page'))).toBe(true);
  expect(isOutdated(query('watch', 'list'))).toBe(true);
  expect(isOutdated(query('layers', 'list'))).toBe(false);
  expect(
    ['bookmarks', 'reviews', 'ais', 'layers', 'results'].map((topic) => changesResults(topic as never)),
  ).toEqual([...[true, true, true, true, true]]);
  expect(changesResults('drafts')).toBe(false);
});
