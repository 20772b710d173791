import type { DecisionEntry } from '../../../../../shared/ais/decision-entry.ts';
import { reviewKey } from '../../../../../shared/review/merge-reviews.ts';
import { emptyReview } from '../../../../../shared/review/review.ts';
import type { ReviewedDetection } from '../../../../../shared/review/reviewed-detection.ts';
import { DamagedCell } from '../../file/cells.ts';
import type { Sql } from '../../file/sql.ts';
import { locateReviews } from '../reviews/locate-reviews.ts';
import { readDecisionSubjects, readSubjectsOfRecords } from './read-decisions.ts';

/** Detections of another workspace, by `reviewKey`. */
export type DecidedDetections = ReadonlyMap<string, ReviewedDetection | null>;

/** The detections that decisions of this workspace are about, as far as they are present. */
export function readDecidedDetections(sql: Sql, entries: readonly DecisionEntry[]): DecidedDetections {
  const keys = new Set(entries.map(reviewKey));
  try {
    const subjects = [...readSubjectsOfRecords(sql, recordsOf(entries)).values()];
    return new Map(
      subjects.flatMap((subject) => {
        const key = reviewKey(subject);
        return keys.has(key) ? [[key, subject.detection] as const] : [];
      }),
    );
  } catch (error) {
    // The decisions of a file with a damaged detection are located by their identities only.
    if (error instanceof DamagedCell) return new Map();
    throw error;
  }
}

/**
 * Gives decisions from elsewhere the identities that their detections have here, where another version of their record may
 * be. Those that are not found, as reviews are, keep theirs.
 */
export function locateDecisions(
  sql: Sql,
  arriving: readonly DecisionEntry[],
  detections: DecidedDetections = new Map(),
): readonly DecisionEntry[] {
  const present = new Set([...readSubjectsOfRecords(sql, recordsOf(arriving)).values()].map(reviewKey));
  const others = new Map(
    arriving.flatMap((entry) => {
      const key = reviewKey(entry);
      return present.has(key) ? [] : [[key, entry] as const];
    }),
  );
  if (others.size === 0) return arriving;
  const located = locateReviews(
    sql,
    [...others].map(([key, { recordId, identity }]) => {
      return { recordId, identity, detection: detections.get(key) ?? null, review: emptyReview };
    }),
  ).filter(({ isPresent }) => isPresent);
  const subjects = readDecisionSubjects(
    sql,
    located.map(({ id }) => id),
  );
  const identities = new Map(located.map(({ formerKey, id }) => [formerKey, subjects.get(id)?.identity]));
  return arriving.map((entry) => ({
    ...entry,
    identity: identities.get(reviewKey(entry)) ?? entry.identity,
  }));
}

function recordsOf(entries: readonly DecisionEntry[]): readonly string[] {
  return [...new Set(entries.map(({ recordId }) => recordId))];
}
