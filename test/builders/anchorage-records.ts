import { buildFeature, buildProcessor, buildRecord } from './record-builder.ts';
import { seededRandom } from './seeded-random.ts';

const day = 86_400_000;

/**
 * 30 passes over an anchorage of 0.3 degrees from 121° E 31° N, the last one at `end` (epoch milliseconds): five partial, a
 * gap of ten days, two versions, the last one crowded.
 */
export function anchorageRecords(end: number): readonly Record<string, unknown>[] {
  const random = seededRandom(30);
  return Array.from({ length: 30 }, (_, index) => {
    const daysAgo = index < 12 ? 38 - index : 29 - index;
    const east = index % 6 === 1 ? 121.15 : 122;
    const count = index === 29 ? 41 : random.between(11, 18);
    return buildRecord({
      processors: [
        { ...buildProcessor({ analytic: 'LargeVesselDetection' }), version: index < 20 ? '3.1.0' : '3.2.0' },
      ],
      sensors: [
        {
          vendorId: `anchorage-${index}`,
          startTimeUTC: new Date(end - daysAgo * day).toISOString(),
          footprint: `POLYGON ((120.5 30.5, ${east} 30.5, ${east} 31.5, 120.5 31.5, 120.5 30.5))`,
        },
      ],
      features: Array.from({ length: count }, () =>
        buildFeature({
          geometry: { type: 'Point', coordinates: [121 + 0.14 * random.next(), 31 + 0.25 * random.next()] },
        }),
      ),
    });
  });
}
