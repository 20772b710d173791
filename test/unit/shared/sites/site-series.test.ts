import { describe, expect, it } from 'vitest';
import type { AreaPass } from '../../../../shared/passes/area-pass.ts';
import { isAnomaly } from '../../../../shared/sites/baseline.ts';
import {
  comparedText,
  groupText,
  notesBefore,
  resultText,
} from '../../../../shared/sites/site-pass-texts.ts';
import { isGapUntil, type SiteOptions, toSiteSeries } from '../../../../shared/sites/site-series.ts';
import { sortByDeviation, summarizeSite } from '../../../../shared/sites/site-summary.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 9, 1, 6);
const all: SiteOptions = { minShare: 0.9, counted: 'all' };

function buildAreaPass(change: Partial<AreaPass> = {}): AreaPass {
  return {
    passKey: 'pass',
    sensorName: 'ICEYE-X7',
    sensorType: 'SAR',
    sensorMode: 'Stripmap',
    productType: null,
    vendorId: null,
    polarization: 'VV',
    startedAt: start,
    incidenceAngle: 33,
    azimuthAngle: 98,
    analytic: 'LargeVesselDetection',
    lengths: [150, null],
    share: 1,
    isExamined: true,
    hasAllFeatures: true,
    detections: 20,
    reviewed: 0,
    confirmed: 0,
    shared: [],
    recordIds: [],
    versions: ['3.1'],
    ...change,
  };
}

/** 30 daily passes, 5 of them partial, with 3 changes of version and a gap of 10 days after the 15th. */
function seededSite(counts: readonly number[]): readonly AreaPass[] {
  return counts.map((detections, index) =>
    buildAreaPass({
      passKey: `pass-${index}`,
      startedAt: start + (index < 15 ? index : index + 9) * day,
      share: index % 6 === 2 ? 0.5 : 0.97,
      detections,
      versions: [['3.1', '3.2', '3.3', '3.4'][Math.floor(index / 8)] ?? '3.4'],
    }),
  );
}

const seededCounts = (seed: number) => {
  const random = seededRandom(seed);
  return Array.from({ length: 30 }, () => random.between(15, 25));
};

function seriesOf(areaPasses: readonly AreaPass[], options = all) {
  const [series] = toSiteSeries(areaPasses, options);
  if (!series) throw new Error('There is a series.');
  return series;
}

describe('the series of a site', () => {
  it('has 25 comparable points of 30 passes, none in the gap, and a line at each change of version', () => {
    const series = seriesOf(seededSite(seededCounts(1)));
    const compared = series.passes.filter(({ deviation }) => deviation !== null);
    expect(series.passes).toHaveLength(30);
    expect(compared).toHaveLength(25);
    expect(series.passes.filter(({ notCompared }) => notCompared === 'partial')).toHaveLength(5);
    expect(series.groups).toMatchObject([{ compared: 25, baseline: { passes: 25 } }]);
    const [gap, ...others] = series.gaps;
    expect(others).toEqual([]);
    expect(gap && gap.to - gap.from).toBe(10 * day);
    const isInGap = (at: number | null) => gap && at !== null && at > gap.from && at < gap.to;
    expect(series.passes.filter(({ startedAt }) => isInGap(startedAt))).toEqual([]);
    expect(series.versionChanges.map(({ from, to }) => `${from}-${to}`)).toEqual([
      '3.1-3.2',
      '3.2-3.3',
      '3.3-3.4',
    ]);
  });

  it('finds an anomaly at 4 MADs, and alarms at no more than 5 % of 1,000 shuffles', () => {
    const random = seededRandom(7);
    let alarms = 0;
    for (let shuffle = 0; shuffle < 1000; shuffle += 1) {
      const counts = seededCounts(100 + shuffle).toSorted(() => random.next() - 0.5);
      alarms += seriesOf(seededSite(counts)).passes.at(-1)?.isAnomaly ? 1 : 0;
      if (shuffle % 100 !== 0) continue;
      const baseline = seriesOf(seededSite(counts)).groups[0]?.baseline;
      if (!baseline) throw new Error('25 areaPasses are a baseline.');
      const unusual = baseline.median + 4 * baseline.mad;
      expect(isAnomaly(unusual, baseline)).toBe(true);
      const changed = counts.with(-1, Math.ceil(unusual + baseline.mad));
      expect(seriesOf(seededSite(changed)).passes.at(-1)?.isAnomaly).toBe(true);
    }
    expect(alarms).toBeLessThanOrEqual(50);
  });

  it('compares passes of one mode, incidence class and side only, and has no baseline of fewer than eight', () => {
    const areaPasses = seededSite(seededCounts(2)).map((one, index) => {
      if (index % 4 === 0) return { ...one, azimuthAngle: 262 };
      return index === 1 || index === 3 ? { ...one, sensorMode: 'Spot', detections: 400 } : one;
    });
    const { groups, passes: compared } = seriesOf(areaPasses);
    expect(groups.map(({ group }) => `${group.sensorMode} ${group.side}`).sort()).toEqual([
      'Spot east',
      'Stripmap east',
      'Stripmap west',
    ]);
    const spot = groups.find(({ group }) => group.sensorMode === 'Spot');
    expect(spot).toMatchObject({ compared: 2, baseline: null });
    for (const one of compared.filter(({ sensorMode }) => sensorMode === 'Spot')) {
      expect([one.deviation, one.isAnomaly, one.notCompared, resultText(one)]).toEqual([
        null,
        false,
        null,
        null,
      ]);
    }

    const [known, total] = [compared.filter(({ deviation }) => deviation !== null).length, compared.length];
    expect(comparedText(seriesOf(areaPasses))).toMatch(
      new RegExp(
        `^${known} of ${total} passes can be compared; \\d+ have no baseline: fewer than 8 comparable passes in their groups$`,
      ),
    );

    const coarse = seriesOf(areaPasses, { ...all, grouping: 'mode' });
    expect(coarse.groups.map(({ group }) => groupText(group))).toEqual([
      'SAR · Stripmap · all angles',
      'SAR · Spot · all angles',
    ]);
    expect(coarse.passes.filter(({ deviation }) => deviation !== null).length).toBeGreaterThan(known);
    expect(
      new Set(
        [14.9, 15, 29.9, 30].map(
          (angle) => seriesOf([buildAreaPass({ incidenceAngle: angle })]).groups[0]?.group.key,
        ),
      ).size,
    ).toBe(3);
  });

  it('keeps analytics apart, since they find other lengths', () => {
    const names = ['SmallVesselDetection', 'LargeVesselDetection'];
    const areaPasses = names.flatMap((analytic) =>
      seededSite(seededCounts(3)).map((one) => ({ ...one, analytic })),
    );
    expect(toSiteSeries(areaPasses, all).map(({ analytic, passes }) => [analytic, passes.length])).toEqual([
      ['LargeVesselDetection', 30],
      ['SmallVesselDetection', 30],
    ]);
  });

  it('does not take what is not known for zero', () => {
    const unknown = [
      buildAreaPass({ hasAllFeatures: false, detections: 0 }),
      buildAreaPass({ hasAllFeatures: false, detections: 3 }),
      buildAreaPass({ share: null }),
      buildAreaPass({ startedAt: null }),
      buildAreaPass({ detections: 0 }),
      buildAreaPass({ isExamined: false, detections: 0 }),
      buildAreaPass({ isExamined: false, detections: 3 }),
    ];
    expect(seriesOf(unknown).passes.map(({ count, notCompared }) => [count, notCompared])).toEqual([
      [null, 'not-fetched'],
      [3, 'not-fetched'],
      [20, 'no-footprint'],
      [20, 'no-time'],
      [0, null],
      [null, 'not-examined'],
      [3, 'not-examined'],
    ]);
    const reviewed = [
      buildAreaPass({ reviewed: 20, confirmed: 17 }),
      buildAreaPass({ reviewed: 4, confirmed: 4 }),
      buildAreaPass({ detections: 0 }),
    ];
    const confirmed = seriesOf(reviewed, { ...all, counted: 'confirmed' }).passes;
    expect(confirmed.map(({ count, notCompared }) => [count, notCompared])).toEqual([
      [17, null],
      [4, 'not-reviewed'],
      [0, null],
    ]);
  });

  it('notes a gap and a new version once, also where two passes have the same time', () => {
    const areaPasses = [0, 1, 2, 3, 20, 20].map((days, index) =>
      buildAreaPass({
        passKey: `pass-${index}`,
        startedAt: start + days * day,
        versions: [index < 5 ? '1' : '2'],
      }),
    );
    const series = seriesOf(areaPasses);
    const notes = series.passes.map((each) => notesBefore(series, each));
    expect(notes.map(({ gap }) => gap !== undefined)).toEqual([false, false, false, false, true, false]);
    expect(notes.map(({ change }) => change?.to)).toEqual([
      ...Array.from({ length: 5 }, () => undefined),
      '2',
    ]);
  });

  it('takes passes within an hour for one visit, and states a gap up to now', () => {
    const frames = Array.from({ length: 24 }, (_, index) =>
      buildAreaPass({ startedAt: start + Math.floor(index / 2) * day + (index % 2) * 10_000 }),
    );
    expect(seriesOf(frames).gaps).toEqual([]);
    expect(isGapUntil(start + 13 * day, frames)).toBe(false);
    expect(isGapUntil(start + 15 * day, frames)).toBe(true);
    expect(isGapUntil(start + 99 * day, frames.slice(0, 2))).toBe(false);
  });
});

describe('the table of sites', () => {
  it('has the most unusual last pass first, and sites without a baseline last', () => {
    const site = (name: string, last: number, count = 30) =>
      summarizeSite(
        { areaId: name, name },
        seriesOf(seededSite(seededCounts(5).with(-1, last).slice(-count))),
        start + 40 * day,
      );
    const sorted = sortByDeviation([
      site('usual', 20),
      site('few', 90, 5),
      site('busy', 60),
      site('empty', 0),
    ]);
    expect(sorted.map(({ name }) => name)).toEqual(['busy', 'empty', 'usual', 'few']);
    expect(sorted[0]).toMatchObject({ passes: 30, compared: 25, recentAnomalies: 1 });
    expect(sorted[1]?.lastCompared).toMatchObject({ count: 0, isAnomaly: true });
    // Where nothing was compared, none unusual is not known to be none.
    expect(sorted[3]).toMatchObject({ compared: 0, lastCompared: null, recentAnomalies: null });
    const later = summarizeSite(
      { areaId: 'a', name: 'a' },
      seriesOf(seededSite(seededCounts(5))),
      start + 99 * day,
    );
    expect(later.recentAnomalies).toBeNull();
  });
});
