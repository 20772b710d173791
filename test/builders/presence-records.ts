import { buildFeature, buildProcessor, buildRecord } from './record-builder.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 9, 1);
const turbine = [121.2, 31.2] as const;
const removed = [121.3, 31.2] as const;
const built = [121.4, 31.2] as const;

/**
 * The record of a pass over a turbine, one that the passes from the sixth on do not show, and one that is there from the
 * fourth on, two days after the former pass; a ship lies elsewhere at each.
 */
export function buildPresenceRecord(index: number, change: Record<string, unknown> = {}) {
  const objects = [turbine, ...(index < 6 ? [removed] : []), ...(index >= 4 ? [built] : [])];
  return buildRecord({
    processors: [buildProcessor({ analytic: 'SmallVesselDetection' })],
    sensors: [{ vendorId: `pass-${index}`, startTimeUTC: new Date(start + 2 * index * day).toISOString() }],
    features: [...objects, [121.5 + 0.02 * index, 31.4] as const].map(([x, y]) =>
      buildFeature({ geometry: { type: 'Point', coordinates: [x + 0.0001 * Math.sin(index), y] } }),
    ),
    ...change,
  });
}

/** The records of the first passes, by time. */
export function buildPresenceRecords(count: number) {
  return Array.from({ length: count }, (_, index) => buildPresenceRecord(index));
}
