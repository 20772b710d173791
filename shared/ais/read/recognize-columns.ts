import { cutText } from '../../cut-text.ts';
import { toSingleLine } from '../../printable-text.ts';
import { findPositionColumns, isUnitRow } from '../../tables/position-columns.ts';
import { type ColumnReason, describePositions, quoteColumn } from '../../tables/table-columns.ts';
import {
  type AisField,
  type AisMapping,
  type AisPublisher,
  type AisSpeedUnit,
  aisColumnMeanings,
  orderOf,
  timeFields,
  timeTextOf,
} from './ais-columns.ts';
import { chooseTimeForm, createTimeSurvey, readAisTime, timeFormsOf } from './report-times.ts';
import { reviseSpeeds } from './revise-speeds.ts';

/** Names of columns of each field, normalized as by `normalize`; the first ones count most. */
const names: Readonly<Record<AisField, readonly string[]>> = {
  identifier: ['mmsi', 'vesselmmsi', 'staticdatammsi', 'sourcemmsi', 'mmsinumber', 'userid', 'identifier'],
  time: [
    'basedatetime',
    'timestamp',
    'positiontimestamp',
    'lastpositionupdatetimestamp',
    'datetimeutc',
    'datetime',
    'timeutc',
    'time',
    'timestamputc',
    'dtposutc',
    'receivedat',
    'msgtime',
    't',
    'epoch',
    'unixtime',
    'unixtimestamp',
    'utctime',
    'utc',
    'receivedtime',
    'receivetime',
    'rxtime',
    'hhmmss',
    'date',
    ...[
      'zeitstempel',
      'zeitpunkt',
      'zeit',
      'uhrzeit',
      'datumuhrzeit',
      'fechahora',
      'fecha',
      'hora',
      'horodatage',
    ],
    ...[
      'datehour',
      'dateheure',
      'heure',
      'dataora',
      'datahora',
      'datum',
      'tidspunkt',
      'tid',
      'время',
      'датавремя',
    ],
    ...['时间', '時間', '日時', '일시', '시간', '시각', '更新时间', '时间戳'],
  ],
  date: [
    'date',
    'dateutc',
    'utcdate',
    'reportdate',
    'positiondate',
    'dateofposition',
    'day',
    'yyyymmdd',
    ...['datum', 'fecha', 'дата', '日期', '日付', '날짜'],
  ],
  longitude: [],
  latitude: [],
  speed: [
    'sog',
    'speed',
    'speedoverground',
    'positionspeed',
    'lastpositionupdatespeed',
    ...[
      'geschwindigkeit',
      'fahrt',
      'velocidad',
      'velocidade',
      'vitesse',
      'velocità',
      'fart',
      'скорость',
      '速度',
      '航速',
      '船速',
      '속도',
      '속력',
      '대지속도',
    ],
  ],
  course: [
    'cog',
    'course',
    'courseoverground',
    'positioncourse',
    'lastpositionupdatecourse',
    'cogdeg',
    ...['kurs', 'rumbo', 'rumo', 'rotta', 'курс', '航向', '対地針路', '針路', '침로', '대지침로'],
  ],
  heading: [
    'heading',
    'trueheading',
    'hdg',
    'positionheading',
    'lastpositionupdateheading',
    'thdg',
    ...['船首向', '艏向', '船首方位', '선수방위', '선수방향'],
  ],
  name: [
    'vesselname',
    'shipname',
    'name',
    'staticdataname',
    ...['schiffsname', 'nombre', 'nom', 'nome', 'название', '船名', '선명', '선박명'],
  ],
  imo: ['imo', 'imonumber', 'vesselimo', 'staticdataimo'],
  callSign: ['callsign', 'vesselcallsign', 'staticdatacallsign'],
  type: [
    'vesseltype',
    'shiptype',
    'aistype',
    'type',
    'vesselshiptype',
    'staticdatashiptype',
    'shipandcargotype',
  ],
  transponder: ['typeofmobile', 'transceiverclass', 'transceiver', 'aisclass', 'staticdataaisclass', 'class'],
  length: [
    'length',
    'vessellength',
    'shiplength',
    'loa',
    'staticdatadimensionslength',
    'vesseldimensionlength',
  ],
  width: ['width', 'beam', 'vesselwidth', 'breadth', 'staticdatadimensionswidth', 'vesseldimensionwidth'],
  toBow: ['a', 'dimensiontobow', 'tobow', 'dimensiona', 'dima', 'vesseldimensiona', 'staticdatadimensionsa'],
  toStern: [
    'b',
    'dimensiontostern',
    'tostern',
    'dimensionb',
    'dimb',
    'vesseldimensionb',
    'staticdatadimensionsb',
  ],
  toPort: [
    'c',
    'dimensiontoport',
    'toport',
    'dimensionc',
    'dimc',
    'vesseldimensionc',
    'staticdatadimensionsc',
  ],
  toStarboard: [
    'd',
    'dimensiontostarboard',
    'tostarboard',
    'dimensiond',
    'dimd',
    'vesseldimensiond',
    'staticdatadimensionsd',
  ],
  latitudeLongitude: [],
  longitudeLatitude: [],
  northSouth: [],
  eastWest: [],
  year: ['year', 'yyyy', 'yr', 'yearutc'],
  month: ['month', 'mon', 'mm', 'mo', 'monthutc'],
  day: ['day', 'dd', 'dayofmonth', 'dayutc'],
  hour: ['hour', 'hh', 'hr', 'hours', 'hourutc'],
  minute: ['minute', 'min', 'minutes', 'mi', 'minuteutc'],
  second: ['second', 'sec', 'seconds', 'ss', 'secondutc', 'utcsecond'],
};

/** Columns that only one publisher has, normalized. */
const signatures: readonly (readonly [AisPublisher, readonly string[]])[] = [
  ['MarineCadastre', ['mmsi', 'basedatetime']],
  ['Danish Maritime Authority', ['mmsi', 'typeofmobile', 'typeofpositionfixingdevice']],
  ['exactEarth', ['mmsi', 'messageid', 'dimensiontobow']],
  ['VesselFinder', ['mmsi', 'navstat', 'callsign']],
  ['Spire', ['mmsi', 'collectiontype']],
  ['Spire', ['mmsi', 'msgtype', 'speed']],
  ['Spire', ['vesselmmsi', 'positionlatitude']],
  ['Spire', ['staticdatammsi', 'lastpositionupdatelatitude']],
];

function normalize(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Reason for the proposed meaning of a column, or for none. */
export type AisReason = ColumnReason<AisField>;

/**
 * Recognizes the meaning of the columns of a file by its heading and its first rows, and its publisher if possible. The unit of
 * speeds needs consecutive reports of ships, so `rows` are more of the first ones.
 */
export function recognizeColumns(
  heading: readonly string[],
  samples: readonly (readonly string[])[],
  rows: readonly (readonly string[])[] = samples,
): {
  readonly publisher: AisPublisher | null;
  readonly mapping: AisMapping;
  readonly reasons: readonly AisReason[];
} {
  const normalized = heading.map(normalize);
  const publisher =
    signatures.find(([, needed]) => needed.every((name) => normalized.includes(name)))?.[0] ?? null;
  const positions = findPositionColumns(heading, rows);
  const [first = [], ...rest] = samples;
  const hasUnits = positions !== undefined && positions.kind !== 'unclear' && isUnitRow(first, positions);
  const table = { heading, normalized, rows: hasUnits ? rest : [first, ...rest] };
  const reasons: AisReason[] = [];
  const columns: Partial<Record<AisField, number>> = {};
  for (const field of aisColumnMeanings) {
    const index = names[field].map((name) => normalized.indexOf(name)).find((each) => each >= 0);
    if (index !== undefined && !timeFields.includes(field)) columns[field] = index;
  }
  if (
    columns.type !== undefined &&
    normalized[columns.type] === 'type' &&
    isOfMessages(table, columns.type)
  ) {
    reasons.push(
      byValues('type', `${quote(table, columns.type)} has the numbers of messages, not types of ships.`),
    );
    delete columns.type;
  }
  const speed = findSpeed(table, hasUnits ? first : []);
  if (speed) columns.speed = speed.index;
  const located = describePositions(heading, positions);
  reasons.push(...located.reasons);
  Object.assign(columns, located.columns, findTimes(table, reasons));
  for (const [field, index] of typedEntries(columns)) {
    if (reasons.some((reason) => reason.field === field)) continue;
    reasons.push({
      field,
      sentence: `By the name of the column, ${quote(table, index)}.`,
      isByValues: false,
    });
  }
  const survey = createTimeSurvey();
  for (const row of table.rows) survey.add(timeTextOf(columns, row));
  const timeForm = chooseTimeForm(survey.readings(), orderOf(publisher));
  const named: AisMapping = { columns, timeForm, speedUnit: speed?.unit ?? 'knots' };
  const bySpeeds = speed && reviseSpeeds(heading, rows, named, survey.readings()[0]?.form ?? null);
  if (!bySpeeds) return { publisher, mapping: named, reasons };
  const { mapping, sentence } = bySpeeds;
  const others = reasons.filter(({ field }) => field !== 'speed');
  return { publisher, mapping, reasons: [...others, byValues('speed', sentence)] };
}

type Table = {
  readonly heading: readonly string[];
  readonly normalized: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

function typedEntries(columns: Partial<Record<AisField, number>>): readonly (readonly [AisField, number])[] {
  return aisColumnMeanings.flatMap((field) => {
    const index = columns[field];
    return index === undefined ? [] : [[field, index] as const];
  });
}

function byValues(field: AisField, sentence: string): AisReason {
  return { field, sentence, isByValues: true };
}

function quote({ heading }: Table, index: number): string {
  return quoteColumn(heading, index);
}

function valuesOf({ rows }: Table, index: number): readonly string[] {
  return rows.map((row) => row[index]?.trim() ?? '').filter(Boolean);
}

const messageNumbers = /^(?:[1-5]|9|18|19|21|24|27)$/;

/** Whether values are all numbers of messages (ITU-R M.1371-5, table 46), of which those below 20 are no types of ships. */
function isOfMessages(table: Table, index: number): boolean {
  const values = valuesOf(table, index);
  return values.every((value) => messageNumbers.test(value)) && values.some((value) => Number(value) < 20);
}

/** Units of speeds by what is behind the word in the name of a column, normalized. */
const speedUnitNames: readonly (readonly [AisSpeedUnit, RegExp])[] = [
  ['knots', /^(?:in)?(?:kn|kt|kts|knots?)$/],
  [
    'tenths',
    /^(?:in)?(?:(?:01|110|x?10)(?:kn|kts?|knots?)?|(?:tenths?|10ths?)(?:of)?a?(?:kn|kts?|knots?)?|(?:kn|kts?|knots?)x?10|dkn|deciknots?)$/,
  ],
  ['meters-per-second', /^(?:in)?(?:ms|mps|ms1|mpersec|mpers|met(?:er|re)s?per(?:s|sec|second))$/],
  ['kilometers-per-hour', /^(?:in)?(?:kmh|kph|kmph|kmh1|kmperh(?:our)?|kilomet(?:er|re)s?perhour)$/],
];

function unitNamed(text: string): AisSpeedUnit | undefined {
  return speedUnitNames.find(([, pattern]) => pattern.test(text))?.[0];
}

/** The column of speeds, and the unit that its name or the row below the names states. */
function findSpeed(
  { normalized }: Table,
  units: readonly string[],
): { readonly index: number; readonly unit: AisSpeedUnit } | undefined {
  for (const name of names.speed) {
    const index = normalized.indexOf(name);
    if (index >= 0) return { index, unit: unitNamed(normalize(units[index] ?? '')) ?? 'knots' };
  }
  const words = names.speed.toSorted((one, other) => other.length - one.length);
  for (const [index, title] of normalized.entries()) {
    const word = words.find((each) => title.startsWith(each));
    const unit = word === undefined ? undefined : unitNamed(title.slice(word.length));
    if (unit) return { index, unit };
  }
  return undefined;
}

const clock = /^\d{1,2}:\d\d|^\d{6}(?:\.\d+)?$/;
/** Times that are not those of the position. */
const otherTimes = /^eta|eta$|arriv|depart|built|expir/;
/** Times at which programs write, a little after those of the position. */
const writtenTimes = /creat|updat|insert|process|modif/;

/**
 * The columns of times: the first one that has a name of times and values that are some, a date and a time, or the parts
 * of a time. Where the values contradict a name, the only other column whose values are times.
 */
function findTimes(table: Table, reasons: AisReason[]): Partial<Record<AisField, number>> {
  const { normalized } = table;
  const columnOf = (field: AisField) =>
    names[field].map((name) => normalized.indexOf(name)).find((each) => each >= 0);
  const named = names.time.map((name) => normalized.indexOf(name)).filter((index) => index >= 0);
  const dates = names.date
    .map((name) => normalized.indexOf(name))
    .filter((index) => index >= 0 && valuesOf(table, index).some(isTimeText));
  const parts = partsOf(table, columnOf);
  for (const index of named) {
    const values = valuesOf(table, index);
    const clocks = values.filter((text) => clock.test(text)).length;
    if (clocks * 2 > values.length) {
      const date = dates.find((each) => each !== index);
      if (date !== undefined) return { date, time: index };
      const { year, month, day } = parts ?? {};
      if (parts && year !== undefined)
        return { year, month, day, time: index } as Partial<Record<AisField, number>>;
    }
    if (values.length > 0 && values.every(isDay)) {
      const { hour, minute, second } = parts ?? {};
      if (hour !== undefined) return compact({ date: index, hour, minute, second });
      const isClock = (each: number) => valuesOf(table, each).every((text) => /^\d{1,2}:\d\d/.test(text));
      const time = table.heading.findIndex(
        (_, each) =>
          valuesOf(table, each).length > 0 && isClock(each) && !otherTimes.test(normalized[each] ?? ''),
      );
      if (time >= 0) return { date: index, time };
      continue;
    }
    if (values.length === 0 || values.filter(isTimeText).length * 2 >= values.length) {
      const passed = named.slice(0, named.indexOf(index));
      const [contradicted] = passed;
      if (contradicted !== undefined)
        reasons.push(
          byValues(
            'time',
            `${contradict(table, contradicted)} The times are those of ${quote(table, index)}.`,
          ),
        );
      return { time: index };
    }
  }
  if (parts?.hour !== undefined) return parts;
  // The import states which of its cells are no times.
  const partly = named.find((index) => {
    const values = valuesOf(table, index);
    return values.some(isTimeText) && !values.every(isDay);
  });
  if (partly !== undefined) return { time: partly };
  const [contradicted] = named;
  if (contradicted === undefined) return {};
  const others = table.heading.flatMap((_, index) => {
    const values = valuesOf(table, index);
    const isTime =
      values.length > 0 &&
      values.every((text) => isTimeText(text) && /\d:\d\d|^\d{9,19}(?:\.\d+)?$/.test(text));
    return isTime && !otherTimes.test(normalized[index] ?? '') && !isIdentifierName(normalized[index])
      ? [index]
      : [];
  });
  const sent = others.filter((index) => !writtenTimes.test(normalized[index] ?? ''));
  const [only, second] = sent.length > 0 ? sent : others;
  const isFound = only !== undefined && second === undefined;
  reasons.push(
    byValues(
      'time',
      `${contradict(table, contradicted)} ${isFound ? `The times are those of ${quote(table, only)}.` : 'No other column is certain to have the times.'}`,
    ),
  );
  return isFound ? { time: only } : {};
}

function isIdentifierName(name = ''): boolean {
  return [...names.identifier, ...names.imo].includes(name);
}

/** Sentence about a column that has the name of times, but none. */
function contradict(table: Table, index: number): string {
  const values = valuesOf(table, index);
  // ITU-R M.1371-5, table 48: 60 to 63 state why there is none.
  const isSecond = values.every((text) => /^\d{1,2}$/.test(text) && Number(text) <= 63);
  if (values.length > 0 && values.every(isDay))
    return `${quote(table, index)} has days without a time of day.`;
  return isSecond
    ? `${quote(table, index)} has the second of the minute in which each message was sent, not times.`
    : `${quote(table, index)} has no times, such as “${cutText(toSingleLine(values[0] ?? ''), 40)}”.`;
}

/** Whether a text is a day without a time of day. */
function isDay(text: string): boolean {
  return isTimeText(text) && !/\d:\d\d|\d[T_]\d|^\d{9,}|^\d{5}[.,]\d/.test(text);
}

/** A whole number of few digits is a part of a time at most. */
function isTimeText(text: string): boolean {
  return timeFormsOf(text).length > 0 && (!/^\d{1,8}$/.test(text) || /^(?:19|20)\d{6}$/.test(text));
}

/** The columns of the year, month and day, with those of the time of day if they are there. */
function partsOf(
  table: Table,
  columnOf: (field: AisField) => number | undefined,
): Partial<Record<AisField, number>> | undefined {
  const [year, month, day] = [columnOf('year'), columnOf('month'), columnOf('day')];
  const [hour, minute, second] = [columnOf('hour'), columnOf('minute'), columnOf('second')];
  if (hour === undefined && (year === undefined || month === undefined || day === undefined))
    return undefined;
  const date = { year, month, day };
  const parts = compact(year === undefined ? { hour, minute, second } : { ...date, hour, minute, second });
  if (year === undefined || hour === undefined) return parts;
  const isRead = table.rows.some((row) => readAisTime(timeTextOf(parts, row), 'iso') !== undefined);
  return isRead ? parts : undefined;
}

function compact(
  columns: Readonly<Partial<Record<AisField, number | undefined>>>,
): Partial<Record<AisField, number>> {
  return Object.fromEntries(Object.entries(columns).filter(([, index]) => index !== undefined));
}
