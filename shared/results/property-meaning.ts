import { normalizeDirection } from '../geo/directions.ts';
import { memoizeByNames } from '../memoize-by-names.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import { wordsOf } from './property-label.ts';

/**
 * Statements of a feature's properties about a detection. The service documents only `sarChipIdentifier`, so other
 * properties are recognized by the words of their names; null without such a property with a sensible value.
 */
export type PropertyMeaning = {
  /** 0…1. */
  readonly confidence: number | null;
  readonly lengthMetres: number | null;
  readonly widthMetres: number | null;
  /** Degrees clockwise from North, 0 ≤ heading < 360. */
  readonly headingDegrees: number | null;
  readonly speedKnots: number | null;
  readonly areaSquareMetres: number | null;
  readonly className: string | null;
  readonly vesselName: string | null;
  /** Nine digits. */
  readonly mmsi: string | null;
  /** Seven digits. */
  readonly imo: string | null;
  /** `sensorDataIndex` of the sensor that the feature traces back to. */
  readonly sensorDataIndex: number | null;
  /** Name of the analytic that found it, where the record has several. */
  readonly analytic: string | null;
};

export type Meaning = keyof PropertyMeaning;

type MeaningOf<Value> = {
  [Key in Meaning]: PropertyMeaning[Key] extends Value | null ? Key : never;
}[Meaning];

/** Prefixes of property names that group them, in the order in which their values count. */
export const propertyFamilies = ['sar', 'rf', 'change', 'classification', 'sts', 'ais'] as const;
export type PropertyFamily = (typeof propertyFamilies)[number];

/** The family that the first word of a name states; null for a name without one, or with nothing after it. */
export function familyOf(name: string): PropertyFamily | null {
  const [first, ...others] = wordsOf(name);
  return others.length === 0 ? null : (propertyFamilies.find((family) => family === first) ?? null);
}

/** Reading of a property. */
export type Reading = {
  readonly meaning: Meaning;
  /** The factor of its number; null when its unit is not known. */
  readonly factor: number | null;
  /** The property of the lowest rank counts; null for one that states nothing about the detection itself. */
  readonly rank: number | null;
};

type Rule = {
  readonly meaning: Meaning;
  /** Words without separators, in the order in which they count. */
  readonly words: readonly string[];
  /** Factors by the unit that ends the name; `''` for a name without a unit, which has none if absent. */
  readonly units: Readonly<Record<string, number>>;
  /** Families whose properties state it about the detection; those of other families have a meaning only there. */
  readonly counts: readonly PropertyFamily[];
};

const image: readonly PropertyFamily[] = ['sar', 'rf', 'change'];
const metreUnits = {
  '': 1,
  m: 1,
  metre: 1,
  metres: 1,
  meter: 1,
  meters: 1,
  km: 1000,
  ft: 0.3048,
  feet: 0.3048,
};
/** Readings of properties by the words of their names. */
export const meaningRules: readonly Rule[] = [
  {
    meaning: 'confidence',
    words: ['confidence', 'conf', 'confidencescore', 'score', 'probability'],
    units: { '': 1, percent: 0.01, pct: 0.01 },
    counts: image,
  },
  { meaning: 'lengthMetres', words: ['length', 'lengthoverall', 'loa'], units: metreUnits, counts: image },
  { meaning: 'widthMetres', words: ['beam', 'width', 'breadth'], units: metreUnits, counts: image },
  {
    meaning: 'headingDegrees',
    words: ['heading'],
    units: { '': 1, deg: 1, degs: 1, degree: 1, degrees: 1 },
    counts: image,
  },
  {
    meaning: 'speedKnots',
    words: ['speed', 'sog', 'speedoverground'],
    // 1 kn is 1852 m/h (SI brochure, 9th edition, table 8, note).
    units: { kn: 1, kt: 1, kts: 1, knot: 1, knots: 1, mps: 3600 / 1852, kmh: 1000 / 1852, kph: 1000 / 1852 },
    counts: image,
  },
  {
    meaning: 'areaSquareMetres',
    words: ['area'],
    units: { '': 1, m2: 1, sqm: 1, squaremeters: 1, squaremetres: 1, km2: 1e6, sqkm: 1e6, ha: 1e4 },
    counts: image,
  },
  {
    meaning: 'className',
    words: ['class', 'classname', 'classlabel', 'classification'],
    units: { '': 1 },
    counts: ['classification', ...image],
  },
  { meaning: 'vesselName', words: ['name'], units: { '': 1 }, counts: ['sar', 'sts', 'ais'] },
  { meaning: 'mmsi', words: ['mmsi', 'mmsinumber'], units: { '': 1 }, counts: ['sar', 'ais'] },
  { meaning: 'imo', words: ['imo', 'imonumber'], units: { '': 1 }, counts: ['sar', 'ais'] },
  { meaning: 'sensorDataIndex', words: ['sensordataindex', 'sensorindex'], units: { '': 1 }, counts: [] },
  {
    meaning: 'analytic',
    words: ['analytic', 'analyticname', 'processorname'],
    units: { '': 1 },
    counts: [],
  },
];

const qualifiers =
  /^(?:vessel|ship|aircraft|vehicle|object|target|detection|detected|estimated|measured|true)+/;
const familyPrefix = new RegExp(`^(${propertyFamilies.join('|')})(?=.)`);

/** Readings by what is left of a name without family and qualifiers. */
type NameReading = { readonly rule: Rule; readonly order: number; readonly factor: number | null };

const readings = new Map(
  meaningRules.flatMap((rule) =>
    rule.words.flatMap((word, order): (readonly [string, NameReading])[] => [
      ...Object.entries(rule.units).map(([unit, factor]) => [word + unit, { rule, order, factor }] as const),
      ...('' in rule.units ? [] : [[word, { rule, order, factor: null }] as const]),
    ]),
  ),
);

/** Cache of readings by original name; null for an unknown name. */
const readingsByName = new Map<string, Reading | null>();
const maxCachedNames = 5000;

/** The reading of a property by its name; null when its meaning is not known. */
export function readingOf(name: string): Reading | null {
  const known = readingsByName.get(name);
  if (known !== undefined) return known;
  const reading = readName(name.replace(/[^A-Za-z0-9]/g, '').toLowerCase());
  if (readingsByName.size >= maxCachedNames) readingsByName.clear();
  readingsByName.set(name, reading);
  return reading;
}

/** Reads a name without case and separators. */
function readName(name: string): Reading | null {
  const whole = readings.get(name);
  if (whole) return { meaning: whole.rule.meaning, factor: whole.factor, rank: whole.order };
  const prefix = familyPrefix.exec(name)?.[1];
  const family = propertyFamilies.find((each) => each === prefix);
  const rest = family ? name.slice(family.length) : name;
  const core = rest.replace(qualifiers, '');
  const found = readings.get(core) ?? readings.get(rest);
  if (!found) return readTypeName(name);
  const { rule, order, factor } = found;
  // These are not about the object, so nothing precedes their names.
  if (rule.counts.length === 0) return null;
  const familyRank = family ? 1 + rule.counts.indexOf(family) : 0;
  const counts = !family || rule.counts.includes(family);
  return {
    meaning: rule.meaning,
    factor,
    rank: counts ? 100 * familyRank + (core === rest ? 0 : 10) + order : null,
  };
}

/** `vesselType` is a class, `type` alone may be anything. */
function readTypeName(name: string): Reading | null {
  const isClass = /^(?:sar|classification)?(?:vessel|ship|aircraft|vehicle|object|target)type$/.test(name);
  return isClass ? { meaning: 'className', factor: 1, rank: 90 } : null;
}

/** The meaning of a property's name, whether it counts or not; null when it is not known. */
export function meaningOfName(name: string, corrected?: CorrectedReadings): Meaning | null {
  return readingIn(name, corrected)?.meaning ?? null;
}

function readingIn(name: string, corrected?: CorrectedReadings): Reading | null {
  const correction = corrected?.get(name);
  return correction === undefined ? readingOf(name) : correction;
}

/** A value and the property that states it. */
export type StatedMeaning = { readonly name: string; readonly value: number | string };

/** Readings of properties that the user has corrected, by name; null for one that states nothing. */
export type CorrectedReadings = ReadonlyMap<string, Reading | null>;

type CountingReading = Reading & { readonly name: string; readonly rank: number };

const noCorrections: CorrectedReadings = new Map();

/** The readings of each meaning of properties with the same names, the one that counts first. */
const readingsOf = memoizeByObject((corrected: CorrectedReadings) =>
  memoizeByNames((names) => {
    const counting = names.flatMap((name): readonly CountingReading[] => {
      const reading = readingIn(name, corrected);
      return reading === null || reading.rank === null ? [] : [{ ...reading, name, rank: reading.rank }];
    });
    counting.sort((one, other) => one.rank - other.rank || (one.name > other.name ? -1 : 1));
    return Object.groupBy(counting, ({ meaning }) => meaning);
  }),
);

/**
 * Finds the property that counts for each meaning, regardless of case and separators (`length_m`, `sarLengthM`,
 * `LENGTH`), and its value.
 *
 * Of several the one without a family counts, then that of the image; what AIS states is never a measurement of the
 * detection. Of equal ones the last in the order of code units counts, so that `length` precedes `LENGTH`, whatever
 * their order in the record. Numbers may be written as text; they are converted by the unit in the name. A confidence up
 * to 1 is a fraction, one above 1 and up to 100 a percentage, unless its name contains percent: then it is one in any
 * case. 360 is added to a negative heading. A value out of range is ignored. A correction replaces what the name states.
 */
export function findMeanings(
  properties: Readonly<Record<string, unknown>>,
  corrected = noCorrections,
): Readonly<Partial<Record<Meaning, StatedMeaning>>> {
  const found: Partial<Record<Meaning, StatedMeaning>> = {};
  for (const readings of Object.values(readingsOf(corrected)(properties))) {
    const stated = findStated(readings, properties);
    if (stated) found[stated.meaning] = { name: stated.name, value: stated.value };
  }
  return found;
}

function findStated(readings: readonly CountingReading[], properties: Readonly<Record<string, unknown>>) {
  for (const reading of readings) {
    const value = readValue(reading, properties[reading.name]);
    if (value !== null) return { meaning: reading.meaning, name: reading.name, value };
  }
  return undefined;
}

function findMeaning(
  properties: Readonly<Record<string, unknown>>,
  meaning: Meaning,
): StatedMeaning | undefined {
  const readings = readingsOf(noCorrections)(properties)[meaning];
  return readings && findStated(readings, properties);
}

/** The value of the property that counts for a meaning; null without one. */
export function readNumber(
  properties: Readonly<Record<string, unknown>>,
  meaning: MeaningOf<number>,
): number | null {
  return numberOf(findMeaning(properties, meaning));
}

/** The text of the property that counts for a meaning; null without one. */
export function readText(
  properties: Readonly<Record<string, unknown>>,
  meaning: MeaningOf<string>,
): string | null {
  return textOf(findMeaning(properties, meaning));
}

/** The values of the properties that `findMeanings` finds. */
export function readPropertyMeaning(properties: Readonly<Record<string, unknown>>): PropertyMeaning {
  const found = findMeanings(properties);
  return {
    confidence: numberOf(found.confidence),
    lengthMetres: numberOf(found.lengthMetres),
    widthMetres: numberOf(found.widthMetres),
    headingDegrees: numberOf(found.headingDegrees),
    speedKnots: numberOf(found.speedKnots),
    areaSquareMetres: numberOf(found.areaSquareMetres),
    className: textOf(found.className),
    vesselName: textOf(found.vesselName),
    mmsi: textOf(found.mmsi),
    imo: textOf(found.imo),
    sensorDataIndex: numberOf(found.sensorDataIndex),
    analytic: textOf(found.analytic),
  };
}

/** The units of the values of a meaning as names end with them, and what a value is multiplied by; `''` is no unit. */
export function unitsOf(meaning: Meaning): Readonly<Record<string, number>> {
  return meaningRules.find((rule) => rule.meaning === meaning)?.units ?? {};
}

/** The value of one property by the meaning that it has; null when it has none, or no sensible value. */
export function readProperty(
  name: string,
  value: unknown,
  corrected?: CorrectedReadings,
): { readonly meaning: Meaning; readonly value: number | string } | null {
  const reading = readingIn(name, corrected);
  const read = reading && readValue(reading, value);
  return reading && read !== null ? { meaning: reading.meaning, value: read } : null;
}

function numberOf(stated: StatedMeaning | undefined): number | null {
  return typeof stated?.value === 'number' ? stated.value : null;
}

function textOf(stated: StatedMeaning | undefined): string | null {
  return typeof stated?.value === 'string' ? stated.value : null;
}

/** The value of a property that is read in this manner; null without a sensible one. */
export function readValue({ meaning, factor }: Reading, value: unknown): number | string | null {
  switch (meaning) {
    case 'analytic':
    case 'className':
    case 'vesselName':
      return typeof value === 'string' && value.trim() !== '' ? value : null;
    case 'mmsi':
      return digitsOf(value, /^\s*(\d{9})\s*$/);
    case 'imo':
      return digitsOf(value, /^\s*(?:imo)?\s*(\d{7})\s*$/i);
    default:
      return factor === null ? null : toQuantity(meaning, toNumber(value), factor);
  }
}

function digitsOf(value: unknown, form: RegExp): string | null {
  return typeof value === 'string' || typeof value === 'number'
    ? (form.exec(String(value))?.[1] ?? null)
    : null;
}

/** The number that a JSON number or a text of digits states; NaN for anything else. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  const isDecimal = typeof value === 'string' && /^\s*[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(value);
  return isDecimal ? Number(value) : Number.NaN;
}

function toQuantity(meaning: MeaningOf<number>, value: number, factor: number): number | null {
  if (!Number.isFinite(value)) return null;
  switch (meaning) {
    case 'confidence':
      return toFraction(value, factor !== 1);
    case 'lengthMetres':
    case 'widthMetres':
    case 'areaSquareMetres':
      return value > 0 ? value * factor : null;
    case 'speedKnots':
      return value >= 0 ? value * factor : null;
    case 'headingDegrees':
      return value >= -360 && value <= 360 ? normalizeDirection(value) : null;
    case 'sensorDataIndex':
      return value;
  }
}

function toFraction(value: number, isPercentage: boolean): number | null {
  if (value < 0 || value > 100) return null;
  return isPercentage || value > 1 ? value / 100 : value;
}
