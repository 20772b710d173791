import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { regionContains, toRegion } from '../../../../shared/geo/region.ts';
import { createCoverTest } from '../../../../shared/imaging/cover-test.ts';
import { findAreaImagings } from '../../../../shared/imaging/find-area-imagings.ts';
import { toMeasuredArea } from '../../../../shared/imaging/imaged-area.ts';
import { buildCoverageLedger } from '../../../../shared/orders/ledger/coverage-ledger.ts';
import {
  columnLongitude,
  columnOfLongitude,
  latestFirst,
  rowLatitude,
  rowOfLatitude,
  startCoverageCount,
} from '../../../../shared/passes/coverage-grid.ts';
import { decodeOutlines } from '../../../../shared/passes/outline-feed.ts';
import { packOutlines } from '../../../builders/outline-feed.ts';
import { positions, rectangle } from '../../../builders/positions.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';
import { containsByRay, tiltedPolygon } from '../../../builders/tilted-polygon.ts';

const imaging = (name: string, polygon: Polygon | null, ...analytics: string[]) => ({
  name,
  analytics,
  footprints: polygon ? [toRegion([polygon])] : [],
});

describe('imagings of a place', () => {
  it('counts an imaging for each analytic that was run, and none without a footprint', () => {
    const area = toMeasuredArea(toRegion([rectangle(0, 0, 2, 2)]));
    const imagings = [
      imaging('all', rectangle(-1, -1, 3, 3), 'SPEX', 'CarCounting'),
      imaging('half', rectangle(0, 0, 1, 2), 'SPEX'),
      imaging('unknown', null, 'SPEX'),
      imaging('elsewhere', rectangle(5, 5, 6, 6), 'SPEX'),
    ];
    const named = (analytic: string | null) =>
      findAreaImagings(area, imagings, analytic).map(({ imaging: { name }, share }) => [
        name,
        Math.round(100 * share),
      ]);
    expect(named('SPEX')).toEqual([
      ['all', 100],
      ['half', 50],
    ]);
    expect(named('CarCounting')).toEqual([['all', 100]]);
    expect(named('LargeVesselDetection')).toEqual([]);
    expect(named(null)).toEqual(named('SPEX'));
  });

  it('gives positions, cells of the coverage, areas and the ledger the same imagings as points tested one by one', () => {
    const random = seededRandom(34);
    let [covered, counted] = [0, 0];
    for (let round = 0; round < 25; round += 1) {
      const [longitude, latitude] = [random.pick([12, 121, 179.6, -179.7]), random.between(-65, 70)];
      const footprints = Array.from({ length: 30 }, () =>
        tiltedPolygon(random, longitude + random.next() * 3 - 1.5, latitude + random.next() * 3 - 1.5, 1),
      );
      const imagings = footprints.map((footprint, index) =>
        imaging(String(index), footprint, ...(random.next() < 0.5 ? ['SPEX'] : ['SPEX', 'CarCounting'])),
      );
      const namesAt = (at: readonly [number, number]) =>
        footprints.flatMap((footprint, index) => (containsByRay(footprint, ...at) ? [String(index)] : []));

      const covers = footprints.map((footprint) => createCoverTest([toRegion([footprint])]));
      const worldColumns = 2 ** 12;
      const feed = decodeOutlines(
        packOutlines(footprints.map((geometry) => ({ geometry, startedAt: 0 }))).buffer,
      );
      const grid = {
        worldColumns,
        firstColumn: Math.floor(columnOfLongitude({ worldColumns }, longitude)) - 16,
        firstRow: Math.floor(rowOfLatitude({ worldColumns }, latitude)) - 16,
        columns: 32,
        rows: 32,
      };
      const counting = startCoverageCount(feed, latestFirst(feed), grid);
      counting.advance(feed.count);
      const { counts } = counting.finish();
      for (let sample = 0; sample < 60; sample += 1) {
        const [column, row] = [random.between(0, 31), random.between(0, 31)];
        const center = [
          columnLongitude(grid, grid.firstColumn + column),
          rowLatitude(grid, grid.firstRow + row),
        ] as const;
        const covering = imagings.filter((_, index) => covers[index]?.(...center)).map(({ name }) => name);
        expect(covering).toEqual(namesAt(center));
        expect(counts[row * grid.columns + column]).toBe(covering.length);
        covered += covering.length;
      }

      const site = tiltedPolygon(random, longitude, latitude, 0.8);
      const imaged = findAreaImagings(toMeasuredArea(toRegion([site])), imagings, 'CarCounting');
      const ledger = buildCoverageLedger({
        areas: [{ name: 'Site', region: toRegion([site]) }],
        ranges: [{ from: 0, to: 1 }],
        analytics: ['CarCounting'],
        records: footprints.map((footprint, index) => ({
          recordId: String(index),
          hasFeatures: true,
          analytics: imagings[index]?.analytics ?? [],
          images: [{ collectedAt: 0, footprint }],
          detections: [],
        })),
      });
      expect(ledger.entries[0]?.records.map((pass) => [pass.recordId, pass.shareOfArea])).toEqual(
        imaged.map(({ imaging, share }) => [imaging.name, share]),
      );
      counted += imaged.length;
    }
    expect(covered).toBeGreaterThan(1000);
    expect(counted).toBeGreaterThan(100);
  });
});

describe('the test of a footprint for many positions', () => {
  it('agrees with the region at each position, also over the antimeridian, at a pole and with holes', () => {
    const random = seededRandom(8);
    const footprints: Polygon[] = [
      ...Array.from({ length: 40 }, () =>
        tiltedPolygon(random, random.pick([0, 179.6, -179.7]), random.between(-80, 80), 2),
      ),
      {
        type: 'Polygon',
        coordinates: [positions('0 85, 90 85, 180 85, -90 85, 0 85')],
      },
      {
        type: 'Polygon',
        coordinates: [
          ...rectangle(178, 10, 184, 16).coordinates,
          ...rectangle(-179, 12, -177, 14).coordinates,
        ],
      },
    ];
    for (const footprint of footprints) {
      const region = toRegion([footprint]);
      const covers = createCoverTest([region]);
      const [x = 0, y = 0] = footprint.coordinates[0]?.[0] ?? [];
      for (let sample = 0; sample < 200; sample += 1) {
        const raw = x + 12 * random.next() - 6;
        const longitude = raw > 180 ? raw - 360 : raw < -180 ? raw + 360 : raw;
        const latitude = Math.max(-90, Math.min(90, y + 12 * random.next() - 6));
        expect(covers(longitude, latitude)).toBe(regionContains(region, longitude, latitude));
      }
    }
  });
});
