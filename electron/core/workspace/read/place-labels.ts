import {
  isInEffect,
  maxPlaceLabels,
  type PlaceLabel,
  type PlaceStatement,
  placeStatementSchema,
} from '../../../../shared/fixed-objects/place-label.ts';
import type { Sql } from '../file/sql.ts';
import { getSetting } from './settings.ts';
import { readForeignList, readStoredList, type StoredList } from './stored-list.ts';

/** The key of the workspace's setting that has the statements about places. */
export const placeLabelsKey = 'results.place-labels';

/** The setting as it is stored; changes with every statement. */
export function placeLabelsText(sql: Sql): string {
  return getSetting(sql, placeLabelsKey) ?? '';
}

/** All statements about places, also those that were withdrawn. */
export function readPlaceStatements(sql: Sql): StoredList<PlaceStatement> {
  return readStoredList(sql, placeLabelsKey, placeStatementSchema);
}

/** No workspace of a person has more bytes of statements, each an object with a position and a change. */
const foreignBounds = { maxLength: 64_000_000, maxContainers: 1 + 2 * 3 * maxPlaceLabels };

/** The same of a file from anywhere. */
export function readForeignStatements(sql: Sql): StoredList<PlaceStatement> {
  return readForeignList(sql, placeLabelsKey, placeStatementSchema, foreignBounds);
}

/**
 * Statements of users about places, the earliest first; of several at one time in the same order in every workspace.
 */
export function readPlaceLabels(sql: Sql): readonly PlaceLabel[] {
  return readPlaceStatements(sql)
    .items.filter(isInEffect)
    .map(({ change: _, ...label }) => label)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at) || (one.id < other.id ? -1 : 1));
}
