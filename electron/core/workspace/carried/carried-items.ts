import { z } from 'zod';
import { type Area, areaSchema } from '../../../../shared/areas/area.ts';
import { countVertices } from '../../../../shared/areas/count-vertices.ts';
import type { VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { succeed } from '../../../../shared/result.ts';
import {
  type SavedSearchSettings,
  savedSearchInputSchema,
} from '../../../../shared/searches/saved-search.ts';
import { nowUtc } from '../../../../shared/time.ts';
import { type WatchRule, watchRuleSchema } from '../../../../shared/watch/watch-rule.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { textCell } from '../file/cells.ts';
import { countRows, type Sql } from '../file/sql.ts';
import type { Workspace } from '../open/workspace.ts';
import { listAreas } from '../read/areas.ts';
import { columnsOfLayer, listLayers } from '../read/layers/list-layers.ts';
import { type ExchangedEvent, readExchangedEvents } from '../read/watch/exchanged-events.ts';
import { type CarriedChoice, type CarriedKind, type CarriedScope, RefusedItems } from './carried-kind.ts';
import { hasChosenDetection, ofRecordsInScope, recordsInScope } from './chosen-records.ts';

/** Far more rows than an analyst makes of what is listed on one page. */
const maxListed = 100_000;
/** Each rule is evaluated after each fetch. */
const maxRules = 1000;
/** No file of areas that can be imported has more positions. */
const maxAreaPositions = 500_000;
/** Positions of areas, and characters of the detections of events, that fill a batch. */
const batchPositions = 250_000;
const batchEventLength = 8_000_000;

/** Areas with a detection in the box around them, and those of rules. */
export const areas: CarriedKind<Area> = {
  ways: ['merge', 'case', 'team'],
  tables: ['areas'],
  countFile: (sql) => countRows(sql, 'areas'),
  items: {
    read: readAreas,
    write(store, items) {
      for (const area of items) store.upsertArea(area);
    },
    limit: maxListed,
    check(_sql, { name, shape }) {
      if (countVertices(shape) > maxAreaPositions) throw new RefusedItems(`Its area ${name} is too complex.`);
    },
    weigh: ({ shape }) => countVertices(shape) / batchPositions,
    adopt: async ({ workspace }, items) => succeed({ added: await adoptAreas(workspace, items) }),
    received: {
      list: (workspace) => workspace.listAreas(),
      // An area that becomes a site arrives once more.
      keyOf: ({ id, site }) => (site ? `${id} site` : id),
    },
  },
};

function readAreas(sql: Sql, choice: CarriedChoice): readonly Area[] {
  const all = parseAreas(sql);
  const ofRules = new Set(readRules(sql, choice).map(({ areaId }) => areaId));
  if (choice.isOfItems) return all.filter(({ id, site }) => site !== undefined || ofRules.has(id));
  if (choice.scope.kind === 'all') return all;
  const boxes = sql.all(
    `SELECT area_id, ST_MinX(geom) AS west, ST_MaxX(geom) AS east, ST_MinY(geom) AS south, ST_MaxY(geom) AS north
     FROM areas`,
  );
  const found = boxes.filter((box) => hasChosenDetection(sql, box)).map((box) => textCell(box, 'area_id'));
  const ids = new Set([...found, ...ofRules]);
  return all.filter(({ id }) => ids.has(id));
}

function parseAreas(sql: Sql): readonly Area[] {
  try {
    return z.array(areaSchema).parse(listAreas(sql));
  } catch (error) {
    throw new RefusedItems('Its areas are damaged.', { cause: error });
  }
}

/** Adds areas that are not in the workspace; of one that is, only that it is a site. Returns the number of changes. */
async function adoptAreas(workspace: Workspace, arriving: readonly Area[]): Promise<number> {
  for (;;) {
    const here = new Map((await workspace.listAreas()).map((area) => [area.id, area]));
    const added = arriving.filter(({ id }) => !here.has(id));
    // An area that its user has made a site here stays as it is.
    const becomeSites = arriving.flatMap(({ id, site }) => {
      const present = here.get(id);
      return present && site && !present.site ? [{ present, site }] : [];
    });
    const changed = becomeSites.map(({ present, site }) => ({ ...present, site, updatedAt: nowUtc() }));
    const upserts = [...added, ...changed];
    const outcome = await workspace.changeAreas({
      ...{ upserts, remove: [], restore: [], deletedAt: nowUtc() },
      expected: becomeSites.map(({ present: { id, updatedAt } }) => ({ id, updatedAt })),
    });
    // The user has changed one meanwhile.
    if (outcome.done) return upserts.length;
  }
}

/** Layers, whose features are copied from the file. */
export const layers: CarriedKind<VectorLayer> = {
  ways: ['merge', 'case', 'team'],
  tables: ['layers'],
  countFile: (sql) => countRows(sql, 'layers'),
  wordsBehind: ['layer of your own', 'layers of your own'],
  items: {
    read: (sql, { withLayers }) => (withLayers ? listLayers(sql) : []),
    limit: maxListed,
    check: checkColumns,
    async adopt({ receiveLayers }, items) {
      const { count, diverged } = await receiveLayers(items);
      return succeed({ added: count, diverged });
    },
    received: { list: (workspace) => workspace.listLayers(), areRenewed: true },
  },
};

function checkColumns(sql: Sql, layer: VectorLayer): void {
  const columns = columnsOfLayer(sql, layer);
  const stated = ['fid', 'geom', ...layer.attributes.map(({ column }) => column)];
  if (stated.some((column) => !columns.has(column))) {
    throw new RefusedItems(`Its layer ${layer.name} lacks columns that it states.`);
  }
  if (new Set(stated.map((column) => column.toLowerCase())).size < stated.length) {
    throw new RefusedItems(`Its layer ${layer.name} states a column twice.`);
  }
}

/** Saved searches whose runs returned records in scope; paused, since no file may start requests. */
export const searches: CarriedKind<SavedSearchSettings> = {
  ways: ['merge', 'case', 'team'],
  tables: ['searches'],
  countFile: (sql) => countRows(sql, 'searches WHERE deleted_at IS NULL'),
  importedAs: ', paused',
  items: {
    read: readSearches,
    write(store, items, madeAt) {
      for (const search of items) store.saveSearch({ ...search, paused: true }, madeAt);
    },
    limit: maxListed,
    async adopt({ workspace }, items) {
      const listed = await workspace.listSearches();
      // One that cannot be read is there, too.
      const here = new Set([...listed.searches.map(({ search }) => search.id), ...listed.unreadableIds]);
      const lacking = items.filter(({ id }) => !here.has(id));
      for (const search of lacking) await workspace.saveSearch({ ...search, paused: true }, nowUtc());
      return succeed({ added: lacking.length });
    },
    received: {
      list: async (workspace) => (await workspace.listSearches()).searches.map(({ search }) => search),
    },
  },
};

function readSearches(sql: Sql, choice: CarriedChoice): readonly SavedSearchSettings[] {
  const found = searchesInScope(sql, choice.scope);
  if (!choice.isOfItems) return found;
  const ofRules = new Set(readRules(sql, choice).map(({ searchId }) => searchId));
  return found.filter(({ id }) => ofRules.has(id));
}

function searchesInScope(sql: Sql, scope: CarriedScope): readonly SavedSearchSettings[] {
  const isInScope =
    scope.kind === 'all'
      ? 'TRUE'
      : `search_id IN (SELECT search_id FROM fetches WHERE fetch_id IN (SELECT fetch_id FROM fetch_records
           WHERE record_key IN (SELECT id FROM records WHERE ${recordsInScope(scope)})))`;
  return sql
    .all(`SELECT body FROM searches WHERE deleted_at IS NULL AND ${isInScope} ORDER BY search_id`)
    .flatMap((row) => savedSearchInputSchema.safeParse(parseBoundedJson(textCell(row, 'body'))).data ?? []);
}

const nothingKnown = { ids: new Uint32Array(), subjects: [], fetches: [] };

/** Rules of the watch whose searches are in scope. They read their areas, searches and findings when they are added. */
export const rules: CarriedKind<WatchRule> = {
  ways: ['merge', 'case', 'team'],
  tables: ['watch_rules'],
  countFile: (sql) => countRows(sql, 'watch_rules WHERE deleted_at IS NULL'),
  items: {
    read: readRules,
    write(store, items) {
      for (const rule of items) store.adoptWatchRule(rule, nothingKnown);
    },
    limit: maxRules,
    async adopt({ adoptWatch }, items) {
      const adopted = await adoptWatch(items, []);
      return adopted.ok ? succeed({ added: adopted.value.rules }) : adopted;
    },
    areLast: true,
    received: {
      list: async (workspace) => (await workspace.listWatchRules()).rules.map(({ rule }) => rule),
    },
  },
};

function readRules(sql: Sql, { scope, withRules }: CarriedChoice): readonly WatchRule[] {
  if (!withRules) return [];
  const all = sql
    .all('SELECT body FROM watch_rules WHERE deleted_at IS NULL ORDER BY rule_id')
    .flatMap((row) => watchRuleSchema.safeParse(parseBoundedJson(textCell(row, 'body'))).data ?? []);
  if (scope.kind === 'all') return all;
  const chosen = new Set(searchesInScope(sql, scope).map(({ id }) => id));
  return all.filter(({ searchId }) => chosen.has(searchId));
}

/** Events that rules have found about records in scope. */
export const findings: CarriedKind<ExchangedEvent> = {
  ways: ['merge', 'case'],
  tables: ['watch_events'],
  countFile: (sql) => countRows(sql, 'watch_events'),
  countChosen: (sql, { scope, withRules }) =>
    withRules ? countRows(sql, `watch_events WHERE ${ofRecordsInScope(scope)}`) : 0,
  wordsBehind: ['finding of rules', 'findings of rules'],
  items: {
    read: (sql, { scope, withRules }) => (withRules ? readExchangedEvents(sql, ofRecordsInScope(scope)) : []),
    write(store, items) {
      for (const event of items) store.addWatchEvents([event]);
    },
    weigh: ({ detection }) => (detection?.length ?? 0) / batchEventLength,
    async adopt({ adoptWatch }, items) {
      const adopted = await adoptWatch([], items);
      return adopted.ok ? succeed({ added: adopted.value.events }) : adopted;
    },
  },
};
