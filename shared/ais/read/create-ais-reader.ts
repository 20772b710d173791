import type { BoundingBox } from '../../geo/geometry.ts';
import { normalizeLongitude } from '../../geo/longitude.ts';
import { isEvenRow } from '../../parse-csv.ts';
import { toSavedText } from '../../printable-text.ts';
import { isUnitRow, readRowPosition, toPositionColumns } from '../../tables/position-columns.ts';
import { maxValueLength, readIdentifierDigits, readNumber } from '../../tables/read-number.ts';
import { type AisPosition, type AisStatic, mergeStatic, noStatic, statedMeters } from '../contact.ts';
import { cleanMotion, cleanReport, newFaultCounts, type ReportFault } from '../track.ts';
import {
  type AisField,
  type AisMapping,
  type AisSpeedUnit,
  requiredAisFields,
  timeTextOf,
} from './ais-columns.ts';
import { readAisTime } from './report-times.ts';

/** Summary of a file that was read. */
export type AisReadSummary = {
  readonly rows: number;
  /** Reports within reach of a pass. A row counts as one, for one fault, or in one of the next two numbers. */
  readonly accepted: number;
  readonly outOfReach: number;
  /** Rows without a position, which state what a ship is. */
  readonly staticOnly: number;
  readonly faults: Readonly<Record<ReportFault, number>>;
  /** Rows with an identifier that no ship has, which are not left out for it. */
  readonly oddIdentifiers: number;
  /** Rows whose identifier a spreadsheet has rounded, which are among those without one, with the first such text. */
  readonly rounded: { readonly rows: number; readonly first: string };
  /** Rows below the names that have units, and are no reports. */
  readonly unitRows: number;
  /** Rows with fewer cells than the heading, and with more, which are among the faults; the first three of each. */
  readonly short: CountedRows;
  readonly long: CountedRows;
  /** Rows that state a value which is no number or stands for “not available”, with the first such text. */
  readonly unknown: readonly { readonly field: AisField; readonly rows: number; readonly first: string }[];
  /** The first and last time of all reports, epoch milliseconds UTC; null without any. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** The narrowest box of all reports, `[west, south, east, north]`, west of ±180 first; null without any. */
  readonly bounds: BoundingBox | null;
  /** Rows with a cell that cannot be read, by their first such column; the first three of each. */
  readonly unreadable: readonly {
    readonly field: (typeof requiredAisFields)[number];
    readonly rows: number;
    readonly first: readonly { readonly row: number; readonly text: string }[];
  }[];
};

const knotsPer: Readonly<Record<AisSpeedUnit, number>> = {
  knots: 1,
  tenths: 0.1,
  'meters-per-second': 3600 / 1852,
  'kilometers-per-hour': 1 / 1.852,
};

/** Numbers of the first rows of several; the heading is row 1. */
type CountedRows = { readonly rows: number; readonly first: readonly number[] };

/** Units that cells may have behind their numbers, which change nothing. */
const cellUnits: Readonly<Partial<Record<AisField, RegExp>>> = {
  course: /\s*(?:°|deg(?:rees?)?)\s*T?$/i,
  heading: /\s*(?:°|deg(?:rees?)?)\s*T?$/i,
  length: /\s*m(?:et(?:er|re)s?)?$/i,
  width: /\s*m(?:et(?:er|re)s?)?$/i,
};
const cellSpeedUnits: Readonly<Record<AisSpeedUnit, RegExp>> = {
  knots: /\s*(?:kn|kts?|knots?)$/i,
  tenths: /$/,
  'meters-per-second': /\s*m\/s$/i,
  'kilometers-per-hour': /\s*km\/h$/i,
};

/** Above this a file has more contacts than there are transponders; further static data is left out. */
const maxContacts = 1_000_000;

/**
 * Reads rows of a file of reports one by one, by what its columns mean. `isDecimalComma` as in `;` separated files; rows with
 * more cells than the heading, if it is given, are no reports, since it is unknown which cell is too many. `onReport` has all
 * reports, in reach or not.
 */
export function createAisReader(
  mapping: AisMapping,
  isInReach: (timeMs: number, longitude: number, latitude: number) => boolean,
  isDecimalComma: boolean,
  heading?: readonly string[],
  onReport: (report: AisPosition) => void = () => undefined,
) {
  const { columns, timeForm, speedUnit } = mapping;
  const positionColumns = toPositionColumns(columns);
  const isPlainPosition = columns.northSouth === undefined && columns.eastWest === undefined;
  const rounded = { rows: 0, first: '' };
  let unitRows = 0;
  const [short, long] = [newCountedRows(), newCountedRows()];
  const faults = newFaultCounts();
  const statics = new Map<string, AisStatic>();
  let [rows, accepted, outOfReach, staticOnly, oddIdentifiers] = [0, 0, 0, 0, 0];
  const unknown = new Map<AisField, { rows: number; readonly first: string }>();
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const extent = createExtent();
  let lastTime = { text: '', timeMs: undefined as number | undefined };
  const textOf = (row: readonly string[], field: AisField) => {
    const index = columns[field];
    return index === undefined ? '' : (row[index] ?? '').trim();
  };
  const numberOf = (row: readonly string[], field: AisField): number | null => {
    const text = textOf(row, field);
    if (text === '' || text.length > maxValueLength) return null;
    const value = Number(text);
    if (Number.isFinite(value)) return value;
    const unit = field === 'speed' ? cellSpeedUnits[speedUnit] : cellUnits[field];
    const read = readNumber(unit ? text.replace(unit, '') : text, isDecimalComma);
    return Number.isFinite(read) ? read : null;
  };
  /** The position of a row; null where its cells are empty. */
  const positionOf = (row: readonly string[]): readonly [number, number] | null => {
    if (isPlainPosition && positionColumns?.kind === 'two') {
      const longitude = (row[positionColumns.longitude] ?? '').trim();
      const latitude = (row[positionColumns.latitude] ?? '').trim();
      const [x, y] = [Number(longitude), Number(latitude)];
      if (longitude !== '' && latitude !== '' && Number.isFinite(x) && Number.isFinite(y)) return [x, y];
    }
    return positionColumns ? readRowPosition(row, positionColumns) : [Number.NaN, Number.NaN];
  };
  const timeOf = (row: readonly string[]): number | undefined => {
    const text = timeTextOf(columns, row);
    // Files are sorted by time, so many rows have the same text.
    if (text !== lastTime.text)
      lastTime = { text, timeMs: timeForm === null ? undefined : readAisTime(text, timeForm) };
    return lastTime.timeMs;
  };
  const unreadable = new Map(requiredAisFields.map((field) => [field, { rows: 0, first: [] as FirstRow[] }]));
  /** The heading is row 1. */
  const countUnreadable = (field: (typeof requiredAisFields)[number], text: string) => {
    const counted = unreadable.get(field);
    if (!counted) return;
    counted.rows += 1;
    if (counted.first.length < 3) counted.first.push({ row: rows + 1, text });
  };
  const checkReadable = (
    row: readonly string[],
    timeMs: number | undefined,
    position: readonly [number, number],
  ) => {
    if (timeMs === undefined) return countUnreadable('time', timeTextOf(columns, row));
    const whole = columns.longitudeLatitude ?? columns.latitudeLongitude;
    // 181 and 91 stand for “not available” (ITU-R M.1371-5, table 48).
    for (const [at, field, letters, most] of [
      [0, 'longitude', 'eastWest', 360],
      [1, 'latitude', 'northSouth', 91],
    ] as const) {
      const text = whole === undefined ? textOf(row, field) : (row[whole] ?? '').trim();
      if (text === '' || Math.abs(position[at]) <= most) continue;
      return countUnreadable(field, `${text} ${textOf(row, letters)}`.trim());
    }
  };
  const countUnknown = (field: AisField, value: number | null, text: string) => {
    if (value !== null || text === '') return value;
    const counted = unknown.get(field);
    if (counted) counted.rows += 1;
    else unknown.set(field, { rows: 1, first: text });
    return value;
  };
  const meters = (row: readonly string[], field: 'length' | 'width', one: AisField, other: AisField) => {
    const [first, second] = [numberOf(row, one), numberOf(row, other)];
    const ofSides = first === null || second === null ? null : statedMeters(first + second);
    const sides = [textOf(row, one), textOf(row, other)];
    const text = textOf(row, field) || (sides.includes('') ? '' : sides.join(' + '));
    return countUnknown(field, statedMeters(numberOf(row, field)) ?? ofSides, text);
  };
  const motionOf = (row: readonly string[]) => {
    const speed = numberOf(row, 'speed');
    const motion = cleanMotion({
      speedKnots: speed === null ? null : speed * knotsPer[speedUnit],
      courseDegrees: numberOf(row, 'course'),
      headingDegrees: numberOf(row, 'heading'),
    });
    countUnknown('speed', motion.speedKnots, textOf(row, 'speed'));
    countUnknown('course', motion.courseDegrees, textOf(row, 'course'));
    countUnknown('heading', motion.headingDegrees, textOf(row, 'heading'));
    return motion;
  };
  const addStatic = (row: readonly string[], identifier: string, size: Size) => {
    const known = statics.get(identifier);
    if (known ? isComplete(known) : statics.size >= maxContacts) return;
    // What is known of a contact is read once: most rows repeat it.
    const textFrom = (field: 'name' | 'callSign' | 'type' | 'transponder') =>
      known?.[field] ?? nameOf(textOf(row, field));
    const stated: AisStatic = {
      name: textFrom('name'),
      imo: known?.imo ?? imoOf(textOf(row, 'imo')),
      callSign: textFrom('callSign'),
      type: textFrom('type'),
      transponder: textFrom('transponder'),
      ...size,
    };
    statics.set(identifier, known ? mergeStatic(known, stated) : stated);
  };
  return {
    /** The report of a row; undefined for one that is out of reach or none. */
    read(row: readonly string[]): AisPosition | undefined {
      rows += 1;
      if (rows === 1 && positionColumns && isUnitRow(row, positionColumns)) {
        unitRows += 1;
        return undefined;
      }
      if (heading && row.length !== heading.length && !isEvenRow(row, heading)) {
        const isLong = row.length > heading.length;
        countRow(isLong ? long : short, rows + 1);
        if (isLong) {
          faults.cells += 1;
          return undefined;
        }
      }
      const motion = motionOf(row);
      const size = {
        lengthMeters: meters(row, 'length', 'toBow', 'toStern'),
        widthMeters: meters(row, 'width', 'toPort', 'toStarboard'),
      };
      const identifier = identifierOf(textOf(row, 'identifier'));
      if (identifier === undefined || identifier === 'rounded') {
        faults.identifier += 1;
        if (identifier === 'rounded') countRounded(rounded, textOf(row, 'identifier'));
        else countUnreadable('identifier', textOf(row, 'identifier'));
        return undefined;
      }
      if (identifier.length !== 9) oddIdentifiers += 1;
      addStatic(row, identifier, size);
      const position = positionOf(row);
      if (position === null) {
        staticOnly += 1;
        return undefined;
      }
      const timeMs = timeOf(row);
      checkReadable(row, timeMs, position);
      const [longitude, latitude] = position;
      const report = cleanReport(
        {
          identifier,
          timeMs: timeMs ?? Number.NaN,
          longitude,
          latitude,
          ...motion,
        },
        faults,
      );
      if (!report) return undefined;
      fromMs = Math.min(fromMs, report.timeMs);
      toMs = Math.max(toMs, report.timeMs);
      extent.add(report.longitude, report.latitude);
      onReport(report);
      if (!isInReach(report.timeMs, report.longitude, report.latitude)) {
        outOfReach += 1;
        return undefined;
      }
      accepted += 1;
      return report;
    },
    /** Statements of the rows so far about a contact. */
    staticOf: (identifier: string) => statics.get(identifier) ?? noStatic,
    summary: () => ({
      rows,
      accepted,
      outOfReach,
      staticOnly,
      faults: { ...faults },
      oddIdentifiers,
      rounded: { ...rounded },
      unitRows,
      short,
      long,
      unknown: [...unknown].map(([field, counted]) => ({ field, ...counted })),
      fromMs: Number.isFinite(fromMs) ? fromMs : null,
      toMs: Number.isFinite(toMs) ? toMs : null,
      bounds: extent.bounds(),
      unreadable: [...unreadable].flatMap(([field, counted]) =>
        counted.rows === 0 ? [] : [{ field, ...counted }],
      ),
    }),
  };
}

/** The box of positions one by one: around ±180, or not, whichever is narrower. */
function createExtent() {
  let [south, north] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [west, east, westOf360, eastOf360] = [south, north, south, north];
  return {
    add(longitude: number, latitude: number): void {
      const of360 = longitude < 0 ? longitude + 360 : longitude;
      [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
      [westOf360, eastOf360] = [Math.min(westOf360, of360), Math.max(eastOf360, of360)];
      [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
    },
    bounds(): BoundingBox | null {
      if (south > north) return null;
      return east - west <= eastOf360 - westOf360
        ? [west, south, east, north]
        : [normalizeLongitude(westOf360), south, normalizeLongitude(eastOf360), north];
    },
  };
}

type FirstRow = { readonly row: number; readonly text: string };
type Size = Pick<AisStatic, 'lengthMeters' | 'widthMeters'>;

/** Spreadsheets drop zeros at the start, and programs add `.0`: seven digits are a base station (ITU-R M.585-9). */
function identifierOf(text: string): string | 'rounded' | undefined {
  if (/^\d{9}$/.test(text) && text !== '000000000') return text;
  const read = readIdentifierDigits(text);
  if (read?.isRounded) return 'rounded';
  const digits = read?.digits;
  if (digits?.length === 9 && !/^0*$/.test(digits)) return digits;
  if (digits?.length === 7 && !/^0*$/.test(digits)) return `00${digits}`;
  // One of another length is no ship's, but something is there.
  return digits === undefined || /^0*$/.test(digits) || digits.length > 12 ? undefined : digits;
}

function newCountedRows() {
  return { rows: 0, first: [] as number[] };
}

function countRow(counted: { rows: number; readonly first: number[] }, row: number): void {
  counted.rows += 1;
  if (counted.first.length < 3) counted.first.push(row);
}

function countRounded(counted: { rows: number; first: string }, text: string): void {
  if (counted.rows === 0) counted.first = text;
  counted.rows += 1;
}

/** `@` fills names in messages (ITU-R M.1371-5, table 47); undefined ones are written in words. */
export function nameOf(text: string): string | null {
  const name = toSavedText(toSavedText(text, 1000).replace(/@+$/, ''), 100);
  return name === '' || /^(unknown|undefined|null|none|n\/a|nan)$/i.test(name) ? null : name;
}

function imoOf(text: string): string | null {
  const read = /^\d{7}$/.test(text) ? undefined : readIdentifierDigits(text.replace(/^IMO[\s:-]*/i, ''));
  const digits = read === undefined ? text : read.isRounded ? '' : read.digits;
  return /^\d{7}$/.test(digits) ? digits : null;
}

function isComplete({ name, imo, callSign, type, lengthMeters, widthMeters }: AisStatic): boolean {
  return ![name, imo, callSign, type, lengthMeters, widthMeters].includes(null);
}
