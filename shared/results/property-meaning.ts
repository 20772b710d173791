/**
 * Well-known values of a feature's properties. The results document names only `sarChipIdentifier`, so other properties
 * are recognized by common names; null without a property of such a name with a sensible value.
 */
export type PropertyMeaning = {
  /** 0…1. */
  readonly confidence: number | null;
  readonly lengthMetres: number | null;
  readonly widthMetres: number | null;
  /** Degrees clockwise from North, 0 ≤ heading < 360. */
  readonly headingDegrees: number | null;
  /** `sensorDataIndex` of the sensor that the feature traces back to. */
  readonly sensorDataIndex: number | null;
  /** Name of the analytic that found it, where the record has several. */
  readonly analytic: string | null;
};

type Meaning = keyof PropertyMeaning;

/** The meaning of a property name, and the factor for its number. */
type Reading = { readonly meaning: Meaning; readonly factor: number };

const metreUnits = { '': 1, m: 1, metre: 1, metres: 1, meter: 1, meters: 1, ft: 0.3048, feet: 0.3048 };
const degreeUnits = { '': 1, deg: 1, degs: 1, degree: 1, degrees: 1 };
const fractionUnits = { '': 1, percent: 0.01, pct: 0.01 };
const noUnit = { '': 1 };

/** Names without case and separators; each may end in one of the units. */
const commonNames: readonly [Meaning, Readonly<Record<string, number>>, readonly string[]][] = [
  [
    'confidence',
    fractionUnits,
    [
      'confidence',
      'conf',
      'confidencescore',
      'detectionconfidence',
      'score',
      'detectionscore',
      'probability',
    ],
  ],
  [
    'lengthMetres',
    metreUnits,
    [
      'length',
      'vessellength',
      'shiplength',
      'aircraftlength',
      'objectlength',
      'detectionlength',
      'estimatedlength',
    ],
  ],
  [
    'widthMetres',
    metreUnits,
    ['width', 'beam', 'vesselwidth', 'shipwidth', 'aircraftwidth', 'objectwidth', 'estimatedwidth'],
  ],
  [
    'headingDegrees',
    degreeUnits,
    ['heading', 'vesselheading', 'shipheading', 'trueheading', 'estimatedheading'],
  ],
  ['sensorDataIndex', noUnit, ['sensordataindex', 'sensorindex']],
  ['analytic', noUnit, ['analytic', 'analyticname', 'processorname']],
];

const readings: ReadonlyMap<string, Reading> = new Map(
  commonNames.flatMap(([meaning, units, names]) =>
    names.flatMap((name) =>
      Object.entries(units).map(([unit, factor]): [string, Reading] => [name + unit, { meaning, factor }]),
    ),
  ),
);

/** Cache of readings by original name; null for an unknown name. */
const readingsByName = new Map<string, Reading | null>();
const maxCachedNames = 5000;

function readingOf(name: string): Reading | null {
  const known = readingsByName.get(name);
  if (known !== undefined) return known;
  const reading = readings.get(name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()) ?? null;
  if (readingsByName.size >= maxCachedNames) readingsByName.clear();
  readingsByName.set(name, reading);
  return reading;
}

/** Whether a property of this name holds a heading in degrees clockwise from North. */
export function isHeadingName(name: string): boolean {
  return readingOf(name)?.meaning === 'headingDegrees';
}

/** The most recent names by position: most features have the same names in the same order. */
const recentNames: string[] = [];
const recentReadings: (Reading | null)[] = [];
const maxRecentNames = 50;

/**
 * Reads the values of properties with common names, regardless of case and separators (`length_m`, `LengthM`,
 * `LENGTH`).
 *
 * The first property with a sensible value counts. Numbers may be written as text. Lengths in feet are converted. A
 * confidence up to 1 is a fraction, one above 1 and up to 100 a percentage, unless its name contains percent: then it is
 * one in any case. 360 is added to a negative heading. A value out of range is ignored.
 */
export function readPropertyMeaning(properties: Readonly<Record<string, unknown>>): PropertyMeaning {
  const found: { -readonly [Key in Meaning]: PropertyMeaning[Key] } = {
    confidence: null,
    lengthMetres: null,
    widthMetres: null,
    headingDegrees: null,
    sensorDataIndex: null,
    analytic: null,
  };
  let index = 0;
  for (const name in properties) {
    if (recentNames[index] !== name) {
      recentReadings[index] = readingOf(name);
      recentNames[index] = name;
    }
    const reading = recentReadings[index];
    index = Math.min(index + 1, maxRecentNames);
    if (!reading || found[reading.meaning] !== null || !Object.hasOwn(properties, name)) continue;
    const value = properties[name];
    if (reading.meaning === 'analytic') found.analytic = toName(value);
    else found[reading.meaning] = toQuantity(reading.meaning, toNumber(value), reading.factor);
  }
  return found;
}

function toName(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  const isDecimal = typeof value === 'string' && /^\s*[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(value);
  return isDecimal ? Number(value) : Number.NaN;
}

function toQuantity(meaning: Exclude<Meaning, 'analytic'>, value: number, factor: number): number | null {
  if (!Number.isFinite(value)) return null;
  switch (meaning) {
    case 'confidence':
      return toFraction(value, factor !== 1);
    case 'lengthMetres':
    case 'widthMetres':
      return value > 0 ? value * factor : null;
    case 'headingDegrees':
      return value >= -360 && value <= 360 ? (value + 360) % 360 : null;
    case 'sensorDataIndex':
      return value;
  }
}

function toFraction(value: number, isPercentage: boolean): number | null {
  if (value < 0 || value > 100) return null;
  return isPercentage || value > 1 ? value / 100 : value;
}
