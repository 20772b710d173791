import type { Polygon } from 'geojson';
import { describe, expect, test } from 'vitest';
import {
  azimuthDegrees,
  circlePolygon,
  destination,
  distanceMetres,
  geodesicArea,
} from '../../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { signedRingArea } from '../../../../shared/geo/rings.ts';
import { positions } from '../../../builders/positions.ts';

const ring = (...positions: [number, number][]): Polygon => ({
  type: 'Polygon',
  coordinates: [[...positions, ...positions.slice(0, 1)]],
});
const box = (west: number, south: number, east: number, north: number): Polygon =>
  ring([west, south], [east, south], [east, north], [west, north]);

/** Half the surface of the WGS 84 ellipsoid, GeographicLib's `EllipsoidArea()` / 2. */
const hemisphere = 510_065_621_724_088.44 / 2;

describe('distanceMetres and azimuthDegrees', () => {
  /** Cases of GeographicLib's own tests (the first of GeodesicTest), and New York to London from its documentation. */
  test.each<[LonLat, LonLat, metres: number, azimuth: number]>([
    [[-139.44815, 35.60777], [-69.95921, -11.17491], 8_935_244.56048183, 111.09874842956033],
    [[106.05087, 55.52454], [197.18234, 77.03196], 4_105_086.17139244, 22.0200598809828],
    [[-73.8, 40.6], [-0.5, 51.6], 5_551_759.4, 51.19888285],
  ])('from %j to %j', (from, to, metres, azimuth) => {
    expect(distanceMetres(from, to)).toBeCloseTo(metres, 2);
    expect(azimuthDegrees(from, to)).toBeCloseTo(azimuth, 7);
  });
});

describe('geodesicArea', () => {
  /** Values of GeographicLib's own Planimeter tests (PolygonTest in its test suite), in m². */
  const known: [string, Polygon, number][] = [
    ['around the North Pole at 89°', ring([0, 89], [90, 89], [180, 89], [270, 89]), 24_952_305_678],
    ['a diamond on the equator', ring([-1, 0], [0, -1], [1, 0], [0, 1]), 24_619_419_146],
    ['an octant', ring([0, 90], [0, 0], [90, 0]), 63_758_202_715_511],
    ['one degree on the equator', box(0, 0, 1, 1), 12_308_778_361],
    ['the northern half', ring([0, 0], [120, 0], [-120, 0]), hemisphere],
  ];
  test.each(known)('%s', (_name, polygon, squareMetres) => {
    expect(Math.abs(geodesicArea(polygon) / squareMetres - 1)).toBeLessThan(1e-9);
  });

  test('is the same over the antimeridian, however it is written', () => {
    const here = geodesicArea(box(10, 30, 30, 40));
    expect(geodesicArea(box(170, 30, 190, 40))).toBeCloseTo(here, 0);
    expect(geodesicArea(box(170, 30, -170, 40))).toBeCloseTo(here, 0);
    expect(geodesicArea(box(-190, 30, -170, 40))).toBeCloseTo(here, 0);
  });
  test('does not depend on winding', () => {
    const polygon = box(120, 30, 125, 38);
    const turned: Polygon = { ...polygon, coordinates: polygon.coordinates.map((each) => each.toReversed()) };
    expect(geodesicArea(turned)).toBeCloseTo(geodesicArea(polygon), 3);
  });
  test('subtracts holes of either winding', () => {
    const hole = box(121, 31, 122, 32);
    const polygon: Polygon = {
      type: 'Polygon',
      coordinates: [...box(120, 30, 125, 38).coordinates, ...hole.coordinates],
    };
    expect(geodesicArea(polygon)).toBeCloseTo(geodesicArea(box(120, 30, 125, 38)) - geodesicArea(hole), 2);
  });
  test('adds up parts', () => {
    const parts = [box(0, 0, 1, 1), box(5, 5, 6, 6)];
    const together = geodesicArea({
      type: 'MultiPolygon',
      coordinates: parts.map((part) => part.coordinates),
    });
    expect(together).toBeCloseTo(
      parts.reduce((sum, part) => sum + geodesicArea(part), 0),
      2,
    );
  });
  /**
   * Area of the ellipsoid north of a latitude. J. P. Snyder, Map Projections: A Working Manual (1987), equation 3-12; a
   * cap at 0° is `hemisphere` of GeographicLib.
   */
  const capArea = (latitude: number) => {
    const e = Math.sqrt((2 - 1 / 298.257223563) / 298.257223563);
    const q = (sine: number) => sine / (1 - (e * sine) ** 2) + Math.atanh(e * sine) / e;
    return Math.PI * 6_378_137 ** 2 * (1 - e * e) * (q(1) - q(Math.sin((latitude * Math.PI) / 180)));
  };
  test.each<[string, Polygon, number]>([
    ['a cap as RFC 7946 writes it', box(-180, 80, 180, 90), capArea(80)],
    ['the same from 0 to 360', box(0, 80, 360, 90), capArea(80)],
    ['a cap at the South Pole', box(-180, -90, 180, -75), capArea(75)],
    ['half of the Earth', box(-180, 0, 180, 90), hemisphere],
    ['a band around the Earth', box(-180, 10, 180, 20), capArea(10) - capArea(20)],
    ['a band that is most of the Earth', box(-180, -60, 180, 60), 2 * (hemisphere - capArea(60))],
    ['the whole Earth', box(-180, -90, 180, 90), 2 * hemisphere],
    [
      'a cap with a corner in its side at the pole',
      ring([-180, 80], [180, 80], [180, 90], [0, 90], [-180, 90]),
      capArea(80),
    ],
    [
      'a ring of ice: a cap without another',
      {
        type: 'Polygon',
        coordinates: [...box(-180, 70, 180, 90).coordinates, ...box(-180, 80, 180, 90).coordinates],
      },
      capArea(70) - capArea(80),
    ],
  ])('%s, with a side once around the Earth', (_name, polygon, squareMetres) => {
    expect(Math.abs(geodesicArea(polygon) / squareMetres - 1)).toBeLessThan(1e-9);
  });
  test('a ring that was closed over the pole has the area of its geodesics', () => {
    const caps = [80, 80.5].map((south) =>
      ring([-180, south], [-60, 80], [60, 80], [180, south], [180, 90], [-180, 90]),
    );
    for (const cap of caps) {
      const [corners = []] = cap.coordinates;
      const open = ring(...corners.slice(0, 3).map(([x = 0, y = 0]): [number, number] => [x, y]));
      expect(geodesicArea(cap) / geodesicArea(open)).toBeCloseTo(1, 9);
    }
  });
  test('of nothing is nothing', () => {
    expect(geodesicArea({ type: 'Polygon', coordinates: [] })).toBe(0);
  });
});

describe('distances and destinations', () => {
  test('a degree on the equator and on a meridian', () => {
    expect(distanceMetres([0, 0], [1, 0])).toBeCloseTo(111_319.491, 2);
    expect(distanceMetres([0, 0], [0, 1])).toBeCloseTo(110_574.389, 2);
  });
  test('New York to London, as in the documentation of GeographicLib', () => {
    expect(distanceMetres([-73.8, 40.6], [-0.5, 51.6])).toBeCloseTo(5_551_759.4, 0);
  });
  test('a destination has the right distance, and continues past 180°', () => {
    const from: LonLat = [179.9, 10];
    const to = destination(from, 60, 80_000);
    expect(to[0]).toBeGreaterThan(180);
    expect(distanceMetres(from, to)).toBeCloseTo(80_000, 5);
  });
});

describe('circlePolygon', () => {
  const centers: LonLat[] = positions('124 36, 0 0, 179.99 -60, -179.99 75');
  test.each(centers)(
    'around %d, %d: closed, anticlockwise, continuous, all corners at the radius',
    (...center) => {
      const [outline = []] = circlePolygon(center, 25_000).coordinates;
      expect(outline).toHaveLength(73);
      expect(outline.at(-1)).toEqual(outline[0]);
      expect(signedRingArea(outline)).toBeGreaterThan(0);
      for (const corner of outline) {
        expect(distanceMetres(center, corner)).toBeCloseTo(25_000, 4);
        expect(Math.abs(corner[0] - center[0])).toBeLessThan(5);
      }
    },
  );
});
