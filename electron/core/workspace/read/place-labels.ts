import { z } from 'zod';
import { type PlaceLabel, placeLabelSchema } from '../../../../shared/fixed-objects/place-label.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import type { Sql } from '../file/sql.ts';
import { getSetting } from './settings.ts';

/** The key of the workspace's setting that has the labels of places. */
export const placeLabelsKey = 'results.place-labels';

/** The setting as it is stored; changes with every label. */
export function placeLabelsText(sql: Sql): string {
  return getSetting(sql, placeLabelsKey) ?? '';
}

type StoredLabels = {
  /** The earliest first. */
  readonly labels: readonly PlaceLabel[];
  /** Of a newer version, or damaged. */
  readonly unreadable: readonly unknown[];
};

/** What users have stated about places. */
export function readPlaceLabels(sql: Sql): StoredLabels {
  const stored = z.array(z.unknown()).safeParse(parseBoundedJson(placeLabelsText(sql))).data ?? [];
  const parsed = stored.map((value) => ({ value, label: placeLabelSchema.safeParse(value).data }));
  return {
    labels: parsed
      .flatMap(({ label }) => label ?? [])
      .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
    unreadable: parsed.flatMap(({ value, label }) => (label ? [] : [value])),
  };
}
