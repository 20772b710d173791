import path from 'node:path';
import {
  area as areaOf,
  booleanPointInPolygon,
  circle,
  featureCollection,
  intersect,
  point,
  polygon,
  union,
} from '@turf/turf';
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCore } from '../../../../../electron/core/create-core.ts';
import { demoCredentials } from '../../../../../electron/core/demo-service/demo-credentials.ts';
import type { AreaShape } from '../../../../../shared/areas/area.ts';
import { areaRegion } from '../../../../../shared/areas/area-region.ts';
import {
  buildCoverageLedger,
  type CoverageLedger,
} from '../../../../../shared/orders/ledger/coverage-ledger.ts';
import type { Result } from '../../../../../shared/result.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { queryRecords, signIn } from '../../../../builders/demo-service.ts';
import { createMemoryKeychain } from '../../../../builders/memory-keychain.ts';
import { square } from '../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import {
  buildFetch,
  buildFetchedPage,
  fillStore,
  makeTempFolder,
  openTestStore,
} from '../../../../builders/workspace-builder.ts';

function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

/** A record as the service gives it, in the parts that the expectation needs. */
type RawRecord = {
  readonly assignedId: string;
  readonly content: {
    readonly processors: readonly { readonly processorName: string }[];
    readonly sensorData: readonly { readonly startTimeUTC: string; readonly footprint: string }[];
    readonly features: readonly {
      readonly geometry: { readonly type: string; readonly coordinates: Position };
      readonly properties: Readonly<Record<string, unknown>>;
    }[];
  };
};

describe('from an order of the demo service to its results', () => {
  it('the ledger agrees with an independent computation from the raw records', async () => {
    const core = await createCore({
      dataDir: path.join(await makeTempFolder(), 'data'),
      keychain: createMemoryKeychain(),
      workers: coreWorkers,
      onProblem: (error, where) => {
        throw new Error(where, { cause: error });
      },
    });
    onTestFinished(() => core.close());
    valued(await core.session.signIn({ profileId: 'demo', ...demoCredentials }));
    const { orders } = valued(await core.orders.refresh());
    const id = orders.find(({ order }) => order.descriptiveName === 'Busan anchorage')?.order.id ?? '';
    const requestText = valued(await core.orders.request(id));
    const before = valued(await core.orderTracking.ledger(id));
    expect(before.ledger.entries).toMatchObject([{ outcome: 'no-record', detections: 0, records: [] }]);

    const job = valued(await core.orderTracking.fetchResults(id));
    expect(job).toMatchObject({ title: 'Order results · Busan anchorage', fetch: { orderId: id } });
    expect(valued(await core.orderTracking.fetchResults(id)).id).toBe(job.id);
    const { id: jobId } = job;
    await expect
      .poll(() => core.jobs.list().find((job) => job.id === jobId)?.state, { timeout: 60_000 })
      .toBe('complete');
    const after = valued(await core.orderTracking.ledger(id));

    const { baseUrl, imageBaseUrl } = core.session.state().profile;
    const service = { baseUrl, imageBaseUrl, close: async () => {} };
    const { request } = JSON.parse(requestText);
    const [{ longitude_deg, latitude_deg, radius_km }] = request.aois;
    const place = circle([longitude_deg, latitude_deg], radius_km, { steps: 360, units: 'kilometers' });
    const { min, max } = request.schedule[0].range;
    const expected = reckon(
      await rawRecords(service, 'LargeVesselDetection', [Date.parse(min) - dayMs, Date.parse(max) + dayMs]),
      place,
      'LargeVesselDetection',
      [Date.parse(min), Date.parse(max)],
    );

    expect(expected.passes.length).toBeGreaterThan(0);
    const [entry] = after.ledger.entries;
    expect(after.ledger.entries).toHaveLength(1);
    expect(entry?.records.map(({ recordId, detections }) => ({ recordId, detections }))).toEqual(
      expected.passes.map(({ recordId, detections }) => ({ recordId, detections })),
    );
    expect(entry?.detections).toBe(expected.passes.reduce((sum, { detections }) => sum + detections, 0));
    for (const [index, pass] of (entry?.records ?? []).entries()) {
      expect(pass.shareOfArea).toBeCloseTo(expected.passes[index]?.share ?? Number.NaN, 1.7);
    }
    expect(entry?.shareCovered).toBeCloseTo(expected.share, 1.7);
  });
});

const dayMs = 86_400_000;

/** All records of an analytic with an image of some days, straight from the service. */
async function rawRecords(
  service: Parameters<typeof queryRecords>[0],
  analytic: string,
  [from, to]: readonly [number, number],
): Promise<RawRecord[]> {
  const times = `gt: "${new Date(from).toISOString()}", lt: "${new Date(to).toISOString()}"`;
  const as = await signIn(service);
  const records: RawRecord[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page = await queryRecords(
      service,
      as,
      `svc_udp_analyticgeojsonrecord(limit: 1000, offset: ${offset}, content: {
        processors: { processorName: { eq: "${analytic}" } }, sensorData: { startTimeUTC: { ${times} } } }) {
        assignedId content { processors { processorName } sensorData { startTimeUTC footprint }
        features { geometry { type coordinates } properties } } }`,
    );
    records.push(...(page.data.svc_udp_analyticgeojsonrecord as unknown as RawRecord[]));
    offset = page.paginationInfo.nextOffset;
  }
  return records;
}

/** Reckons with turf, which knows planes instead of strips of latitude. */
function reckon(
  records: readonly RawRecord[],
  place: Feature<Polygon>,
  analytic: string,
  [from, to]: readonly [number, number],
) {
  const seen: Feature<Polygon | MultiPolygon>[] = [];
  const passes = records.flatMap(({ assignedId, content: { processors, sensorData, features } }) => {
    const timely = sensorData.filter(({ startTimeUTC }) => {
      const at = Date.parse(startTimeUTC);
      return at >= from && at <= to;
    });
    if (timely.length === 0) return [];
    const cuts = timely.flatMap(({ footprint }) => {
      const cut = intersect(featureCollection<Polygon | MultiPolygon>([place, readWktPolygon(footprint)]));
      return cut ? [cut] : [];
    });
    const names = processors.map(({ processorName }) => processorName);
    const detections = features.filter(({ geometry, properties }) => {
      const named =
        names.length > 1 ? Object.values(properties).find((value) => names.includes(`${value}`)) : undefined;
      if (named !== undefined && named !== analytic) return false;
      return geometry.type === 'Point' && booleanPointInPolygon(point(geometry.coordinates), place);
    }).length;
    if (cuts.length === 0 && detections === 0) return [];
    seen.push(...cuts);
    const at = Math.min(...timely.map(({ startTimeUTC }) => Date.parse(startTimeUTC)));
    return [{ recordId: assignedId, at, detections, share: shareOf(cuts, place) }];
  });
  return { passes: passes.sort((one, other) => one.at - other.at), share: shareOf(seen, place) };
}

function shareOf(cuts: readonly Feature<Polygon | MultiPolygon>[], place: Feature<Polygon>): number {
  const [first] = cuts;
  if (!first) return 0;
  const together = cuts.length === 1 ? first : union(featureCollection([...cuts]));
  return together ? areaOf(together) / areaOf(place) : 0;
}

function readWktPolygon(text: string): Feature<Polygon> {
  const [, inner = ''] = /^POLYGON\s*\(\((.+)\)\)$/i.exec(text.trim()) ?? [];
  return polygon([inner.split(',').map((pair) => pair.trim().split(/\s+/).map(Number))]);
}

type PolygonShape = Extract<AreaShape, { kind: 'polygon' }>['polygon'];

describe('the records that a ledger is made of', () => {
  const day = { from: Date.parse('2026-11-18T00:00:00Z'), to: Date.parse('2026-11-19T00:00:00Z') };

  function ledgerOf(
    records: readonly unknown[],
    areas: readonly PolygonShape[],
    analytics = ['SmallVesselDetection'],
  ) {
    const store = openTestStore();
    fillStore(store, records);
    return store.coverageLedger({
      areas: areas.map((shape, index) => ({
        name: `Area ${index + 1}`,
        region: areaRegion({ kind: 'polygon', polygon: shape }),
      })),
      ranges: [day],
      analytics,
    });
  }
  const verdicts = ({ entries }: CoverageLedger) =>
    entries.map(({ outcome: verdict, detections }) => [verdict, detections]);

  it('with detections, none found, and no record, by area and analytic', () => {
    const ledger = ledgerOf(
      [
        buildRecord({ assignedId: '00000000-0000-4000-8000-0000000000a1' }),
        buildRecord({ analytic: 'LargeVesselDetection', features: [] }),
        buildRecord({ analytic: 'AircraftDetection' }),
      ],
      [square(121.4, 31.1, 0.3), square(121, 31.3, 0.2), square(10, 50, 1)],
      ['SmallVesselDetection', 'LargeVesselDetection'],
    );
    expect(verdicts(ledger)).toEqual([
      ['detections', 1],
      ['none-found', 0],
      ['none-found', 0],
      ['none-found', 0],
      ['no-record', 0],
      ['no-record', 0],
    ]);
    expect(ledger.entries[0]?.records).toMatchObject([
      { recordId: '00000000-0000-4000-8000-0000000000a1', detections: 1, shareOfArea: 1 },
    ]);
    expect(ledger.unassessed).toEqual([]);
  });

  it('as not fetched where a record came without its features', () => {
    const store = openTestStore();
    const fetch = buildFetch();
    store.saveFetch(fetch);
    const record = buildRecord({ features: [] });
    store.ingestPage({ ...buildFetchedPage(fetch, [record]), fields: 'without-features' });
    const { entries } = store.coverageLedger({
      areas: [
        {
          name: 'Ordered area 1',
          region: areaRegion({ kind: 'polygon', polygon: square(121.4, 31.1, 0.3) }),
        },
      ],
      ranges: [day],
      analytics: ['SmallVesselDetection'],
    });
    expect(entries).toMatchObject([{ outcome: 'not-fetched', records: [{ detections: null }] }]);
  });

  it('a record outside of the times is no record', () => {
    const late = buildRecord({ sensors: [{ startTimeUTC: '2026-11-20T00:00:00Z' }] });
    expect(verdicts(ledgerOf([late], [square(121, 31, 1)]))).toEqual([['no-record', 0]]);
  });

  it('records that lack a time, a footprint or an analytic are named, not judged', () => {
    const records = [
      buildRecord({ sensors: [{ startTimeUTC: 'yesterday' }] }),
      buildRecord({ sensors: [{ footprint: 'POLYGON ((' }], features: [] }),
      buildRecord({ processors: [] }),
      buildRecord({ sensors: [] }),
      buildRecord({
        sensors: [{ startTimeUTC: null, footprint: 'POLYGON ((1 1, 2 1, 2 2, 1 1))' }],
        features: [],
      }),
    ];
    const { unassessed, entries } = ledgerOf(records, [square(121, 31, 1)]);
    expect(unassessed.map(({ reason }) => reason).sort()).toEqual([
      'no-analytic',
      'no-footprint',
      'no-time',
      'no-time',
    ]);
    expect(entries).toMatchObject([{ outcome: 'no-record' }]);
  });

  it('areas and footprints over the antimeridian meet', () => {
    const records = [
      buildRecord({
        sensors: [{ footprint: 'POLYGON ((179 -10, 182 -10, 182 -8, 179 -8, 179 -10))' }],
        features: [buildFeature({ geometry: { type: 'Point', coordinates: [-179.5, -9] } })],
      }),
      buildRecord({
        sensors: [{ footprint: 'POLYGON ((-181 -10, -178 -10, -178 -8, -181 -8, -181 -10))' }],
        features: [],
      }),
    ];
    const ledger = ledgerOf(records, [square(179.5, -9.5, 1)]);
    expect(verdicts(ledger)).toEqual([['detections', 1]]);
    expect(ledger.entries[0]?.records).toHaveLength(2);
  });

  it('what is picked for the ledger leaves out nothing that it would count', () => {
    const store = openTestStore();
    const records = Array.from({ length: 60 }, (_none, index) =>
      buildRecord({
        analytic: index % 3 === 0 ? 'LargeVesselDetection' : 'SmallVesselDetection',
        sensors: [{ footprint: wktSquare(120 + (index % 10) * 0.4, 30 + Math.floor(index / 10) * 0.4, 0.5) }],
        features: [
          buildFeature({
            geometry: {
              type: 'Point',
              coordinates: [120.2 + (index % 10) * 0.4, 30.2 + Math.floor(index / 10) * 0.4],
            },
          }),
        ],
      }),
    );
    fillStore(store, records);
    const areas = [square(121, 30.5, 1)].map((shape) => ({
      name: 'Ordered area 1',
      region: areaRegion({ kind: 'polygon', polygon: shape }),
    }));
    const scope = { areas, ranges: [day], analytics: ['SmallVesselDetection'] };
    const all = records.map((record) => toLedgerRecord(record as unknown as RawRecord));
    expect(byRecord(store.coverageLedger(scope))).toEqual(
      byRecord(buildCoverageLedger({ ...scope, records: all })),
    );
  });

  const wktSquare = (west: number, south: number, size: number) =>
    `POLYGON ((${square(west, south, size)
      .coordinates[0]?.map((position) => position.join(' '))
      .join(', ')}))`;

  function toLedgerRecord({ assignedId, content }: RawRecord) {
    return {
      recordId: assignedId,
      hasFeatures: true,
      analytics: content.processors.map(({ processorName }) => processorName),
      images: content.sensorData.map(({ startTimeUTC, footprint }) => ({
        collectedAt: Date.parse(startTimeUTC),
        footprint: readWktPolygon(footprint).geometry,
      })),
      detections: content.features.map(({ geometry }) => ({
        analytic: content.processors[0]?.processorName ?? '',
        longitude: geometry.coordinates[0] ?? Number.NaN,
        latitude: geometry.coordinates[1] ?? Number.NaN,
      })),
    };
  }

  function byRecord({ entries }: CoverageLedger) {
    return entries.map(({ records, outcome: verdict, shareCovered }) => ({
      verdict,
      shareCovered: shareCovered.toFixed(6),
      passes: records
        .map(
          ({ recordId, detections, shareOfArea }) => `${recordId} ${detections} ${shareOfArea?.toFixed(6)}`,
        )
        .sort(),
    }));
  }
});
