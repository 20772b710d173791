import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type CountedKind, countedKinds, formatCarried } from '../../../../shared/carried-words.ts';
import { formatQuantity } from '../../../../shared/format.ts';
import { describeDiverged } from '../../../../shared/layers/vector-layer.ts';
import { fail, type Result } from '../../../../shared/result.ts';
import { brandOfQuery } from '../../../../shared/results/brand-of-query.ts';
import type { CaseCounts } from '../../../../shared/workspace/case-file.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { type ChipCache, chipKey } from '../../chips/chip-cache.ts';
import { type JobEnd, JobFailure, type JobHandle } from '../../jobs/job-runner.ts';
import type { AdoptedItems, AdoptingWorkspace } from '../../workspace/carried/carried-kind.ts';
import { carriedKinds } from '../../workspace/carried/carried-kinds.ts';
import {
  describeImportedRecords,
  type ImportCounts,
  importRecords,
  noImports,
} from '../../workspace/open/import-records.ts';
import type { Workspace } from '../../workspace/open/workspace.ts';
import { markingKey, markingOf } from '../../workspace/read/marking.ts';
import type { MergeResult } from '../../workspace/tables/merge-workspace.ts';
import type { CaseBatch, CaseChip } from './case-batch.ts';
import type { RecordPage } from './record-pages.ts';

/** The target of an import. */
export type ImportTarget = AdoptingWorkspace & {
  /** Merges what the analysts of the case have judged. */
  readonly mergeReviews: () => Promise<Result<MergeResult>>;
  readonly cache: Pick<ChipCache, 'write'>;
  /** The profile to which the imported chips are assigned. */
  readonly profileId: string;
};

type Counts = Partial<Record<CountedKind, number>>;

/** Starts an import of a checked case; what was imported before a cancel stays. */
export function createCaseImport(target: ImportTarget, { progress }: Pick<JobHandle, 'progress'>) {
  /** Stored as the fetch id of the imported records. */
  const importId = randomUUID();
  const records: ImportCounts = { ...noImports };
  const added: Counts = {};
  const leftOut: Counts = {};
  /** Names of layers that were replaced both here and there. */
  const diverged: string[] = [];
  const reviews = { waiting: 0, conflicts: 0 };
  let expected: Pick<CaseCounts, 'records' | 'chips'> = { records: 0, chips: 0 };
  let markings: Markings | null = null;
  let seen = 0;
  const count = (kind: CountedKind, adopted: AdoptedItems) => {
    added[kind] = (added[kind] ?? 0) + adopted.added;
    leftOut[kind] = (leftOut[kind] ?? 0) + (adopted.leftOut ?? 0);
    diverged.push(...(adopted.diverged ?? []));
  };
  const describeStays = () => [...describeMarkings(markings), ...describeDiverged(diverged)];
  return {
    /** Parts must be applied in their order, one after the other. */
    async apply(batch: CaseBatch): Promise<void> {
      switch (batch.kind) {
        case 'head':
          expected = batch.head.counts;
          markings = await adoptMarking(target.workspace, batch.head.marking);
          return;
        case 'records':
          await importPage(target.workspace, importId, batch.page, records);
          seen += batch.page.records.length;
          return progress({ done: seen, total: Math.max(seen, expected.records), unit: 'records' });
        case 'reviews': {
          const { written, waiting, conflicts, corrections, decisions, places } = requireOk(
            await target.mergeReviews(),
          );
          Object.assign(reviews, { waiting, conflicts });
          count('reviews', { added: written.changed });
          count('decisions', { added: decisions.changes.length });
          count('places', { added: places.changes.length, leftOut: places.leftOut });
          count('corrections', { added: corrections.changes.length, leftOut: corrections.older });
          return;
        }
        case 'items': {
          const adopted = await carriedKinds[batch.of].items?.adopt?.(target, batch.items);
          if (adopted) count(batch.of, requireOk(adopted));
          return;
        }
        case 'chips': {
          const written = await importChips(batch.chips, target);
          count('chips', { added: written, leftOut: batch.chips.length - written });
          const done = (added.chips ?? 0) + (leftOut.chips ?? 0);
          return progress({ done, total: Math.max(done, expected.chips), unit: 'chips' });
        }
      }
    },
    /** Summary of the import, once all parts have been applied. */
    async describe(): Promise<JobEnd> {
      return {
        ...describeImport(records, reviews, { added, leftOut }, describeStays()),
        ...(await describeImportedRecords(target.workspace, importId)),
      };
    },
    /** The same of an import of items only. */
    describeItems: (): JobEnd => ({ outcome: describeItems(added), warnings: describeStays() }),
    diverged,
  };
}

function requireOk<T>(result: Result<T>): T {
  if (!result.ok) throw new JobFailure(result.failure);
  return result.value;
}

async function importPage(
  workspace: Workspace,
  importId: string,
  { origin, records }: RecordPage,
  counts: ImportCounts,
): Promise<void> {
  const brand = brandOfQuery(origin.queryText);
  const refusal = await importRecords(workspace, { importId, brand, ...origin }, records, counts);
  if (refusal !== undefined) {
    const failed = fail(
      'invalid-input',
      `The case was made wrong. ${refusal} Nothing after it was imported.`,
    );
    throw new JobFailure(failed.failure);
  }
}

/** The markings of the workspace and of a case that has one. */
type Markings = { readonly present: string; readonly arriving: string };

/** A workspace without a marking gets that of the case. Null where the case has none. */
async function adoptMarking(workspace: Workspace, arriving: string): Promise<Markings | null> {
  if (arriving === '') return null;
  const present = await markingOf(workspace);
  if (present !== '') return { present, arriving };
  await workspace.saveSetting(markingKey, arriving);
  return { present: arriving, arriving };
}

/** Writes the chips that are sound, and returns their number. */
async function importChips(chips: readonly CaseChip[], { cache, profileId }: ImportTarget): Promise<number> {
  let written = 0;
  for (const { png, region, chipIdentifier } of chips) {
    if (!png) continue;
    await cache.write(chipKey({ profileId, region, chipIdentifier }), png);
    written += 1;
  }
  return written;
}

/** Imported kinds in the order in which they are named: what was judged comes first. */
const namedKinds = [...new Set<CountedKind>(['decisions', 'places', ...countedKinds])].filter(
  (kind) => !['records', 'reviews', 'chips'].includes(kind),
);

function nameAdded(added: Counts): readonly string[] {
  return namedKinds.flatMap((kind) => {
    const count = added[kind] ?? 0;
    return count > 0 ? [`${formatCarried(kind, count)}${carriedKinds[kind].importedAs ?? ''}`] : [];
  });
}

function describeMarkings(markings: Markings | null): string[] {
  return markings && markings.present !== markings.arriving
    ? [`The file is marked “${markings.arriving}”, this workspace “${markings.present}”, which stays.`]
    : [];
}

function describeItems(added: Counts): string {
  const named = nameAdded(added);
  return named.length > 0 ? `Imported: ${named.join(', ')}.` : 'Imported nothing: all of it is here.';
}

function describeImport(
  { added, changed, unchanged, older, withFewerFields, problems }: ImportCounts,
  reviews: { readonly waiting: number; readonly conflicts: number },
  counts: { readonly added: Counts; readonly leftOut: Counts },
  stays: readonly string[],
): JobEnd {
  const parts = [
    formatQuantity(added, 'new record'),
    ...(changed > 0 ? [`${formatQuantity(changed, 'record')} in a newer version`] : []),
    ...(unchanged > 0
      ? [`${formatQuantity(unchanged, 'record')} that ${unchanged === 1 ? 'was' : 'were'} here already`]
      : []),
    formatCarried('reviews', counts.added.reviews ?? 0),
    ...nameAdded(counts.added),
    formatCarried('chips', counts.added.chips ?? 0),
  ];
  const refusedChips = counts.leftOut.chips ?? 0;
  return {
    outcome: `Imported: ${parts.join(', ')}.`,
    warnings: [
      ...stays,
      ...(older > 0 ? [`Of ${formatQuantity(older, 'record')} a later version is here, which stays.`] : []),
      ...(withFewerFields > 0
        ? [`Of ${formatQuantity(withFewerFields, 'record')} a version with more fields is here, which stays.`]
        : []),
      ...(problems > 0
        ? [`${formatQuantity(problems, 'part')} of records could not be used, listed under Problems.`]
        : []),
      ...(reviews.conflicts > 0
        ? [`${formatQuantity(reviews.conflicts, 'review')} disagreed with those here.`]
        : []),
      ...(reviews.waiting > 0
        ? [
            `${formatQuantity(reviews.waiting, 'review waits', 'reviews wait')} for detections that are not here.`,
          ]
        : []),
      ...countedKinds.flatMap((kind) => {
        const count = counts.leftOut[kind] ?? 0;
        const { whyLeftOut } = carriedKinds[kind];
        return count > 0 && whyLeftOut
          ? [`${formatCarried(kind, count)} left out: ${whyLeftOut(count)}`]
          : [];
      }),
      ...(refusedChips > 0 ? [`${formatQuantity(refusedChips, 'damaged image chip')} left out.`] : []),
    ],
  };
}

const setting = 'team_received_items';
const keysSchema = z.array(z.string());

/** Items that came from the team before, and those that are in the workspace now. */
type ReceivedItems = {
  /** Keys of both. */
  readonly keys: Set<string>;
  /** The ids of what is there. */
  readonly here: ReadonlySet<string>;
};

type Item = { readonly id: string };
type Received = NonNullable<NonNullable<(typeof carriedKinds)['areas']['items']>['received']>;

export async function readReceivedItems(workspace: Workspace): Promise<ReceivedItems> {
  const stored = keysSchema.safeParse(parseBoundedJson((await workspace.getSetting(setting)) ?? ''));
  const keys = new Set(stored.data);
  const here = new Set<string>();
  for (const { items } of Object.values(carriedKinds)) {
    if (!items?.received) continue;
    for (const item of await items.received.list(workspace)) {
      keys.add(keyOf(items.received, item));
      here.add((item as Item).id);
    }
  }
  return { keys, here };
}

export async function saveReceivedItems(workspace: Workspace, { keys }: ReceivedItems): Promise<void> {
  await workspace.saveSetting(setting, JSON.stringify([...keys]));
}

/**
 * Items of a part that are adopted from the team, whose keys are added to those received; null for none. Findings and the
 * marking are each workspace's own: a package can neither silence the rules of others nor speak for them.
 */
export function receivableItems(
  batch: CaseBatch,
  { keys, here }: ReceivedItems,
): Extract<CaseBatch, { kind: 'items' }> | null {
  if (batch.kind !== 'items') return null;
  const { ways, items: { received } = {} } = carriedKinds[batch.of];
  if (!received || !ways.includes('team')) return null;
  const items = batch.items.filter((item) => {
    const [{ id }, key] = [item as Item, keyOf(received, item)];
    const isReceivable = received.areRenewed ? !keys.has(id) || here.has(id) : !keys.has(key);
    keys.add(id).add(key);
    return isReceivable;
  });
  return { ...batch, items };
}

function keyOf({ keyOf: of }: Received, item: unknown): string {
  return of ? of(item) : (item as Item).id;
}
