import { hash } from 'node:crypto';
import type { z } from 'zod';
import { decisionEntrySchema } from '../../../../shared/ais/decision-entry.ts';
import type { JournalKind } from '../../../../shared/carried-words.ts';
import { mergePlaces, placeKey } from '../../../../shared/fixed-objects/merge-places.ts';
import {
  changedAt,
  maxPlaceLabels,
  placeStatementSchema,
  storedStatements,
} from '../../../../shared/fixed-objects/place-label.ts';
import { keyOf, maxCorrections, mergeCorrections } from '../../../../shared/results/merge-corrections.ts';
import { storedCorrectionSchema } from '../../../../shared/results/property-correction.ts';
import { numberCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';
import { parseDecision } from '../read/ais/read-decisions.ts';
import { placeLabelsKey, readForeignStatements, readPlaceStatements } from '../read/place-labels.ts';
import {
  propertyCorrectionsKey,
  readForeignCorrections,
  readStoredCorrections,
} from '../read/property-corrections.ts';
import { getSetting } from '../read/settings.ts';
import type { StoredList } from '../read/stored-list.ts';

/**
 * A list in a setting that is merged with those of other workspaces: of two versions of an item the later one is in effect,
 * and one that was removed remains an item, which states that. For example the corrected meanings of properties:
 *
 *     corrections: {
 *       setting: propertyCorrectionsKey,
 *       read: readStoredCorrections,
 *       readForeign: readForeignCorrections,
 *       merge: mergeCorrections,
 *       keyOf,
 *       changedAt: ({ at }) => at,
 *       limit: maxCorrections,
 *       …
 *     },
 */
export type MergedList<Item extends object = object> = {
  readonly setting: string;
  read(sql: Sql): StoredList<Item>;
  /** Reads that of a file from anywhere, within bounds. */
  readForeign(sql: Sql): StoredList<Item>;
  /** Merges arriving items; the settlement decides conflicts, where the list has any. */
  merge(
    present: readonly Item[],
    arriving: readonly Item[],
    now: string,
    settlement?: Settlement,
  ): ListMerge<Item>;
  /** Identifies a conflict among the choices of a merge. */
  keyOfConflict?(conflict: never): string;
  /** Returns the items that are stored of all. */
  stored?(items: readonly Item[]): readonly Item[];
  /** The most that a workspace accepts. */
  readonly limit: number;
  /** Identifies an item in every workspace. */
  keyOf(item: Item): string;
  /** Returns when it was changed last. */
  changedAt(item: Item): string;
  readonly schema: z.ZodType<Item>;
  /** Whether the database of a team accepts it. */
  isStorable(item: Item): boolean;
  /** The most that are pushed to a team in one transaction. */
  readonly chunk: number;
};

/** Decides conflicts in the name of a user. */
type Settlement = { readonly by: string; winnerOf(conflict: never): 'present' | 'arriving' };

type ListMerge<Item> = {
  readonly merged: readonly Item[];
  readonly changes: readonly unknown[];
  readonly leftOut: number;
};

/** Longest names that the team database accepts; a correction with a longer one is not exchanged. */
const maxNameLength = 1000;

/** The lists that are merged. */
export const mergedLists = {
  /** Corrected meanings of properties. */
  corrections: {
    setting: propertyCorrectionsKey,
    read: readStoredCorrections,
    readForeign: readForeignCorrections,
    merge: mergeCorrections,
    limit: maxCorrections,
    keyOf,
    changedAt: ({ at }) => at,
    schema: storedCorrectionSchema,
    isStorable: ({ productType, documentVersion, property }) =>
      [productType, documentVersion, property].every((text) => (text?.length ?? 0) <= maxNameLength),
    chunk: 100,
  } satisfies MergedList<ReturnType<typeof readStoredCorrections>['items'][number]>,
  /** Statements about places. */
  places: {
    setting: placeLabelsKey,
    read: readPlaceStatements,
    readForeign: readForeignStatements,
    merge: mergePlaces,
    keyOfConflict: placeKey,
    stored: storedStatements,
    limit: maxPlaceLabels,
    keyOf: ({ id }) => id,
    changedAt,
    schema: placeStatementSchema,
    isStorable: ({ position: [longitude, latitude] }) =>
      Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90,
    chunk: 500,
  } satisfies MergedList<ReturnType<typeof readPlaceStatements>['items'][number]>,
};

export type MergedKind = keyof typeof mergedLists;
export const mergedKinds = Object.keys(mergedLists) as readonly MergedKind[];
/** The outcome of merging a list. */
export type MergeOf<Kind extends MergedKind> = ReturnType<(typeof mergedLists)[Kind]['merge']>;
/** The lists of another workspace. */
export type ForeignLists = {
  readonly [Kind in MergedKind]: ReturnType<(typeof mergedLists)[Kind]['readForeign']>;
};

/** Reads the lists of a file from anywhere. */
export function readForeignLists(sql: Sql): ForeignLists {
  return Object.fromEntries(
    mergedKinds.map((kind) => [kind, mergedLists[kind].readForeign(sql)]),
  ) as ForeignLists;
}

/** Merges a list of another workspace without writing anything. */
export function planListMerge<Kind extends MergedKind>(
  sql: Sql,
  kind: Kind,
  foreign: ForeignLists,
  now: string,
): MergeOf<Kind> {
  const list: MergedList = mergedLists[kind];
  return list.merge(list.read(sql).items, foreign[kind].items, now) as MergeOf<Kind>;
}

/** Entries that members of a team exchange: each is pushed once, and those of all are pulled. */
export type Journal = {
  readonly schema: z.ZodType<object>;
  readonly chunk: number;
  /** The most that a workspace accepts; absent: there is no limit. */
  readonly limit?: number;
  /** The mark of a workspace that has pushed nothing. */
  readonly start: JournalMark;
  /** Reads what was not pushed at a mark, and the mark after it. */
  readUnsent(
    sql: Sql,
    pushed: JournalMark,
  ): { readonly entries: readonly object[]; readonly pushed: JournalMark };
  /** Returns the time of the version here that an arriving entry replaces even where it is later. */
  replacedBy?(sql: Sql): (entry: object) => string | undefined;
};

/** Mark up to which a workspace has pushed a journal: the id of the last entry, or the SHA-256 of the list. */
export type JournalMark = string | number;

/** The journals of a team. */
export const journals: Readonly<Record<JournalKind, Journal>> = {
  corrections: journalOf(mergedLists.corrections),
  places: journalOf(mergedLists.places),
  /** Every entry of the histories of AIS decisions. */
  decisions: {
    schema: decisionEntrySchema,
    chunk: 500,
    start: 0,
    readUnsent(sql, pushed) {
      const rows = sql.all`SELECT * FROM ais_decisions WHERE id > ${pushed} ORDER BY id`;
      const last = rows.at(-1);
      return {
        entries: rows.flatMap((row) => parseDecision(row) ?? []),
        pushed: last ? numberCell(last, 'id') : pushed,
      };
    },
  },
};

/** The journal of a list, which is pushed as a whole once it has changed: the later version of an item is in effect. */
function journalOf(list: MergedList): Journal {
  const { setting, schema, chunk, limit } = list;
  const readStorable = (sql: Sql) => list.read(sql).items.filter(list.isStorable);
  return {
    ...{ schema, chunk, limit, start: '' },
    readUnsent(sql, former) {
      const pushed = hash('sha256', getSetting(sql, setting) ?? '', 'hex');
      return { entries: pushed === former ? [] : readStorable(sql), pushed };
    },
    replacedBy(sql) {
      const here = new Map(readStorable(sql).map((item) => [list.keyOf(item), list.changedAt(item)]));
      return (entry) => here.get(list.keyOf(entry));
    },
  };
}
