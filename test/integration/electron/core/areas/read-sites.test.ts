import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { AreaShape } from '../../../../../shared/areas/area.ts';
import { areaRegion } from '../../../../../shared/areas/area-region.ts';
import type { AreaPass } from '../../../../../shared/passes/area-pass.ts';
import type { SiteKind } from '../../../../../shared/site-kinds.ts';
import { toSiteSeries } from '../../../../../shared/sites/site-series.ts';
import { rectangle } from '../../../../builders/positions.ts';
import { buildFeature, buildProcessor, buildRecord } from '../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';
import { fillStore, openTestStore, type TestStore } from '../../../../builders/workspace-builder.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 10, 1, 3);
const box = [121.2, 31.1, 121.4, 31.3] as const;
const shapeOf = (west: number, south: number, east: number, north: number): AreaShape => ({
  kind: 'polygon',
  polygon: {
    type: 'Polygon',
    coordinates: rectangle(west, south, east, north).coordinates as [number, number][][],
  },
});
const site = shapeOf(...box);

/** 30 passes over a site: 5 cover half of it, 3 changes of version, a gap of 10 days; another pass is next to it. */
function openSeededSite(): { readonly store: TestStore; readonly counts: readonly number[] } {
  const random = seededRandom(25);
  const counts = Array.from({ length: 30 }, () => random.between(2, 9));
  const records = counts.map((count, index) => {
    const inside = Array.from({ length: count }, () => [
      box[0] + 0.001 + 0.098 * random.next(),
      box[1] + 0.001 + 0.198 * random.next(),
    ]);
    const outside = Array.from({ length: 3 }, () => [121.5 + 0.1 * random.next(), 31.2]);
    const west = 121.1;
    const east = index % 6 === 2 ? 121.3 : 121.8;
    return buildRecord({
      processors: [
        {
          ...buildProcessor({ analytic: 'LargeVesselDetection' }),
          version: ['3.1', '3.2', '3.3', '3.4'][Math.floor(index / 8)],
        },
      ],
      sensors: [
        {
          vendorId: `pass-${index}`,
          startTimeUTC: new Date(start + (index < 15 ? index : index + 9) * day).toISOString(),
          footprint: `POLYGON ((${west} 31, ${east} 31, ${east} 31.5, ${west} 31.5, ${west} 31))`,
        },
      ],
      features: [...inside, ...outside].map((coordinates) =>
        buildFeature({ geometry: { type: 'Point', coordinates } }),
      ),
    });
  });
  const beside = buildRecord({
    sensors: [{ vendorId: 'beside', footprint: 'POLYGON ((130 31, 131 31, 131 32, 130 32, 130 31))' }],
    features: [],
  });
  const store = openTestStore();
  fillStore(store, [...records, beside]);
  return { store, counts };
}

function areaPassesOf(store: TestStore, shape: AreaShape, filter = {}): readonly AreaPass[] {
  const [found] = store.areaPasses({ areas: [{ id: 'site', region: areaRegion(shape) }], filter });
  return found?.areaPasses ?? [];
}

describe('the passes over a site', () => {
  it('have the counts of SQL and of the coverage ledger', () => {
    const { store, counts } = openSeededSite();
    const areaPasses = areaPassesOf(store, site);
    expect(areaPasses.map(({ detections }) => detections)).toEqual(counts);

    const sql = new DatabaseSync(store.path, { readOnly: true });
    const rows = sql
      .prepare(
        `SELECT sensors.vendor_id AS pass, count(detections.fid) AS detections FROM sensors
         JOIN footprints ON footprints.fid = footprint_fid
         LEFT JOIN detections ON detections.record_id = sensors.record_id
           AND longitude BETWEEN ? AND ? AND latitude BETWEEN ? AND ?
         WHERE sensors.vendor_id LIKE 'pass-%' GROUP BY sensors.record_id ORDER BY start_time_utc`,
      )
      .all(box[0], box[2], box[1], box[3]);
    sql.close();
    expect(areaPasses.map(({ vendorId, detections }) => ({ pass: vendorId, detections }))).toEqual(
      rows.map((row) => ({ ...row })),
    );

    const ledger = store.coverageLedger({
      areas: [{ name: 'Site', region: areaRegion(site) }],
      ranges: [{ from: start - day, to: start + 60 * day }],
      analytics: ['LargeVesselDetection'],
    });
    expect(
      areaPasses.map((areaPass) => [
        areaPass.recordIds[0],
        areaPass.startedAt,
        areaPass.share,
        areaPass.detections,
      ]),
    ).toEqual(
      ledger.entries[0]?.records.map((pass) => [
        pass.recordId,
        pass.collectedAt,
        pass.shareOfArea,
        pass.detections,
      ]),
    );
    expect(areaPasses.filter(({ share }) => Math.abs((share ?? 0) - 0.5) < 0.01)).toHaveLength(5);

    const [series] = toSiteSeries(areaPasses, { minShare: 0.9, counted: 'all' });
    expect(series?.groups).toMatchObject([{ compared: 25, baseline: { passes: 25 } }]);
    expect(series?.versionChanges).toHaveLength(3);
    expect(series?.gaps).toHaveLength(1);
  });

  it('are restricted by conditions on images, and counted by the others', () => {
    const { store, counts } = openSeededSite();
    expect(areaPassesOf(store, site, { collectedFrom: start + 5 * day })).toHaveLength(25);
    expect(areaPassesOf(store, site, { analytics: ['SmallVesselDetection'] })).toEqual([]);
    const none = areaPassesOf(store, site, { expression: 'confidence > 0.99' });
    expect(none.map(({ detections }) => detections)).toEqual(counts.map(() => 0));
    const [id] = store.matchingIds({ collectedTo: start + day });
    if (id === undefined) throw new Error('The first pass has detections.');
    const half = areaPassesOf(store, site, { ids: [id] });
    expect(half.map(({ detections }) => detections)).toEqual([1, ...counts.slice(1).map(() => 0)]);
  });

  it('state what is not known: detections that were not fetched, and images without a footprint', () => {
    const store = openTestStore();
    const inside = buildFeature({ geometry: { type: 'Point', coordinates: [121.3, 31.2] } });
    fillStore(store, [
      buildRecord({ sensors: [{ vendorId: 'no-footprint', footprint: null }], features: [inside] }),
      buildRecord({ sensors: [{ vendorId: 'nothing-known', footprint: null }], features: [] }),
      buildRecord({
        sensors: [{ vendorId: 'wrong', footprint: 'POLYGON ((130 31, 131 31, 131 32, 130 32, 130 31))' }],
        features: [inside],
      }),
      buildRecord({
        sensors: [{ vendorId: 'both', startTimeUTC: '2026-11-20T00:00:00Z' }],
        processors: [
          buildProcessor({ analytic: 'SmallVesselDetection' }),
          buildProcessor({ analytic: 'SPEX' }),
        ],
        features: [inside],
      }),
    ]);
    const areaPasses = areaPassesOf(store, site);
    expect(
      areaPasses.map(({ vendorId, analytic, share, detections }) => [vendorId, analytic, share, detections]),
    ).toEqual(
      expect.arrayContaining([
        ['no-footprint', 'SmallVesselDetection', null, 1],
        ['wrong', 'SmallVesselDetection', 0, 1],
        ['both', 'SmallVesselDetection', 1, 1],
        ['both', 'SPEX', 1, 1],
      ]),
    );
    expect(areaPasses).toHaveLength(4);
  });

  it('show whether an analytic that is limited to a kind of site examines it', () => {
    const store = openTestStore();
    const processors = [
      buildProcessor({ analytic: 'AircraftDetection' }),
      buildProcessor({ analytic: 'SPEX' }),
    ];
    fillStore(store, [buildRecord({ processors, features: [] })]);
    const examinedAs = (siteKind?: SiteKind) => {
      const areas = [{ id: 'site', region: areaRegion(site), siteKind }];
      const [found] = store.areaPasses({ areas, filter: {} });
      return found?.areaPasses.map(({ analytic, isExamined }) => [analytic, isExamined]).sort();
    };
    expect(examinedAs()).toEqual([
      ['AircraftDetection', false],
      ['SPEX', true],
    ]);
    expect(examinedAs('parking-lot')).toEqual(examinedAs());
    expect(examinedAs('airdrome')).toEqual([
      ['AircraftDetection', true],
      ['SPEX', true],
    ]);
  });

  it.each([
    [
      'smaller than a pixel',
      shapeOf(121.3, 31.2, 121.300001, 31.200001),
      [121.3000005, 31.2000005],
      '121 31, 122 31, 122 31.5, 121 31.5, 121 31',
    ],
    [
      'across 180°',
      shapeOf(179.9, -10, 180.1, -9.9),
      [-179.95, -9.95],
      '179.5 -10.5, 180.5 -10.5, 180.5 -9.5, 179.5 -9.5, 179.5 -10.5',
    ],
    [
      'around a pole',
      { kind: 'circle', center: [0, 90], radiusMetres: 200_000 },
      [45, 89.5],
      '0 85, 90 85, 180 85, -90 85, 0 85',
    ],
  ] as const)('are found at a site %s', (_, shape, position, footprint) => {
    const store = openTestStore();
    fillStore(store, [
      buildRecord({
        sensors: [{ footprint: `POLYGON ((${footprint}))` }],
        features: [buildFeature({ geometry: { type: 'Point', coordinates: [...position] } })],
      }),
    ]);
    const [areaPass, ...others] = areaPassesOf(store, shape as AreaShape);
    expect(others).toEqual([]);
    expect(areaPass?.detections).toBe(1);
    expect(areaPass?.share).toBeCloseTo(1, 2);
  });
});
