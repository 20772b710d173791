import type { WayOn } from '../../../../shared/carried-words.ts';
import type { ChipCalibration } from '../../../../shared/chips/chip-calibration.ts';
import {
  isInEffect,
  maxPlaceLabels,
  type PlaceStatement,
} from '../../../../shared/fixed-objects/place-label.ts';
import { placeTolerance } from '../../../../shared/fixed-objects/presence.ts';
import { formatCount } from '../../../../shared/format.ts';
import type { ItemOf, ListKind } from '../../../../shared/items/item-kinds.ts';
import type { PropertyCorrection } from '../../../../shared/results/property-correction.ts';
import type { Sql } from '../file/sql.ts';
import type { WorkspaceStore } from '../open/workspace-store.ts';
import { listItems } from '../read/items.ts';
import { markingKey, readMarking } from '../read/marking.ts';
import { placeLabelsKey, readForeignStatements, readPlaceStatements } from '../read/place-labels.ts';
import { propertyCorrectionsKey, readCorrections } from '../read/property-corrections.ts';
import type { CarriedChoice, CarriedKind } from './carried-kind.ts';
import { hasChosenDetection, recordsInScope } from './chosen-records.ts';

/** Writes a list to a setting; without items there is none. */
function writeSetting(key: string) {
  return (store: Pick<WorkspaceStore, 'saveSetting'>, items: Iterable<unknown>): void => {
    const list = [...items];
    if (list.length > 0) store.saveSetting(key, JSON.stringify(list));
  };
}

/** The marking; a workspace without one gets it with the head of a case. */
export const marking: CarriedKind<string> = {
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
export function carriedList<Kind extends ListKind>(
  kind: Kind,
  ways: readonly WayOn[],
): CarriedKind<ItemOf<Kind>> & { readonly items: object } {
  return {
    ways,
    tables: ['settings'],
    items: {
      read: (sql) => listItems(sql, kind),
      write(store, items) {
        for (const item of items) store.saveItem(kind, item);
      },
      adopt: ({ workspace }, items) => workspace.addMissingItems(kind, items),
      received: { list: async (workspace) => (await workspace.listItems(kind)) as readonly ItemOf<Kind>[] },
    },
  };
}

const everyCalibration = carriedList('calibrations', ['case']);

/** Calibrations of the image products in scope. */
export const calibrations: CarriedKind<ChipCalibration> = {
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
export const corrections: CarriedKind<PropertyCorrection> = {
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
export const places: CarriedKind<PlaceStatement> = {
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
