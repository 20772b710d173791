import { describe, expect, test } from 'vitest';
import { formatDegreesMinutes } from '../../../../shared/geo/coordinates.ts';
import { positionNotations } from '../../../../shared/geo/format-position.ts';
import { distanceMetres } from '../../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { type PositionNotation, readPosition } from '../../../../shared/geo/read-position.ts';
import { formatUtm, fromUtm, toUtm, utmZone } from '../../../../shared/geo/utm.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';

const here: LonLat = [124.612, 35.9412];

function nearest(text: string, position: LonLat): number {
  const reading = readPosition(text);
  if (!reading.ok) return Number.NaN;
  return Math.min(...reading.candidates.map((candidate) => distanceMetres(candidate.position, position)));
}

describe('UTM', () => {
  /** From PROJ: `gdaltransform -s_srs EPSG:4326 -t_srs EPSG:326xx` (or 327xx). */
  test.each<[LonLat, number, 'N' | 'S', number, number]>([
    [here, 51, 'N', 645_399.521193231, 3_978_627.43972326],
    [[3.5, 60.4], 32, 'N', 197_172.276217909, 6_708_611.95272496],
    [[10, 78.2], 33, 'N', 385_989.621426138, 8_685_562.7164902],
    [[2, 78.2], 31, 'N', 477_172.437347271, 8_680_884.85467235],
    [[41.9, 83.9], 37, 'N', 534_390.831269954, 9_317_795.75333241],
    [[-179.5, -20], 1, 'S', 238_422.911924863, 7_786_566.00833392],
    [[179.9, -79.9], 60, 'S', 556_752.12819252, 1_128_161.37286478],
    [[120, 0.0001], 51, 'N', 166_021.443081047, 11.0682755987343],
    [[-70.5, -33.25], 19, 'S', 360_266.345554017, 6_319_994.44874069],
  ])('%j lies in zone %d%s', (position, zone, hemisphere, easting, northing) => {
    const utm = toUtm(position);
    expect(utm).toMatchObject({ zone, hemisphere });
    expect(utm?.easting).toBeCloseTo(easting, 4);
    expect(utm?.northing).toBeCloseTo(northing, 4);
  });
  test.each<[LonLat, number]>([
    [[2.99, 60], 31],
    [[3, 60], 32],
    [[3, 64], 31],
    [[0, 72], 31],
    [[8.99, 75], 31],
    [[9, 75], 33],
    [[21, 75], 35],
    [[33, 75], 37],
    [[41.99, 75], 37],
    [[42, 75], 38],
    [[-0.01, 75], 30],
    [[180, 0], 1],
    [[-180, 0], 1],
    [[179.99, 0], 60],
  ])('%j belongs to zone %d', (position, zone) => {
    expect(utmZone(position)).toBe(zone);
  });
  test('ends where the polar grid starts', () => {
    expect(formatUtm([10, 84.01])).toBeNull();
    expect(formatUtm([10, -80.01])).toBeNull();
    expect(formatUtm([10, 90])).toBeNull();
    expect(formatUtm([Number.NaN, 0])).toBeNull();
    expect(fromUtm({ zone: 33, hemisphere: 'N', easting: 500_000, northing: 9_999_999 })).toBeNull();
    expect(fromUtm({ zone: 61, hemisphere: 'N', easting: 500_000, northing: 0 })).toBeNull();
    expect(fromUtm({ zone: 33, hemisphere: 'N', easting: 99_999, northing: 0 })).toBeNull();
  });
  test('round-trips anywhere', () => {
    const random = seededRandom(7);
    for (let count = 0; count < 3_000; count += 1) {
      const position: LonLat = [random.next() * 360 - 180, random.next() * 164 - 80];
      const utm = toUtm(position);
      const back = utm && fromUtm(utm);
      expect(back && distanceMetres(back, position), String(position)).toBeLessThan(1e-6);
    }
  });
});

describe('every notation', () => {
  const metres = { decimal: 0.08, dms: 0.25, dm: 0.15, mgrs: 0.8, utm: 0.8, wkt: 0.01, geojson: 0.01 };

  test('is read back as it was written: at random, at poles, edges, the antimeridian, zone exceptions', () => {
    const random = seededRandom(11);
    const edges: LonLat[] = [
      -180, -179.9999999, -6, -0.0000001, 0, 3, 9, 12, 21, 33, 42, 179.9999999, 180,
    ].flatMap((longitude) =>
      [-90, -89.99999, -80, -79.9999, -8, -0.0000001, 0, 39.9999, 56, 63.9999, 72, 83.9999, 84, 90].map(
        (latitude): LonLat => [longitude, latitude],
      ),
    );
    const anywhere = Array.from(
      { length: 1_500 },
      (): LonLat => [random.next() * 360 - 180, random.next() * 180 - 90],
    );
    for (const position of [...edges, ...anywhere]) {
      for (const { id, format } of positionNotations) {
        const text = format(position);
        const isPolar = position[1] < -80 || position[1] > 84;
        expect(text === null, `${id} of ${position}`).toBe(isPolar && (id === 'mgrs' || id === 'utm'));
        if (text !== null) expect(nearest(text, position), text).toBeLessThan(metres[id]);
      }
    }
  });
  test('of a copy of the world is that of the world', () => {
    for (const { format } of positionNotations) expect(format([190, 10])).toBe(format([-170, 10]));
  });
  test('is written as people know it', () => {
    expect(positionNotations.map(({ format }) => format(here))).toEqual([
      '35.941200° N 124.612000° E',
      '35°56′28.32″ N 124°36′43.20″ E',
      '35°56.4720′ N 124°36.7200′ E',
      '51S XV 45399 78627',
      '51N 645400 3978627',
      'POINT (124.612 35.9412)',
      '{"type":"Point","coordinates":[124.612,35.9412]}',
    ]);
    expect(formatDegreesMinutes([-0.9999999, 59.9999999])).toBe('60°00.0000′ N 1°00.0000′ W');
  });
});

describe('readPosition', () => {
  test.each<[string, PositionNotation, withinMetres: number]>([
    ['N35°56\'28" E124°36\'43"', 'dms', 12],
    ['355628N1243643E', 'dms', 12],
    ['355628.3N1243643.2E', 'dms', 2],
    ['N355628 E1243643', 'dms', 12],
    ['3556.472N 12436.720E', 'dms', 2],
    ['+355628+1243643/', 'dms', 12],
    ['355628 1243643', 'dms', 12],
    ['+35.9412+124.6120', 'degrees', 0.1],
    ['35.9412-124.6120', 'degrees', Number.NaN],
    ['35,9412 N 124,6120 E', 'degrees', 0.1],
    ['35,9412; 124,6120', 'degrees', 0.1],
    ['35,9412 124,6120', 'degrees', 0.1],
    ['35,9412, 124,6120', 'degrees', 0.1],
    ["35°56,472'N 124°36,720'E", 'dms', 2],
    ['lat: 35.9412, lon: 124.6120', 'degrees', 0.1],
    ['Longitude 124.6120 Latitude 35.9412', 'degrees', 0.1],
    ['35.9412 north 124.6120 east', 'degrees', 0.1],
    ['−35.9412 124.6120', 'degrees', Number.NaN],
    ['124.6120, 35.9412', 'degrees', 0.1],
    ['35 N E 124', 'degrees', 200_000],
    // Navigational warnings (IHO S-53), light lists, charts and telephones.
    ['35-56.472N 124-36.720E', 'dms', 2],
    ['35-56.47N, 124-36.72E', 'dms', 10],
    ['35-56.472N/124-36.720E', 'dms', 2],
    ['35–56.472N124–36.720E', 'dms', 2],
    ['N35-56-28 E124-36-43', 'dms', 12],
    ['E124-36-43 N35-56-28', 'dms', 12],
    ['LAT 35-56.472N LONG 124-36.720E', 'dms', 2],
    ['35-56.472 124-36.720', 'dms', 2],
    ['35:56:28N 124:36:43E', 'dms', 12],
    ['lat: 35:56.472, lon: 124:36.720', 'dms', 2],
    ['35.56.28N 124.36.43E', 'dms', 12],
    ['35_56.472N 124_36.720E', 'dms', 2],
    ["35°56′.472N 124°36'.720E", 'dms', 2],
    ['35°56·472′N 124°36·720′E', 'dms', 2],
    ['35d56m28s N 124d36m43s E', 'dms', 12],
    ['35 deg 56.472 min N 124 deg 36.720 min E', 'dms', 2],
    // As GDAL and PROJ write it, and with a zero for the degree sign.
    [`35d56'28.3"N 124d36'43.2"E`, 'dms', 2],
    ['35d56m28.3sN 124d36m43.2sE', 'dms', 2],
    ['35⁰56´28.3´´N 124⁰36´43.2´´E', 'dms', 2],
    ['35 degrees 56 minutes 28 seconds north, 124 degrees 36 minutes 43 seconds east', 'dms', 12],
    // Warnings end in a full stop, lists in a comma.
    ['35-56.472N, 124-36.720E.', 'dms', 2],
    ['35-56.472N 124-36.720E,', 'dms', 2],
    ['355628N 1243643E .', 'dms', 12],
    ['35.9412, 124.6120.', 'degrees', 0.1],
    ['35.9412 north, 124.6120 east. ', 'degrees', 0.1],
    ['51S XV 45399 78627.', 'mgrs', 2],
    ['51N 645400 3978627.', 'utm', 1],
    ['POINT (124.6120 35.9412),', 'wkt', 0.1],
    ['[124.6120, 35.9412],', 'geojson', 0.1],
    ['geo:35.9412,124.6120.', 'geo-uri', 0.1],
    ['51N 645400 3978627', 'utm', 1],
    ['UTM 51S 645399.5 mE 3978627.4 mN', 'utm', 1],
    ['zone 51N 645400, 3978627', 'utm', 1],
    ['POINT(124.6120 35.9412)', 'wkt', 0.1],
    ['SRID=4326;POINT Z (124.6120 35.9412 10)', 'wkt', 0.1],
    ['[124.6120, 35.9412]', 'geojson', 0.1],
    [
      '{"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[124.612,35.9412,5]}}',
      'geojson',
      0.1,
    ],
    ['geo:35.9412,124.6120,12;crs=wgs84;u=35', 'geo-uri', 0.1],
    ['51s xv 45399 78627', 'mgrs', 2],
  ])('%j', (text, notation, withinMetres) => {
    const reading = readPosition(text);
    expect(reading).toMatchObject({ ok: true });
    if (!reading.ok) return;
    for (const candidate of reading.candidates) expect(candidate.notation).toBe(notation);
    if (!Number.isNaN(withinMetres)) expect(nearest(text, here)).toBeLessThanOrEqual(withinMetres);
    else expect(nearest(text, here)).toBeGreaterThan(1e6);
  });

  const positionsOf = (text: string) => {
    const reading = readPosition(text);
    return reading.ok ? reading.candidates.map(({ position }) => position) : [];
  };
  test('returns both orders when both are possible, the latitude first before the other', () => {
    expect(positionsOf('35.5, 51.25')).toEqual([
      [51.25, 35.5],
      [35.5, 51.25],
    ]);
    expect(positionsOf('10 20 30 40')).toHaveLength(2);
  });
  test('gives one where the numbers, the letters or the same value leave no choice', () => {
    expect(positionsOf('35.5, 124')).toEqual([[124, 35.5]]);
    expect(positionsOf('124, 35.5')).toEqual([[124, 35.5]]);
    expect(positionsOf('35.5 N 51 E')).toEqual([[51, 35.5]]);
    expect(positionsOf('45 45')).toEqual([[45, 45]]);
  });
  test('gives both meanings of the last part of angles joined by points', () => {
    const reading = readPosition('35.56.5N 124.36.7E');
    const seconds = [124 + 36 / 60 + 7 / 3600, 35 + 56 / 60 + 5 / 3600];
    expect(reading).toMatchObject({
      candidates: [
        { position: seconds, reading: expect.stringContaining('35 56 5 and 124 36 7') },
        { position: [124 + 36.7 / 60, 35 + 56.5 / 60], reading: expect.stringContaining('35 56.5') },
      ],
    });
  });
  test('takes a hyphen for a sign where it can be one', () => {
    expect(positionsOf('35.9412-124.6120')).toEqual([[-124.612, 35.9412]]);
    expect(positionsOf('35-124')).toEqual([[-124, 35]]);
    expect(positionsOf('-35-56.5 -124-36.7')).toEqual([[-(124 + 36.7 / 60), -(35 + 56.5 / 60)]]);
  });
  test('gives both meanings of S in UTM, but one of N', () => {
    const [south, band] = positionsOf('51S 645399 3978627');
    expect(south?.[1]).toBeCloseTo(-54.28, 1);
    expect(band?.[1]).toBeCloseTo(35.94, 2);
    expect(positionsOf('19S 360266 6319994')).toHaveLength(1);
    expect(positionsOf('51N 645399 3978627')).toHaveLength(1);
  });

  test.each<[string, number | null, RegExp]>([
    ['35°61′ N 124°36′ E', 3, /Character 4: “61” is no number of minutes/],
    ['  35°61′ N 124°36′ E', 5, /“61”/],
    ['35°56′28″ N 124x36′43″ E', 15, /Character 16, “x”/],
    ['35-61.5N 124-36.7E', 3, /“61.5” is no number of minutes/],
    ['35:56:61N 124:36:43E', 6, /“61” is no number of seconds/],
    ['35.5°20′ N 3 E', 0, /“35.5” has decimals/],
    ['95 N 3 E', 0, /latitude 95 is beyond 90°/],
    ['5 N 190 E', 4, /longitude 190 is beyond 180°/],
    ['35 N 36', 3, /Only one of the two angles has a letter/],
    ['-35 N 124 E', 0, /both give the hemisphere/],
    ['35,9,124,6', 4, /more than one comma/],
    ['1 2 3', null, /3 numbers/],
    ['356128N1243643E', 0, /60 minutes/],
    ['35562N1243643E', 0, /5 digits/],
    ['51Z 645399 3978627', 0, /polar grid/],
    ['ZAH 12345 12345', 0, /polar grid/],
    ['99N 645399 3978627', 0, /zone 99/],
    ['51N 45399 3978627', 0, /100,000 to 900,000/],
    ['POINT (124.6 95)', null, /latitude 95/],
    ['POINT (124.6', 12, /character 13/],
    ['SRID=3857;POINT (1 2)', 0, /SRID 3857/],
    ['POLYGON ((0 0, 1 0, 1 1, 0 0))', 0, /Polygon is no position/],
    ['[35.9412, 124.6120]', null, /latitude 124.612 is beyond/],
    ['[1', null, /no JSON/],
    ['{"type":"LineString","coordinates":[]}', null, /no position/],
    ['geo:35.9412', 4, /geo: address/],
    ['geo:1,2;crs=ed50', 7, /ed50/],
  ])('%j is refused, its place named and a right form given', (text, at, message) => {
    const reading = readPosition(text);
    expect(reading).toMatchObject({ ok: false, at });
    if (!reading.ok) {
      expect(reading.message).toMatch(message);
      expect(reading.message).toContain('Write for example');
    }
  });

  test.each([
    'Busan',
    'zoom in',
    '20934',
    'Area 3',
    '7f3a91c2',
    '35.9412',
    'N',
    'South Korea',
    'Pier 12, 14 east dock',
    'Busan.',
    '.',
  ])('%j may be a name, so no advice on positions is given', (text) => {
    expect(readPosition(text)).toMatchObject({ ok: false, looksLikePosition: false });
  });
  test('accepts any text without throwing', () => {
    const random = seededRandom(3);
    const alphabet = [
      '3',
      '5',
      '9',
      '0',
      '.',
      ',',
      ' ',
      'N',
      'S',
      'E',
      'W',
      '°',
      "'",
      '"',
      '-',
      '+',
      ';',
      '(',
      'POINT',
      '[',
      '51S',
      'lat',
      '’',
      'ß',
    ];
    for (let count = 0; count < 4_000; count += 1) {
      const text = Array.from(
        { length: Math.floor(random.next() * 12) },
        () => alphabet[Math.floor(random.next() * alphabet.length)],
      ).join('');
      const reading = readPosition(text);
      if (!reading.ok) continue;
      for (const { position } of reading.candidates) {
        expect(Math.abs(position[0]), text).toBeLessThanOrEqual(180);
        expect(Math.abs(position[1]), text).toBeLessThanOrEqual(90);
      }
    }
  });
});

describe('links of map websites', () => {
  test.each([
    'https://www.google.com/maps/@35.9412,124.612,12z',
    'https://www.google.com/maps/@35.9412,124.612,3a,75y,90t/data=!3m1',
    'https://www.google.com/maps/place/Buan/@35.7,126.1,10z/data=!4m6!3m5!1s0x0:0x0!8m2!3d35.9412!4d124.612!16s',
    'https://maps.google.com/?q=35.9412,124.612',
    'https://www.google.com/maps/search/?api=1&query=35.9412%2C124.612',
    'http://maps.apple.com/?ll=35.9412,124.612&z=12',
    'https://maps.apple.com/place?coordinate=35.9412,124.612&name=Pin',
    'https://www.openstreetmap.org/#map=12/35.9412/124.6120',
    'https://www.openstreetmap.org/?mlat=35.9412&mlon=124.612#map=12/36.1/125.2',
    'https://www.bing.com/maps?cp=35.9412~124.612&lvl=12',
    'https://demo.example.org/map.html#7.5/35.9412/124.612',
  ])('%s', (link) => {
    const reading = readPosition(link);
    expect(reading.ok && reading.candidates).toEqual([
      { position: here, notation: 'link', order: null, reading: 'Link of a map website' },
    ]);
  });

  test.each([
    ['https://maps.app.goo.gl/AbCdEf123', 'The address has no position that Sightline knows'],
    ['https://www.google.com/maps/place/Busan', 'The address has no position that Sightline knows'],
    ['https://www.example.org/?x=35.9412,124.612', 'The address has no position that Sightline knows'],
    ['https://www.google.com/maps/@95.1,124.612,12z', 'The latitude 95.1 is beyond 90°.'],
    ['https://www.openstreetmap.org/#map=12/35.9/190.5', 'The longitude 190.5 is beyond 180°.'],
  ])('%s is refused: %s', (link, message) => {
    const reading = readPosition(link);
    expect(reading.ok ? '' : reading.message).toContain(message);
  });
});

describe('plus codes', () => {
  /** Open Location Code, test_data/decoding.csv: the cell from its southwest to its northeast corner. */
  test.each<[string, number, number, number, number]>([
    ['7FG49Q00+', 20.35, 2.75, 20.4, 2.8],
    ['7fg49qcj+2v', 20.37, 2.782125, 20.370125, 2.78225],
    ['7FG49QCJ+2VX', 20.3701, 2.78221875, 20.370125, 2.78225],
    ['8FVC2222+22', 47, 8, 47.000125, 8.000125],
    ['4VCPPQGP+Q9', -41.273125, 174.785875, -41.273, 174.786],
    ['62G20000+', 0, -180, 1, -179],
    ['22220000+', -90, -180, -89, -179],
    ['7FG40000+', 20, 2, 21, 3],
    ['22222222+22', -90, -180, -89.999875, -179.999875],
    ['CFX3X2X2+X2', 89.9998125, 1, 89.9999375, 1.000125],
  ])('%s', (text, south, west, north, east) => {
    const reading = readPosition(text);
    const [found] = reading.ok ? reading.candidates : [];
    expect(found?.notation).toBe('plus-code');
    expect(found?.position[1]).toBeCloseTo((south + north) / 2, 3);
    expect(found?.position[0]).toBeCloseTo((west + east) / 2, 3);
  });

  test.each([
    ['XJR6+F2', 'A short plus code needs the place that it is relative to.'],
    ['8FVC2222+2', 'its digits come in pairs'],
    ['7FG40000+22', 'its digits come in pairs'],
    ['XXXX0000+', 'beyond 90°'],
  ])('%s is refused: %s', (text, message) => {
    const reading = readPosition(text);
    expect(reading.ok ? '' : reading.message).toContain(message);
  });
});

test('parentheses around a position are no part of it', () => {
  expect(readPosition(' (35.9412, 124.6120) ')).toEqual(readPosition('35.9412, 124.6120'));
  const broken = readPosition('(35.9412, 1x4.6120)');
  expect(broken.ok ? null : broken.at).toBe(11);
});
