import { expect, test } from 'vitest';
import type { AreaPass } from '../../../../shared/passes/area-pass.ts';
import { siteAnswer, siteMethod } from '../../../../shared/sites/site-answer.ts';
import { toSiteSeries } from '../../../../shared/sites/site-series.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 9, 1, 6);

function buildAreaPass(index: number, detections: number, change: Partial<AreaPass> = {}): AreaPass {
  return {
    passKey: `pass-${index}`,
    sensorName: 'ICEYE-X7',
    sensorType: 'SAR',
    sensorMode: 'Stripmap',
    productType: null,
    vendorId: null,
    polarization: 'VV',
    startedAt: start + index * day,
    incidenceAngle: 33,
    azimuthAngle: 98,
    analytic: 'LargeVesselDetection',
    lengths: [150, null],
    share: 1,
    isExamined: true,
    hasAllFeatures: true,
    detections,
    reviewed: 0,
    confirmed: 0,
    shared: [],
    recordIds: [],
    versions: ['3.1'],
    ...change,
  };
}

function answer(areaPasses: readonly AreaPass[]) {
  const [series] = toSiteSeries(areaPasses, { minShare: 0.9, counted: 'all' });
  if (!series) throw new Error('There is a series.');
  return siteAnswer(series, 'all');
}

const usualCounts = [22, 23, 24, 25, 22, 23, 24, 25, 23, 24];

test('what is usual and whether the last pass is comes first, then what was not', () => {
  const { usual, evidence } = answer(usualCounts.map((count, index) => buildAreaPass(index, count)));
  expect(usual).toEqual([
    expect.stringMatching(/^usual are \d+ to \d+ in a pass of its kind$/),
    'the last pass, 2026-10-10 06:00:00 UTC, had 24: usual',
  ]);
  expect(evidence).toEqual(['no unusual pass', '10 of 10 passes can be compared']);
});

test('an unusual pass is dated, and the last pass named apart where it cannot be compared', () => {
  const areaPasses = usualCounts.map((count, index) => buildAreaPass(index, index === 5 ? 90 : count));
  const { usual, evidence } = answer([...areaPasses, buildAreaPass(10, 4, { share: 0.4 })]);
  expect(usual.slice(1)).toEqual([
    'the last pass that can be compared, 2026-10-10 06:00:00 UTC, had 24: usual',
    'the last pass, 2026-10-11 06:00:00 UTC, had 4, not compared: covers too little',
  ]);
  expect(evidence).toEqual([
    '1 unusual pass, the last on 2026-10-06 06:00:00 UTC',
    '10 of 11 passes can be compared',
  ]);
});

test('with too few passes what is usual is not known, and no pass is called unusual', () => {
  const { usual, evidence } = answer([buildAreaPass(0, 3), buildAreaPass(1, 50)]);
  expect(usual[0]).toBe('what is usual is not known');
  expect(evidence).toEqual([expect.stringMatching(/^0 of 2 passes can be compared; 2 have no baseline/)]);
});

test('the method names the share, and what is compared', () => {
  const method = siteMethod({ counted: 'confirmed', grouping: 'mode' }, 0.4).join(' ');
  expect(method).toContain('cover less than 40% of it');
  expect(method).toContain('whatever their angles');
  expect(method).toContain('Confirmed detections only');
});
