import { type CountedKind, countedKinds } from '../../../../shared/carried-words.ts';
import { type CarriedList, carriedLists, itemKinds } from '../../../../shared/items/item-kinds.ts';
import { countRows, type Sql } from '../file/sql.ts';
import type { WorkspaceStore } from '../open/workspace-store.ts';
import { areas, findings, layers, rules, searches } from './carried-items.ts';
import type { CarriedChoice, CarriedKind } from './carried-kind.ts';
import { calibrations, carriedList, corrections, marking, places } from './carried-lists.ts';
import { ofRecordsInScope } from './chosen-records.ts';

/** Rows about records, which have the column `record_id`. A case has those of its records. */
function ofRecords(rows: string): Pick<CarriedKind, 'countFile' | 'countChosen'> {
  return {
    countFile: (sql) => countRows(sql, rows),
    countChosen: (sql, { scope }) => countRows(sql, `${rows} WHERE ${ofRecordsInScope(scope)}`),
  };
}

const lists = Object.fromEntries(
  carriedLists.map((kind) => [kind, carriedList(kind, itemKinds[kind].ways)]),
) as Record<CarriedList, CarriedKind>;

/** All that travels. */
export const carriedKinds: Readonly<Record<CountedKind | 'marking', CarriedKind>> = {
  // Raw records, by which all tables about them are made again. A team copies them in blocks (`publish-workspace.ts`).
  records: { ways: ['case', 'team'], tables: ['records'], ...ofRecords('records') },
  // Merged from the file with their histories (`merge-workspace.ts`), and sent to a team in batches (`sync-reviews.ts`).
  reviews: {
    ways: ['merge', 'case', 'team'],
    tables: ['reviews', 'review_history', 'review_batches'],
    // An undone review stays as a row without content.
    ...ofRecords("(SELECT record_id FROM reviews WHERE verdict NOT NULL OR flagged <> 0 OR note <> '')"),
  },
  areas,
  layers,
  searches,
  rules,
  findings,
  decisions: {
    ways: ['merge', 'case', 'team'],
    tables: ['ais_decisions'],
    ...ofRecords('(SELECT DISTINCT record_id, identity FROM ais_decisions)'),
  },
  places,
  ...lists,
  calibrations,
  corrections,
  // Images of the cache (`write-case.ts`).
  chips: { ways: ['case'], tables: ['chips'], countFile: (sql) => countRows(sql, 'chips') },
  marking,
};

/** Kinds with items in the order in which these are written and adopted. */
function withItems<Key extends keyof typeof carriedKinds>(keys: readonly Key[]) {
  const kinds = keys.flatMap((key) => {
    const { items, ...kind } = carriedKinds[key];
    return items ? [{ key, ...kind, items }] : [];
  });
  return kinds.toSorted(
    (one, other) => Number(one.items.areLast ?? false) - Number(other.items.areLast ?? false),
  );
}

/** The kinds of which an open workspace adopts items. */
export const adoptedKinds = withItems(countedKinds).filter(({ items }) => items.adopt);

/** Writes the items of a choice to a new workspace, except those that are copied from the file. */
export function writeCarried(
  source: Sql,
  store: WorkspaceStore,
  choice: CarriedChoice,
  { madeAt, throwIfStopped }: { readonly madeAt: string; readonly throwIfStopped: () => void },
): void {
  const kinds = choice.isOfItems
    ? adoptedKinds.filter(({ ways }) => ways.includes('team'))
    : withItems([...countedKinds, 'marking']);
  for (const { items } of kinds)
    items.write?.(store, stoppable(items.read(source, choice), throwIfStopped), madeAt);
}

function* stoppable<Item>(items: Iterable<Item>, throwIfStopped: () => void): Generator<Item, void> {
  for (const item of items) {
    throwIfStopped();
    yield item;
  }
}
