import type { SQLOutputValue } from 'node:sqlite';
import { type Verdict, verdictSchema } from '../../../../../shared/review/review.ts';
import { readReviewsMovedVersion } from '../../file/results-version.ts';
import type { Sql } from '../../file/sql.ts';
import type { StoredDetections } from './column-store.ts';
import { findPosition } from './find-position.ts';

/** Reviews of the detections, in their order. The arrays change with the next requested state. */
export type DetectionReviews = {
  /** 0 where there is none, or the position of the verdict in `verdictSchema` from 1: as the feed's flags have it. */
  readonly verdict: Uint8Array;
  /** 1 where it is flagged. */
  readonly flagged: Uint8Array;
  /** The notes that are not empty, by position. */
  readonly notes: ReadonlyMap<number, string>;
  /** Reviewers and times; read at the first call. */
  signatures(): Signatures;
};

/** Reviewers as indexes into `reviewers`, 0 for none; and times, epoch milliseconds UTC, NaN for none. */
export type Signatures = {
  readonly reviewer: Uint32Array;
  readonly reviewers: readonly (string | null)[];
  readonly reviewed: Float64Array;
};

const verdicts: readonly string[] = verdictSchema.options satisfies readonly Verdict[];

/** The reviews of a state of the detections. Of the next state only what has changed is read. */
export function createDetectionReviews(sql: Sql): (detections: StoredDetections) => DetectionReviews {
  let known: LoadedReviews | undefined;
  return (detections) => {
    if (
      known?.detections.rowsVersion !== detections.rowsVersion ||
      known.detections.reviewsVersion !== detections.reviewsVersion
    ) {
      known = (known && updateReviews(sql, known, detections)) ?? readAll(sql, detections);
    }
    return known.reviews;
  };
}

type LoadedReviews = {
  readonly detections: Pick<
    StoredDetections,
    'rowsVersion' | 'reviewsVersion' | 'storedReviewsVersion' | 'reloadCount'
  >;
  /** A copy: the column itself is written over. */
  readonly ids: Uint32Array;
  readonly columns: ReviewColumns;
  readonly reviews: DetectionReviews;
};

function readAll(sql: Sql, detections: StoredDetections): LoadedReviews {
  const columns = createColumns(detections.columns.count);
  const known = createLoadedReviews(sql, detections, columns);
  applyRows(known, sql.arrays(selectReviews));
  return known;
}

const selectReviews = 'SELECT detection_id, verdict, flagged, note, reviewer, reviewed_at FROM reviews';

/** Undefined when all reviews have to be read again. */
function updateReviews(
  sql: Sql,
  former: LoadedReviews,
  detections: StoredDetections,
): LoadedReviews | undefined {
  const since = former.detections.storedReviewsVersion;
  if (detections.reloadCount !== former.detections.reloadCount || readReviewsMovedVersion(sql) > since)
    return undefined;
  const isGrown = detections.rowsVersion !== former.detections.rowsVersion;
  if (isGrown && !startsWith(detections.columns.id, former.ids)) return undefined;
  const changed =
    detections.storedReviewsVersion === since
      ? []
      : sql.arrays(`${selectReviews} WHERE changed_in > ?`, since);
  // Another program has changed them without marking which.
  if (detections.storedReviewsVersion !== since && changed.length === 0) return undefined;
  const columns = isGrown ? grow(former.columns, detections.columns.count) : former.columns;
  const known = isGrown
    ? createLoadedReviews(sql, detections, columns)
    : { ...former, detections: versionsOf(detections) };
  if (isGrown)
    applyRows(known, sql.arrays(`${selectReviews} WHERE detection_id > ?`, former.ids.at(-1) ?? 0));
  applyRows(known, changed);
  return known;
}

function createLoadedReviews(sql: Sql, detections: StoredDetections, columns: ReviewColumns): LoadedReviews {
  const known: LoadedReviews = {
    detections: versionsOf(detections),
    ids: detections.columns.id.slice(),
    columns,
    reviews: {
      verdict: columns.verdict,
      flagged: columns.flagged,
      notes: columns.notes,
      signatures() {
        if (columns.signatures) return columns.signatures;
        columns.signatures = createSignatures(columns.verdict.length);
        applyRows(known, sql.arrays(selectReviews));
        return columns.signatures;
      },
    },
  };
  return known;
}

/** Without the columns, which would stay in memory. */
function versionsOf(detections: StoredDetections): LoadedReviews['detections'] {
  const { rowsVersion, reviewsVersion, storedReviewsVersion, reloadCount } = detections;
  return { rowsVersion, reviewsVersion, storedReviewsVersion, reloadCount };
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
  signatures:
    | (Signatures & { readonly reviewers: (string | null)[]; readonly codes: Map<string, number> })
    | null;
};

function createColumns(count: number): ReviewColumns {
  return {
    verdict: new Uint8Array(count),
    flagged: new Uint8Array(count),
    notes: new Map(),
    signatures: null,
  };
}

function createSignatures(count: number): NonNullable<ReviewColumns['signatures']> {
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
  if (!former.signatures) return columns;
  const signatures = { ...former.signatures, ...growSignatures(former.signatures, count) };
  return { ...columns, signatures };
}

function growSignatures(former: Signatures, count: number): Pick<Signatures, 'reviewer' | 'reviewed'> {
  const { reviewer, reviewed } = createSignatures(count);
  reviewer.set(former.reviewer);
  reviewed.set(former.reviewed);
  return { reviewer, reviewed };
}

function applyRows({ ids, columns }: LoadedReviews, rows: readonly SQLOutputValue[][]): void {
  const { verdict, flagged, notes, signatures } = columns;
  for (const [id, verdictText, flag, note, reviewer, reviewedAt] of rows) {
    const position = findPosition(ids, Number(id));
    if (position < 0) continue;
    verdict[position] = verdicts.indexOf(String(verdictText)) + 1;
    flagged[position] = flag === 1 ? 1 : 0;
    if (typeof note === 'string' && note !== '') notes.set(position, note);
    else notes.delete(position);
    if (!signatures) continue;
    // A withdrawn review has no signature.
    const isReviewed = verdict[position] !== 0 || flagged[position] !== 0 || notes.has(position);
    signatures.reviewer[position] =
      isReviewed && typeof reviewer === 'string' ? codeOf(signatures, reviewer) : 0;
    signatures.reviewed[position] = isReviewed ? Date.parse(String(reviewedAt)) : Number.NaN;
  }
}

function codeOf(signatures: NonNullable<ReviewColumns['signatures']>, name: string): number {
  const known = signatures.codes.get(name);
  if (known !== undefined) return known;
  const code = signatures.reviewers.push(name) - 1;
  signatures.codes.set(name, code);
  return code;
}
