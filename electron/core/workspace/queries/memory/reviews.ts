import type { SQLOutputValue } from 'node:sqlite';
import { type Verdict, verdictSchema } from '../../../../../shared/review/review.ts';
import { readReviewsMoved } from '../../results-version.ts';
import type { Sql } from '../../sql.ts';
import type { Detections } from './column-store.ts';
import { placeOfId } from './place-of-id.ts';

/** What was said of the detections, in their order. The arrays change with the next state that is asked for. */
export type Reviews = {
  /** 0 where there is none, or the place of the verdict in `verdictSchema` from 1: as the feed's flags have it. */
  readonly verdict: Uint8Array;
  /** 1 where it is flagged. */
  readonly flagged: Uint8Array;
  /** The notes that are not empty, by place. */
  readonly notes: ReadonlyMap<number, string>;
  /** Who said so and when; read when it is first asked for. */
  signed(): Signatures;
};

/** Who said it, as places in `reviewers`, 0 for nobody; and when, epoch milliseconds UTC, NaN for never. */
export type Signatures = {
  readonly reviewer: Uint32Array;
  readonly reviewers: readonly (string | null)[];
  readonly reviewed: Float64Array;
};

const verdicts: readonly string[] = verdictSchema.options satisfies readonly Verdict[];

/** The reviews of a state of the detections. Of the next state only what has changed is read. */
export function createReviews(sql: Sql): (detections: Detections) => Reviews {
  let known: Known | undefined;
  return (detections) => {
    if (
      known?.detections.rowsVersion !== detections.rowsVersion ||
      known.detections.reviewsVersion !== detections.reviewsVersion
    ) {
      known = (known && follow(sql, known, detections)) ?? readAll(sql, detections);
    }
    return known.reviews;
  };
}

type Known = {
  readonly detections: Pick<Detections, 'rowsVersion' | 'reviewsVersion' | 'storedReviews' | 'looks'>;
  /** A copy: the column itself is written over. */
  readonly ids: Uint32Array;
  readonly columns: ReviewColumns;
  readonly reviews: Reviews;
};

function readAll(sql: Sql, detections: Detections): Known {
  const columns = createColumns(detections.columns.count);
  const known = knownOf(sql, detections, columns);
  putRows(known, sql.arrays(selectReviews));
  return known;
}

const selectReviews = 'SELECT detection_id, verdict, flagged, note, reviewer, reviewed_at FROM reviews';

/** Undefined when all has to be read anew. */
function follow(sql: Sql, former: Known, detections: Detections): Known | undefined {
  const since = former.detections.storedReviews;
  if (detections.looks !== former.detections.looks || readReviewsMoved(sql) > since) return undefined;
  const isGrown = detections.rowsVersion !== former.detections.rowsVersion;
  if (isGrown && !startsWith(detections.columns.id, former.ids)) return undefined;
  const changed =
    detections.storedReviews === since ? [] : sql.arrays(`${selectReviews} WHERE changed_in > ?`, since);
  // Somebody has changed them without telling which.
  if (detections.storedReviews !== since && changed.length === 0) return undefined;
  const columns = isGrown ? grow(former.columns, detections.columns.count) : former.columns;
  const known = isGrown
    ? knownOf(sql, detections, columns)
    : { ...former, detections: versionsOf(detections) };
  if (isGrown) putRows(known, sql.arrays(`${selectReviews} WHERE detection_id > ?`, former.ids.at(-1) ?? 0));
  putRows(known, changed);
  return known;
}

function knownOf(sql: Sql, detections: Detections, columns: ReviewColumns): Known {
  const known: Known = {
    detections: versionsOf(detections),
    ids: detections.columns.id.slice(),
    columns,
    reviews: {
      verdict: columns.verdict,
      flagged: columns.flagged,
      notes: columns.notes,
      signed() {
        if (columns.signed) return columns.signed;
        columns.signed = createSignatures(columns.verdict.length);
        putRows(known, sql.arrays(selectReviews));
        return columns.signed;
      },
    },
  };
  return known;
}

function versionsOf({ rowsVersion, reviewsVersion, storedReviews, looks }: Detections): Known['detections'] {
  return { rowsVersion, reviewsVersion, storedReviews, looks };
}

function startsWith(ids: Uint32Array, former: Uint32Array): boolean {
  return former.length <= ids.length && bytesOf(ids.subarray(0, former.length)).equals(bytesOf(former));
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

type ReviewColumns = {
  readonly verdict: Uint8Array;
  readonly flagged: Uint8Array;
  readonly notes: Map<number, string>;
  signed:
    | (Signatures & { readonly reviewers: (string | null)[]; readonly codes: Map<string, number> })
    | null;
};

function createColumns(count: number): ReviewColumns {
  return { verdict: new Uint8Array(count), flagged: new Uint8Array(count), notes: new Map(), signed: null };
}

function createSignatures(count: number): NonNullable<ReviewColumns['signed']> {
  return {
    reviewer: new Uint32Array(count),
    reviewers: [null],
    codes: new Map(),
    reviewed: new Float64Array(count).fill(Number.NaN),
  };
}

function grow(former: ReviewColumns, count: number): ReviewColumns {
  const columns = { ...createColumns(count), notes: former.notes };
  columns.verdict.set(former.verdict);
  columns.flagged.set(former.flagged);
  if (!former.signed) return columns;
  const signed = { ...former.signed, ...timesOf(former.signed, count) };
  return { ...columns, signed };
}

function timesOf(former: Signatures, count: number): Pick<Signatures, 'reviewer' | 'reviewed'> {
  const { reviewer, reviewed } = createSignatures(count);
  reviewer.set(former.reviewer);
  reviewed.set(former.reviewed);
  return { reviewer, reviewed };
}

function putRows({ ids, columns }: Known, rows: readonly SQLOutputValue[][]): void {
  const { verdict, flagged, notes, signed } = columns;
  for (const [id, said, flag, note, reviewer, reviewedAt] of rows) {
    const place = placeOfId(ids, Number(id));
    if (place < 0) continue;
    verdict[place] = verdicts.indexOf(String(said)) + 1;
    flagged[place] = flag === 1 ? 1 : 0;
    if (typeof note === 'string' && note !== '') notes.set(place, note);
    else notes.delete(place);
    if (!signed) continue;
    // What has been taken back is signed by nobody.
    const isSaid = verdict[place] !== 0 || flagged[place] !== 0 || notes.has(place);
    signed.reviewer[place] = isSaid && typeof reviewer === 'string' ? codeOf(signed, reviewer) : 0;
    signed.reviewed[place] = isSaid ? Date.parse(String(reviewedAt)) : Number.NaN;
  }
}

function codeOf(signed: NonNullable<ReviewColumns['signed']>, name: string): number {
  const known = signed.codes.get(name);
  if (known !== undefined) return known;
  const code = signed.reviewers.push(name) - 1;
  signed.codes.set(name, code);
  return code;
}
