import { type Review, type Verdict, verdictSchema } from '../../shared/review/review.ts';
import { reviewFlagBits, reviewFlags } from '../../shared/review/review-flags.ts';
import type { ReviewQueueProgress, SavedReviewQueue } from '../../shared/review/review-queue.ts';

/**
 * The review state of a detection as a number: 0 without a verdict, else 1 + its index in `verdictSchema`; plus 4
 * when flagged.
 */
export type ReviewStateCode = number;

const verdictCodes: readonly (Verdict | null)[] = [null, ...verdictSchema.options];
const flagBit = 4;

/** A queue of detections to be reviewed one by one (decision 28). Its arrays are replaced, never modified. */
export type ReviewQueue = Pick<SavedReviewQueue, 'title' | 'skipsJudged' | 'startedAt' | 'sharedQueue'> &
  ReviewQueueProgress & {
    readonly ids: Uint32Array;
    /** The review state of each, in the order of `ids`. */
    readonly stateCodes: Uint8Array<ArrayBuffer>;
    /** Number of detections that were removed from the queue because the workspace no longer has them. */
    readonly missingCount: number;
  };

/** The progress of a queue. */
export type QueueProgress = {
  readonly total: number;
  readonly reviewed: number;
  readonly remaining: number;
  readonly flagged: number;
  readonly byVerdict: Readonly<Record<Verdict, number>>;
};

/** The code of a review. */
export function reviewStateCode(review: Pick<Review, 'verdict' | 'flagged'> | null): ReviewStateCode {
  return stateCodeOfFlags(reviewFlags(review));
}

/** The code of a detection's flags in the map's feed (`DetectionFeed.flags`). */
export function stateCodeOfFlags(flags: number): ReviewStateCode {
  return (flags & reviewFlagBits) >> 2;
}

/** The verdict of a code; null for none. */
export function verdictOf(code: ReviewStateCode): Verdict | null {
  return verdictCodes[code % flagBit] ?? null;
}

/** Whether a code is that of a flagged detection. */
export function isFlagged(code: ReviewStateCode): boolean {
  return code >= flagBit;
}

/** Counts of a queue. */
export function queueProgress({ stateCodes }: Pick<ReviewQueue, 'stateCodes'>): QueueProgress {
  const counts = new Uint32Array(2 * flagBit);
  for (const code of stateCodes) counts[code] = (counts[code] as number) + 1;
  const of = (code: number) => (counts[code] ?? 0) + (counts[code + flagBit] ?? 0);
  const byVerdict = { confirmed: of(1), rejected: of(2), unsure: of(3) };
  const judged = byVerdict.confirmed + byVerdict.rejected + byVerdict.unsure;
  const total = stateCodes.length;
  const flagged = counts.subarray(flagBit).reduce((sum, count) => sum + count, 0);
  return { total, reviewed: judged, remaining: total - judged, flagged, byVerdict };
}

/** The ids of the detections whose verdict passes a test. */
export function idsByVerdict(
  { ids, stateCodes }: Pick<ReviewQueue, 'ids' | 'stateCodes'>,
  passes: (verdict: Verdict | null) => boolean,
): Uint32Array {
  return ids.filter((_, position) => passes(verdictOf(stateCodes[position] as number)));
}

/**
 * The position after a verdict at `at`: the next without a verdict, wrapping around at the end. In a queue that does
 * not skip, it is the next one. Null when there is none.
 */
export function positionAfterVerdict({
  at,
  stateCodes,
  skipsJudged,
}: Pick<ReviewQueue, 'at' | 'stateCodes' | 'skipsJudged'>): number | null {
  const { length } = stateCodes;
  if (!skipsJudged) return at + 1 < length ? at + 1 : null;
  for (let step = 1; step <= length; step += 1) {
    const position = (at + step) % length;
    if (verdictOf(stateCodes[position] as number) === null) return position;
  }
  return null;
}

/** Number of chips to prefetch in each direction. */
const prefetchCounts = { ahead: 8, behind: 2 } as const;

/** The detections whose chips should be prefetched, the current one first, then the most likely next ones. */
export function chipsToPrefetch(
  queue: Pick<ReviewQueue, 'ids' | 'at' | 'stateCodes' | 'skipsJudged'>,
): readonly number[] {
  const positions = [queue.at];
  for (let at = queue.at; positions.length < prefetchCounts.ahead; ) {
    const next = positionAfterVerdict({ ...queue, at });
    if (next === null || positions.includes(next)) break;
    positions.push(next);
    at = next;
  }
  // The next one may have a verdict already and still be visited.
  positions.splice(2, 0, queue.at + 1);
  for (let back = 1; back <= prefetchCounts.behind; back += 1) positions.push(queue.at - back);
  return [...new Set(positions)].flatMap((position) => queue.ids[position] ?? []);
}

/** Returns the queue with changed review states of some detections; the same object if nothing changes. */
export function withStateCodes(
  queue: ReviewQueue,
  stateCodes: ReadonlyMap<number, ReviewStateCode>,
): ReviewQueue {
  const { ids } = queue;
  const changed = queue.stateCodes.slice();
  let isChanged = false;
  const setCode = (position: number, code: ReviewStateCode | undefined) => {
    if (code === undefined || position === -1 || changed[position] === code) return;
    changed[position] = code;
    isChanged = true;
  };
  // For few ids, searching is faster than scanning the whole queue.
  if (stateCodes.size < 50) for (const [id, code] of stateCodes) setCode(ids.indexOf(id), code);
  else for (const [position, id] of ids.entries()) setCode(position, stateCodes.get(id));
  return isChanged ? { ...queue, stateCodes: changed } : queue;
}

/** The ids of all detections in the workspace, of those with each verdict, and of the flagged ones. */
export type WorkspaceReviewStates = {
  /** All ascending. */
  readonly present: Uint32Array;
  readonly confirmed: Uint32Array;
  readonly rejected: Uint32Array;
  readonly unsure: Uint32Array;
  readonly flagged: Uint32Array;
};

/**
 * Returns the queue updated from the workspace. Detections that no longer exist are removed; if the current one is
 * removed, the next becomes current.
 */
export function refreshQueue<Queue extends Pick<ReviewQueue, 'ids' | 'at' | 'missingCount'>>(
  queue: Queue,
  workspace: WorkspaceReviewStates,
): Queue & Pick<ReviewQueue, 'stateCodes'> {
  const { ids } = queue;
  const positions = createPositionLookup(ids);
  const isPresent = new Uint8Array(ids.length);
  positions.visitPositions(workspace.present, (position) => {
    isPresent[position] = 1;
  });
  const stateCodes = new Uint8Array(ids.length);
  for (const [code, verdict] of verdictCodes.entries()) {
    if (verdict === null) continue;
    positions.visitPositions(workspace[verdict], (position) => {
      stateCodes[position] = code;
    });
  }
  positions.visitPositions(workspace.flagged, (position) => {
    stateCodes[position] = (stateCodes[position] as number) + flagBit;
  });
  const remaining = isPresent.reduce((sum, present) => sum + present, 0);
  if (remaining === ids.length) return { ...queue, stateCodes: stateCodes };
  const at = isPresent.subarray(0, queue.at).reduce((sum, present) => sum + present, 0);
  return {
    ...queue,
    ids: ids.filter((_, position) => isPresent[position] === 1),
    stateCodes: stateCodes.filter((_, position) => isPresent[position] === 1),
    at: Math.max(0, Math.min(at, remaining - 1)),
    missingCount: queue.missingCount + ids.length - remaining,
  };
}

/** Looks up the positions of ids in an unsorted list. */
function createPositionLookup(ids: Uint32Array) {
  // Id and position in one number, which sorts much faster than objects: 2^32 × 2^21 is below 2^53.
  const factor = 2 ** 21;
  const sorted = Float64Array.from(ids, (id, position) => id * factor + position).sort();
  return {
    /** Calls `visit` with the position of each of these ids, which must be ascending. */
    visitPositions(requestedIds: Uint32Array, visit: (position: number) => void): void {
      let at = 0;
      for (const entry of sorted) {
        const id = Math.floor(entry / factor);
        while (at < requestedIds.length && (requestedIds[at] as number) < id) at += 1;
        if (at === requestedIds.length) return;
        if (requestedIds[at] === id) visit(entry % factor);
      }
    },
  };
}

/** Ids as text: uint32, little-endian, base64. */
export function encodeIds(ids: Uint32Array): string {
  const bytes = new Uint8Array(ids.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [position, id] of ids.entries()) view.setUint32(position * 4, id, true);
  const chunks: string[] = [];
  // Encoded in chunks, because the number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 0x6000) {
    chunks.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000))));
  }
  return chunks.join('');
}

/** The ids of `encodeIds`. */
export function decodeIds(text: string): Uint32Array {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, position) =>
    view.getUint32(position * 4, true),
  );
}
