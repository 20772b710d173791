import { type CountedKind, countedKinds, type WayOn } from '../../../../shared/carried-words.ts';
import type { ChipCalibration } from '../../../../shared/chips/chip-calibration.ts';
import {
  isInEffect,
  maxPlaceLabels,
  type PlaceStatement,
} from '../../../../shared/fixed-objects/place-label.ts';
import { placeTolerance } from '../../../../shared/fixed-objects/presence.ts';
import { formatCount } from '../../../../shared/format.ts';
import {
  type CarriedList,
  carriedLists,
  type ItemOf,
  itemKinds,
  type ListKind,
  listsWithFields,
} from '../../../../shared/items/item-kinds.ts';
import type { PropertyCorrection } from '../../../../shared/results/property-correction.ts';
import { countRows, type Sql } from '../file/sql.ts';
import type { WorkspaceStore } from '../open/workspace-store.ts';
import { listItems } from '../read/items.ts';
import { markingKey, readMarking } from '../read/marking.ts';
import { placeLabelsKey, readForeignStatements, readPlaceStatements } from '../read/place-labels.ts';
import { propertyCorrectionsKey, readCorrections } from '../read/property-corrections.ts';
import { areas, findings, layers, rules, searches } from './carried-items.ts';
import type { CarriedChoice, CarriedKind, CarriedScope } from './carried-kind.ts';
import { hasChosenDetection, ofRecordsInScope, recordsInScope } from './chosen-records.ts';

/** Writes a list to a setting; without items there is none. */
function writeSetting(key: string) {
  return (store: Pick<WorkspaceStore, 'saveSetting'>, items: Iterable<unknown>): void => {
    const list = [...items];
    if (list.length > 0) store.saveSetting(key, JSON.stringify(list));
  };
}

/** The marking; a workspace without one gets it with the head of a case. */
const marking: CarriedKind<string> = {
  ways: ['case'],
  tables: ['settings'],
  items: {
    read: (sql) => [readMarking(sql)].filter((text) => text !== ''),
    write(store, items) {
      for (const text of items) store.saveSetting(markingKey, text);
    },
  },
};

/** The row of a list of `itemKinds`, of which a workspace adopts what it lacks. */
function carriedList<Kind extends ListKind>(
  kind: Kind,
  ways: readonly WayOn[],
): CarriedKind<ItemOf<Kind>> & { readonly items: object } {
  return {
    ways,
    tables: ['settings'],
    items: {
      read: (sql, { scope }) => listItems(sql, kind).filter(isInScope(sql, kind, scope)),
      write(store, items) {
        for (const item of items) store.saveItem(kind, item);
      },
      adopt: ({ workspace }, items) => workspace.addMissingItems(kind, items),
      received: { list: async (workspace) => (await workspace.listItems(kind)) as readonly ItemOf<Kind>[] },
    },
  };
}

/** Items about detections are in scope with their records, others always. */
function isInScope(sql: Sql, kind: ListKind, scope: CarriedScope): (item: object) => boolean {
  if (scope.kind === 'all' || !listsWithFields().some((list) => list.kind === kind)) return () => true;
  const rows = sql.all(`SELECT record_id FROM records WHERE ${recordsInScope(scope)}`);
  const recordIds = new Set(rows.map(({ record_id }) => record_id));
  return (item) => 'recordId' in item && recordIds.has(item.recordId as string);
}

const everyCalibration = carriedList('calibrations', ['case']);

/** Calibrations of the image products in scope. */
const calibrations: CarriedKind<ChipCalibration> = {
  ...everyCalibration,
  whyLeftOut: (count) =>
    count === 1 ? 'its image product has one here.' : 'their image products have one here.',
  items: { ...everyCalibration.items, read: readCalibrations },
};

function readCalibrations(sql: Sql, { scope }: CarriedChoice): readonly ChipCalibration[] {
  const all = listItems(sql, 'calibrations');
  if (scope.kind === 'all') return all;
  const isInScope = `SELECT 1 FROM sensors WHERE sensor_name IS ? AND sensor_mode IS ? AND product_type IS ?
    AND ${recordsInScope(scope)} LIMIT 1`;
  return all.filter(
    ({ product }) =>
      sql.get(isInScope, product.sensorName, product.sensorMode, product.productType) !== undefined,
  );
}

/** Corrected meanings of the product formats in scope. */
const corrections: CarriedKind<PropertyCorrection> = {
  ways: ['merge', 'case', 'team'],
  tables: ['settings'],
  whyLeftOut: () => 'the same properties have a later one here.',
  items: { read: correctionsInScope, write: writeSetting(propertyCorrectionsKey) },
};

function correctionsInScope(sql: Sql, { scope }: CarriedChoice): readonly PropertyCorrection[] {
  const all = readCorrections(sql);
  if (scope.kind === 'all') return all;
  const isInScope = `SELECT 1 FROM records WHERE product_type IS ? AND document_version IS ?
    AND ${recordsInScope(scope)} LIMIT 1`;
  return all.filter(
    ({ productType, documentVersion }) => sql.get(isInScope, productType, documentVersion) !== undefined,
  );
}

/** Statements about places near a detection in scope. */
const places: CarriedKind<PlaceStatement> = {
  ways: ['merge', 'case', 'team'],
  tables: ['settings'],
  countFile: (sql) => readForeignStatements(sql).items.filter(isInEffect).length,
  wordsBehind: ['statement about places', 'statements about places'],
  whyLeftOut: () => `a workspace has at most ${formatCount(maxPlaceLabels)}.`,
  items: { read: placesInScope, write: writeSetting(placeLabelsKey) },
};

const metersPerDegree = 111_195;

function placesInScope(sql: Sql, { scope }: CarriedChoice): readonly PlaceStatement[] {
  const { items } = readPlaceStatements(sql);
  if (scope.kind === 'all') return items;
  const reach = placeTolerance / metersPerDegree;
  return items.filter(({ position: [longitude, latitude] }) => {
    const reachX = reach / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
    return hasChosenDetection(sql, {
      ...{ south: latitude - reach, north: latitude + reach },
      ...{ west: longitude - reachX, east: longitude + reachX },
    });
  });
}

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
