import { expect, test } from 'vitest';
import { findGoToMatches } from '../../../../../../renderer/features/places/go-to/use-go-to-matches.ts';
import type { Area } from '../../../../../../shared/areas/area.ts';
import type { Bookmark } from '../../../../../../shared/bookmarks/bookmark.ts';

const area: Area = {
  id: 'a',
  name: 'Busan approaches',
  shape: { kind: 'circle', center: [129, 35], radiusMetres: 1000 },
  squareMetres: 3.1e6,
  createdAt: '',
  updatedAt: '',
};
const bookmark: Bookmark = {
  id: 'b',
  name: 'Busan roads',
  view: { center: [129, 35], zoom: 9, rotation: 0 },
  filter: {},
  createdAt: '',
};
const korea = { name: 'South Korea', longitude: 127.8, latitude: 36.4, degrees: 3 };
const find = (text: string) =>
  findGoToMatches(text, { areas: [area], bookmarks: [bookmark], countries: [korea] }).matches;

test('a name finds bookmarks, areas, and places of the basemap', () => {
  expect(find('busan').map(({ kind, label }) => [kind, label])).toEqual([
    ['bookmark', 'Busan roads'],
    ['area', 'Busan approaches'],
    ['place', 'Busan'],
  ]);
  expect(find('roads BUSAN')).toHaveLength(1);
  expect(find('yellow sea')).toMatchObject([{ kind: 'place', note: expect.stringMatching(/^Sea · /) }]);
  expect(find('korea')).toContainEqual(
    expect.objectContaining({ label: 'South Korea', position: [127.8, 36.4] }),
  );
  expect(find('  ')).toEqual([]);
  expect(find('no such place')).toEqual([]);
});

test('coordinates are offered in each way they can be read, with MGRS next to them', () => {
  expect(find('35.5, 51.25')).toMatchObject([
    { kind: 'position', position: [51.25, 35.5], note: expect.stringMatching(/^39S .*latitude first/) },
    { kind: 'position', position: [35.5, 51.25], note: expect.stringMatching(/^36U .*longitude first/) },
  ]);
  expect(find('89 N 10 E')).toMatchObject([{ note: 'Latitude and longitude as they are named' }]);
});

test('a plain number is that of a detection', () => {
  expect(find('20934')).toMatchObject([{ kind: 'detection', id: 20_934 }]);
  expect(find('020934')).toEqual([]);
});
