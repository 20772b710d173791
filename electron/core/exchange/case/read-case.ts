import { z } from 'zod';
import type { Area } from '../../../../shared/areas/area.ts';
import { countVertices } from '../../../../shared/areas/count-vertices.ts';
import type { VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { fail, type Result, succeed } from '../../../../shared/result.ts';
import type { SavedSearchSettings } from '../../../../shared/searches/saved-search.ts';
import type { WatchRule } from '../../../../shared/watch/watch-rule.ts';
import { pngProblem } from '../../base/png-check.ts';
import type { ToolContext } from '../../base/tool-context.ts';
import { bytesCell, DamagedCell, numberCell, textCell } from '../../workspace/file/cells.ts';
import { registerSpatialFunctions } from '../../workspace/file/geopackage/spatial-functions.ts';
import { DamagedRecord } from '../../workspace/file/raw-blocks.ts';
import { schemaVersion } from '../../workspace/file/schema/migrate.ts';
import { closeDatabase, countRows, createSql, isContentError, type Sql } from '../../workspace/file/sql.ts';
import { columnsOfLayer, listLayers } from '../../workspace/read/layers/list-layers.ts';
import { readMarking } from '../../workspace/read/marking.ts';
import { type ExchangedEvent, readExchangedEvents } from '../../workspace/read/watch/exchanged-events.ts';
import { describeForeignDatabase } from '../../workspace/safety/describe-foreign-database.ts';
import { type ForeignDatabase, openForeign } from '../../workspace/safety/open-foreign.ts';
import type { CaseBatch, CaseChip, CaseHead } from './case-batch.ts';
import {
  areasInScope,
  calibrationsInScope,
  countCase,
  eventsInScope,
  listProcessors,
  readCaseFacts,
  rulesInScope,
  searchesInScope,
} from './case-contents.ts';
import { readRecordPages } from './record-pages.ts';

/**
 * Parts of a case that are read: those that a preview needs, all, or only the items that a user has made besides
 * reviews: layers, sites, and rules of the watch with their areas and searches.
 */
export type CaseReadTask = { readonly path: string; readonly parts: 'head' | 'everything' | 'items' };

type Run = ToolContext<CaseBatch>;

/** Limits of a batch. They keep the main process responsive while it receives one. */
const batchLimits = {
  /** Positions of areas. */
  positions: 250_000,
  /** Characters of the detections of events. */
  eventLength: 8_000_000,
  lists: 500,
  chips: 64,
  chipBytes: 8_000_000,
};
/** No chip that can be fetched is larger. */
const maxChipBytes = 32 * 2 ** 20;
/** No file of areas that can be imported has more positions. */
const maxAreaPositions = 500_000;
/** Far more rows than an analyst makes of what is listed on one page. */
const maxListed = 100_000;
/** Each rule is evaluated after each fetch. */
const maxRules = 1000;

const everything = { kind: 'all' } as const;

/** The file cannot be trusted; the message is for the user. */
class BadCase extends Error {}

/**
 * Checks a case, or any other workspace file, and sends its parts. Nothing is sent before its schema and all of its pages
 * were checked. Fails with `invalid-input` when it cannot be trusted; parts that were sent before that was found are sound.
 */
export async function readCase({ path, parts }: CaseReadTask, run: Run): Promise<Result<undefined>> {
  let foreign: ForeignDatabase | undefined;
  try {
    foreign = openForeign(path, 2000);
    const { database } = foreign;
    registerSpatialFunctions(database);
    const sql = createSql(database);
    requireWorkspace(foreign);
    // Reads every page, so that those that go round in circles are found before they are followed.
    if (database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok') throw new BadCase(damaged);
    run.throwIfStopped();
    await run.send({ kind: 'head', head: readHead(sql) });
    if (parts === 'everything') await sendEverything(sql, run);
    if (parts === 'items') await sendItems(sql, run);
    return succeed(undefined);
  } catch (error) {
    const isDamage =
      isContentError(error) ||
      error instanceof DamagedCell ||
      error instanceof DamagedRecord ||
      error instanceof z.ZodError;
    if (isDamage) return fail('invalid-input', damaged);
    if (error instanceof BadCase) return fail('invalid-input', error.message);
    throw error;
  } finally {
    if (foreign) closeDatabase(foreign.database);
  }
}

const damaged =
  'The file is damaged. Ask for it again, or open it as a workspace, which offers to rescue what can be read.';

function requireWorkspace({ database, schema }: ForeignDatabase): void {
  switch (schema.kind) {
    case 'workspace':
      if (schema.version <= schemaVersion) return;
      throw new BadCase('It was written by a newer Sightline. Update this one to import it.');
    case 'refused':
      throw new BadCase(schema.problem);
    case 'empty':
    case 'other':
      throw new BadCase(describeForeignDatabase(database));
  }
}

function readHead(sql: Sql): CaseHead {
  return {
    facts: readCaseFacts(sql),
    marking: readMarking(sql),
    counts: countCase(sql),
    queries: countRows(sql, 'queries WHERE id IN (SELECT query_id FROM records)'),
    processors: listProcessors(sql),
  };
}

async function sendEverything(sql: Sql, run: Run): Promise<void> {
  for (const page of readRecordPages(sql, 'TRUE')) {
    run.throwIfStopped();
    await run.send(
      { kind: 'records', page },
      page.records.map(({ bytes }) => bytes.buffer),
    );
  }
  await run.send({ kind: 'reviews' });
  await sendAreas(sql, run, () => true);
  await run.send({ kind: 'layers', layers: readLayers(sql) });
  await run.send({ kind: 'searches', searches: readSearches(sql) });
  await sendWatch(sql, run, readRules(sql));
  await run.send({ kind: 'calibrations', calibrations: calibrationsInScope(sql, everything) });
  await sendChips(sql, run);
}

async function sendItems(sql: Sql, run: Run): Promise<void> {
  const rules = readRules(sql);
  const areas = new Set(rules.map(({ areaId }) => areaId));
  const searches = new Set(rules.map(({ searchId }) => searchId));
  await sendAreas(sql, run, ({ id, site }) => site !== undefined || areas.has(id));
  await run.send({ kind: 'layers', layers: readLayers(sql) });
  await run.send({ kind: 'searches', searches: readSearches(sql).filter(({ id }) => searches.has(id)) });
  await sendWatch(sql, run, rules);
}

function readSearches(sql: Sql): readonly SavedSearchSettings[] {
  requireFew(sql, 'searches', 'saved searches');
  return searchesInScope(sql, everything);
}

function readRules(sql: Sql): readonly WatchRule[] {
  requireFew(sql, 'watch_rules', 'watch rules', maxRules);
  return rulesInScope(sql, everything);
}

/** Detections that rules have found come before them: they find its detections again. */
async function sendWatch(sql: Sql, run: Run, rules: readonly WatchRule[]): Promise<void> {
  const events = createBatch<ExchangedEvent>(
    (items) => run.send({ kind: 'watch', rules: [], events: items }),
    {
      items: batchLimits.lists,
      weight: batchLimits.eventLength,
    },
  );
  for (const event of readExchangedEvents(sql, eventsInScope(everything))) {
    run.throwIfStopped();
    await events.add(event, event.detection?.length ?? 0);
  }
  await events.end();
  await run.send({ kind: 'watch', rules, events: [] });
}

function requireFew(
  sql: Sql,
  table: 'areas' | 'searches' | 'layers' | 'watch_rules',
  what: string,
  most = maxListed,
): void {
  const count = countRows(sql, `(SELECT 1 FROM ${table} LIMIT ${most + 1})`);
  if (count > most) throw new BadCase(`It has more ${what} than can be read.`);
}

async function sendAreas(sql: Sql, run: Run, isMeant: (area: Area) => boolean): Promise<void> {
  requireFew(sql, 'areas', 'areas');
  const areas = createBatch<Area>((items) => run.send({ kind: 'areas', areas: items }), {
    items: batchLimits.lists,
    weight: batchLimits.positions,
  });
  for (const area of readAreas(sql).filter(isMeant)) {
    run.throwIfStopped();
    const positions = countVertices(area.shape);
    if (positions > maxAreaPositions) throw new BadCase(`Its area ${area.name} is too complex.`);
    await areas.add(area, positions);
  }
  await areas.end();
}

function readAreas(sql: Sql): readonly Area[] {
  try {
    return areasInScope(sql, everything);
  } catch (error) {
    throw new BadCase('Its areas are damaged.', { cause: error });
  }
}

/** Layers whose table has what they state. */
function readLayers(sql: Sql): readonly VectorLayer[] {
  requireFew(sql, 'layers', 'layers');
  return listLayers(sql).map((layer) => {
    const columns = columnsOfLayer(sql, layer);
    const stated = ['fid', 'geom', ...layer.attributes.map(({ column }) => column)];
    if (stated.some((column) => !columns.has(column))) {
      throw new BadCase(`Its layer ${layer.name} lacks columns that it states.`);
    }
    if (new Set(stated.map((column) => column.toLowerCase())).size < stated.length) {
      throw new BadCase(`Its layer ${layer.name} states a column twice.`);
    }
    return layer;
  });
}

async function sendChips(sql: Sql, run: Run): Promise<void> {
  const chips = createBatch<CaseChip>(
    (items) =>
      run.send(
        { kind: 'chips', chips: items },
        items.flatMap(({ png }) => (png ? [png.buffer] : [])),
      ),
    { items: batchLimits.chips, weight: batchLimits.chipBytes },
  );
  const rows = sql.database.prepare('SELECT region, chip_identifier, data, length(data) AS bytes FROM chips');
  for (const row of rows.iterate()) {
    run.throwIfStopped();
    const bytes = numberCell(row, 'bytes');
    const png = bytes <= maxChipBytes ? new Uint8Array(bytesCell(row, 'data')) : undefined;
    const isSound = png !== undefined && pngProblem(png) === undefined;
    const address = { region: textCell(row, 'region'), chipIdentifier: textCell(row, 'chip_identifier') };
    await chips.add({ ...address, png: isSound ? png : undefined }, Math.min(bytes, maxChipBytes));
  }
  await chips.end();
}

/** Collects items and sends them when there are many, or when their weights sum up. */
function createBatch<T>(
  send: (items: readonly T[]) => Promise<void>,
  limit: { readonly items: number; readonly weight: number },
) {
  let items: T[] = [];
  let weight = 0;
  const end = async () => {
    if (items.length === 0) return;
    const full = items;
    items = [];
    weight = 0;
    await send(full);
  };
  return {
    async add(item: T, itemWeight: number) {
      if (items.length > 0 && weight + itemWeight > limit.weight) await end();
      items.push(item);
      weight += itemWeight;
      if (items.length >= limit.items) await end();
    },
    end,
  };
}
