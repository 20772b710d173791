import { maxCorrections } from '../../../../shared/results/merge-corrections.ts';
import {
  isSameFormat,
  type PropertyCorrection,
  propertyCorrectionSchema,
  type StoredCorrection,
  storedCorrectionSchema,
} from '../../../../shared/results/property-correction.ts';
import type { Sql } from '../file/sql.ts';
import { getSetting } from './settings.ts';
import { readForeignList, readStoredList, type StoredList } from './stored-list.ts';

/** The key of the workspace's setting that has the corrections. */
export const propertyCorrectionsKey = 'results.property-corrections';

/** The setting as it is stored; changes with every correction. */
export function correctionsText(sql: Sql): string {
  return getSetting(sql, propertyCorrectionsKey) ?? '';
}

/** The corrections, also removed ones. */
export function readStoredCorrections(sql: Sql): StoredList<StoredCorrection> {
  return readStoredList(sql, propertyCorrectionsKey, storedCorrectionSchema);
}

/** No workspace of a person has more bytes of corrections, each a list of two lists. */
const foreignBounds = { maxLength: 16_000_000, maxContainers: 1 + 2 * maxCorrections };

/** The same of a file from anywhere. */
export function readForeignCorrections(sql: Sql): StoredList<StoredCorrection> {
  return readForeignList(sql, propertyCorrectionsKey, storedCorrectionSchema, foreignBounds);
}

/** The corrections in effect. */
export function readCorrections(sql: Sql): readonly PropertyCorrection[] {
  return readStoredCorrections(sql).items.flatMap(
    (one) => propertyCorrectionSchema.safeParse(one).data ?? [],
  );
}

type FormatCorrections = readonly [PropertyCorrection, ...PropertyCorrection[]];

/** Corrections by their product format. */
export function groupByFormat(corrections: readonly PropertyCorrection[]): readonly FormatCorrections[] {
  const lists: [PropertyCorrection, ...PropertyCorrection[]][] = [];
  for (const correction of corrections) {
    const list = lists.find(([first]) => isSameFormat(first, correction));
    if (list) list.push(correction);
    else lists.push([correction]);
  }
  return lists;
}
