import { describe, expect, test } from 'vitest';
import { chipRegionSegment } from '../../../../electron/core/service/service-client.ts';
import { analyticColor } from '../../../../shared/results/analytic-symbol.ts';
import { analyticDisplayName, analytics, describeAnalytics } from '../../../../shared/results/analytics.ts';
import { humanizePropertyName } from '../../../../shared/results/property-label.ts';
import { type PropertyMeaning, readPropertyMeaning } from '../../../../shared/results/property-meaning.ts';

const nothing: PropertyMeaning = {
  confidence: null,
  lengthMetres: null,
  widthMetres: null,
  headingDegrees: null,
  speedKnots: null,
  areaSquareMetres: null,
  className: null,
  vesselName: null,
  mmsi: null,
  imo: null,
  sensorDataIndex: null,
  analytic: null,
};

describe('readMeaning', () => {
  const cases: [Record<string, unknown>, Partial<PropertyMeaning>][] = [
    [{}, {}],
    [{ length: 187 }, { lengthMetres: 187 }],
    [{ length_m: 187.5 }, { lengthMetres: 187.5 }],
    [{ LENGTH_METERS: 187 }, { lengthMetres: 187 }],
    [{ 'Vessel-Length': '187' }, { lengthMetres: 187 }],
    [{ lengthM: 187 }, { lengthMetres: 187 }],
    [{ lengthFt: 100 }, { lengthMetres: 30.48 }],
    [{ length: 0 }, {}],
    [{ length: -5 }, {}],
    [{ length: 'long' }, {}],
    [{ length: '' }, {}],
    [{ length: '0x10' }, {}],
    [{ length: null }, {}],
    [{ length: [187] }, {}],
    [{ length: Number.NaN }, {}],
    [{ length: null, vesselLength: 40 }, { lengthMetres: 40 }],
    [{ length: 12, vesselLength: 40 }, { lengthMetres: 12 }],
    [{ wavelength: 5.6, lengthiness: 3 }, {}],
    [{ beam: 32, width: 30 }, { widthMetres: 32 }],
    [{ heading: 305 }, { headingDegrees: 305 }],
    [{ heading_deg: -55 }, { headingDegrees: 305 }],
    [{ heading: 360 }, { headingDegrees: 0 }],
    [{ heading: 0 }, { headingDegrees: 0 }],
    // Unchanged to the last digit.
    [{ heading: 22.9 }, { headingDegrees: 22.9 }],
    [{ heading: 511 }, {}],
    [{ confidence: 0.94 }, { confidence: 0.94 }],
    [{ Confidence: 0 }, { confidence: 0 }],
    [{ confidence: 1 }, { confidence: 1 }],
    [{ confidence: 94 }, { confidence: 0.94 }],
    [{ confidence: 100 }, { confidence: 1 }],
    [{ confidencePercent: 1 }, { confidence: 0.01 }],
    [{ confidence_pct: 94 }, { confidence: 0.94 }],
    [{ confidence: 101 }, {}],
    [{ confidence: -0.1 }, {}],
    [{ confidence: 'high' }, {}],
    [{ score: '9.4e-1' }, { confidence: 0.94 }],
    [{ LENGTH: 12.5, Length: 10.5, length: 11.5 }, { lengthMetres: 11.5 }],
    [{ length: 11.5, LENGTH: 12.5, Length: 10.5 }, { lengthMetres: 11.5 }],
    [
      { sarLengthMeters: 90, sarWidthM: 20 },
      { lengthMetres: 90, widthMetres: 20 },
    ],
    [{ sar_length_m: 90, ais_length_m: 120, length: 91 }, { lengthMetres: 91 }],
    [{ aisLength: 120, aisHeadingDeg: 10, aisSpeedKts: 9 }, {}],
    [
      { sarHeadingDeg: -55, sarSpeedKts: 9.5 },
      { headingDegrees: 305, speedKnots: 9.5 },
    ],
    [{ speed: 9.5 }, {}],
    [{ sarConfidence: 0.9, classificationConfidence: 0.4 }, { confidence: 0.9 }],
    [{ classificationConfidence: 0.4, aisMatchConfidence: 0.5, lengthConfidence: 0.6 }, {}],
    [{ area: 9000, sarAreaKm2: 1 }, { areaSquareMetres: 9000 }],
    [
      { aisMmsi: 244660000, aisImo: 'IMO 9074729', aisName: 'EVER' },
      { mmsi: '244660000', imo: '9074729', vesselName: 'EVER' },
    ],
    [{ aisMmsi: 17, imo: '12' }, {}],
    [{ classificationClass: 'cargo' }, { className: 'cargo' }],
    [{ sensorDataIndex: '1' }, { sensorDataIndex: 1 }],
    [{ sensorDataIndex: 0 }, { sensorDataIndex: 0 }],
    [{ sensor_data_index: 2 }, { sensorDataIndex: 2 }],
    [{ analytic: 'SPEX' }, { analytic: 'SPEX' }],
    [{ processorName: ' ' }, {}],
    [{ analytic: 7 }, {}],
    [
      { sarChipIdentifier: 'a', length_m: 187, heading: 305, confidence: 0.94, type: 'cargo' },
      { lengthMetres: 187, headingDegrees: 305, confidence: 0.94 },
    ],
  ];
  test.each(cases)('%j', (properties, meaning) => {
    expect(readPropertyMeaning(properties)).toEqual({ ...nothing, ...meaning });
  });
  test('only own properties count', () => {
    expect(readPropertyMeaning(Object.create({ length: 5 }))).toEqual(nothing);
  });
});

describe('humanizePropertyName', () => {
  test.each([
    ['length_m', 'Length', 'm'],
    ['vesselLength_m', 'Vessel length', 'm'],
    ['lengthMetres', 'Length', 'm'],
    ['headingDegrees', 'Heading', '°'],
    ['confidence_pct', 'Confidence', '%'],
    ['speed-kn', 'Speed', 'kn'],
    ['area_km2', 'Area', 'km²'],
    ['sarChipIdentifier', 'SAR chip identifier', null],
    ['startTimeUTC', 'Start time UTC', null],
    ['SARMode', 'SAR mode', null],
    ['MMSI', 'MMSI', null],
    ['type', 'Type', null],
    ['m', 'M', null],
    ['длина_судна', 'Длина судна', null],
    ['___', '___', null],
    ['', '', null],
  ])('%j is %j in %j', (name, label, unit) => {
    expect(humanizePropertyName(name)).toEqual({ label, unit });
  });
});

describe('analytics', () => {
  test('known ones have specific names and colors', () => {
    const names = analytics.map(({ name }) => name);
    expect(new Set(names.map(analyticDisplayName)).size).toBe(names.length);
    expect(new Set(names.map((name) => analyticColor(name))).size).toBe(names.length);
    expect(analyticDisplayName('LargeVesselDetection')).toBe('Large vessel');
    expect(analyticColor('SmallVesselDetection')).toBe('#e2a037');
    expect(analyticColor('LargeVesselDetection')).toBe('#d85841');
  });
  test('unknown ones are shown unchanged', () => {
    expect(analyticDisplayName('TrainDetection')).toBe('TrainDetection');
    expect(analyticDisplayName('constructor')).toBe('constructor');
    expect(analyticDisplayName('SmallVesselDetection + TrainDetection')).toBe(
      'Small vessel + TrainDetection',
    );
  });
  test.each([
    [['SmallVesselDetection', 'LargeVesselDetection'], ['Ships']],
    [
      ['LargeVesselDetection', 'SmallVesselDetection', 'SmallVesselDetection + LargeVesselDetection'],
      ['Ships'],
    ],
    [['LargeVesselDetection'], ['Large vessel']],
    // A group of one is named as its analytic.
    [['AircraftDetection'], ['Aircraft']],
    [
      ['TrainDetection', 'SmallVesselDetection', 'LargeVesselDetection'],
      ['Ships', 'TrainDetection'],
    ],
    [[], []],
  ])('%j are named %j: whole groups by their titles', (names, described) => {
    expect(describeAnalytics(names)).toEqual(described);
  });
  test('unknown ones have a stable color that no known one has', () => {
    const known = new Set<string>(analytics.map(({ name }) => analyticColor(name)));
    const others = Array.from({ length: 200 }, (_, index) => analyticColor(`Analytic ${index}`));
    for (const color of others) {
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
      expect(known.has(color)).toBe(false);
    }
    expect(new Set(others).size).toBeGreaterThan(4);
    expect(analyticColor('Analytic 7')).toBe(analyticColor('Analytic 7'));
  });
  test('a chip region has a hyphen for each space', () => {
    expect(chipRegionSegment('Eastern Europe')).toBe('Eastern-Europe');
    expect(chipRegionSegment('A  b c')).toBe('A--b-c');
  });
});
