import type { DatabaseSync } from 'node:sqlite';
import { createChunkTriggers } from '../columns/chunk-triggers.ts';
import { createCoreTables } from '../geopackage/core-tables.ts';
import { registerAttributes, registerLayer } from '../geopackage/register-layer.ts';
import { sensorDefinitions } from '../sensor-columns.ts';

/** Creates schema version 1 in an empty database. */
export function createSchema(database: DatabaseSync): void {
  createCoreTables(database);
  database.exec(schemaSql);
  createChunkTriggers(database);
  registerLayers(database);
  registerTables(database);
}

/** Columns of both tables of detections: points, and every other kind of geometry. */
const detectionColumns = `
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
  properties TEXT NOT NULL,
  record_key INTEGER`;

/**
 * The tables of a workspace. Layers repeat the analyst's fields of record and sensor, so that each can be
 * understood by itself in a GIS. Times in DATETIME columns are UTC with milliseconds, as GeoPackage requires; the
 * original text of the record is in TEXT columns next to them.
 */
const schemaSql = `
-- The version of the schema and of the results.
CREATE TABLE app_meta (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE settings (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;

-- Areas of interest. Deleted ones can be restored. One with site_min_share is a site: its passes are counted and compared.
-- site_kind: what the user has marked it as (airdrome, parking-lot).
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
  site_min_share DOUBLE,
  site_kind TEXT,
  created_at DATETIME NOT NULL,
  updated_at DATETIME NOT NULL
);
CREATE TABLE areas_deleted (
  area_id TEXT PRIMARY KEY NOT NULL,
  area TEXT NOT NULL,
  deleted_at DATETIME NOT NULL
) WITHOUT ROWID;

-- Layers of the user's own. Each has a table of features, layer_…, which this lists once all of its rows are there; body
-- is a VectorLayer as JSON.
CREATE TABLE layers (
  id INTEGER PRIMARY KEY,
  layer_id TEXT NOT NULL UNIQUE,
  table_name TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  updated_at DATETIME NOT NULL,
  body TEXT NOT NULL
);

-- Orders as the service lists them, with the history of their states and their stored requests.
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

-- Attempts to send an order, stored before their first byte is sent.
CREATE TABLE submissions (
  submission_id TEXT PRIMARY KEY NOT NULL,
  created_at DATETIME NOT NULL,
  submission TEXT NOT NULL
) WITHOUT ROWID;

-- Drafts and templates of orders. Deleted ones can be restored.
CREATE TABLE order_drafts (
  draft_id TEXT PRIMARY KEY,
  updated_at DATETIME NOT NULL,
  body TEXT NOT NULL,
  deleted_at DATETIME
);

-- Saved searches and their runs. Rows of deleted, dismissed and cleared ones remain, marked.
CREATE TABLE searches (
  id INTEGER PRIMARY KEY,
  search_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  updated_at DATETIME NOT NULL,
  body TEXT NOT NULL,
  deleted_at DATETIME
);
CREATE TABLE fetches (
  fetch_id TEXT PRIMARY KEY NOT NULL,
  started_at DATETIME NOT NULL,
  fetch TEXT NOT NULL,
  state TEXT,
  updated_at DATETIME,
  frozen_at DATETIME,
  title TEXT,
  query_text TEXT,
  search_id TEXT,
  search_revision INTEGER,
  run_kind TEXT,
  dismissed_at DATETIME,
  cleared_at DATETIME
) WITHOUT ROWID;
CREATE INDEX fetches_by_time ON fetches (started_at);
CREATE INDEX fetches_by_search ON fetches (search_id, started_at);
CREATE TABLE queries (id INTEGER PRIMARY KEY, body TEXT NOT NULL UNIQUE);

-- A raw record is the bytes raw_offset … raw_offset + raw_length of its decompressed block; without a length, all from
-- the offset on. codec is zstd or deflate (RFC 1951, raw).
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
  raw_block INTEGER,
  raw_offset INTEGER NOT NULL DEFAULT 0,
  raw_length INTEGER,
  fields TEXT NOT NULL DEFAULT 'all',
  page_offset INTEGER,
  generated_at DATETIME
);
CREATE TABLE raw_blocks (
  block INTEGER PRIMARY KEY,
  codec TEXT NOT NULL,
  body BLOB NOT NULL
);

-- Records by fetch; outcome is new, changed or unchanged.
CREATE TABLE fetch_records (
  fetch_id TEXT NOT NULL,
  record_key INTEGER NOT NULL REFERENCES records (id) ON DELETE CASCADE,
  outcome TEXT NOT NULL,
  PRIMARY KEY (fetch_id, record_key)
) WITHOUT ROWID;
CREATE INDEX fetch_records_by_record ON fetch_records (record_key);

-- Differences of records that a fetch changed.
CREATE TABLE record_changes (
  fetch_id TEXT NOT NULL,
  record_key INTEGER NOT NULL REFERENCES records (id) ON DELETE CASCADE,
  changed_at DATETIME NOT NULL,
  difference TEXT NOT NULL,
  PRIMARY KEY (fetch_id, record_key)
) WITHOUT ROWID;

-- Pages whose bytes are known need not be parsed again; records has key and hash of each of their records.
CREATE TABLE seen_pages (
  body_hash BLOB NOT NULL,
  brand TEXT NOT NULL,
  pagination TEXT NOT NULL,
  records BLOB NOT NULL,
  PRIMARY KEY (body_hash, brand)
) WITHOUT ROWID;

-- What a record states of its processors and sensors. parameters is JSON, NULL without any.
CREATE TABLE processors (
  id INTEGER PRIMARY KEY,
  record_id TEXT NOT NULL REFERENCES records (record_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  version TEXT,
  region TEXT,
  qc_status TEXT,
  parameters TEXT
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
  ${sensorDefinitions},
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

-- Detections. An index on the UUID of the record would cost a quarter of an insert, so they are found by record_key,
-- which a trigger fills in for other programs.
CREATE TABLE detections (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom POINT NOT NULL,${detectionColumns});
CREATE INDEX detections_by_record_key ON detections (record_key);
CREATE TABLE detection_areas (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom GEOMETRY NOT NULL,${detectionColumns});
CREATE INDEX detection_areas_by_record_key ON detection_areas (record_key);

-- Columns of the detections beside their rows, in chunks of 8,192 ids. version grows with each change of a chunk; body is
-- NULL while rows have changed and the columns are not rebuilt: then they are read from the rows.
CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE detection_chunks (
  chunk INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  body BLOB
);

-- Known names of properties, up to a limit; app_meta has properties_unlisted where some are omitted. Only those with
-- has_chunks have columns: a chunk without a column of such a property has no detection with it.
CREATE TABLE properties (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  has_chunks INTEGER NOT NULL
);
CREATE TABLE property_chunks (
  property_id INTEGER NOT NULL REFERENCES properties (id),
  chunk INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (property_id, chunk)
);

-- Image chips that came with a case; those that were fetched are in the cache. A media table (OGC 18-000).
CREATE TABLE chips (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  data BLOB NOT NULL,
  content_type TEXT NOT NULL,
  region TEXT NOT NULL,
  chip_identifier TEXT NOT NULL,
  UNIQUE (region, chip_identifier)
);

-- Reviews by the identity of their detection, so that they survive a refetch, a rebuild and a merge; detection_id is its
-- id in this file. detection is a ReviewedDetection as JSON, NULL where it is not known; carried_meters the distance of
-- the detection that the review was carried over to, NULL where that is equal. changed_in is a version of the reviews.
CREATE TABLE reviews (
  detection_id INTEGER PRIMARY KEY NOT NULL,
  record_id TEXT NOT NULL,
  identity TEXT NOT NULL,
  verdict TEXT,
  flagged INTEGER NOT NULL,
  note TEXT NOT NULL,
  reviewer TEXT NOT NULL,
  reviewed_at DATETIME NOT NULL,
  changed_in INTEGER NOT NULL DEFAULT 0,
  detection TEXT,
  carried_meters REAL
);
CREATE UNIQUE INDEX reviews_by_identity ON reviews (record_id, identity);
CREATE INDEX reviews_by_change ON reviews (changed_in);

-- Every change of a review. former is the review before it as JSON, NULL where there was none; an entry without a batch
-- was made in another workspace.
CREATE TABLE review_history (
  id INTEGER PRIMARY KEY,
  record_id TEXT NOT NULL,
  identity TEXT NOT NULL,
  verdict TEXT,
  flagged INTEGER NOT NULL,
  note TEXT NOT NULL,
  reviewer TEXT NOT NULL,
  reviewed_at DATETIME NOT NULL,
  batch TEXT,
  former TEXT
);
CREATE INDEX review_history_by_identity ON review_history (record_id, identity);
CREATE INDEX review_history_by_batch ON review_history (batch) WHERE batch IS NOT NULL;
CREATE TABLE review_batches (
  id INTEGER PRIMARY KEY,
  batch TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  undoes TEXT,
  reviewer TEXT NOT NULL,
  made_at DATETIME NOT NULL,
  changed INTEGER NOT NULL
);
CREATE INDEX review_batches_by_undoes ON review_batches (undoes) WHERE undoes IS NOT NULL;

-- Reviews in the team's database: their identity there, the last entry of the team's history that has been seen, and the
-- reviews that disagree with the current one (JSON).
CREATE TABLE team_reviews (
  id INTEGER PRIMARY KEY,
  record_id TEXT NOT NULL,
  identity TEXT NOT NULL,
  team_identity TEXT NOT NULL,
  seen INTEGER NOT NULL,
  disputing TEXT NOT NULL,
  UNIQUE (record_id, identity)
);
CREATE INDEX team_reviews_disputed ON team_reviews (record_id) WHERE disputing <> '[]';

-- Rules that watch saved searches; deleted ones can be restored. What matched before a rule makes no event: known_ids has
-- the ids of detections (uint32), NULL once these have changed, as in a rebuilt file; known_subjects the others (JSON).
CREATE TABLE watch_rules (
  id INTEGER PRIMARY KEY,
  rule_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  search_id TEXT NOT NULL,
  updated_at DATETIME NOT NULL,
  body TEXT NOT NULL,
  known_ids BLOB,
  known_subjects TEXT NOT NULL,
  deleted_at DATETIME
);

-- Fetches that a rule has evaluated, each as it was at a time.
CREATE TABLE watch_runs (
  rule_id TEXT NOT NULL,
  fetch_id TEXT NOT NULL,
  fetch_updated_at TEXT NOT NULL,
  evaluated_at DATETIME NOT NULL,
  PRIMARY KEY (rule_id, fetch_id)
) WITHOUT ROWID;

-- What rules have found; finding is a Finding as JSON. notified is due, done or none. An event about a detection has what
-- finds it in another version of its record, as reviews do.
CREATE TABLE watch_events (
  id INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL UNIQUE,
  rule_id TEXT NOT NULL,
  rule_name TEXT NOT NULL,
  subject TEXT NOT NULL,
  statement TEXT NOT NULL,
  found_at DATETIME NOT NULL,
  collected_at DATETIME,
  silenced INTEGER NOT NULL,
  notified TEXT NOT NULL,
  read_at DATETIME,
  snoozed_until DATETIME,
  record_id TEXT,
  identity TEXT,
  detection TEXT,
  detection_id INTEGER,
  finding TEXT NOT NULL,
  UNIQUE (rule_id, subject)
);
CREATE INDEX watch_events_by_record ON watch_events (rule_id, record_id);
CREATE INDEX watch_events_due ON watch_events (notified) WHERE notified = 'due';

-- Files of AIS reports, which this lists once all of their contacts are there; body is an AisFile as JSON. facts is an
-- AisStatic as JSON, reports are packed (packReports).
CREATE TABLE ais_files (
  id INTEGER PRIMARY KEY,
  file_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  imported_at DATETIME NOT NULL,
  body TEXT NOT NULL
);
CREATE TABLE ais_contacts (
  id INTEGER PRIMARY KEY,
  file_id TEXT NOT NULL,
  identifier TEXT NOT NULL,
  facts TEXT NOT NULL,
  from_ms DOUBLE NOT NULL,
  to_ms DOUBLE NOT NULL,
  reports BLOB NOT NULL,
  UNIQUE (file_id, identifier)
);
CREATE INDEX ais_contacts_by_identifier ON ais_contacts (identifier);
-- All of their reports by place and hour (tables/ais-index.ts), from which contacts around later passes are made.
CREATE TABLE ais_index (
  id INTEGER PRIMARY KEY,
  file_id TEXT NOT NULL,
  hour INTEGER NOT NULL,
  cell INTEGER NOT NULL,
  reports BLOB NOT NULL
);
CREATE INDEX ais_index_by_place ON ais_index (file_id, hour, cell);

-- What is derived from them: outcomes of passes (AisPassOutcome), their contacts (PassContact), and outcomes of detections
-- (DetectionMatch), as JSON. decision is the latest of ais_decisions; outcome, contact and distance are with it.
CREATE TABLE ais_passes (
  pass_key TEXT PRIMARY KEY NOT NULL,
  stamp TEXT NOT NULL,
  time_ms DOUBLE NOT NULL,
  source TEXT NOT NULL,
  body TEXT NOT NULL,
  contacts TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE ais_matches (
  detection_id INTEGER PRIMARY KEY NOT NULL,
  pass_key TEXT NOT NULL,
  state TEXT NOT NULL,
  cover TEXT NOT NULL,
  decision TEXT,
  decided_by TEXT,
  decided_at DATETIME,
  outcome TEXT NOT NULL,
  contact TEXT,
  distance_meters DOUBLE,
  body TEXT NOT NULL
);
CREATE INDEX ais_matches_by_pass ON ais_matches (pass_key);

-- Every decision about which contact a detection is: an identifier, none, or NULL where it was undone; by the identity of
-- the detection, as reviews.
CREATE TABLE ais_decisions (
  id INTEGER PRIMARY KEY,
  decision_id TEXT NOT NULL UNIQUE,
  record_id TEXT NOT NULL,
  identity TEXT NOT NULL,
  decision TEXT,
  decided_by TEXT NOT NULL,
  decided_at DATETIME NOT NULL
);
CREATE INDEX ais_decisions_by_identity ON ais_decisions (record_id, identity);
`;

function registerLayers(database: DatabaseSync): void {
  registerLayer(database, {
    table: 'detections',
    description: 'Detections that are points',
    geometryType: 'POINT',
    mayHaveZ: false,
  });
  registerLayer(database, {
    table: 'detection_areas',
    description: 'Detections that are areas, lines or groups of points',
    geometryType: 'GEOMETRY',
    mayHaveZ: false,
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
}

/** Tables without geometry that a GIS lists. */
function registerTables(database: DatabaseSync): void {
  const tables = {
    records: 'Result records',
    processors: 'Analytics that made a record',
    sensors: 'Source sensor data of a record',
    problems: 'Parts of records that could not be used',
    chips: 'Image chips that came with a case',
    orders: 'Orders',
    order_status: 'Status history of the orders',
    order_requests: 'Stored requests of the orders',
    searches: 'Saved searches',
    reviews: 'Verdicts, flags and notes on detections',
    review_history: 'Every change of a verdict, flag or note',
    review_batches: 'Which of these changes were made at once',
    watch_rules: 'Rules that watch saved searches',
    watch_events: 'What these rules have found',
    ais_files: 'Files of AIS reports',
    ais_decisions: 'Decisions about which AIS contact a detection is',
  };
  for (const [table, description] of Object.entries(tables)) registerAttributes(database, table, description);
}
