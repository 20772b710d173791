import { parseIsoTime } from '../../iso-8601.ts';
import { hourOf, parseSpelledTime, withoutNameOfZone } from '../../spelled-time.ts';
import { maxValueLength } from '../../tables/read-number.ts';
import { isReportTime } from '../track.ts';

/**
 * Format of times: year, month and day as in ISO 8601, the same with a year of two digits, in another order, or a number
 * since 1970; of a spreadsheet, days since the end of 1899. A year of two digits is one of this century.
 */
export const aisTimeForms = [
  'iso',
  'short-year-first',
  'day-first',
  'month-first',
  'year-day-month',
  'seconds',
  'milliseconds',
  'microseconds',
  'nanoseconds',
  'spreadsheet-days',
] as const;
export type AisTimeForm = (typeof aisTimeForms)[number];

/** The milliseconds of a unit of numbers, and the number of 1970. */
const numberForms: Readonly<Partial<Record<AisTimeForm, readonly [unitMs: number, epoch: number]>>> = {
  seconds: [1000, 0],
  milliseconds: [1, 0],
  microseconds: [1e-3, 0],
  nanoseconds: [1e-6, 0],
  'spreadsheet-days': [86_400_000, 25_569],
};

/**
 * Reads the time of a report, epoch milliseconds UTC; a time without a zone is UTC. Undefined for anything else, and for
 * one that is no `isReportTime`.
 */
export function readAisTime(text: string, form: AisTimeForm): number | undefined {
  if (text.length > maxValueLength) return undefined;
  const trimmed = withoutNameOfZone(text.trim());
  const numbers = numberForms[form];
  if (numbers) {
    if (!/^\d{1,19}([.,]\d+)?$/.test(trimmed)) return undefined;
    const [unitMs, epoch] = numbers;
    const ofNumber = Math.round((Number(trimmed.replace(',', '.')) - epoch) * unitMs);
    return isReportTime(ofNumber) ? ofNumber : undefined;
  }
  const iso = toIso(trimmed, form);
  const timeMs =
    (iso === undefined ? undefined : parseIsoTime(iso)?.epochMs) ??
    (form === 'short-year-first' ? undefined : parseSpelledTime(trimmed));
  return timeMs !== undefined && isReportTime(timeMs) ? timeMs : undefined;
}

const dateOfNumbers = /^(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?:[ T]+(.+))?$/;

/** `20170101_000000` is of exactEarth, `… UTC` of VesselFinder. */
function toIso(text: string, form: AisTimeForm): string | undefined {
  const zoned = text.replace(/ ?(?:UTC|GMT|\((?:UTC|GMT)\))$/i, 'Z');
  const [, one = '', , middle = '', last = '', time] = dateOfNumbers.exec(zoned) ?? [];
  if (one === '')
    return form === 'short-year-first' ? undefined : zoned.replace(/^(\d{8})_?(\d{6}(?:\.\d+)?Z?)$/, '$1T$2');
  const [year, month, day] =
    form === 'iso' || form === 'short-year-first'
      ? [one, middle, last]
      : form === 'year-day-month'
        ? [one, last, middle]
        : form === 'day-first'
          ? [last, middle, one]
          : [last, one, middle];
  const isLong = form === 'iso' || form === 'year-day-month';
  const isYear = (year.length === 4 && form !== 'short-year-first') || (year.length === 2 && !isLong);
  if (!isYear || day.length > 2 || month.length > 2) return undefined;
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return time === undefined ? date : `${date}T${toClock(time)}`;
}

/** A time of day with two digits of an hour of 24. */
function toClock(text: string): string {
  const [, hour = '', rest = '', half, zone = ''] =
    /^(\d{1,2})((?::\d\d){0,2}(?:[.,]\d+)?)\s*(?:([ap])\.?\s?m\.?)?\s*(Z|[+-]\d.*)?$/i.exec(text) ?? [];
  const ofDay = hour === '' ? undefined : hourOf(hour, half);
  return ofDay === undefined ? text : `${ofDay}${rest}${zone}`;
}

/** The forms in which a time can be read. */
export function timeFormsOf(text: string): readonly AisTimeForm[] {
  if (/^\d{9,10}(\.\d+)?$/.test(text)) return ['seconds'];
  if (/^\d{12,13}$/.test(text)) return ['milliseconds'];
  if (/^\d{15,16}$/.test(text)) return ['microseconds'];
  if (/^\d{18,19}$/.test(text)) return ['nanoseconds'];
  // From 2009 on; with fewer decimals it may be a time of day without separators.
  if (/^[4-6]\d{4}[.,]\d{4,}$/.test(text)) return ['spreadsheet-days'];
  const forms = ['iso', 'short-year-first', 'day-first', 'month-first', 'year-day-month'] as const;
  const [, one = ''] = dateOfNumbers.exec(text) ?? [];
  if (one === '') return readAisTime(text, 'iso') === undefined ? [] : ['iso'];
  return forms.filter((form) => readAisTime(text, form) !== undefined);
}

/** Whether the form of a time is certain without any other: as in ISO 8601, or a number. */
export function isCertainTime(text: string): boolean {
  const [first] = timeFormsOf(text.trim());
  return first === 'iso'
    ? !dateOfNumbers.test(text.trim()) || /^\d{4}-\d/.test(text.trim())
    : first !== undefined && first in numberForms;
}

/** One way to read the times of a file. */
export type TimeReading = {
  readonly form: AisTimeForm;
  /** Rows that it reads. */
  readonly rows: number;
  /** The minutes of their times since 1970, ascending. */
  readonly minutes: readonly number[];
  /** One of the times, and what it is, epoch milliseconds UTC. */
  readonly sample: { readonly text: string; readonly timeMs: number };
};

/** Finds how times are written, from the texts of all rows, which are added one by one. */
export function createTimeSurvey() {
  // Seconds decide nothing, and without them few texts of a file differ.
  const counts = new Map<string, number>();
  return {
    add(text: string): void {
      if (text.length > maxValueLength) return;
      const short = withoutNameOfZone(text.trim()).replace(/(\d:\d\d):\d\d(?:[.,]\d+)?/, '$1');
      if (short !== '') counts.set(short, (counts.get(short) ?? 0) + 1);
    },
    /**
     * The forms that read the rows, the one that reads most first. Where any read all rows that can be read, others are
     * left out. Year, month and day, which ISO 8601 has, come before the year with the day next to it.
     */
    readings(): readonly TimeReading[] {
      const forms = new Map([...counts.keys()].map((text) => [text, timeFormsOf(text)]));
      const readable = [...counts].filter(([text]) => forms.get(text)?.length !== 0);
      const total = readable.reduce((sum, [, count]) => sum + count, 0);
      const readings = aisTimeForms.flatMap((form): readonly TimeReading[] => {
        const read = readable.flatMap(([text, count]) => {
          const timeMs = forms.get(text)?.includes(form) ? readAisTime(text, form) : undefined;
          return timeMs === undefined ? [] : [{ text, count, timeMs }];
        });
        const [sample] = read;
        if (!sample) return [];
        const minutes = new Set(read.map(({ timeMs }) => Math.floor(timeMs / 60_000)));
        return [
          {
            form,
            rows: read.reduce((sum, { count }) => sum + count, 0),
            minutes: [...minutes].toSorted((one, other) => one - other),
            sample: { text: sample.text, timeMs: sample.timeMs },
          },
        ];
      });
      const complete = readings.filter(({ rows }) => rows === total);
      const possible = complete.length > 0 ? complete : readings.filter(({ rows }) => rows * 10 >= total * 9);
      const left = possible.length > 0 ? possible : readings;
      const hasIso = left.some(({ form }) => form === 'iso');
      return left
        .filter(({ form }) => form !== 'year-day-month' || !hasIso)
        .toSorted((one, other) => other.rows - one.rows);
    },
  };
}

/** The form that is the only possible one, or that of the publisher; null where several remain possible. */
export function chooseTimeForm(
  readings: readonly Pick<TimeReading, 'form'>[],
  ofPublisher: AisTimeForm | null,
): AisTimeForm | null {
  const [first, second] = readings;
  // The import states which rows cannot be read.
  if (!first) return 'iso';
  if (!second) return first.form;
  return readings.find(({ form }) => form === ofPublisher)?.form ?? null;
}
