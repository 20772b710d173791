import { DatabaseSync } from 'node:sqlite';
import { registerSpatialFunctions } from '../../electron/core/workspace/file/geopackage/spatial-functions.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A change of the schema of a workspace that leaves all of its rows. */
export type SchemaChange =
  | { readonly kind: 'statements'; readonly text: string }
  /** Change of the statement of one object, in `sqlite_schema`. */
  | { readonly kind: 'text'; readonly name: string; readonly from: string; readonly to: string }
  /** The second object is declared to be on the pages of the first. */
  | { readonly kind: 'page'; readonly of: string; readonly name: string };

const tables = [
  'app_meta',
  'areas',
  'detections',
  'detection_areas',
  'detection_chunks',
  'fetch_records',
  'fetches',
  'footprints',
  'names',
  'order_drafts',
  'property_chunks',
  'records',
  'review_batches',
  'review_history',
  'reviews',
  'settings',
  'submissions',
] as const;

const slow = 'length(hex(zeroblob(10000000))) > 0';
const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';

/** Properties of a column beyond name and type. */
const columnExtras = [
  "DEFAULT 'note' REFERENCES settings (key) ON DELETE CASCADE",
  "DEFAULT 'note' REFERENCES settings (key) ON DELETE SET DEFAULT ON UPDATE CASCADE",
  "DEFAULT 'no such key' REFERENCES settings (key) DEFERRABLE INITIALLY DEFERRED",
  `CHECK (${slow})`,
  'CHECK (0)',
  "NOT NULL DEFAULT ''",
  "DEFAULT 'x'",
  'DEFAULT (hex(zeroblob(9)))',
  `AS (${slow})`,
  `GENERATED ALWAYS AS (${slow}) VIRTUAL`,
  'COLLATE NOCASE',
  'CONSTRAINT c',
];

/** Replacements in the statement of a table that change what SQLite does with it. */
const textChanges = [
  [' NOT NULL', ' NOT NULL ON CONFLICT REPLACE DEFAULT 0'],
  [' NOT NULL', ' NOT NULL ON CONFLICT IGNORE'],
  [' NOT NULL', ''],
  [' NOT NULL', ' "NOT" "NULL"'],
  [' UNIQUE', ' UNIQUE ON CONFLICT REPLACE'],
  [' UNIQUE', ''],
  [' PRIMARY KEY', ' PRIMARY KEY ON CONFLICT IGNORE'],
  [' TEXT', ' TEXT COLLATE NOCASE'],
  [' TEXT', ' INTEGER'],
  [' TEXT', ` TEXT CHECK (${slow})`],
  [' TEXT', ' TEXT /* , x */ CHECK (0)'],
  [' TEXT', " TEXT DEFAULT 'confirmed'"],
  [' INTEGER', ' INTEGER CHECK (0)'],
  [' ON DELETE CASCADE', ' ON DELETE RESTRICT'],
  [' REFERENCES records (record_id)', ' REFERENCES settings (key)'],
  [' WITHOUT ROWID', ' WITHOUT ROWID, STRICT'],
  ['\n)', ",\n  CHECK (typeof(rowid) = 'null')\n)"],
  ['\n)', ',\n  FOREIGN KEY (value) REFERENCES reviews (detection_id)\n)'],
] as const;

const indexes = (table: string, column: string) => [
  `CREATE UNIQUE INDEX trap ON ${table} (${column})`,
  `CREATE UNIQUE INDEX trap ON ${table} (${column}) WHERE 0`,
  `CREATE INDEX trap ON ${table} (${slow})`,
  `CREATE INDEX trap ON ${table} (${column}) WHERE ${slow}`,
  `CREATE INDEX trap ON ${table} (${column} COLLATE NOCASE)`,
  `CREATE INDEX trap ON ${table} (${column} DESC)`,
];

const triggerActions = [
  'DELETE FROM reviews;',
  'DELETE FROM submissions;',
  "UPDATE reviews SET verdict = 'rejected';",
  'DELETE FROM rtree_detections_geom WHERE 1;',
  'SELECT RAISE(IGNORE);',
  "SELECT RAISE(ABORT, 'no');",
  `INSERT INTO settings SELECT 'a', '' FROM (${endless});`,
];

const triggerNames = [
  'trap',
  'gpkg_trap',
  'rtree_areas_geom_update9',
  'trigger_insert_feature_count_reviews',
];

const otherTables = [
  'CREATE TABLE trap (id INTEGER PRIMARY KEY, record_id TEXT REFERENCES records (record_id) ON DELETE RESTRICT)',
  'CREATE TABLE trap (key TEXT REFERENCES "SETTINGS" ON DELETE CASCADE)',
  "CREATE TABLE trap (key TEXT REFERENCES 'reviews' (detection_id))",
  `CREATE TABLE trap (id INTEGER PRIMARY KEY, a AS (${slow}) NOT NULL); INSERT INTO trap VALUES (1), (2)`,
  `CREATE TABLE trap (a CHECK (length(a) < 4)); INSERT INTO trap VALUES ('a'); CREATE INDEX trap_a ON trap (${slow})`,
  'CREATE TABLE trap (a TEXT, b INTEGER) STRICT',
  'CREATE TABLE trap (a TEXT PRIMARY KEY, b) WITHOUT ROWID',
  'CREATE TABLE gpkg_ogr_contents (table_name TEXT PRIMARY KEY, feature_count INTEGER CHECK (0))',
  `CREATE VIEW trap AS ${endless}`,
  `CREATE VIEW gpkg_trap AS ${endless}`,
  'CREATE VIRTUAL TABLE trap USING fts5 (text)',
  'CREATE VIRTUAL TABLE rtree_trap USING rtree_i32 (id, minx, maxx, miny, maxy)',
  'CREATE VIRTUAL TABLE rtree_trap_geom USING rtree (id, minx, maxx, miny, maxy, +a, +b)',
  'ANALYZE',
  "ANALYZE; UPDATE sqlite_stat1 SET stat = '100000000 100000000 100000000' WHERE idx NOT NULL",
  'PRAGMA default_cache_size = 2000000000',
  'PRAGMA user_version = 1; PRAGMA application_id = 7',
  'PRAGMA auto_vacuum = 1; VACUUM',
  'PRAGMA page_size = 512; VACUUM',
  'PRAGMA journal_mode = WAL',
  "UPDATE app_meta SET value = '99' WHERE key = 'schema_version'",
  'DROP INDEX reviews_by_identity',
  'DROP TRIGGER detections_chunk_insert; DROP TRIGGER rtree_detections_geom_insert',
];

/** Additions of GDAL and QGIS to a workspace, which must be opened. */
const additions = [
  'CREATE TABLE layer_styles (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, f_table_name TEXT(256), styleQML TEXT)',
  'CREATE TABLE qgis_projects (name TEXT PRIMARY KEY, metadata BLOB, content BLOB)',
  'CREATE TABLE "roads" ("fid" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "geom" POINT, "a" MEDIUMINT)',
  'ALTER TABLE areas ADD COLUMN "Größe m²" REAL',
  'ALTER TABLE areas ADD COLUMN "when" DATETIME',
  'ALTER TABLE detections ADD COLUMN "verdict" TEXT(80)',
  'ALTER TABLE detections ADD COLUMN remark',
  'ALTER TABLE reviews ADD COLUMN "mine" TEXT',
  'CREATE INDEX mine ON detections ("analytic")',
  'CREATE INDEX mine ON areas (name ASC)',
];

/** A change at random; `isWelcome` is one that other programs make, with which a workspace has to open. */
export function makeSchemaChange(random: SeededRandom): {
  readonly change: SchemaChange;
  readonly isWelcome: boolean;
} {
  const table = random.pick(tables);
  const statements = (text: string, isWelcome = false) =>
    ({ change: { kind: 'statements', text }, isWelcome }) as const;
  switch (random.between(0, 7)) {
    case 0:
      return statements(`ALTER TABLE ${table} ADD COLUMN trap TEXT ${random.pick(columnExtras)}`);
    case 1: {
      const [from, to] = random.pick(textChanges);
      return { change: { kind: 'text', name: table, from, to }, isWelcome: false };
    }
    case 2:
      return statements(random.pick(indexes('reviews', random.pick(['verdict', 'reviewer', 'flagged']))));
    case 3: {
      const time = `${random.pick(['BEFORE', 'AFTER'])} ${random.pick(['INSERT', 'UPDATE', 'DELETE'])}`;
      return statements(
        `CREATE TRIGGER ${random.pick(triggerNames)} ${time} ON ${table} BEGIN ${random.pick(triggerActions)} END`,
      );
    }
    case 4:
    case 5:
      return statements(random.pick(otherTables));
    case 6: {
      const [of, name] = [random.pick(tables), random.pick(tables)];
      return { change: { kind: 'page', of, name }, isWelcome: false };
    }
    default:
      return statements(random.pick(additions), true);
  }
}

/**
 * Changes the schema of a file as SQLite allows it, or as a program that writes `sqlite_schema` could. Throws where
 * SQLite refuses the change, or cannot read the schema any more.
 */
export function changeSchema(file: string, change: SchemaChange): void {
  const database = new DatabaseSync(file, { defensive: false, enableForeignKeyConstraints: false });
  try {
    registerSpatialFunctions(database);
    if (change.kind === 'statements') database.exec(change.text);
    else rewriteSchema(database, change);
  } finally {
    database.close();
  }
  const changed = new DatabaseSync(file, { readOnly: true });
  try {
    changed.prepare('SELECT count(*) FROM sqlite_schema').get();
  } finally {
    changed.close();
  }
}

function rewriteSchema(database: DatabaseSync, change: Exclude<SchemaChange, { kind: 'statements' }>): void {
  database.exec('PRAGMA writable_schema = ON');
  if (change.kind === 'page') {
    database
      .prepare(
        `UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = ?) WHERE name = ?`,
      )
      .run(change.of, change.name);
    return;
  }
  const { name, from, to } = change;
  const row = database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(name);
  // The last one is as good as any, and the end of the statement for what follows the columns.
  const sql = String(row?.sql);
  const at = sql.lastIndexOf(from);
  if (at < 0) return;
  const changed = sql.slice(0, at) + to + sql.slice(at + from.length);
  database.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(changed, name);
}
