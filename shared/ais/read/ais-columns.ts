import type { AisTimeForm } from './report-times.ts';

/** Meanings of a column of a file of reports. */
export const aisColumnMeanings = [
  'identifier',
  'time',
  'date',
  'longitude',
  'latitude',
  'speed',
  'course',
  'heading',
  'name',
  'imo',
  'callSign',
  'type',
  'transponder',
  'length',
  'width',
  'toBow',
  'toStern',
  'toPort',
  'toStarboard',
  // Positions in one column, and the letters of coordinates in columns of their own.
  'latitudeLongitude',
  'longitudeLatitude',
  'northSouth',
  'eastWest',
  // Parts of a time.
  'year',
  'month',
  'day',
  'hour',
  'minute',
  'second',
] as const;
export type AisField = (typeof aisColumnMeanings)[number];

/** Without these a row is no report. */
export const requiredAisFields = ['identifier', 'time', 'longitude', 'latitude'] as const;

/** Units of speeds; `tenths` are tenths of a knot, as in the messages. */
export const aisSpeedUnits = ['knots', 'tenths', 'meters-per-second', 'kilometers-per-hour'] as const;
export type AisSpeedUnit = (typeof aisSpeedUnits)[number];

/** Meaning of the columns of a file, by their indexes. */
export type AisMapping = {
  readonly columns: Readonly<Partial<Record<AisField, number>>>;
  /** Null where several are possible, and none was chosen. */
  readonly timeForm: AisTimeForm | null;
  readonly speedUnit: AisSpeedUnit;
};

export const aisPublishers = [
  'MarineCadastre',
  'Danish Maritime Authority',
  'exactEarth',
  'Spire',
  'VesselFinder',
] as const;
export type AisPublisher = (typeof aisPublishers)[number];

/** The order in which a publisher writes dates. */
export function orderOf(publisher: AisPublisher | null): AisTimeForm | null {
  if (publisher === 'Danish Maritime Authority') return 'day-first';
  return publisher === 'MarineCadastre' ? 'month-first' : null;
}

/** Meanings of the columns of which a time is made. */
export const timeFields: readonly AisField[] = [
  'time',
  'date',
  'year',
  'month',
  'day',
  'hour',
  'minute',
  'second',
];

/** The text of a time, whose date and whose parts may have columns of their own. */
export function timeTextOf(columns: AisMapping['columns'], row: readonly string[]): string {
  const { time, date, year, hour } = columns;
  if (date === undefined && year === undefined && hour === undefined)
    return time === undefined ? '' : (row[time] ?? '').trim();
  const cell = (index: number | undefined) => (index === undefined ? '' : (row[index] ?? '').trim());
  const ofDay = year === undefined ? cell(date) : joinParts(row, [year, columns.month, columns.day], '-');
  const ofClock =
    hour === undefined ? cell(time) : joinParts(row, [hour, columns.minute, columns.second], ':');
  return [ofDay, ofClock].filter((text) => text !== '').join(' ');
}

/** Cells such as `9`, `31` and `5.0` in two digits. */
function joinParts(
  row: readonly string[],
  columns: readonly (number | undefined)[],
  separator: string,
): string {
  const cells = columns.flatMap((index) => (index === undefined ? [] : [(row[index] ?? '').trim()]));
  if (cells.every((cell) => cell === '')) return '';
  return cells.map((cell) => cell.replace(/[.,]0+$/, '').replace(/^\d(?!\d)/, '0$&')).join(separator);
}

/** The indexes of the columns of which the text of a time is made. */
export function timeColumns({ columns }: Pick<AisMapping, 'columns'>): readonly number[] {
  return timeFields.flatMap((field) => columns[field] ?? []);
}

/** Required fields that have no column. */
export function missingFields({ columns }: AisMapping): readonly AisField[] {
  const hasPosition = columns.latitudeLongitude !== undefined || columns.longitudeLatitude !== undefined;
  const hasTime = columns.hour !== undefined && (columns.year !== undefined || columns.date !== undefined);
  return requiredAisFields.filter((field) => {
    if (columns[field] !== undefined) return false;
    if (field === 'time') return !hasTime;
    return field === 'identifier' || !hasPosition;
  });
}
