import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { textCell } from '../../electron/core/workspace/file/cells.ts';
import { registerSpatialFunctions } from '../../electron/core/workspace/file/geopackage/spatial-functions.ts';
import { isLayerTable } from '../../electron/core/workspace/file/layers/layer-table.ts';
import { roleOf, tableRoles } from '../../electron/core/workspace/file/schema/table-roles.ts';
import { createSql, type SqlRow } from '../../electron/core/workspace/file/sql.ts';
import { fileIdSetting } from '../../electron/core/workspace/open/workspace-file-id.ts';
import { aisFileSchema } from '../../shared/ais/ais-file.ts';
import { packReports } from '../../shared/ais/pack-reports.ts';
import { savedSearchInputSchema } from '../../shared/searches/saved-search.ts';
import { watchRuleInputSchema } from '../../shared/watch/watch-rule.ts';
import { buildArea } from './filled-workspace.ts';
import { buildFeature, buildRecord } from './record-builder.ts';
import { addLayer } from './vector-layer-builder.ts';
import { fillStore, type TestStore } from './workspace-builder.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();

/** Items made by `fillWithWork`, by which tests find it. */
export type UserWork = {
  readonly recordId: string;
  /** Id of the first detection, which has a review and an AIS decision. */
  readonly detectionId: number;
  readonly siteId: string;
  readonly layerId: string;
  readonly ruleId: string;
  readonly searchId: string;
};

/** Fills a store with a row at least in every table that is not derived, and with a layer of two features. */
export async function fillWithWork(store: TestStore, by = 'anna'): Promise<UserWork> {
  const record = buildRecord({ features: [buildFeature(), buildFeature()] });
  const fetch = fillStore(store, [record]);
  fillStore(store, [{ ...record, uploadTime: '2026-11-30T00:00:00.000Z' }]);
  const recordId = String(record.assignedId);
  const detectionId = 1;
  store.setReviews(
    [detectionId],
    { verdict: 'confirmed', note: 'seen' },
    { batch: randomUUID(), reviewer: by, at: at(0) },
  );
  const site = {
    ...buildArea('Anchorage'),
    id: randomUUID(),
    site: { minShare: 0.8, kind: 'airdrome' as const },
  };
  const removed = { ...buildArea('Old box'), id: randomUUID() };
  for (const area of [site, removed]) store.upsertArea(area);
  const changes = { upserts: [], restore: [], expected: [], remove: [removed.id], deletedAt: at(1) };
  store.changeAreas(changes);
  const layer = await addLayer(
    store,
    'Ports',
    [121, 122].map((longitude) => ({
      geometries: [{ type: 'Point', coordinates: [longitude, 31] }],
      attributes: { name: `Port ${longitude}` },
    })),
    { license: 'ODbL', style: { color: '#123456', label: 'name' } },
  );
  const searchId = randomUUID();
  const search = { regions: ['East Asia'], analytics: [], conditions: [], fields: 'all', pageSize: 500 };
  store.saveSearch(
    savedSearchInputSchema.parse({ id: searchId, name: 'Daily', search, schedule: { kind: 'manual' } }),
    at(2),
  );
  const ruleId = randomUUID();
  const rule = { id: ruleId, name: 'Large ships', searchId, areaId: site.id, condition: { kind: 'any' } };
  store.saveWatchRule(
    watchRuleInputSchema.parse(rule),
    { ids: new Uint32Array([2]), subjects: ['before'], fetches: [] },
    at(3),
  );
  store.changeWatchRule(ruleId, { silence: { from: at(0), to: at(9) } });
  const eventId = randomUUID();
  const finding = {
    statement: 'A ship was found.',
    madeAt: at(4),
    evidence: {
      detections: [],
      detectionCount: 1,
      looks: [],
      recordIds: [recordId],
      conditions: [],
      reviewer: null,
    },
    inference: null,
  };
  store.saveWatchRun(
    {
      ruleId,
      fetch: { id: fetch.job.id, updatedAt: at(4), isComplete: true },
      relocated: [],
      events: [
        {
          id: eventId,
          ruleName: 'Large ships',
          event: { ruleId, subject: 'a ship', collectedAt: at(4), isSilenced: false, finding },
          detection: { id: detectionId, recordId, identity: 'a ship', description: null },
        },
      ],
    },
    at(5),
  );
  store.markNotified([eventId]);
  store.changeInbox({ ids: [eventId], isRead: true, snoozedUntil: at(50) }, at(6));
  const file = { id: randomUUID(), name: 'reports.csv', publisher: null, importedAt: at(7), contacts: 1 };
  const mapping = { columns: {}, timeForm: 'iso', speedUnit: 'knots' };
  const counts = { heading: [], mapping, rows: 1, accepted: 1 };
  const time = Date.parse('2026-11-18T03:12:45.120Z');
  store.finishAisFile(
    aisFileSchema.parse({ ...file, ...counts, fromMs: time, toMs: time, passKeys: [] }),
    null,
  );
  store.decideAis([{ detectionId, decision: '440100000', expected: null }], { by, at: at(8) });
  store.decideAis([{ detectionId, decision: 'none', expected: '440100000' }], { by, at: at(9) });
  store.saveSetting('workspace.marking', 'EXERCISE ONLY');
  store.saveSetting('reports.templates', JSON.stringify([{ id: randomUUID(), name: 'Morning' }]));
  const drawn = new DatabaseSync(store.path);
  try {
    const insert = (table: string, row: Readonly<Record<string, string | number | null | Uint8Array>>) =>
      drawn
        .prepare(
          `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
            .map(() => '?')
            .join(', ')})`,
        )
        .run(...Object.values(row));
    const position = { identifier: '440100000', timeMs: time, longitude: 121.5, latitude: 31.25 };
    const reports = packReports([{ ...position, speedKnots: 10, courseDegrees: 90, headingDegrees: 90 }]);
    insert('ais_contacts', {
      ...{
        file_id: file.id,
        identifier: '440100000',
        facts: '{"name":"HANARO"}',
        from_ms: time,
        to_ms: time,
      },
      reports,
    });
    insert('ais_index', { file_id: file.id, hour: Math.floor(time / 3_600_000), cell: 43_501, reports });
    insert('chips', {
      ...{ data: new Uint8Array([1]), content_type: 'image/png', region: 'East Asia', chip_identifier: 'c1' },
    });
    insert('order_drafts', { draft_id: randomUUID(), updated_at: at(10), body: '{}' });
    const times = { created_at: at(11), first_seen_at: at(11), last_seen_at: at(11) };
    insert('orders', { order_id: 'order', state: 'SUBMITTED', body: '{}', ...times });
    insert('order_status', { order_id: 'order', position: 0, state: 'SUBMITTED', entered_at: at(11) });
    insert('order_requests', { request_id: 'request', body: '{}', seen_at: at(11) });
    insert('submissions', { submission_id: randomUUID(), created_at: at(12), submission: '{}' });
    insert('team_reviews', {
      ...{ record_id: recordId, identity: 'x', team_identity: 'x', seen: 1, disputing: '[]' },
    });
  } finally {
    drawn.close();
  }
  store.saveSetting(fileIdSetting, randomUUID());
  return { recordId, detectionId, siteId: site.id, layerId: layer.id, ruleId, searchId };
}

/** Numbers that a file gives out itself, and what is set anew in another file. */
const generated = new Set(['id', 'fid', 'detection_id', 'known_ids', 'changed_in', 'record_key']);

/** The rows of every table that is not derived, and of layers, as texts, without what each file numbers itself. */
export function readWork(file: string): ReadonlyMap<string, readonly string[]> {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    registerSpatialFunctions(database);
    const sql = createSql(database);
    const names = sql
      .all("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .map((row) => textCell(row, 'name'))
      .filter((name) => isLayerTable(name) || (name in tableRoles && !roleOf(name)?.isDerived));
    return new Map(
      names.map((name) => [name, sql.all(`SELECT * FROM "${name}"`).filter(isOfUser).map(toText).toSorted()]),
    );
  } finally {
    database.close();
  }
}

/** The id of a file is its own. */
function isOfUser({ key }: SqlRow): boolean {
  return key !== fileIdSetting;
}

function toText(row: SqlRow): string {
  const cells = Object.entries(row).filter(([column]) => !generated.has(column));
  return JSON.stringify(
    cells.map(([column, value]) => [
      column,
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    ]),
  );
}
