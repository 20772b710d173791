import type { Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { closeOverPole } from '../../../../shared/geo/close-over-pole.ts';
import { circlePolygon, distanceMetres, geodesicArea } from '../../../../shared/geo/geodesic.ts';
import { regionBounds, regionContains, toRegion } from '../../../../shared/geo/region.ts';
import { coveredShare } from '../../../../shared/geo/region-area.ts';
import { representativePoint } from '../../../../shared/geo/representative-point.ts';
import { positions, rectangleRing } from '../../../builders/positions.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';

const polygon = (ring: Position[]) => ({ type: 'Polygon' as const, coordinates: [ring] });
const regionOf = (ring: Position[]) => toRegion([polygon(ring)]);
const mirrored = (ring: readonly Position[]): Position[] => ring.map(([x = 0, y = 0]) => [x, -y]);

/** A scene with the North Pole in it, as a service writes it. */
const scene: Position[] = positions('-170 84, -80 84, 10 84, 100 84, -170 84');

describe('rings that hold, touch or pass a pole', () => {
  test.each<[string, Position[], readonly Position[], readonly Position[]]>([
    [
      'within ±180',
      scene,
      positions('0 90, 45 87, -125 85, 180 89, -180 84.5'),
      positions('45 83, 45 -87, 0 -90'),
    ],
    [
      'backwards',
      scene.toReversed(),
      [
        [0, 90],
        [45, 87],
      ],
      [
        [45, 83],
        [0, -90],
      ],
    ],
    [
      'from 0 to 360, where it ends a turn later',
      positions('0 84, 90 84, 180 84, 270 84, 360 84'),
      positions('0 90, 300 85, -60 85'),
      [[-60, 83]],
    ],
    [
      'from 0 to 360, back at its start',
      positions('0 84, 90 84, 180 84, 270 84, 0 84'),
      [
        [0, 90],
        [-60, 85],
      ],
      [[-60, 83]],
    ],
    [
      'beyond 180°',
      positions('100 84, 190 84, 280 84, 370 84, 100 84'),
      [
        [0, 90],
        [-60, 85],
      ],
      [[-60, 83]],
    ],
    [
      'a corner at the pole',
      positions('0 80, 90 80, 17 90, 0 80'),
      positions('45 85, 1 89.9, 89 89.9'),
      positions('-45 85, 100 89, 45 79'),
    ],
    [
      'a corner at the pole, on the larger side',
      positions('-170 84, -80 84, 10 84, 100 84, 0 90, -170 84'),
      positions('0 89, 99 85, -169 89'),
      [
        [145, 85],
        [145, 89.9],
      ],
    ],
    [
      'an edge through the pole',
      positions('0 80, 180 80, 150 70, 30 70, 0 80'),
      positions('90 85, 90 75, 5 85'),
      positions('-90 85, -90 89.9, 90 69'),
    ],
    [
      'the whole side of a pole, as in RFC 7946',
      rectangleRing(-180, 84, 180, 90),
      [
        [0, 90],
        [12, 85],
      ],
      [[12, 83]],
    ],
    [
      'a box of degrees below a pole',
      rectangleRing(0, 60, 180, 85),
      [[90, 70]],
      positions('90 86, -90 70, 0 90'),
    ],
    ...[0, -90].map((west): [string, Position[], Position[], Position[]] => [
      `a box of degrees half a turn wide from ${west}° up to a pole`,
      rectangleRing(west, 70, west + 180, 90),
      [
        [west + 90, 71],
        [west + 45, 89.9],
      ],
      [
        [west - 90, 80],
        [west + 90, 69],
      ],
    ]),
    [
      'a box of degrees below a pole with one more corner on its lower side',
      positions('0 70, 90 70, 180 70, 180 80, 0 80, 0 70'),
      [[90, 75]],
      [
        [90, 85],
        [-90, 75],
      ],
    ],
    [
      'a box of degrees below a pole with one more corner on its upper side',
      positions('0 70, 180 70, 180 80, 90 80, 0 80, 0 70'),
      [[90, 75]],
      [
        [90, 85],
        [90, 65],
      ],
    ],
    [
      'an edge through the pole along one parallel, without sides along meridians',
      positions('0 70, 90 75, 180 70, 0 70'),
      [
        [90, 80],
        [45, 89],
      ],
      [
        [-90, 80],
        [90, 74],
      ],
    ],
  ])('%s', (_, ring, inside, outside) => {
    for (const [region, turn] of [
      [regionOf(ring), 1],
      [regionOf(mirrored(ring)), -1],
    ] as const) {
      for (const [x = 0, y = 0] of inside)
        expect(regionContains(region, x, turn * y), `${x}, ${y}`).toBe(true);
      for (const [x = 0, y = 0] of outside)
        expect(regionContains(region, x, turn * y), `${x}, ${y}`).toBe(false);
    }
  });

  test('a ring far from the poles, or across the antimeridian, stays as it is', () => {
    for (const ring of [
      positions('170 10, 190 10, 190 20, 170 10'),
      positions('170 10, -170 10, -170 20, 170 10'),
      positions('0 84, 10 84, 10 89, 0 84'),
      positions('0 84, 90 84, 180 84, 270 84'),
    ])
      expect(closeOverPole(ring)).toBeUndefined();
  });

  test('has a box, a position inside and a hole like any other', () => {
    const closed = closeOverPole(scene) ?? [];
    expect(representativePoint(polygon(closed))).toEqual([0, 87]);
    expect(regionBounds(regionOf(scene))).toEqual([-180, 84, 180, 90]);
    const hole = scene.map(([x = 0]): Position => [x, 88]);
    const ring = toRegion([{ type: 'Polygon', coordinates: [scene, hole] }]);
    expect(regionContains(ring, 12, 86)).toBe(true);
    expect(regionContains(ring, 12, 89)).toBe(false);
    expect(regionContains(ring, 12, 90)).toBe(false);
  });
});

/**
 * A random ring around a pole with edges straight in degrees: its southern limit at a longitude is a line between the two
 * corners around it, which needs no geometry.
 */
function randomCap(random: () => number) {
  const count = 4 + Math.floor(random() * 12);
  const step = 360 / count;
  const corners = Array.from({ length: count }, (_, index): readonly [number, number] => [
    index * step + random() * 0.8 * step - 180,
    60 + random() * 29,
  ]);
  const limitAt = (longitude: number) => {
    for (const turn of [-360, 0, 360]) {
      for (const [index, [east, north]] of corners.entries()) {
        const [west = 0, south = 0] = corners[index - 1] ?? [
          (corners.at(-1)?.[0] ?? 0) - 360,
          corners.at(-1)?.[1] ?? 0,
        ];
        const at = longitude + turn;
        if (at >= west && at <= east) return south + ((north - south) * (at - west)) / (east - west);
      }
    }
    throw new Error(`No edge is at ${longitude}.`);
  };
  const start = Math.floor(random() * count);
  const turned = [...corners.slice(start), ...corners.slice(0, start), corners[start] ?? [0, 0]];
  const writings: readonly ((longitude: number) => number)[] = [
    (longitude) => longitude,
    (longitude) => (longitude + 360) % 360,
    (longitude) => (longitude > 0 ? longitude - 360 : longitude),
  ];
  const write = writings[Math.floor(random() * writings.length)] ?? ((longitude: number) => longitude);
  const ring = turned.map(([x, y]): Position => [write(x), y]);
  return { ring: random() < 0.5 ? ring : ring.toReversed(), limitAt };
}

test('10,000 positions are in and out of 500 random caps, however they are written', () => {
  const random = seededRandom(38).next;
  for (let round = 0; round < 500; round += 1) {
    const { ring, limitAt } = randomCap(random);
    const [north, south] = [regionOf(ring), regionOf(mirrored(ring))];
    for (let position = 0; position < 20; position += 1) {
      const [longitude, latitude] = [random() * 360 - 180, 55 + random() * 35];
      const isInside = latitude > limitAt(longitude);
      const what = `${JSON.stringify(ring)} at ${longitude}, ${latitude}`;
      expect(regionContains(north, longitude, latitude), what).toBe(isInside);
      expect(regionContains(south, longitude, -latitude), what).toBe(isInside);
      expect(regionContains(north, longitude, -latitude), what).toBe(false);
    }
  }
});

test('circles around and next to a pole have the area of their radius and hold what is nearer than it', () => {
  const random = seededRandom(11).next;
  for (const [longitude, latitude, radius] of [
    [0, 90, 300_000],
    [40, -90, 1_000_000],
    [120, 88, 500_000],
    [-170, -85, 700_000],
    [10, 75, 1_800_000],
  ] as const) {
    const circle = circlePolygon([longitude, latitude], radius, 720);
    const region = toRegion([circle]);
    expect(geodesicArea(circle) / (Math.PI * radius ** 2)).toBeGreaterThan(0.99);
    expect(geodesicArea(circle) / (Math.PI * radius ** 2)).toBeLessThan(1);
    expect(coveredShare(region, [region])).toBeCloseTo(1, 6);
    for (let round = 0; round < 300; round += 1) {
      const position = [random() * 360 - 180, Math.sign(latitude) * (50 + random() * 40)] as const;
      const ratio = distanceMetres([longitude, latitude], position) / radius;
      if (Math.abs(ratio - 1) < 0.01) continue;
      expect(regionContains(region, ...position), `${position} of ${longitude}, ${latitude}`).toBe(ratio < 1);
    }
  }
});
