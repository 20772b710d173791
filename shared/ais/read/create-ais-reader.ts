import type { BoundingBox } from '../../geo/geometry.ts';
import { normalizeLongitude } from '../../geo/longitude.ts';
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

export type AisReader = {
  /** The report of a row; undefined for one that is out of reach or none. */
  read(row: readonly string[]): AisPosition | undefined;
  /** Statements of the rows so far about a contact. */
  staticOf(identifier: string): AisStatic;
  summary(): AisReadSummary;
};

const knotsPer: Readonly<Record<AisSpeedUnit, number>> = {
  knots: 1,
  tenths: 0.1,
  'meters-per-second': 3600 / 1852,
  'kilometers-per-hour': 1 / 1.852,
};

/** Above this a file has more contacts than there are transponders; further static data is left out. */
const maxContacts = 1_000_000;

/** Reads rows of a file of reports one by one, by what its columns mean. `isDecimalComma` as in `;` separated files. */
export function createAisReader(
  { columns, timeForm, speedUnit }: AisMapping,
  isInReach: (timeMs: number, longitude: number, latitude: number) => boolean,
  isDecimalComma: boolean,
): AisReader {
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
    if (text === '') return null;
    const value = Number(isDecimalComma ? text.replace(',', '.') : text);
    return Number.isFinite(value) ? value : null;
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
  const checkReadable = (row: readonly string[], timeMs: number | undefined) => {
    if (timeMs === undefined) return countUnreadable('time', timeTextOf(columns, row));
    // 181 and 91 stand for “not available” (ITU-R M.1371-5, table 48).
    for (const [field, most] of [
      ['longitude', 360],
      ['latitude', 91],
    ] as const) {
      const text = textOf(row, field);
      if (text === '' || Math.abs(numberOf(row, field) ?? Number.NaN) <= most) continue;
      return countUnreadable(field, text);
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
    const stated: AisStatic = {
      name: nameOf(textOf(row, 'name')),
      imo: imoOf(textOf(row, 'imo')),
      callSign: nameOf(textOf(row, 'callSign')),
      type: nameOf(textOf(row, 'type')),
      transponder: nameOf(textOf(row, 'transponder')),
      ...size,
    };
    statics.set(identifier, known ? mergeStatic(known, stated) : stated);
  };
  return {
    read(row) {
      rows += 1;
      const motion = motionOf(row);
      const size = {
        lengthMeters: meters(row, 'length', 'toBow', 'toStern'),
        widthMeters: meters(row, 'width', 'toPort', 'toStarboard'),
      };
      const identifier = identifierOf(textOf(row, 'identifier'));
      if (identifier === undefined) {
        faults.identifier += 1;
        countUnreadable('identifier', textOf(row, 'identifier'));
        return undefined;
      }
      if (identifier.length !== 9) oddIdentifiers += 1;
      addStatic(row, identifier, size);
      if (textOf(row, 'longitude') === '' && textOf(row, 'latitude') === '') {
        staticOnly += 1;
        return undefined;
      }
      const timeMs = timeOf(row);
      checkReadable(row, timeMs);
      const [longitude, latitude] = [numberOf(row, 'longitude'), numberOf(row, 'latitude')];
      const report = cleanReport(
        {
          identifier,
          timeMs: timeMs ?? Number.NaN,
          longitude: longitude ?? Number.NaN,
          latitude: latitude ?? Number.NaN,
          ...motion,
        },
        faults,
      );
      if (!report) return undefined;
      fromMs = Math.min(fromMs, report.timeMs);
      toMs = Math.max(toMs, report.timeMs);
      extent.add(report.longitude, report.latitude);
      if (!isInReach(report.timeMs, report.longitude, report.latitude)) {
        outOfReach += 1;
        return undefined;
      }
      accepted += 1;
      return report;
    },
    staticOf: (identifier) => statics.get(identifier) ?? noStatic,
    summary: () => ({
      rows,
      accepted,
      outOfReach,
      staticOnly,
      faults: { ...faults },
      oddIdentifiers,
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
function identifierOf(text: string): string | undefined {
  const digits = /^(\d{1,12})(?:\.0+)?$/.exec(text)?.[1];
  if (digits?.length === 9) return digits;
  if (digits?.length === 7) return `00${digits}`;
  // One of another length is no ship's, but something is there.
  return digits === undefined || /^0*$/.test(digits) ? undefined : digits;
}

/** `@` fills names in messages (ITU-R M.1371-5, table 47); undefined ones are written in words. */
function nameOf(text: string): string | null {
  const name = text.replace(/@+$/, '').trim();
  return name === '' || /^(unknown|undefined|null|none|n\/a|nan)$/i.test(name) ? null : name.slice(0, 100);
}

function imoOf(text: string): string | null {
  return /^(?:IMO)?\s*(\d{7})(?:\.0+)?$/i.exec(text)?.[1] ?? null;
}

function isComplete({ name, imo, callSign, type, lengthMeters, widthMeters }: AisStatic): boolean {
  return ![name, imo, callSign, type, lengthMeters, widthMeters].includes(null);
}
