import { z } from 'zod';
import type { CarriedCounts } from '../carried-words.ts';
import { formatCount, formatQuantity } from '../format.ts';

const count = z.int().nonnegative();
const text = z.string().max(10_000);

/** Statements of a case about itself, as JSON in one of its settings. */
export const caseFactsSchema = z.object({
  /** Version of the Sightline that wrote it. */
  sightline: text,
  /** UTC, ISO 8601. */
  madeAt: text,
  /** The account of the workspace that it was made from. */
  madeBy: text,
  /** Description of its detections. */
  scope: text,
  /** Detections in the scope; its records may have more. */
  detections: count,
  /** Chips that belong to its detections but were not on the disk. */
  missingChips: count,
  /** Contents that stayed behind in the workspace that it was made from, such as `2 of 3 areas`; absent: not stated. */
  leftBehind: z.array(text).max(100).optional(),
});
export type CaseFacts = z.infer<typeof caseFactsSchema>;

/** Counts of what an import of a case brings. */
export type CaseCounts = CarriedCounts & { readonly detections: number; readonly footprints: number };

/** The detections that were chosen for a case, and those of its records where these are more. */
export function describeCaseDetections(chosen: number, ofRecords: number): string {
  const detections = formatQuantity(chosen, 'detection');
  return ofRecords > chosen ? `${detections} (the raw records hold ${formatCount(ofRecords)})` : detections;
}

/** A sentence about what a case leaves behind; none where it has everything. */
export function describeLeftBehind(parts: readonly string[]): readonly string[] {
  return parts.length === 0 ? [] : [`Stays behind in this workspace: ${parts.join(', ')}.`];
}

/** Preview of a case for the page, before anything is imported. */
export type CasePreview = {
  readonly fileName: string;
  readonly bytes: number;
  /** Null where the file is a workspace that was not written as a case. */
  readonly facts: CaseFacts | null;
  /** `''` for none. */
  readonly marking: string;
  readonly counts: CaseCounts;
  readonly queries: number;
  /** Names and versions of the processors of its records. */
  readonly processors: readonly string[];
};
