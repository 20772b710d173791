import type { LonLat } from '../geo/geometry.ts';
import { limitTime, nowUtcAfter } from '../time.ts';
import { placeKind } from './place-kind.ts';
import {
  changedAt,
  isInEffect,
  maxPlaceLabels,
  type PlaceLabel,
  type PlaceLabelChange,
  type PlaceStatement,
} from './place-label.ts';
import { placeTolerance } from './presence.ts';

/** A statement from elsewhere. */
export type ArrivingStatement = PlaceStatement & {
  /** The time of the last change here that it replaces even where that is later; absent where the later one stays. */
  readonly replaces?: string | undefined;
};

/** Two statements about one place that disagree, of which neither was made in the knowledge of the other. */
export type PlaceConflict = { readonly present: PlaceStatement; readonly arriving: PlaceStatement };

export type PlacesMerge = {
  /** All statements after the merge. */
  readonly merged: readonly PlaceStatement[];
  /** Changes that the merge makes for the user; their inverse undoes it. */
  readonly changes: readonly PlaceLabelExchange[];
  readonly conflicts: readonly PlaceConflict[];
  /** Arriving statements beyond the most that are accepted. */
  readonly leftOut: number;
};

/** A change between two statements, of which null stands for none. */
export type PlaceLabelExchange = { readonly remove: PlaceLabel | null; readonly add: PlaceLabel | null };

/** Settles conflicts of a merge in the name of a user. */
export type PlaceSettlement = {
  readonly by: string;
  winnerOf(conflict: PlaceConflict): 'present' | 'arriving';
};

/**
 * Merges statements from elsewhere: those that are here change when the later change is there, others are added. Of two in
 * conflict the one that loses is withdrawn; without a settlement the later one is in effect at their place. A time far
 * after `now` (UTC) is `now`.
 */
export function mergePlaces(
  present: readonly PlaceStatement[],
  arriving: readonly ArrivingStatement[],
  now: string,
  settlement?: PlaceSettlement,
): PlacesMerge {
  const before = new Map(present.map((one) => [one.id, one]));
  const merged = new Map(before);
  const added: PlaceStatement[] = [];
  let inEffect = present.filter(isInEffect).length;
  let leftOut = 0;
  for (const { replaces, ...one } of arriving) {
    const next = limited(one, now);
    const here = merged.get(next.id);
    if (!here && isInEffect(next) && inEffect >= maxPlaceLabels) leftOut += 1;
    else if (!here) {
      if (isInEffect(next)) inEffect += 1;
      merged.set(next.id, next);
      added.push(next);
    } else if (changedAt(here) === replaces)
      merged.set(here.id, { ...here, at: next.at, change: next.change });
    else if (isLaterChange(next, here)) merged.set(here.id, { ...here, change: next.change });
  }
  const conflicts = findConflicts(present, arriving, added);
  if (settlement) {
    for (const conflict of conflicts) {
      const loser = settlement.winnerOf(conflict) === 'present' ? conflict.arriving : conflict.present;
      const at = nowUtcAfter(changedAt(loser), Date.parse(now));
      merged.set(loser.id, { ...loser, change: { isWithdrawn: true, by: settlement.by, at } });
    }
  }
  const changes = [...merged.values()].flatMap((after): readonly PlaceLabelExchange[] => {
    const former = before.get(after.id);
    const [was, is] = [former !== undefined && isInEffect(former), isInEffect(after)];
    if (was === is) return [];
    return [is ? { remove: null, add: toLabel(after) } : { remove: toLabel(after), add: null }];
  });
  return { merged: [...merged.values()], changes, conflicts, leftOut };
}

/** The inverse of changes, the last one first. */
export function toLabelChanges(
  exchanges: readonly PlaceLabelExchange[],
  direction: 'do' | 'undo',
): PlaceLabelChange[] {
  return direction === 'do'
    ? exchanges.map(({ remove, add }) => ({ remove: remove?.id ?? null, add }))
    : exchanges.toReversed().map(({ remove, add }) => ({ remove: add?.id ?? null, add: remove }));
}

function toLabel({ change: _, ...label }: PlaceStatement): PlaceLabel {
  return label;
}

/** A statement of another computer, whose clock may be ahead. */
function limited(one: PlaceStatement, now: string): PlaceStatement {
  const change = one.change && { ...one.change, at: limitTime(one.change.at, now) };
  return { ...one, at: limitTime(one.at, now), change };
}

/** Whether a statement is the later one. At the same time it is the withdrawal, so that all sides agree. */
function isLaterChange(one: PlaceStatement, other: PlaceStatement): boolean {
  const difference = Date.parse(changedAt(one)) - Date.parse(changedAt(other));
  return difference === 0 ? !isInEffect(one) && isInEffect(other) : difference > 0;
}

/** The statements in effect here that were not known there, with what contradicts it. */
function findConflicts(
  present: readonly PlaceStatement[],
  arriving: readonly PlaceStatement[],
  added: readonly PlaceStatement[],
): readonly PlaceConflict[] {
  const known = new Set(arriving.map(({ id }) => id));
  const unknown = Map.groupBy(
    present.filter((one) => isInEffect(one) && !known.has(one.id)),
    (one) => rowOf(one.position),
  );
  return added.filter(isInEffect).flatMap((statement) => {
    const row = rowOf(statement.position);
    return [row - 1, row, row + 1]
      .flatMap((at) => unknown.get(at) ?? [])
      .filter((one) => one.presence !== statement.presence && isAtSamePlace(one, statement))
      .map((one) => ({ present: one, arriving: statement }));
  });
}

const metersPerDegree = 111_195;
const reachDegrees = placeTolerance / metersPerDegree;

function rowOf([, latitude]: LonLat): number {
  return Math.floor(latitude / reachDegrees);
}

function isAtSamePlace(one: PlaceLabel, other: PlaceLabel): boolean {
  if (placeKind(one.analytic) !== placeKind(other.analytic)) return false;
  const [[x, y], [otherX, otherY]] = [one.position, other.position];
  const turn = Math.abs(x - otherX) % 360;
  const dx = Math.min(turn, 360 - turn) * Math.cos((y * Math.PI) / 180);
  return Math.hypot(dx, otherY - y) <= reachDegrees;
}

/** Identifies a conflict among the choices of a merge, apart from those of reviews and AIS decisions. */
export function placeKey({ present, arriving }: PlaceConflict): string {
  return JSON.stringify(['place', present.id, arriving.id]);
}
