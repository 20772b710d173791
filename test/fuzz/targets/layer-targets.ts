import { readdirSync, readFileSync } from 'node:fs';
import {
  decodeLayerGeometry,
  encodeLayerGeometry,
} from '../../../electron/core/workspace/file/layers/layer-geometry.ts';
import { ComparisonBudget } from '../../../shared/areas/import/comparison-budget.ts';
import { decodeText } from '../../../shared/areas/import/decode-text.ts';
import { ImportLog } from '../../../shared/areas/import/import-log.ts';
import { previewOf, readShapes } from '../../../shared/areas/import/read-shapes.ts';
import { importAreas } from '../../../shared/areas/import-areas.ts';
import { checkAreaPolygon } from '../../../shared/geo/check-area-polygon.ts';
import { AttributeColumns, toLayerFeatures } from '../../../shared/layers/layer-features.ts';
import { parseCsv } from '../../../shared/parse-csv.ts';
import { describeRow, type TableColumns, tableFields } from '../../../shared/tables/table-columns.ts';
import type { SeededRandom } from '../../builders/seeded-random.ts';
import { damage, expectThat } from '../damage.ts';
import type { FuzzInput, FuzzTarget } from '../fuzz-target.ts';

/** Tables with positions and geometries in every form, and with names that their values contradict. */
const tableSeeds = [
  'name,lat,lon,note\nA,50.25,10.5,"a, b"\nB,,,\nC,-12.5,-170,"x ""y"" z"\n',
  'id;lat;ns;lon;ew\n1;12,5;S;77,25;W\n2;3530.5;N;12900.25;E\n',
  'station\tposition\nA\t35.1234, 129.4321\nB\t35°30′N 129°E\n',
  'lat_lon,name\n"[35.1, 129.2]",A\n"(35.2, 129.3)",B\n',
  'x,y,crs\n512345.6,4100000.1,EPSG:32652\n512346.6,4100001.1,EPSG:32652\n',
  'WKT,name\n"POLYGON Z ((10 50 1,11 50 2,11 51 3,10 50 1))",One\n“POINT (1 2)”,Two\nPOINT EMPTY,\n',
  'geom,title\n0101000020E6100000000000000000244000000000000049400000,A\n"{""type"":""Point"",""coordinates"":[1,2,3]}",B\n',
  'latitude,longitude,wind\ndegrees_north,degrees_east,m/s\n44.5,-124.25,7\n45.5,-125.25,NaN\n',
].map((text): FuzzInput => ({ bytes: new TextEncoder().encode(text), extension: 'csv' }));

/** All kinds of geometries, with heights, curves, a projection, and without an index, as written by GDAL 3.6. */
const layersFolder = new URL('../../fixtures/layers/', import.meta.url);
export const flatGeobufSeeds = readdirSync(layersFolder)
  .filter((name) => name.endsWith('.fgb'))
  .toSorted()
  .map((name): FuzzInput => {
    const bytes = new Uint8Array(readFileSync(new URL(name, layersFolder)));
    return { bytes, extension: 'fgb' };
  });

/** Reads a file as a layer; returns the number of its features and what was noted. */
function readLayer({ bytes, extension }: FuzzInput, columns?: TableColumns) {
  const log = new ImportLog('layer');
  const read = readShapes({ name: `a.${extension}`, bytes, columns }, log, new ComparisonBudget(1_000_000));
  if (!read.ok) {
    expectThat(/[.…]\)?$/.test(read.refusal.message), `no sentence: ${read.refusal.message}`);
    return undefined;
  }
  const attributeColumns = new AttributeColumns();
  let [features, empty] = [0, 0];
  for (const { shapes } of read.value)
    for (const { geometries, attributes, hasHeights } of toLayerFeatures(shapes, log)) {
      features += 1;
      attributeColumns.add(attributes);
      const blob = encodeLayerGeometry(geometries, hasHeights);
      if (!blob) empty += 1;
      const saved = blob ? decodeLayerGeometry(blob) : [];
      expectThat(JSON.stringify(saved) === JSON.stringify(blob ? geometries : []), 'a geometry changes');
      for (const { coordinates } of geometries) checkPositions(coordinates);
    }
  const names = attributeColumns.describe().map(({ column }) => column.toLowerCase());
  expectThat(new Set(names).size === names.length, 'two attributes have one column');
  return { features, empty, notes: log.layerNotes(), hasRefusals: log.firstRefusal !== undefined };
}

function checkPositions(value: unknown): void {
  if (!Array.isArray(value)) return;
  const [x, y]: readonly unknown[] = value;
  if (typeof x !== 'number') for (const member of value as unknown[]) checkPositions(member);
  else expectThat(Math.abs(x) <= 360 && typeof y === 'number' && Math.abs(y) <= 90, 'a position is none');
}

function pickColumns(random: SeededRandom): TableColumns {
  const indexes = [0, 1, 2, 3, 4, 99];
  return Object.fromEntries(
    tableFields.flatMap((field) =>
      random.pick([true, false, false]) ? [[field, random.pick(indexes)]] : [],
    ),
  );
}

/** Tables that become layers and areas, by the proposed and by any other columns. */
export const tables: FuzzTarget = {
  name: 'tables',
  make(random) {
    const input = damage(tableSeeds, random);
    // The chosen columns are in the ending, so that a saved input has them.
    return { ...input, extension: `${toLetters(pickColumns(random))}.csv` };
  },
  check({ bytes, extension }) {
    const columns = fromLetters(extension.replace(/\.csv$/, ''));
    const text = decodeText(bytes, 'a.csv', new ImportLog('layer'));
    const [heading = [], ...rows] = text.ok ? parseCsv(text.value).rows : [];
    const preview = previewOf({ name: 'a.csv', bytes });
    for (const chosen of [columns, preview?.proposed]) {
      if (!chosen) continue;
      const read = readLayer({ bytes, extension: 'csv' }, chosen);
      if (read) {
        const unitRows = read.notes.some((note) => note.startsWith('The row below the names')) ? 1 : 0;
        expectThat(read.features + unitRows === rows.length, 'a row is lost');
        const unread = rows.filter((row) => !describeRow(row, chosen).isRead);
        expectThat(unread.length <= unitRows || read.hasRefusals, 'a row without a place is not noted');
      }
      const { error, areas } = importAreas({ name: 'a.csv', bytes, columns: chosen });
      expectThat(error?.code !== 'internal', `internal error: ${error?.message}`);
      for (const { geometry } of areas)
        expectThat(checkAreaPolygon(geometry).length === 0, 'an area is not sound');
    }
    expectThat(!preview || preview.heading.length === heading.length, 'the preview has another heading');
  },
};

/** A letter for each field: of its column, or `-`. */
function toLetters(columns: TableColumns): string {
  return tableFields
    .map((field) => (columns[field] === undefined ? '-' : columns[field].toString(36)))
    .join('_');
}

function fromLetters(letters: string): TableColumns {
  const parts = letters.split('_');
  return Object.fromEntries(
    tableFields.flatMap((field, index) => {
      const column = Number.parseInt(parts[index] ?? '-', 36);
      return Number.isNaN(column) ? [] : [[field, column]];
    }),
  );
}

/** FlatGeobuf that becomes layers. */
export const flatGeobufLayers: FuzzTarget = {
  name: 'layers-fgb',
  make: (random) => damage(flatGeobufSeeds, random),
  check(input) {
    const read = readLayer(input);
    if (read) expectThat(read.empty === 0 || read.features > 0, 'features are lost');
  },
};
