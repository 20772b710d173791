import { expect, test } from 'vitest';
import { importAreas } from '../../../../shared/areas/import-areas.ts';
import { rectangleRing } from '../../../builders/positions.ts';

type Ring = readonly (readonly [number, number])[];

const square = (west: number, south: number, size = 1): Ring =>
  rectangleRing(west, south, west + size, south + size);

const polygon = (ring: Ring, more: object = {}) => ({ type: 'Polygon', coordinates: [ring], ...more });
const feature = (geometry: object | null, more: object = {}) => ({
  type: 'Feature',
  properties: {},
  geometry,
  ...more,
});
const collection = (features: readonly object[], more: object = {}) => ({
  type: 'FeatureCollection',
  features,
  ...more,
});

function notesOf(value: object) {
  const result = importAreas({ name: 'a.geojson', bytes: new TextEncoder().encode(JSON.stringify(value)) });
  return {
    areas: result.areas.length,
    verdict: result.verdict,
    boxes: result.notes.filter(({ code }) => code === 'bbox-left').map(({ message }) => message),
  };
}

const disagrees =
  'A “bbox” does not hold the geometry of its object. The geometry counts; check its place on the map.';
const unreadable =
  'A “bbox” that is not west, south, east and north, with heights or without, was left; the geometry counts.';

/** RFC 7946, section 5 and 5.2. */
test.each<[string, object]>([
  ['of a geometry', polygon(square(129, 35), { bbox: [129, 35, 130, 36] })],
  ['of a feature', feature(polygon(square(129, 35)), { bbox: [129, 35, 130, 36] })],
  ['of a collection', collection([feature(polygon(square(129, 35)))], { bbox: [120, 30, 140, 40] })],
  ['with heights', polygon(square(129, 35), { bbox: [129, 35, -20, 130, 36, 100] })],
  ['rounded', polygon(square(129.004, 35.004), { bbox: [129, 35, 130, 36] })],
  ['absent by null', polygon(square(129, 35), { bbox: null })],
  ['of the whole world', polygon(square(-180, -85), { bbox: [-180, -90, 180, 90] })],
  ['across the antimeridian', polygon(square(179.5, -17), { bbox: [177, -20, -178, -16] })],
  ['across it, to 360', polygon(square(-179.9, -17), { bbox: [177, -20, 182, -16] })],
  [
    'across it, of a geometry that was split there',
    {
      type: 'MultiPolygon',
      coordinates: [[square(179, -17)], [square(-180, -17)]],
      bbox: [179, -17, -179, -16],
    },
  ],
  [
    'in the coordinate system of the file',
    {
      ...collection([feature(polygon(square(14_360_000, 4_163_000, 90_000)))]),
      crs: { type: 'name', properties: { name: 'EPSG:3857' } },
      bbox: [14_360_000, 4_163_000, 14_450_000, 4_253_000],
    },
  ],
])('a bbox %s that holds the geometry changes nothing', (_name, value) => {
  const { areas, boxes } = notesOf(value);
  expect(areas).toBeGreaterThan(0);
  expect(boxes).toEqual([]);
});

test.each<[string, object, string]>([
  ['elsewhere', polygon(square(129, 35), { bbox: [10, 50, 11, 51] }), disagrees],
  ['with exchanged axes', polygon(square(129, 35), { bbox: [35, 129, 36, 130] }), disagrees],
  [
    'on the other side of the antimeridian',
    polygon(square(0, -17), { bbox: [177, -20, -178, -16] }),
    disagrees,
  ],
  [
    'of a collection, of which one feature lies outside',
    collection([feature(polygon(square(129, 35))), feature(polygon(square(10, 50)))], {
      bbox: [120, 30, 140, 40],
    }),
    disagrees,
  ],
  ['of three numbers', polygon(square(129, 35), { bbox: [129, 35, 130] }), unreadable],
  ['of texts', polygon(square(129, 35), { bbox: ['129', '35', '130', '36'] }), unreadable],
  ['as an object', polygon(square(129, 35), { bbox: { west: 129 } }), unreadable],
  ['with south and north exchanged', polygon(square(129, 35), { bbox: [129, 36, 130, 35] }), unreadable],
])('a bbox %s is noted, and the geometry counts', (_name, value, sentence) => {
  const { areas, verdict, boxes } = notesOf(value);
  expect(areas).toBeGreaterThan(0);
  expect(verdict).toBe('accept');
  expect(boxes).toEqual([expect.stringContaining(sentence)]);
});

test('a bbox makes no area of a feature without a geometry', () => {
  const { areas, boxes } = notesOf(
    collection([
      feature(null, { bbox: [129, 35, 130, 36] }),
      feature(polygon(square(10, 50)), { bbox: [10, 50, 11, 51] }),
    ]),
  );
  expect([areas, boxes]).toEqual([1, []]);
});
