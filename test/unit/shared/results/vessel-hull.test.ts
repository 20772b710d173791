import { expect, test } from 'vitest';
import type { DetectionRow } from '../../../../shared/results/detection.ts';
import { usualLengthToWidth, vesselHull } from '../../../../shared/results/vessel-hull.ts';

const at = (
  [longitude, latitude]: readonly [number, number],
  properties: Readonly<Record<string, unknown>>,
  analytic = 'LargeVesselDetection',
) => ({ id: 1, longitude, latitude, analytic, properties }) as unknown as DetectionRow;

/**
 * East and north of `from` in meters by the radii of curvature of WGS 84 (EPSG guidance note 7-2, 4.1.1), which is
 * exact to a millimeter over the length of a ship, up to a degree from a pole.
 */
function offset(from: readonly [number, number], to: readonly [number, number]): [number, number] {
  const [a, e2, radian] = [6_378_137, 0.006_694_379_990_14, Math.PI / 180];
  const middle = ((from[1] + to[1]) / 2) * radian;
  const w = 1 - e2 * Math.sin(middle) ** 2;
  const [meridian, prime] = [(a * (1 - e2)) / w ** 1.5, a / Math.sqrt(w)];
  return [(to[0] - from[0]) * radian * prime * Math.cos(middle), (to[1] - from[1]) * radian * meridian];
}

const places = [
  [129.04, 35.1],
  [-70.5, -53],
  [0, 0],
  [15.6, 78.2],
  [-40, 84.9],
  [180, 51.5],
  [-179.9999, -17],
  [179.9999, 70],
] as const;

test.for(
  places.flatMap((place) =>
    [0, 37, 90, 200, 359.5].flatMap((heading) =>
      [
        [6, 2.2],
        [48, undefined],
        [399.9, 58.6],
      ].map(([length, width]) => ({ place, heading, length, width })),
    ),
  ),
)(
  'the hull at $place, heading $heading, has the stated $length by $width m',
  ({ place, heading, length, width }) => {
    const hull = vesselHull(at(place, { length_m: length, width_m: width, heading_deg: heading }));
    if (!hull || length === undefined) throw new Error('There is no hull.');
    // Coordinates along the heading and across it.
    const turn = (heading * Math.PI) / 180;
    const corners = hull.ring.map((corner) => {
      const [east, north] = offset(place, corner);
      return [
        east * Math.sin(turn) + north * Math.cos(turn),
        east * Math.cos(turn) - north * Math.sin(turn),
      ] as const;
    });
    const along = corners.map(([ahead]) => ahead);
    const across = corners.map(([, right]) => right);
    expect((Math.max(...along) - Math.min(...along)) / length).toBeCloseTo(1, 3);
    expect(Math.max(...along)).toBe(along[0]);
    expect((Math.max(...across) - Math.min(...across)) / hull.widthMeters).toBeCloseTo(1, 3);
    expect(hull.hasUsualWidth).toBe(width === undefined);
    if (width !== undefined) expect(hull.widthMeters).toBe(width);
    // Continuous across ±180.
    for (const [longitude] of hull.ring) expect(Math.abs(longitude - place[0])).toBeLessThan(1);
    expect(hull.ring.at(-1)).toEqual(hull.ring[0]);
  },
);

test.for([
  [10, 4],
  [30, 4],
  [80, 5.25],
  [130, 6.5],
  [400, 6.5],
] as const)('a length of %d m has the usual ratio %d', ([length, ratio]) => {
  expect(usualLengthToWidth(length)).toBe(ratio);
});

test.for([
  ['without a heading', at([1, 2], { length_m: 90 })],
  ['without a length', at([1, 2], { heading_deg: 90 })],
  ['with a length that is no size', at([1, 2], { length_m: 0, heading_deg: 90 })],
  ['that would be wider than long', at([1, 2], { length_m: 20, width_m: 90, heading_deg: 5 })],
  ['of an aircraft', at([1, 2], { length_m: 40, heading_deg: 5 }, 'AircraftDetection')],
  ['of an unknown analytic', at([1, 2], { length_m: 40, heading_deg: 5 }, 'WakeDetection')],
  ['whose length only AIS states', at([1, 2], { aisLength: 40, heading_deg: 5 })],
] as const)('there is no hull %s', ([, row]) => {
  expect(vesselHull(row)).toBeNull();
});
