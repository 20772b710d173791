import { contactKind } from '../../../shared/ais/contact-kind.ts';
import { recognizeColumns } from '../../../shared/ais/read/ais-columns.ts';
import { createAisReader } from '../../../shared/ais/read/create-ais-reader.ts';
import { toTracks } from '../../../shared/ais/track.ts';
import { parseCsv } from '../../../shared/parse-csv.ts';
import { damage, decode, expectThat } from '../damage.ts';
import type { FuzzTarget } from '../fuzz-target.ts';

const seeds = [
  'MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName,IMO,CallSign,Length\n219000123,2026-05-03T09:31:05,55.25,10.5,12.3,91.2,90,"NORD, A",IMO9074729,OXYZ2,120\n',
  '# Timestamp,Type of mobile,MMSI,Latitude,Longitude,SOG,COG,Heading\n03/05/2026 09:31:05,Class A,219000123,55.25,10.5,12.3,360,511\n',
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
    const reader = createAisReader(mapping, () => true, separator === ';');
    const reports = data.flatMap((row) => reader.read(row) ?? []);
    const { accepted, outOfReach, staticOnly, faults } = reader.summary();
    expectThat(reader.summary().rows === data.length, 'a row is not counted');
    expectThat(accepted === reports.length, 'a report is not counted');
    const left = faults.identifier + faults.time + faults['no-position'] + faults['null-island'];
    expectThat(accepted + outOfReach + staticOnly + left === data.length, 'a row is not in one count');
    for (const { identifier, longitude, latitude, speedKnots } of reports) {
      expectThat(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90, 'a position is none');
      expectThat(speedKnots === null || (speedKnots >= 0 && speedKnots <= 102.2), 'a speed is none');
      contactKind(identifier, reader.staticOf(identifier));
    }
    toTracks(reports);
  },
};
