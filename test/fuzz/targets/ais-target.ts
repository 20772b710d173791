import { strToU8, zipSync } from 'fflate';
import { previewAisFile, readAisFile } from '../../../electron/core/ais/read-ais-file.ts';
import { contactKind } from '../../../shared/ais/contact-kind.ts';
import { missingFields } from '../../../shared/ais/read/ais-columns.ts';
import { createAisReader } from '../../../shared/ais/read/create-ais-reader.ts';
import { createMessageRows, messageMapping } from '../../../shared/ais/read/message-rows.ts';
import { recognizeColumns } from '../../../shared/ais/read/recognize-columns.ts';
import { toTracks } from '../../../shared/ais/track.ts';
import { circlePolygon } from '../../../shared/geo/geodesic.ts';
import { toRegion } from '../../../shared/geo/region.ts';
import { parseCsv } from '../../../shared/parse-csv.ts';
import { checked, positionReport, shipReport, tagBlock } from '../../builders/ais-sentences.ts';
import { damage, decode, expectThat } from '../damage.ts';
import type { FuzzInput, FuzzTarget } from '../fuzz-target.ts';
import { once, writeScratch } from '../scratch-file.ts';

const seeds = [
  'MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName,IMO,CallSign,Length\n219000123,2026-05-03T09:31:05,55.25,10.5,12.3,91.2,90,"NORD, A",IMO9074729,OXYZ2,120\n',
  '# Timestamp,Type of mobile,MMSI,Latitude,Longitude,SOG,COG,Heading\n03/05/2026 09:31:05,Class A,219000123,55.25,10.5,12.3,360,511\n',
  'mmsi,date,hour,minute,lat,N/S,lon,E/W,speed,type\n"219,000,105",26-Nov-2026,9,31,35.1,N,"129,2",E,124,1\n2.19E+08,2026-11-26,9,32,"35.1,5\n',
  'mmsi,timestamp,received_at,position,sog (m/s)\n219000105,5,"Thu, 26 Nov 2026 09:31:05 GMT","[129.1, 35.1]",6.4\n',
  'mmsi;time;lon;lat;sog\n2190001;1777800665;181;91;102,3\n979123456;1777800665000;-180;-90;0\n',
].map((text) => ({ bytes: Uint8Array.from(Buffer.from(text)), extension: 'csv' }));

/** Files of AIS reports. */
export const aisReports: FuzzTarget = {
  name: 'ais',
  make: (random) => damage(seeds, random),
  check({ bytes }) {
    const { separator, rows } = parseCsv(decode(bytes));
    const [heading = [], ...data] = rows;
    const { mapping } = recognizeColumns(heading, data.slice(0, 20));
    const reader = createAisReader(mapping, () => true, separator !== ',', heading);
    const reports = data.flatMap((row) => reader.read(row) ?? []);
    const { accepted, outOfReach, staticOnly, faults, unitRows } = reader.summary();
    expectThat(reader.summary().rows === data.length, 'a row is not counted');
    expectThat(accepted === reports.length, 'a report is not counted');
    const left =
      faults.identifier + faults.time + faults['no-position'] + faults['null-island'] + faults.cells;
    expectThat(
      accepted + outOfReach + staticOnly + unitRows + left === data.length,
      'a row is not in one count',
    );
    for (const { identifier, longitude, latitude, speedKnots } of reports) {
      expectThat(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90, 'a position is none');
      expectThat(speedKnots === null || (speedKnots >= 0 && speedKnots <= 102.2), 'a speed is none');
      contactKind(identifier, reader.staticOf(identifier));
    }
    toTracks(reports);
  },
};

const seconds = Date.UTC(2026, 10, 26, 9, 31, 5) / 1000;
const positions = [
  ...positionReport({ mmsi: 219000101, longitude: 129, latitude: 35, knots: 12.4, course: 90, heading: 91 }),
  ...positionReport({ mmsi: 2190001, longitude: -129.5, latitude: -35 }),
];
const ship = shipReport(219000101, 'NORD', 70, 9074729, 120);
const logs = [
  [...positions, ...ship].map((sentence) => `${tagBlock(seconds)}${sentence}`).join('\r\n'),
  [...ship, ...positions].map((sentence, index) => `2026-11-26T09:31:0${index}Z ${sentence}`).join('\n'),
  // Of test/sample.aivdm of gpsd, copyright 2010 by the GPSD project, BSD-2-Clause.
  [
    '!AIVDM,2,1,5,B,E1mg=5J1T4W0h97aRh6ba84<h2d;W:Te=eLvH50```q,0*46,1777800665',
    '!AIVDM,2,2,5,B,:D44QDlp0C1DU00,2*36',
    '!AIVDM,1,1,,A,H42O55lti4hhhilD3nink000?050,0*40,1777800665',
    '!AIVDM,1,1,,A,KCQ9r=hrFUnH7P00,0*41,r003669930,1777800665',
    '!AIVDM,1,1,,B,C5N3SRgPEnJGEBT>NhWAwwo862PaLELTBJ:V00000000S0D:R220,0*0B',
    '!AIVDM,1,1,,A,403OviQuMGCqWrRO9>E6fE700@GO,0*4D',
  ].join('\n'),
].map((text) => ({ bytes: strToU8(text), extension: 'nmea' }));

/** Raw messages: each sentence is in one count, whatever its parts, and what is decoded is in its range. */
export const aisMessages: FuzzTarget = {
  name: 'ais-messages',
  make(random) {
    const input = damage(logs, random);
    // With its checksum a damaged sentence is decoded.
    if (random.pick([true, false])) return input;
    const text = decode(input.bytes).replaceAll(/!([A-Z]{5}[^*!\r\n]*)\*../g, (_, body: string) =>
      checked(body),
    );
    return { ...input, bytes: strToU8(text) };
  },
  check({ bytes }) {
    const text = decode(bytes);
    const whole = createMessageRows(Number.POSITIVE_INFINITY);
    const [, ...rows] = [...whole.push(text), ...whole.end()];
    const cut = bytes.length % (text.length + 1);
    const inParts = createMessageRows(Number.POSITIVE_INFINITY);
    const [, ...same] = [
      ...inParts.push(text.slice(0, cut)),
      ...inParts.push(text.slice(cut)),
      ...inParts.end(),
    ];
    expectThat(JSON.stringify(rows) === JSON.stringify(same), 'rows depend on parts of the text');
    const { sentences, used, checksum, incomplete, damaged, others } = whole.counts();
    expectThat(
      used + checksum + incomplete + damaged + others === sentences,
      'a sentence is not in one count',
    );
    const reader = createAisReader(messageMapping, () => true, false);
    for (const row of rows) {
      const report = reader.read(row);
      expectThat(/^\d{9,10}$/.test(row[0] ?? ''), 'an identifier is none');
      if (!report) continue;
      const { longitude, latitude, speedKnots, courseDegrees, headingDegrees, timeMs } = report;
      expectThat(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90, 'a position is none');
      expectThat(speedKnots === null || (speedKnots >= 0 && speedKnots <= 102.2), 'a speed is none');
      expectThat(
        [courseDegrees, headingDegrees].every((each) => each === null || (each >= 0 && each < 360)),
        'an angle is none',
      );
      expectThat(Number.isFinite(timeMs), 'a time is none');
      contactKind(report.identifier, reader.staticOf(report.identifier));
    }
    expectThat(reader.summary().unitRows === 0, 'a message is a row of units');
  },
};

const files = once((): readonly FuzzInput[] => [
  ...seeds,
  ...logs,
  {
    bytes: zipSync(
      { 'a.nmea': logs[0]?.bytes ?? strToU8(''), 'b.csv': seeds[0]?.bytes ?? strToU8('') },
      { mtime: '2026-11-20T08:00:00Z' },
    ),
    extension: 'zip',
  },
]);
const passes = [
  { timeMs: seconds * 1000, footprint: toRegion([circlePolygon([129, 35], 200_000) as never]) },
];

/** Files of reports of any kind, from the disk to contacts and index: what is accepted is what is written. */
export const aisFiles: FuzzTarget = {
  name: 'ais-files',
  make: (random) => damage(files(), random),
  check(input) {
    const path = writeScratch(input);
    const previewed = previewAisFile(path, 'reports');
    if (!previewed.ok) {
      expectThat(previewed.failure.message.length > 20, 'a refusal has no words');
      return;
    }
    const { mapping } = previewed.value;
    if (missingFields(mapping).length > 0) return;
    const context = { throwIfStopped: () => undefined, progress: () => undefined } as never;
    const task = {
      path,
      name: 'reports',
      mapping: { ...mapping, timeForm: mapping.timeForm ?? 'iso' },
      passes,
    };
    const read = readAisFile({ ...task, to: ':memory:' } as const, context);
    if (!read.ok) return;
    const { rows, accepted, outOfReach, staticOnly, unitRows, faults, contacts } = read.value;
    const left = Object.values(faults).reduce((sum, each) => sum + each, 0);
    expectThat(accepted + outOfReach + staticOnly + unitRows + left === rows, 'a row is not in one count');
    expectThat(accepted >= contacts, 'a contact has no report');
  },
};
