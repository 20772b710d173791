import { isSameJson } from '../is-same-json.ts';
import { limitTime } from '../time.ts';
import type { PropertyCorrectionChange, StoredCorrection } from './property-correction.ts';

/** Most corrections that a workspace accepts from others; a person makes far fewer. */
export const maxCorrections = 10_000;

/** A correction from elsewhere. */
export type ArrivingCorrection = StoredCorrection & {
  /** The time of the correction here that it replaces even where that is later; absent where the later one stays. */
  readonly replaces?: string | undefined;
};

export type CorrectionsMerge = {
  /** All corrections after the merge. */
  readonly merged: readonly StoredCorrection[];
  /** Changes that the merge makes for the user; their inverse undoes it. */
  readonly changes: readonly PropertyCorrectionChange[];
  /** Arriving corrections that mean something else than the later ones here, which stay. */
  readonly older: number;
  /** Arriving corrections beyond the most that are accepted. */
  readonly leftOut: number;
};

/**
 * Merges corrections from elsewhere: of each property in a format the later one is in effect. The result depends
 * neither on the order nor on repetition. A time far after `now` (UTC) is `now`.
 */
export function mergeCorrections(
  present: readonly StoredCorrection[],
  arriving: readonly ArrivingCorrection[],
  now: string,
): CorrectionsMerge {
  const merged = new Map(present.map((one) => [keyOf(one), one]));
  const changed = new Map<
    string,
    { readonly former: StoredCorrection | undefined; readonly next: StoredCorrection }
  >();
  const older = new Set<string>();
  let leftOut = 0;
  for (const { replaces, ...one } of arriving) {
    const next = { ...one, at: limitTime(one.at, now) };
    const key = keyOf(next);
    const here = merged.get(key);
    if (here ? here.at === replaces || isLater(next, here) : merged.size < maxCorrections) {
      const former = changed.has(key) ? changed.get(key)?.former : here;
      changed.set(key, { former, next });
      merged.set(key, next);
    } else if (!here) leftOut += 1;
    else if (!isSameJson(here.as, next.as)) older.add(key);
  }
  const changes = [...changed.values()].flatMap(({ former, next }): readonly PropertyCorrectionChange[] => {
    const { productType, documentVersion, property, as: to } = next;
    const expected = former?.as ?? null;
    if (isSameJson(expected, to)) return [];
    return [{ format: { productType, documentVersion }, property, expected, to }];
  });
  return { merged: [...merged.values()], changes, older: older.size, leftOut };
}

/** Identifies the property of a product format. */
export function keyOf({
  productType,
  documentVersion,
  property,
}: Pick<StoredCorrection, 'productType' | 'documentVersion' | 'property'>): string {
  return JSON.stringify([productType, documentVersion, property]);
}

/** Whether a correction is the later one. At the same time its text decides, so that all sides agree. */
function isLater(one: StoredCorrection, other: StoredCorrection): boolean {
  const difference = Date.parse(one.at) - Date.parse(other.at);
  return difference === 0 ? textOf(one) > textOf(other) : difference > 0;
}

function textOf({ as }: StoredCorrection): string {
  return as === null ? '' : JSON.stringify([as.meaning, as.unit]);
}
