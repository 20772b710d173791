import { expect, test } from 'vitest';
import type { Pass } from '../../../../shared/passes/pass.ts';
import { passesAsCsv, passesAsTabs } from '../../../../shared/passes/pass-table.ts';

const pass: Pass = {
  key: 'a',
  sensorName: 'ICEYE-X7',
  sensorType: 'SAR',
  sensorMode: 'Spotlight, high',
  productType: null,
  vendorId: '=cmd()',
  polarization: 'VV',
  startedAt: Date.parse('2026-11-18T03:12:45.120Z'),
  incidenceAngle: 31.25,
  azimuthAngle: 98.5,
  fields: 'all',
  hasAllFeatures: true,
  isExamined: true,
  footprint: { state: 'ready' },
  place: 'Busan',
  squareMetres: 12_500_000,
  records: 2,
  detections: 3,
  allDetections: 5,
  detectionsElsewhere: 0,
  reviewed: 1,
  byAnalytic: [],
  disagreements: [],
};

/** The cells of one pass by the names of their columns. */
function cellsOf(change: Partial<Pass>, share: number | null = null): Readonly<Record<string, string>> {
  const [names = '', cells = ''] = passesAsTabs([{ pass: { ...pass, ...change }, share }]).split('\n');
  const values = cells.split('\t');
  return Object.fromEntries(names.split('\t').map((name, index) => [name, values[index] ?? '']));
}

test('a pass is a row with the units in the names, as CSV and with tabs', () => {
  expect(cellsOf({})).toMatchObject({
    collected_utc: '2026-11-18T03:12:45.120Z',
    place: 'Busan',
    footprint_square_kilometers: '12.5',
    matching_detections: '3',
    detections: '5',
    reviewed_of_matching: '1',
    result: 'detections',
  });
  const [, row] = passesAsCsv([{ pass, share: null }]).split('\r\n');
  expect(row).toContain('"Spotlight, high"');
  // Formulas of the service are no formulas of a spreadsheet.
  expect(row).toContain("'=cmd()");
});

test('the share of the area is a percentage, and empty only where it is unknown', () => {
  expect(cellsOf({}, 0.51234)).toMatchObject({ covered_percent: '51.2' });
  expect(cellsOf({}, 0)).toMatchObject({ covered_percent: '0' });
  expect(cellsOf({}, null)).toMatchObject({ covered_percent: '' });
});

test.each<[Partial<Pass>, string, string]>([
  [{ detections: 0 }, 'no matching detection', '0'],
  [{ detections: 0, allDetections: 0 }, 'nothing found', '0'],
  [
    { detections: 0, allDetections: 0, detectionsElsewhere: 2 },
    'detections in another image of its records',
    '0',
  ],
  [{ detections: 0, allDetections: 0, hasAllFeatures: false }, 'detections not fetched', ''],
  [{ detections: 0, hasAllFeatures: false }, 'no matching detection', ''],
  [{ detections: 0, detectionsElsewhere: 2 }, 'no matching detection', '0'],
])('%j has the result %j', (change, result, count) => {
  expect(cellsOf(change)).toMatchObject({ result, matching_detections: count });
});

test('a pass whose analytics examine certain sites only has a number only where something was found', () => {
  const nothing = { detections: 0, allDetections: 0, reviewed: 0 };
  expect(cellsOf({ ...nothing, isExamined: false })).toMatchObject({
    detections: '',
    matching_detections: '',
    result: 'nothing found; which sites its analytic examines is not stated',
  });
  expect(cellsOf(nothing)).toMatchObject({ detections: '0', result: 'nothing found' });
  expect(cellsOf({ isExamined: false })).toMatchObject({ detections: '5', result: 'detections' });
});
