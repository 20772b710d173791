import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import {
  type CoordinateSystem,
  crsFromEpsg,
  crsFromPrj,
  wgs84,
} from '../../../shared/areas/import/coordinate-system.ts';
import type { ImportLog } from '../../../shared/areas/import/import-log.ts';
import { accept, type Outcome, refuse } from '../../../shared/areas/import/outcome.ts';
import type { SourceShape } from '../../../shared/areas/import/source-shape.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { SimpleGeometry } from '../../../shared/geo/flatten-geometry.ts';
import { numberCell, textCell, textOrNull } from '../workspace/file/cells.ts';
import { readLayerGeometry } from '../workspace/file/layers/layer-geometry.ts';
import { quoteName } from '../workspace/file/layers/layer-table.ts';
import { createSql } from '../workspace/file/sql.ts';
import { readSchemaObjects, splitCreateTable } from '../workspace/safety/schema-objects.ts';

/** A table of features of a GeoPackage of another program. */
export type GeoPackageTable = { readonly name: string; readonly column: string; readonly srsId: number };

/** Tables of features that are read, and a sentence about each other table that the file lists. */
export type FeatureTables = {
  readonly tables: readonly GeoPackageTable[];
  readonly unread: readonly string[];
};

/** Its tables of features: no views, which could run anything, and no tables with computed columns. */
export function listFeatureTables(database: DatabaseSync): FeatureTables {
  const plain = new Set(
    (readSchemaObjects(database) ?? [])
      .filter(({ kind, tokens }) => kind === 'table' && isPlain(tokens))
      .map(({ name }) => name),
  );
  const listed = createSql(database)
    .all(
      `SELECT c.table_name AS name, g.column_name AS geometry, g.srs_id AS srs
       FROM gpkg_contents AS c JOIN gpkg_geometry_columns AS g ON g.table_name = c.table_name
       WHERE c.data_type = 'features' ORDER BY c.rowid`,
    )
    .map((row) => ({
      name: textCell(row, 'name'),
      column: textCell(row, 'geometry'),
      srsId: numberCell(row, 'srs'),
    }));
  const isRead = ({ name }: GeoPackageTable) => plain.has(name.toLowerCase());
  const views = listed.filter((table) => !isRead(table)).map(({ name }) => `${name}: ${viewLeft}`);
  const others = createSql(database)
    .all(
      `SELECT table_name AS name, data_type AS type FROM gpkg_contents
       WHERE data_type <> 'features' OR table_name NOT IN (SELECT table_name FROM gpkg_geometry_columns) ORDER BY rowid`,
    )
    .map((row) => `${textCell(row, 'name')}: ${otherLeft[textCell(row, 'type')] ?? noGeometry}`);
  return { tables: listed.filter(isRead), unread: [...views, ...others] };
}

const viewLeft =
  'Views and tables with computed columns are not read. Save it as a table, for example with QGIS.';
const noGeometry =
  'A table without geometry is no layer, and was left out. Join it to one, for example with QGIS.';
/** Sentences by types of contents that have pictures (OGC 12-128r17, 2.2; 17-066r1). */
const otherLeft: Readonly<Record<string, string>> = {
  tiles: 'Tiles of pictures are no features, and were left out.',
  '2d-gridded-coverage': 'A grid of values is no features, and was left out.',
};

function isPlain(tokens: readonly string[]): boolean {
  return splitCreateTable(tokens)?.columns.every((column) => !column.includes('as')) ?? false;
}

/** The features of a table. Fails with `crs-unknown`; a geometry that cannot be read is refused by its row. */
export function readFeatureTable(
  database: DatabaseSync,
  { name, column, srsId }: GeoPackageTable,
  log: ImportLog,
): Outcome<Iterable<SourceShape>> {
  const system = readSystem(database, srsId, name, log);
  if (!system.ok) return system;
  if (system.value.projector) log.fix('reprojected', name);
  return accept(readRows(database, name, column, system.value, log));
}

function* readRows(
  database: DatabaseSync,
  table: string,
  geometryColumn: string,
  { projector }: CoordinateSystem,
  log: ImportLog,
): Generator<SourceShape, void> {
  const key = keyColumnOf(database, table);
  const booleans = booleanColumnsOf(database, table);
  const statement = database.prepare(`SELECT * FROM ${quoteName(table)}`);
  statement.setReadBigInts(true);
  let number = 0;
  for (const { [geometryColumn]: blob, ...values } of statement.iterate()) {
    number += 1;
    const place = `${table}, row ${number}`;
    const attributes: Record<string, unknown> = Object.create(null);
    for (const [name, value] of Object.entries(values)) {
      if (name === key) continue;
      if (value instanceof Uint8Array) log.noteUnread('value-left', `${table}, column ${name}`, binaryLeft);
      else attributes[name] = booleans.has(name) ? toBoolean(value) : value;
    }
    yield* toShapes(blob, { place, feature: { attributes }, projector }, log);
  }
}

/** The column of the numbers of rows, which is no attribute (OGC 12-128r17, 2.1.6.1.1). */
function keyColumnOf(database: DatabaseSync, table: string): string | undefined {
  const keys = createSql(database).all('SELECT name, type FROM pragma_table_info(?) WHERE pk > 0', table);
  const [only, second] = keys;
  return only && !second && /^INTEGER$/i.test(textCell(only, 'type')) ? textCell(only, 'name') : undefined;
}

const binaryLeft = 'Pictures and other binary values were left out.';

/** The columns of true and false, which are 1 and 0 in the file (OGC 12-128r17, table 1). */
function booleanColumnsOf(database: DatabaseSync, table: string): ReadonlySet<string> {
  const columns = createSql(database).all('SELECT name, type FROM pragma_table_info(?)', table);
  return new Set(
    columns.filter((row) => /^BOOL/i.test(textCell(row, 'type'))).map((row) => textCell(row, 'name')),
  );
}

function toBoolean(value: SQLOutputValue | undefined): unknown {
  return value === 1n || value === 0n ? value === 1n : value;
}

type Located = Pick<SourceShape, 'place' | 'feature' | 'projector' | 'hasZ' | 'hasM'>;

function toShapes(blob: SQLOutputValue | undefined, located: Located, log: ImportLog): SourceShape[] {
  const gap: SourceShape = { ...located, isEmpty: true };
  if (!(blob instanceof Uint8Array)) return [gap];
  try {
    const { geometries, hasZ, hasM, hasArcs } = readLayerGeometry(blob);
    if (hasArcs) log.fix('linearized', located.place);
    const shapes = geometries.flatMap((geometry) => partsOf(geometry, { ...located, hasZ, hasM }));
    return shapes.length > 0 ? shapes : [gap];
  } catch (error) {
    const message = `The geometry cannot be read (${errorText(error)}).`;
    log.refuse(refuse('bad-coordinate', located.place, message).refusal);
    return [gap];
  }
}

function partsOf(geometry: SimpleGeometry, located: Located): SourceShape[] {
  switch (geometry.type) {
    case 'Point':
      // An empty point has positions that are no numbers (OGC 12-128r17, 2.1.3).
      return Number.isNaN(geometry.coordinates[0] ?? Number.NaN)
        ? []
        : [{ ...located, point: geometry.coordinates }];
    case 'MultiPoint':
      return geometry.coordinates.map((point) => ({ ...located, point }));
    case 'LineString':
      return [{ ...located, line: geometry.coordinates }];
    case 'MultiLineString':
      return geometry.coordinates.map((line) => ({ ...located, line }));
    case 'Polygon':
      return [{ ...located, rings: geometry.coordinates, winding: 'any' }];
    case 'MultiPolygon':
      return geometry.coordinates.map((rings) => ({ ...located, rings, winding: 'any' }));
  }
}

/** By its number of EPSG, else by its definition in WKT (OGC 12-128r17, table 3). */
function readSystem(
  database: DatabaseSync,
  srsId: number,
  place: string,
  log: ImportLog,
): Outcome<CoordinateSystem> {
  if (srsId === -1) {
    return refuse(
      'crs-unknown',
      place,
      'Its coordinate system is “undefined Cartesian” (srs_id −1): a plan without a place on the Earth. Give it one, for example with the georeferencer of QGIS, and import it again.',
    );
  }
  if (srsId === 0) {
    log.fix('crs-assumed', place);
    return accept(wgs84);
  }
  const row = createSql(database).get(
    `SELECT organization, organization_coordsys_id AS id, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?`,
    srsId,
  );
  if (!row)
    return refuse(
      'crs-unknown',
      place,
      `Its coordinate system ${srsId} is not in the file. Save the layer again, for example with QGIS.`,
    );
  const isEpsg = textCell(row, 'organization').toUpperCase() === 'EPSG';
  const byNumber = isEpsg ? crsFromEpsg(numberCell(row, 'id'), place) : undefined;
  return byNumber?.ok ? byNumber : crsFromPrj(textOrNull(row, 'definition') ?? '', place);
}
