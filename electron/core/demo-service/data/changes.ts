import type { LonLat } from '../../../../shared/geo/geometry.ts';
import { createFeature, type DemoFeature } from './feature.ts';
import { moveBy, rounded, roundedPosition } from './local-plane.ts';
import type { Random } from './random.ts';
import type { SensorImage } from './sensor-image.ts';

const changeTypes = ['CONSTRUCTION', 'PORT_TRAFFIC', 'PARKING_LOT', 'OBJECT_LEVEL', 'LARGE_EARTH'] as const;

/** Areas that differ between two images of a site: polygons, and some changes in several parts. */
export function generateChanges(
  site: { readonly position: LonLat },
  images: readonly SensorImage[],
  random: Random,
): DemoFeature[] {
  const features: DemoFeature[] = [];
  const targetCount = random.integer(3, 16);
  for (let attempt = 0; attempt < targetCount * 2 && features.length < targetCount; attempt += 1) {
    const center = moveBy(site.position, [random.normal(0, 800), random.normal(0, 800)]);
    const parts = random.chance(0.18) ? random.integer(2, 3) : 1;
    const polygons = Array.from({ length: parts }, (_, part) => {
      // Parts lie a third of a circle apart and are small, so that they never overlap.
      const angle = (part / 3) * 2 * Math.PI + random.between(0, 0.3);
      const away = parts === 1 ? 0 : random.between(180, 260);
      return createChangePolygon(moveBy(center, [away * Math.cos(angle), away * Math.sin(angle)]), random);
    });
    if (
      polygons.every(({ ring }) =>
        ring.every((position) => images.every((image) => image.contains(position, 0.01))),
      )
    ) {
      features.push(changeFeature(polygons, random));
    }
  }
  return features;
}

type ChangePolygon = { readonly ring: readonly LonLat[]; readonly squareMetres: number };

/** A closed ring around a center, counter-clockwise (RFC 7946), at most 130 m wide to any side. */
function createChangePolygon(center: LonLat, random: Random): ChangePolygon {
  const corners = random.integer(5, 9);
  const size = random.between(22, 110);
  const stretch = random.between(0.5, 1);
  const turn = random.between(0, Math.PI);
  const offsets = Array.from({ length: corners }, (_, corner) => {
    const angle = ((corner + random.between(-0.25, 0.25)) / corners) * 2 * Math.PI;
    const radius = size * random.between(0.75, 1.15);
    const [along, aside] = [radius * Math.cos(angle), radius * stretch * Math.sin(angle)];
    return [
      along * Math.cos(turn) - aside * Math.sin(turn),
      along * Math.sin(turn) + aside * Math.cos(turn),
    ] as const;
  });
  const ring = offsets.map((offset) => roundedPosition(moveBy(center, offset)));
  return { ring: [...ring, ...ring.slice(0, 1)], squareMetres: polygonArea(offsets) };
}

/** Area of a simple polygon given counter-clockwise, by the shoelace formula. */
function polygonArea(corners: readonly (readonly [number, number])[]): number {
  return corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [x, y];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

function changeFeature(polygons: readonly ChangePolygon[], random: Random): DemoFeature {
  const rings = polygons.map(({ ring }) => [ring.map((position) => [...position])]);
  const [onlyRing] = rings;
  const geometry =
    rings.length === 1 && onlyRing !== undefined
      ? ({ type: 'Polygon', coordinates: onlyRing } as const)
      : ({ type: 'MultiPolygon', coordinates: rings } as const);
  return createFeature(geometry, {
    sensorDataIndex: 1,
    referenceSensorDataIndex: 0,
    confidence: rounded(Math.max(0.35, 0.94 - Math.abs(random.normal(0, 0.16))), 3),
    changeType: random.pick(changeTypes),
    direction: random.chance(0.6) ? 'increase' : 'decrease',
    area_m2: rounded(
      polygons.reduce((sum, { squareMetres }) => sum + squareMetres, 0),
      1,
    ),
    meanChange_db: rounded(random.between(2.5, 11), 2),
  });
}
