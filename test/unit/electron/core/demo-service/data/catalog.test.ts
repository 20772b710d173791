import { createRequire } from 'node:module';
import type { MultiPolygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Catalog, createCatalog } from '../../../../../../electron/core/demo-service/data/catalog.ts';
import type { DemoFeature } from '../../../../../../electron/core/demo-service/data/feature.ts';
import { chipIdentifier, type DemoEntry } from '../../../../../../electron/core/demo-service/data/record.ts';
import { parseWkt } from '../../../../../../shared/geo/wkt.ts';
import { placeNameOf } from '../../../../../../shared/places/nearest-port.ts';
import { readClassList } from '../../../../../../shared/results/class-list.ts';
import { createTestClock, testNow } from '../../../../../builders/demo-service.ts';

const hour = 3_600_000;
const day = 24 * hour;

type Sensor = Record<string, unknown> & { footprint: string; startTimeUTC: string };
const sensorsOf = ({ record }: DemoEntry) => record.content.sensorData as Sensor[];
const analyticsOf = ({ record }: DemoEntry) =>
  (record.content.processors as { processorName: string }[]).map(({ processorName }) => processorName);
type Processor = { version: string; parameters: { dissemination?: { qcStatus: string } } };
const processorsOf = ({ record }: DemoEntry) => record.content.processors as Processor[];
const lengthOf = (properties: DemoFeature['properties'] | undefined) =>
  Number(properties?.length_m ?? properties?.sarLengthM);
const isVesselRecord = (entry: DemoEntry) => analyticsOf(entry).some((name) => name.includes('Vessel'));

let catalog: Catalog;
let entries: readonly DemoEntry[];
/** The features of all entries, made once: `content.features` makes them anew whenever it is read. */
let featuresOf: Map<DemoEntry, readonly DemoFeature[]>;
const features = (entry: DemoEntry) => featuresOf.get(entry) ?? [];

beforeAll(() => {
  catalog = createCatalog({ brand: 'svc', now: () => testNow, seed: 'sightline' });
  entries = catalog.visible();
  featuresOf = new Map(entries.map((entry) => [entry, entry.record.content.features]));
});

describe('the demo data', () => {
  it('holds at least 6,000 records and 120,000 detections of the regions that are served', () => {
    const served = entries.filter(({ region }) => region !== 'Southeast Asia');
    expect(served.length).toBeGreaterThan(6000);
    expect(served.reduce((sum, entry) => sum + features(entry).length, 0)).toBeGreaterThan(120_000);
  });

  it('covers 35 days before today up to now, in the order of upload, each id once', () => {
    const times = entries.map(({ uploadedAt }) => uploadedAt);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times[0]).toBeLessThan(testNow - 35 * day);
    expect(times.at(-1)).toBeLessThanOrEqual(testNow);
    expect(times.at(-1)).toBeGreaterThan(testNow - hour);
    expect(new Set(entries.map(({ record }) => record.assignedId)).size).toBe(entries.length);
  });

  // The end-to-end test of the question in the guide runs today, so that other days count, too.
  it.each([0, 91, 182, 273])(
    'has HH passes below 35° over Busan with ships longer than 200 m, and other passes in between, also after %i days',
    (days) => {
      const now = testNow + days * day;
      const found = createCatalog({ brand: 'svc', now: () => now, seed: 'sightline' })
        .visible()
        .filter(
          (entry) =>
            isVesselRecord(entry) && sensorsOf(entry).some(({ footprint }) => isNearBusan(footprint)),
        )
        .flatMap((entry) => {
          const ships = entry.record.content.features.filter(isAtBusan);
          const [sensor] = sensorsOf(entry);
          return sensor && ships.length > 0 ? [{ sensor, ships }] : [];
        })
        .sort((one, other) => (one.sensor.startTimeUTC < other.sensor.startTimeUTC ? -1 : 1));
      const isResponse = ({ sensor, ships }: (typeof found)[number]) =>
        sensor.polarization === 'HH' &&
        Number(sensor.incidenceAngle) < 35 &&
        ships.some(({ properties }) => Number(properties.length_m) > 200);
      const first = found.findIndex(isResponse);
      const last = found.findLastIndex(isResponse);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(found.slice(first, last).filter((pass) => !isResponse(pass)).length).toBeGreaterThan(0);
      // Most days, as a record may have found nothing.
      expect(new Set(found.map(({ sensor }) => sensor.startTimeUTC.slice(0, 10))).size).toBeGreaterThan(30);
    },
  );

  it('has every analytic, both regions, and a few records of a region that no account may see', () => {
    const byAnalytic = Map.groupBy(entries, (entry) => analyticsOf(entry).join('+'));
    expect([...byAnalytic.keys()].sort()).toEqual([
      'AircraftDetection',
      'ChangeDetection',
      'GroundVehicleDetection',
      'LargeVesselDetection',
      'SPEX',
      'SmallVesselDetection',
      'SmallVesselDetection+LargeVesselDetection',
    ]);
    const shareOf = (region: string | undefined) =>
      entries.filter((entry) => entry.region === region).length / entries.length;
    expect(shareOf('East Asia')).toBeGreaterThan(0.3);
    expect(shareOf('Eastern Europe')).toBeGreaterThan(0.3);
    expect(shareOf('Southeast Asia')).toBeGreaterThan(0.02);
    expect(shareOf('Southeast Asia')).toBeLessThan(0.06);
    expect(shareOf(undefined)).toBeLessThan(0.05);
    expect(entries.filter((entry) => features(entry).length === 0).length).toBeGreaterThan(50);
  });

  it('keeps all vessels off the land of both resolutions of Natural Earth', () => {
    const land = ['land-10m', 'land-50m'].map(readRings);
    const vessels = entries.filter(isVesselRecord).flatMap(features);
    // Plain ray casting, independent of the index that placed them, is slow: every two hundredth is looked at.
    const sample = vessels.filter((_, index) => index % 200 === 0);
    expect(sample.length).toBeGreaterThan(400);
    const ashore = sample
      .map(({ geometry }) => (geometry.type === 'Point' ? geometry.coordinates : []))
      .filter((position) => land.some((rings) => isOnLand(rings, position)));
    expect(ashore).toEqual([]);
  });

  it('keeps every detection within the footprint of each of its images', () => {
    const outside: string[] = [];
    for (const entry of entries) {
      const footprints = sensorsOf(entry).map(({ footprint }) => readFootprint(footprint));
      for (const { geometry } of features(entry)) {
        const positions = positionsOf(geometry);
        if (!footprints.every((ring) => positions.every((position) => isInside([ring], position)))) {
          outside.push(entry.record.assignedId);
        }
      }
    }
    expect(outside).toEqual([]);
  });

  it('uploads every record one to eight hours after its last image, and a few whole days later', () => {
    const delays = entries.map(
      (entry) =>
        entry.uploadedAt - Math.max(...sensorsOf(entry).map(({ startTimeUTC }) => Date.parse(startTimeUTC))),
    );
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(hour);
    expect(delays.filter((delay) => delay % day < hour || delay % day >= 8 * hour)).toEqual([]);
    expect(Math.max(...delays)).toBeLessThan(6 * day);
    const shareOfLate = delays.filter((delay) => delay > day).length / delays.length;
    expect(shareOfLate).toBeGreaterThan(0.01);
    expect(shareOfLate).toBeLessThan(0.06);
  });

  it('has several versions of each processor, each younger than the one before', () => {
    const versions = Map.groupBy(entries, (entry) => analyticsOf(entry).join('+'));
    for (const [analytic, ofAnalytic] of versions) {
      const inOrder = new Set(ofAnalytic.map((entry) => processorsOf(entry)[0]?.version));
      expect(
        [...inOrder].map((version) => version?.replace(/^\d\./, '')),
        analytic,
      ).toEqual(['26.20', '26.21', '26.22']);
    }
  });

  it('decides about pending records within three days of their upload', () => {
    const clock = createTestClock();
    const growing = createCatalog({ brand: 'svc', now: clock.now, seed: 'sightline' }).visible();
    const states = () => growing.map((entry) => processorsOf(entry)[0]?.parameters.dissemination?.qcStatus);
    const before = states();
    clock.advance(hour * 3);
    const after = states();
    const changes = before.flatMap((state, index) => (state === after[index] ? [] : [state]));
    expect(changes.length).toBeGreaterThan(0);
    expect(new Set(changes)).toEqual(new Set(['PENDING']));
    const isOld = ({ uploadedAt }: DemoEntry) => uploadedAt < testNow - 3 * day - hour;
    expect(growing.filter((entry, index) => isOld(entry) && before[index] === 'PENDING')).toEqual([]);
    expect(new Set(before)).toEqual(new Set(['APPROVED', 'PENDING', 'REJECTED', 'NOT_REVIEWED', undefined]));
  });

  it('has records of two images that state for none of their detections in which of them it was found', () => {
    const found = entries.filter((entry) => sensorsOf(entry).length === 2 && features(entry).length > 0);
    const isTraced = (entry: DemoEntry) =>
      features(entry).map(({ properties }) => properties.sensorDataIndex !== undefined);
    const traced = found.filter((entry) => isTraced(entry).every(Boolean));
    const untraced = found.filter((entry) => !isTraced(entry).some(Boolean));
    expect(traced.length + untraced.length).toBe(found.length);
    expect(untraced.length).toBeGreaterThan(found.length * 0.1);
    expect(traced.length).toBeGreaterThan(untraced.length);
  });

  it('has believable angles, and two images where change is looked for', () => {
    const hasRightNumber = (entry: DemoEntry) =>
      sensorsOf(entry).length === (analyticsOf(entry).includes('ChangeDetection') ? 2 : 1);
    expect(entries.filter((entry) => !hasRightNumber(entry))).toEqual([]);
    const sensors = entries.flatMap(sensorsOf);
    const incidenceAngles = sensors.map(({ incidenceAngle }) => Number(incidenceAngle));
    expect(Math.min(...incidenceAngles)).toBeGreaterThan(18);
    expect(Math.max(...incidenceAngles)).toBeLessThan(50);
    const azimuthAngles = sensors.map(({ azimuthAngle }) => Number(azimuthAngle));
    expect(Math.min(...azimuthAngles)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...azimuthAngles)).toBeLessThan(360);
    expect(sensors.filter(({ geometryReference }) => !parseWkt(String(geometryReference)).ok)).toEqual([]);
  });

  it('finds small vessels up to 150 m and large ones from there', () => {
    const lengthsFoundBy = (analytic: string) =>
      entries
        .filter((entry) => analyticsOf(entry).join() === analytic)
        .flatMap((entry) => features(entry).map(({ properties }) => lengthOf(properties)));
    const small = lengthsFoundBy('SmallVesselDetection');
    expect(small.filter((length) => !(length >= 20 && length <= 150))).toEqual([]);
    expect(lengthsFoundBy('LargeVesselDetection').filter((length) => !(length > 150))).toEqual([]);
  });

  it('gives polygons and multipolygons with closed counter-clockwise rings and their area', () => {
    const changes = entries
      .filter((entry) => analyticsOf(entry).includes('ChangeDetection'))
      .flatMap(features);
    expect(new Set(changes.map(({ geometry }) => geometry.type))).toEqual(
      new Set(['Polygon', 'MultiPolygon']),
    );
    const rings = changes.flatMap(({ geometry }) =>
      geometry.type === 'Polygon' ? geometry.coordinates : (geometry as MultiPolygon).coordinates.flat(),
    );
    expect(rings.filter((ring) => String(ring.at(-1)) !== String(ring[0]))).toEqual([]);
    expect(rings.filter((ring) => !(signedArea(ring) > 0))).toEqual([]);
    expect(
      changes.filter(({ properties }) => !(Number(properties.area_m2 ?? properties.area) > 100)),
    ).toEqual([]);
  });

  it('finds the ship of every chip identifier, and none for identifiers that are not ours', () => {
    const entry = entries.find((item) => isVesselRecord(item) && item.record.content.features.length > 3);
    const identifiers = entry?.record.content.features.map(({ properties }) =>
      String(properties.sarChipIdentifier),
    );
    expect(new Set(identifiers).size).toBe(entry?.record.content.features.length);
    for (const [index, identifier] of (identifiers ?? []).entries()) {
      const found = catalog.findVessel(identifier);
      expect(found?.entry).toBe(entry);
      expect(found?.vessel.length).toBe(lengthOf(entry?.record.content.features[index]?.properties));
      expect(
        catalog.findVessel(identifier.replace(/.$/, (last) => (last === '0' ? '1' : '0'))),
      ).toBeUndefined();
    }
    expect(catalog.findVessel('../../etc/passwd')).toBeUndefined();
    expect(catalog.findVessel(chipIdentifier({ day: '20269999', number: 1 }, 0))).toBeUndefined();
    expect(catalog.findVessel(chipIdentifier({ day: '20261121', number: 1 }, 0))).toBeUndefined();
  });

  it('finds the ships of days that the window has left, as a workspace may have been filled on one of them', () => {
    const later = createCatalog({ brand: 'svc', now: () => testNow + 40 * day, seed: 'sightline' });
    const oldest = entries.find((entry) => isVesselRecord(entry) && features(entry).length > 3);
    const identifiers = (oldest ? features(oldest) : []).map(({ properties }) =>
      String(properties.sarChipIdentifier),
    );
    expect(identifiers.length).toBeGreaterThan(3);
    for (const identifier of identifiers) {
      expect(later.findVessel(identifier)?.vessel).toEqual(catalog.findVessel(identifier)?.vessel);
      expect(later.findVessel(identifier)?.vessel).toBeDefined();
    }
    expect(later.visible()[0]?.uploadedAt).toBeGreaterThan(testNow);
  });

  it('delivers half of its records in the public product form', () => {
    const delivered = entries.filter(({ region }) => region === 'East Asia' || region === 'Eastern Europe');
    const product = delivered.filter(
      ({ record }) => (record.content.product as { documentVersion: string }).documentVersion === '3.0.0',
    );
    expect(product.length / delivered.length).toBeGreaterThan(0.48);
    expect(product.length / delivered.length).toBeLessThan(0.52);
    const ofEach = (name: string) =>
      new Set(product.filter(({ region }) => region === name).flatMap(analyticsOf));
    expect(ofEach('East Asia').size).toBe(2);
    expect(ofEach('Eastern Europe').size).toBe(6);
  });

  it('has a uuid and families of properties in that form', () => {
    const isProduct = ({ properties }: DemoFeature) => typeof properties.uuid === 'string';
    const found = entries.filter((entry) => features(entry).length > 0);
    const product = found.filter((entry) => features(entry).every(isProduct));
    expect(found.filter((entry) => features(entry).some(isProduct))).toEqual(product);
    expect(product.length / found.length).toBeGreaterThan(0.35);
    expect(product.length / found.length).toBeLessThan(0.6);
    const all = product.flatMap(features);
    expect(new Set(all.map(({ properties }) => properties.uuid)).size).toBe(all.length);
    const isPublic = (name: string) =>
      /^(?:uuid|detectionNumber|label|area|geometrySource|sensorDataIndex|(?:sar|ais|change|classification)[A-Z]\w*)$/.test(
        name,
      );
    expect(
      all.flatMap(({ properties }) => Object.keys(properties)).filter((name) => !isPublic(name)),
    ).toEqual([]);
    const lists = all.flatMap(({ properties }) => {
      const list = readClassList('classificationDetails', properties.classificationDetails);
      return list ? [list] : [];
    });
    expect(lists.length).toBeGreaterThan(all.length / 2);
    const sums = lists.map((list) => list.reduce((sum, { share }) => sum + (share ?? Number.NaN), 0));
    expect(sums.filter((sum) => !(sum <= 1.000001))).toEqual([]);
    const spex = product.filter((entry) => analyticsOf(entry).includes('SPEX')).flatMap(features);
    expect(spex.length).toBeGreaterThan(100);
    expect(spex.filter(({ properties }) => 'classificationDetails' in properties)).toEqual([]);
  });

  it('uploads a record in this form again, corrected, 24 to 48 hours after the first time', () => {
    const clock = createTestClock();
    const growing = createCatalog({ brand: 'svc', now: clock.now, seed: 'sightline' }).visible();
    const read = ({ record }: DemoEntry) => ({
      uploadTime: record.uploadTime,
      uuids: record.content.features.map(({ properties }) => properties.uuid),
      text: JSON.stringify(record.content.features),
    });
    const young = growing.filter(({ uploadedAt }) => uploadedAt > testNow - day);
    const before = young.map(read);
    clock.advance(2 * day);
    const changed = young.flatMap((entry, index) => {
      const [first, again] = [before[index], read(entry)];
      return first && first.text !== again.text ? [{ entry, first, again }] : [];
    });
    expect(changed.length).toBeGreaterThan(5);
    for (const { entry, first, again } of changed) {
      expect(entry.region ?? 'Eastern Europe').toBe('Eastern Europe');
      const delay = Date.parse(again.uploadTime) - Date.parse(first.uploadTime);
      expect(delay).toBeGreaterThanOrEqual(day);
      expect(delay).toBeLessThanOrEqual(2 * day);
      // Some are removed, none is new, and those that remain are in another order.
      expect(first.uuids).toEqual(expect.arrayContaining(again.uuids));
    }
    expect(changed.some(({ first, again }) => again.uuids.length < first.uuids.length)).toBe(true);
    // What comes again without a correction is rejected.
    const status = ({ record }: DemoEntry) =>
      (record.content.processors as Processor[])[0]?.parameters.dissemination?.qcStatus;
    const alone = young.filter(
      (entry, index) =>
        before[index]?.uploadTime !== entry.record.uploadTime && before[index]?.text === read(entry).text,
    );
    expect(
      alone.filter(
        (entry) =>
          entry.region !== undefined &&
          entry.record.content.features.length > 1 &&
          status(entry) !== 'REJECTED',
      ),
    ).toEqual([]);
  });

  it('is the same whenever a day is made, for any window that holds it', () => {
    const clock = { time: testNow + 3 * day };
    const later = createCatalog({ brand: 'svc', now: () => clock.time, seed: 'sightline' }).visible();
    // What the quality control changes is that of the time at which a record is read.
    clock.time = testNow;
    const laterOnes = new Map(later.map((entry) => [entry.record.assignedId, entry]));
    const shared = entries.filter(({ record }) => laterOnes.has(record.assignedId));
    expect(shared.length).toBeGreaterThan(entries.length * 0.85);
    for (const entry of shared.filter((_, index) => index % 50 === 0)) {
      expect(JSON.stringify(laterOnes.get(entry.record.assignedId)?.record)).toEqual(
        JSON.stringify(entry.record),
      );
    }
  });

  it('grows at its end only while time goes on', () => {
    const clock = createTestClock();
    const growing = createCatalog({ brand: 'svc', now: clock.now, seed: 'sightline' });
    const before = growing.visible();
    clock.advance(2 * day);
    const after = growing.visible();
    expect(after.length).toBeGreaterThan(before.length + 200);
    expect(after.slice(0, before.length)).toEqual(before);
  });

  it('follows the brand', () => {
    const [first] = createCatalog({ brand: 'acme', now: () => testNow, seed: 'sightline' }).visible();
    expect(first && sensorsOf(first)[0]).toHaveProperty('acmeId');
    expect(first && sensorsOf(first)[0]).not.toHaveProperty('svcId');
  });
});

function readFootprint(text: string): Position[] {
  const parsed = parseWkt(text);
  if (!parsed.ok || parsed.geometry.type !== 'Polygon') throw new Error(`Not a polygon: ${text}`);
  return parsed.geometry.coordinates[0] ?? [];
}

function isAtBusan({ geometry }: DemoFeature): boolean {
  return geometry.type === 'Point' && placeNameOf(...(geometry.coordinates as [number, number])) === 'Busan';
}

/** Whether the box around a footprint reaches a box around Busan that has all positions whose place it is. */
function isNearBusan(footprint: string): boolean {
  const ring = readFootprint(footprint);
  const longitudes = ring.map(([longitude = 0]) => longitude);
  const latitudes = ring.map(([, latitude = 0]) => latitude);
  return (
    Math.min(...longitudes) < 130 &&
    Math.max(...longitudes) > 128 &&
    Math.min(...latitudes) < 36 &&
    Math.max(...latitudes) > 34
  );
}

function positionsOf(geometry: DemoEntry['record']['content']['features'][number]['geometry']): Position[] {
  if (geometry.type === 'Point') return [geometry.coordinates];
  if (geometry.type === 'Polygon') return geometry.coordinates.flat();
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.flat(2);
  throw new Error(`The demo data has no ${geometry.type}.`);
}

type LandRing = { readonly ring: Position[]; readonly south: number; readonly north: number };

/** All rings of a Natural Earth file, read and unpacked here, away from the code under test. */
function readRings(name: string): LandRing[] {
  const topology = createRequire(import.meta.url)(`world-atlas/${name}.json`) as Topology<{
    land: GeometryCollection;
  }>;
  const rings = feature(topology, topology.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [],
  );
  return rings.map((ring) => {
    const latitudes = ring.map(([, latitude = 0]) => latitude);
    return {
      ring,
      south: latitudes.reduce((least, latitude) => Math.min(least, latitude)),
      north: latitudes.reduce((most, latitude) => Math.max(most, latitude)),
    };
  });
}

function isOnLand(rings: readonly LandRing[], [x = 0, y = 0]: Position): boolean {
  // The even-odd rule over all rings; those that do not reach the latitude have no say.
  const reached = rings.filter(({ south, north }) => south <= y && north >= y).map(({ ring }) => ring);
  return isInside(reached, [x, y]);
}

function isInside(rings: readonly Position[][], [x = 0, y = 0]: Position): boolean {
  let inside = false;
  for (const ring of rings) {
    let [previousX = 0, previousY = 0] = ring.at(-1) ?? [];
    for (const [nextX = 0, nextY = 0] of ring) {
      if (
        nextY > y !== previousY > y &&
        x < previousX + ((y - previousY) / (nextY - previousY)) * (nextX - previousX)
      ) {
        inside = !inside;
      }
      previousX = nextX;
      previousY = nextY;
    }
  }
  return inside;
}

function signedArea(ring: readonly Position[]): number {
  return ring.slice(1).reduce((sum, [x = 0, y = 0], index) => {
    const [previousX = 0, previousY = 0] = ring[index] ?? [];
    return sum + (previousX * y - x * previousY) / 2;
  }, 0);
}
