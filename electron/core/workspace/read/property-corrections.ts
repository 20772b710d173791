import { z } from 'zod';
import { maxCorrections } from '../../../../shared/results/merge-corrections.ts';
import {
  isSameFormat,
  type PropertyCorrection,
  propertyCorrectionSchema,
  type StoredCorrection,
  storedCorrectionSchema,
} from '../../../../shared/results/property-correction.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import type { Sql } from '../file/sql.ts';
import { getSetting } from './settings.ts';

/** The key of the workspace's setting that has the corrections. */
export const propertyCorrectionsKey = 'results.property-corrections';

/** The setting as it is stored; changes with every correction. */
export function correctionsText(sql: Sql): string {
  return getSetting(sql, propertyCorrectionsKey) ?? '';
}

type StoredCorrections = {
  readonly corrections: readonly StoredCorrection[];
  readonly unreadable: readonly unknown[];
};

/** The corrections, also removed ones, and what cannot be read: of a newer version, or damaged. */
export function readStoredCorrections(sql: Sql): StoredCorrections {
  return parseCorrections(correctionsText(sql));
}

/** No workspace of a person has more bytes of corrections, each a list of two lists. */
const foreignBounds = { maxLength: 16_000_000, maxContainers: 1 + 2 * maxCorrections };

/** The same of a file from anywhere; all of it is unreadable where it is larger than any that a person makes. */
export function readForeignCorrections(sql: Sql): StoredCorrections {
  const size = 'SELECT octet_length(value) AS size FROM settings WHERE key = ?';
  const isTooLarge = Number(sql.get(size, propertyCorrectionsKey)?.size ?? 0) > foreignBounds.maxLength;
  const text = isTooLarge ? 'null' : correctionsText(sql);
  const isList = text === '' || Array.isArray(parseBoundedJson(text, foreignBounds));
  return isList ? parseCorrections(text) : { corrections: [], unreadable: [null] };
}

function parseCorrections(text: string): StoredCorrections {
  const stored = z.array(z.unknown()).safeParse(parseBoundedJson(text)).data ?? [];
  const parsed = stored.map((value) => ({ value, data: storedCorrectionSchema.safeParse(value).data }));
  return {
    corrections: parsed.flatMap(({ data }) => data ?? []),
    unreadable: parsed.flatMap(({ value, data }) => (data ? [] : [value])),
  };
}

/** The corrections in effect. */
export function readCorrections(sql: Sql): readonly PropertyCorrection[] {
  return readStoredCorrections(sql).corrections.flatMap(
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
