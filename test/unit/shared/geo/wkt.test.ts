import type { Geometry, Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { maxWktDepth, parseWkt, type WktFailureCode } from '../../../../shared/geo/wkt.ts';
import { positions, rectangleRing } from '../../../builders/positions.ts';

const point = (...coordinates: number[]): Geometry => ({ type: 'Point', coordinates });
const line = (...coordinates: number[][]): Geometry => ({ type: 'LineString', coordinates });
const polygon = (...coordinates: number[][][]): Geometry => ({ type: 'Polygon', coordinates });
const multiPoint = (...coordinates: number[][]): Geometry => ({ type: 'MultiPoint', coordinates });
const multiLine = (...coordinates: number[][][]): Geometry => ({ type: 'MultiLineString', coordinates });
const multiPolygon = (...coordinates: number[][][][]): Geometry => ({ type: 'MultiPolygon', coordinates });
const collection = (...geometries: Geometry[]): Geometry => ({ type: 'GeometryCollection', geometries });

const xyz = (text: string): number[][] => text.split(', ').map((position) => position.split(' ').map(Number));

const square = rectangleRing(0, 0, 4, 4);
const hole = positions('1 1, 1 2, 2 2, 1 1');
const squareText = '(0 0, 4 0, 4 4, 0 4, 0 0)';
const holeText = '(1 1, 1 2, 2 2, 1 1)';

describe('two dimensions', () => {
  const accepted: [string, Geometry][] = [
    ['POINT (1 2)', point(1, 2)],
    ['POINT(1 2)', point(1, 2)],
    ['point(1 2)', point(1, 2)],
    ['PoInT(1 2)', point(1, 2)],
    ['  POINT  (  1   2  )  ', point(1, 2)],
    ['\tPOINT\n(\r\n1\t2\v)\f', point(1, 2)],
    ['POINT(-1.5 +2.25)', point(-1.5, 2.25)],
    ['POINT(1. .5)', point(1, 0.5)],
    ['POINT(-.5 +1.)', point(-0.5, 1)],
    ['POINT(1e2 1E-2)', point(100, 0.01)],
    ['POINT(1.5e+2 .5e1)', point(150, 5)],
    ['POINT(1.e1 2)', point(10, 2)],
    ['POINT(007 000.50)', point(7, 0.5)],
    ['POINT(1e-999 2)', point(0, 2)],
    ['POINT(1.7976931348623157e308 2)', point(Number.MAX_VALUE, 2)],
    ['POINT(0.1000000000000000055511151231257827 2)', point(0.1, 2)],
    ['POINT(124.612000000000000001 35.941200000000000)', point(124.612, 35.9412)],
    ['POINT(190 -95)', point(190, -95)],
    ['LINESTRING(1 2,3 4)', line([1, 2], [3, 4])],
    ['LINESTRING (1 2 , 3 4 , 5 6)', line([1, 2], [3, 4], [5, 6])],
    ['LINESTRING(1 2,1 2)', line([1, 2], [1, 2])],
    [`POLYGON(${squareText})`, polygon(square)],
    [`POLYGON (${squareText},${holeText})`, polygon(square, hole)],
    ['POLYGON((0 0,1 0,1 1,0.0 0e5))', polygon([...square.slice(0, 1), [1, 0], [1, 1], [0, 0]])],
    [
      'POLYGON((0 0,1 0,1 1,-0 +0))',
      polygon([
        [0, 0],
        [1, 0],
        [1, 1],
        [-0, 0],
      ]),
    ],
    ['MULTIPOINT((1 2),(3 4))', multiPoint([1, 2], [3, 4])],
    ['MULTIPOINT(1 2,3 4)', multiPoint([1, 2], [3, 4])],
    ['MULTIPOINT((1 2),3 4)', multiPoint([1, 2], [3, 4])],
    ['MULTIPOINT(1 2)', multiPoint([1, 2])],
    ['MULTILINESTRING((1 2,3 4))', multiLine(positions('1 2, 3 4'))],
    ['MULTILINESTRING((1 2,3 4),(5 6,7 8))', multiLine(positions('1 2, 3 4'), positions('5 6, 7 8'))],
    [`MULTIPOLYGON((${squareText}))`, multiPolygon([square])],
    [`MULTIPOLYGON((${squareText},${holeText}),(${squareText}))`, multiPolygon([square, hole], [square])],
    ['GEOMETRYCOLLECTION(POINT(1 2))', collection(point(1, 2))],
    ['GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(1 2,3 4))', collection(point(1, 2), line([1, 2], [3, 4]))],
    [
      `GeometryCollection ( polygon ( ${squareText} ) , point ( 1 2 ) )`,
      collection(polygon(square), point(1, 2)),
    ],
    [
      'GEOMETRYCOLLECTION(GEOMETRYCOLLECTION(POINT(1 2)),POINT(3 4))',
      collection(collection(point(1, 2)), point(3, 4)),
    ],
    [
      'GEOMETRYCOLLECTION(POINT(1 2),GEOMETRYCOLLECTION(POINT(3 4),GEOMETRYCOLLECTION(POINT(5 6))))',
      collection(point(1, 2), collection(point(3, 4), collection(point(5, 6)))),
    ],
  ];
  test.each(accepted)('%j', (text, geometry) => {
    expect(parseWkt(text)).toEqual({ ok: true, geometry, hasZ: false, hasM: false });
  });
});

describe('empty', () => {
  const accepted: [string, Geometry][] = [
    ['POINT EMPTY', { type: 'Point', coordinates: [] }],
    ['point empty', { type: 'Point', coordinates: [] }],
    ['POINT\nEMPTY\n', { type: 'Point', coordinates: [] }],
    ['LINESTRING EMPTY', line()],
    ['POLYGON EMPTY', polygon()],
    ['MULTIPOINT EMPTY', multiPoint()],
    ['MULTILINESTRING EMPTY', multiLine()],
    ['MULTIPOLYGON EMPTY', multiPolygon()],
    ['GEOMETRYCOLLECTION EMPTY', collection()],
    ['MULTIPOINT(EMPTY)', multiPoint()],
    ['MULTILINESTRING(EMPTY, empty)', multiLine()],
    ['MULTIPOLYGON(EMPTY)', multiPolygon()],
    ['POLYGON(EMPTY)', polygon()],
    ['polygon ( empty )', polygon()],
    ['POLYGON(EMPTY,EMPTY)', polygon()],
    [`POLYGON(${squareText},EMPTY)`, polygon(square)],
    [`POLYGON(${squareText},EMPTY,${holeText})`, polygon(square, hole)],
    ['MULTIPOLYGON((EMPTY))', multiPolygon()],
    [`MULTIPOLYGON((EMPTY),(${squareText},EMPTY))`, multiPolygon([square])],
    ['GEOMETRYCOLLECTION(POLYGON(EMPTY))', collection(polygon())],
    ['MULTIPOINT(EMPTY,(1 2))', multiPoint([1, 2])],
    ['MULTIPOINT(1 2, empty, 3 4)', multiPoint([1, 2], [3, 4])],
    ['MULTILINESTRING(EMPTY,(1 2,3 4))', multiLine(positions('1 2, 3 4'))],
    [`MULTIPOLYGON((${squareText}),EMPTY)`, multiPolygon([square])],
    ['GEOMETRYCOLLECTION(POINT EMPTY)', collection({ type: 'Point', coordinates: [] })],
    ['GEOMETRYCOLLECTION(LINESTRING EMPTY,POINT(1 2))', collection(line(), point(1, 2))],
    ['GEOMETRYCOLLECTION(GEOMETRYCOLLECTION EMPTY)', collection(collection())],
    ['GEOMETRYCOLLECTION(GEOMETRYCOLLECTION EMPTY,POINT(1 2))', collection(collection(), point(1, 2))],
  ];
  test.each(accepted)('%j', (text, geometry) => {
    expect(parseWkt(text)).toEqual({ ok: true, geometry, hasZ: false, hasM: false });
  });
});

describe('heights and measures', () => {
  const accepted: [string, Geometry, boolean, boolean][] = [
    ['POINT Z (1 2 3)', point(1, 2, 3), true, false],
    ['POINT Z(1 2 3)', point(1, 2, 3), true, false],
    ['POINTZ(1 2 3)', point(1, 2, 3), true, false],
    ['pointz (1 2 3)', point(1, 2, 3), true, false],
    ['point z (1 2 3)', point(1, 2, 3), true, false],
    ['POINT M (1 2 3)', point(1, 2), false, true],
    ['POINTM(1 2 3)', point(1, 2), false, true],
    ['POINT ZM (1 2 3 4)', point(1, 2, 3), true, true],
    ['POINTZM(1 2 3 4)', point(1, 2, 3), true, true],
    ['POINT\tZm\n(1 2 3 4)', point(1, 2, 3), true, true],
    ['POINT Z EMPTY', { type: 'Point', coordinates: [] }, true, false],
    ['POINTZM EMPTY', { type: 'Point', coordinates: [] }, true, true],
    ['LINESTRING Z (1 2 3, 4 5 6)', line([1, 2, 3], [4, 5, 6]), true, false],
    ['LINESTRINGM(1 2 3, 4 5 6)', line([1, 2], [4, 5]), false, true],
    ['LINESTRING ZM (1 2 3 4, 5 6 7 8)', line([1, 2, 3], [5, 6, 7]), true, true],
    ['POLYGON Z ((0 0 5,1 0 5,1 1 5,0 0 5))', polygon(xyz('0 0 5, 1 0 5, 1 1 5, 0 0 5')), true, false],
    ['POLYGON M ((0 0 1,1 0 2,1 1 3,0 0 4))', polygon(positions('0 0, 1 0, 1 1, 0 0')), false, true],
    ['MULTIPOINT Z ((1 2 3),(4 5 6))', multiPoint([1, 2, 3], [4, 5, 6]), true, false],
    ['MULTIPOINTM(1 2 3,4 5 6)', multiPoint([1, 2], [4, 5]), false, true],
    ['MULTILINESTRING Z ((1 2 3,4 5 6))', multiLine(xyz('1 2 3, 4 5 6')), true, false],
    [
      'MULTIPOLYGONZ(((0 0 5,1 0 5,1 1 5,0 0 5)))',
      multiPolygon([xyz('0 0 5, 1 0 5, 1 1 5, 0 0 5')]),
      true,
      false,
    ],
    ['GEOMETRYCOLLECTION Z (POINT Z (1 2 3))', collection(point(1, 2, 3)), true, false],
    [
      'GEOMETRYCOLLECTIONZM(POINTZM(1 2 3 4),POINT ZM EMPTY)',
      collection(point(1, 2, 3), { type: 'Point', coordinates: [] }),
      true,
      true,
    ],
    ['GEOMETRYCOLLECTION M EMPTY', collection(), false, true],
    ['POLYGON Z (EMPTY)', polygon(), true, false],
    ['POLYGON Z ((0 0 0,1 0 0,1 1 0,0 0 1))', polygon(xyz('0 0 0, 1 0 0, 1 1 0, 0 0 1')), true, false],
    [
      'POLYGON ZM ((0 0 0 1,1 0 0 2,1 1 0 3,0 0 1 4))',
      polygon(xyz('0 0 0, 1 0 0, 1 1 0, 0 0 1')),
      true,
      true,
    ],
  ];
  test.each(accepted)('%j', (text, geometry, hasZ, hasM) => {
    expect(parseWkt(text)).toEqual({ ok: true, geometry, hasZ, hasM });
  });
});

describe('heights and measures without a flag', () => {
  const empty: Geometry = { type: 'Point', coordinates: [] };
  const accepted: [string, Geometry, boolean, boolean][] = [
    ['POINT (1 2 3)', point(1, 2, 3), true, false],
    ['point(1 2 3)', point(1, 2, 3), true, false],
    ['POINT(1 2 3 4)', point(1, 2, 3), true, true],
    ['LINESTRING (1 2 3, 4 5 6)', line([1, 2, 3], [4, 5, 6]), true, false],
    ['LINESTRING (1 2 3 4, 5 6 7 8)', line([1, 2, 3], [5, 6, 7]), true, true],
    ['POLYGON ((0 0 5,1 0 6,1 1 7,0 0 8))', polygon(xyz('0 0 5, 1 0 6, 1 1 7, 0 0 8')), true, false],
    ['MULTIPOINT (1 2 3, (4 5 6))', multiPoint([1, 2, 3], [4, 5, 6]), true, false],
    ['MULTIPOINT (EMPTY, (4 5 6))', multiPoint([4, 5, 6]), true, false],
    ['MULTILINESTRING ((1 2 3 4,5 6 7 8))', multiLine(xyz('1 2 3, 5 6 7')), true, true],
    [
      'MULTIPOLYGON (((0 0 5,1 0 5,1 1 5,0 0 5)))',
      multiPolygon([xyz('0 0 5, 1 0 5, 1 1 5, 0 0 5')]),
      true,
      false,
    ],
    ['GEOMETRYCOLLECTION (POINT (1 2 3))', collection(point(1, 2, 3)), true, false],
    ['GEOMETRYCOLLECTION (POINT Z (1 2 3))', collection(point(1, 2, 3)), true, false],
    ['GEOMETRYCOLLECTION (POINT M (1 2 3))', collection(point(1, 2)), false, true],
    ['GEOMETRYCOLLECTION Z (POINT (1 2 3))', collection(point(1, 2, 3)), true, false],
    ['GEOMETRYCOLLECTION ZM (POINT (1 2 3 4))', collection(point(1, 2, 3)), true, true],
    [
      'GEOMETRYCOLLECTION (POINT (1 2 3), POINT Z (4 5 6))',
      collection(point(1, 2, 3), point(4, 5, 6)),
      true,
      false,
    ],
    [
      'GEOMETRYCOLLECTION Z (POINT EMPTY, GEOMETRYCOLLECTION (POINT (1 2 3)))',
      collection(empty, collection(point(1, 2, 3))),
      true,
      false,
    ],
    ['GEOMETRYCOLLECTION (POINT EMPTY, POINT (1 2 3))', collection(empty, point(1, 2, 3)), true, false],
    ['GEOMETRYCOLLECTION M (POINT M (1 2 3), POINT EMPTY)', collection(point(1, 2), empty), false, true],
  ];
  test.each(accepted)('%j', (text, geometry, hasZ, hasM) => {
    expect(parseWkt(text)).toEqual({ ok: true, geometry, hasZ, hasM });
  });

  test('come after SRID, too', () => {
    const read = parseWkt('SRID=4326;POINT(1 2 3)');
    expect(read).toEqual({ ok: true, geometry: point(1, 2, 3), hasZ: true, hasM: false, srid: 4326 });
  });

  test('leave open rings open for a caller that mends them', () => {
    const read = parseWkt('POLYGON ((0 0 5, 1 0 5, 1 1 5))', { looseRings: true });
    expect(read).toMatchObject({ ok: true, hasZ: true, geometry: { coordinates: [{ length: 3 }] } });
  });
});

describe('SRID', () => {
  const accepted: [string, number][] = [
    ['SRID=4326;POINT(1 2)', 4326],
    ['srid=4326;POINT(1 2)', 4326],
    [' SRID = 4326 ; POINT(1 2)', 4326],
    ['SRID=3857;point(1 2)', 3857],
    ['SRID=0;POINT(1 2)', 0],
  ];
  test.each(accepted)('%j', (text, srid) => {
    expect(parseWkt(text)).toEqual({ ok: true, geometry: point(1, 2), hasZ: false, hasM: false, srid });
  });
});

describe('refused', () => {
  const refused: [string, WktFailureCode, at: number][] = [
    ['', 'empty-text', 0],
    ['   \n', 'empty-text', 4],

    ['SRID=;POINT(1 2)', 'bad-srid', 0],
    ['SRID=x;POINT(1 2)', 'bad-srid', 0],
    ['SRID=-1;POINT(1 2)', 'bad-srid', 0],
    ['SRID=4326 POINT(1 2)', 'bad-srid', 0],
    ['SRID=4326.5;POINT(1 2)', 'bad-srid', 0],
    ['SRID 4326;POINT(1 2)', 'bad-srid', 0],
    ['SRID=99999999999999999999;POINT(1 2)', 'bad-srid', 0],
    ['SRID=4326;', 'unexpected-text', 10],
    ['SRID=4326;SRID=4326;POINT(1 2)', 'unknown-type', 10],
    ['GEOMETRYCOLLECTION(SRID=4326;POINT(1 2))', 'unknown-type', 19],

    ['POINTS(1 2)', 'unknown-type', 0],
    ['FOO(1 2)', 'unknown-type', 0],
    ['POINTEMPTY', 'unknown-type', 0],
    ['POINTZZ(1 2 3)', 'unknown-type', 0],
    ['POINTMZ(1 2 3 4)', 'unknown-type', 0],
    ['FEATURE(1 2)', 'unknown-type', 0],
    ['Z(1 2 3)', 'unknown-type', 0],
    ['P\u041eINT(1 2)', 'unknown-type', 0],

    ['CIRCULARSTRING(0 0,1 1,2 0)', 'unsupported-type', 0],
    ['CIRCULARSTRING Z (0 0 0,1 1 0,2 0 0)', 'unsupported-type', 0],
    ['circularstringz(0 0 0,1 1 0,2 0 0)', 'unsupported-type', 0],
    ['COMPOUNDCURVE((0 0,1 1))', 'unsupported-type', 0],
    ['CURVEPOLYGON((0 0,1 0,1 1,0 0))', 'unsupported-type', 0],
    ['MULTICURVE((0 0,1 1))', 'unsupported-type', 0],
    ['MULTISURFACE(((0 0,1 0,1 1,0 0)))', 'unsupported-type', 0],
    ['POLYHEDRALSURFACE(((0 0,1 0,1 1,0 0)))', 'unsupported-type', 0],
    ['TIN(((0 0,1 0,1 1,0 0)))', 'unsupported-type', 0],
    ['TIN EMPTY', 'unsupported-type', 0],
    ['TRIANGLE((0 0,1 0,1 1,0 0))', 'unsupported-type', 0],
    ['LINEARRING(0 0,1 0,1 1,0 0)', 'unsupported-type', 0],
    ['LinearRing EMPTY', 'unsupported-type', 0],
    ['GEOMETRYCOLLECTION(TRIANGLE((0 0,1 0,1 1,0 0)))', 'unsupported-type', 19],

    ['POINT', 'unexpected-text', 5],
    ['POINT 1 2', 'unexpected-text', 6],
    ['POINT Q (1 2)', 'unexpected-text', 6],
    ['POINT Z M (1 2 3 4)', 'unexpected-text', 8],
    ['POINT EMPTYX', 'unexpected-text', 6],
    ['POINT ZEMPTY', 'unexpected-text', 6],
    ['POINT[1 2]', 'unexpected-text', 5],
    ['(1 2)', 'unexpected-text', 0],
    ['1 2', 'unexpected-text', 0],
    [',POINT(1 2)', 'unexpected-text', 0],
    ['\uFEFFPOINT(1 2)', 'unexpected-text', 0],
    ['POINT\u00A0(1 2)', 'unexpected-text', 5],
    ['POINT(1 2, 3 4)', 'unexpected-text', 9],
    ['LINESTRING(1 2;3 4)', 'bad-number', 13],
    ['LINESTRING((1 2),(3 4))', 'bad-number', 11],
    ['POLYGON(0 0,1 0,1 1,0 0)', 'unexpected-text', 8],
    ['MULTILINESTRING(1 2,3 4)', 'unexpected-text', 16],
    [`MULTIPOLYGON(${squareText})`, 'unexpected-text', 14],
    ['GEOMETRYCOLLECTION()', 'unexpected-text', 19],
    ['GEOMETRYCOLLECTION(1 2)', 'unexpected-text', 19],
    ['GEOMETRYCOLLECTION(EMPTY)', 'unknown-type', 19],
    ['GEOMETRYCOLLECTION(POINT(1 2),)', 'unexpected-text', 30],
    ['GEOMETRYCOLLECTION(POINT(1 2) POINT(3 4))', 'unexpected-text', 30],
    ['GEOMETRYCOLLECTION(,POINT(1 2))', 'unexpected-text', 19],

    ['POINT()', 'bad-number', 6],
    ['POINT(,)', 'bad-number', 6],
    ['POINT(1)', 'dimension-mismatch', 6],
    ['POINT(x y)', 'bad-number', 6],
    ['POINT(1 y)', 'bad-number', 8],
    ['POINT(1-2)', 'bad-number', 6],
    ['POINT(1,2)', 'dimension-mismatch', 6],
    ['POINT(1.2.3 4)', 'bad-number', 6],
    ['POINT(. 1)', 'bad-number', 6],
    ['POINT(+ 1)', 'bad-number', 6],
    ['POINT(- 1 2)', 'bad-number', 6],
    ['POINT(--1 2)', 'bad-number', 6],
    ['POINT(1e 2)', 'bad-number', 6],
    ['POINT(1e+ 2)', 'bad-number', 6],
    ['POINT(e5 2)', 'bad-number', 6],
    ['POINT(1e5.5 2)', 'bad-number', 6],
    ['POINT(0x10 2)', 'bad-number', 6],
    ['POINT(1_000 2)', 'bad-number', 6],
    ['POINT(1d5 2)', 'bad-number', 6],
    ['POINT(１ 2)', 'bad-number', 6],
    ['POINT(−1 2)', 'bad-number', 6],
    ['POINT((1 2))', 'bad-number', 6],
    ['POINT(EMPTY)', 'bad-number', 6],
    ['POINT(1 2(', 'bad-number', 8],
    ['LINESTRING(1 2,)', 'bad-number', 15],
    ['LINESTRING(1 2,,3 4)', 'bad-number', 15],
    ['LINESTRING(,1 2)', 'bad-number', 11],
    ['LINESTRING(1 2,EMPTY)', 'bad-number', 15],
    ['MULTIPOINT((1 2),)', 'bad-number', 17],
    ['MULTIPOINT(((1 2)))', 'bad-number', 12],

    ['POINT(NaN NaN)', 'not-finite', 6],
    ['POINT(1 nan)', 'not-finite', 8],
    ['POINT(1 2 NaN)', 'not-finite', 10],
    ['POINT(1 2 x)', 'bad-number', 10],
    ['POINT(-NaN 1)', 'not-finite', 6],
    ['POINT(Infinity 1)', 'not-finite', 6],
    ['POINT(1 -Infinity)', 'not-finite', 8],
    ['POINT(+inf 1)', 'not-finite', 6],
    ['POINT Z (1 2 NaN)', 'not-finite', 13],
    ['POINT M (1 2 NaN)', 'not-finite', 13],
    ['POINT(1e999 2)', 'number-overflow', 6],
    ['POINT(1 -1e309)', 'number-overflow', 8],
    [`POINT(${'9'.repeat(400)} 2)`, 'number-overflow', 6],

    ['POINT Z (1 2)', 'dimension-mismatch', 9],
    ['POINT Z (1 2 3 4)', 'dimension-mismatch', 9],
    ['POINT M (1 2)', 'dimension-mismatch', 9],
    ['POINT ZM (1 2 3)', 'dimension-mismatch', 10],
    ['POINT ZM (1 2 3 4 5)', 'dimension-mismatch', 10],
    ['POINT(1 2 3 4 5)', 'dimension-mismatch', 6],
    ['LINESTRING(1 2,3 4 5)', 'dimension-mismatch', 15],
    ['LINESTRING(1 2 3,4 5)', 'dimension-mismatch', 17],
    ['LINESTRING(1 2 3,4 5 6 7)', 'dimension-mismatch', 17],
    ['LINESTRING(1 2 3 4,5 6 7)', 'dimension-mismatch', 19],
    ['LINESTRING(1 2,3 4 5 6 7)', 'dimension-mismatch', 15],
    ['SRID=4326;LINESTRING(1 2 3,4 5)', 'dimension-mismatch', 27],
    ['POLYGON((0 0 1,1 0 1,1 1 1,0 0))', 'dimension-mismatch', 27],
    [`POLYGON((0 0 1,4 0 1,4 4 1,0 0 1),${holeText})`, 'dimension-mismatch', 35],
    ['MULTIPOINT(1 2 3,4 5)', 'dimension-mismatch', 17],
    ['MULTILINESTRING((1 2 3,4 5 6),(1 2,3 4))', 'dimension-mismatch', 31],
    [`MULTIPOLYGON((${squareText}),((0 0 1,4 0 1,4 4 1,0 0 1)))`, 'dimension-mismatch', 43],
    ['GEOMETRYCOLLECTION(POINT(1 2 3),POINT(1 2))', 'dimension-mismatch', 38],
    ['GEOMETRYCOLLECTION(POINT(1 2),POINT(1 2 3))', 'dimension-mismatch', 36],
    ['GEOMETRYCOLLECTION(POINT(1 2),POINT Z (1 2 3))', 'dimension-mismatch', 30],
    ['GEOMETRYCOLLECTION(POINT Z (1 2 3),POINT(1 2))', 'dimension-mismatch', 41],
    ['GEOMETRYCOLLECTION(POINT(1 2 3),POINT M (1 2 3))', 'dimension-mismatch', 32],
    ['GEOMETRYCOLLECTION M (POINT(1 2 3))', 'dimension-mismatch', 22],
    ['GEOMETRYCOLLECTION(POINT Z EMPTY,POINT(1 2))', 'dimension-mismatch', 39],
    ['GEOMETRYCOLLECTION(GEOMETRYCOLLECTION(POINT(1 2 3)),POINT(1 2))', 'dimension-mismatch', 58],
    ['LINESTRING Z (1 2 3,4 5)', 'dimension-mismatch', 20],
    ['MULTIPOINT((1 2),(3 4 5))', 'dimension-mismatch', 18],
    ['GEOMETRYCOLLECTION Z (POINT(1 2))', 'dimension-mismatch', 28],
    ['GEOMETRYCOLLECTION Z (POINT M (1 2 3))', 'dimension-mismatch', 22],

    ['LINESTRING(1 2)', 'too-few-points', 10],
    ['MULTILINESTRING((1 2,3 4),(5 6))', 'too-few-points', 26],
    ['POLYGON((0 0))', 'too-few-points', 8],
    ['POLYGON((0 0,0 0))', 'too-few-points', 8],
    ['POLYGON((0 0,1 1,0 0))', 'too-few-points', 8],
    [`POLYGON(${squareText},(1 1,2 2,1 1))`, 'too-few-points', 34],
    [`POLYGON(EMPTY,${squareText})`, 'too-few-points', 7],
    [`MULTIPOLYGON((EMPTY,${squareText}))`, 'too-few-points', 13],

    ['POLYGON((0 0,1 0,1 1))', 'unclosed-ring', 8],
    ['POLYGON((0 0,1 0,1 1,0 1))', 'unclosed-ring', 8],
    ['POLYGON((0 0,1 0,1 1,0 1e-300))', 'unclosed-ring', 8],
    [`POLYGON(${squareText},(1 1,1 2,2 2,2 1))`, 'unclosed-ring', 34],
    ['MULTIPOLYGON(((0 0,1 0,1 1,0 1)))', 'unclosed-ring', 14],

    ['POINT(', 'unbalanced', 6],
    ['POINT(1', 'unbalanced', 7],
    ['POINT(1 2', 'unbalanced', 9],
    ['LINESTRING(1 2,', 'unbalanced', 15],
    ['POLYGON((0 0,1 0,1 1,0 0)', 'unbalanced', 25],
    ['GEOMETRYCOLLECTION(', 'unbalanced', 19],
    ['GEOMETRYCOLLECTION(POINT(1 2)', 'unbalanced', 29],
    ['GEOMETRYCOLLECTION(POINT(1 2),', 'unbalanced', 30],
    ['POINT(1 2))', 'unbalanced', 10],
    ['POINT EMPTY)', 'unbalanced', 11],
    ['GEOMETRYCOLLECTION(POINT(1 2)))', 'unbalanced', 30],

    ['POINT(1 2) POINT(3 4)', 'trailing-text', 11],
    ['POINT(1 2);', 'trailing-text', 10],
    ['POINT(1 2),', 'trailing-text', 10],
    ['POINT(1 2)(3 4)', 'trailing-text', 10],
    ['POINT EMPTY (1 2)', 'trailing-text', 12],
    ['POINT EMPTY EMPTY', 'trailing-text', 12],
    ['POINT(1 2)\0', 'trailing-text', 10],
    ['POINT(1 2) -- note', 'trailing-text', 11],
  ];
  test.each(refused)('%j is %s', (text, code, at) => {
    const result = parseWkt(text);
    expect(result).toMatchObject({ ok: false, code, at });
    expect(result).toHaveProperty('message', expect.stringContaining(`character ${at + 1}`));
  });
});

describe('nesting', () => {
  const nested = (depth: number) => `${'GEOMETRYCOLLECTION('.repeat(depth)}POINT(1 2)${')'.repeat(depth)}`;

  test('goes as deep as the limit', () => {
    const result = parseWkt(nested(maxWktDepth));
    let depth = 0;
    let geometry = result.ok ? result.geometry : undefined;
    while (geometry?.type === 'GeometryCollection') {
      depth += 1;
      geometry = geometry.geometries[0];
    }
    expect(depth).toBe(maxWktDepth);
    expect(geometry).toEqual(point(1, 2));
  });

  test('is refused one level deeper', () => {
    expect(parseWkt(nested(maxWktDepth + 1))).toMatchObject({
      ok: false,
      code: 'too-deep',
      at: 19 * maxWktDepth + 18,
    });
  });
});

// Work that grew with the square of the length would not end within the runner's time limit.
describe('a megabyte', () => {
  const fill = (unit: string, before = '', after = '') =>
    before + unit.repeat(Math.floor(1_000_000 / unit.length)) + after;

  const refused: [string, string, WktFailureCode][] = [
    ['of collections', fill('GEOMETRYCOLLECTION('), 'too-deep'],
    ['of collections with members', fill('GEOMETRYCOLLECTION(POINT EMPTY,'), 'too-deep'],
    ['of parentheses', fill('(', 'POLYGON'), 'bad-number'],
    ['of closing parentheses', fill(')', 'POINT(1 2'), 'unbalanced'],
    ['of digits', fill('1', 'POINT(', ' 2)'), 'number-overflow'],
    ['of fraction, then rubbish', fill('1', 'POINT(0.', 'x 2)'), 'bad-number'],
    ['of exponent', fill('9', 'POINT(1e', ' 2)'), 'number-overflow'],
    ['of white space', fill(' '), 'empty-text'],
    ['of white space inside', fill('\n', 'POINT(1 '), 'unbalanced'],
    ['of letters', fill('A'), 'unknown-type'],
    ['of flags', fill('ZM', 'POINT'), 'unknown-type'],
    ['of letters after a type', fill('Z', 'POINT '), 'unexpected-text'],
    ['of commas', fill(',', 'LINESTRING('), 'bad-number'],
    ['of numbers without commas', fill('1 ', 'LINESTRING('), 'dimension-mismatch'],
    ['of positions, never closed', fill('1 2,', 'LINESTRING('), 'unbalanced'],
    ['of ring, not closed', fill('1 2,', 'POLYGON((0 0,', '3 4))'), 'unclosed-ring'],
    ['of signs', fill('-', 'POINT('), 'bad-number'],
  ];
  test.each(refused)('%s is refused', (_name, text, code) => {
    const result = parseWkt(text);
    expect(result).toMatchObject({ ok: false, code });
    expect((result.ok ? '' : result.message).length).toBeLessThan(200);
  });

  test('of points is read whole', () => {
    const result = parseWkt(fill('1 2,', 'MULTIPOINT(', '3 4)'));
    const positions = result.ok && result.geometry.type === 'MultiPoint' ? result.geometry.coordinates : [];
    expect(positions).toHaveLength(250_001);
    expect(positions.at(-1)).toEqual([3, 4]);
  });

  test('of empty members is read whole', () => {
    const result = parseWkt(fill('POINT EMPTY,', 'GEOMETRYCOLLECTION(', 'POINT(1 2))'));
    const members =
      result.ok && result.geometry.type === 'GeometryCollection' ? result.geometry.geometries : [];
    expect(members).toHaveLength(83_334);
    expect(members.at(-1)).toEqual(point(1, 2));
  });
});

describe('mutated texts', () => {
  const texts = [
    'SRID=4326;POINT ZM (1 2 3 4)',
    'LINESTRING(1 2 3, 4 5 6)',
    `POLYGON (${squareText}, ${holeText}, EMPTY)`,
    'MULTIPOINT ((1 2), 3 4, EMPTY)',
    'MULTILINESTRING M ((1 2 3, 4 5 6), EMPTY)',
    `MULTIPOLYGON ((${squareText}), EMPTY, (EMPTY))`,
    'GEOMETRYCOLLECTION Z (POINT (1 2 3), GEOMETRYCOLLECTION (LINESTRING Z EMPTY, POLYGON ((0 0 1, 1 0 1, 1 1 1, 0 0 9))))',
  ];
  const pieces = [
    '(',
    ')',
    ',',
    ' ',
    'EMPTY',
    ' Z ',
    'M',
    ' 7',
    ' -1e3',
    'NaN',
    '1e999',
    'POINT',
    ';',
    'É',
    '\0',
  ];

  /** Park and Miller's generator: the same numbers at every run. */
  function randomNumbers(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
  }

  function positionsOf(geometry: Geometry): Position[] {
    switch (geometry.type) {
      case 'GeometryCollection':
        return geometry.geometries.flatMap(positionsOf);
      case 'Point':
        return geometry.coordinates.length > 0 ? [geometry.coordinates] : [];
      case 'LineString':
      case 'MultiPoint':
        return geometry.coordinates;
      case 'Polygon':
      case 'MultiLineString':
        return geometry.coordinates.flat();
      case 'MultiPolygon':
        return geometry.coordinates.flat(2);
    }
  }

  test.each([false, true])('are refused, or come out whole (loose rings: %s)', (looseRings) => {
    const random = randomNumbers(7);
    const counts = { read: 0, refused: 0 };
    for (let round = 0; round < 20_000; round += 1) {
      let text = texts[round % texts.length] ?? '';
      for (let changes = 1 + random(3); changes > 0; changes -= 1) {
        const at = random(text.length + 1);
        const piece = random(3) === 0 ? '' : (pieces[random(pieces.length)] ?? '');
        text = text.slice(0, at) + piece + text.slice(at + random(3));
      }
      const read = parseWkt(text, { looseRings });
      counts[read.ok ? 'read' : 'refused'] += 1;
      if (!read.ok) {
        expect(read.at, text).toBeLessThanOrEqual(text.length);
        continue;
      }
      const sizes = new Set(positionsOf(read.geometry).map((position) => position.length));
      expect(
        [...sizes].every((size) => size === (read.hasZ ? 3 : 2)),
        text,
      ).toBe(true);
    }
    expect(counts.read).toBeGreaterThan(500);
    expect(counts.refused).toBeGreaterThan(5_000);
  });
});
