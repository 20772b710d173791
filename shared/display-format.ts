/** Display of values on the page. Exports, the command line and the main process always use the default. */
export type DisplayFormat = {
  /** A BCP 47 tag for numbers and dates; `iso`: numbers as in American English, dates as in ISO 8601. */
  readonly language: DisplayLanguage;
  /** Unit of distances on the ground. */
  readonly distance: DistanceUnit;
  /** Unit of lengths of objects. */
  readonly length: ObjectLengthUnit;
  readonly area: AreaUnit;
  /** Times in UTC, or in the time zone of this computer. */
  readonly times: 'utc' | 'local';
  readonly notation: DisplayNotation;
};

export const displayLanguages = ['iso', 'en-US', 'en-GB', 'de-DE', 'fr-FR'] as const;
export type DisplayLanguage = (typeof displayLanguages)[number];

export const distanceUnits = ['km', 'nm', 'mi'] as const;
export type DistanceUnit = (typeof distanceUnits)[number];

export const objectLengthUnits = ['m', 'ft'] as const;
export type ObjectLengthUnit = (typeof objectLengthUnits)[number];

export const areaUnits = ['km²', 'ha', 'nm²', 'mi²'] as const;
export type AreaUnit = (typeof areaUnits)[number];

export const displayNotations = ['decimal', 'dms', 'dm', 'mgrs', 'utm'] as const;
export type DisplayNotation = (typeof displayNotations)[number];

export const defaultDisplayFormat: DisplayFormat = {
  language: 'iso',
  distance: 'km',
  length: 'm',
  area: 'km²',
  times: 'utc',
  notation: 'decimal',
};

/** Metres of a unit, by definition. */
export const metresPerUnit = { km: 1000, nm: 1852, mi: 1609.344, m: 1, ft: 0.3048 } as const;

/** Square metres of a unit. */
export const squareMetresPerUnit: Readonly<Record<AreaUnit, number>> = {
  'km²': 1e6,
  ha: 1e4,
  'nm²': 1852 ** 2,
  'mi²': 1609.344 ** 2,
};

let current = defaultDisplayFormat;

/** The format in use, which every formatter reads. */
export function displayFormat(): DisplayFormat {
  return current;
}

/** Sets the format in use; only the page does, which then renders again. */
export function setDisplayFormat(format: DisplayFormat): void {
  current = format;
}

/** The tag of the language for numbers. */
export function numberLanguage(): string {
  return current.language === 'iso' ? 'en-US' : current.language;
}

/** A number in the language in use, with exactly this many decimals. */
export function formatDecimals(value: number, decimals: number): string {
  return value.toLocaleString(numberLanguage(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}
