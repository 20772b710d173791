import { describe, expect, test } from 'vitest';
import { recognizeColumns } from '../../../../shared/ais/read/recognize-columns.ts';
import { parseCsv } from '../../../../shared/parse-csv.ts';
import { describeRow, proposeColumns } from '../../../../shared/tables/table-columns.ts';

function propose(text: string) {
  const [heading = [], ...rows] = parseCsv(text).rows;
  const { columns, reasons } = proposeColumns(heading, rows);
  return { columns, sentences: reasons.map(({ sentence }) => sentence), rows };
}

describe('columns are proposed with a reason each', () => {
  test.each<[string, object]>([
    ['name,lat,lon\nA,35,129\n', { latitude: 1, longitude: 2, name: 0 }],
    [
      'id,lat,ns,lon,ew\n1,12.5,S,77.25,W\n',
      { latitude: 1, northSouth: 2, longitude: 3, eastWest: 4, name: 0 },
    ],
    ['lat_lon,title\n"35, 129",A\n', { latitudeLongitude: 0, name: 1 }],
    ['label,a\nA,POINT (1 2)\n', { geometry: 1, name: 0 }],
    ['label,a\nA,\nB,POINT (1 2)\n', { geometry: 1, name: 0 }],
    ['a,geom\n1,\n', { geometry: 1 }],
    ['name,title,lat,lon\n,A,35,129\n', { latitude: 2, longitude: 3, name: 1 }],
    // The first pair has no coordinates, the second one has.
    ['lat,lon,start_lat,start_lon\n-,-,35,129\n512,4100,35,129\n', { latitude: 2, longitude: 3 }],
  ])('%j', (text, columns) => {
    const proposed = propose(text);
    expect(proposed.columns).toEqual(columns);
    expect(proposed.sentences).toHaveLength(Object.keys(columns).length);
  });
});

describe('columns that the values contradict are not proposed', () => {
  test.each([
    ['lat,lon\n4100000.1,512345.6\n', '“lon” has the name of longitudes, but values such as “512345.6”'],
    ['lat,lon\n129.2,35.1\n', '“lat” has the name of latitudes, but values such as “129.2”'],
    ['lat,lon\nnorth,129\nsouth,129\n', '“lat” has the name of latitudes, but values such as “north”'],
    [
      'y,x\n35,unknown\n36,129\n37,none at all\n',
      '“x” has the name of longitudes, but values such as “unknown”',
    ],
  ])('%j', (text, sentence) => {
    const { columns, sentences } = propose(text);
    expect(columns).toEqual({});
    expect(sentences).toEqual([`${sentence}, which are none in degrees.`]);
    const [heading = [], ...rows] = parseCsv(
      `mmsi,time,${text.replaceAll('\n', '\n219000101,2026-11-26 09:31:05,')}`,
    ).rows;
    const ais = recognizeColumns(heading, rows.slice(0, -1));
    expect(ais.mapping.columns).not.toHaveProperty('longitude');
    expect(ais.reasons.map((reason) => reason.sentence).join(' ')).toContain(sentence);
  });

  test.each([
    'lat,lon\n35,129\n999,999\n36,130\n',
    'lat,lon\n91,181\n91,181\n',
    'lat,lon\nNA,NA\nNULL,-\n35,129\n',
    'lat,lon\n,\n,\n',
    'lat,lon\nA,35,129\nB,35,129\n',
    'lat,lon\ndegrees_north,degrees_east\n35,129\n',
  ])('unless some rows only have none: %j', (text) => {
    expect(propose(text).columns).toEqual({ latitude: 0, longitude: 1 });
  });
});

test.each([
  [{ name: 0, latitude: 1, longitude: 2 }, 'A · 35.0000° N 129.0000° E', true],
  [{ latitude: 2, longitude: 1 }, 'no position: “35”, “129”', false],
  [{ geometry: 3, name: 0 }, 'A · POINT (1 2)', true],
  [{ geometry: 0 }, /^A cannot be read as WKT: /, false],
  [{ name: 0 }, 'A · no position', false],
])('a row is described as it is read by %j', (columns, text, isRead) => {
  const row = describeRow(['A', '35', '129', 'POINT (1 2)'], columns);
  expect(row.text.replace(',', '')).toEqual(
    typeof text === 'string' ? text.replace(',', '') : expect.stringMatching(text),
  );
  expect(row.isRead).toBe(isRead);
});
