import { describe, expect, it } from 'vitest';
import { toPropertyRows } from '../../../../../renderer/features/inspector/property-rows.ts';

describe('toPropertyRows', () => {
  it('puts what it understands first, with units, and names the property it came from', () => {
    const rows = toPropertyRows({
      sarChipIdentifier: 'V-20934',
      confidence: 0.94,
      heading: 41,
      length_m: 187.04,
    });
    expect(rows.map(({ label, text, tip }) => [label, text, tip])).toEqual([
      ['Length', '187 m', 'length_m: 187.04'],
      ['Heading', '041°', 'heading: 41'],
      ['Confidence', '0.94', 'confidence'],
      ['SAR chip identifier', 'V-20934', 'sarChipIdentifier'],
    ]);
    expect(rows.map(({ kind }) => kind)).toEqual(['lengthMetres', 'headingDegrees', 'confidence', undefined]);
  });

  it('rounds a confidence as the table does, and a direction just below north to 000°', () => {
    const rows = toPropertyRows({ confidence: 0.725, heading: 359.6 });
    expect(rows.map(({ text }) => text)).toEqual(['000°', '0.73']);
  });

  it('shows a second property of the same meaning, and one without a sensible value, as it came', () => {
    const rows = toPropertyRows({ length: 10, vessel_length: 12, heading: 999 });
    expect(rows.map(({ label, text }) => [label, text])).toEqual([
      ['Length', '10 m'],
      ['Vessel length', '12'],
      ['Heading', '999'],
    ]);
  });

  it('shows nested values as JSON and nothing as null, and drops no property', () => {
    const rows = toPropertyRows({ AIS: { mmsi: 1 }, note: null, flags: [], ok: false, zero: 0, blank: '' });
    expect(rows).toHaveLength(6);
    expect(rows[0]).toMatchObject({ text: '{\n  "mmsi": 1\n}', isNested: true });
    expect(rows.slice(1).map(({ text }) => text)).toEqual([null, '[]', 'false', '0', '']);
  });

  it('leaves text that looks like markup alone', () => {
    expect(toPropertyRows({ note: '<img src=x>' })[0]?.text).toBe('<img src=x>');
  });

  it('groups by family, and shows what AIS states under its own name', () => {
    const rows = toPropertyRows({
      sarLengthMeters: 90,
      aisLengthMeters: 120,
      classificationDetails: [
        { label: 'cargo', probability: 0.71 },
        { label: 'tanker', probability: 0.22 },
      ],
    });
    expect(rows.map(({ label, text, family }) => [label, text, family])).toEqual([
      ['Length (SAR length)', '90 m', 'sar'],
      ['AIS length', '120 m', 'ais'],
      ['Classification details', 'cargo 0.71, tanker 0.22', 'classification'],
    ]);
  });

  it.each([
    ['aisSpeedKnots', 5, 'AIS speed', '5.0 kn'],
    ['aisSpeedKts', 102.3, 'AIS speed', 'not stated'],
    ['aisLength', 0, 'AIS length', 'not stated'],
    ['aisLengthM', '0', 'AIS length', 'not stated'],
    ['aisLength', 1022, 'AIS length', 'not stated'],
    ['aisCourse', 123.4, 'AIS course', '123°'],
    ['aisCourse', 360, 'AIS course', 'not stated'],
    ['aisHeadingDeg', 511, 'AIS heading', 'not stated'],
    ['aisMmsi', 0, 'AIS MMSI', 'not stated'],
    ['aisAgeHours', 3.7207605555555556, 'AIS age', '3 h 43 min'],
    ['rollDeg', 12, 'Roll', '12°'],
    ['driftCourse', 87.25, 'Drift course', '087°'],
    ['contrast', 0.7234567890123, 'Contrast', '0.723457'],
    ['count', 0, 'Count', '0'],
  ])('%s of %s is “%s: %s”', (name, value, label, text) => {
    expect(toPropertyRows({ [name]: value }).map((row) => [row.label, row.text])).toEqual([[label, text]]);
  });
});
