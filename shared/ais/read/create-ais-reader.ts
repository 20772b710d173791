import { type AisPosition, type AisStatic, mergeStatic, noStatic, statedMeters } from '../contact.ts';
import { cleanReport, newFaultCounts, type ReportFault } from '../track.ts';
import {
  type AisField,
  type AisMapping,
  type AisSpeedUnit,
  requiredAisFields,
  timeTextOf,
} from './ais-columns.ts';
import { readAisTime } from './report-times.ts';

/** What reading a file came to. */
export type AisReadSummary = {
  readonly rows: number;
  /** Reports within reach of a pass. */
  readonly accepted: number;
  readonly outOfReach: number;
  /** Rows without a position, which state what a ship is. */
  readonly staticOnly: number;
  readonly faults: Readonly<Record<ReportFault, number>>;
  /** The first and last time of all reports, epoch milliseconds UTC; null without any. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
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
  /** What the rows so far state about a contact. */
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
  let [rows, accepted, outOfReach, staticOnly] = [0, 0, 0, 0];
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
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
  const meters = (row: readonly string[], field: AisField, one: AisField, other: AisField) => {
    const stated = statedMeters(numberOf(row, field));
    if (stated !== null) return stated;
    const [first, second] = [numberOf(row, one), numberOf(row, other)];
    return first === null || second === null ? null : statedMeters(first + second);
  };
  const addStatic = (row: readonly string[], identifier: string) => {
    const known = statics.get(identifier);
    if (known ? isComplete(known) : statics.size >= maxContacts) return;
    const stated: AisStatic = {
      name: nameOf(textOf(row, 'name')),
      imo: imoOf(textOf(row, 'imo')),
      callSign: nameOf(textOf(row, 'callSign')),
      type: nameOf(textOf(row, 'type')),
      transponder: nameOf(textOf(row, 'transponder')),
      lengthMeters: meters(row, 'length', 'toBow', 'toStern'),
      widthMeters: meters(row, 'width', 'toPort', 'toStarboard'),
    };
    statics.set(identifier, known ? mergeStatic(known, stated) : stated);
  };
  return {
    read(row) {
      rows += 1;
      const identifier = identifierOf(textOf(row, 'identifier'), faults);
      if (identifier === undefined) {
        countUnreadable('identifier', textOf(row, 'identifier'));
        return undefined;
      }
      addStatic(row, identifier);
      if (textOf(row, 'longitude') === '' && textOf(row, 'latitude') === '') {
        staticOnly += 1;
        return undefined;
      }
      const timeMs = timeOf(row);
      checkReadable(row, timeMs);
      const [longitude, latitude] = [numberOf(row, 'longitude'), numberOf(row, 'latitude')];
      const speed = numberOf(row, 'speed');
      const report = cleanReport(
        {
          identifier,
          timeMs: timeMs ?? Number.NaN,
          longitude: longitude ?? Number.NaN,
          latitude: latitude ?? Number.NaN,
          speedKnots: speed === null ? null : speed * knotsPer[speedUnit],
          courseDegrees: numberOf(row, 'course'),
          headingDegrees: numberOf(row, 'heading'),
        },
        faults,
      );
      if (!report) return undefined;
      fromMs = Math.min(fromMs, report.timeMs);
      toMs = Math.max(toMs, report.timeMs);
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
      fromMs: Number.isFinite(fromMs) ? fromMs : null,
      toMs: Number.isFinite(toMs) ? toMs : null,
      unreadable: [...unreadable].flatMap(([field, counted]) =>
        counted.rows === 0 ? [] : [{ field, ...counted }],
      ),
    }),
  };
}

type FirstRow = { readonly row: number; readonly text: string };

/** Spreadsheets drop zeros at the start, and programs add `.0`: seven digits are a base station (ITU-R M.585-9). */
function identifierOf(text: string, faults: Record<ReportFault, number>): string | undefined {
  const digits = /^(\d{1,12})(?:\.0+)?$/.exec(text)?.[1];
  if (digits?.length === 9) return digits;
  if (digits?.length === 7) return `00${digits}`;
  faults.identifier += 1;
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
