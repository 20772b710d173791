import { z } from 'zod';
import { type Area, areaSchema } from '../../../../shared/areas/area.ts';
import { type ChipCalibration, chipCalibrationSchema } from '../../../../shared/chips/chip-calibration.ts';
import { isInEffect, type PlaceStatement } from '../../../../shared/fixed-objects/place-label.ts';
import { placeTolerance } from '../../../../shared/fixed-objects/presence.ts';
import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import type { PropertyCorrection } from '../../../../shared/results/property-correction.ts';
import {
  type SavedSearchSettings,
  savedSearchInputSchema,
} from '../../../../shared/searches/saved-search.ts';
import { type WatchRule, watchRuleSchema } from '../../../../shared/watch/watch-rule.ts';
import { type CaseCounts, type CaseFacts, caseFactsSchema } from '../../../../shared/workspace/case-file.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { calibrationsKey } from '../../chips/chip-calibrations.ts';
import { numberCell, textCell, textOrNull } from '../../workspace/file/cells.ts';
import { detectionTables } from '../../workspace/file/detection-tables.ts';
import { type TableRole, tableRoles } from '../../workspace/file/schema/table-roles.ts';
import { countRows, type Sql } from '../../workspace/file/sql.ts';
import { listAreas } from '../../workspace/read/areas.ts';
import { readForeignStatements, readPlaceStatements } from '../../workspace/read/place-labels.ts';
import { readCorrections } from '../../workspace/read/property-corrections.ts';
import { bookmarksKey, getSetting } from '../../workspace/read/settings.ts';
import type { PlannedScope } from '../export-plan.ts';
import { templatesKey } from '../reports/report-templates.ts';
import { recordsInScope } from '../rows/footprint-layer.ts';

// What a case has in addition to records, reviews, layers and chips; `prepareScope` was called for the scope. What cannot
// be read is left out.

/** Areas with a detection in the box around them; for a scope of everything, all. */
export function areasInScope(sql: Sql, scope: PlannedScope): readonly Area[] {
  const areas = z.array(areaSchema).parse(listAreas(sql));
  if (scope.kind === 'all') return areas;
  const found = sql
    .all(
      `SELECT area_id, ST_MinX(geom) AS west, ST_MaxX(geom) AS east, ST_MinY(geom) AS south, ST_MaxY(geom) AS north
       FROM areas`,
    )
    .filter((box) => hasDetection(sql, box));
  const ids = new Set(found.map((box) => textCell(box, 'area_id')));
  return areas.filter(({ id }) => ids.has(id));
}

/** Areas may run past the antimeridian. */
function hasDetection(sql: Sql, box: ReturnType<Sql['all']>[number]): boolean {
  const within = `latitude BETWEEN ?1 AND ?2
    AND (longitude BETWEEN ?3 AND ?4 OR longitude + 360 BETWEEN ?3 AND ?4 OR longitude - 360 BETWEEN ?3 AND ?4)`;
  const sides = ['south', 'north', 'west', 'east'].map((side) => numberCell(box, side));
  return detectionTables.some(
    (table) =>
      sql.get(
        `SELECT 1 FROM chosen CROSS JOIN ${table} ON fid = chosen.id WHERE ${within} LIMIT 1`,
        ...sides,
      ) !== undefined,
  );
}

/** Saved searches whose runs returned records in scope; for a scope of everything, all. */
export function searchesInScope(sql: Sql, scope: PlannedScope): readonly SavedSearchSettings[] {
  const isMeant =
    scope.kind === 'all'
      ? 'TRUE'
      : `search_id IN (SELECT search_id FROM fetches WHERE fetch_id IN (SELECT fetch_id FROM fetch_records
           WHERE record_key IN (SELECT id FROM records WHERE ${recordsInScope(scope)})))`;
  return sql
    .all(`SELECT body FROM searches WHERE deleted_at IS NULL AND ${isMeant} ORDER BY search_id`)
    .flatMap((row) => savedSearchInputSchema.safeParse(parseBoundedJson(textCell(row, 'body'))).data ?? []);
}

/** Rules of the watch whose searches are in scope; for a scope of everything, all. */
export function rulesInScope(sql: Sql, scope: PlannedScope): readonly WatchRule[] {
  const searches = new Set(searchesInScope(sql, scope).map(({ id }) => id));
  return sql
    .all('SELECT body FROM watch_rules WHERE deleted_at IS NULL ORDER BY rule_id')
    .flatMap((row) => watchRuleSchema.safeParse(parseBoundedJson(textCell(row, 'body'))).data ?? [])
    .filter(({ searchId }) => scope.kind === 'all' || searches.has(searchId));
}

/** The SQL condition on events of the watch about records in scope; for a scope of everything, of all. */
export function eventsInScope(scope: PlannedScope): string {
  return scope.kind === 'all'
    ? 'TRUE'
    : `record_id IN (SELECT record_id FROM records WHERE ${recordsInScope(scope)})`;
}

/** Calibrations of the image products in scope; for a scope of everything, all. */
export function calibrationsInScope(sql: Sql, scope: PlannedScope): readonly ChipCalibration[] {
  const stored = z.array(z.unknown()).safeParse(parseBoundedJson(getSetting(sql, calibrationsKey) ?? ''));
  const all = (stored.data ?? []).flatMap((value) => chipCalibrationSchema.safeParse(value).data ?? []);
  if (scope.kind === 'all') return all;
  const isInScope = `SELECT 1 FROM sensors WHERE sensor_name IS ? AND sensor_mode IS ? AND product_type IS ?
    AND ${recordsInScope(scope)} LIMIT 1`;
  return all.filter(
    ({ product }) =>
      sql.get(isInScope, product.sensorName, product.sensorMode, product.productType) !== undefined,
  );
}

/** Corrected meanings of the product formats in scope; for a scope of everything, all. */
export function correctionsInScope(sql: Sql, scope: PlannedScope): readonly PropertyCorrection[] {
  const all = readCorrections(sql);
  if (scope.kind === 'all') return all;
  const isInScope = `SELECT 1 FROM records WHERE product_type IS ? AND document_version IS ?
    AND ${recordsInScope(scope)} LIMIT 1`;
  return all.filter(
    ({ productType, documentVersion }) => sql.get(isInScope, productType, documentVersion) !== undefined,
  );
}

/** Statements about places near a detection in scope; for a scope of everything, all. */
export function placesInScope(sql: Sql, scope: PlannedScope): readonly PlaceStatement[] {
  const { items } = readPlaceStatements(sql);
  if (scope.kind === 'all') return items;
  const reach = placeTolerance / metersPerDegree;
  return items.filter(({ position: [longitude, latitude] }) => {
    const reachX = reach / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
    return hasDetection(sql, {
      ...{ south: latitude - reach, north: latitude + reach },
      ...{ west: longitude - reachX, east: longitude + reachX },
    });
  });
}

const metersPerDegree = 111_195;

/** Counts of what a file brings when it is imported. */
export function countCase(sql: Sql): CaseCounts {
  const count = (from: string) => countRows(sql, from);
  return {
    records: count('records'),
    detections: count('detections') + count('detection_areas'),
    footprints: count('footprints'),
    // An undone review stays as a row without content.
    reviews: count("reviews WHERE verdict NOT NULL OR flagged <> 0 OR note <> ''"),
    areas: count('areas'),
    layers: count('layers'),
    rules: count('watch_rules WHERE deleted_at IS NULL'),
    findings: count('watch_events'),
    decisions: count('(SELECT DISTINCT record_id, identity FROM ais_decisions)'),
    searches: count('searches WHERE deleted_at IS NULL'),
    calibrations: calibrationsInScope(sql, { kind: 'all' }).length,
    corrections: readCorrections(sql).length,
    places: readForeignStatements(sql).items.filter(isInEffect).length,
    chips: count('chips'),
  };
}

/** Requested contents of a case. */
export type CaseChoice = {
  readonly scope: PlannedScope;
  readonly withLayers: boolean;
  /** With the rules of the watch, and what they have found. */
  readonly withRules: boolean;
};

/**
 * Lists the contents of a workspace that stay behind when a case of this choice is written, such as `2 of 3 areas`; empty
 * where everything is in the case.
 */
export function leftBehind(sql: Sql, { scope, withLayers, withRules }: CaseChoice): readonly string[] {
  const ofRecords =
    scope.kind === 'all'
      ? 'TRUE'
      : `record_id IN (SELECT record_id FROM records WHERE ${recordsInScope(scope)})`;
  const all = { kind: 'all' } as const;
  const ofTable = (from: string, isKept = true): Kept => [
    countRows(sql, from),
    isKept ? countRows(sql, `${from} AND ${ofRecords}`) : 0,
  ];
  const ofList = (read: (sql: Sql, scope: PlannedScope) => readonly unknown[], isKept = true): Kept => [
    read(sql, all).length,
    isKept ? read(sql, scope).length : 0,
  ];
  const rules = withRules ? rulesInScope(sql, scope) : [];
  const areas = areasInScope(sql, scope);
  const layers = countRows(sql, 'layers');
  const kept: readonly (readonly [Kept, one: string, many?: string])[] = [
    [ofTable('records WHERE TRUE'), 'record'],
    [ofTable("reviews WHERE (verdict NOT NULL OR flagged <> 0 OR note <> '')"), 'review'],
    [[countRows(sql, 'areas'), areas.length + areasOfRules(sql, rules, areas).length], 'area'],
    [[layers, withLayers ? layers : 0], 'layer of your own', 'layers of your own'],
    [ofList(searchesInScope), 'saved search', 'saved searches'],
    [[rulesInScope(sql, all).length, rules.length], 'watch rule'],
    [ofTable('watch_events WHERE TRUE', withRules), 'finding of rules', 'findings of rules'],
    [ofTable('(SELECT DISTINCT record_id, identity FROM ais_decisions) WHERE TRUE'), 'AIS decision'],
    [ofList(calibrationsInScope), 'chip calibration'],
    [ofList(correctionsInScope), 'corrected meaning'],
    [ofList(placesInScope), 'statement about places', 'statements about places'],
    ...settingsLeftBehind.map(([key, one]) => [[lengthOf(sql, key), 0], one] as const),
    ...tablesLeftBehind.map(([table, [one, many]]) => [[countRows(sql, table), 0], one, many] as const),
  ];
  return kept.flatMap(([[total, inCase], one, many]) =>
    total > inCase ? [`${formatCount(total - inCase)} of ${formatQuantity(total, one, many)}`] : [],
  );
}

type Kept = readonly [total: number, inCase: number];

/** Lists in settings that no case has. */
const settingsLeftBehind = [
  [templatesKey, 'report template'],
  [bookmarksKey, 'bookmark'],
] as const;

/** Tables of the user's work that no case has, with their words. */
const tablesLeftBehind = Object.entries(tableRoles).flatMap(([table, role]: [string, TableRole]) =>
  role.words && !role.isDerived && !role.passedOn?.includes('case') ? [[table, role.words] as const] : [],
);

function lengthOf(sql: Sql, key: string): number {
  const stored = parseBoundedJson(getSetting(sql, key) ?? '');
  return Array.isArray(stored) ? stored.length : 0;
}

/** The areas of rules that are not in scope themselves. */
export function areasOfRules(sql: Sql, rules: readonly WatchRule[], areas: readonly Area[]): readonly Area[] {
  const present = new Set(areas.map(({ id }) => id));
  const needed = new Set(rules.map(({ areaId }) => areaId));
  return areasInScope(sql, { kind: 'all' }).filter(({ id }) => needed.has(id) && !present.has(id));
}

/** Names and versions of the processors of all records. */
export function listProcessors(sql: Sql): readonly string[] {
  return sql
    .all('SELECT DISTINCT name, version FROM processors ORDER BY name, version LIMIT 1000')
    .map((row) => `${textCell(row, 'name')} ${textOrNull(row, 'version') ?? ''}`.trim());
}

/** The setting with what a case states about itself. */
export const caseFactsKey = 'case';

/** Statements of a file about itself as a case; null where it was not written as one. */
export function readCaseFacts(sql: Sql): CaseFacts | null {
  return caseFactsSchema.safeParse(parseBoundedJson(getSetting(sql, caseFactsKey) ?? '')).data ?? null;
}
