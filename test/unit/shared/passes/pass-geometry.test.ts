import type { MultiPolygon, Polygon } from 'geojson';
import { describe, expect, test } from 'vitest';
import { finish } from '../../../../electron/core/base/steps.ts';
import { normalizeDirection, signedAngleBetween } from '../../../../shared/geo/directions.ts';
import { coveredShare } from '../../../../shared/geo/region-area.ts';
import { compareGeometry, type GeometryComparison } from '../../../../shared/passes/compare-geometry.ts';
import { computeOverlap, type Outline, toOutline } from '../../../../shared/passes/footprint-overlap.ts';
import {
  groupByGeometry,
  groupByLocation,
  type ImageWithOutline,
} from '../../../../shared/passes/geometry-groups.ts';
import { defaultTolerance, type PassImage } from '../../../../shared/passes/pass.ts';
import { positions, rectangleRing, square } from '../../../builders/positions.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';

function outlineOf(polygon: Polygon | MultiPolygon): Outline {
  const outline = toOutline(polygon);
  if (!outline) throw new Error('It covers nothing.');
  return outline;
}

function placed(
  image: Partial<PassImage> = {},
  footprint: Polygon | null = square(120, 30),
): ImageWithOutline {
  return {
    image: {
      sensorName: 'ICEYE-X7',
      sensorType: 'SAR',
      sensorMode: 'Strip',
      productType: 'GRD',
      vendorId: null,
      polarization: 'VV',
      startedAt: 0,
      incidenceAngle: 30,
      azimuthAngle: 100,
      ...image,
    },
    outline: footprint && toOutline(footprint),
  };
}

const hour = 3_600_000;

/** The differences, then the unknown aspects, without those of the time and the sensor. */
function mismatchOf({ findings }: GeometryComparison): string {
  const relevant = findings.filter(({ aspect }) => aspect !== 'time' && aspect !== 'sensor');
  const inState = (state: string) => relevant.filter((finding) => finding.state === state);
  return [...inState('differs'), ...inState('unknown')].map(({ text }) => text).join('; ');
}

/** Whether angles, polarization, mode and shared ground are alike. */
function isSimilar({ findings }: GeometryComparison): boolean {
  const aspects = ['incidence', 'azimuth', 'overlap', 'polarization', 'mode'];
  return findings.every(({ aspect, state }) => state === 'alike' || !aspects.includes(aspect));
}

describe('angles', () => {
  test.each([
    [10, 20, 10],
    [20, 10, -10],
    [359, 1, 2],
    [1, 359, -2],
    [0, 180, 180],
    [180, 0, 180],
    [-10, 350, 0],
    [725, 5, 0],
  ])('from %d° to %d° it is a turn of %d°', (from, to, turn) => {
    expect(signedAngleBetween(from, to)).toBeCloseTo(turn, 9);
  });

  test('directions lie within 0 to 360', () => {
    expect([-90, 0, 22.9, 359.5, 360, 725].map(normalizeDirection)).toEqual([270, 0, 22.9, 359.5, 0, 5]);
  });
});

describe('overlap of footprints', () => {
  test('halves and quarters are shared as such', () => {
    const half = computeOverlap(outlineOf(square(0, 0, 2)), outlineOf(square(1, 0, 2)));
    expect(half.ofFirst).toBeCloseTo(0.5, 3);
    const part = computeOverlap(outlineOf(square(0, 0, 2)), outlineOf(square(0, 0, 1)));
    expect(part.ofFirst).toBeCloseTo(0.25, 3);
    expect(part.ofSecond).toBe(1);
  });

  test('what only touches shares nothing', () => {
    expect(computeOverlap(outlineOf(square(0, 0)), outlineOf(square(1, 0))).ofFirst).toBe(0);
  });

  test.each([
    ['written past 180', square(179.5, 10)],
    ['written within ±180', square(-180.5, 10)],
  ])('over the antimeridian, %s', (_, crossing) => {
    const other = square(-180, 10);
    expect(computeOverlap(outlineOf(crossing), outlineOf(other)).ofFirst).toBeCloseTo(0.5, 3);
    expect(computeOverlap(outlineOf(other), outlineOf(crossing)).ofFirst).toBeCloseTo(0.5, 3);
  });

  test('the same ground, once as one polygon and once in two parts, is shared as a whole', () => {
    const whole = outlineOf(square(179, 60, 2));
    const split = (west: number) => [rectangleRing(west, 60, west + 1, 62)];
    const parts = outlineOf({
      type: 'MultiPolygon',
      coordinates: [split(179), split(-180)],
    });
    const { ofFirst, ofSecond } = computeOverlap(whole, parts);
    expect(ofFirst).toBeCloseTo(1, 4);
    expect(ofSecond).toBeCloseTo(1, 4);
  });

  test('clipping agrees with strips for convex shapes, wound either way', () => {
    const random = seededRandom(7);
    const between = (least: number, most: number) => random.between(least * 1000, most * 1000) / 1000;
    for (let round = 0; round < 200; round += 1) {
      const shapes = [0, 1].map(() => {
        const [x, y, size] = [between(177, 183), between(-70, 70), between(0.4, 3)];
        const corners = [0.1, 0.9, 1.8, 2.7, 3.9, 5.1].map((angle): [number, number] => [
          x + size * Math.cos(angle),
          y + size * Math.sin(angle),
        ]);
        const ring = random.chance(0.5) ? corners : corners.toReversed();
        return { type: 'Polygon', coordinates: [[...ring, ring[0] as [number, number]]] } satisfies Polygon;
      });
      const [one, other] = shapes.map(outlineOf);
      if (!one || !other) throw new Error('No shapes.');
      expect(one.convex).not.toBeNull();
      expect(computeOverlap(one, other).ofFirst).toBeCloseTo(coveredShare(one.region, [other.region]), 2);
    }
  });

  test('what covers nothing has no outline', () => {
    expect(toOutline({ type: 'Point', coordinates: [1, 2] })).toBeNull();
    expect(toOutline({ type: 'Polygon', coordinates: [] })).toBeNull();
  });

  test('a ring around a pole is measured as the cap that it bounds', () => {
    const cap = (latitude: number) => {
      const ring = [0, 90, 180, -90, 0].map((longitude) => [longitude, latitude]);
      return toOutline({ type: 'Polygon', coordinates: [ring] });
    };
    const [small, large] = [cap(80), cap(70)];
    if (!small || !large) throw new Error('A cap has no outline.');
    const share = (1 - Math.sin((80 * Math.PI) / 180)) / (1 - Math.sin((70 * Math.PI) / 180));
    expect(small.squareMetres / large.squareMetres).toBeCloseTo(share, 2);
    expect(computeOverlap(small, large)).toEqual({
      ofFirst: expect.closeTo(1, 3),
      ofSecond: expect.closeTo(share, 2),
    });
  });

  test('a shape with a notch is measured, too', () => {
    const notched: Polygon = {
      type: 'Polygon',
      coordinates: [positions('0 0, 2 0, 2 2, 1 1, 0 2, 0 0')],
    };
    const outline = outlineOf(notched);
    expect(outline.convex).toBeNull();
    expect(computeOverlap(outline, outlineOf(square(0, 0, 2))).ofSecond).toBeCloseTo(0.75, 2);
    expect(computeOverlap(outlineOf(square(0, 0, 2)), outline).ofSecond).toBeCloseTo(1, 2);
  });
});

describe('groups of similar geometry', () => {
  const groupsOf = (images: readonly ImageWithOutline[], tolerance = defaultTolerance) =>
    finish(groupByGeometry(images, tolerance)).groups;

  test('angles within the tolerance belong together, over North, too', () => {
    const images = [
      placed({ azimuthAngle: 358 }),
      placed({ azimuthAngle: 2, startedAt: 1, incidenceAngle: 33 }),
      placed({ azimuthAngle: 4, startedAt: 2 }),
    ];
    expect(groupsOf(images)).toEqual([[0, 1], [2]]);
  });

  test.each([
    ['sensor type', { sensorType: 'RF' }],
    ['mode', { sensorMode: 'Spot' }],
    ['polarization', { polarization: 'HH' }],
    ['a polarization that is not given', { polarization: null }],
    ['incidence', { incidenceAngle: 33.1 }],
    ['azimuth', { azimuthAngle: 105.1 }],
  ])('%s keeps images apart', (_, other) => {
    expect(groupsOf([placed(), placed({ ...other, startedAt: 1 })])).toEqual([[0], [1]]);
  });

  test('sensor and product type do not', () => {
    const other = placed({ sensorName: 'ICEYE-X9', productType: 'SLC', startedAt: 1 });
    expect(groupsOf([placed(), other])).toEqual([[0, 1]]);
  });

  test('footprints must share enough of the smaller one', () => {
    const beside = placed({ startedAt: 1 }, square(120.9, 30));
    expect(groupsOf([placed(), beside])).toEqual([[0], [1]]);
    expect(groupsOf([placed(), beside], { ...defaultTolerance, overlap: 0.05 })).toEqual([[0, 1]]);
    // Even when nothing is requested, what does not overlap is not the same place.
    const away = placed({ startedAt: 1 }, square(140, 30));
    expect(groupsOf([placed(), away], { ...defaultTolerance, overlap: 0 })).toEqual([[0], [1]]);
  });

  test('small differences make no chain: all are like the earliest', () => {
    const images = [0, 2, 4, 6, 8].map((step) => placed({ incidenceAngle: 30 + step, startedAt: step }));
    expect(groupsOf(images)).toEqual([[0, 1], [2, 3], [4]]);
  });

  test('an image joins the group that is nearer in angles, in any order of the list', () => {
    const images = [
      placed({ incidenceAngle: 32.5, startedAt: 2 }),
      placed({ incidenceAngle: 30, startedAt: 0 }),
      placed({ incidenceAngle: 34, startedAt: 1 }),
    ];
    expect(groupsOf(images)).toEqual([[1], [2, 0]]);
  });

  test('without angles or footprint similarity is unknown', () => {
    const images = [
      placed(),
      placed({ incidenceAngle: null }),
      placed({ azimuthAngle: null }),
      placed({}, null),
    ];
    expect(finish(groupByGeometry(images, defaultTolerance))).toEqual({ groups: [[0]], unknown: [1, 2, 3] });
  });

  test('every image is in just one group, like its earliest', () => {
    const random = seededRandom(3);
    const images = Array.from({ length: 400 }, (_, index) =>
      placed(
        {
          incidenceAngle: random.between(20, 45),
          azimuthAngle: random.between(0, 360),
          startedAt: random.between(0, 1000),
          polarization: random.pick(['VV', 'HH']),
        },
        square(178 + random.between(0, 40) / 10, random.between(-20, 20) / 10 + (index % 2) * 50),
      ),
    );
    const { groups, unknown } = finish(groupByGeometry(images, defaultTolerance));
    expect(unknown).toEqual([]);
    expect(groups.flat().sort((one, other) => one - other)).toEqual(images.map((_, index) => index));
    for (const [first = -1, ...others] of groups) {
      for (const other of others) {
        const [a, b] = [images[first] as ImageWithOutline, images[other] as ImageWithOutline];
        const comparison = compareGeometry(a, b, defaultTolerance);
        expect(isSimilar(comparison), mismatchOf(comparison)).toBe(true);
        expect(a.image.startedAt).toBeLessThanOrEqual(b.image.startedAt ?? -1);
      }
    }
  });

  test('places are grouped whatever the geometry', () => {
    const images = [
      placed({ azimuthAngle: 100 }),
      placed({ azimuthAngle: 300, incidenceAngle: null, startedAt: 1 }),
      placed({ startedAt: 2 }, square(10, 10)),
      placed({}, null),
    ];
    expect(finish(groupByLocation(images, 0.2))).toEqual({ groups: [[0, 1], [2]], unknown: [3] });
  });

  test.each([
    ['ends at 180', square(179, 10)],
    ['ends at −180', square(-181, 10)],
    ['begins at 180', square(180, 10)],
    ['begins at −180', square(-180, 10)],
    ['lies across it', square(179.5, 10)],
    ['lies across it, written from the west', square(-180.5, 10)],
  ])('at the antimeridian, a footprint that %s is grouped with all that overlap it', (_, footprint) => {
    const others = [-181, -180.5, -180, 179, 179.5, 180].map((west) => square(west, 10));
    for (const other of others) {
      const images = [placed({}, footprint), placed({ startedAt: 1 }, other)];
      const overlaps = computeOverlap(outlineOf(footprint), outlineOf(other)).ofFirst > 0;
      expect(finish(groupByLocation(images, 0)).groups).toEqual(overlaps ? [[0, 1]] : [[0], [1]]);
    }
  });
});

describe('comparison of two images', () => {
  const textsOf = (state: string, a: ImageWithOutline, b: ImageWithOutline) =>
    compareGeometry(a, b, defaultTolerance).findings.filter((finding) => finding.state === state);

  test('names what differs, in words', () => {
    const a = placed();
    const b = placed(
      {
        incidenceAngle: 42.3,
        azimuthAngle: 280,
        polarization: 'HH',
        sensorMode: 'Spot',
        productType: 'SLC',
        startedAt: 76 * hour,
      },
      square(120.5, 30),
    );
    const comparison = compareGeometry(a, b, defaultTolerance);
    expect(mismatchOf(comparison)).toBe(
      'incidence differs by 12.3° (30.0° and 42.3°); azimuth to sensor differs by 180.0° (100.0° and 280.0°); ' +
        'polarization differs (VV and HH); mode differs (Strip and Spot); product type differs (GRD and SLC)',
    );
    expect(isSimilar(comparison)).toBe(false);
    expect(comparison.millisecondsBetween).toBe(76 * hour);
    expect(comparison.incidenceDifference).toBeCloseTo(12.3, 9);
    const texts = comparison.findings.map(({ text }) => text);
    expect(texts).toContain('footprints share 50% of A and 50% of B');
    expect(texts).toContain('3 d 4 h apart, A before B');
    expect(texts).toContain('same sensor (ICEYE-X7)');
  });

  test('azimuths are compared round the circle', () => {
    const comparison = compareGeometry(
      placed({ azimuthAngle: 358 }),
      placed({ azimuthAngle: 4 }),
      defaultTolerance,
    );
    expect(comparison.azimuthDifference).toBe(6);
    expect(mismatchOf(comparison)).toBe('azimuth to sensor differs by 6.0° (358.0° and 4.0°)');
  });

  test('what is not given is unknown, never alike', () => {
    const bare = placed(
      {
        sensorName: null,
        sensorType: null,
        sensorMode: null,
        productType: null,
        polarization: null,
        startedAt: null,
        incidenceAngle: null,
        azimuthAngle: null,
      },
      null,
    );
    for (const [a, b, who] of [
      [placed(), bare, 'by B'],
      [bare, placed(), 'by A'],
      [bare, bare, 'by either image'],
    ] as const) {
      const comparison = compareGeometry(a, b, defaultTolerance);
      expect(new Set(comparison.findings.map(({ state }) => state))).toEqual(new Set(['unknown']));
      expect(isSimilar(comparison)).toBe(false);
      expect(mismatchOf(comparison)).toContain(`incidence unknown: not given ${who}`);
    }
    expect(textsOf('unknown', placed(), bare).map(({ text }) => text)).toContain(
      'shared ground unknown: B has no footprint that can be used',
    );
  });

  test('values alike within the tolerance are described', () => {
    const comparison = compareGeometry(
      placed(),
      placed({ incidenceAngle: 31.5, startedAt: -hour }),
      defaultTolerance,
    );
    expect(isSimilar(comparison)).toBe(true);
    expect(mismatchOf(comparison)).toBe('');
    expect(comparison.findings.map(({ text }) => text)).toContain(
      'incidence alike within 3.0° (30.0° and 31.5°)',
    );
    expect(comparison.findings.at(-1)?.text).toBe('1 h apart, B before A');
  });

  test('no overlap, and little overlap, are described', () => {
    const away = compareGeometry(placed(), placed({}, square(0, 0)), defaultTolerance);
    expect(mismatchOf(away)).toBe('footprints do not overlap');
    const corner = compareGeometry(placed(), placed({}, square(120.95, 30.95)), defaultTolerance);
    expect(mismatchOf(corner)).toBe('footprints share under 1% of A and under 1% of B');
  });
});
