import { z } from 'zod';
import { carriedWords } from '../../../../shared/carried-words.ts';
import { fail, type Result, succeed } from '../../../../shared/result.ts';
import { pngProblem } from '../../base/png-check.ts';
import type { ToolContext } from '../../base/tool-context.ts';
import { type CarriedChoice, everything, RefusedItems } from '../../workspace/carried/carried-kind.ts';
import { adoptedKinds } from '../../workspace/carried/carried-kinds.ts';
import { bytesCell, DamagedCell, numberCell, textCell } from '../../workspace/file/cells.ts';
import { registerSpatialFunctions } from '../../workspace/file/geopackage/spatial-functions.ts';
import { DamagedRecord } from '../../workspace/file/raw-blocks.ts';
import { schemaVersion } from '../../workspace/file/schema/migrate.ts';
import { closeDatabase, countRows, createSql, isContentError, type Sql } from '../../workspace/file/sql.ts';
import { readMarking } from '../../workspace/read/marking.ts';
import { describeTooManyReviews } from '../../workspace/read/reviews/foreign-reviews.ts';
import { describeForeignDatabase } from '../../workspace/safety/describe-foreign-database.ts';
import { type ForeignDatabase, openForeign } from '../../workspace/safety/open-foreign.ts';
import type { CaseBatch, CaseChip, CaseHead } from './case-batch.ts';
import { countCase, listProcessors, readCaseFacts } from './case-contents.ts';
import { readRecordPages } from './record-pages.ts';

/**
 * Parts of a case that are read: those that a preview needs, all, or only the items that a user has made besides
 * reviews: layers, sites, and rules of the watch with their areas and searches.
 */
export type CaseReadTask = { readonly path: string; readonly parts: 'head' | 'everything' | 'items' };

type Run = ToolContext<CaseBatch>;

/** Limits of a batch. They keep the main process responsive while it receives one. */
const batchLimits = {
  lists: 500,
  chips: 64,
  chipBytes: 8_000_000,
};
/** No chip that can be fetched is larger. */
const maxChipBytes = 32 * 2 ** 20;

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
    if (database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok')
      throw new RefusedItems(damaged);
    run.throwIfStopped();
    const tooMany = parts === 'items' ? undefined : describeTooManyReviews(sql);
    if (tooMany !== undefined) throw new RefusedItems(tooMany);
    await run.send({ kind: 'head', head: readHead(sql) });
    if (parts === 'everything') await sendEverything(sql, run);
    if (parts === 'items') await sendItems(sql, { ...everything, isOfItems: true }, run);
    return succeed(undefined);
  } catch (error) {
    const isDamage =
      isContentError(error) ||
      error instanceof DamagedCell ||
      error instanceof DamagedRecord ||
      error instanceof z.ZodError;
    if (isDamage) return fail('invalid-input', damaged);
    if (error instanceof RefusedItems) return fail('invalid-input', error.message);
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
      throw new RefusedItems('It was written by a newer Sightline. Update this one to import it.');
    case 'refused':
      throw new RefusedItems(schema.problem);
    case 'empty':
    case 'other':
      throw new RefusedItems(describeForeignDatabase(database));
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
  await sendItems(sql, everything, run);
  await sendChips(sql, run);
}

/** Sends the items of all kinds that a workspace adopts, or of those that a merge imports. */
async function sendItems(sql: Sql, choice: CarriedChoice, run: Run): Promise<void> {
  const kinds = adoptedKinds.filter(({ ways }) => !choice.isOfItems || ways.includes('merge'));
  for (const { key, tables, items } of kinds) {
    const { limit = Number.POSITIVE_INFINITY } = items;
    if (tables.some((table) => countRows(sql, table) > limit))
      throw new RefusedItems(`It has more ${carriedWords[key][1]} than can be read.`);
  }
  for (const { key, items } of kinds) {
    const batch = createBatch((list) => run.send({ kind: 'items', of: key, items: list }), {
      items: batchLimits.lists,
      weight: 1,
    });
    for (const item of items.read(sql, choice)) {
      run.throwIfStopped();
      items.check?.(sql, item);
      await batch.add(item, items.weigh?.(item) ?? 0);
    }
    await batch.end();
  }
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
