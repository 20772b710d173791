import type { DatabaseSync } from 'node:sqlite';
import { createCoreTables } from '../geopackage/core-tables.ts';
import { registerAttributes, registerLayer } from '../geopackage/register-layer.ts';

/**
 * The workspace's first tables. Layers repeat what an analyst wants to see of record and sensor, so that each can be
 * understood by itself in a GIS. Times in DATETIME columns are UTC with milliseconds, as GeoPackage requires; the original
 * text of the record is in the TEXT columns beside them.
 */
export function createFirstTables(database: DatabaseSync): void {
  createCoreTables(database);
  database.exec(`
    CREATE TABLE app_meta (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE settings (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
  `);
  createAreaTables(database);
  createOrderTables(database);
  createRecordTables(database);
  createDetectionTables(database);
  register(database);
}

function createAreaTables(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE areas (
      fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
      geom POLYGON NOT NULL,
      area_id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      kind TEXT NOT NULL,
      center_longitude DOUBLE,
      center_latitude DOUBLE,
      radius_metres DOUBLE,
      square_metres DOUBLE NOT NULL,
      created_at DATETIME NOT NULL,
      updated_at DATETIME NOT NULL
    );
    CREATE TABLE areas_deleted (
      area_id TEXT PRIMARY KEY NOT NULL,
      area TEXT NOT NULL,
      deleted_at DATETIME NOT NULL
    ) WITHOUT ROWID;
  `);
}

function createOrderTables(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE orders (
      id INTEGER PRIMARY KEY,
      order_id TEXT NOT NULL UNIQUE,
      descriptive_name TEXT,
      state TEXT,
      created_at DATETIME,
      request_id TEXT,
      body TEXT NOT NULL,
      first_seen_at DATETIME NOT NULL,
      last_seen_at DATETIME NOT NULL
    );
    CREATE TABLE order_status (
      id INTEGER PRIMARY KEY,
      order_id TEXT NOT NULL REFERENCES orders (order_id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      state TEXT NOT NULL,
      entered_at TEXT NOT NULL,
      UNIQUE (order_id, position)
    );
    CREATE TABLE order_requests (
      id INTEGER PRIMARY KEY,
      request_id TEXT NOT NULL UNIQUE,
      body TEXT NOT NULL,
      seen_at DATETIME NOT NULL
    );
    CREATE TABLE submissions (
      submission_id TEXT PRIMARY KEY NOT NULL,
      created_at DATETIME NOT NULL,
      submission TEXT NOT NULL
    ) WITHOUT ROWID;
  `);
}

function createRecordTables(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE fetches (
      fetch_id TEXT PRIMARY KEY NOT NULL,
      started_at DATETIME NOT NULL,
      fetch TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE queries (id INTEGER PRIMARY KEY, body TEXT NOT NULL UNIQUE);

    CREATE TABLE records (
      id INTEGER PRIMARY KEY,
      record_id TEXT NOT NULL UNIQUE,
      upload_time TEXT,
      uploaded_at DATETIME,
      product_type TEXT,
      document_version TEXT,
      header_version TEXT,
      generator TEXT,
      region TEXT,
      qc_status TEXT,
      detections INTEGER NOT NULL,
      content_hash BLOB NOT NULL,
      fetched_at DATETIME NOT NULL,
      query_id INTEGER NOT NULL REFERENCES queries (id),
      last_fetch_id TEXT NOT NULL
    );
    CREATE TABLE record_raw (
      record_key INTEGER PRIMARY KEY REFERENCES records (id) ON DELETE CASCADE,
      body BLOB NOT NULL
    );
    CREATE TABLE processors (
      id INTEGER PRIMARY KEY,
      record_id TEXT NOT NULL REFERENCES records (record_id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      version TEXT,
      region TEXT,
      qc_status TEXT
    );
    CREATE INDEX processors_by_record ON processors (record_id);
    CREATE TABLE footprints (
      fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
      geom MULTIPOLYGON NOT NULL,
      sensor_name TEXT,
      sensor_type TEXT,
      sensor_mode TEXT,
      product_type TEXT,
      vendor_id TEXT,
      brand_id TEXT,
      collected_at DATETIME,
      azimuth_angle DOUBLE,
      incidence_angle DOUBLE,
      polarization TEXT,
      square_metres DOUBLE NOT NULL,
      reference_longitude DOUBLE NOT NULL,
      reference_latitude DOUBLE NOT NULL,
      sensor_hash BLOB NOT NULL UNIQUE
    );
    CREATE TABLE sensors (
      id INTEGER PRIMARY KEY,
      record_id TEXT NOT NULL REFERENCES records (record_id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      sensor_data_index DOUBLE,
      sensor_name TEXT,
      sensor_type TEXT,
      sensor_mode TEXT,
      product_type TEXT,
      brand_id TEXT,
      vendor_id TEXT,
      start_time_utc TEXT,
      geometry_reference TEXT,
      azimuth_angle DOUBLE,
      incidence_angle DOUBLE,
      polarization TEXT,
      footprint TEXT,
      footprint_fid INTEGER REFERENCES footprints (fid),
      footprint_problem TEXT
    );
    CREATE INDEX sensors_by_record ON sensors (record_id, position);
    CREATE INDEX sensors_by_footprint ON sensors (footprint_fid);
    CREATE TABLE problems (
      id INTEGER PRIMARY KEY,
      record_id TEXT,
      path TEXT NOT NULL,
      message TEXT NOT NULL,
      seen_at DATETIME NOT NULL
    );
    CREATE INDEX problems_by_record ON problems (record_id);
  `);
}

/** Both detection tables have the same columns: they are one list that two kinds of geometry have cut in two. */
function createDetectionTables(database: DatabaseSync): void {
  for (const [table, geometryType] of [
    ['detections', 'POINT'],
    ['detection_areas', 'GEOMETRY'],
  ]) {
    database.exec(`
      CREATE TABLE ${table} (
        fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        geom ${geometryType} NOT NULL,
        analytic TEXT NOT NULL,
        region TEXT,
        collected_at DATETIME,
        uploaded_at DATETIME,
        sensor_name TEXT,
        confidence DOUBLE,
        chip_identifier TEXT,
        longitude DOUBLE NOT NULL,
        latitude DOUBLE NOT NULL,
        record_id TEXT NOT NULL REFERENCES records (record_id) ON DELETE CASCADE,
        sensor_id INTEGER,
        position INTEGER NOT NULL,
        properties TEXT NOT NULL
      );
      CREATE INDEX ${table}_by_record ON ${table} (record_id);
      CREATE INDEX ${table}_by_analytic ON ${table} (analytic);
      CREATE INDEX ${table}_by_region ON ${table} (region);
      CREATE INDEX ${table}_by_time ON ${table} (collected_at);
      CREATE INDEX ${table}_by_sensor ON ${table} (sensor_name);
      CREATE INDEX ${table}_by_confidence ON ${table} (confidence);
    `);
  }
}

function register(database: DatabaseSync): void {
  registerLayer(database, {
    table: 'detections',
    description: 'Detections that are points',
    geometryType: 'POINT',
    mayHaveZ: true,
  });
  registerLayer(database, {
    table: 'detection_areas',
    description: 'Detections that are areas, lines or groups of points',
    geometryType: 'GEOMETRY',
    mayHaveZ: true,
  });
  registerLayer(database, {
    table: 'footprints',
    description: 'Collection footprints of the source images',
    geometryType: 'MULTIPOLYGON',
    mayHaveZ: false,
  });
  registerLayer(database, {
    table: 'areas',
    description: 'Areas of interest; circles as polygons with centre and radius',
    geometryType: 'POLYGON',
    mayHaveZ: false,
  });
  registerAttributes(database, 'records', 'Result records');
  registerAttributes(database, 'processors', 'Analytics that made a record');
  registerAttributes(database, 'sensors', 'Source sensor data of a record');
  registerAttributes(database, 'problems', 'Parts of records that could not be used');
  registerAttributes(database, 'orders', 'Orders');
  registerAttributes(database, 'order_status', 'Status history of the orders');
  registerAttributes(database, 'order_requests', 'Stored requests of the orders');
}
