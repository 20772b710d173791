import { carryOver } from './carry-over.ts';
import { hasOtherUuid } from './detection-uuid.ts';
import { matchEqual } from './match-equal.ts';
import { addMatch, type LaterDetection, type MatchedDetection, type Matching } from './matching.ts';

/**
 * Finds the detections of a record among those of another version of it, one to one, by the index of the earlier one.
 * UUIDs decide where both have one, then chips. Otherwise the analytic is the same and the geometries are equal in two
 * dimensions, or near beyond doubt. The position in the list matters between equal ones only.
 */
export function matchDetections(
  earlier: readonly MatchedDetection[],
  later: readonly MatchedDetection[],
): ReadonlyMap<number, LaterDetection> {
  const matching: Matching = { earlier, later, matches: new Map(), matchedLater: new Set() };
  matchKeys(matching, ({ uuid }) => (uuid?.isUnique ? uuid.text : null));
  matchKeys(matching, ({ chip, occurrence }) => (chip === null ? null : `${occurrence} ${chip}`));
  // Most have not changed, and are found without computing distances.
  matchKeys(matching, (detection) => exactKey(detection, detection.properties));
  matchKeys(matching, (detection) => exactKey(detection, String(detection.occurrence)));
  matchEqual(matching);
  carryOver(matching);
  return matching.matches;
}

/** Matches those of the same key in their order, unless their UUIDs differ; a null key matches nothing. */
function matchKeys(matching: Matching, keyOf: (detection: MatchedDetection) => string | null): void {
  const unmatched = new Map<string, number[]>();
  for (const [index, detection] of matching.earlier.entries()) {
    const key = matching.matches.has(index) ? null : keyOf(detection);
    if (key === null) continue;
    const same = unmatched.get(key);
    if (same) same.push(index);
    else unmatched.set(key, [index]);
  }
  if (unmatched.size === 0) return;
  for (const queue of unmatched.values()) queue.reverse();
  for (const [index, detection] of matching.later.entries()) {
    const key = matching.matchedLater.has(index) ? null : keyOf(detection);
    const queue = key === null ? undefined : unmatched.get(key);
    const from = queue?.at(-1);
    const other = from === undefined ? undefined : matching.earlier[from];
    if (from === undefined || !other || hasOtherUuid(other, detection)) continue;
    queue?.pop();
    addMatch(matching, from, index, null);
  }
}

/** The very same numbers in two dimensions, of detections without a chip. */
function exactKey({ chip, descriptionText }: MatchedDetection, more: string | null): string | null {
  return chip !== null || descriptionText === '' || more === null ? null : `${descriptionText}\n${more}`;
}
