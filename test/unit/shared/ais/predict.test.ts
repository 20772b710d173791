import { describe, expect, it, test } from 'vitest';
import type { AisPosition } from '../../../../shared/ais/contact.ts';
import { ellipseOf, predict } from '../../../../shared/ais/predict.ts';
import { shiftBand } from '../../../../shared/ais/radar-shift.ts';
import { newFaultCounts, toTracks } from '../../../../shared/ais/track.ts';
import { azimuthDegrees, destination, distanceMetres } from '../../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { normalizeLongitude } from '../../../../shared/geo/longitude.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';

const at = Date.UTC(2026, 4, 3, 9);
const minute = 60_000;

function report(
  minutes: number,
  [longitude, latitude]: LonLat,
  more: Partial<AisPosition> = {},
): AisPosition {
  return {
    identifier: '441234567',
    timeMs: at + minutes * minute,
    longitude: normalizeLongitude(longitude),
    latitude,
    speedKnots: 0,
    courseDegrees: null,
    headingDegrees: null,
    ...more,
  };
}

describe('a contact is predicted', () => {
  it('between two reports on the great circle, across the antimeridian and at high latitudes', () => {
    for (const [from, course] of [
      [[129, 35], 70],
      [[179.9, -20], 95],
      [[10, 84], 80],
      [[0.05, 0], 270],
    ] as const) {
      const speed = (18 * 1852) / 3600;
      const reports = [-20, 25].map((minutes) => {
        const position = destination(from, course, speed * 60 * (minutes + 20));
        const later = destination(from, course, speed * 60 * (minutes + 21));
        return report(minutes, position, { speedKnots: 18, courseDegrees: azimuthDegrees(position, later) });
      });
      const expected = destination(from, course, speed * 60 * 20);
      const predicted = predict(reports, at, 100);
      const where: LonLat = [predicted?.longitude ?? 0, predicted?.latitude ?? 0];
      expect(distanceMetres(where, expected)).toBeLessThan(5);
      expect(predicted).toMatchObject({ basis: 'between', ageMs: 20 * minute });
    }
  });

  it('past the last report by course and speed, with an error that grows', () => {
    const moving = { speedKnots: 12, courseDegrees: 40 };
    const errors = [1, 5, 20, 60].map((minutes) => {
      const predicted = predict([report(-minutes, [129, 35], moving)], at, 100);
      const expected = destination([129, 35], 40, 12 * 1852 * (minutes / 60));
      expect(distanceMetres([predicted?.longitude ?? 0, predicted?.latitude ?? 0], expected)).toBeLessThan(1);
      return ellipseOf(predicted?.covariance ?? { xx: 0, xy: 0, yy: 0 }).majorMeters;
    });
    expect(errors).toEqual(errors.toSorted((one, other) => one - other));
    expect(errors[3]).toBeGreaterThan(1000);
    expect(predict([report(10, [129, 35], moving)], at, null)).toMatchObject({ basis: 'before' });
  });

  it('not at all by a report that is older than 60 minutes', () => {
    expect(predict([report(-61, [129, 35])], at, null)).toBeUndefined();
    expect(predict([report(-60, [129, 35])], at, null)).toBeDefined();
    expect(predict([], at, null)).toBeUndefined();
  });
});

test('the error ellipse has its longer axis along the course', () => {
  for (const course of [10, 80, 100, 170]) {
    const moving = { speedKnots: 20, courseDegrees: course, headingDegrees: course };
    const predicted = predict([report(-0.1, [129, 35], moving)], at, 200);
    const ellipse = ellipseOf(predicted?.covariance ?? { xx: 0, xy: 0, yy: 0 });
    expect(ellipse.azimuthDegrees).toBeCloseTo(course, 0);
    expect(ellipse.majorMeters).toBeGreaterThan(5 * ellipse.minorMeters);
  }
});

describe('the shift in a radar image', () => {
  const image = { isRadar: true, azimuthDegrees: 90, incidenceDegrees: 30 };

  it('lies along the flight, and is at most 130 s of the speed towards the radar', () => {
    const { direction, limitMeters } = shiftBand([8, 3], image);
    expect(Math.abs(direction[0])).toBeCloseTo(0, 9);
    expect(Math.abs(direction[1])).toBeCloseTo(1, 9);
    expect(limitMeters).toBeCloseTo(130 * 8 * 0.5, 6);
    expect(shiftBand([0, 9], image).limitMeters).toBeCloseTo(0, 9);
  });

  it('is none in an optical image, and has no direction without an azimuth', () => {
    expect(shiftBand([8, 3], { ...image, isRadar: false })).toMatchObject({ limitMeters: 0 });
    const unknown = shiftBand([8, 0], { ...image, azimuthDegrees: null });
    expect(unknown.limitMeters).toBe(0);
    expect(unknown.covariance.xx).toBeCloseTo((130 * 8 * 0.5) ** 2 / 2, 3);
  });
});

describe('the reports of a transponder', () => {
  it('lose their placeholders, which are counted', () => {
    const faults = newFaultCounts();
    const placeholder = { speedKnots: 102.3, courseDegrees: 360, headingDegrees: 511 };
    const tracks = toTracks(
      [
        report(0, [129, 35], placeholder),
        report(1, [181, 91]),
        report(2, [0, 0]),
        report(3, [129, 91]),
        report(4, [129, 35], { timeMs: Number.NaN }),
      ],
      faults,
    );
    expect(tracks).toEqual([
      [report(0, [129, 35], { speedKnots: null, courseDegrees: null, headingDegrees: null })],
    ]);
    expect(faults).toMatchObject({ 'no-position': 2, 'null-island': 1, time: 1 });
  });

  it('are sorted, without duplicates, and without a jump that no ship makes', () => {
    const faults = newFaultCounts();
    const reports = [0, 5, 10, 15].map((minutes) => report(minutes, [129 + minutes / 1000, 35]));
    const jump = report(7, [131, 35]);
    const tracks = toTracks([...reports, jump, ...reports].toReversed(), faults);
    expect(tracks).toEqual([reports]);
    expect(faults).toMatchObject({ duplicate: 4, jump: 1 });
  });

  it('of two transponders with one identifier are two tracks', () => {
    const reports = [0, 5, 10].flatMap((minutes) => [
      report(minutes, [129, 35]),
      report(minutes + 1, [20, -35]),
    ]);
    expect(toTracks(reports).map((track) => track.length)).toEqual([3, 3]);
  });
});

test('a thousand transponders with one identifier are compared with a hundred tracks, and end', () => {
  const startMs = Date.parse('2026-05-03T09:30:00Z');
  const random = seededRandom(7);
  const positions = Array.from({ length: 20_000 }, (_, index): AisPosition => {
    const at = { longitude: 10 + random.next(), latitude: 54 + random.next() };
    return { ...report(0, [at.longitude, at.latitude]), timeMs: startMs + index * 10 };
  });
  const faults = newFaultCounts();
  const tracks = toTracks(positions, faults);
  expect(tracks.length).toBeLessThanOrEqual(100);
  expect(tracks.flat().length + faults.jump).toBe(positions.length);
});
