import { describe, expect, test } from 'vitest';
import {
  readTypedArea,
  type TypedArea,
  toTypedArea,
} from '../../../../../renderer/features/areas/read-typed-area.ts';
import {
  isAnalyticShown,
  toggleAnalytic,
} from '../../../../../renderer/features/map-view/detections-legend.tsx';
import { positions } from '../../../../builders/positions.ts';

const empty = { kind: 'circle', center: '', radiusKilometres: '', corners: '' } as const;

/** Message by field; undefined when the form is valid. */
function problemsOf(form: TypedArea) {
  const parsed = readTypedArea(form);
  return parsed.ok
    ? undefined
    : Object.fromEntries((parsed.failure.problems ?? []).map(({ field, message }) => [field, message]));
}

describe('readTypedArea', () => {
  test('reads a circle in any notation', () => {
    const circle = { kind: 'circle', center: [124.5, 35.5], radiusMetres: 25_500 };
    for (const center of ['35.5 N 124.5 E', '35°30′00″ N 124°30′00″ E', '35.5, 124.5']) {
      expect(readTypedArea({ ...empty, center, radiusKilometres: '25.5' })).toEqual({
        ok: true,
        value: circle,
      });
    }
  });

  test('reports the problem of each field', () => {
    expect(readTypedArea(empty)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect(problemsOf(empty)).toEqual({
      center: expect.any(String),
      radiusKilometres: expect.stringContaining('greater than 0'),
    });
    expect(problemsOf({ ...empty, center: '10 N 10 E', radiusKilometres: '-3' })).toEqual({
      radiusKilometres: expect.any(String),
    });
    expect(problemsOf({ ...empty, center: '89 N 10 E', radiusKilometres: '10500' })).toEqual({
      radiusKilometres: expect.stringMatching(/half of the Earth/),
    });
  });

  test('makes a rectangle of two opposite corners, over the antimeridian the short way', () => {
    const reading = readTypedArea({ ...empty, kind: 'rectangle', corners: '10 N 170 E\n-5 S 170 W' });
    expect(reading.ok).toBe(false);
    const across = readTypedArea({ ...empty, kind: 'rectangle', corners: '10 N 170 E\n\n5 S 170 W\n' });
    expect(across).toEqual({
      ok: true,
      value: {
        kind: 'polygon',
        polygon: {
          type: 'Polygon',
          coordinates: [positions('170 10, 170 -5, 190 -5, 190 10, 170 10')],
        },
      },
    });
  });

  test('names the line that cannot be read, and refuses what cannot be an area', () => {
    expect(problemsOf({ ...empty, kind: 'polygon', corners: '0 N 0 E\nnonsense\n0 N 1 E' })).toEqual({
      corners: expect.stringMatching(/^Line 2: “nonsense”/),
    });
    expect(problemsOf({ ...empty, kind: 'polygon', corners: '0 N 0 E\n0 N 1 E' })).toEqual({
      corners: expect.stringContaining('there are 2'),
    });
    const bowTie = '0 N 0 E\n10 N 10 E\n0 N 10 E\n10 N 0 E';
    expect(problemsOf({ ...empty, kind: 'polygon', corners: bowTie })).toEqual({
      corners: expect.stringMatching(/cross/),
    });
    expect(problemsOf({ ...empty, kind: 'rectangle', corners: '0 N 0 E' })).toEqual({
      corners: expect.stringContaining('two opposite corners'),
    });
  });

  test('reads back what it shows of a shape', () => {
    const text = '0 N 170 E\n0 N 170 W\n10.1234567 N 170 W\n0 N 170 E';
    const reading = readTypedArea({ ...empty, kind: 'polygon', corners: text });
    expect(reading.ok && readTypedArea(toTypedArea(reading.value))).toEqual(reading);
    const circle = readTypedArea({ ...empty, center: '35.1234567 S 12.5 W', radiusKilometres: '1.234' });
    expect(circle.ok && readTypedArea(toTypedArea(circle.value))).toEqual(circle);
  });
});

describe('toggleAnalytic', () => {
  const all = ['A', 'B', 'C'];

  test('hides one, then shows it again without a restriction left', () => {
    const hidden = toggleAnalytic({}, 'B', all);
    expect(hidden).toEqual(['A', 'C']);
    expect(isAnalyticShown({ analytics: hidden }, 'B')).toBe(false);
    expect(toggleAnalytic({ analytics: hidden }, 'B', all)).toBeUndefined();
  });

  test('can hide the last one: nothing is shown then', () => {
    expect(toggleAnalytic({ analytics: ['A'] }, 'A', all)).toEqual([]);
  });
});
