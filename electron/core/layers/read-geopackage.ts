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
import { decodeLayerGeometry } from '../workspace/file/layers/layer-geometry.ts';
import { quoteName } from '../workspace/file/layers/layer-table.ts';
import { createSql } from '../workspace/file/sql.ts';
import { readSchemaObjects, splitCreateTable } from '../workspace/safety/schema-objects.ts';

/** A table of features of a GeoPackage of another program. */
export type GeoPackageTable = { readonly name: string; readonly column: string; readonly srsId: number };

/** Tables of features that are read, and the names of what the file lists among them and is not. */
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
  const [tables, unread] = [true, false].map((isRead) =>
    listed.filter(({ name }) => plain.has(name.toLowerCase()) === isRead),
  );
  return { tables: tables ?? [], unread: (unread ?? []).map(({ name }) => name) };
}

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
  const statement = database.prepare(`SELECT * FROM ${quoteName(table)}`);
  statement.setReadBigInts(true);
  let number = 0;
  for (const { [geometryColumn]: blob, ...values } of statement.iterate()) {
    number += 1;
    const place = `${table}, row ${number}`;
    const attributes = Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) =>
        name === key || value instanceof Uint8Array ? [] : [[name, toPlain(value)]],
      ),
    );
    yield* toShapes(blob, { place, feature: { attributes }, projector }, log);
  }
}

/** The column of the numbers of rows, which is no attribute (OGC 12-128r17, 2.1.6.1.1). */
function keyColumnOf(database: DatabaseSync, table: string): string | undefined {
  const keys = createSql(database).all('SELECT name, type FROM pragma_table_info(?) WHERE pk > 0', table);
  const [only, second] = keys;
  return only && !second && /^INTEGER$/i.test(textCell(only, 'type')) ? textCell(only, 'name') : undefined;
}

function toPlain(value: SQLOutputValue | undefined): unknown {
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

type Located = Pick<SourceShape, 'place' | 'feature' | 'projector'>;

function toShapes(blob: SQLOutputValue | undefined, located: Located, log: ImportLog): SourceShape[] {
  const gap: SourceShape = { ...located, isEmpty: true };
  if (!(blob instanceof Uint8Array)) return [gap];
  try {
    const shapes = decodeLayerGeometry(blob).flatMap((geometry) => partsOf(geometry, located));
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
  if (srsId <= 0) {
    log.fix('crs-assumed', place);
    return accept(wgs84);
  }
  const row = createSql(database).get(
    `SELECT organization, organization_coordsys_id AS id, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?`,
    srsId,
  );
  if (!row) return refuse('crs-unknown', place, `Its coordinate system ${srsId} is not in the file.`);
  const isEpsg = textCell(row, 'organization').toUpperCase() === 'EPSG';
  const byNumber = isEpsg ? crsFromEpsg(numberCell(row, 'id'), place) : undefined;
  return byNumber?.ok ? byNumber : crsFromPrj(textOrNull(row, 'definition') ?? '', place);
}
