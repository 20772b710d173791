import { describe, expect, it } from 'vitest';
import { measurementText } from '../../../../../renderer/features/map-view/drawing-readout.tsx';
import { enclosedShape, measureLine } from '../../../../../renderer/map/measure/measurement.ts';
import { nearestTarget, type SnapLine } from '../../../../../renderer/map/snapping/snap-tool.ts';
import { noSoftCap, orderSoftCapWarning, softCapWarnings } from '../../../../../shared/areas/soft-cap.ts';
import { uniqueNames } from '../../../../../shared/areas/unique-names.ts';
import { defaultDisplayFormat, setDisplayFormat } from '../../../../../shared/display-format.ts';
import { azimuthDegrees, geodesicPath } from '../../../../../shared/geo/geodesic.ts';
import { positions } from '../../../../builders/positions.ts';

describe('a measured line', () => {
  it('knows each leg, and of a closed line the way back', () => {
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
    ] as const;
    const open = measureLine(corners, false);
    expect(open.legs.map(({ azimuthDegrees: azimuth }) => Math.round(azimuth))).toEqual([90, 0]);
    const closed = measureLine(corners, true);
    expect(closed.legs).toHaveLength(3);
    expect(Math.round(closed.legs[2]?.azimuthDegrees ?? 0)).toBe(225);
    expect(closed.legs.reduce((sum, { metres }) => sum + metres, 0)).toBe(closed.metres);
    setDisplayFormat({ ...defaultDisplayFormat, distance: 'nm', area: 'nm²' });
    const text = measurementText(closed);
    setDisplayFormat(defaultDisplayFormat);
    expect(text.split('\n')).toEqual([
      'Perimeter\t204.5 nm',
      expect.stringMatching(/^Area\t[\d,.]+ nm²$/),
      'From\tTo\tLength\tAzimuth',
      '0.00000° N 0.00000° E\t0.00000° N 1.00000° E\t60.11 nm\t090°',
      '0.00000° N 1.00000° E\t1.00000° N 1.00000° E\t59.71 nm\t000°',
      '1.00000° N 1.00000° E\t0.00000° N 0.00000° E\t84.72 nm\t225°',
    ]);
  });

  it('becomes an area over the antimeridian, but not with two points', () => {
    const shape = enclosedShape(positions('179 0, -179 0, -179 1'));
    expect(shape).toMatchObject({ kind: 'polygon' });
    const ring = shape?.kind === 'polygon' ? (shape.polygon.coordinates[0] ?? []) : [];
    expect(ring.map(([longitude]) => longitude)).toEqual([179, 181, 181, 179]);
    expect(
      enclosedShape([
        [0, 0],
        [1, 1],
      ]),
    ).toBeNull();
  });

  it('has the length of its geodesics', () => {
    // A degree of the equator, and of the meridian from there, on WGS 84.
    const line = measureLine(positions('0 0, 1 0, 1 1'), false);
    expect(line.metres).toBeCloseTo(111_319.491 + 110_574.389, 2);
    expect(line.legs.at(-1)?.metres).toBeCloseTo(110_574.389, 2);
    expect(line.legs.at(-1)?.azimuthDegrees).toBeCloseTo(0, 6);
  });

  it('is measured the short way over the antimeridian', () => {
    const line = measureLine(
      [
        [179.5, 0],
        [-179.5, 0],
      ],
      false,
    );
    expect(line.metres).toBeCloseTo(111_319.491, 2);
    expect(line.squareMetres).toBeNull();
  });

  it('encloses an area from three points on, and is longer once it is closed', () => {
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const;
    const open = measureLine(corners, false);
    const closed = measureLine(corners, true);
    // The square degree at the equator, bounded by geodesics: S. Karney's Planimeter gives 12308778361.469 m².
    expect(open.squareMetres).toBeCloseTo(12_308_778_361.469, 0);
    expect(closed.metres - open.metres).toBeCloseTo(110_574.389, 2);
  });

  it('encloses nothing when it crosses itself', () => {
    const bowTie = [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ] as const;
    expect(measureLine(bowTie, false).squareMetres).toBeNull();
  });
});

describe('a geodesic path', () => {
  it('ends where it should and bends towards the pole', () => {
    const path = geodesicPath([170, 50], [-170, 50]);
    const [longitude, latitude] = path.at(-1) ?? [0, 0];
    expect(longitude).toBeCloseTo(190, 8);
    expect(latitude).toBeCloseTo(50, 8);
    expect(Math.max(...path.map(([, y]) => y))).toBeGreaterThan(50.4);
    expect(azimuthDegrees([170, 50], [-170, 50])).toBeGreaterThan(80);
  });
});

describe('snapping', () => {
  const square: SnapLine = {
    points: positions('0 0, 100 0, 100 100, 0 0'),
    hasCorners: true,
  };

  it('prefers a corner within reach to a nearer edge', () => {
    expect(nearestTarget([square], [95, 1], 10)).toEqual({ kind: 'corner', point: [100, 0] });
  });

  it('uses the nearest position on an edge when no corner is near', () => {
    expect(nearestTarget([square], [50, -4], 10)).toEqual({ kind: 'edge', point: [50, 0] });
  });

  it('leaves what is out of reach', () => {
    expect(nearestTarget([square], [50, -11], 10)).toBeNull();
  });

  it('uses no corners of an outline that has none', () => {
    expect(nearestTarget([{ ...square, hasCorners: false }], [97, -3], 10)).toEqual({
      kind: 'edge',
      point: [97, 0],
    });
  });
});

describe('the soft cap', () => {
  const shape = {
    kind: 'polygon',
    polygon: {
      type: 'Polygon',
      coordinates: [positions('0 0, 1 0, 0 1, 0 0')],
    },
  } as const;
  const area = { shape: structuredClone(shape) as never, squareMetres: 6e9 };

  it('marks nothing while it is off, nor what is exactly at it', () => {
    expect(softCapWarnings(area, noSoftCap)).toEqual([]);
    expect(softCapWarnings(area, { ...noSoftCap, areaSquareMetres: 6e9, vertices: 3 })).toEqual([]);
    expect(orderSoftCapWarning(1e15, noSoftCap)).toBeNull();
  });

  it('names size and cap of what is above it', () => {
    expect(softCapWarnings(area, { ...noSoftCap, areaSquareMetres: 5e9, vertices: 2 })).toEqual([
      '6,000 km² is above your own cap of 5,000 km² for an area.',
      '3 vertices are above your own cap of 2.',
    ]);
    expect(orderSoftCapWarning(6e9, { ...noSoftCap, orderSquareMetres: 5e9 })).toBe(
      '6,000 km² in all is above your own cap of 5,000 km² for an order.',
    );
  });
});

describe('names of new areas', () => {
  it('differ from those that are there and from one another', () => {
    expect(uniqueNames(['A', 'A', 'B', 'A (2)'], ['A'])).toEqual(['A (2)', 'A (3)', 'B', 'A (2) (2)']);
  });

  it('stay within their length', () => {
    const long = 'x'.repeat(200);
    const [name = ''] = uniqueNames([long], [long]);
    expect(name).toHaveLength(200);
    expect(name.endsWith('x (2)')).toBe(true);
  });
});
