import { createMergeOrder } from '../../../../shared/review/merge-order.ts';
import { reviewKey } from '../../../../shared/review/merge-reviews.ts';
import { isSameReview, type Review, reviewSchema } from '../../../../shared/review/review.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import type { SqlRow } from '../../workspace/file/sql.ts';
import { parseReviewRow } from '../../workspace/read/reviews/read-review.ts';
import { hasKey, type KeyRange } from '../../workspace/safety/rows-on-pages.ts';
import type { ReviewHistoryEntry } from '../../workspace/tables/reviews.ts';
import { noRows, type RowSource, type SalvageCount, type SalvagedFile } from './salvage-rows.ts';

/** The reviews of a damaged file, with those that were made again from their history or a safety copy. */
export type SalvagedReviews = {
  readonly reviews: readonly ReviewHistoryEntry[];
  readonly history: readonly ReviewHistoryEntry[];
  /** `lost`: known by an index, and nowhere else. */
  readonly count: SalvageCount & { remade: number; fromCopy: number };
  readonly historyCount: SalvageCount;
  /** Ids of the records whose reviews may be wrong. */
  readonly doubtful: readonly string[];
};

type Entry = ReviewHistoryEntry & { readonly isDoubtful: boolean };

/**
 * Reads reviews and their history by the key of their detection. Where the table is damaged, an index names the reviews
 * that there were. Each is made again from its history or, where that is later, the safety copy. Of a
 * copy that is ahead of the file, reviews that the file never knew replace those before them.
 */
export function salvageReviews({ file, damaged, copy }: RowSource): SalvagedReviews {
  const count = { ...noRows(), remade: 0, fromCopy: 0 };
  const historyCount = noRows();
  const read = readEntries(file, 'reviews', damaged.reviews, count);
  const history = readEntries(file, 'review_history', damaged.review_history, historyCount);
  const isDamaged = isTorn(read, count);
  const isHistoryDamaged = isTorn(history, historyCount);
  const isCopyRead = copy && (copy.isAhead || isDamaged || isHistoryDamaged);
  const copiedHistory = isCopyRead ? readEntries(copy.file, 'review_history', [], noRows()) : [];
  const copiedReviews = isCopyRead ? readEntries(copy.file, 'reviews', [], noRows()) : [];
  const allHistory = [...copiedHistory, ...history];
  const isLater = createIsLater([...read, ...allHistory, ...copiedReviews]);
  const ahead = copy?.isAhead
    ? findAhead({ reviews: read, history }, { reviews: copiedReviews, history: copiedHistory }, isLater)
    : new Map<string, Entry>();
  if (!isDamaged && ahead.size === 0)
    return { reviews: read, history: allHistory, count, historyCount, doubtful: [] };

  const currentReviews = firstByKey(
    read.toSorted((one, other) => Number(one.isDoubtful) - Number(other.isDoubtful)),
  );
  const copied = firstByKey(copiedReviews);
  const past = Map.groupBy(allHistory, reviewKey);
  const keys = new Set([...currentReviews.keys(), ...ahead.keys()]);
  if (isDamaged) {
    for (const row of file.index('reviews', 'reviews_by_identity'))
      keys.add(reviewKey({ recordId: String(row.record_id), identity: String(row.identity) }));
    // An index of other columns may know of more rows.
    if (!count.isExact || keys.size < read.length + count.lost)
      for (const key of [...past.keys(), ...copied.keys()]) keys.add(key);
  }
  const reviews: ReviewHistoryEntry[] = [];
  const doubtful: string[] = [];
  let restored = 0;
  let lost = 0;
  for (const key of keys) {
    const current = currentReviews.get(key);
    const entries = past.get(key) ?? [];
    const later = ahead.get(key);
    const isConfirmed = entries.some((entry) => current && isSameReview(entry.review, current.review));
    if (current && !later && (!current.isDoubtful || isConfirmed)) {
      reviews.push(current);
      if (current.isDoubtful) doubtful.push(current.recordId);
      continue;
    }
    const last = lastEntry(entries, isLater);
    const copyOf = copied.get(key);
    const isCopyLater = copyOf && (later !== undefined || (last && !isLater(last, copyOf)));
    const former = isCopyLater ? copyOf : (last ?? copyOf);
    // Without a whole history, a later row may be the only trace of the last verdict.
    const isRowLater = isHistoryDamaged && !later && current && former && isLater(current, former);
    const chosen = isRowLater ? current : (former ?? current);
    if (!chosen) {
      lost += 1;
      continue;
    }
    if (!current) restored += 1;
    const { batch: _batch, former: _former, ...review } = chosen;
    reviews.push({
      ...review,
      detection: chosen.detection ?? copyOf?.detection ?? current?.detection ?? null,
    });
    if (chosen === copyOf) count.fromCopy += 1;
    else if (chosen !== current) count.remade += 1;
    if ((current && !later) || chosen.isDoubtful) doubtful.push(chosen.recordId);
  }
  count.rescued = reviews.length;
  count.lost = Math.max(lost, count.lost - restored);
  return { reviews, history: allHistory, count, historyCount, doubtful };
}

/** The entry of a history that is the current review, as far as a damaged file shows it. */
function lastEntry(entries: readonly Entry[], isLater: IsLater): Entry | undefined {
  const sound = entries.filter(({ isDoubtful }) => !isDoubtful);
  // A merge adds the accepted review with a batch, and after it the older history of the other side without one.
  const made = sound.findLast(({ batch }) => typeof batch === 'string');
  const end = sound.at(-1);
  return (made && end && !isLater(end, made) ? made : end) ?? entries.at(-1);
}

type Reviewed = { readonly reviews: readonly Entry[]; readonly history: readonly Entry[] };

/** Reviews of the copy whose state the file's history does not have, unless what the file has came after it. */
function findAhead(here: Reviewed, there: Reviewed, isLater: IsLater): ReadonlyMap<string, Entry> {
  const toHistorical = (entry: Entry) => ({ ...entry, isLocalChange: typeof entry.batch === 'string' });
  const orderOf = createMergeOrder(here.history.map(toHistorical), there.history.map(toHistorical));
  const known = Map.groupBy(here.history, reviewKey);
  const present = firstByKey(here.reviews);
  return firstByKey(
    there.reviews.filter((entry) => {
      const key = reviewKey(entry);
      if (known.get(key)?.some((one) => isSameState(one, entry))) return false;
      const current = present.get(key);
      const order = current && orderOf(current, entry);
      return !current || order === 'there-later' || (order === 'apart' && isLater(entry, current));
    }),
  );
}

function isSameState({ review: one }: Entry, { review: other }: Entry): boolean {
  return isSameReview(one, other) && one.reviewer === other.reviewer && one.reviewedAt === other.reviewedAt;
}

/** Whether a review was made after another one. */
type IsLater = (one: Entry, than: Entry) => boolean;

const monthMs = 31 * 86_400_000;

/**
 * A time is damaged that is a month after now and after all times on sound pages. Now alone does not decide: the clock may
 * be wrong, or may have been.
 */
function createIsLater(entries: readonly Entry[]): IsLater {
  const timeOf = ({ review }: Entry) => Date.parse(review.reviewedAt);
  const latest = entries.reduce(
    (time, entry) => (entry.isDoubtful ? time : Math.max(time, timeOf(entry))),
    Date.now(),
  );
  return (one, than) => timeOf(one) > timeOf(than) && timeOf(one) <= latest + monthMs;
}

function isTorn(entries: readonly Entry[], { lost, isExact }: SalvageCount): boolean {
  return lost > 0 || !isExact || entries.some(({ isDoubtful }) => isDoubtful);
}

function firstByKey(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.toReversed().map((entry) => [reviewKey(entry), entry]));
}

function readEntries(
  file: SalvagedFile,
  table: 'reviews' | 'review_history',
  damaged: readonly KeyRange[] = [],
  count: SalvageCount,
): readonly Entry[] {
  const entries: Entry[] = [];
  for (const { key, isDoubtful, read } of file.rows(table, count)) {
    const row = read();
    if (!row) continue;
    const entry = parseReviewRow(row);
    if (!entry) {
      count.rescued -= 1;
      count.lost += 1;
      continue;
    }
    const lacksDetection = typeof row.detection === 'string' && !entry.detection;
    entries.push({
      ...entry,
      // So that what was done can still be undone.
      batch: typeof row.batch === 'string' ? row.batch : null,
      former: readFormer(row.former),
      isDoubtful: isDoubtful || lacksDetection || (key !== undefined && hasKey(damaged, key)),
    });
  }
  return entries;
}

/** The previous review; null also where damage made it unreadable. */
function readFormer(text: SqlRow[string] | undefined): Review | null {
  if (typeof text !== 'string') return null;
  return reviewSchema.safeParse(parseBoundedJson(text)).data ?? null;
}
