import { z } from 'zod';
import {
  isSameFormat,
  type PropertyCorrection,
  propertyCorrectionSchema,
} from '../../../../shared/results/property-correction.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import type { Sql } from '../file/sql.ts';
import { getSetting } from './settings.ts';

/** The key of the workspace's setting that has the corrections. */
export const propertyCorrectionsKey = 'results.property-corrections';

/** The setting as it is stored; changes with every correction. */
export function storedCorrections(sql: Sql): string {
  return getSetting(sql, propertyCorrectionsKey) ?? '';
}

/** What the user corrected about properties; what cannot be read is left out. */
export function readCorrections(sql: Sql): readonly PropertyCorrection[] {
  const stored = z.array(z.unknown()).safeParse(parseBoundedJson(storedCorrections(sql)));
  return (stored.data ?? []).flatMap((value) => propertyCorrectionSchema.safeParse(value).data ?? []);
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
