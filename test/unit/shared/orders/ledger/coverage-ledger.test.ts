import { describe, expect, it, test } from 'vitest';
import { circlePolygon } from '../../../../../shared/geo/geodesic.ts';
import { toRegion } from '../../../../../shared/geo/region.ts';
import {
  beginOfTimes,
  buildCoverageLedger,
  type LedgerScope,
} from '../../../../../shared/orders/ledger/coverage-ledger.ts';
import type { LedgerArea, LedgerRecord } from '../../../../../shared/orders/ledger/ledger-record.ts';
import { rectangle } from '../../../../builders/positions.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 10, 1);
const area = (name: string, west: number, south: number, east: number, north: number): LedgerArea => ({
  name,
  region: toRegion([rectangle(west, south, east, north)]),
});
const port = area('Port', 120, 30, 122, 31);
const bay = area('Bay', 130, 30, 132, 31);
const image = (dayOfRange: number | null, footprint: LedgerRecord['images'][number]['footprint']) => ({
  collectedAt: dayOfRange === null ? null : start + dayOfRange * day,
  footprint,
});
const record = (recordId: string, change: Partial<LedgerRecord> = {}): LedgerRecord => ({
  recordId,
  hasFeatures: true,
  analytics: ['SPEX'],
  images: [image(1, rectangle(119, 29, 123, 32))],
  detections: [],
  ...change,
});
const at = (longitude: number, latitude: number, analytic = 'SPEX') => ({ analytic, longitude, latitude });
const ledger = (records: LedgerRecord[], change: Partial<LedgerScope> = {}) =>
  buildCoverageLedger({
    areas: [port, bay],
    ranges: [{ from: start, to: start + 10 * day }],
    analytics: ['SPEX'],
    records,
    ...change,
  });
const entryOf = (records: LedgerRecord[], change: Partial<LedgerScope> = {}) =>
  ledger(records, change).entries[0];

describe('buildCoverageLedger', () => {
  it('says of detections that are counted for two ordered analytics that they are', () => {
    const both = record('a', {
      analytics: ['SPEX', 'CarCounting'],
      detections: [at(121, 30.5), at(121, 30.5, 'SPEX + CarCounting'), at(121, 30.5, 'SPEX + Other')],
    });
    const [spex, cars] = ledger([both], { areas: [port], analytics: ['SPEX', 'CarCounting'] }).entries;
    expect(spex).toMatchObject({ detections: 3, combined: 1 });
    expect(spex?.text).toContain(
      '3 detections inside, of which 1 counted for another ordered analytic, too.',
    );
    expect(cars).toMatchObject({ detections: 1, combined: 1 });
    expect(entryOf([both])?.text).toContain('3 detections inside.');
  });

  it('distinguishes imaged with detections, imaged without, and no record', () => {
    const { entries, unassessed, basis } = ledger(
      [record('a', { detections: [at(121, 30.5), at(140, 0)] })],
      {
        areas: [port, area('Inland', 122.5, 30, 122.9, 31), bay],
      },
    );
    expect(entries.map(({ area, outcome: verdict, detections }) => [area, verdict, detections])).toEqual([
      ['Port', 'detections', 1],
      ['Inland', 'none-found', 0],
      ['Bay', 'no-record', 0],
    ]);
    expect(entries.map(({ shareCovered }) => Math.round(100 * shareCovered))).toEqual([100, 100, 0]);
    expect(entries.at(-1)?.text).toMatch(
      /^No record of .+ in the workspace shows this area from 2026-\d\d-\d\d \S+ to 2026-\d\d-\d\d \S+\.$/,
    );
    expect(unassessed).toEqual([]);
    expect(basis[0]).toMatch(/^Inferred/);
  });

  it('does not state that nothing was found where the detections were not fetched', () => {
    const headersOnly = record('a', { hasFeatures: false });
    expect(entryOf([headersOnly])).toMatchObject({
      outcome: 'not-fetched',
      records: [{ detections: null }],
      text: 'Imaged in 1 record, all of it; the detections were not fetched.',
    });
    expect(entryOf([headersOnly, record('b')])).toMatchObject({
      outcome: 'not-fetched',
      text: 'Imaged in 2 records, all of it; none found; the detections of 1 record were not fetched.',
    });
    expect(entryOf([headersOnly, record('b', { detections: [at(121, 30.5)] })])).toMatchObject({
      outcome: 'detections',
      text: 'Imaged in 2 records, all of it; 1 detection inside; the detections of 1 record were not fetched.',
    });
  });

  it('has an entry for every area and analytic, and counts each analytic by its name', () => {
    const both = record('a', {
      analytics: ['SPEX', 'CarCounting', 'Other'],
      detections: [at(121, 30.5, 'SPEX'), at(121, 30.5, 'SPEX + Other'), at(121, 30.6, 'Other')],
    });
    const { entries } = ledger([both], { analytics: ['SPEX', 'CarCounting', 'AircraftDetection', 'SPEX'] });
    expect(
      entries.map(({ area, analytic, outcome: verdict, detections }) => [
        area,
        analytic,
        verdict,
        detections,
      ]),
    ).toEqual([
      ['Port', 'SPEX', 'detections', 2],
      ['Port', 'CarCounting', 'none-found', 0],
      ['Port', 'AircraftDetection', 'no-record', 0],
      ['Bay', 'SPEX', 'no-record', 0],
      ['Bay', 'CarCounting', 'no-record', 0],
      ['Bay', 'AircraftDetection', 'no-record', 0],
    ]);
  });

  it('measures each pass and all of them together', () => {
    const entry = entryOf([
      record('late', { images: [image(5, rectangle(121, 29, 123, 32))] }),
      record('early', { images: [image(2, rectangle(120.5, 29, 121.5, 32))] }),
      record('again', { images: [image(3, rectangle(120.5, 29, 121.5, 32))] }),
    ]);
    expect(entry?.records.map(({ recordId }) => recordId)).toEqual(['early', 'again', 'late']);
    for (const pass of entry?.records ?? []) expect(pass.shareOfArea).toBeCloseTo(0.5, 6);
    expect(entry?.shareCovered).toBeCloseTo(0.75, 6);
    expect(entry?.text).toBe('Imaged in 3 records, about 75% of it; none found.');
  });

  it('combines the images of a record, and only those within the ranges', () => {
    const entry = entryOf([
      record('pair', {
        images: [
          image(3, rectangle(120, 29, 120.5, 32)),
          image(2, rectangle(121.5, 29, 122, 32)),
          image(-1, rectangle(119, 29, 123, 32)),
        ],
      }),
    ]);
    expect(entry?.records).toMatchObject([{ recordId: 'pair', collectedAt: start + 2 * day }]);
    expect(entry?.shareCovered).toBeCloseTo(0.5, 6);
  });

  test.each([
    [-0.001, 'no-record'],
    [0, 'none-found'],
    [10, 'none-found'],
    [10.001, 'no-record'],
    [12, 'none-found'],
    [13.5, 'no-record'],
  ])('judges an image on day %d of two ranges: %s', (dayOfRange, verdict) => {
    const entry = entryOf([record('a', { images: [image(dayOfRange, rectangle(119, 29, 123, 32))] })], {
      ranges: [
        { from: start + 11 * day, to: start + 13 * day },
        { from: start, to: start + 10 * day },
      ],
    });
    expect(entry?.outcome).toBe(verdict);
  });

  it('finds areas and footprints on both sides of the antimeridian', () => {
    const pacific = area('Pacific', 178, 0, 182, 1);
    const footprint = rectangle(-180, -1, -170, 2);
    const entry = entryOf([record('a', { images: [image(1, footprint)], detections: [at(-179, 0.5)] })], {
      areas: [pacific],
    });
    expect(entry).toMatchObject({ outcome: 'detections', detections: 1 });
    expect(entry?.shareCovered).toBeCloseTo(0.5, 6);
  });

  it('treats detections inside as proof of an image, even without a footprint', () => {
    const { entries, unassessed } = ledger([
      record('a', { images: [image(1, null)], detections: [at(121, 30.5)] }),
    ]);
    expect(entries[0]).toMatchObject({
      outcome: 'detections',
      shareCovered: 0,
      records: [{ shareOfArea: null }],
      text: 'Imaged in 1 record, how much of it is not known; 1 detection inside.',
    });
    expect(unassessed).toEqual([]);
  });

  it('lists the records that could not be assessed, with the reason', () => {
    const nearby = rectangle(119, 29, 123, 32);
    const { entries, unassessed, basis } = ledger([
      record('no time', { images: [image(null, nearby)] }),
      record('no time, no footprint', { images: [image(null, null)] }),
      record('no footprint', { images: [image(1, null)] }),
      record('a line for a footprint', {
        images: [
          image(1, {
            type: 'LineString',
            coordinates: [
              [119, 29],
              [123, 32],
            ],
          }),
        ],
      }),
      record('no images', { images: [] }),
      record('no analytic', { analytics: [] }),
    ]);
    expect(unassessed).toEqual([
      { recordId: 'no time', reason: 'no-time' },
      { recordId: 'no time, no footprint', reason: 'no-time' },
      { recordId: 'no footprint', reason: 'no-footprint' },
      { recordId: 'a line for a footprint', reason: 'no-footprint' },
      { recordId: 'no images', reason: 'no-time' },
      { recordId: 'no analytic', reason: 'no-analytic' },
    ]);
    expect(entries.every(({ outcome: verdict }) => verdict === 'no-record')).toBe(true);
    expect(basis.at(-1)).toContain('6');
  });

  it('ignores records that are unrelated to it', () => {
    const elsewhere = rectangle(0, 0, 1, 1);
    const { unassessed } = ledger([
      record('no time, elsewhere', { images: [image(null, elsewhere)] }),
      record('no analytic, elsewhere', { analytics: [], images: [image(1, elsewhere)] }),
      record('other analytic', { analytics: ['Other'], images: [] }),
      record('no footprint, other time', { images: [image(99, null)] }),
    ]);
    expect(unassessed).toEqual([]);
  });

  it('does not depend on the order or splitting of footprints', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const random = seededRandom(seed);
      const footprints = Array.from({ length: 12 }, () =>
        circlePolygon([119 + 4 * random.next(), 29 + 3 * random.next()], 20_000 + 40_000 * random.next(), 24),
      );
      const records = footprints.map((footprint, index) =>
        record(`r${index}`, { images: [image(1, footprint)] }),
      );
      const together = record('all', { images: footprints.map((footprint) => image(1, footprint)) });
      const share = entryOf(records)?.shareCovered ?? 0;
      expect(entryOf(records.toReversed())?.shareCovered, `seed ${seed}`).toBeCloseTo(share, 6);
      expect(entryOf([together])?.shareCovered, `seed ${seed}`).toBeCloseTo(share, 6);
      expect(share).toBeLessThanOrEqual(1);
    }
  });

  it('handles thousands of records', () => {
    const random = seededRandom(7);
    const records = Array.from({ length: 5000 }, (_, index) => {
      const west = 100 + 40 * random.next();
      const south = 20 + 20 * random.next();
      return record(`r${index}`, {
        images: [image(10 * random.next(), rectangle(west, south, west + 1.5, south + 1.5))],
        detections: Array.from({ length: 20 }, () => at(west + random.next(), south + random.next())),
      });
    });
    const areas = Array.from({ length: 20 }, (_, index) =>
      area(`${index}`, 100 + 2 * index, 30, 101 + 2 * index, 31),
    );
    const { entries } = ledger(records, { areas });
    expect(entries).toHaveLength(20);
    expect(entries.every(({ outcome: verdict }) => verdict === 'detections')).toBe(true);
  });
});

test.each([
  [
    'to come',
    [
      { from: 2, to: 3 },
      { from: 4, to: 5 },
    ],
    0,
    1,
    2,
  ],
  [
    'begun',
    [
      { from: 2, to: 3 },
      { from: 4, to: 5 },
    ],
    0,
    2,
    null,
  ],
  [
    'in part to come',
    [
      { from: 0, to: 1 },
      { from: 4, to: 5 },
    ],
    0,
    2,
    null,
  ],
  ['to come, with a record of its area', [{ from: 2, to: 3 }], 1, 1, null],
  ['not known', [], 0, 1, null],
])('a time that is %s begins then', (_what, ranges, records, now, expected) => {
  const record = { recordId: 'a', collectedAt: 2, shareOfArea: 1, detections: 0, combined: 0 };
  const entries = [{ records: [] }, { records: Array.from({ length: records }, () => record) }];
  expect(beginOfTimes(ranges, entries, now)).toBe(expected);
});
