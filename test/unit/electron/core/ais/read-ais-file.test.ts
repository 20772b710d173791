import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { describeImport, type ReadAisFile } from '../../../../../electron/core/ais/describe-import.ts';
import { previewAisFile, readAisFile } from '../../../../../electron/core/ais/read-ais-file.ts';
import { missingFields } from '../../../../../shared/ais/read/ais-columns.ts';
import { messageMapping } from '../../../../../shared/ais/read/message-rows.ts';
import { circlePolygon, destination } from '../../../../../shared/geo/geodesic.ts';
import { toRegion } from '../../../../../shared/geo/region.ts';
import { checked, positionReport, shipReport, tagBlock } from '../../../../builders/ais-sentences.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const startMs = Date.UTC(2026, 10, 26, 9, 31, 5);
/** Eight reports of a ship that makes 12.4 kn to the east, a minute apart. */
const reports = Array.from({ length: 8 }, (_, index) => {
  const [longitude, latitude] = destination([129, 35], 90, (index * 60 * 12.4 * 1852) / 3600);
  const at = new Date(startMs + index * 60_000);
  return {
    index,
    at,
    iso: at.toISOString().slice(0, 19),
    lon: longitude.toFixed(5),
    lat: latitude.toFixed(5),
  };
});
type Report = (typeof reports)[number];

function table(heading: string, toRow: (report: Report) => string): string {
  return `${[heading, ...reports.map(toRow)].join('\n')}\n`;
}

async function write(content: string | Uint8Array, name = 'reports.csv'): Promise<string> {
  const file = path.join(await makeTempFolder(), name);
  writeFileSync(file, content);
  return file;
}

async function preview(content: string | Uint8Array, name = 'reports.csv') {
  return previewAisFile(await write(content, name), name);
}

/** Reads a file as it is proposed; the failure's sentence where it is refused. */
async function read(content: string | Uint8Array, name = 'reports.csv'): Promise<ReadAisFile | string> {
  const file = await write(content, name);
  const previewed = previewAisFile(file, name);
  if (!previewed.ok) return previewed.failure.message;
  const { mapping } = previewed.value;
  expect(missingFields(mapping)).toEqual([]);
  const passes = [{ timeMs: startMs, footprint: toRegion([circlePolygon([129, 35], 200_000) as never]) }];
  const context = { throwIfStopped: () => undefined, progress: () => undefined };
  const result = readAisFile({ path: file, name, mapping, passes, to: `${file}.db` }, context as never);
  return result.ok ? result.value : result.failure.message;
}

const row = (time: string) => (report: Report) =>
  `219000101,${time},${report.lat},${report.lon}`.replace('TIME', report.iso);

describe('times of other programs', () => {
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = ({ at }: Report) => two(at.getUTCMinutes());
  test.each<[string, string, (report: Report) => string]>([
    ['Go', 'time', ({ iso }) => `${iso.replace('T', ' ')}.207576420 +0000 UTC`],
    ['Go with its clock', 'time', ({ iso, index }) => `${iso.replace('T', ' ')} +0000 UTC m=+${index}.5`],
    ['HTTP', 'time', ({ at }) => `"${at.toUTCString()}"`],
    ['Unix date', 'time', (each) => `Thu Nov 26 09:${minutes(each)}:05 UTC 2026`],
    ['mail in another zone', 'time', (each) => `"Thu, 26 Nov 2026 18:${minutes(each)}:05 +0900"`],
    ['hours of one digit', 'time', (each) => `2026-11-26 9:${minutes(each)}:05`],
    ['AM', 'time', (each) => `11/26/2026 9:${minutes(each)}:05 AM`],
    ['a web server', 'time', (each) => `26/Nov/2026:09:${minutes(each)}:05 +0000`],
    ['a zone in brackets', 'time', (each) => `2026-11-26 09:${minutes(each)}:05 (UTC)`],
    ['a date and a time of another name', 'date,hora', (each) => `26-Nov-2026,9:${minutes(each)}:05`],
    ['seconds since 1970', 'epoch', ({ at }) => String(at.getTime() / 1000)],
    ['a date and a time', 'DATE,TIME', (each) => `2026-11-26,09:${minutes(each)}:05`],
    ['a date and a time in reverse', 'Time,Date', (each) => `9:${minutes(each)}:05 AM,26/11/2026`],
    ['six columns', 'YEAR,MONTH,DAY,HOUR,MINUTE,SECOND', (each) => `2026,11,26,9,${minutes(each)},5`],
    ['a date and parts of a time', 'date,hour,minute,second', (each) => `2026-11-26,9,${minutes(each)},5.0`],
    ['parts of a date and a time', 'yyyy,mm,dd,time', (each) => `2026,11,26,9:${minutes(each)}:05`],
  ])('%s', async (_name, columns, toTime) => {
    const result = await read(
      table(`mmsi,lat,lon,${columns}`, (each) => `219000101,${each.lat},${each.lon},${toTime(each)}`),
    );
    expect(result).toMatchObject({ rows: 8, accepted: 8 });
    const { fromMs, toMs } = result as ReadAisFile;
    expect([fromMs, toMs].map((ms) => Math.floor((ms ?? 0) / 1000))).toEqual([
      startMs / 1000,
      startMs / 1000 + 420,
    ]);
  });

  test('parts of a time without seconds are minutes', async () => {
    const text = table(
      'mmsi,lat,lon,Year,Month,Day,Hour,Min',
      (each) => `219000101,${each.lat},${each.lon},2026,11,26,9,${each.at.getUTCMinutes()}`,
    );
    expect(await read(text)).toMatchObject({ accepted: 8, fromMs: startMs - 5000 });
  });

  test('the month comes first in files of the publisher that writes it so, with AM and PM too', async () => {
    const text =
      'MMSI,BaseDateTime,LAT,LON\n219000101,11/2/2026 11:58:05 PM,35,129\n219000101,11/2/2026 12:00:05 AM,35,129\n';
    const previewed = await preview(text);
    expect(previewed).toMatchObject({ ok: true, value: { mapping: { timeForm: 'month-first' } } });
  });
});

describe('a column with a name of times and no times in it is not proposed', () => {
  test.each([
    ['received_at', 'received_at', (each: Report) => each.iso],
    ['epoch', 'epoch', (each: Report) => String(each.at.getTime() / 1000)],
    ['when', 'when', (each: Report) => each.iso],
  ])('another one has them: %s', async (_name, title, toTime) => {
    const text = table(
      `mmsi,timestamp,lat,lon,${title},eta`,
      (each) =>
        `219000101,${(each.index * 11) % 60},${each.lat},${each.lon},${toTime(each)},2026-12-01T00:00:00Z`,
    );
    const previewed = await preview(text);
    expect(previewed).toMatchObject({ value: { mapping: { columns: { time: 4 } } } });
    expect(previewed.ok && previewed.value.reasons).toContainEqual({
      field: 'time',
      sentence: `“timestamp” has the second of the minute in which each message was sent, not times. The times are those of “${title}”.`,
      isByValues: true,
    });
  });

  test('days without a time of day are no times', async () => {
    const previewed = await preview(table('mmsi,date,lat,lon', row('2026-11-26')));
    expect(previewed.ok && missingFields(previewed.value.mapping)).toEqual(['time']);
    expect(previewed.ok && previewed.value.reasons[0]?.sentence).toContain('has days without a time of day.');
  });

  test('no other one has them', async () => {
    const previewed = await preview(
      table('mmsi,timestamp,lat,lon', (each) => `219000101,${each.index},${each.lat},${each.lon}`),
    );
    expect(previewed.ok && missingFields(previewed.value.mapping)).toEqual(['time']);
  });
});

describe('speeds are in the unit that positions show', () => {
  test.each([
    ['sog', 12.4, 'knots', undefined],
    ['speed', 124, 'tenths', 'Speeds are in tenths of a knot: 124 in the file, 12.4 kn by the positions.'],
    ['speed', 22.96, 'kilometers-per-hour', 'Speeds are in km/h: 23 in the file, 12.4 kn by the positions.'],
    ['speed', 6.38, 'meters-per-second', 'Speeds are in m/s: 6.4 in the file, 12.4 kn by the positions.'],
    ['speed_kmh', 22.96, 'kilometers-per-hour', undefined],
    ['SOG (m/s)', 6.38, 'meters-per-second', undefined],
    ['sog_tenths', 124, 'tenths', undefined],
    ['sog_tenths', 12.4, 'knots', 'Speeds are in kn: 12.4 in the file, 12.4 kn by the positions.'],
  ])('%s of %d: %s', async (title, speed, unit, sentence) => {
    const text = table(`mmsi,time,lat,lon,${title}`, (each) => `${row('TIME')(each)},${speed}`);
    const previewed = await preview(text);
    expect(previewed).toMatchObject({ value: { mapping: { speedUnit: unit, columns: { speed: 4 } } } });
    const byValues = previewed.ok && previewed.value.reasons.find(({ field }) => field === 'speed');
    expect(byValues).toMatchObject(sentence ? { sentence, isByValues: true } : { isByValues: false });
  });

  test('the latest report may be the first', async () => {
    const [heading, ...lines] = table('mmsi,time,lat,lon,speed', (each) => `${row('TIME')(each)},124`)
      .trim()
      .split('\n');
    const previewed = await preview([heading, ...lines.toReversed()].join('\n'));
    expect(previewed).toMatchObject({ value: { mapping: { speedUnit: 'tenths' } } });
  });

  test('no unit fits: the column is not proposed', async () => {
    const previewed = await preview(table('mmsi,time,lat,lon,speed', (each) => `${row('TIME')(each)},55`));
    expect(previewed.ok && previewed.value.mapping.columns.speed).toBeUndefined();
    expect(previewed.ok && previewed.value.reasons.at(-1)?.sentence).toBe(
      '“speed” is not used for speed, since its values are in no known unit: 55 in the file, 12.4 kn by the positions.',
    );
  });

  test('ships that do not move show nothing', async () => {
    const previewed = await preview(
      table('mmsi,time,lat,lon,speed', ({ iso }) => `219000101,${iso},35,129,124`),
    );
    expect(previewed).toMatchObject({ value: { mapping: { speedUnit: 'knots', columns: { speed: 4 } } } });
  });
});

describe('identifiers as programs write them', () => {
  test.each([
    ['"219,000,105"', '219000105'],
    ['219 000 105', '219000105'],
    ['219.000.105', '219000105'],
    ['"=""219000105"""', '219000105'],
    ["'219000105", '219000105'],
    ['219000105.0', '219000105'],
    ['219000105.000', '219000105'],
    ['urn:mrn:imo:mmsi:219000105', '219000105'],
    ['2.19000105E+08', '219000105'],
    ['"2,241,139"', '002241139'],
    ['2241139', '002241139'],
  ])('%s', async (text, expected) => {
    const toRow = (identifier: string) => `${identifier},2026-11-26T09:31:05,35,129`;
    const result = await read(`mmsi,time,lat,lon\n${toRow(text)}\n${toRow(expected)}\n`);
    // The same ship at the same time and place is one report.
    expect(result).toMatchObject({ contacts: 1, accepted: 1, oddIdentifiers: 0, faults: { duplicate: 1 } });
  });

  test('one that a spreadsheet has rounded is counted, and refuses the file where most are', async () => {
    const rounded = (count: number) =>
      table('mmsi,time,lat,lon', (each) =>
        row('TIME')(each).replace('219000101', each.index < count ? '2.19E+08' : '219000101'),
      );
    expect(await read(rounded(3))).toMatchObject({
      accepted: 5,
      rounded: { rows: 3, first: '2.19E+08' },
      faults: { identifier: 3 },
    });
    expect(await read(rounded(8))).toBe(
      '8 of 8 rows of reports.csv have an identifier such as “2.19E+08”, which a spreadsheet made of a number: its last digits are lost. Export the file again without a spreadsheet, or with the column as text.',
    );
  });
});

describe('positions', () => {
  test.each([
    ['letters behind degrees', 'lat,lon', (each: Report) => `${each.lat} N,${each.lon} E`],
    ['letters in columns of their own', 'lat,N/S,lon,E/W', (each: Report) => `${each.lat},N,${each.lon},E`],
    ['both in one column', 'position', (each: Report) => `"${each.lat}, ${each.lon}"`],
    ['both in one column, longitude first', 'location', (each: Report) => `"[${each.lon}, ${each.lat}]"`],
    [
      'decimal commas',
      'lat_dd,lon_dd',
      (each: Report) => `"${each.lat.replace('.', ',')}","${each.lon.replace('.', ',')}"`,
    ],
  ])('%s', async (_name, titles, toCells) => {
    const result = await read(
      table(`mmsi,time,${titles}`, (each) => `219000101,${each.iso},${toCells(each)}`),
    );
    expect(result).toMatchObject({ accepted: 8 });
    const { bounds } = result as ReadAisFile;
    expect(bounds?.map((value) => value.toFixed(2))).toEqual(['129.00', '35.00', '129.03', '35.00']);
  });

  test('a row of units below the names is no report, and states the unit of speeds', async () => {
    const text = table(
      'mmsi,time,latitude,longitude,sog\n,UTC,degrees_north,degrees_east,m s-1',
      (each) => `${row('TIME')(each)},6.4`,
    );
    expect(await read(text)).toMatchObject({ rows: 9, accepted: 8, unitRows: 1 });
    expect(await preview(text)).toMatchObject({ value: { mapping: { speedUnit: 'meters-per-second' } } });
  });

  test('longitudes and latitudes that can be exchanged are to be chosen', async () => {
    const previewed = await preview('mmsi,time,position\n219000101,2026-11-26T09:31:05,"35.1, 12.2"\n');
    expect(previewed.ok && missingFields(previewed.value.mapping)).toEqual(['longitude', 'latitude']);
    expect(previewed.ok && previewed.value.reasons[0]?.sentence).toContain('can be exchanged');
  });
});

test.each([
  ['1 3 18 24 27', false],
  ['21 24 27', true],
  ['25 30 21 23', true],
  ['70 80 5', true],
  ['5 70', true],
])('a column “type” of %s is that of the ship: %s', async (values, expected) => {
  const rows = values.split(' ').map((value) => `219000101,2026-11-26T09:31:05,35,129,${value}`);
  const previewed = await preview(['mmsi,time,lat,lon,type', ...rows].join('\n'));
  expect(previewed.ok && previewed.value.mapping.columns.type).toBe(expected ? 4 : undefined);
});

test('rows with more cells than names are no reports, rows with fewer are read, and both are counted', async () => {
  const text = table('mmsi,time,name,lat,lon,sog', (each) => {
    const name = each.index === 3 ? 'QUEEN, OF' : 'QUEEN';
    return `219000101,${each.iso},${name},${each.lat},${each.lon}${each.index === 5 ? '' : ',12.4'}`;
  });
  expect(await read(text)).toMatchObject({
    accepted: 7,
    faults: { cells: 1 },
    long: { rows: 1, first: [5] },
    short: { rows: 1, first: [7] },
  });
  const allLong = table('mmsi,time,lat,lon', (each) => `${each.index},${row('TIME')(each)}`);
  expect(await read(allLong)).toContain('8 of 8 rows of reports.csv have more cells than the 4 names');
});

describe('a packed table', () => {
  const text = table('mmsi,time,lat,lon', row('TIME'));
  const other = text.replaceAll('219000101', '219000102');
  test('is read, of several in one archive all that have the same columns', async () => {
    expect(await read(gzipSync(text), 'reports.csv.gz')).toMatchObject({ accepted: 8, left: [] });
    const members = Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))]);
    expect(await read(members, 'reports.gz')).toMatchObject({ accepted: 8 });
    const archive = zipSync({
      'day/1.csv': strToU8(text),
      'day/2.csv': strToU8(other),
      'z.csv': strToU8('x,y\n1,2\n'),
      'readme.pdf': strToU8('x'),
      '__MACOSX/._1.csv': strToU8('x'),
    });
    expect(await read(archive, 'reports.zip')).toMatchObject({
      rows: 16,
      contacts: 2,
      left: ['readme.pdf', 'z.csv'],
    });
  });

  test('that is damaged, or unpacks to far more than its size, is refused', async () => {
    const packed = gzipSync(text);
    expect(await read(packed.subarray(0, -6), 'a.gz')).toContain('It is damaged, or was cut short.');
    expect(await read(gzipSync(`${text}${'0'.repeat(30_000_000)}`), 'a.gz')).toContain('more than 200 times');
    const bomb = zipSync({ 'a.csv': strToU8(`${text}${'0'.repeat(30_000_000)}`) });
    expect(await read(bomb, 'a.zip')).toContain('more than 200 times');
    expect(await read(zipSync({ 'a.pdf': strToU8('x') }), 'a.zip')).toContain(
      'without a CSV file. It has a.pdf.',
    );
    const flipped = Buffer.from(zipSync({ 'a.csv': strToU8(text) }, { level: 0 }));
    const at = flipped.indexOf('129.0');
    flipped[at] = 0x32;
    expect(await read(flipped, 'a.zip')).toContain('damaged');
  });
});

test('a mark that is not closed in the first row leaves the others to the preview of a long file', async () => {
  const lines = Array.from(
    { length: 30_000 },
    (_, index) => `219000101,2026-11-26T09:31:${10 + (index % 40)},35,129,A`,
  );
  const previewed = await preview(
    `mmsi,time,lat,lon,name\n219000101,2026-11-26T09:31:05,35,129,"QUEEN\n${lines.join('\n')}`,
  );
  expect(previewed.ok && previewed.value.samples.map((cells) => cells[4])).toEqual([
    'QUEEN',
    'A',
    'A',
    'A',
    'A',
  ]);
});

test('a file that is no table is named', async () => {
  expect(await read('<!doctype html><title>Sign in</title>')).toBe(
    'reports.csv is no table of reports. This is a web page, perhaps one to sign in, not the file. Sign in there, and download the file again.',
  );
});

test('without a readable time, the column and its first cells are named', async () => {
  const refused = await read(
    table('mmsi,time,lat,lon', (each) => row(each.index === 0 ? 'TIME' : 'noon')(each)),
  );
  expect(refused).toContain('7 in the column “time” (time): row 3 has “noon”');
});

describe('raw messages', () => {
  const sentencesOf = ({ at, lon, lat }: Report, mark: (at: Date) => string) =>
    positionReport({ mmsi: 219000101, longitude: Number(lon), latitude: Number(lat), knots: 12.4 }).map(
      (sentence) => `${mark(at)}${sentence}`,
    );
  const log = (mark: (at: Date) => string) =>
    [
      ...reports.flatMap((each) => sentencesOf(each, mark)),
      ...shipReport(219000101, 'NORD', 70, 9074729, 120).map(
        (each) => `${mark(reports[0]?.at ?? new Date(0))}${each}`,
      ),
    ].join('\r\n');
  const ofTag = (at: Date) => tagBlock(at.getTime() / 1000);

  test.each<[string, string | Uint8Array]>([
    ['log.nmea', log(ofTag)],
    ['log.txt', log((at) => `${at.toISOString()} `)],
    ['log.csv', log((at) => `${at.getTime()},`)],
    ['log.nmea.gz', gzipSync(log(ofTag))],
    ['log.zip', zipSync({ 'log.nm4': strToU8(log(ofTag)), 'readme.md': strToU8('x') })],
    ['days.log', log((at) => `${at.getUTCDate()}/11/2026 ${at.toISOString().slice(11, 19)} `)],
  ])('are read as a table is: %s', async (name, content) => {
    const previewed = await preview(content, name);
    expect(previewed).toMatchObject({ value: { isOfMessages: true, publisher: null } });
    const file = await write(content, name);
    if (!previewed.ok) throw new Error(previewed.failure.message);
    const passes = [{ timeMs: startMs, footprint: toRegion([circlePolygon([129, 35], 200_000) as never]) }];
    const context = { throwIfStopped: () => undefined, progress: () => undefined } as never;
    const mapping = {
      ...previewed.value.mapping,
      ...(name === 'days.log' ? { timeForm: 'day-first' as const } : {}),
    };
    const result = readAisFile({ path: file, name, mapping, passes, to: `${file}.db` }, context);
    expect(result).toMatchObject({
      value: { rows: 9, accepted: 8, staticOnly: 1, contacts: 1, fromMs: startMs, toMs: startMs + 420_000 },
    });
    const database = new DatabaseSync(`${file}.db`, { readOnly: true });
    expect(JSON.parse(String(database.prepare('SELECT facts FROM contacts').get()?.facts))).toEqual({
      ...{ name: 'NORD', imo: '9074729', callSign: 'CALL', type: '70', transponder: 'Class A' },
      ...{ lengthMeters: 120, widthMeters: 20 },
    });
    database.close();
  });

  test('days and months that can be exchanged are left to the user', async () => {
    const text = log((at) => `03/11/2026 ${at.toISOString().slice(11, 19)} `);
    expect(await preview(text, 'log.nmea')).toMatchObject({ value: { isTimeCertain: false } });
  });

  test('are refused without times, with the remedy', async () => {
    expect(
      await read(
        log(() => ''),
        'log.nmea',
      ),
    ).toMatch(
      /^9 of 9 messages of log\.nmea have no time of their reception.*in a tag block.*2026-05-03T09:31:05Z !AIVDM/,
    );
    const rest = reports.map((each) => sentencesOf(each, () => '')).join('\n');
    expect(await read(`${log(ofTag)}\n${rest}`, 'log.nmea')).toMatch(
      /^8 of 17 messages of log\.nmea have no time/,
    );
  });

  test('are refused where none can be decoded, with the reasons', async () => {
    const wrong = log(ofTag).replaceAll(/\*..$/gm, '*00');
    expect(await read(`${checked('GPGGA,1', '$')}\n${wrong}`, 'log.nmea')).toContain(
      'sentences with a wrong checksum or none, left out. 1 line without a sentence of AIS, left out.',
    );
    expect(await read(`${checked('GPGGA,1', '$')}\n`, 'log.nmea')).toContain(
      'none of AIS that can be decoded',
    );
  });

  test('what was left out is named', async () => {
    const station = positionReport({ mmsi: 2190001, longitude: 129, latitude: 35 });
    const text = `${log(ofTag)}\n${ofTag(new Date(startMs))}${checked('AIVDM,1,1,,A,403OviQuMGCqWrRO9>E6fE700@GO,0')}\n${station[0]}\n# end`;
    const result = await read(text, 'log.nmea');
    if (typeof result === 'string') throw new Error(result);
    const { warnings, outcome } = describeImport(
      { ...result, passKeys: ['p'], replaced: [], mapping: messageMapping },
      [],
    );
    expect(outcome).toContain('of 11 messages;');
    expect(warnings).toEqual([
      '1 line without a sentence of AIS, left out.',
      '1 message of base stations, which are contacts of that kind and no ships.',
      '1 message out of reach of all passes, saved in the index for later ones only.',
      '1 message without a position, read for what the ship is.',
      '1 message without a readable time, left out.',
    ]);
  });
});

describe('a folder', () => {
  const hours = [0, 4].map((from) =>
    ['mmsi,time,lat,lon', ...reports.slice(from, from + 4).map(row('TIME'))].join('\n'),
  );

  async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
    const folder = path.join(await makeTempFolder(), 'ais');
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), content);
    }
    return folder;
  }

  test('is read as one file, with those in its folders and archives; others are named', async () => {
    const folder = await folderOf({
      'a/LIESMICH.txt': 'Hinweise,zum\nFeed,hier\n',
      'a/hour-1.csv': hours[0] ?? '',
      'b/hour-2.zip': zipSync({ 'hour-2.csv': strToU8(hours[1] ?? '') }),
      'b/broken.zip': 'PK\u0003\u0004',
      'b/chart.pdf': '%PDF',
      '.DS_Store': 'x',
    });
    const previewed = previewAisFile(folder, 'ais');
    expect(previewed).toMatchObject({ value: { heading: ['mmsi', 'time', 'lat', 'lon'] } });
    if (!previewed.ok) return;
    const passes = [{ timeMs: startMs, footprint: toRegion([circlePolygon([129, 35], 200_000) as never]) }];
    const context = { throwIfStopped: () => undefined, progress: () => undefined } as never;
    const task = { path: folder, name: 'ais', mapping: previewed.value.mapping, passes, to: `${folder}.db` };
    expect(readAisFile(task, context)).toMatchObject({
      value: { rows: 8, accepted: 8, left: ['b/broken.zip', 'b/chart.pdf', 'a/LIESMICH.txt'] },
    });
  });

  test('without reports is refused', async () => {
    const folder = await folderOf({ 'chart.pdf': '%PDF' });
    expect(previewAisFile(folder, 'ais')).toMatchObject({
      failure: {
        message: 'ais is a folder without a file of reports. It has chart.pdf. Choose another folder.',
      },
    });
  });
});
