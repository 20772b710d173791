import type { DatabaseSync } from 'node:sqlite';

/** An existing spatial table to be registered as a layer. Its key column is `fid`, its geometry column `geom`. */
export type SpatialTable = {
  readonly table: string;
  readonly description: string;
  readonly geometryType: 'POINT' | 'POLYGON' | 'MULTIPOLYGON' | 'GEOMETRY';
  /** Whether positions may carry a height. */
  readonly mayHaveZ: boolean;
};

/** Registers the layer in EPSG:4326 and gives it a spatial index. Names come from this code, never from data. */
export function registerLayer(database: DatabaseSync, layer: SpatialTable): void {
  database
    .prepare(
      `INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id)
       VALUES (?, 'features', ?, ?, 4326)`,
    )
    .run(layer.table, layer.table, layer.description);
  database
    .prepare(`INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, 4326, ?, 0)`)
    .run(layer.table, layer.geometryType, layer.mayHaveZ ? 2 : 0);
  createSpatialIndex(database, layer.table);
}

/** Registers a table without geometry, so that a GIS lists it. */
export function registerAttributes(database: DatabaseSync, table: string, description: string): void {
  database
    .prepare(
      `INSERT INTO gpkg_contents (table_name, data_type, identifier, description)
       VALUES (?, 'attributes', ?, ?)`,
    )
    .run(table, table, description);
}

/** Creates the R-tree of a table and its triggers (OGC 12-128r17, annex F.3, as in version 1.3.0). */
export function createSpatialIndex(database: DatabaseSync, table: string): void {
  const index = `rtree_${table}_geom`;
  const entry =
    'VALUES (NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom))';
  const hasGeometry = '(NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))';
  const hasNoGeometry = '(NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))';
  database.exec(`
    CREATE VIRTUAL TABLE ${index} USING rtree(id, minx, maxx, miny, maxy);
    CREATE TRIGGER ${index}_insert AFTER INSERT ON ${table} WHEN ${hasGeometry}
    BEGIN
      INSERT OR REPLACE INTO ${index} ${entry};
    END;
    CREATE TRIGGER ${index}_update1 AFTER UPDATE OF geom ON ${table} WHEN OLD.fid = NEW.fid AND ${hasGeometry}
    BEGIN
      INSERT OR REPLACE INTO ${index} ${entry};
    END;
    CREATE TRIGGER ${index}_update2 AFTER UPDATE OF geom ON ${table} WHEN OLD.fid = NEW.fid AND ${hasNoGeometry}
    BEGIN
      DELETE FROM ${index} WHERE id = OLD.fid;
    END;
    CREATE TRIGGER ${index}_update3 AFTER UPDATE ON ${table} WHEN OLD.fid != NEW.fid AND ${hasGeometry}
    BEGIN
      DELETE FROM ${index} WHERE id = OLD.fid;
      INSERT OR REPLACE INTO ${index} ${entry};
    END;
    CREATE TRIGGER ${index}_update4 AFTER UPDATE ON ${table} WHEN OLD.fid != NEW.fid AND ${hasNoGeometry}
    BEGIN
      DELETE FROM ${index} WHERE id IN (OLD.fid, NEW.fid);
    END;
    CREATE TRIGGER ${index}_delete AFTER DELETE ON ${table} WHEN OLD.geom NOT NULL
    BEGIN
      DELETE FROM ${index} WHERE id = OLD.fid;
    END;
  `);
  database
    .prepare(`INSERT INTO gpkg_extensions VALUES (?, 'geom', 'gpkg_rtree_index', ?, 'write-only')`)
    .run(table, 'http://www.geopackage.org/spec120/#extension_rtree');
}
