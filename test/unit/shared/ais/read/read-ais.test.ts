import { describe, expect, it, test } from 'vitest';
import { missingFields } from '../../../../../shared/ais/read/ais-columns.ts';
import { createReach } from '../../../../../shared/ais/read/ais-reach.ts';
import { createAisReader } from '../../../../../shared/ais/read/create-ais-reader.ts';
import { recognizeColumns } from '../../../../../shared/ais/read/recognize-columns.ts';
import { createTimeSurvey, readAisTime, timeFormsOf } from '../../../../../shared/ais/read/report-times.ts';
import { circlePolygon, destination } from '../../../../../shared/geo/geodesic.ts';
import { toRegion } from '../../../../../shared/geo/region.ts';
import { createCsvRows, parseCsv } from '../../../../../shared/parse-csv.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';

function read(text: string) {
  const { separator, rows } = parseCsv(text);
  const [heading = [], ...data] = rows;
  const { publisher, mapping } = recognizeColumns(heading, data);
  const reader = createAisReader(mapping, () => true, separator === ';');
  const reports = data.flatMap((row) => reader.read(row) ?? []);
  return { publisher, mapping, reader, reports };
}

const position = {
  longitude: 10.5,
  latitude: 55.25,
  speedKnots: 12.3,
  courseDegrees: 91.2,
  headingDegrees: 90,
};
const facts = { name: 'NORDSTJERNEN', imo: '9074729', callSign: 'OXYZ2', lengthMeters: 120, widthMeters: 18 };

/** Files of our own making in the form of each publisher: one ship at 2026-05-03T09:31:05Z. */
const publishers = [
  [
    'MarineCadastre',
    `MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName,IMO,CallSign,VesselType,Status,Length,Width,Draft,Cargo,TransceiverClass
219000123,2026-05-03T09:31:05,55.25,10.5,12.3,91.2,90,NORDSTJERNEN,IMO9074729,OXYZ2,60,0,120,18,4.7,60,A`,
  ],
  [
    'MarineCadastre',
    `mmsi,base_date_time,longitude,latitude,sog,cog,heading,vessel_name,imo,call_sign,vessel_type,status,length,width,draft,cargo,transceiver
219000123,2026-05-03 09:31:05,10.5,55.25,12.3,91.2,90,NORDSTJERNEN,IMO9074729,OXYZ2,60,0,120,18,4.7,60,A`,
  ],
  [
    'Danish Maritime Authority',
    `# Timestamp,Type of mobile,MMSI,Latitude,Longitude,Navigational status,ROT,SOG,COG,Heading,IMO,Callsign,Name,Ship type,Cargo type,Width,Length,Type of position fixing device,Draught,Destination,ETA,Data source type,A,B,C,D
03/05/2026 09:31:05,Class A,219000123,55.25,10.5,Under way using engine,0,12.3,91.2,90,9074729,OXYZ2,"NORDSTJERNEN",Passenger,,18,120,GPS,4.7,"AARHUS, DK",,AIS,100,20,9,9`,
  ],
  [
    'exactEarth',
    `MMSI,Message_ID,Repeat_indicator,Time,Millisecond,Vessel_Name,Call_sign,IMO,Ship_Type,Dimension_to_Bow,Dimension_to_stern,Dimension_to_port,Dimension_to_starboard,SOG,Longitude,Latitude,COG,Heading
219000123,5,0,20260503_093000,0,NORDSTJERNEN,OXYZ2,9074729,60,100,20,9,9,,,,,
219000123,1,0,20260503_093105,0,,,,,,,,,12.3,10.5,55.25,91.2,90`,
  ],
  [
    'Spire',
    `created_at,timestamp,mmsi,msg_type,latitude,longitude,speed,course,heading,imo,name,call_sign,ship_type,length,width,collection_type
2026-05-03T09:40:00Z,2026-05-03T09:31:05Z,219000123,1,55.25,10.5,12.3,91.2,90,9074729,NORDSTJERNEN,OXYZ2,60,120,18,satellite`,
  ],
  [
    'VesselFinder',
    `MMSI,DATE TIME (UTC),LONGITUDE,LATITUDE,COURSE,SPEED,HEADING,NAVSTAT,IMO,NAME,CALLSIGN,AISTYPE,A,B,C,D,DRAUGHT,DESTINATION,ETA
219000123,2026-05-03 09:31:05 UTC,10.5,55.25,91.2,12.3,90,0,9074729,NORDSTJERNEN,OXYZ2,60,100,20,9,9,4.7,AARHUS,`,
  ],
  [
    null,
    `sep=;
mmsi;zeit;time;lon;lat;sog;cog;hdg;shipname;imo;callsign;length;beam
219000123;;03.05.2026 9:31:05;10,5;55,25;12,3;91,2;90;NORDSTJERNEN;9074729;OXYZ2;120;18
;;31.05.2026;;;;;;;;;;`,
  ],
  [
    null,
    `\uFEFFt\tidentifier\tx\ty\tspeed\tcourse\theading\tname\timo\tcallsign\tlength\twidth
1777800665\t219000123.0\t10.5\t55.25\t12.3\t91.2\t90\tNORDSTJERNEN@@\t9074729\tOXYZ2\t120\t18`,
  ],
] as const;

test.each(publishers)('%s: columns, times and units are recognized', (publisher, text) => {
  const result = read(text);
  expect(result.publisher).toBe(publisher);
  expect(missingFields(result.mapping)).toEqual([]);
  expect(result.reports).toEqual([
    { identifier: '219000123', timeMs: Date.UTC(2026, 4, 3, 9, 31, 5), ...position },
  ]);
  expect(result.reader.staticOf('219000123')).toMatchObject(facts);
});

test('what no report may have is left out or made unknown, and counted', () => {
  const { reports, reader } = read(`mmsi,time,lon,lat,sog,cog,heading
219000123,2026-05-03T09:31:05Z,10.5,55.25,102.3,360,511
219000123,2026-05-03T09:31:06Z,181,91,0,0,0
219000123,2026-05-03T09:31:07Z,0,0,0,0,0
219000123,yesterday,10.5,55.25,0,0,0
21900012,2026-05-03T09:31:08Z,10.5,55.25,0,0,0
2190001,2026-05-03T09:31:09Z,10.5,55.25,,,
ship,2026-05-03T09:31:09Z,10.5,55.25,0,0,0
,2026-05-03T09:31:09Z,10.5,55.25,0,0,0
219000123,2026-05-03T09:31:10Z,,,0,0,0
219000123,2026-05-03T09:31:11Z,ten,55,0,0,0
219000123`);
  expect(
    reports.map(({ identifier, speedKnots, courseDegrees, headingDegrees }) => [
      identifier,
      speedKnots,
      courseDegrees,
      headingDegrees,
    ]),
  ).toEqual([
    ['219000123', null, null, null],
    ['21900012', 0, 0, 0],
    ['002190001', null, null, null],
  ]);
  expect(reader.summary()).toMatchObject({
    rows: 11,
    accepted: 3,
    staticOnly: 2,
    faults: { identifier: 2, time: 1, 'no-position': 2, 'null-island': 1 },
    oddIdentifiers: 1,
    unknown: [
      { field: 'speed', rows: 1, first: '102.3' },
      { field: 'course', rows: 1, first: '360' },
      { field: 'heading', rows: 1, first: '511' },
    ],
    unreadable: [
      {
        field: 'identifier',
        rows: 2,
        first: [
          { row: 8, text: 'ship' },
          { row: 9, text: '' },
        ],
      },
      { field: 'time', rows: 1, first: [{ row: 5, text: 'yesterday' }] },
      { field: 'longitude', rows: 1, first: [{ row: 11, text: 'ten' }] },
    ],
  });
});

test.each([
  ['', null],
  ['0', null],
  ['458', 458],
  ['460.5', null],
  ['1022', null],
])('a length of “%s” is %s', (text, expected) => {
  const { reader } = read(`mmsi,time,lon,lat,length\n219000123,2026-05-03T09:31:05Z,10,55,${text}`);
  expect(reader.staticOf('219000123').lengthMeters).toBe(expected);
  const sides = read(`mmsi,time,lon,lat,a,b\n219000123,2026-05-03T09:31:05Z,10,55,${Number(text) - 8},8`);
  expect(sides.reader.staticOf('219000123').lengthMeters).toBe(expected);
});

test('speeds are read by their unit', () => {
  for (const [unit, text, knots] of [
    ['tenths', '123', 12.3],
    ['tenths', '1023', null],
    ['meters-per-second', '5', 9.719],
    ['kilometers-per-hour', '18.52', 10],
  ] as const) {
    const { mapping } = recognizeColumns(['mmsi', 'time', 'lon', 'lat', 'sog'], []);
    const reader = createAisReader({ ...mapping, speedUnit: unit }, () => true, false);
    const report = reader.read(['219000123', '2026-05-03T09:31:05Z', '10', '55', text]);
    if (knots === null) expect(report?.speedKnots).toBeNull();
    else expect(report?.speedKnots).toBeCloseTo(knots, 3);
  }
});

test.each([
  ['2026-05-03T09:31:05Z', 'iso', '2026-05-03T09:31:05.000Z'],
  ['2026-05-03 09:31:05 UTC', 'iso', '2026-05-03T09:31:05.000Z'],
  ['2026/05/03 09:31:05', 'iso', '2026-05-03T09:31:05.000Z'],
  ['2026-05-03T11:31:05.5+02:00', 'iso', '2026-05-03T09:31:05.500Z'],
  ['20260503_093105', 'iso', '2026-05-03T09:31:05.000Z'],
  ['03/05/2026 09:31:05', 'day-first', '2026-05-03T09:31:05.000Z'],
  ['05/03/2026 09:31', 'month-first', '2026-05-03T09:31:00.000Z'],
  ['3.5.2026 9:31:05', 'day-first', '2026-05-03T09:31:05.000Z'],
  ['1777800665', 'seconds', '2026-05-03T09:31:05.000Z'],
  ['1777800665.5', 'seconds', '2026-05-03T09:31:05.500Z'],
  ['1777800665123', 'milliseconds', '2026-05-03T09:31:05.123Z'],
  ['1777800665123456', 'microseconds', '2026-05-03T09:31:05.123Z'],
  ['1777800665123456789', 'nanoseconds', '2026-05-03T09:31:05.123Z'],
  ['46145.396585648', 'spreadsheet-days', '2026-05-03T09:31:05.000Z'],
  ['46145,396585648', 'spreadsheet-days', '2026-05-03T09:31:05.000Z'],
  ['2/11/2026 9:31:05 p. m.', 'day-first', '2026-11-02T21:31:05.000Z'],
  ['2 Nov 2026 9:31:05 a. m.', 'iso', '2026-11-02T09:31:05.000Z'],
  ['11/2/2026 12:31:05 AM', 'month-first', '2026-11-02T00:31:05.000Z'],
  ['11/2/2026 12:31:05 PM UTC', 'month-first', '2026-11-02T12:31:05.000Z'],
  ['2/11/26 9:31 p.m.', 'day-first', '2026-11-02T21:31:00.000Z'],
  ['2026-11-02 9:31:05 pm', 'iso', '2026-11-02T21:31:05.000Z'],
  ['2026/02/11 09:31', 'year-day-month', '2026-11-02T09:31:00.000Z'],
  ['26-11-02T09:31:05', 'short-year-first', '2026-11-02T09:31:05.000Z'],
  ['03/05/26 09:31:05', 'iso', null],
  ['2026-11-02T09:31:05', 'short-year-first', null],
  ['0026-05-03 09:31:05', 'iso', null],
  ['2/11/2026 13:31 PM', 'day-first', null],
  ['2/11-2026 13:31', 'day-first', null],
  ['31/02/2026 09:31:05', 'day-first', null],
  ['03/05/2026 09:31:05', 'iso', null],
  ['', 'iso', null],
  ['-5', 'seconds', null],
] as const)('%s in the form %s is %s', (text, form, expected) => {
  expect(readAisTime(text, form)).toBe(expected === null ? undefined : Date.parse(expected));
});

test.each([
  ['MMSI;Zeitstempel;Breitengrad;Längengrad;Geschwindigkeit;Kurs', '2026-11-26 09:31:05'],
  ['MMSI;fecha;latitud;longitud;velocidad;rumbo', '26/11/2026 9:31:05 a. m.'],
  ['MMSI;horodatage;latitude;longitude;vitesse;route', '2026-11-26T09:31:05Z'],
  ['MMSI;время;широта;долгота;скорость;курс', '26.11.2026 09:31:05'],
  ['MMSI;时间;纬度;经度;航速;航向', '2026/11/26 09:31:05'],
  ['MMSI;일시;위도;경도;속도;침로', '2026-11-26 09:31:05'],
  ['mmsi;time;lat;lon;sog;cog', '46352,396585648'],
  ['mmsi;time;lat;lon;sog;cog', '1795685465000000'],
])('a table with the names %s and times such as %s is read', (heading, time) => {
  const row = `219000123;${time};35,25;129,25;0;90`;
  const { mapping, reports } = read(`${heading}\n${row}\n${row.replace('219000123', '219000124')}`);
  expect(mapping.columns).toMatchObject({ identifier: 0, time: 1, latitude: 2, longitude: 3, speed: 4 });
  expect(reports[0]).toMatchObject({ timeMs: Date.UTC(2026, 10, 26, 9, 31, 5), longitude: 129.25 });
});

test.each([
  ['1777800665', 'seconds'],
  ['1777800665123', 'milliseconds'],
  ['1777800665123456', 'microseconds'],
  ['1777800665123456789', 'nanoseconds'],
  ['46145.396585648', 'spreadsheet-days'],
  ['46145,39658', 'spreadsheet-days'],
  // A time of day: 4:55:01.25.
  ['45501.25', undefined],
  ['93105', undefined],
])('the number %s is one of %s', (text, form) => {
  expect(timeFormsOf(text)).toEqual(form === undefined ? [] : [form]);
});

const two = (value: number) => String(value).padStart(2, '0');
const clocks = {
  '24 hours': (at: Date) => `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:05`,
  'one digit': (at: Date) => `${at.getUTCHours()}:${two(at.getUTCMinutes())}`,
  '12 hours': (at: Date) =>
    `${at.getUTCHours() % 12 || 12}:${two(at.getUTCMinutes())}:05 ${at.getUTCHours() < 12 ? 'AM' : 'p.m.'}`,
} as const;
const orders = ['iso', 'day-first', 'month-first', 'year-day-month'] as const;

function writeDate(at: Date, order: (typeof orders)[number], separator: string, isShort: boolean): string {
  const [year, month, day] = [at.getUTCFullYear(), two(at.getUTCMonth() + 1), two(at.getUTCDate())];
  const written = isShort ? two(year % 100) : String(year);
  const parts = {
    iso: [written, month, day],
    'day-first': [day, month, written],
    'month-first': [month, day, written],
    'year-day-month': [written, day, month],
  }[order];
  return parts.join(separator);
}

describe.each(orders)('dates in the order %s', (order) => {
  const cases = ['/', '.', '-'].flatMap((separator) =>
    (order === 'year-day-month' ? [false] : [false, true]).flatMap((isShort) =>
      Object.keys(clocks).flatMap((clock) =>
        [false, true].map((isApart) => ({
          separator,
          isShort,
          clock: clock as keyof typeof clocks,
          isApart,
        })),
      ),
    ),
  );
  it.each(cases)(
    'with %j are those of all rows, or are not chosen',
    ({ separator, isShort, clock, isApart }) => {
      const random = seededRandom(7);
      for (const lastDay of [3, 12, 28]) {
        // No row but the last one can be the only one that decides.
        const instants = Array.from(
          { length: 60 },
          (_, index) =>
            new Date(Date.UTC(2026, 10, index === 59 ? lastDay : random.between(1, 4), index % 24, index)),
        );
        const lines = instants.map((at) => {
          const date = writeDate(at, order, separator, isShort);
          return `219000123,${date}${isApart ? ',' : ' '}${clocks[clock](at)},10,55`;
        });
        const { mapping, reports } = read(
          `mmsi,${isApart ? 'date,time' : 'time'},lon,lat\n${lines.join('\n')}`,
        );
        const isPlain = order === 'iso' && !isShort;
        if (isPlain || (lastDay > 12 && !isShort)) expect(mapping.timeForm).toBe(order);
        else if (lastDay <= 12 && order !== 'year-day-month') expect(mapping.timeForm).toBeNull();
        if (mapping.timeForm === null) continue;
        if (order === 'year-day-month' && lastDay <= 12) continue;
        expect(reports.map(({ timeMs }) => Math.floor(timeMs / 60_000))).toEqual(
          instants.map((at) => Math.floor(at.getTime() / 60_000)),
        );
      }
    },
  );
});

test('a publisher has its order of day and month, unless the rows contradict it', () => {
  const headings = {
    MarineCadastre: 'MMSI,BaseDateTime,LON,LAT',
    'Danish Maritime Authority':
      'MMSI,Timestamp,Longitude,Latitude,Type of mobile,Type of position fixing device',
    null: 'mmsi,time,lon,lat',
  };
  const of = (publisher: keyof typeof headings, ...times: readonly string[]) => {
    const rows = times.map((time) => `219000123,${time},1,1`);
    return read([headings[publisher], ...rows].join('\n')).mapping.timeForm;
  };
  expect(of('MarineCadastre', '10/11/2026 10:00')).toBe('month-first');
  expect(of('MarineCadastre', '10/11/2026 10:00', '13/11/2026 10:00')).toBe('day-first');
  expect(of('Danish Maritime Authority', '10/11/2026 10:00')).toBe('day-first');
  expect(of('Danish Maritime Authority', '10/11/2026 10:00', '11/13/2026 10:00')).toBe('month-first');
  expect(of('null', '10/11/2026 10:00')).toBeNull();
  expect(of('null', '05/13/2026 10:00')).toBe('month-first');
  expect(of('null', '10/11/2026 10:00', '13/11/2026 10:00', '11/13/2026 10:00')).toBeNull();
});

test('the readings of times have the rows that they read, and their minutes', () => {
  const survey = createTimeSurvey();
  for (const text of ['03/11/26 10:20:30', '03/11/26 10:20:45', 'UTC', '']) survey.add(text);
  expect(
    survey.readings().map(({ form, rows, minutes, sample }) => [form, rows, minutes.length, sample.timeMs]),
  ).toEqual([
    ['short-year-first', 2, 1, Date.UTC(2003, 10, 26, 10, 20)],
    ['day-first', 2, 1, Date.UTC(2026, 10, 3, 10, 20)],
    ['month-first', 2, 1, Date.UTC(2026, 2, 11, 10, 20)],
  ]);
});

test.each(['03/05/26 09:31', '26-05-03 09:31', '3.5.26 09:31'])(
  'the time %s behind those with a year of four digits is not readable',
  (short) => {
    const rows = Array.from({ length: 40 }, (_, index) => `219000123,2026-05-03 09:${two(index)},10,55`);
    const { mapping, reports, reader } = read(
      ['mmsi,time,lon,lat', ...rows, `219000123,${short},10,55`].join('\n'),
    );
    expect(mapping.timeForm).toBe('iso');
    expect(reports).toHaveLength(rows.length);
    const { faults, outOfReach } = reader.summary();
    expect([faults.time, outOfReach]).toEqual([1, 0]);
  },
);

describe('a report is within reach of a pass', () => {
  const timeMs = Date.UTC(2026, 4, 3, 9);
  it.each([[[129, 35]], [[180, -20]], [[0, 78]]] as const)('around %j', ([longitude, latitude]) => {
    const center = [longitude, latitude] as const;
    const isInReach = createReach([
      { timeMs, footprint: toRegion([circlePolygon(center, 20_000) as never]) },
      { timeMs: timeMs + 86_400_000, footprint: toRegion([circlePolygon([0, 0], 20_000) as never]) },
    ]);
    for (const course of [0, 90, 180, 270]) {
      const near = destination(center, course, 75_000);
      const far = destination(center, course, 400_000);
      expect(isInReach(timeMs + 3_600_000, near[0], near[1])).toBe(true);
      expect(isInReach(timeMs - 3 * 3_600_000, near[0], near[1])).toBe(false);
      expect(isInReach(timeMs, far[0], far[1])).toBe(false);
    }
    expect(isInReach(timeMs + 86_400_000, 0, 0)).toBe(true);
  });
});

test('rows that arrive in parts are those of the whole text', () => {
  const random = seededRandom(5);
  const alphabet = ['a', ',', '"', '\n', '\r\n', '\r', ' ', 'b'];
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from({ length: random.between(0, 20) }, () => random.pick(alphabet)).join('');
    const whole = createCsvRows(',', Number.POSITIVE_INFINITY);
    const expected = [...whole.push(text), ...whole.end()];
    const parts = createCsvRows(',', Number.POSITIVE_INFINITY);
    const rows: string[][] = [];
    for (let at = 0; at < text.length; ) {
      const length = random.between(1, 4);
      rows.push(...parts.push(text.slice(at, at + length)));
      at += length;
    }
    expect([...rows, ...parts.end()], JSON.stringify(text)).toEqual(expected);
  }
});

test.each([
  [
    [124.5, 131, 126],
    [124.5, 33, 131, 35],
  ],
  [
    [178.5, -179, 179],
    [178.5, 33, -179, 35],
  ],
])('the box of reports at the longitudes %j is the narrowest', (longitudes, bounds) => {
  const heading = ['MMSI', 'BaseDateTime', 'LAT', 'LON'];
  const { mapping } = recognizeColumns(heading, []);
  const reader = createAisReader({ ...mapping, timeForm: 'iso' }, () => false, false);
  longitudes.forEach((longitude, index) => {
    reader.read(['219000101', `2026-11-20T0${index}:00:00`, String(33 + index), String(longitude)]);
  });
  expect(reader.summary().bounds).toEqual(bounds);
  expect(createAisReader(mapping, () => true, false).summary().bounds).toBeNull();
});
