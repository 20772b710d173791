import { parseInstant } from '../../../electron/core/workspace/ingest/parse-instant.ts';
import { parseRecord } from '../../../electron/core/workspace/ingest/parse-record.ts';
import { csvCell } from '../../../shared/csv-cell.ts';
import { composeText } from '../../../shared/fold-text.ts';
import { parseGeometry } from '../../../shared/geo/parse-geometry.ts';
import { readGeometryText } from '../../../shared/geo/read-geometry-text.ts';
import { parseCsv } from '../../../shared/parse-csv.ts';
import { meaningFields, readMeaningField } from '../../../shared/results/meaning-fields.ts';
import { readPropertyMeaning } from '../../../shared/results/property-meaning.ts';
import { damage, decode, expectThat } from '../damage.ts';
import type { FuzzTarget } from '../fuzz-target.ts';

const seedsOf = (texts: readonly string[], extension: string) =>
  texts.map((text) => ({ bytes: Uint8Array.from(Buffer.from(text)), extension }));

const timeSeeds = seedsOf(
  [
    '2026-11-20T10:15:00.123456Z',
    '20261120T101500,5+0930',
    '2026-W47-5T24:00:00\u221205:00',
    '2026-324T10Z',
    '2026-12-31T23:59:60Z',
    '2026-11-20T19:15:00+09:00[Asia/Seoul][u-ca=gregory]',
    '2026-11-20 10:15:00 UTC',
    '2026-11',
  ],
  'txt',
);
/** The form of RFC 3339 that the engine reads as well. */
const engineForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/** Times of records, orders and files. */
export const times: FuzzTarget = {
  name: 'times',
  make: (random) => damage(timeSeeds, random),
  check({ bytes }) {
    const text = decode(bytes);
    const instant = parseInstant(text);
    if (instant) expectThat(new Date(instant.iso).getTime() === instant.epochMs, 'text and number differ');
    const byEngine = engineForm.test(text) ? Date.parse(text) : Number.NaN;
    // The engine refuses the leap second and accepts days that a month does not have.
    const isRead = instant !== undefined && !Number.isNaN(byEngine);
    if (isRead) expectThat(instant.epochMs === byEngine, `${text} is read otherwise than by the engine`);
  },
};

const csvSeeds = seedsOf(
  ['a,"b ""c""",d\r\n1,"2\n3",4\r\n', 'x;y\n"=1+1";2\n', 'WKT,name\n"POINT (1 2)",=cmd\n'],
  'csv',
);

/** Tables in text, and their cells written again. */
export const csv: FuzzTarget = {
  name: 'csv',
  make: (random) => damage(csvSeeds, random),
  check({ bytes }) {
    const text = decode(bytes);
    const cells = parseCsv(text).rows.flat();
    const length = cells.reduce((sum, cell) => sum + cell.length, 0);
    expectThat(length <= text.length, 'the cells have more text than the table');
    for (const cell of cells.slice(0, 1000)) csvCell(cell);
  },
};

const propertySeeds = seedsOf(
  [
    '{"uuid":"0b1c","sarLengthMeters":"12.5","aisSpeedKts":3,"classificationDetails":[{"label":"cargo","confidence":0.7}]}',
    '{"":1,"fid":7,"FID":8,"geom":"x","Length":10.5,"length":11.5,"a\\u0000b":"n\\u0000ul","e\u0301":1,"é":2}',
    '{"confidence":"91 %","heading":359.9,"mmsi":440123456,"n":9007199254740993,"deep":{"a":[[[1]]]}}',
  ],
  'json',
);

/** Properties of a detection: none is lost, whatever they are. */
export const properties: FuzzTarget = {
  name: 'properties',
  make: (random) => damage(propertySeeds, random),
  check({ bytes }) {
    const value = tryParse(decode(bytes));
    const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties: value };
    const record = { assignedId: 'a', content: { type: 'FeatureCollection', features: [feature] } };
    const { features, problems } = parseRecord(record, { brand: 'svc', fields: 'all', isUtf8: true });
    const [found] = features;
    expectThat(found !== undefined, 'the detection is lost');
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!found || !isObject || problems.some(({ path }) => path.endsWith('.properties'))) return;
    readPropertyMeaning(found.properties);
    const reversed = Object.fromEntries(Object.entries(found.properties).reverse());
    for (const field of meaningFields) {
      const isSame = readMeaningField(field, found.properties) === readMeaningField(field, reversed);
      expectThat(isSame, 'the property that counts depends on the order');
    }
    const names = Object.keys(JSON.parse(found.propertiesText) as object);
    const sent = Object.keys(value);
    expectThat(names.length === sent.length, 'a property is lost');
    expectThat(names.map(composeText).join('\n') === sent.map(composeText).join('\n'), 'names differ');
  },
};

const geometrySeeds = seedsOf(
  [
    '{"type":"Polygon","coordinates":[[["190.5","52"],[191,52],[191,53],[190.5000000001,52]]]}',
    '{"type":"MultiPolygon","coordinates":[[[[-170,84],[-80,84],[10,84],[100,84],[-170,84]]]]}',
    'LINEARRING (0 0, 1 0, 1 1, 0 0)',
    'POLYGON((0 80,180 80,150 70,30 70,0 80))',
    '0103000020E610000001000000040000000000000000000000000000000000000000000000000024400000000000000000000000000000244000000000000024400000000000000000000000000000000000',
  ],
  'txt',
);

/** Geometries in any form that a record may have. */
export const geometries: FuzzTarget = {
  name: 'geometries',
  make: (random) => damage(geometrySeeds, random),
  check({ bytes }) {
    const read = readGeometryText(decode(bytes));
    if (!read.ok) return expectThat(read.message !== '', 'a refusal gives no reason');
    for (const member of read.geometries) {
      const parsed = parseGeometry(member);
      if (!parsed.ok) continue;
      const again = parseGeometry(parsed.geometry);
      // Heights at some positions are left out where the geometry is written.
      const isSettled = again.ok && again.notes.every((note) => note.startsWith('has heights'));
      expectThat(isSettled, 'a corrected geometry is corrected again');
    }
  },
};

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
