import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { createFeature, type DemoFeature } from './feature.ts';
import type { LandMask } from './land-mask.ts';
import { moveBy, rounded, roundedPosition } from './local-plane.ts';
import { createRandom, type Random } from './random.ts';
import type { SensorImage } from './sensor-image.ts';

/** The brightest man-made objects of a site (SPEX), in clusters; like the analytic, it gives them no class. */
export function generateBrightObjects(
  site: { readonly name: string; readonly position: LonLat },
  image: SensorImage,
  land: LandMask,
  random: Random,
): DemoFeature[] {
  return clustersOf(site).flatMap((cluster, clusterIndex) => {
    const features: DemoFeature[] = [];
    const count = random.integer(6, 16);
    for (let attempt = 0; attempt < count; attempt += 1) {
      const offset = [random.normal(0, cluster.spread), random.normal(0, cluster.spread)] as const;
      const position = roundedPosition(moveBy(cluster.center, offset));
      if (!image.contains(position, 0.01) || !land.isLand(position)) continue;
      features.push(
        createFeature(
          { type: 'Point', coordinates: [...position] },
          {
            sensorDataIndex: 0,
            clusterId: clusterIndex + 1,
            confidence: rounded(Math.max(0.3, 0.97 - Math.abs(random.normal(0, 0.15))), 3),
            brightness_db: rounded(random.normal(14, 4), 2),
          },
        ),
      );
    }
    return features;
  });
}

function clustersOf(site: { readonly name: string; readonly position: LonLat }) {
  const random = createRandom('bright objects', site.name);
  return Array.from({ length: random.integer(2, 4) }, () => ({
    center: moveBy(site.position, [random.normal(0, 900), random.normal(0, 900)]),
    spread: random.between(40, 180),
  }));
}
