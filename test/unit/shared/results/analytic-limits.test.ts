import { expect, test } from 'vitest';
import {
  beyondLimits,
  describeFindable,
  describeLimit,
  documentedAnalytics,
  findAnalytic,
} from '../../../../shared/results/analytics.ts';

test('what an analytic can find is stated where the service states it', () => {
  expect(describeFindable(['SmallVesselDetection', 'LargeVesselDetection'])).toBe(
    'Small vessel finds vessels from 20 m to 150 m in length. Large vessel finds vessels longer than 150 m.',
  );
  expect(describeFindable(['AircraftDetection', 'Later'])).toBeNull();
});

test.each([
  ['SmallVesselDetection', 19.9, null, 1],
  ['SmallVesselDetection', 20, null, 0],
  ['SmallVesselDetection', 150, null, 0],
  ['SmallVesselDetection', 150.1, null, 1],
  ['LargeVesselDetection', 149, 'Tanker', 1],
  ['LargeVesselDetection', 151, 'Tanker', 0],
  ['LargeVesselDetection', null, null, 0],
  ['SPEX', 3000, null, 0],
  ['SPEX', 3, 'building', 1],
  ['SmallVesselDetection + LargeVesselDetection', 5, 'Tanker', 0],
] as const)('%s with %s m and the class %s has %i remarks', (analytic, length, className, remarks) => {
  expect(beyondLimits(analytic, { length, className })).toHaveLength(remarks);
});

test('analytics without limits in the document have no remark', () => {
  const others = documentedAnalytics.filter((name) => describeFindable([name]) === null);
  expect(others.length).toBeGreaterThan(3);
  for (const name of others) expect(beyondLimits(name, { length: 1, className: 'x' })).toEqual([]);
});

test('an analytic whose meaning in the document names a kind of site is limited to it', () => {
  const limited = documentedAnalytics.filter((name) => describeLimit(name) !== null);
  const naming = documentedAnalytics.filter((name) =>
    /airdrome|parking lot/.test(findAnalytic(name)?.meaning ?? ''),
  );
  expect(limited).toEqual(naming);
  expect(limited).toEqual(['AircraftDetection', 'CarCounting']);
  expect(describeLimit('AircraftDetection')).toBe(
    'Aircraft: “Finds aircraft in user-defined airdromes.” The service does not state where these are. Only at a site marked as “Airdrome” does an image without detections state that none was found.',
  );
});
