import { describe, expect, test } from 'vitest';
import {
  emptySketch,
  finishSketch,
  placePoint,
  pointProblem,
  type Sketch,
  type SketchKind,
  shapeAtPointer,
  undoPoint,
} from '../../../../../renderer/map/drawing/draw-tool.ts';
import { drawingState } from '../../../../../renderer/map/drawing/drawing-state.ts';
import type { LonLat } from '../../../../../shared/geo/geometry.ts';
import { positions } from '../../../../builders/positions.ts';

function draw(kind: SketchKind, points: readonly LonLat[]): Sketch {
  return points.reduce((sketch, point) => {
    const step = placePoint(sketch, point);
    expect(step.outcome).toBe('continued');
    return step.sketch;
  }, emptySketch(kind));
}

describe('polygon', () => {
  const bowTieBegun: LonLat[] = positions('0 0, 10 10, 10 0');

  test('a corner that would cross a side is refused and not placed', () => {
    const sketch = draw('polygon', bowTieBegun);
    const step = placePoint(sketch, [0, 10]);
    expect(step.outcome).toBe('refused');
    expect(step.outcome === 'refused' && step.reason).toContain('5.0000° N 5.0000° E');
    expect(step.sketch.points).toEqual(bowTieBegun);
    expect(pointProblem(sketch, [0, 10])).not.toBeNull();
    expect(pointProblem(sketch, [12, 5])).toBeNull();
  });

  test('the closing side is checked when it is finished', () => {
    const corners: LonLat[] = positions('0 0, 10 0, 10 10, 5 10, 5 20, 20 20, 20 5');
    const step = finishSketch(draw('polygon', corners));
    expect(step.outcome).toBe('refused');
    expect(step.sketch.points).toEqual(corners);
    expect(finishSketch(draw('polygon', corners.slice(0, 4))).outcome).toBe('finished');
  });

  test('fewer than three corners are no polygon', () => {
    const step = finishSketch(draw('polygon', bowTieBegun.slice(0, 2)));
    expect(step).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('three') });
  });

  test('the last corner can be undone', () => {
    const sketch = undoPoint(draw('polygon', bowTieBegun));
    expect(sketch.points).toEqual(bowTieBegun.slice(0, 2));
    expect(undoPoint(emptySketch('polygon')).points).toEqual([]);
  });

  test('corners beyond the end of the map are refused with the reason', () => {
    const step = placePoint(emptySketch('polygon'), [10, 85.05]);
    expect(step).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('85°') });
  });

  test('runs on over the antimeridian', () => {
    const sketch = draw('polygon', positions('170 0, 190 0, 190 10'));
    const step = finishSketch(sketch);
    expect(step.outcome === 'finished' && step.shape).toMatchObject({
      polygon: { coordinates: [expect.arrayContaining([[190, 10]])] },
    });
  });
});

describe('rectangle and circle', () => {
  test('the second corner finishes a rectangle', () => {
    const step = placePoint(draw('rectangle', [[10, 20]]), [4, 25]);
    expect(step.outcome).toBe('finished');
    expect(step.sketch.points).toEqual([]);
  });

  test('a rectangle without height is refused, and its second corner can be placed again', () => {
    const step = placePoint(draw('rectangle', [[10, 20]]), [14, 20]);
    expect(step.outcome).toBe('refused');
    expect(step.sketch.points).toEqual([[10, 20]]);
  });

  test('a circle has the geodesic radius to its rim', () => {
    const step = placePoint(draw('circle', [[0, 0]]), [1, 0]);
    // One degree of the equator: a · π / 180 with a = 6,378,137 m.
    expect(step.outcome === 'finished' && step.shape).toMatchObject({
      kind: 'circle',
      center: [0, 0],
      radiusMetres: expect.closeTo(111_319.49, 1),
    });
  });

  test('a circle may hold a pole', () => {
    const step = placePoint(draw('circle', [[0, 80]]), [180, 80]);
    expect(step).toMatchObject({ outcome: 'finished', shape: { kind: 'circle', center: [0, 80] } });
  });
});

describe('read-out', () => {
  test('computes the geodesic area with the pointer as the next corner', () => {
    const sketch = {
      ...draw('polygon', [
        [0, 0],
        [1, 0],
      ]),
      pointer: [1, 1] as LonLat,
    };
    const shape = shapeAtPointer(sketch);
    const state = drawingState(shape, sketch.points.length);
    expect(state.vertices).toBe(2);
    // Half a degree square at the equator: about 111.32 km · 110.57 km / 2.
    expect(state.squareMetres).toBeGreaterThan(6.14e9);
    expect(state.squareMetres).toBeLessThan(6.17e9);
  });

  test('has no area for invalid shapes, and the radius of a circle', () => {
    const bowTie = {
      ...draw('polygon', positions('0 0, 10 10, 10 0')),
      pointer: [0, 10] as LonLat,
    };
    expect(drawingState(shapeAtPointer(bowTie), 3).squareMetres).toBeNull();
    const circle = { ...draw('circle', [[0, 0]]), pointer: [1, 0] as LonLat };
    expect(drawingState(shapeAtPointer(circle), 1).radiusMetres).toBeCloseTo(111_319.49, 1);
  });
});
