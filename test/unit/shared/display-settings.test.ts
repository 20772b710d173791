import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { labelText } from '../../../renderer/map/label-text.ts';
import { scaleBarOf } from '../../../renderer/map/picture/picture-view.ts';
import { formatMeasure } from '../../../renderer/ui/format-meaning.ts';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import {
  type DisplayFormat,
  defaultDisplayFormat,
  formatDecimals,
  setDisplayFormat,
} from '../../../shared/display-format.ts';
import {
  formatAngle,
  formatBytes,
  formatCount,
  formatMetres,
  formatNumber,
  formatObjectLength,
  formatPlainNumber,
  formatQuantity,
  formatRate,
  formatScale,
  formatShown,
  formatSignificant,
  formatTime,
  timeHeading,
} from '../../../shared/format.ts';
import type { DetectionRow } from '../../../shared/results/detection.ts';
import { formatFieldNumber } from '../../../shared/results/field-number.ts';

const german: DisplayFormat = {
  ...defaultDisplayFormat,
  language: 'de-DE',
  distance: 'nm',
  length: 'ft',
  area: 'ha',
};

afterEach(() => setDisplayFormat(defaultDisplayFormat));

const row = {
  analytic: 'LargeVesselDetection',
  confidence: 0.934,
  properties: { length_m: 100, speed_kn: 12.345 },
  review: null,
} as unknown as DetectionRow;
const view = { center: [0, 0], resolution: 1.2, rotation: 0, width: 800, height: 600 } as const;

describe('every formatter follows the settings', () => {
  test.each<[name: string, format: () => string, inDefault: string, inGerman: string]>([
    ['count', () => formatCount(99_362), '99,362', '99.362'],
    ['quantity', () => formatQuantity(2_000, 'record'), '2,000 records', '2.000 records'],
    ['shown', () => formatShown(99_362, 151_577), '99,362 of 151,577', '99.362 of 151.577'],
    ['rate', () => formatRate(4.25), '4.3', '4,3'],
    ['decimals', () => formatDecimals(0.5, 2), '0.50', '0,50'],
    ['number', () => formatNumber(1234.56, 1), '1,234.6', '1.234,6'],
    ['significant', () => formatSignificant(0.012_345, 3), '0.0123', '0,0123'],
    ['plain number', () => formatPlainNumber(1234.5), '1234.5', '1234,5'],
    ['angle', () => formatAngle(31.44), '31.4°', '31,4°'],
    ['scale', () => formatScale(1_234_567), '1,230,000', '1.230.000'],
    ['bytes', () => formatBytes(13_240), '13.2 kB', '13,2 kB'],
    ['distance', () => formatMetres(18_520), '18.52 km', '10,00 nm'],
    ['length', () => formatObjectLength(100), '100 m', '328,1 ft'],
    ['area', () => formatSquareMetres(1_840_000), '1.84 km²', '184 ha'],
    ['speed', () => formatMeasure.speed(12.3), '12.3 kn', '12,3 kn'],
    ['confidence', () => formatMeasure.confidence(0.9), '0.90', '0,90'],
    ['time', () => formatTime('2026-11-18T21:14:07Z'), '2026-11-18 21:14:07Z', '18.11.2026, 21:14:07 UTC'],
    ['scale bar', () => scaleBarOf(view, 'nm', 200).label, '0.1 nm', '0,1 nm'],
    ['label of a length', () => labelText(row, 'length'), '100 m', '328 ft'],
    ['label of a speed', () => labelText(row, 'speed'), '12.345 kn', '12,345 kn'],
    ['label of a confidence', () => labelText(row, 'confidence'), '0.93', '0,93'],
    ['property in meters', () => formatFieldNumber('property:width_m', 10), '10 m', '32,8 ft'],
    ['latency', () => formatFieldNumber('upload_latency', 34 / 3600), '34 s', '34 s'],
    [
      'long latency',
      () => formatFieldNumber('fetch_latency', 3.7207605555555556),
      '3 h 43 min',
      '3 h 43 min',
    ],
    ['property in hours', () => formatFieldNumber('property:age_hours', 26.5), '1 d 2 h', '1 d 2 h'],
    ['course', () => formatFieldNumber('property:aisCourse', 244.6), '245°', '245°'],
    ['course in degrees', () => formatFieldNumber('property:course_deg', 7), '007°', '007°'],
    ['share', () => formatFieldNumber('property:cloud_percent', 12.5), '12.5%', '12,5%'],
    ['number', () => formatFieldNumber('property:score_b', 0.123456789), '0.123457', '0,123457'],
    ['heading', () => formatFieldNumber('heading', 44.6), '045°', '045°'],
    ['incidence angle', () => formatFieldNumber('incidence', 31.5), '31.5°', '31,5°'],
  ])('%s', (_, format, inDefault, inGerman) => {
    expect(format()).toBe(inDefault);
    setDisplayFormat(german);
    expect(format()).toBe(inGerman);
  });

  test('times are local where they are chosen so, and state their zone', () => {
    expect(timeHeading('Collected')).toBe('Collected (UTC)');
    setDisplayFormat({ ...german, times: 'local' });
    expect(timeHeading('Collected')).toBe('Collected');
    expect(formatTime('2026-11-18T21:14:07Z')).toMatch(/^\d\d\.11\.2026, \d\d:\d\d:07 GMT/);
  });
});

/** Numbers that are no text of the page: positions to copy, input fields, shaders, axes that are parsed again. */
const others = [
  'renderer/features/areas/read-typed-area.ts',
  'renderer/features/results/filter/use-completion.ts',
  'renderer/features/table/detection-columns.tsx',
  'renderer/map/detections/detection-shaders.ts',
  'renderer/map/label-text.ts',
];

test('no text of the page is made from a number without the settings', () => {
  const folder = inProject('renderer');
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /\.toFixed\(|toLocaleString\('en/.test(readFileSync(path.join(folder, file), 'utf8')))
    .map((file) => `renderer/${file}`)
    .filter((file) => !others.includes(file));
  expect(found).toEqual([]);
});
