import { expect, test } from 'vitest';
import { guidePages, searchGuide } from '../../../../../renderer/features/help/guide-view.tsx';

const ids = (text: string) => searchGuide(guidePages, text).map(({ page }) => page.id);

test('without a word all pages are listed, in the order of the README', () => {
  expect(ids(' ')).toEqual(guidePages.map(({ id }) => id));
  expect(ids('')[0]).toBe('first-minutes');
});

test('finds pages with all words, those with the words in their title first', () => {
  expect(ids('REVIEW look')[0]).toBe('review');
  const [first] = searchGuide(guidePages, 'byte order mark Excel');
  expect(first?.page.id).toBe('hand-on');
  expect(first?.excerpt).toContain('byte order mark');
  expect(ids('geopackage unfindable')).toEqual([]);
});
