import { nameOf, readTokens, toLowerAscii } from './sql-tokens.ts';

/** The layers of a workspace. Their keys are named fid, their geometries geom. */
const layers = ['detections', 'detection_areas', 'footprints', 'areas'] as const;

/**
 * Triggers of other programs on the layers: GeoPackage's R-tree triggers in versions 1.2 to 1.4 (OGC 12-128, annex F.3),
 * as GDAL writes them, and GDAL's count of features. Each does a fixed amount of work for a row.
 */
function layerTriggers(table: string): readonly string[] {
  const index = `rtree_${table}_geom`;
  const box = 'ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)';
  const has = (row: string) => `(${row}.geom NOTNULL AND NOT ST_IsEmpty(${row}.geom))`;
  const lacks = (row: string) => `(${row}.geom ISNULL OR ST_IsEmpty(${row}.geom))`;
  const replace = `INSERT OR REPLACE INTO ${index} VALUES (NEW.fid, ${box});`;
  const remove = `DELETE FROM ${index} WHERE id = OLD.fid;`;
  const count = (sign: string) =>
    `UPDATE gpkg_ogr_contents SET feature_count = feature_count ${sign} 1 WHERE lower(table_name) = lower('${table}');`;
  return [
    `AFTER INSERT ON ${table} WHEN ${has('NEW')} BEGIN ${replace} END`,
    `AFTER UPDATE OF geom ON ${table} WHEN OLD.fid = NEW.fid AND ${has('NEW')} BEGIN ${replace} END`,
    `AFTER UPDATE OF geom ON ${table} WHEN OLD.fid = NEW.fid AND ${lacks('NEW')} BEGIN ${remove} END`,
    `AFTER UPDATE OF geom ON ${table} WHEN OLD.fid != NEW.fid AND ${has('NEW')} BEGIN ${remove} ${replace} END`,
    `AFTER UPDATE ON ${table} WHEN OLD.fid != NEW.fid AND ${has('NEW')} BEGIN ${remove} ${replace} END`,
    `AFTER UPDATE ON ${table} WHEN OLD.fid != NEW.fid AND ${lacks('NEW')}
     BEGIN DELETE FROM ${index} WHERE id IN (OLD.fid, NEW.fid); END`,
    `AFTER UPDATE OF geom ON ${table} WHEN OLD.fid = NEW.fid AND ${has('NEW')} AND ${has('OLD')}
     BEGIN UPDATE ${index} SET minx = ST_MinX(NEW.geom), maxx = ST_MaxX(NEW.geom), miny = ST_MinY(NEW.geom),
       maxy = ST_MaxY(NEW.geom) WHERE id = NEW.fid; END`,
    `AFTER UPDATE OF geom ON ${table} WHEN OLD.fid = NEW.fid AND ${has('NEW')} AND ${lacks('OLD')}
     BEGIN INSERT INTO ${index} VALUES (NEW.fid, ${box}); END`,
    `AFTER DELETE ON ${table} WHEN OLD.geom NOTNULL BEGIN ${remove} END`,
    `AFTER INSERT ON ${table} BEGIN ${count('+')} END`,
    `AFTER DELETE ON ${table} BEGIN ${count('-')} END`,
  ];
}

const known = new Set(
  layers.flatMap((table) => layerTriggers(table).map((text) => toBody(readTokens(text) ?? []))),
);

/** `NOT NULL` after a value means `NOTNULL`. */
function toBody(tokens: readonly string[]): string {
  return toLowerAscii(tokens.join(' ')).replaceAll('not null', 'notnull');
}

/** Whether the tokens are of a trigger that other programs create on a layer of Sightline. */
export function isKnownLayerTrigger([create, trigger, , ...body]: readonly string[]): boolean {
  return create === 'create' && trigger === 'trigger' && known.has(toBody(body));
}

/** The table of a trigger, in lower case; undefined where it has another form. */
export function readTriggerTable(tokens: readonly string[]): string | undefined {
  const [create, trigger, , ...rest] = tokens;
  if (create !== 'create' || trigger !== 'trigger') return undefined;
  const on = rest.indexOf('on');
  const begin = rest.indexOf('begin');
  const table = rest[on + 1];
  return on < 0 || begin < on || table === undefined ? undefined : nameOf(table);
}

/** Whether a trigger with this name is one that GDAL or QGIS create on tables that Sightline never writes. */
export function isKnownOtherTrigger(trigger: string): boolean {
  return /^(gpkg_.+|rtree_.+|trigger_(insert|delete)_feature_count_.+|.+_(zoom|tile_column|tile_row)_(insert|update))$/i.test(
    trigger,
  );
}
