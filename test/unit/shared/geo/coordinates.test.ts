import { describe, expect, test } from 'vitest';
import { formatDecimalDegrees, formatDms } from '../../../../shared/geo/coordinates.ts';
import { distanceMetres } from '../../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { formatMgrs, type MgrsPrecision, parseMgrs } from '../../../../shared/geo/mgrs.ts';
import { parseCoordinates } from '../../../../shared/geo/read-position.ts';

describe('degrees', () => {
  test.each<[LonLat, string, string]>([
    [[124.612, 35.9412], '35.9412° N 124.6120° E', '35°56′28.3″ N 124°36′43.2″ E'],
    [[-70.5, -33.25], '33.2500° S 70.5000° W', '33°15′00.0″ S 70°30′00.0″ W'],
    [[0, 0], '0.0000° N 0.0000° E', '0°00′00.0″ N 0°00′00.0″ E'],
    [[-0.000001, -0.000001], '0.0000° N 0.0000° E', '0°00′00.0″ N 0°00′00.0″ E'],
    [[190, 10], '10.0000° N 170.0000° W', '10°00′00.0″ N 170°00′00.0″ W'],
    [[179.99999, 59.99999], '60.0000° N 180.0000° E', '60°00′00.0″ N 180°00′00.0″ E'],
    [[9.016666, 9.016666], '9.0167° N 9.0167° E', '9°01′00.0″ N 9°01′00.0″ E'],
  ])('%j', (position, decimal, dms) => {
    expect(formatDecimalDegrees(position)).toBe(decimal);
    expect(formatDms(position)).toBe(dms);
  });
});

describe('formatMgrs', () => {
  /** Eastings and northings are PROJ's (`gdaltransform -s_srs EPSG:4326 -t_srs EPSG:326xx`), cut to whole metres. */
  test.each<[string, LonLat, string]>([
    ['645399.5 3978627.4 in zone 51', [124.612, 35.9412], '51S XV 45399 78627'],
    ['166021.4 0 in zone 31', [0, 0], '31N AA 66021 00000'],
    ['296191.5 6701684.5 in zone 32, widened over Norway', [5.3, 60.4], '32V KN 96191 01684'],
    ['238422.9 7786566.0 in southern zone 1, past the antimeridian', [180.5, -20], '1K BT 38422 86566'],
    ['448251.8 5411932.7 in zone 31', [2.2945, 48.8582], '31U DQ 48251 11932'],
    ['323374.7 4306518.9 in zone 18', [-77.0365, 38.8898], '18S UJ 23374 06518'],
    ['334900.6 6252288.8 in southern zone 56', [151.2153, -33.8568], '56H LH 34900 52288'],
    ['360266.3 6319994.4 in southern zone 19', [-70.5, -33.25], '19H CD 60266 19994'],
    ['833967.4 11.1 in zone 60, just before the antimeridian', [179.9999, 0.0001], '60N ZF 33967 00011'],
    [
      '833967.4 9999988.9 in southern zone 30, just south of the equator',
      [-0.0001, -0.0001],
      '30M ZE 33967 99988',
    ],
    ['430399.6 8660152.3 in zone 33, widened over Svalbard', [12, 78], '33X VG 30399 60152'],
    ['465005.3 9329005.2 in zone 31, at the northern end', [0, 84], '31X DP 65005 29005'],
    ['442004.1 1118039.7 in southern zone 1, near the southern end', [-179.99, -79.99], '1C DM 42004 18039'],
    [
      '10000000 to a micrometer, where rounding must not cross the equator',
      [10, -1e-13],
      '32M PE 11280 99999',
    ],
  ])('%s', (_name, position, reference) => {
    expect(formatMgrs(position)).toBe(reference);
  });
  test.each<[MgrsPrecision, string]>([
    [5, '51S XV 45399 78627'],
    [4, '51S XV 4539 7862'],
    [3, '51S XV 453 786'],
    [2, '51S XV 45 78'],
    [1, '51S XV 4 7'],
    [0, '51S XV'],
  ])('of %d digits', (precision, reference) => {
    expect(formatMgrs([124.612, 35.9412], precision)).toBe(reference);
  });
  test.each<LonLat>([
    [0, 84.001],
    [0, -80.001],
    [0, 90],
    [0, Number.NaN],
    [Number.NaN, 0],
  ])('there is none at %d, %d', (...position) => {
    expect(formatMgrs(position)).toBeNull();
  });
});

describe('parseMgrs', () => {
  /** Centers by PROJ: `gdaltransform -s_srs EPSG:326xx -t_srs EPSG:4326`. */
  test.each<[string, LonLat]>([
    ['51R UR', [121.410719631, 32.076318302]],
    ['51R TQ 99999 99999', [120.891508936, 31.61777048]],
    ['60K ZG', [-179.718433814, -16.70676511]],
    ['33X VG 3 6', [12.187945632, 78.045426061]],
  ])('%s', (text, center) => {
    const parsed = parseMgrs(text);
    expect(parsed && distanceMetres(parsed, center)).toBeLessThan(0.01);
  });

  test('reads what is written, to half of a square', () => {
    for (let latitude = -79.9; latitude < 84; latitude += 3.7) {
      for (let longitude = -179.9; longitude < 180; longitude += 1.3) {
        for (const precision of [0, 3, 5] as const) {
          const text = formatMgrs([longitude, latitude], precision) ?? '';
          const parsed = parseMgrs(text);
          const halfDiagonal = (Math.SQRT1_2 * 100_000) / 10 ** precision;
          const metres = parsed && distanceMetres(parsed, [longitude, latitude]);
          expect(metres, text).toBeLessThan(1.01 * halfDiagonal + 0.001);
        }
      }
    }
  });

  test.each([
    ['61S XV', 'a zone that is not there'],
    ['51I XV', 'a band that is not there'],
    ['51S AV', 'a column of another zone'],
    ['51S XW', 'a row that is not there'],
    ['51S XV 123', 'an odd number of digits'],
    ['51R XV', 'a square north of its band'],
    ['51T XV', 'a square south of its band'],
    ['31U HQ', 'a square beyond the meridian of its zone'],
  ])('%s is %s', (text) => {
    expect(parseMgrs(text)).toBeNull();
  });
});

describe('parseCoordinates', () => {
  const here: LonLat = [124.612, 35.9412];
  const texts: [string, 'degrees' | 'dms' | 'mgrs', withinMetres: number][] = [
    ['35.9412 N 124.6120 E', 'degrees', 0.001],
    ['35.9412° N 124.6120° E', 'degrees', 0.001],
    ['35.9412, 124.6120', 'degrees', 0.001],
    ['35.9412 124.6120', 'degrees', 0.001],
    ['  35.9412;124.612  ', 'degrees', 0.001],
    ['+35.9412 +124.6120', 'degrees', 0.001],
    ['124.6120 E, 35.9412 N', 'degrees', 0.001],
    ['N35.9412 E124.6120', 'degrees', 0.001],
    ['n 35.9412, e 124.6120', 'degrees', 0.001],
    ['35.9412N124.6120E', 'degrees', 0.001],
    ['35.9412°N 124.6120°E', 'degrees', 0.001],
    ['35.9412° 124.6120°', 'degrees', 0.001],
    ['35°56′28.3″ N 124°36′43.2″ E', 'dms', 2],
    [`35°56'28.3"N, 124°36'43.2"E`, 'dms', 2],
    ["35º56’28.3''N 124º36’43.2''E", 'dms', 2],
    ['35 56 28.3 N 124 36 43.2 E', 'dms', 2],
    ['N 35 56 28.3 E 124 36 43.2', 'dms', 2],
    ['35 56 28.3 124 36 43.2', 'dms', 2],
    ["35°56.472'N 124°36.720'E", 'dms', 2],
    ['35 56.472 124 36.720', 'dms', 2],
    ['51S XV 45399 78627', 'mgrs', 2],
    ['51SXV4539978627', 'mgrs', 2],
    ['51s xv 4539978627', 'mgrs', 2],
    ['51S XV 453 786', 'mgrs', 100],
    ['51S XV', 'mgrs', 71_000],
  ];
  test.each(texts)('%j', (text, notation, withinMetres) => {
    const parsed = parseCoordinates(text);
    expect(parsed).toMatchObject({ ok: true, value: { notation } });
    expect(parsed.ok && distanceMetres(parsed.value.position, here)).toBeLessThan(withinMetres);
  });
  test('refuses UTM with an S that means both a hemisphere and a band', () => {
    expect(parseCoordinates('51S 645399 3978627')).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('from 32 to 40° N') },
    });
    expect(parseCoordinates('51N 645399 3978627').ok).toBe(true);
  });
  test.each<[string, LonLat]>([
    ['-35.5 -70.25', [-70.25, -35.5]],
    ['35.5 S 70.25 W', [-70.25, -35.5]],
    ['0 0', [0, 0]],
    ['90 180', [180, 90]],
    ['-0 30 0, 10 0 0', [10, -0.5]],
  ])('%j gives %j', (text, position) => {
    expect(parseCoordinates(text)).toMatchObject({ ok: true, value: { position } });
  });
  test('reads back what is written, all over the grid', () => {
    for (let latitude = -79.3; latitude < 84; latitude += 7.7) {
      for (let longitude = -179.7; longitude < 180; longitude += 11.3) {
        const position: LonLat = [longitude, latitude];
        for (const [text, metres] of [
          [formatDecimalDegrees(position), 8],
          [formatDms(position), 2.2],
          [formatMgrs(position) ?? '', 1.5],
        ] as const) {
          const parsed = parseCoordinates(text);
          expect(parsed.ok && distanceMetres(parsed.value.position, position), text).toBeLessThan(metres);
        }
      }
    }
  });
  test('reads every precision of its own references', () => {
    for (const latitude of [-80, -56.1, -8, 0, 35.94, 63.9, 72, 79.5, 84]) {
      for (let longitude = -180; longitude <= 180; longitude += 1.5) {
        for (const precision of [0, 1, 2, 3, 4, 5] as const) {
          const text = formatMgrs([longitude, latitude], precision) ?? '';
          const parsed = parseCoordinates(text);
          const metres = parsed.ok
            ? distanceMetres(parsed.value.position, [longitude, latitude])
            : Number.NaN;
          expect(metres, text).toBeLessThan(Math.SQRT1_2 * 1.01 * 10 ** (5 - precision) + 1);
        }
      }
    }
  });
  const wrong = [
    '',
    'abc',
    '35.9412',
    '1 2 3',
    '35,9,124,6',
    '1e3 2',
    '91 0',
    '0 181',
    '95 N 3 E',
    '35 60 N 3 E',
    '35 5 60 N 3 E',
    '35.5 20 N 3 E',
    '35 N 36 N',
    '35 E 36 W',
    '35 N 36',
    '-35 N 124 E',
    'N 35 N 124 E',
    '35°°N 124 E',
    "3556'N 12436'E",
    '51S XV 123',
    '51S XV 123456 123456',
    '61S XV 1 1',
    '0S XV 1 1',
    '51I XV 1 1',
    '51S XW 1 1',
    '51S AV 1 1',
    '31Z XV 1 1',
    '51N XV 1 1',
  ];
  test.each(wrong)('%j is refused with an example', (text) => {
    expect(parseCoordinates(text)).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input', message: expect.stringContaining('Write for example') },
    });
  });
});
