import { type Review, type Verdict, verdictSchema } from '../../shared/review/review.ts';
import { reviewFlagBits, reviewFlags } from '../../shared/review/review-flags.ts';
import type { KeptReviewQueue, ReviewQueuePlace } from '../../shared/review/review-queue.ts';

/** How a detection of a queue stands: 0 without a verdict, or 1 and its place in `verdictSchema`; 4 more when flagged. */
export type StandingCode = number;

const verdictCodes: readonly (Verdict | null)[] = [null, ...verdictSchema.options];
const flagBit = 4;

/** A review of many detections, one after the other. Its arrays are never changed, but replaced. */
export type ReviewQueue = Pick<KeptReviewQueue, 'title' | 'skipsJudged' | 'startedAt'> &
  ReviewQueuePlace & {
    readonly ids: Uint32Array;
    /** How each stands, in the order of `ids`. */
    readonly standings: Uint8Array<ArrayBuffer>;
    /** Detections that were in it and are not in the workspace any more. */
    readonly gone: number;
  };

/** How far a queue has come. */
export type QueueProgress = {
  readonly total: number;
  readonly judged: number;
  readonly left: number;
  readonly flagged: number;
  readonly byVerdict: Readonly<Record<Verdict, number>>;
};

/** The code of a review. */
export function standingOf(review: Pick<Review, 'verdict' | 'flagged'> | null): StandingCode {
  return standingOfFlags(reviewFlags(review));
}

/** The code that the flags of the map's feed have of a detection (`DetectionFeed.flags`). */
export function standingOfFlags(flags: number): StandingCode {
  return (flags & reviewFlagBits) >> 2;
}

/** The verdict of a code; null for none. */
export function verdictOf(standing: StandingCode): Verdict | null {
  return verdictCodes[standing % flagBit] ?? null;
}

/** Whether a code is that of a flagged detection. */
export function isFlagged(standing: StandingCode): boolean {
  return standing >= flagBit;
}

/** Counts of a queue. */
export function queueProgress({ standings }: Pick<ReviewQueue, 'standings'>): QueueProgress {
  const counts = new Uint32Array(2 * flagBit);
  for (const standing of standings) counts[standing] = (counts[standing] as number) + 1;
  const of = (code: number) => (counts[code] ?? 0) + (counts[code + flagBit] ?? 0);
  const byVerdict = { confirmed: of(1), rejected: of(2), unsure: of(3) };
  const judged = byVerdict.confirmed + byVerdict.rejected + byVerdict.unsure;
  const total = standings.length;
  const flagged = counts.subarray(flagBit).reduce((sum, count) => sum + count, 0);
  return { total, judged, left: total - judged, flagged, byVerdict };
}

/** The ids of those that stand so. */
export function idsStanding(
  { ids, standings }: Pick<ReviewQueue, 'ids' | 'standings'>,
  isWanted: (verdict: Verdict | null) => boolean,
): Uint32Array {
  return ids.filter((_, place) => isWanted(verdictOf(standings[place] as number)));
}

/**
 * The place after a verdict at `at`: the next without a verdict, after the last going on from the first; of a queue
 * that does not skip, the next. Null when there is none.
 */
export function placeAfterVerdict({
  at,
  standings,
  skipsJudged,
}: Pick<ReviewQueue, 'at' | 'standings' | 'skipsJudged'>): number | null {
  const { length } = standings;
  if (!skipsJudged) return at + 1 < length ? at + 1 : null;
  for (let step = 1; step <= length; step += 1) {
    const place = (at + step) % length;
    if (verdictOf(standings[place] as number) === null) return place;
  }
  return null;
}

/** Chips fetched ahead: so many that may come next, and so many to go back to. */
const chipsFetched = { ahead: 8, behind: 2 } as const;

/** The detections whose chips may be asked for next, the most likely first; that at `at` comes before all. */
export function chipsAround(
  queue: Pick<ReviewQueue, 'ids' | 'at' | 'standings' | 'skipsJudged'>,
): readonly number[] {
  const places = [queue.at];
  for (let at = queue.at; places.length < chipsFetched.ahead; ) {
    const next = placeAfterVerdict({ ...queue, at });
    if (next === null || places.includes(next)) break;
    places.push(next);
    at = next;
  }
  // The next one may have a verdict already, and be gone to all the same.
  places.splice(2, 0, queue.at + 1);
  for (let back = 1; back <= chipsFetched.behind; back += 1) places.push(queue.at - back);
  return [...new Set(places)].flatMap((place) => queue.ids[place] ?? []);
}

/** The queue with other standings of some detections; the same queue when that changes nothing. */
export function withStandings(queue: ReviewQueue, standings: ReadonlyMap<number, StandingCode>): ReviewQueue {
  const { ids } = queue;
  const changed = queue.standings.slice();
  let isChanged = false;
  const put = (place: number, standing: StandingCode | undefined) => {
    if (standing === undefined || place === -1 || changed[place] === standing) return;
    changed[place] = standing;
    isChanged = true;
  };
  // Few are found faster than all are looked through.
  if (standings.size < 50) for (const [id, standing] of standings) put(ids.indexOf(id), standing);
  else for (const [place, id] of ids.entries()) put(place, standings.get(id));
  return isChanged ? { ...queue, standings: changed } : queue;
}

/** What the workspace says of all its detections: those that are there, and those of each verdict and with a flag. */
export type WorkspaceStandings = {
  /** All ascending. */
  readonly present: Uint32Array;
  readonly confirmed: Uint32Array;
  readonly rejected: Uint32Array;
  readonly unsure: Uint32Array;
  readonly flagged: Uint32Array;
};

/**
 * The queue as the workspace has its detections now. Those that are gone leave it; when the one that was looked at is
 * gone, the next takes its place.
 */
export function refreshQueue<Queue extends Pick<ReviewQueue, 'ids' | 'at' | 'gone'>>(
  queue: Queue,
  workspace: WorkspaceStandings,
): Queue & Pick<ReviewQueue, 'standings'> {
  const { ids } = queue;
  const places = createPlaces(ids);
  const isPresent = new Uint8Array(ids.length);
  places.mark(workspace.present, (place) => {
    isPresent[place] = 1;
  });
  const standings = new Uint8Array(ids.length);
  for (const [code, verdict] of verdictCodes.entries()) {
    if (verdict === null) continue;
    places.mark(workspace[verdict], (place) => {
      standings[place] = code;
    });
  }
  places.mark(workspace.flagged, (place) => {
    standings[place] = (standings[place] as number) + flagBit;
  });
  const left = isPresent.reduce((sum, present) => sum + present, 0);
  if (left === ids.length) return { ...queue, standings };
  const at = isPresent.subarray(0, queue.at).reduce((sum, present) => sum + present, 0);
  return {
    ...queue,
    ids: ids.filter((_, place) => isPresent[place] === 1),
    standings: standings.filter((_, place) => isPresent[place] === 1),
    at: Math.max(0, Math.min(at, left - 1)),
    gone: queue.gone + ids.length - left,
  };
}

/** Finds the places of ids, which may come in any order. */
function createPlaces(ids: Uint32Array) {
  // Id and place in one number, which sorts as a million objects would not: 2^32 × 2^21 is below 2^53.
  const room = 2 ** 21;
  const sorted = Float64Array.from(ids, (id, place) => id * room + place).sort();
  return {
    /** Visits the place of each of these ids, ascending, that is among them. */
    mark(wanted: Uint32Array, visit: (place: number) => void): void {
      let at = 0;
      for (const entry of sorted) {
        const id = Math.floor(entry / room);
        while (at < wanted.length && (wanted[at] as number) < id) at += 1;
        if (at === wanted.length) return;
        if (wanted[at] === id) visit(entry % room);
      }
    },
  };
}

/** Ids as text: uint32, little-endian, base64. */
export function idsToText(ids: Uint32Array): string {
  const bytes = new Uint8Array(ids.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [place, id] of ids.entries()) view.setUint32(place * 4, id, true);
  const parts: string[] = [];
  // More arguments than this are too many for a call.
  for (let at = 0; at < bytes.length; at += 0x6000) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000))));
  }
  return parts.join('');
}

/** The ids of `idsToText`. */
export function idsOfText(text: string): Uint32Array {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, place) =>
    view.getUint32(place * 4, true),
  );
}
